"""Reads HTML tables: where each row stands, and what its columns are called; a broken one is read as far as it goes."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from html import unescape
from typing import NamedTuple

# The tags that make a table; a hostile page takes no longer than another, which Python's HTML parser does not promise.
_TAG = re.compile(r"<!--|<(/?)(table|thead|tbody|tfoot|tr|th|td|caption)(?![\w-])([^<>]*)>", re.IGNORECASE)
_ANY_TAG = re.compile(r"<[^<>]*>")
_SPAN = re.compile(r"(?<![\w-])(row|col)span\s*=\s*[\"'{]*\s*(\d{1,6})", re.IGNORECASE)
# HTML's own limits for what a cell may span.
_MOST_COLUMNS = 1000
_MOST_ROWS = 65534
# Rows of header cells only; more are a table of names without values, whose first row is its header.
_MOST_HEADER_ROWS = 6
# Pages that hold more are no documentation; a block's tables are asked for again and again.
_KEPT = 16


class HtmlTable(NamedTuple):
    """A table with offsets (code points) into the text that it was found in.

    ``rows`` are where the rows below the header start, ``groups`` those of them that no cell of a row above reaches
    into. ``columns`` are the paths of header cells, ``caption`` is the title. ``closed`` tells whether the end tag is
    there.
    """

    start: int
    end: int
    rows: tuple[int, ...]
    groups: tuple[int, ...]
    columns: tuple[str, ...]
    caption: str
    closed: bool

    def moved(self, by: int) -> HtmlTable:
        """The same table in a text in which it stands further down by so many code points."""
        rows, groups = (tuple(start + by for start in starts) for starts in (self.rows, self.groups))
        return self._replace(start=self.start + by, end=self.end + by, rows=rows, groups=groups)


def html_tables(text: str) -> tuple[HtmlTable, ...]:
    """The outermost tables of some HTML in order.

    >>> (table,) = html_tables("<table><tr><th rowspan=2>A<th colspan=2>B<tr><th>x<th>y<tr><td>1<td>2<td>3</table>")
    >>> table.columns, len(table.rows)
    (('A', 'B > x', 'B > y'), 1)
    """
    return _tables(text) if "<table" in text or "<TABLE" in text else ()


@lru_cache(maxsize=_KEPT)
def _tables(text: str) -> tuple[HtmlTable, ...]:
    reader = _Reader(text)
    at = 0
    while tag := _TAG.search(text, at):
        at = tag.end()
        if tag[0] == "<!--":
            end = text.find("-->", at)
            at = end + 3 if end >= 0 else len(text)
        elif tag[1]:
            reader.close(tag[2].lower(), tag)
        else:
            reader.open(tag[2].lower(), tag)
    reader.finish()
    return tuple(reader.tables)


class _Cell:
    """A cell: how far it reaches, and where its content stands in the text."""

    __slots__ = ("columns", "end", "is_header", "rows", "start")

    def __init__(self, start: int, attributes: str, *, is_header: bool) -> None:
        self.start = self.end = start
        self.is_header = is_header
        spans = {kind.lower(): int(number) for kind, number in _SPAN.findall(attributes)}
        self.columns = min(max(spans.get("col", 1), 1), _MOST_COLUMNS)
        self.rows = min(max(spans.get("row", 1), 1), _MOST_ROWS)


class _Row(NamedTuple):
    start: int
    in_head: bool
    cells: list[_Cell]


class _Reader:
    """Keeps the rows of the outermost table that is open; an inner table is content of its cell."""

    def __init__(self, text: str) -> None:
        self.tables: list[HtmlTable] = []
        self._text = text
        self._depth = 0
        self._begin(0)

    def _begin(self, start: int) -> None:
        self._start = start
        self._in_head = False
        self._rows: list[_Row] = []
        self._caption: _Cell | None = None
        self._open: _Cell | None = None

    def open(self, name: str, tag: re.Match[str]) -> None:
        """Take in an opening tag."""
        if name == "table":
            self._depth += 1
            if self._depth == 1:
                self._begin(tag.start())
            return
        if self._depth != 1:
            return
        self._end_cell(tag.start())
        if name in ("thead", "tbody", "tfoot"):
            self._in_head = name == "thead"
        elif name == "tr":
            self._rows.append(_Row(tag.start(), self._in_head, []))
        elif name == "caption":
            self._caption = self._open = _Cell(tag.end(), "", is_header=True)
        else:
            if not self._rows:
                self._rows.append(_Row(tag.start(), self._in_head, []))
            self._open = _Cell(tag.end(), tag[3], is_header=name == "th")
            self._rows[-1].cells.append(self._open)

    def close(self, name: str, tag: re.Match[str]) -> None:
        """Take in a closing tag."""
        if self._depth == 1:
            self._end_cell(tag.start())
            self._in_head = self._in_head and name != "thead"
        if name == "table" and self._depth:
            self._depth -= 1
            if self._depth == 0:
                self._take(tag.end(), closed=True)

    def finish(self) -> None:
        """End a table that is still open."""
        if self._depth:
            self._end_cell(len(self._text))
            self._take(len(self._text), closed=False)

    def _end_cell(self, at: int) -> None:
        if self._open is not None:
            self._open.end = at
            self._open = None

    def _take(self, end: int, *, closed: bool) -> None:
        rows = [row for row in self._rows if row.cells]
        headers = _header_rows(rows)
        body = rows[headers:]
        columns = _column_paths([[(cell, self._content(cell)) for cell in row.cells] for row in rows[:headers]])
        caption = self._content(self._caption) if self._caption else ""
        starts = tuple(row.start for row in body)
        self.tables.append(HtmlTable(self._start, end, starts, tuple(_groups(body)), columns, caption, closed))

    def _content(self, cell: _Cell) -> str:
        """What a reader sees of a cell."""
        return " ".join(unescape(_ANY_TAG.sub(" ", self._text[cell.start : cell.end])).split())


def _header_rows(rows: list[_Row]) -> int:
    headers = 0
    for row in rows:
        if not row.in_head and not all(cell.is_header for cell in row.cells):
            break
        headers += 1
    return headers if headers <= _MOST_HEADER_ROWS else min(1, headers)


def _groups(rows: list[_Row]) -> list[int]:
    """The starts of rows that no cell above reaches into."""
    found: list[int] = []
    reach = 0
    for at, row in enumerate(rows):
        if at >= reach:
            found.append(row.start)
        # A cell over all the rows groups nothing.
        spans = [cell.rows for cell in row.cells if cell.rows < len(rows)]
        reach = max(reach, at + max(spans, default=1))
    return found


def _column_paths(headers: list[list[tuple[_Cell, str]]]) -> tuple[str, ...]:
    """The header cells above each column joined by ``>``, spans expanded."""
    grid: list[dict[int, str]] = [{} for _ in headers]
    for at, row in enumerate(headers):
        column = 0
        for cell, text in row:
            while column in grid[at]:
                column += 1
            for below in range(at, min(at + cell.rows, len(headers))):
                for offset in range(cell.columns):
                    if column + offset < _MOST_COLUMNS:
                        grid[below].setdefault(column + offset, text)
            column += cell.columns
    width = max((max(row, default=-1) + 1 for row in grid), default=0)
    return tuple(joined_path([row.get(column, "") for row in grid]) for column in range(width))


def joined_path(cells: list[str]) -> str:
    """The header cells above a column as a path; empty ones and repetitions say nothing.

    >>> joined_path(["Latency", "", "Latency", "p50"])
    'Latency > p50'
    """
    return " > ".join(dict.fromkeys(cell for cell in cells if cell))


def table_at(tables: tuple[HtmlTable, ...], offset: int) -> HtmlTable | None:
    """The table that an offset lies in."""
    at = bisect_right(tables, offset, key=lambda table: table.start) - 1
    return tables[at] if at >= 0 and offset < tables[at].end else None
