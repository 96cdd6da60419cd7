"""Findings as a JSON array for programs; the field names are a contract."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from chunklint.report.formats import Style, Tally
    from chunklint.report.record import FindingRecord, RelatedRecord


class Reporter:
    """Writes one array, an element a finding, as the files come in."""

    def __init__(self, write: Callable[[str], object], style: Style) -> None:
        self._write = write
        self._before = "["

    def add(self, records: Sequence[FindingRecord]) -> None:
        import json

        for record in records:
            self._write(self._before + "\n" + json.dumps(as_json(record), ensure_ascii=False, default=list))
            self._before = ","

    def finish(self, tally: Tally) -> None:
        self._write("[]\n" if self._before == "[" else "\n]\n")


def as_json(record: FindingRecord) -> dict[str, Any]:
    """The object of one finding: lines and columns are 1-based, ``start`` and ``end`` 0-based code points."""
    return {
        "code": record.code,
        "name": record.name,
        "severity": record.severity,
        "message": record.message,
        "path": record.path,
        "line": record.line,
        "column": record.column,
        "end_line": record.end_line,
        "end_column": record.end_column,
        "utf16_column": record.utf16_column,
        "utf16_end_column": record.utf16_end_column,
        "cell": record.cell,
        "start": record.start,
        "end": record.end,
        "profiles": record.profiles,
        "related": [_related(place) for place in record.related],
        "fix": record.fix,
        "data": dict(record.data),
        "fingerprint": record.fingerprint,
        "url": record.url,
    }


def _related(place: RelatedRecord) -> dict[str, Any]:
    return place._asdict()
