"""Diagnostics on settings files, unusable or unwise; they are pushed, since no client asks for them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from lsprotocol.types import CodeDescription, Diagnostic, DiagnosticSeverity, Range

from chunklint.engine.profiles import COMMAND_LINE
from chunklint.server.diagnostics import SEVERITIES, SOURCE
from chunklint.server.documents import carried
from chunklint.server.ranges import Ranges, ranges_of
from chunklint.server.rule_pages import page_url
from chunklint.text.positions import LineIndex

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from chunklint.engine.model import Finding, Language
    from chunklint.engine.registry import Registry
    from chunklint.server.client import Encoding
    from chunklint.server.settings import Problem


class SettingsDiagnostics:
    """What the client was shown last on settings files, so that it hears only of what is new or mended."""

    def __init__(self, encoding: Encoding, *, shows_links: bool = False) -> None:
        self._encoding = encoding
        self._shows_links = shows_links
        self._shown: dict[str, list[Diagnostic]] = {}
        self._findings: list[tuple[str, Finding, Diagnostic]] = []

    def found(self, findings: Iterable[Finding], language: Language, registry: Registry) -> None:
        """Take the findings about profiles; `changed` tells of them. Those that lie in no file are left out."""
        self._findings = [
            (os.path.abspath(one.path), one, self._of_finding(one, language, registry))  # noqa: PTH100
            for one in findings
            if one.path != COMMAND_LINE
        ]

    def changed(self, problems: Sequence[Problem], texts: Mapping[str, str]) -> list[tuple[str, list[Diagnostic]]]:
        """What to publish, by path, for these problems and what was found to be all that is shown.

        ``texts`` are what the editor has instead of the files of some paths.
        """
        by_path: dict[str, list[Diagnostic]] = {}
        for problem in problems:
            if problem.path is not None:
                text = texts.get(problem.path)
                by_path.setdefault(problem.path, []).append(self._of_problem(problem, text))
        for path, finding, diagnostic in self._findings:
            shown = self._placed(finding, diagnostic, texts[path]) if path in texts else diagnostic
            if shown is not None:
                by_path.setdefault(path, []).append(shown)
        messages = [
            (path, by_path.get(path, []))
            for path in {**self._shown, **by_path}
            if self._shown.get(path) != by_path.get(path)
        ]
        self._shown = by_path
        return messages

    def _of_finding(self, finding: Finding, language: Language, registry: Registry) -> Diagnostic:
        url = page_url(registry, finding.code, language)
        return Diagnostic(
            ranges_of(finding.document, self._encoding).range(finding.start, finding.end),
            finding.message(language),
            severity=SEVERITIES[finding.severity],
            code=finding.code,
            code_description=CodeDescription(url) if url and self._shows_links else None,
            source=SOURCE,
        )

    def _placed(self, finding: Finding, diagnostic: Diagnostic, text: str) -> Diagnostic | None:
        """A finding where its key is in the editor's text; None where it was changed: it may be mended by that."""
        start, end = (carried(offset, finding.document.text, text) for offset in (finding.start, finding.end))
        if start is None or end is None or text[start:end] != finding.document.text[finding.start : finding.end]:
            return None
        from attrs import evolve

        return evolve(diagnostic, range=Ranges(LineIndex(text), self._encoding).range(start, end))

    def _of_problem(self, problem: Problem, text: str | None) -> Diagnostic:
        place = self._line(problem, _read(problem.path or "") if text is None else text)
        return Diagnostic(place, problem.sentence, severity=DiagnosticSeverity.Error, source=SOURCE, code="settings")

    def _line(self, problem: Problem, text: str) -> Range:
        """The line that a problem is about, else the first one."""
        lines = LineIndex(text)
        line = min(problem.line or 1, len(lines)) - 1
        return Ranges(lines, self._encoding).range(lines.start(line), lines.end(line))


def _read(path: str) -> str:
    """A file's text as an editor shows it; empty where it cannot be read."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            return file.read().decode("utf-8", "replace").removeprefix("\ufeff")
    except OSError:
        return ""
