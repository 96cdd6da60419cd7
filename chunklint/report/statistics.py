"""How many findings each rule has, instead of the findings themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunklint.report.color import BOLD, SEVERITY_COLORS, paint
from chunklint.report.concise import summary
from chunklint.report.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from chunklint.report.formats import Style, Tally
    from chunklint.report.record import FindingRecord


class StatisticsReporter:
    """Writes a line (or a JSON object) a rule and severity, the most frequent first."""

    def __init__(self, write: Callable[[str], object], style: Style, *, as_json: bool) -> None:
        self._write = write
        self._style = style
        self._as_json = as_json

    def add(self, records: Sequence[FindingRecord]) -> None:
        """Nothing: the counts are in the tally."""

    def finish(self, tally: Tally) -> None:
        rows = sorted(tally.by_rule.items(), key=lambda row: (-row[1], row[0]))
        if self._as_json:
            import json

            counts = [
                {"code": code, "name": name, "severity": severity, "count": count}
                for (code, name, severity), count in rows
            ]
            self._write(json.dumps(counts, indent=1) + "\n")
            return
        color = self._style.color
        digits = len(str(rows[0][1])) if rows else 0
        for (code, name, severity), count in rows:
            colored = paint(code, BOLD, SEVERITY_COLORS[severity], color=color)
            shown = phrase(f"severity {severity}", self._style.language)
            self._write(f"{count:>{digits}}  {colored}  [{shown}] {name}\n")
        self._write(summary(tally, self._style.language) + "\n")
