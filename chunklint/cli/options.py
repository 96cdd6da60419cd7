"""What a command accepts, as values: one table gives the parser, the help in both languages and the fast way in.

Nothing is parsed here. Click reads the tables in ``app``; `plain` reads those of commands whose start-up counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

Text = tuple[str, str]  # English, Chinese


class Option(NamedTuple):
    """One option of a command; without ``value`` (the name of what it takes) it is a switch.

    A ``repeat`` option gives a tuple; one that is ``split`` may also be given several values with commas. One that
    ``takes`` several values, one word each, gives them as a tuple. An empty value is a mistake (a variable of a script
    that is not set) unless the option ``may_be_empty`` or is to be repeated, which an empty list is.
    """

    flag: str
    help: Text
    value: str = ""
    choices: tuple[str, ...] = ()
    repeat: bool = False
    split: bool = False
    default: str | None = None
    takes: int = 1
    may_be_empty: bool = False

    def is_missing(self, value: str) -> bool:
        """Whether a value is none."""
        return not (value or self.may_be_empty or self.repeat)

    @property
    def key(self) -> str:
        """The name under which the value is found: ``--fail-on`` gives ``fail_on``."""
        return self.flag.lstrip("-").replace("-", "_")


class Command(NamedTuple):
    """One command: its name, what it does, its options, and its arguments.

    ``argument`` names what comes without a flag and is empty where nothing may come; ``many`` allows any number,
    ``required`` asks for at least one.
    """

    name: str
    help: Text
    options: tuple[Option, ...] = ()
    argument: str = ""
    many: bool = False
    required: bool = False

    def defaults(self) -> dict[str, Any]:
        """The values of a command line that says nothing."""
        values: dict[str, Any] = {option.key: _empty(option) for option in self.options}
        if self.argument:
            values["arguments"] = ()
        return values


def _empty(option: Option) -> Any:
    if option.repeat:
        return ()
    return option.default if option.value else False


def items(values: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """The values of a comma separated, repeatable option, blanks and empty ones dropped."""
    return tuple(item.strip() for given in values.get(key, ()) for item in given.split(",") if item.strip())


LANGUAGE = Option(
    "--language",
    ("Language of messages; auto follows LC_ALL and LANG.", "消息所用的语言；auto 依据 LC_ALL 和 LANG。"),
    "LANGUAGE",
    ("auto", "en", "zh-CN", "zh"),
)
COLOR = Option(
    "--color",
    (
        "Colours: auto is on at a terminal, unless NO_COLOR is set.",
        "是否使用颜色：auto 表示在终端中启用（设了 NO_COLOR 时除外）。",
    ),
    "WHEN",
    ("auto", "always", "never"),
    default="auto",
)
CONFIG = Option(
    "--config",
    ("Settings file to use; no other is looked for.", "使用指定的设置文件，不再查找其他设置文件。"),
    "FILE",
)
PROFILE = Option(
    "--profile",
    ("Profile to cut with; repeat for several.", "要使用的切分方案；可多次指定。"),
    "NAME",
    repeat=True,
)
OUTPUT_FILE = Option(
    "--output-file",
    ("Write to FILE instead of standard output.", "写入 FILE，而不是标准输出。"),
    "FILE",
)
STDIN_FILENAME = Option(
    "--stdin-filename",
    ("Name of what comes through standard input (-).", "为标准输入（-）的内容指定文件名。"),
    "NAME",
    may_be_empty=True,
)

SELECT = Option(
    "--select",
    (
        "Rules to run: codes, prefixes, names or ALL, separated by commas.",
        "要运行的规则：代码、前缀、名称或 ALL，以逗号分隔。",
    ),
    "RULES",
    repeat=True,
)
IGNORE = Option("--ignore", ("Rules to leave out.", "不运行的规则。"), "RULES", repeat=True)
EXTEND_SELECT = Option(
    "--extend-select",
    ("Rules to run besides those selected.", "除所选规则外，另外运行的规则。"),
    "RULES",
    repeat=True,
)
FORCE_EXCLUDE = Option(
    "--force-exclude",
    ("Leave excluded files out even if they are named.", "明确指定的文件，也按排除设置跳过。"),
)
NO_CACHE = Option("--no-cache", ("Neither read nor write cached results.", "不读写结果缓存。"))
JOBS = Option(
    "--jobs",
    (
        "Most processes to lint with (default: one a processor, where that is faster).",
        "最多使用的进程数（默认：能加快时，每个处理器一个）。",
    ),
    "N",
)
CHANGED_SINCE = Option(
    "--changed-since",
    (
        "Report only what is new since the branch left REV, uncommitted changes included.",
        "只报告自分支离开 REV 以来新出现的问题（含未提交的改动）。",
    ),
    "REV",
)
STAGED = Option(
    "--staged",
    (
        "Check what is staged for the next commit, and report only what it adds.",
        "检查已暂存的内容，只报告它带来的新问题。",
    ),
)
BASELINE = Option(
    "--baseline",
    ("The baseline: a file of known problems.", "基线：记录已知问题的文件。"),
    "FILE",
)

CHUNKS = Option(
    "--chunks",
    (
        "Chunks somebody made: LangChain documents, LlamaIndex nodes or text with metadata, as JSON or JSON lines.",
        "已有的块：LangChain 文档、LlamaIndex 节点或带元数据的文字，JSON 或 JSON Lines 格式。",
    ),
    "FILE",
)


def output_format(*choices: str) -> Option:
    """The option that chooses how a command writes; the first choice is the default."""
    return Option("--output-format", ("Format of the output.", "输出格式。"), "FORMAT", choices, default=choices[0])
