"""Findings as JSON Lines for programs that read one at a time; an object is the same as in ``json``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunklint.report.json import as_json

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from chunklint.report.formats import Style, Tally
    from chunklint.report.record import FindingRecord

# JSON may hold them as they are, but programs that split text into lines often take them for line ends.
_OTHER_LINE_ENDS = {ord(character): f"\\u{ord(character):04x}" for character in "\x85\u2028\u2029"}


class Reporter:
    """Writes a line a finding, as the files come in; nothing at all where there is no finding."""

    def __init__(self, write: Callable[[str], object], style: Style) -> None:
        self._write = write

    def add(self, records: Sequence[FindingRecord]) -> None:
        import json

        for record in records:
            line = json.dumps(as_json(record), ensure_ascii=False, default=list)
            self._write(line.translate(_OTHER_LINE_ENDS) + "\n")

    def finish(self, tally: Tally) -> None:
        """Nothing: a line is complete by itself."""
