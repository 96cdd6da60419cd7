"""CL501: a code fence without its closing line, which makes code of everything after it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from chunklint.api import Block, Context, Report, Rule

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
            "读者按标题查不到这些内容。请用 {fence} 结束它。",
        },
        "short": {
            "en": "This code block is never closed. All that follows, down to line {last}, is read as code and so "
            "would be anything added later. Close it with {fence}.",
            "zh-CN": "这个代码块没有结束。从这里到第 {last} 行都成了代码，以后在后面添加的内容也一样。"
            "请用 {fence} 结束它。",
        },
        "inside": {
            "en": "This code block is never closed; only the list or quote around it ends it, on line {last}. Tools "
            "that read line by line take all that follows for code, and readers find none of it. Close it with {fence}.",
            "zh-CN": "这个代码块没有结束，只是到第 {last} 行随外层的列表或引用一起结束。"
            "逐行读取的工具会把后面的内容都当成代码，读者便查不到。请用 {fence} 结束它。",
        },
    },
    fixable="unsafe",
)

_HEADING = re.compile(r"^#{1,6}[ \t]+\S", re.MULTILINE)


def check(block: Block, context: Context) -> Iterator[Report]:
    """Report the opening line, with the lines and headings that were swallowed."""
    if block.closed or not block.fence:
        return
    lines = context.document.lines
    opening_end = min(lines.end(block.line), block.end)
    headings = len(_HEADING.findall(context.document.text, opening_end, block.end))
    # CommonMark ends it with its container, so the page itself is not broken.
    inside = not _is_outermost(block, context)
    yield Report(
        block.start,
        opening_end,
        {
            "first": min(block.line + 2, block.end_line),
            "last": block.end_line,
            "headings": headings,
            "fence": block.fence,
        },
        variant="inside" if inside else "default" if headings else "short",
        severity="warning" if inside else None,
    )


def _is_outermost(block: Block, context: Context) -> bool:
    blocks = context.document.blocks
    at = bisect_right(blocks, block.start, key=lambda outer: outer.start) - 1
    return blocks[at] is block
