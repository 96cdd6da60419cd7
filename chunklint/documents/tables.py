"""Cells of GFM tables with their exact places; the parser leaves them in the table's lines."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from chunklint.documents.model import Block, Document


class Cell(NamedTuple):
    """A table cell without the blanks around it: ``start`` and ``end`` are code points of the document."""

    start: int
    end: int


def row_cells(document: Document, table: Block, line: int) -> list[Cell]:
    """The cells of one line of a table, those that the header has no column for included.

    As in GFM a pipe ends a cell unless a backslash stands before it, code spans make no difference, and a first and
    last empty cell are only the row's borders.
    """
    text = document.text
    start, end = _row_span(document, table, line)
    bounds = [start - 1]
    at = text.find("|", start, end)
    while at >= 0:
        if at == start or text[at - 1] != "\\":
            bounds.append(at)
        at = text.find("|", at + 1, end)
    bounds.append(end)
    cells = [_trimmed(text, left + 1, right) for left, right in pairwise(bounds)]
    if len(cells) > 1 and bounds[1] == start:
        del cells[0]
    if len(cells) > 1 and bounds[-2] == end - 1:
        del cells[-1]
    return cells


def _row_span(document: Document, table: Block, line: int) -> tuple[int, int]:
    text = document.text
    start, end = document.lines.start(line), document.lines.end(line)
    if line == table.line:
        start = table.start
    while start < end and text[start] in " \t>":
        start += 1
    while end > start and text[end - 1] in " \t":
        end -= 1
    return start, end


def _trimmed(text: str, start: int, end: int) -> Cell:
    cell = text[start:end]
    start += len(cell) - len(cell.lstrip(" \t"))
    return Cell(start, max(start, start + len(cell.strip(" \t"))))
