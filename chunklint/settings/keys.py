"""The one table of all keys of a settings file: kind, limits and help, for validation and the JSON schema.

Defaults are not repeated here: they are those of `Settings` and `Profile`, which `default_of` looks up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from chunklint.chunking.adapters.catalogue import ADAPTERS
from chunklint.chunking.cleaning import STEPS
from chunklint.chunking.code.model import CODE_PARSERS
from chunklint.chunking.model import Profile
from chunklint.chunking.presets import PRESETS
from chunklint.chunking.splitters import SPLITTERS
from chunklint.settings.model import Settings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chunklint.engine.model import Language

Kind: TypeAlias = Literal[
    "boolean",
    "integer",
    "choice",
    "string",
    "path",  # a file's, relative to the settings file
    "strings",  # a list of strings
    "globs",  # a list of patterns
    "selectors",  # a list of rules' codes, family prefixes, names or ALL
    "profiles",  # a profile's name or a list of them
    "separators",  # a list of strings that may be empty
    "tokenizer",
    "splitter",  # one of the words, or module:callable
    "options",  # a table of booleans, whole numbers, strings and lists of strings
    "choices",  # a list of the words allowed
    "percent",  # a whole number from 0 to 100
    "embedding",  # lexical, a folder relative to the settings file, or module:callable
    "message",  # a string, or a table of strings by language
    "pattern",  # a regular expression
    "table",
    "tables",
]


class Key(NamedTuple):
    """One key: its kind, help in each language, the smallest number or the words allowed."""

    name: str
    kind: Kind
    summary: Mapping[Language, str]
    minimum: int = 0
    choices: tuple[str, ...] = ()


def _table(*keys: Key) -> dict[str, Key]:
    return {key.name: key for key in keys}


_SELECT = Key(
    "select",
    "selectors",
    {
        "en": "Rules to run, by code, family prefix, name or ALL; unset: those that are on by default.",
        "zh-CN": "要运行的规则：代码、类别前缀、名称或 ALL；不设则为默认开启的规则。",
    },
)
_EXTEND_SELECT = Key(
    "extend-select",
    "selectors",
    {"en": "Rules to run besides the selected ones.", "zh-CN": "在已选规则之外再运行的规则。"},
)
_IGNORE = Key(
    "ignore",
    "selectors",
    {
        "en": "Rules not to run; a narrower selector wins over a wider one.",
        "zh-CN": "不运行的规则；范围更窄的写法优先。",
    },
)
_PROFILE = Key(
    "profile",
    "profiles",
    {
        "en": "The profile to preview, or a list: a finding then names those it holds for.",
        "zh-CN": "要预览的切分方案，可写多个；多个时每个问题会注明适用于哪些方案。",
    },
)
_RULES = Key(
    "rules",
    "table",
    {"en": "Severity and options of single rules, by name or code.", "zh-CN": "各规则的级别和选项，以名称或代码指明。"},
)

PROFILE_KEYS = _table(
    Key(
        "preset",
        "choice",
        {
            "en": "A pipeline that people run; its values hold where no key says otherwise.",
            "zh-CN": "常见流水线的现成参数；另外设置的键优先。",
        },
        choices=tuple(PRESETS),
    ),
    Key(
        "splitter",
        "splitter",
        {
            "en": "What cuts the text: a splitter of chunklint's or of a library, or a function of your own, "
            "module:callable.",
            "zh-CN": "切分方式：chunklint 自带的、第三方库的，或自己的函数 module:callable。",
        },
        choices=(*SPLITTERS, *ADAPTERS),
    ),
    Key(
        "tokenizer",
        "tokenizer",
        {
            "en": "What sizes are counted in: an encoding, the path of a tokenizer.json, or characters.",
            "zh-CN": "长度的计量单位：编码名、tokenizer.json 的路径或 characters（字符）。",
        },
    ),
    Key(
        "max-tokens",
        "integer",
        {
            "en": "The largest size of a chunk as embedded, heading path and overlap included.",
            "zh-CN": "一个块的长度上限，标题路径和重叠都算在内。",
        },
        minimum=1,
    ),
    Key(
        "overlap",
        "integer",
        {
            "en": "How much of a chunk is repeated in the next one; unset: an eighth of max-tokens.",
            "zh-CN": "相邻两块重复的长度；不设则为 max-tokens 的八分之一。",
        },
    ),
    Key(
        "min-tokens",
        "integer",
        {
            "en": "Sections below this size join a neighbour; unset: a quarter of max-tokens.",
            "zh-CN": "小于此长度的小节会并入相邻小节；不设则为 max-tokens 的四分之一。",
        },
    ),
    Key(
        "heading-path",
        "boolean",
        {"en": "Put the headings above a chunk before its text.", "zh-CN": "在块的正文前加上标题路径。"},
    ),
    Key(
        "repeat-table-header",
        "boolean",
        {
            "en": "Repeat a table's header in every chunk that the table is cut into.",
            "zh-CN": "表格被切开时，在每一块里重复表头。",
        },
    ),
    Key(
        "code-parser",
        "choice",
        {
            "en": "How the structure of code is found: by its lines, or by the grammars of the code extra.",
            "zh-CN": "如何识别代码结构：按行分析，或用 code 附加依赖中的语法（tree-sitter）。",
        },
        choices=CODE_PARSERS,
    ),
    Key(
        "embedding",
        "embedding",
        {
            "en": "What tells the semantic splitter how alike sentences are: lexical (by their words), the folder of a "
            "sentence-transformers model, or a function of your own, module:callable.",
            "zh-CN": "semantic 切分方式如何判断句子是否相近：lexical（按字词）、"
            "sentence-transformers 模型所在文件夹，或自己的函数 module:callable。",
        },
    ),
    Key(
        "cut-percentile",
        "percent",
        {
            "en": "The semantic splitter cuts where neighbours are less alike than at so many per cent of the places.",
            "zh-CN": "semantic 切分方式在相近程度低于百分之几的位置时切开（按该页面内的排位）。",
        },
    ),
    Key(
        "cut-similarity",
        "percent",
        {
            "en": "The semantic splitter cuts where neighbours are less alike than this, in per cent, on every page; "
            "unset: cut-percentile decides.",
            "zh-CN": "semantic 切分方式在相近程度低于此值（百分数）时切开，各页面相同；不设则由 cut-percentile 决定。",
        },
    ),
    Key(
        "parent-max-tokens",
        "integer",
        {
            "en": "The largest size of the chunks that the parents splitter puts its small ones in; unset: four times "
            "max-tokens.",
            "zh-CN": "parents 切分方式中大块的长度上限；不设则为 max-tokens 的四倍。",
        },
        minimum=1,
    ),
    Key(
        "separators",
        "separators",
        {
            "en": "What the recursive splitter cuts at, coarsest first.",
            "zh-CN": "recursive 切分方式所用的分隔符，由粗到细。",
        },
    ),
    Key(
        "keep-separator",
        "choice",
        {
            "en": "Which side of a cut keeps the separator.",
            "zh-CN": "切开后分隔符留在哪一侧。",
        },
        choices=("start", "end", "none"),
    ),
    Key(
        "delimiters",
        "strings",
        {
            "en": "What the delimiter splitter cuts behind; unset: blank lines. The dify splitter cuts at the first of "
            "them; unset: Dify's automatic mode.",
            "zh-CN": "delimiter 切分方式在哪些字符之后切开；不设则为空行。"
            "dify 切分方式只用其中第一个；不设则为 Dify 的自动模式。",
        },
    ),
    Key(
        "merge",
        "choice",
        {
            "en": "What the delimiter splitter does with small parts: none leaves them, fill joins what fits, "
            "overfill joins until the size is reached.",
            "zh-CN": "delimiter 切分方式怎样处理小段：none 不合并，fill 合并到放不下为止，"
            "overfill 合并到达到上限为止。",
        },
        choices=("none", "fill", "overfill"),
    ),
    Key(
        "clean",
        "choices",
        {
            "en": "What the pipeline removes before it cuts, in this order; not for structure and libraries.",
            "zh-CN": "流水线在切分前依次去掉的内容；不适用于 structure 和第三方库。",
        },
        choices=STEPS,
    ),
    Key(
        "heading-depth",
        "integer",
        {
            "en": "Cut before headings down to this level first, 0: not at all; not for structure and libraries.",
            "zh-CN": "先在不深于此级的标题前切开，0 为不切；不适用于 structure 和第三方库。",
        },
    ),
    Key(
        "splitter-options",
        "options",
        {
            "en": "What else a library's splitter, or your own function, is given.",
            "zh-CN": "传给第三方库切分器或自己函数的其他参数。",
        },
    ),
    Key(
        "python",
        "path",
        {
            "en": "The Python that runs a library or your own function; unset: the one chunklint is installed for.",
            "zh-CN": "运行第三方库或自己函数的 Python 解释器；不设则为安装 chunklint 的那个。",
        },
    ),
    Key(
        "timeout",
        "integer",
        {
            "en": "Seconds after which a library or your own function is stopped on one page.",
            "zh-CN": "第三方库或自己的函数处理一个页面的时限（秒），超时即停止。",
        },
        minimum=1,
    ),
    Key(
        "embedding-model",
        "string",
        {
            "en": "The model that embeds the chunks, by its usual name; for one that is not known set model-limit too.",
            "zh-CN": "所用的嵌入模型，写通用名称；不在内置表中的模型请另设 model-limit。",
        },
    ),
    Key(
        "model-limit",
        "integer",
        {
            "en": "The largest input of the embedding model, in its tokens; unset: what is known of the model.",
            "zh-CN": "嵌入模型的输入上限（以该模型的 token 计）；不设则取内置表中的值。",
        },
        minimum=1,
    ),
)

TOP_KEYS = _table(
    Key(
        "extend",
        "string",
        {
            "en": "A settings file that holds where this one says nothing.",
            "zh-CN": "要继承的设置文件；本文件未设的键以它为准。",
        },
    ),
    Key(
        "language",
        "choice",
        {"en": "The language of messages.", "zh-CN": "消息所用的语言。"},
        choices=("auto", "en", "zh-CN"),
    ),
    Key(
        "include",
        "globs",
        {
            "en": "What a folder walk finds; unset: every document that chunklint reads.",
            "zh-CN": "遍历文件夹时纳入的文件；不设则为所有支持的文档。",
        },
    ),
    Key("exclude", "globs", {"en": "What a folder walk leaves out.", "zh-CN": "遍历文件夹时排除的文件。"}),
    Key(
        "respect-gitignore",
        "boolean",
        {
            "en": "Leave out what .gitignore files of a Git repository exclude.",
            "zh-CN": "在 Git 仓库里遵守 .gitignore。",
        },
    ),
    Key(
        "force-exclude",
        "boolean",
        {
            "en": "Leave out excluded files even when they are named explicitly.",
            "zh-CN": "明确指定的文件，也按排除设置跳过。",
        },
    ),
    _PROFILE,
    Key(
        "profiles",
        "table",
        {"en": "Named profiles; each inherits the top-level keys.", "zh-CN": "有名称的切分方案；未设的键取顶层的值。"},
    ),
    _SELECT,
    _EXTEND_SELECT,
    _IGNORE,
    Key(
        "fail-on",
        "choice",
        {
            "en": "The lowest severity that makes a run fail.",
            "zh-CN": "出现不低于此级别的问题，即判为失败。",
        },
        choices=("info", "warning", "error", "never"),
    ),
    Key(
        "baseline",
        "path",
        {
            "en": "A file of known findings, which are not reported; chunklint baseline writes it.",
            "zh-CN": "已知问题的基线文件，其中的问题不再报告；由 chunklint baseline 写入。",
        },
    ),
    Key(
        "plugins",
        "strings",
        {"en": "Rule packs to load, by entry-point name.", "zh-CN": "要加载的规则包，写入口点名称。"},
    ),
    _RULES,
    Key(
        "custom",
        "tables",
        {
            "en": "Rules of your own: a pattern or limits, and a message.",
            "zh-CN": "自定义规则：正则表达式或上限，加上消息。",
        },
    ),
    Key("overrides", "tables", {"en": "Settings for files that match globs.", "zh-CN": "只对匹配的文件生效的设置。"}),
    *PROFILE_KEYS.values(),
)

OVERRIDE_KEYS = _table(
    Key("files", "globs", {"en": "The files that this is for.", "zh-CN": "适用的文件。"}),
    _SELECT,
    _EXTEND_SELECT,
    _IGNORE,
    _PROFILE,
    _RULES,
)

CUSTOM_SCOPES = ("chunk-start", "chunk", "heading", "sentence")

CUSTOM_KEYS = _table(
    Key(
        "code",
        "string",
        {
            "en": "The rule's code: capital letters and digits, such as DOC101.",
            "zh-CN": "规则代码：大写字母加数字，如 DOC101。",
        },
    ),
    Key(
        "name",
        "string",
        {"en": "The rule's name, in small letters with hyphens.", "zh-CN": "规则名称：小写字母，以连字符相连。"},
    ),
    Key(
        "scope",
        "choice",
        {"en": "What the pattern or the limits are applied to.", "zh-CN": "正则表达式或上限针对的对象。"},
        choices=CUSTOM_SCOPES,
    ),
    Key(
        "pattern",
        "pattern",
        {"en": "A regular expression; what it matches is reported.", "zh-CN": "正则表达式；匹配到的内容会被报告。"},
    ),
    Key(
        "max-words",
        "integer",
        {"en": "The most words; more are reported.", "zh-CN": "单词数上限，超过即报告。"},
        minimum=1,
    ),
    Key(
        "max-han",
        "integer",
        {"en": "The most Han characters; more are reported.", "zh-CN": "汉字数上限，超过即报告。"},
        minimum=1,
    ),
    Key(
        "max-tokens",
        "integer",
        {
            "en": "The largest size in the profile's unit; more is reported.",
            "zh-CN": "长度上限（按切分方案的单位），超过即报告。",
        },
        minimum=1,
    ),
    Key(
        "max-characters",
        "integer",
        {"en": "The most characters; more are reported.", "zh-CN": "字符数上限，超过即报告。"},
        minimum=1,
    ),
    Key(
        "message",
        "message",
        {
            "en": "What is reported, as a string or by language; may hold {match}, {size} and {limit}.",
            "zh-CN": "消息内容，可按语言分写；可用 {match}、{size}、{limit}。",
        },
    ),
    Key(
        "severity",
        "choice",
        {"en": "How severe the rule's findings are.", "zh-CN": "该规则所报问题的级别。"},
        choices=("off", "info", "warning", "error"),
    ),
    Key(
        "languages",
        "choices",
        {"en": "The languages of the text that the rule is for.", "zh-CN": "规则适用的文本语言。"},
        choices=("en", "zh-CN"),
    ),
)

SEVERITY = Key(
    "severity",
    "choice",
    {"en": "How severe the rule's findings are.", "zh-CN": "该规则所报问题的级别。"},
    choices=("off", "info", "warning", "error"),
)


def default_of(key: Key) -> object:
    """The value that holds where a key is not set; None for tables, and where there is none to name."""
    if key.kind in ("table", "tables"):
        return None
    field = key.name.replace("-", "_")
    if key.name == "profile":
        return ("default",)
    if key.name in PROFILE_KEYS:
        return getattr(Profile(), field, None)
    return Settings._field_defaults.get(field)
