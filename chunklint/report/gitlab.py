"""Findings as a GitLab Code Quality report, which GitLab compares between two branches by fingerprint."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chunklint.report.record import last_line
from chunklint.report.repository import Occurrences, repository_path, without_surrogates

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from chunklint.engine.model import Severity
    from chunklint.report.formats import Style, Tally
    from chunklint.report.record import FindingRecord

# GitLab has info, minor, major, critical and blocker. A broken document is no reason to stop a deployment by itself.
_SEVERITIES: dict[Severity, str] = {"error": "major", "warning": "minor", "info": "info", "off": "info"}


class Reporter:
    """Writes one array, an issue a finding, as the files come in."""

    def __init__(self, write: Callable[[str], object], style: Style) -> None:
        self._write = write
        self._before = "["
        self._occurrences = Occurrences()

    def add(self, records: Sequence[FindingRecord]) -> None:
        import json

        for record in records:
            text = json.dumps(self._issue(record), ensure_ascii=False)
            self._write(self._before + "\n" + without_surrogates(text))
            self._before = ","

    def finish(self, tally: Tally) -> None:
        self._write("[]\n" if self._before == "[" else "\n]\n")

    def _issue(self, record: FindingRecord) -> dict[str, Any]:
        from hashlib import sha256

        # GitLab shows one of two issues with one fingerprint; ours says nothing of the file, so that it outlives moves.
        identity = (repository_path(record.path), record.fingerprint, str(self._occurrences.number(record)))
        return {
            "description": f"{record.code} {record.message}",
            "check_name": record.name,
            "fingerprint": sha256("\0".join(identity).encode("utf-8", "surrogatepass")).hexdigest()[:32],
            "severity": _SEVERITIES[record.severity],
            "location": {"path": identity[0], "lines": {"begin": record.line, "end": last_line(record)}},
        }
