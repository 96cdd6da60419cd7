"""CL501: a code fence without its closing line, which makes code of everything after it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from chunklint.api import Block, Context, Edit, Fix, Line, Report, Rule

RULE = Rule(
    code="CL501",
    name="fence-never-closed",
    scope="block",
    kinds=("code",),
    severity="error",
    summary={
        "en": "A code fence is never closed and swallows what follows",
        "zh-CN": "代码块没有结束标记，后面的内容都成了代码",
    },
    messages={
        "default": {
            "en": "This code block is never closed. Lines {first}–{last} are read as code, {headings:heading|headings} "
            "among them, so readers find none of it under its heading. Close it with {fence}.",
            "zh-CN": "这个代码块没有结束。第 {first}～{last} 行都成了代码，其中有 {headings} 个标题，"
            "读者按标题查不到这些内容。请补上结束标记 {fence}。",
        },
        "short": {
            "en": "This code block is never closed. All that follows, down to line {last}, is read as code and so "
            "would be anything added later. Close it with {fence}.",
            "zh-CN": "这个代码块没有结束。从这里到第 {last} 行都成了代码，以后在后面添加的内容也一样。"
            "请补上结束标记 {fence}。",
        },
        "inside": {
            "en": "This code block is never closed; only the list or quote around it ends it, on line {last}. Tools "
            "that read line by line take what follows for code too, and readers find none of it. Close it with "
            "{fence}.",
            "zh-CN": "这个代码块没有结束，只是到第 {last} 行随外层的列表或引用一起结束。"
            "逐行读取的工具会把后面的内容都当成代码，读者便查不到。请补上结束标记 {fence}。",
        },
        "outside": {
            "en": "This line does not close the code of line {opened}: it stands outside that list or quote. All down "
            "to line {last} is read as code instead. Let it start like line {opened}, with the same indent or mark.",
            "zh-CN": "这一行没有结束第 {opened} 行的代码块，因为它在那个列表或引用之外。"
            "从这里到第 {last} 行反而都成了代码。请让它与第 {opened} 行开头一致，缩进或引用标记相同。",
        },
    },
    yields_to=("CL503",),
    fixable="unsafe",
)

# One "#" is a comment in many languages; a title stands between blank lines.
_HEADING = re.compile(r"^(?:#{2,6}[ \t]+\S|(?<=\n)[ \t]*\r?\n#[ \t]+\S[^\n]*\n[ \t]*\r?$)", re.MULTILINE)
_SUBHEADING = re.compile(r"[ \t>]*#{2,6}[ \t]+\S")
# A sentence that starts at the margin: no code does that but in a comment or a string.
_PROSE = re.compile(r"(?:[A-Z][\w'’-]*(?:,? [\w'’/.-]+){4,}[.:!?]|[\u3400-\u9fff][^={}<>;]{7,}[。：！？])\s*$")
_COMMENT = re.compile(r"[ \t>]*(?:<!--.*-->|\{/\*.*\*/\})\s*")
# Languages whose code is running text.
_TEXT = frozenset({"text", "txt", "plain", "plaintext", "markdown", "md", "mdx", "log", "console", "output"})


def check(block: Block, context: Context) -> Iterator[Report]:
    """Report the opening line, with the lines and headings that were swallowed."""
    if block.closed or not block.fence:
        return
    lines = context.document.lines
    opening_end = min(lines.end(block.line), block.end)
    headings = len(_HEADING.findall(context.document.text, opening_end, block.end))
    # CommonMark ends it with its container, so the page itself is not broken.
    inside = not _is_outermost(block, context)
    if inside and any(_is_meant_for(other, block, context) for other in context.document.of_kind("code")):
        return
    opened = None if inside else _meant(block, context)
    if opened is not None:
        margin = _margin(opened, context)
        data = {"opened": context.line(opened.start), "last": context.line(block.end), "fence": block.fence}
        edit = Edit(lines.start(block.line), block.start, margin)
        # A comment between the two has ended the list or quote: an indented fence behind it would close nothing.
        fix = Fix(False, (edit,)) if block.line == opened.end_line else None
        yield Report(block.start, opening_end, data, "outside", fix=fix)
        return
    yield Report(
        block.start,
        opening_end,
        {
            "first": Line(min(context.line(block.start) + 1, context.line(block.end))),
            "last": context.line(block.end),
            "headings": headings,
            "fence": block.fence,
        },
        variant="inside" if inside else "default" if headings else "short",
        severity="warning" if inside else None,
        fix=_closing(block, context),
    )


def _meant(block: Block, context: Context) -> Block | None:
    """The open code in a list or quote that a fence after it was meant to close; None where it is an opening one."""
    return next((one for one in context.document.walk() if _is_meant_for(block, one, context)), None)


def _is_meant_for(fence: Block, opened: Block, context: Context) -> bool:
    """Whether a fence without a language, itself never closed, follows right on the open code in a list or quote."""
    return (
        opened.kind == "code"
        and not (opened.closed or fence.closed or fence.info)
        and bool(opened.fence)
        and fence.fence.startswith(opened.fence)
        and not _is_outermost(opened, context)
        and _is_outermost(fence, context)
        and fence.line == _line_behind(opened, context)
    )


def _line_behind(block: Block, context: Context) -> int:
    """The line after a block and the comments right behind it, such as one that switches this rule off."""
    lines, line = context.document.lines, block.end_line
    while line < len(lines) and _COMMENT.fullmatch(lines.line_text(line)):
        line += 1
    return line


def _margin(block: Block, context: Context) -> str:
    """What stands before the closing fence: the marks of a quote stay, that of a list item becomes indentation."""
    document = context.document
    return re.sub(r"[^\s>]", " ", document.text[document.lines.start(block.line) : block.start])


def _closing(block: Block, context: Context) -> Fix:
    """Close the fence after the line where the code most likely ends."""
    document, lines = context.document, context.document.lines
    margin = _margin(block, context)
    at = min(lines.end(_last_line_of_code(block, context)), block.end)
    line_ending = "\r\n" if "\r\n" in document.text[block.start : block.end + 2] else "\n"
    return Fix(False, (Edit(at, at, f"{line_ending}{margin}{block.fence}"),))


def _last_line_of_code(block: Block, context: Context) -> int:
    """The line before the blank ones over the first subheading or sentence swallowed, else the block's last one."""
    line_text = context.document.lines.line_text
    margin = context.document.lines.column(block.start)
    is_text = context.code_language(block) in _TEXT
    last = block.line
    for line in range(block.line + 1, block.end_line):
        content = line_text(line).strip(" \t>")
        if content and line > last + 1:
            is_prose = not is_text and last > block.line and _PROSE.match(line_text(line)[margin:])
            if is_prose or _SUBHEADING.match(line_text(line)):
                return last
        if content:
            last = line
    return last


def _is_outermost(block: Block, context: Context) -> bool:
    blocks = context.document.blocks
    at = bisect_right(blocks, block.start, key=lambda outer: outer.start) - 1
    return blocks[at] is block
