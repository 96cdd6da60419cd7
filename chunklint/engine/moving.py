"""Moves findings with their text through an edit; whether they still hold is decided elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chunklint.engine.model import Edit, Finding, Fix, Line, Lines, Related

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunklint.documents.model import Document, TextChange
    from chunklint.text.positions import LineIndex


class _TouchedError(Exception):
    """A place lies in what an edit replaces, or right beside it: it cannot be said where it went."""


class Mover:
    """Moves findings from a text to ``document``, which is what one change of it gives; ``lines`` are the text's."""

    def __init__(self, lines: LineIndex, change: TextChange, document: Document) -> None:
        self._document = document
        self._start, self._end = change.start, change.end
        self._shift = len(change.text) - (change.end - change.start)
        self._first, self._last = lines.line_of(change.start), lines.line_of(change.end)
        self._line_shift = len(document.lines) - len(lines)
        self._is_in_line = self._first == self._last and not self._line_shift

    def moved(self, findings: Sequence[Finding]) -> list[Finding] | None:
        """The findings at their new places; None where one of them touches the edit."""
        try:
            return [self._finding(finding) for finding in findings]
        except _TouchedError:
            return None

    def _finding(self, finding: Finding) -> Finding:
        fix, place = finding.fix, self._place
        return Finding(
            finding.rule,
            finding.severity,
            self._document,
            place(finding.start),
            place(finding.end),
            {name: self._value(value) for name, value in finding.data.items()},
            finding.variant,
            finding.profiles,
            tuple([Related(place(one.start), place(one.end), one.message) for one in finding.related]),
            fix and Fix(fix.safe, tuple([Edit(place(e.start), place(e.end), e.text) for e in fix.edits])),
            finding.anchor,
            finding.cause and (place(finding.cause[0]), place(finding.cause[1])),
        )

    def _place(self, offset: int) -> int:
        if offset < self._start:
            return offset
        if offset > self._end:
            return offset + self._shift
        raise _TouchedError

    def _value(self, value: Any) -> Any:
        if type(value) is Line:
            return Line(self._line(value))
        if type(value) is Lines:
            return Lines.of(map(self._line, value.numbers))
        return value

    def _line(self, number: int) -> int:
        line = number - 1
        if line < self._first or self._is_in_line:
            return number
        if line > self._last:
            return number + self._line_shift
        raise _TouchedError
