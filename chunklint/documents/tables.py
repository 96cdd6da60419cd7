"""Cells of GFM tables with their exact places, and their header rows; the parser leaves them in the table's lines."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunklint.documents.model import Block, Document

_NUMBER = re.compile(r"[-+~≈<>≤≥]?[\s$€£¥￥]*\d[\d\s.,:/×x%‰-]*[\w%°]{0,3}$")
# Cells are read by `row_cells`; whether the first one is empty, or all others, tables of thousands of rows are asked.
_FIRST_EMPTY = re.compile(r"[ \t>]*\|[ \t]*\|")
_ONLY_FIRST = re.compile(r"[ \t>]*\|?(?=[^|]*[^|\s])(?:[^|\\]|\\.)*\|[ \t]*\|[ \t|]*$|[ \t>]*[^|\s>][^|]*\|[ \t]*$")
_MARKUP = re.compile(r"[*_`]+|<[^<>]*>")
# Names of columns are short.
_LONGEST_NAME = 60
# Levels of header below the one that Markdown knows.
_MOST_HEADER_ROWS = 2


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


def header_rows(document: Document, table: Block) -> int:
    """How many rows under the delimiter row belong to the header: Markdown knows only one row of it.

    They do where header cells are empty or the same as their neighbour, and the row says which is which: it has a name
    under each of them and nothing under the others, and below it stand numbers. A row that names all columns does so
    over columns of numbers.
    """
    paths = [[text] for text in _texts(document, table, table.line)]
    first = table.line + 2
    found = 0
    while found < _MOST_HEADER_ROWS and first + found + 1 < table.end_line:
        doubtful = _doubtful([path[-1] for path in paths])
        if not doubtful:
            break
        names = _texts(document, table, first + found)
        if len(names) != len(paths) or not _are_names(names, doubtful):
            break
        if not _is_sparse(names, doubtful) and not all(
            _has_numbers(document, table, first + found + 1, [at]) for at in range(1, len(names))
        ):
            break
        if not _has_numbers(document, table, first + found + 1, [at for at in doubtful if names[at]]):
            break
        found += 1
        for path, name in zip(paths, names, strict=True):
            path.append(name or path[-1])
    return found


def column_paths(document: Document, table: Block) -> list[str]:
    """What each column is called: its header cells from the top, joined by ``>``."""
    from chunklint.documents.html_tables import joined_path

    top = _texts(document, table, table.line)
    rows = [_texts(document, table, table.line + 2 + at) for at in range(header_rows(document, table))]
    if rows:
        # An empty cell beside a filled one is what a cell over several columns becomes in Markdown.
        for at in range(1, len(top)):
            top[at] = top[at] or (top[at - 1] if rows[0][at] else "")
    return [joined_path([text, *(row[at] for row in rows)]) for at, text in enumerate(top)]


def row_groups(document: Document, table: Block) -> list[int]:
    """The lines at which a table's rows below its header begin, those left out that go on with the row above.

    A row without a first cell belongs to the row above, which names it; a row with a first cell only is a title for
    what follows.
    """
    lines: list[int] = []
    is_title = False
    for line in range(table.line + 2 + header_rows(document, table), table.end_line):
        row = document.lines.line_text(line)
        if not lines or not (is_title or _FIRST_EMPTY.match(row)):
            lines.append(line)
        is_title = _ONLY_FIRST.match(row) is not None
    return lines


def _texts(document: Document, table: Block, line: int) -> list[str]:
    return [_MARKUP.sub("", document.text[cell.start : cell.end]).strip() for cell in row_cells(document, table, line)]


def _doubtful(header: Sequence[str]) -> list[int]:
    """The columns whose header cell is empty or the same as its neighbour's, and the filled one beside an empty one.

    An empty first cell alone is the corner of a table whose rows have names of their own.
    """
    empty = {at for at, cell in enumerate(header) if not cell and at}
    spread = {at - 1 for at in empty if header[at - 1]}
    repeated = {
        at
        for at, cell in enumerate(header)
        if cell and cell in (*header[max(0, at - 1) : at], *header[at + 1 : at + 2])
    }
    return sorted(empty | spread | repeated)


def _are_names(names: Sequence[str], doubtful: Sequence[int]) -> bool:
    """Whether a row has a short name under each doubtful column, and no value anywhere."""
    if not all(names[at] for at in doubtful):
        return False
    return not any(len(name) > _LONGEST_NAME or _NUMBER.match(name) or name.endswith((".", "。")) for name in names)


def _is_sparse(names: Sequence[str], doubtful: Sequence[int]) -> bool:
    """Whether a row says little under the columns that have a name already, or has no digits at all."""
    others = [name for at, name in enumerate(names) if at not in doubtful]
    return not any(others[1:]) or not any(map(_has_digit, names))


def _has_numbers(document: Document, table: Block, first: int, columns: Sequence[int]) -> bool:
    """Whether most of the cells of one of some columns have digits, from a line on."""
    rows = [_texts(document, table, line) for line in range(first, table.end_line)]
    for at in columns:
        cells = [row[at] for row in rows if at < len(row) and row[at]]
        if cells and 2 * sum(map(_has_digit, cells)) > len(cells):
            return True
    return False


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text))
