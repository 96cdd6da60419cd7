"""Matches paths against globs of settings files, in the way of .gitignore; it walks no folder."""

from __future__ import annotations

import os
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec

    from chunklint.settings.model import Glob


def matches(globs: tuple[Glob, ...], path: str, *, folder: bool = False) -> bool:
    """Whether an absolute path matches: the last glob that says something about it decides, ``!`` negates.

    ``archive`` and ``*.gen.md`` match at any depth below the globs' folder, ``docs/archive/**`` from that folder on.
    """
    found = False
    for root, spec in _compiled(globs):
        result = spec.check_file(relative(path, root) + "/" * folder).include
        found = found if result is None else result
    return found


def relative(path: str, root: str) -> str:
    """An absolute path as seen from a folder, with ``/``; it begins with ``../`` outside of it."""
    base = root if root.endswith(os.sep) else root + os.sep
    if path.startswith(base):
        inside = path[len(base) :]
    else:
        try:
            inside = os.path.relpath(path, root)
        except ValueError:  # another drive: only globs that match at any depth can
            inside = os.path.splitdrive(path)[1].lstrip(os.sep)
    return inside.replace(os.sep, "/")


def compile_patterns(patterns: tuple[str, ...]) -> GitIgnoreSpec:
    """Patterns of a .gitignore file or of settings; a pattern that Git could not read either is left out."""
    # Imported here: it costs about 25 ms, more than the interpreter's own start, and few runs need it.
    from pathspec import GitIgnoreSpec

    try:
        return GitIgnoreSpec.from_lines(patterns)
    except ValueError:
        return GitIgnoreSpec.from_lines([pattern for pattern in patterns if is_pattern(pattern)])


def is_pattern(pattern: str) -> bool:
    """Whether a pattern can be read at all; a lone ``!`` can't."""
    from pathspec import GitIgnoreSpec

    try:
        GitIgnoreSpec.from_lines([pattern])
    except ValueError:
        return False
    return True


# A run has a handful of settings files with a few lists of globs each.
@lru_cache(maxsize=256)
def _compiled(globs: tuple[Glob, ...]) -> tuple[tuple[str, GitIgnoreSpec], ...]:
    """The globs by folder, in their order."""
    grouped: list[tuple[str, list[str]]] = []
    for glob in globs:
        if not grouped or grouped[-1][0] != glob.root:
            grouped.append((glob.root, []))
        grouped[-1][1].append(glob.pattern)
    return tuple((root, compile_patterns(tuple(patterns))) for root, patterns in grouped)
