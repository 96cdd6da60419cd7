"""Diagnostics on settings files, unusable or unwise; they are pushed, since no client asks for them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from lsprotocol.types import CodeDescription, Diagnostic, DiagnosticSeverity, Position, Range

from chunklint.engine.profiles import COMMAND_LINE
from chunklint.server.diagnostics import SEVERITIES, SOURCE
from chunklint.server.ranges import Ranges, ranges_of
from chunklint.server.rule_pages import page_url
from chunklint.text.positions import LineIndex

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from chunklint.engine.model import Finding, Language
    from chunklint.engine.registry import Registry
    from chunklint.server.client import Encoding
    from chunklint.server.settings import Problem


class SettingsDiagnostics:
    """What the client was shown last on settings files, so that it hears only of what is new or mended."""

    def __init__(self, encoding: Encoding, *, shows_links: bool = False) -> None:
        self._encoding = encoding
        self._shows_links = shows_links
        self._shown: dict[str, list[Problem | Diagnostic]] = {}
        self._findings: list[tuple[str, Diagnostic]] = []

    def found(self, findings: Iterable[Finding], language: Language, registry: Registry) -> None:
        """Take the findings about profiles; `changed` tells of them. Those that lie in no file are left out."""
        self._findings = [
            (os.path.abspath(one.path), self._of_finding(one, language, registry))  # noqa: PTH100
            for one in findings
            if one.path != COMMAND_LINE
        ]

    def changed(self, problems: Sequence[Problem]) -> list[tuple[str, list[Diagnostic]]]:
        """What to publish, by path, for these problems and what was found to be all that is shown."""
        by_path: dict[str, list[Problem | Diagnostic]] = {}
        for problem in problems:
            if problem.path is not None:
                by_path.setdefault(problem.path, []).append(problem)
        for path, diagnostic in self._findings:
            by_path.setdefault(path, []).append(diagnostic)
        messages = [
            (path, [one if isinstance(one, Diagnostic) else self._diagnostic(one) for one in by_path.get(path, [])])
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

    def _diagnostic(self, problem: Problem) -> Diagnostic:
        return Diagnostic(
            self._range(problem), problem.sentence, severity=DiagnosticSeverity.Error, source=SOURCE, code="settings"
        )

    def _range(self, problem: Problem) -> Range:
        """The line that a problem is about, else the first one; empty where the file cannot be read."""
        try:
            with open(problem.path or "", "rb") as file:  # noqa: PTH123
                text = file.read().decode("utf-8", "replace").removeprefix("\ufeff")
        except OSError:
            return Range(Position(0, 0), Position(0, 0))
        lines = LineIndex(text)
        line = min(problem.line or 1, len(lines)) - 1
        return Ranges(lines, self._encoding).range(lines.start(line), lines.end(line))
