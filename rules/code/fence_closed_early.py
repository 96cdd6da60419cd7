"""CL503: a code block that the closing line of a block inside it closes; fences that nothing closes are CL501's."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from chunklint.api import Block, Context, Document, Edit, Fix, Report, Rule

RULE = Rule(
    code="CL503",
    name="fence-closed-early",
    scope="document",
    severity="error",
    summary={
        "en": "A code block is closed by the end of a code block inside it",
        "zh-CN": "代码块里还有代码块，被里面的结束标记提前结束",
    },
    messages={
        "default": {
            "en": "This code block ends on line {closed}, with the block inside it, not on line {meant}. What stands "
            "between is read as the page's own text and headings, so answers mix both. Open it and close line {meant} "
            "with {fence}.",
            "zh-CN": "这个代码块本该到第 {meant} 行，却在第 {closed} 行随里面的代码块一起结束。"
            "两行之间的内容成了页面自己的正文和标题，混进答案里。请把这一行和第 {meant} 行的标记都改成 {fence}。",
        },
    },
    yields_to=("CL701",),
    fixable="unsafe",
)

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})[ \t]*([^`\r\n]*)", re.MULTILINE)
# An opening line inside code: a fence with a language. Only looked for where there is code.
_INNER = re.compile(r"\n {0,3}(?:`{3,}|~{3,})[ \t]*[^\W\d_{]")

# So many fences further on are looked at: more than any block holds, and no page takes longer than its length.
_FURTHEST = 200


class _Mark(NamedTuple):
    """A line that starts with a fence: where, the fence, and what stands behind it."""

    start: int
    fence: str
    info: str


def digest(document: Document, context: Context) -> object:
    """The fences of a page on which one block may hold another, and which of them open one."""
    if not any(_holds_fence(block, document) for block in document.blocks):
        return ()
    return [mark[1:] for mark in _marks(document)], [(b.info, b.fence) for b in document.blocks if b.kind == "code"]


def check(document: Document, context: Context) -> Iterator[Report]:
    """Report blocks at their opening line; what comes of it further down is the cause of other findings there."""
    if not any(_holds_fence(block, document) for block in document.blocks):
        return
    marks = _marks(document)
    for opening, closing, meant in _closed_early(marks, document):
        start, last = marks[opening].start, context.line_end(marks[meant].start)
        longer = marks[opening].fence + marks[opening].fence[0]
        yield Report(
            start,
            context.line_end(start),
            {
                "closed": context.line(marks[closing].start),
                "meant": context.line(marks[meant].start),
                "fence": longer,
            },
            fix=Fix(False, tuple(Edit(at, at, longer[0]) for at in (start, marks[meant].start))),
            cause=(start, last),
        )


def _closed_early(marks: Sequence[_Mark], document: Document) -> Iterator[tuple[int, int, int]]:
    """The numbers of the fences that open a block, close it, and were meant to."""
    at, is_shifted = 0, False
    while at < len(marks):
        closing = _end(marks, at) if _opens(marks[at], document, is_shifted) else at
        if closing is None:
            return
        meant = _meant_end(marks, at) if any(mark.info for mark in marks[at + 1 : closing]) else None
        stop = at + _FURTHEST
        if meant is not None and _oddities(marks[meant + 1 : stop]) < _oddities(marks[at:stop]):
            yield at, closing, meant
            closing, is_shifted = meant, True
        at = closing + 1


def _opens(mark: _Mark, document: Document, is_shifted: bool) -> bool:
    """Whether a fence opens a block of the page itself; behind a block closed early it may be code to Markdown."""
    number = bisect_right(document.blocks, mark.start, key=lambda block: block.start) - 1
    block = document.blocks[number]
    return block.kind == "code" and (is_shifted or block.start == mark.start)


def _end(marks: Sequence[_Mark], at: int) -> int | None:
    """The fence that closes a block to Markdown: the first as long without anything behind it."""
    fence = marks[at].fence
    until = min(at + _FURTHEST, len(marks))
    return next((n for n in range(at + 1, until) if not marks[n].info and marks[n].fence.startswith(fence)), None)


def _holds_fence(block: Block, document: Document) -> bool:
    """Whether a closed block of code on the page itself has a line that would open another."""
    return (
        block.kind == "code"
        and bool(block.fence)
        and block.closed
        # Nearly all code has no fence but its own; finding that out this way takes next to no time.
        and document.text.find(block.fence, block.start + len(block.fence), block.end - len(block.fence)) > 0
        and _INNER.search(document.text, block.start, block.end) is not None
    )


def _marks(document: Document) -> list[_Mark]:
    return [_Mark(found.start(1), found[1], found[2].strip()) for found in _FENCE.finditer(document.text)]


def _meant_end(marks: Sequence[_Mark], at: int) -> int | None:
    """The fence that ends a block if each with a language opens one inside it; None where there is none, or no telling.

    >>> _meant_end([_Mark(0, "```", "md"), _Mark(9, "```", "sh"), _Mark(18, "```", ""), _Mark(25, "```", "")], 0)
    3
    """
    depth = 1
    for number in range(at + 1, min(at + _FURTHEST, len(marks))):
        mark = marks[number]
        if mark.fence != marks[at].fence:
            return None
        depth += 1 if mark.info else -1
        if depth == 0:
            return number
    return None


def _oddities(marks: Sequence[_Mark]) -> int:
    """How often what Markdown makes of fences is hardly meant: one with a language inside code, and one never closed.

    >>> _oddities([_Mark(0, "```", "md"), _Mark(9, "```", "sh"), _Mark(18, "```", ""), _Mark(25, "```", "")])
    2
    """
    odd, opened = 0, ""
    for mark in marks:
        if not opened:
            opened = mark.fence
        elif mark.info:
            odd += mark.fence.startswith(opened)
        elif mark.fence.startswith(opened):
            opened = ""
    return odd + bool(opened)
