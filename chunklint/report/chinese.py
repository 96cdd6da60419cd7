"""Chinese for the sentences that the layers below the reports say in English: about settings, paths, tokenizers, packs.

The English sentence is the key, as in gettext: ``{}`` stands for a value, ``{hint}`` for a proposal that may be missing
and ``{which}`` for the name of a profile that may be. Whoever adds a sentence below adds it here; a test compares them.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chunklint.engine.model import Language

_SENTENCES: dict[str, str] = {
    # Settings
    "unknown key {}{hint}": "没有 {0} 这个键{1}",
    "unknown rule {}{hint}": "没有 {0} 这条规则{1}",
    "no rule has the code, family or name {}{hint}": "没有代码、类别或名称为 {0} 的规则{1}",
    "the rule {} has two tables, by its name and by its code": "规则 {0} 有两个表，一个用名称，一个用代码",
    "the rule {} has no option {}{hint}": "规则 {0} 没有 {1} 这个选项{2}",
    "no profile has the name {}{hint}": "没有名为 {0} 的切分方案{1}",
    "{} {} is not known{hint}": "没有 {0} {1}{2}",
    "profile must name at least one profile": "profile 至少要指定一个切分方案",
    "{} must not be empty": "{0} 不能为空",
    "{} must not hold an empty string": "{0} 中不能有空字符串",
    "{} must hold at least one string": "{0} 至少要有一个字符串",
    "{} must hold strings only, not {}": "{0} 只能包含字符串，不能是{1}",
    "{} must be at least {}, not {}": "{0} 至少为 {1}，不能是 {2}",
    "{} must be at most 100, not {}": "{0} 不能超过 100，而此处是 {1}",
    "{}.{} must be a table, not {}": "{0}.{1} 必须是表，不能是{2}",
    "--{} must be one of {}, not {}{hint}": "--{0} 只能是 {1} 之一，不能是 {2}{3}",
    "{} must be one of {}, not {}{hint}": "{0} 只能是 {1} 之一，不能是 {2}{3}",
    "{} must be {}, not {}": "{0} 必须是{1}，不能是{2}",
    "{}: {} can't be used as a pattern: {}": "{0}：{1} 不能用作匹配模式：{2}",
    "an override needs files, the globs that it is for": "overrides 要有 files，即适用的匹配模式",
    "overrides must be tables: write [[overrides]] above each": "overrides 必须是表：每个之前写 [[overrides]]",
    "embedding must be lexical, module:callable or a folder; {} is none{hint}": (
        "embedding 必须是 lexical、module:callable 或文件夹，{0} 都不是{1}"
    ),
    "{which}parent-max-tokens, {}, must be at least max-tokens, {}": (
        "{0}parent-max-tokens（{1}）不能小于 max-tokens（{2}）"
    ),
    "{which}overlap, {}, must be smaller than max-tokens, {}": "{0}overlap（{1}）必须小于 max-tokens（{2}）",
    "{which}min-tokens, {}, must be at most max-tokens, {}": "{0}min-tokens（{1}）不能大于 max-tokens（{2}）",
    "{which}no embedding model {} is known; set model-limit for another one{hint}": (
        "{0}内置表中没有嵌入模型 {1}；其他模型请设 model-limit{2}"
    ),
    "{which}the splitter {} has no option {}{hint}": "{0}切分方式 {1} 没有 {2} 这个选项{3}",
    # Settings files
    "not valid TOML: {}": "不是有效的 TOML：{0}",
    "not readable as TOML: nested too deeply": "无法按 TOML 读取：嵌套太深",
    "the settings file can't be read: {}": "无法读取设置文件：{0}",
    "the settings file is larger than {} KB": "设置文件大于 {0} KB",
    "the settings file is not UTF-8": "设置文件不是 UTF-8 编码",
    "there is no table [tool.chunklint] in this file": "此文件中没有 [tool.chunklint] 表",
    "tool.chunklint must be a table": "tool.chunklint 必须是表",
    "extend must be the path of a settings file": "extend 必须是设置文件的路径",
    "extend goes in a circle: {} extends this file": "extend 形成循环：{0} 又继承了此文件",
    "extend: there is no file {}": "extend：没有 {0} 这个文件",
    # Custom rules
    "custom must be tables: write [[custom]] above each": "custom 必须是表：每个之前写 [[custom]]",
    "two custom rules have the name {}; rename one of them": "有两条自定义规则都叫 {0}，请改掉其中一个名称",
    "two custom rules have the code {}; give one of them another": "有两条自定义规则的代码都是 {0}，请改掉其中一个",
    "a custom rule needs either a pattern or limits ({})": "自定义规则要有 pattern 或上限（{0}），二者取一",
    "a custom rule needs {}": "自定义规则缺少 {0}",
    "the scope 'chunk-start' has no size: it needs a pattern": "scope 为 'chunk-start' 时没有大小可言，需要 pattern",
    "{size} and {limit} are for rules with limits": "{{size}} 和 {{limit}} 只能用于设了上限的规则",
    "{} is the rule {} already; choose another {}": "{0} 已是规则 {1}，请另选一个 {2}",
    "code must be capital letters and a number, such as DOC101, not {}": (
        "code 必须是大写字母加数字，如 DOC101，不能是 {0}"
    ),
    "codes with {} are for the built-in rules; begin with other letters": (
        "{0} 开头的代码留给内置规则，请用其他字母开头"
    ),
    "name must be small letters with hyphens, such as no-click-here, not {}": (
        "name 必须是小写字母加连字符，如 no-click-here，不能是 {0}"
    ),
    "the pattern {} can't be used: {}": "正则表达式 {0} 不能用：{1}",
    "a message needs a text in en or zh-CN": "message 要有 en 或 zh-CN 的文字",
    "a message has no language {}{hint}": "message 没有 {0} 这种语言{1}",
    "a message has at most {} characters": "message 最多 {0} 个字符",
    "a message can name {}, not {{}}{hint}": "message 中可用 {0}，没有 {{{1}}}{2}",
    # Paths
    "{} does not exist": "{0} 不存在",
    "{} is a link to nothing": "{0} 是指向空处的链接",
    "{} can't be read: {}": "无法读取 {0}：{1}",
    "{} is not a regular file": "{0} 不是普通文件",
    "{} is excluded": "{0} 已被排除",
    "{} is skipped: chunklint reads {} files": "已跳过 {0}：chunklint 只读取 {1} 文件",
    "{} is skipped: it is not a regular file": "已跳过 {0}：不是普通文件",
    "{} is skipped: it is not text but binary data": "已跳过 {0}：是二进制数据，不是文本",
    "{} is skipped: it is larger than {} MB (name it to lint it anyway)": (
        "已跳过 {0}：大于 {1} MB（直接指定该文件即可检查）"
    ),
    "{} is skipped: it links to a folder that it lies in": "已跳过 {0}：它链接到自己所在的文件夹",
    "{} holds no documents: chunklint reads {} files that are not excluded": (
        "{0} 中没有文档：chunklint 读取未被排除的 {1} 文件"
    ),
    "{} and {} more skipped: folders of dependencies (name a file in them to lint it)": (
        "已跳过 {0} 等依赖文件夹（另有 {1} 个；直接指定其中的文件即可检查）"
    ),
    "{} skipped: folders of dependencies (name a file in them to lint it)": (
        "已跳过依赖文件夹 {0}（直接指定其中的文件即可检查）"
    ),
    # Tokenizers
    "tokenizer {} needs a package that fails to load: pip install tiktoken": (
        "tokenizer {0} 所需的包无法加载：pip install tiktoken"
    ),
    "tokenizer {}: a plugin of tiktoken fails to load ({})": "tokenizer {0}：tiktoken 的一个插件无法加载（{1}）",
    "tokenizer {}: its vocabulary is not on this computer, and chunklint downloads nothing; "
    "set TIKTOKEN_CACHE_DIR to a folder into which tiktoken has loaded it": (
        "tokenizer {0}：本机没有它的词表，chunklint 不下载任何内容；"
        "请把 TIKTOKEN_CACHE_DIR 设为 tiktoken 已存有该词表的文件夹"
    ),
    "tokenizer {}: there is no file {}; chunklint downloads nothing, "
    "so give the path of a tokenizer.json that is on this computer": (
        "tokenizer {0}：没有 {1} 这个文件；chunklint 不下载任何内容，请给出本机上 tokenizer.json 的路径"
    ),
    "tokenizer {} is a tokenizer.json, which needs a package: pip install tokenizers": (
        "tokenizer {0} 是 tokenizer.json，需要安装：pip install tokenizers"
    ),
    "tokenizer {}: {} is no readable tokenizer.json ({})": "tokenizer {0}：{1} 不是可读的 tokenizer.json（{2}）",
    # Rule packs
    "Two rules are called {}, in {} and in {}: rename one of them.": (
        "有两条规则都叫 {0}，分别在 {1} 和 {2} 中：请改掉其中一个名称。"
    ),
    "The rule pack {} is not installed here; installed packs: {}.": "没有安装规则包 {0}；已安装：{1}。",
    "The rule pack {} cannot be used: {}": "规则包 {0} 不能用：{1}",
    "The rule pack {} cannot be imported: {}: {}.": "规则包 {0} 无法导入：{1}：{2}。",
    "{} is no rule: it needs a RULE (chunklint.api.Rule) and a check function.": (
        "{0} 不是规则：要有 RULE（chunklint.api.Rule）和 check 函数。"
    ),
    "{} is a module: a rule pack is a package with a module for each rule.": (
        "{0} 是单个模块：规则包应是一个包，每条规则一个模块。"
    ),
}

# What stands for a value in these sentences.
_VALUES: dict[str, str] = {
    "true or false": " true 或 false",
    "true": " true",
    "false": " false",
    "a whole number": "整数",
    "a string": "字符串",
    "a list of strings": "字符串列表",
    "a list": "列表",
    "a table": "表",
    "a number": "数",
    "a date or time": "日期或时间",
    "one of {}": " {0} 之一",
    "the string {}": "字符串 {0}",
    "it is longer than {} characters": "超过 {0} 个字符",
    "it matches nothing, as in a .gitignore file": "与 .gitignore 中一样，它不匹配任何内容",
    "; did you mean {}?": "，是不是 {0}？",
    "profile {}: ": "切分方案 {0}：",
}

_GAPS = {"{}": "(.+?)", "{hint}": r"((?:; did you mean .*\?)?)", "{which}": r"((?:profile .*?: )?)"}


def in_language(sentence: str, language: Language) -> str:
    """A sentence of the layers below in the user's language."""
    return in_chinese(sentence) if language == "zh-CN" else sentence


def in_chinese(sentence: str) -> str:
    """A sentence of the layers below in Chinese; as it is where it is not known, such as a reason of the system.

    >>> in_chinese("unknown key 'max_tokens'; did you mean 'max-tokens'?")
    "没有 'max_tokens' 这个键，是不是 'max-tokens'？"
    """
    found = _translated(sentence, tuple(_SENTENCES.items()))
    if found is not None:
        return found
    # What goes before says where or whose: "--select: ...".
    place, colon, rest = sentence.partition(": ")
    found = _translated(rest, tuple(_SENTENCES.items())) if colon else None
    return sentence if found is None else f"{place}：{found}"


def _translated(text: str, known: tuple[tuple[str, str], ...]) -> str | None:
    for english, chinese in known:
        match = _pattern(english).fullmatch(text)
        if match:
            return chinese.format(*map(_value, match.groups()))
    return None


def _value(text: str) -> str:
    return _translated(text, tuple(_VALUES.items())) or text


@cache
def _pattern(english: str) -> re.Pattern[str]:
    pattern = "".join(_GAPS.get(part, re.escape(part)) for part in re.split(r"(\{(?:hint|which)?\})", english))
    return re.compile(pattern, re.DOTALL)
