"""Divides a table that no chunk can hold into smaller ones under repeated headers; what to call them is left open."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from chunklint.api import Edit, Fix, sentence_length

if TYPE_CHECKING:
    from chunklint.api import Block, Context

# What the count of a whole may exceed the sum of its rows' counts by: a line ending counted with its neighbours.
_SLACK = 4
_NOTE = "TODO(writer): name this part"


def division(table: Block, context: Context) -> Fix | None:
    """The edits that put a header and a neutral lead-in before every part but the first; parts are about equal.

    None where a row is too large for any chunk with the header, or the table would fit.
    """
    document, lines = context.document, context.document.lines
    chinese = _is_chinese(document.slice(table.start, table.end))
    lead_in = _lead_in(99, 99, chinese)
    header = context.size(table.start, lines.end(table.line + 1))
    capacity = context.room_for(table) - header - context.size_of_text(f"{lead_in}\n\n") - _SLACK
    rows = [context.size(lines.start(line), lines.start(line + 1)) for line in range(table.line + 2, table.end_line)]
    if not rows or max(rows) > capacity:
        return None
    # What announces the whole table stays with its first part.
    announced = context.size(*_announcement(table, context))
    firsts = _balanced([rows[0] + min(announced, capacity - rows[0]), *rows[1:]], capacity)
    if len(firsts) < 2:
        return None
    margin = re.sub(r"[^\s>]", " ", document.text[lines.start(table.line) : table.start])
    names = [document.slice(table.start, lines.end(table.line)), lines.line_text(table.line + 1)]
    note = f"{{/* {_NOTE} */}}" if document.format == "mdx" else f"<!-- {_NOTE} -->"
    edits = []
    for number, first in enumerate(firsts[1:], 2):
        words = ["", note, _lead_in(number, len(firsts), chinese), "", names[0]]
        before = [f"{margin}{word}".rstrip() for word in words] + [names[1]]
        at = lines.start(table.line + 2 + first)
        edits.append(Edit(at, at, "".join(f"{line}\n" for line in before)))
    return Fix(False, tuple(edits))


def _lead_in(number: int, total: int, chinese: bool) -> str:
    return f"续表（{number}/{total}）：" if chinese else f"Part {number} of {total}:"


def _is_chinese(text: str) -> bool:
    words, han = sentence_length(text)
    return han > words


def _announcement(table: Block, context: Context) -> tuple[int, int]:
    """The title or lead-in before a table; an empty stretch without one."""
    blocks = context.document.blocks
    at = bisect_left(blocks, table.start, key=lambda block: block.start) - 1
    if at >= 0 and (context.lead_in(blocks[at], table) or context.table_title(blocks[at], table)):
        return blocks[at].start, table.start
    return table.start, table.start


def _balanced(sizes: list[int], capacity: int) -> list[int]:
    """The index of each part's first row: as few parts as can be, the largest of them as small as can be."""
    firsts = _packed(sizes, capacity)
    low, high = max(sizes), capacity
    while low < high:
        middle = (low + high) // 2
        packed = _packed(sizes, middle)
        if len(packed) <= len(firsts):
            firsts, high = packed, middle
        else:
            low = middle + 1
    return firsts


def _packed(sizes: list[int], capacity: int) -> list[int]:
    firsts, left = [0], capacity
    for index, size in enumerate(sizes):
        if size > left and index:
            firsts.append(index)
            left = capacity
        left -= size
    return firsts
