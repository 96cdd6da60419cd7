"""CL501: a code fence without its closing line, which makes code of everything after it."""

from __future__ import annotations

import re
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
            "zh-CN": "这个代码块没有结束。从这里到第 {last} 行都成了代码，以后在后面添加的内容也一样。请用 {fence} 结束它。",
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
    yield Report(
        block.start,
        opening_end,
        {"first": block.line + 2, "last": block.end_line, "headings": headings, "fence": block.fence},
        variant="default" if headings and block.end_line > block.line + 1 else "short",
    )
