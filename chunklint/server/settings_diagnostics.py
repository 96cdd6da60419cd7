"""Diagnostics on settings files that cannot be used; they are pushed, since no client asks for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol.types import Diagnostic, DiagnosticSeverity, Position, Range

from chunklint.server.diagnostics import SOURCE
from chunklint.server.ranges import Ranges
from chunklint.text.positions import LineIndex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunklint.server.client import Encoding
    from chunklint.server.settings import Problem


class SettingsDiagnostics:
    """What the client was shown last on settings files, so that it hears only of what is new or mended."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self._shown: dict[str, list[Problem]] = {}

    def changed(self, problems: Sequence[Problem]) -> list[tuple[str, list[Diagnostic]]]:
        """What to publish, by path, for these problems to be all that is shown."""
        by_path: dict[str, list[Problem]] = {}
        for problem in problems:
            if problem.path is not None:
                by_path.setdefault(problem.path, []).append(problem)
        messages = [
            (path, [self._diagnostic(problem) for problem in by_path.get(path, [])])
            for path in {**self._shown, **by_path}
            if self._shown.get(path) != by_path.get(path)
        ]
        self._shown = by_path
        return messages

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
