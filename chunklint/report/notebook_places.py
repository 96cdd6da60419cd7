"""Findings in notebooks for programs that show files: on the line of the JSON, with the cell in the message."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from chunklint.documents.notebook import NotebookReader, cell_at
from chunklint.documents.notebook_file import SourcePlace, file_lines, source_places
from chunklint.report.phrases import phrase
from chunklint.report.record import Place

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from chunklint.documents.model import Document
    from chunklint.report.formats import Reporter, Style, Tally
    from chunklint.report.record import FindingRecord


class InFile:
    """Passes findings on to a reporter, those in notebooks with places of the file."""

    def __init__(self, reporter: Reporter, style: Style) -> None:
        self._reporter = reporter
        self._style = style
        self.finish: Callable[[Tally], None] = reporter.finish

    def add(self, records: Sequence[FindingRecord]) -> None:
        """Write the findings of one file or several."""
        self._reporter.add([self._in_file(record) for record in records])

    def _in_file(self, record: FindingRecord) -> FindingRecord:
        place = record.place
        if record.cell is None or place is None:
            return record
        message = phrase(
            "in cell", self._style.language, cell=record.cell + 1, line=record.line, message=record.message
        )
        return record._replace(
            message=message,
            line=place.line,
            column=1,
            end_line=place.end_line,
            end_column=1,
            utf16_column=1,
            utf16_end_column=1,
            fix=None,
        )


def place_in_file(document: Document, start: int, end: int) -> Place:
    """The lines of a notebook's JSON that hold a stretch of its text (code points), as a place without columns."""
    cell, reader = cell_at(document, start), document.reader
    if cell is None or not isinstance(reader, NotebookReader):
        return Place(1, 1, 1, 1, 1, 1)
    place = _source_places(reader.file).get(cell.number)
    first, last = (0, 0) if place is None else file_lines(reader.file, place, cell.inside(start), cell.inside(end))
    return Place(first + 1, 1, 1, last + 2, 1, 1)


@lru_cache(maxsize=1)
def _source_places(file: str) -> dict[int, SourcePlace]:
    return source_places(file)
