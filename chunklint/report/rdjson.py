"""Findings as reviewdog's diagnostic format (rdjson); columns are in UTF-8 bytes, as it wants them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chunklint.report.repository import without_surrogates

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from chunklint.engine.model import Severity
    from chunklint.report.formats import Style, Tally
    from chunklint.report.record import FindingRecord, Place

_SEVERITIES: dict[Severity, str] = {"error": "ERROR", "warning": "WARNING", "info": "INFO", "off": "UNKNOWN_SEVERITY"}


class Reporter:
    """Writes one result, a diagnostic a finding, as the files come in."""

    def __init__(self, write: Callable[[str], object], style: Style) -> None:
        self._write = write
        self._before = '{"source": {"name": "chunklint"}, "diagnostics": ['

    def add(self, records: Sequence[FindingRecord]) -> None:
        import json

        for record in records:
            text = json.dumps(_diagnostic(record), ensure_ascii=False)
            self._write(self._before + "\n" + without_surrogates(text))
            self._before = ","

    def finish(self, tally: Tally) -> None:
        self._write("\n]}\n" if self._before == "," else self._before + "]}\n")


def _diagnostic(record: FindingRecord) -> dict[str, Any]:
    location: dict[str, Any] = {"path": record.path}
    if record.place is not None:
        location["range"] = _range(record.place)
    code = {"value": record.code}
    if record.url:
        code["url"] = record.url
    diagnostic: dict[str, Any] = {
        "message": record.message,
        "location": location,
        "severity": _SEVERITIES[record.severity],
        "code": code,
    }
    # Each suggestion is shown, and may be taken, by itself: only edits joined to one can be offered.
    if record.merged_edit is not None:
        diagnostic["suggestions"] = [{"range": _range(record.merged_edit.place), "text": record.merged_edit.text}]
    return diagnostic


def _range(place: Place) -> dict[str, dict[str, int]]:
    return {
        "start": {"line": place.line, "column": place.utf8_column},
        "end": {"line": place.end_line, "column": place.utf8_end_column},
    }
