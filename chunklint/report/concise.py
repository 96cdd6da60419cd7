"""Findings one line each, for people and for tools that read ``path:line:column: message``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunklint.report.color import BOLD, DIM, SEVERITY_COLORS, paint
from chunklint.report.phrases import phrase
from chunklint.report.width import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from chunklint.engine.model import Language
    from chunklint.report.formats import Style, Tally
    from chunklint.report.record import FindingRecord


class Reporter:
    """Writes ``path:line:column: CL101 [warning] message`` a finding, and a last line with the counts."""

    def __init__(self, write: Callable[[str], object], style: Style) -> None:
        self._write = write
        self._style = style

    def add(self, records: Sequence[FindingRecord]) -> None:
        language, color = self._style.language, self._style.color
        # At one go: where Python does not buffer, each call is one to the system.
        self._write("".join([headline(record, language, color=color) + "\n" for record in records]))

    def finish(self, tally: Tally) -> None:
        self._write(summary(tally, self._style.language) + "\n")


def headline(record: FindingRecord, language: Language, *, color: bool) -> str:
    """The line that says where and what; the column is 1-based and counts code points."""
    path, code, severity = printable(record.path), record.code, f"[{phrase(f'severity {record.severity}', language)}]"
    colon = ":"
    if color:
        painted = SEVERITY_COLORS[record.severity]
        path, colon = paint(path, BOLD, color=color), paint(colon, DIM, color=color)
        code, severity = paint(code, BOLD, painted, color=color), paint(severity, painted, color=color)
    place = f"{path}{cell_of(record.cell)}{colon}{record.line}{colon}{record.column}{colon}"
    return f"{place} {code} {severity} {printable(record.message)}"


def cell_of(cell: int | None) -> str:
    """What stands between a notebook's path and a line, counted from 1; empty for other files.

    >>> "page.ipynb" + cell_of(2) + ":1"
    'page.ipynb:cell 3:1'
    """
    return "" if cell is None else f":cell {cell + 1}"


def summary(tally: Tally, language: Language) -> str:
    """What a run came to, in one line.

    >>> from chunklint.report.formats import Tally
    >>> summary(Tally(), "en")
    'No files to check.'
    """
    if not tally.problems:
        return phrase("all clean" if tally.files else "no files", language, files=tally.files)
    counts = [
        phrase(severity, language, count=tally.by_severity[severity])
        for severity in ("error", "warning", "info")
        if severity in tally.by_severity
    ]
    by_severity = phrase("list separator", language).join(counts)
    found = phrase("found", language, problems=tally.problems, by_severity=by_severity, files=tally.files)
    return found + _fixable(tally.fixable, tally.fixable_unsafely, language)


def _fixable(safely: int, unsafely: int, language: Language) -> str:
    """How many findings can be fixed, and with which options; empty where none can."""
    if safely and unsafely:
        return phrase("fixable either way", language, problems=safely, more=unsafely)
    if safely:
        return phrase("fixable", language, problems=safely)
    return phrase("fixable unsafely", language, problems=unsafely) if unsafely else ""
