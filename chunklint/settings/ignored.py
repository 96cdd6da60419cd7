"""Says what .gitignore files exclude, as Git does, inside a Git repository only (as ruff and ripgrep do).

Files that a single machine ignores (Git's global excludes) are not read: every machine gets the same findings.
"""

# Paths are strings here: a walk meets tens of thousands, and `Path.resolve` would follow links.
# ruff: noqa: PTH110, PTH113, PTH118, PTH120, PTH123

from __future__ import annotations

import os
from typing import NamedTuple

from chunklint.settings.globs import Pattern, read_patterns, relative, verdict


class IgnoreRules(NamedTuple):
    """The patterns that hold in a folder: those of its own files first, then those of the folders above it.

    Each comes with the folder (absolute) that it is relative to. ``repository`` is the Git repository's folder, empty
    outside of one: then there are no patterns.
    """

    levels: tuple[tuple[str, tuple[Pattern, ...]], ...] = ()
    repository: str = ""

    def ignores(self, path: str, *, folder: bool) -> bool:
        """Whether an absolute path is ignored itself; nobody asks about what lies in an ignored folder."""
        for root, patterns in self.levels:
            answer = verdict(patterns, relative(path, root).split("/"), folder=folder)
            if answer is not None:
                return answer
        return False


NO_RULES = IgnoreRules()


class IgnoreFiles:
    """The .gitignore files of folders, each read once."""

    def __init__(self) -> None:
        self._rules: dict[str, IgnoreRules] = {}

    def rules_in(self, folder: str) -> IgnoreRules:
        """The rules for what lies directly in a folder (absolute)."""
        waiting = []
        while folder not in self._rules:
            waiting.append(folder)
            parent = os.path.dirname(folder)
            if parent == folder:
                break
            folder = parent
        for inner in reversed(waiting):
            self._rules[inner] = _read_rules(inner, self._rules.get(os.path.dirname(inner), NO_RULES))
        return self._rules[waiting[0] if waiting else folder]


def _read_rules(folder: str, above: IgnoreRules) -> IgnoreRules:
    git = os.path.join(folder, ".git")
    if os.path.exists(git):
        # A repository inside another one starts afresh.
        own = read_patterns(_lines(os.path.join(git, "info", "exclude")))
        above = IgnoreRules(((folder, own),) if own else (), folder)
    if not above.repository:
        return NO_RULES
    patterns = read_patterns(_lines(os.path.join(folder, ".gitignore")))
    return above._replace(levels=((folder, patterns), *above.levels)) if patterns else above


def _lines(path: str) -> list[str]:
    """The lines of a pattern file; none if it is not there or can't be read, as with Git."""
    try:
        if not os.path.isfile(path):
            return []
        with open(path, "rb") as file:
            text = file.read().decode("utf-8", "surrogateescape")
    except OSError:
        return []
    return [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]
