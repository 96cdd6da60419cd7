"""Findings as JUnit XML, for CI systems that show test results (Jenkins and others): a suite a file, a case a finding.

An error or a warning is a failed test. An info is a skipped one: it is shown, and fails nothing.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from chunklint.report.concise import headline, summary
from chunklint.report.repository import without_surrogates
from chunklint.report.width import printable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from chunklint.engine.model import Language
    from chunklint.report.formats import Style, Tally
    from chunklint.report.record import FindingRecord

_SPECIAL = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
# No XML document may hold these two, not even escaped.
_NO_CHARACTERS = str.maketrans("\ufffe\uffff", "\ufffd\ufffd")


class Reporter:
    """Writes a suite for each file with findings; a run without any has one suite with one passed test."""

    def __init__(self, write: Callable[[str], object], style: Style) -> None:
        self._write = write
        self._language = style.language
        self._started = False

    def add(self, records: Sequence[FindingRecord]) -> None:
        for path, of_file in groupby(records, key=lambda record: record.path):
            self._start()
            self._suite(path, list(of_file))

    def finish(self, tally: Tally) -> None:
        if not self._started:
            self._start()
            # Some readers take a report without any test for a broken one.
            counts = 'name="chunklint" tests="1" failures="0" errors="0" skipped="0"'
            case = f'<testcase classname="chunklint" name="{escape(summary(tally, self._language))}" time="0"/>'
            self._write(f"  <testsuite {counts}>\n    {case}\n  </testsuite>\n")
        self._write("</testsuites>\n")

    def _start(self) -> None:
        if not self._started:
            self._started = True
            self._write('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="chunklint">\n')

    def _suite(self, path: str, records: Sequence[FindingRecord]) -> None:
        skipped = sum(record.severity == "info" for record in records)
        counts = f'tests="{len(records)}" failures="{len(records) - skipped}" errors="0" skipped="{skipped}"'
        self._write(f'  <testsuite name="{escape(path)}" {counts}>\n')
        for record in records:
            self._write("    " + _case(record, self._language) + "\n")
        self._write("  </testsuite>\n")


def _case(record: FindingRecord, language: Language) -> str:
    name = escape(f"{record.code} {record.name} ({record.line}:{record.column})")
    kind = "skipped" if record.severity == "info" else "failure"
    text = "\n".join(
        [headline(record, language, color=False), *(printable(excerpt.text) for excerpt in record.excerpts)]
    )
    outcome = f'<{kind} type="{record.severity}" message="{escape(record.message)}">{escape(text)}</{kind}>'
    return f'<testcase classname="{escape(record.path)}" name="{name}" time="0">{outcome}</testcase>'


def escape(text: str) -> str:
    """A text as it may stand in an XML document, in an attribute too; control characters become their pictures.

    >>> escape('a < "b"\\x1b')
    'a &lt; &quot;b&quot;␛'
    """
    lines = without_surrogates(text).translate(_NO_CHARACTERS).split("\n")
    return "\n".join(map(printable, lines)).translate(_SPECIAL)
