"""CL206: a line in bold that does a heading's work without being one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from chunklint.api import Block, Context, Document, Edit, Fix, Option, Report, Rule, Section, sentence_length

RULE = Rule(
    code="CL206",
    name="bold-as-heading",
    scope="document",
    by_passage=True,
    severity="info",
    summary={"en": "A bold line is used as a heading", "zh-CN": "加粗的一行被当作标题"},
    messages={
        "default": {
            "en": "This bold line looks like a heading but is none. The text below it is not filed under it, so an "
            "answer may lack its topic. Make it a heading of level {level}.",
            "zh-CN": "这行加粗的文字像标题，却不是标题。下面的内容不会归到它名下，读者可能看不出答案讲的是什么。"
            "请改成第 {level} 级标题。",
        },
        "large": {
            "en": "This bold line looks like a heading but is none, and its section is cut up. The text below "
            "may be stored without this line. Make it a heading of level {level}.",
            "zh-CN": "这行加粗的文字像标题，却不是标题，而这一节会被切成好几块。"
            "下面的内容可能和这一行分开。请改成第 {level} 级标题。",
        },
    },
    options={
        "max-words": Option(10, "The most words that such a line has.", summary_zh="这样的一行最多几个词。"),
        "max-han": Option(
            25, "The most Chinese characters that such a line has.", summary_zh="这样的一行最多几个汉字。"
        ),
        "min-chunks": Option(
            3,
            "From how many chunks of the section on the finding is a warning.",
            summary_zh="小节要切成几块以上才算警告。",
        ),
    },
    yields_to=("CL701", "CL503"),
    fixable="unsafe",
)

_BOLD = re.compile(r"(\*\*|__)(?=[^\s*_])((?:(?!\1).)+)(?<=\S)\1")
_CLOSING = tuple(".:;!?,…。：；！？，、")
# Captions belong to what they name; a link or picture in bold calls for a click.
_CAPTION = re.compile(
    r"(?:tables?|tab\.|figures?|fig\.|listings?|图表|表格|表|图|代码清单)\s*[\dA-Z一二三四五六七八九十]", re.IGNORECASE
)
_LINK_OR_PICTURE = re.compile(r"!\[|<(?:img|a)\b|\[[^\[\]]*\]\([^()]*\)$")
_DEEPEST = 6
# Such lines stand in many sections of a page alike.
_LABELS = (
    r"(?:param(?:eter)?|arg(?:ument)?|input|output|return|raise|throw|example|request|response|result|type|event|slot)s?"
    r"|example\(s\)|syntax|signature|props|options?|defaults?(?: values?)?|return values?|notes?|(?:more )?details"
    r"|added|changed|removed|fixed|deprecated|deprecations|dependencies|(?:bug ?)?fix(?:es)?|(?:new )?features"
    r"|improvements?|enhancements|misc(?:ellaneous)?|true|false|yes|no|before|after|good|bad|(?:in)?correct"
    r"|[入出]参|输入|输出|返回[值结果]*|(?:请求|响应|返回)?(?:参数|示例)|请求|响应|例子|代码示例|(?:运行|输出)结果|效果"
    r"|类型|默认值|语法|事件|插槽|选项|说明|备注|注意|新增|修复|优化|变更|移除|废弃|改进|调整|正确|错误|对|错|修改[前后]"
)
_CHANGES = _LABELS + r"|security|documentation|performance|highlights|安全|文档|性能"
# The sections in which a bold line is somebody's name.
_PEOPLE = r"(?:authors?|contributors?|maintainers?|credits|contacts?|team|作者|贡献者|维护者|联系方式|致谢|团队)"


def check(document: Document, context: Context) -> Iterator[Report]:
    """Report short top-level lines that are bold from end to end and followed by a block that is no heading.

    In a section that one chunk holds and in changelogs, labels such as "Example" are passed over.
    """
    text = document.text
    if "**" not in text and "__" not in text:
        return
    for section in document.sections:
        if section.level < _DEEPEST and not re.fullmatch(_PEOPLE, section.title.lower()):
            titles = list(_titles(section, context))
            if titles:
                chunks = context.chunks_needed(section)
                is_large = chunks >= int(context.options["min-chunks"])
                if chunks == 1 or context.is_changelog:
                    labels = _CHANGES if context.is_changelog else _LABELS
                    titles = [block for block in titles if not _is_one_of(labels, block)]
                for block in titles:
                    # One warning a section: what it says of the first line holds for the others.
                    warns = is_large and not context.is_changelog and block is titles[0]
                    yield _report(block, section, is_large=is_large and not context.is_changelog, warns=warns)


def _titles(section: Section, context: Context) -> Iterator[Block]:
    for block, following in pairwise(section.blocks):
        # Of two bold lines in a row the second is the one that names the text.
        is_followed = following.kind != "break" and not (following.kind == "paragraph" and _bold(following))
        if block.kind == "paragraph" and is_followed and _is_bold_title(block, context):
            yield block


def _report(block: Block, section: Section, *, is_large: bool, warns: bool) -> Report:
    level = max(section.level, 1) + 1
    bold = _bold(block)
    assert bold is not None
    return Report(
        block.start,
        block.end,
        {"level": level},
        variant="large" if is_large else "default",
        severity="warning" if warns else None,
        fix=Fix(False, (Edit(block.start, block.end, f"{'#' * level} {bold[2].strip()}"),)),
        anchor=bold[2],
    )


def _bold(block: Block) -> re.Match[str] | None:
    return _BOLD.fullmatch(block.content.strip())


def _is_one_of(labels: str, block: Block) -> bool:
    """Whether a bold line only names a kind of text, such as "Example" or "Bugfixes": no topic by which one asks."""
    bold = _bold(block)
    return bold is not None and re.fullmatch(labels, bold[2].strip().lower()) is not None


def _is_bold_title(block: Block, context: Context) -> bool:
    if not block.content.startswith(("**", "__")):
        return False
    bold = _bold(block)
    if bold is None or _LINK_OR_PICTURE.search(bold[2]):
        return False
    title = context.visible(block).text.strip()
    if title.endswith(_CLOSING) or _CAPTION.match(title) or not any(map(str.isalpha, title)):
        return False
    words, han = sentence_length(title)
    most_words, most_han = int(context.options["max-words"]), int(context.options["max-han"])
    return words * most_han + han * most_words <= most_words * most_han
