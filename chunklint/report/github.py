"""Findings as GitHub annotations: the worst in the log as workflow commands, all others in the job's summary.

GitHub shows at most ten annotations of a level a step and drops what comes later, so the run is held back until its
end. Without a job summary the rest is printed to the log as plain lines.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from chunklint.report.concise import headline, summary
from chunklint.report.phrases import phrase
from chunklint.report.record import last_line
from chunklint.report.repository import repository_path
from chunklint.report.width import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from chunklint.engine.model import Severity
    from chunklint.report.formats import Style, Tally
    from chunklint.report.record import FindingRecord

ANNOTATIONS = 10  # a level and step; GitHub shows no more
# A step's summary may have 1 MiB; over that GitHub shows none of it. Some room is left for what other tools add.
SUMMARY_BYTES = 900_000
# Findings of a level kept for the summary, so that memory stays flat; no summary has room for more (150 bytes a row).
_KEPT = 6_000

_LEVELS: dict[Severity, str] = {"error": "error", "warning": "warning", "info": "notice"}
_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})
# What Markdown, or GitHub in it (mentions, references to issues), would take for more than text.
_MARKDOWN = str.maketrans({character: f"&#{ord(character)};" for character in "\\`*_{}[]<>#|~&@:$"})


class Reporter:
    """Holds findings back by level; writes annotations and summary at the end."""

    def __init__(self, write: Callable[[str], object], style: Style, environ: Mapping[str, str] | None = None) -> None:
        self._write = write
        self._language = style.language
        self._environ = os.environ if environ is None else environ
        self._held: dict[Severity, list[FindingRecord]] = {severity: [] for severity in _LEVELS}

    def add(self, records: Sequence[FindingRecord]) -> None:
        for record in records:
            held = self._held.get(record.severity, [])
            if len(held) < _KEPT:
                held.append(record)

    def finish(self, tally: Tally) -> None:
        rest: list[FindingRecord] = []
        for records in self._held.values():
            for record in records[:ANNOTATIONS]:
                self._write(annotation(record, self._environ) + "\n")
            rest += records[ANNOTATIONS:]
        total = summary(tally, self._language)
        path = self._environ.get("GITHUB_STEP_SUMMARY")
        if path and tally.problems and self._append(path, tally, total):
            total += phrase("rest in summary", self._language) if rest else ""
        elif rest:
            self._write_plainly(rest)
        self._write(total + "\n")

    def _write_plainly(self, records: Sequence[FindingRecord]) -> None:
        """Write lines that hold no commands, whatever a file's name or a document's words are."""
        from secrets import token_hex

        token = token_hex(16)
        self._write(f"::stop-commands::{token}\n")
        for record in records:
            self._write(headline(record, self._language, color=False) + "\n")
        self._write(f"::{token}::\n")

    def _append(self, path: str, tally: Tally, total: str) -> bool:
        """Whether the job's summary could be written."""
        try:
            with open(path, "ab") as file:  # noqa: PTH123 (pathlib costs start-up)
                room = SUMMARY_BYTES - file.tell()
                lines: list[str] = []
                for line in self._summary(tally, total):
                    room -= len(line.encode("utf-8", "replace")) + 1
                    if room < 0:
                        lines.append("\n" + phrase("summary cut", self._language))
                        break
                    lines.append(line)
                file.write(("\n".join(lines) + "\n").encode("utf-8", "replace"))
        except OSError:
            return False
        return True

    def _summary(self, tally: Tally, total: str) -> list[str]:
        """The lines of the summary in Markdown, the worst findings first."""
        chinese = self._language == "zh-CN"
        lines = ["## chunklint", "", total, "", "| 规则 | 级别 | 数量 |" if chinese else "| Rule | Severity | Count |"]
        lines.append("| --- | --- | ---: |")
        for (code, name, severity), count in sorted(tally.by_rule.items(), key=lambda row: (-row[1], row[0])):
            word = phrase(f"severity {severity}", self._language)
            lines.append(f"| {_plain(code)} {_plain(name)} | {word} | {count:,} |")
        lines += ["", "| 位置 | 规则 | 问题 |" if chinese else "| Place | Rule | Problem |", "| --- | --- | --- |"]
        for severity, records in self._held.items():
            word = phrase(f"severity {severity}", self._language)
            for record in records:
                place = f"{_plain(record.path)}&#58;{record.line}"
                lines.append(f"| {place} | {_plain(record.code)} {word} | {_plain(record.message)} |")
        return lines


def annotation(record: FindingRecord, environ: Mapping[str, str] | None = None) -> str:
    """The workflow command that annotates a place; columns are given where the place is within one line."""
    properties = {
        "file": repository_path(record.path, environ),
        "line": str(record.line),
        "endLine": str(last_line(record)),
        "title": f"{record.code} {record.name}",
    }
    if record.line == record.end_line:
        properties |= {"col": str(record.utf16_column), "endColumn": str(record.utf16_end_column)}
    given = ",".join(f"{name}={value.translate(_PROPERTY)}" for name, value in properties.items())
    return f"::{_LEVELS[record.severity]} {given}::{record.message.translate(_DATA)}"


def _plain(text: str) -> str:
    """A text that a Markdown table shows as it is."""
    return printable(text.replace("\n", " ")).translate(_MARKDOWN).replace("www.", "www&#46;")
