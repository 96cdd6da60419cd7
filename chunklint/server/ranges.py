"""Turns places of a text into the client's positions and back; it knows no document but its lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol.types import Position, Range

if TYPE_CHECKING:
    from chunklint.documents.model import Document
    from chunklint.documents.notebook import Cell
    from chunklint.server.client import Encoding
    from chunklint.text.positions import LineIndex

# A byte order mark, which the text here does not have, in the units of columns.
_MARK = {"utf-8": 3, "utf-16": 1, "utf-32": 1}


class Ranges:
    """Positions of one text. Offsets are code points, lines 0-based, columns in ``encoding``'s unit.

    ``has_bom`` says that the client's text starts with a byte order mark, which the text here is without.
    """

    __slots__ = ("_lines", "_mark", "encoding")

    def __init__(self, lines: LineIndex, encoding: Encoding, *, has_bom: bool = False) -> None:
        self._lines = lines
        self._mark = _MARK[encoding] if has_bom else 0
        self.encoding = encoding

    def position(self, offset: int) -> Position:
        """The position of an offset."""
        line = self._lines.line_of(offset)
        before = self._lines.text[self._lines.start(line) : offset]
        if self.encoding == "utf-32" or before.isascii():
            column = len(before)
        elif self.encoding == "utf-16":
            column = self._lines.utf16_column(offset)
        else:
            column = self._lines.utf8_column(offset)
        return Position(line, column if line else column + self._mark)

    def range(self, start: int, end: int) -> Range:
        """The range between two offsets."""
        return Range(self.position(start), self.position(end))

    def offset(self, position: Position) -> int:
        """The offset of a position; one past the line's end is the line's end, one past the text the text's end."""
        column = position.character if position.line else max(0, position.character - self._mark)
        return self._lines.offset(position.line, column, self.encoding)

    def span(self, place: Range) -> tuple[int, int]:
        """The offsets of a range, in order even where the client turned it around."""
        start, end = self.offset(place.start), self.offset(place.end)
        return (start, end) if start <= end else (end, start)


class CellRanges(Ranges):
    """Positions in one cell of a notebook; offsets are those of the notebook's text."""

    __slots__ = ("_cell",)

    def __init__(self, document: Document, encoding: Encoding, cell: Cell) -> None:
        super().__init__(document.lines, encoding)
        self._cell = cell

    def position(self, offset: int) -> Position:
        """The position of an offset; one outside the cell has that of the cell's nearest end."""
        found = super().position(self._cell.start + self._cell.inside(offset))
        return Position(found.line - self._cell.line, found.character)

    def offset(self, position: Position) -> int:
        """The offset of a position."""
        found = super().offset(Position(position.line + self._cell.line, position.character))
        return self._cell.start + self._cell.inside(found)


def ranges_of(document: Document, encoding: Encoding) -> Ranges:
    """The positions of a document's text."""
    return Ranges(document.lines, encoding, has_bom=document.has_bom)
