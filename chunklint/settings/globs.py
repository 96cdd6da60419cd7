"""Matches paths against globs in the way of .gitignore, in linear time; it opens no file and walks no folder.

Patterns come from whoever owns the repository, so none may make a run hang. Translating a whole pattern into one
regular expression, as libraries do, takes exponential time for `*a*a*a…`: here a pattern is matched folder by folder,
and within one name each `*` gives nothing back once the text that follows it has been found.
"""

from __future__ import annotations

import os
import re
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from chunklint.settings.model import Glob

PATTERN_LIMIT = 4_096
"""The longest pattern that is read, in code points: no path is longer on Linux, and most systems allow less."""

_ANY_FOLDERS = None
_Segment: TypeAlias = "str | re.Pattern[str] | None"  # a literal name, a pattern of a name, or `**`

_TRAILING_SPACES = re.compile(r"(?<!\\) +$")
_CLASSES = {
    "alnum": "a-zA-Z0-9",
    "alpha": "a-zA-Z",
    "blank": r" \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": r"\x21-\x7e",
    "lower": "a-z",
    "print": r"\x20-\x7e",
    "punct": r"!-/:-@\[-`{-~",
    "space": r"\s",
    "upper": "A-Z",
    "xdigit": "0-9a-fA-F",
}


class Pattern(NamedTuple):
    """One line of a .gitignore file: a pattern without ``/`` (but for the end) is for names at any depth."""

    negated: bool
    folders_only: bool
    any_depth: bool
    segments: tuple[_Segment, ...]

    def matches(self, names: Sequence[str], *, folder: bool) -> bool:
        """Whether it is for the path made of these names itself, not for one of the folders above."""
        if self.folders_only and not folder:
            return False
        if self.any_depth:
            return _is_name(self.segments[0], names[-1])
        return _match_segments(self.segments, names)


def read_pattern(line: str) -> Pattern | None:
    """The pattern of a line, None for a blank line, a comment, and what Git does not take for a pattern either.

    >>> read_pattern("!docs/**/draft-*.md").negated
    True
    """
    line = _TRAILING_SPACES.sub("", line)
    if not line or line.startswith("#") or len(line) > PATTERN_LIMIT:
        return None
    negated = line.startswith("!")
    line = line[negated:]
    folders_only = line.endswith("/")
    line = line[:-1] if folders_only else line
    any_depth = "/" not in line
    line = line.removeprefix("/")
    parts = line.split("/")
    segments = [_segment(part, followed=index + 1 < len(parts)) for index, part in enumerate(parts)]
    if not line or any(segment == "" for segment in segments):
        return None
    if any_depth and segments[0] is _ANY_FOLDERS:
        segments = [_name_pattern("*")]
    return Pattern(negated, folders_only, any_depth, tuple(segments))


def read_patterns(lines: Iterable[str]) -> tuple[Pattern, ...]:
    """The patterns of a .gitignore file, the last one first: that is the order in which they decide."""
    return tuple(pattern for line in lines if (pattern := read_pattern(line)))[::-1]


def verdict(patterns: tuple[Pattern, ...], names: Sequence[str], *, folder: bool) -> bool | None:
    """What Git's rules say about one path itself: ignored, negated, or None if nothing is said about it."""
    for pattern in patterns:
        if pattern.matches(names, folder=folder):
            return not pattern.negated
    return None


def matches(globs: tuple[Glob, ...], path: str, *, folder: bool = False) -> bool:
    """Whether an absolute path matches globs of the settings.

    The last glob that is for the path or for a folder above it decides; ``!`` negates. ``archive`` and ``*.gen.md``
    match at any depth below the globs' folder, ``docs/archive/**`` from that folder on.
    """
    for root, pattern in _compiled(globs):
        names = relative(path, root).split("/")
        for depth in range(len(names), 0, -1):
            if pattern.matches(names[:depth], folder=folder or depth < len(names)):
                return not pattern.negated
    return False


def has_negation(globs: tuple[Glob, ...]) -> bool:
    """Whether a glob may take back what another says, so that a matching folder still has to be looked into."""
    return any(pattern.negated for _, pattern in _compiled(globs))


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


# A run has a handful of settings files with a few lists of globs each.
@lru_cache(maxsize=256)
def _compiled(globs: tuple[Glob, ...]) -> tuple[tuple[str, Pattern], ...]:
    """Each glob's folder and pattern, the last one first."""
    found = ((glob.root, read_pattern(glob.pattern)) for glob in reversed(globs))
    return tuple((root, pattern) for root, pattern in found if pattern)


def _match_segments(segments: tuple[_Segment, ...], names: Sequence[str]) -> bool:
    """Whether the segments, each `**` standing for any number of folders, make up exactly these names.

    On a mismatch only the last `**` takes in one more name: an earlier one could win nothing that it can't.
    """
    at = name = 0
    star, star_name = -1, 0
    while name < len(names):
        if at < len(segments) and segments[at] is _ANY_FOLDERS:
            if at + 1 == len(segments):
                return True  # a `**` at the end takes everything inside, but not nothing
            star, star_name = at, name
            at += 1
        elif at < len(segments) and _is_name(segments[at], names[name]):
            at += 1
            name += 1
        elif star >= 0:
            star_name += 1
            at, name = star + 1, star_name
        else:
            return False
    return at == len(segments)


def _is_name(segment: _Segment, name: str) -> bool:
    if isinstance(segment, str):
        return segment == name
    return segment is not None and segment.match(name) is not None


def _segment(part: str, *, followed: bool) -> _Segment:
    if len(part) >= 2 and not part.strip("*"):
        return _ANY_FOLDERS
    if followed and (len(part) - len(part.rstrip("\\"))) % 2:
        part = part[:-1]  # an escaped slash is a slash
    if not any(special in part for special in "*?[\\"):
        return part
    return _name_pattern(part)


def _name_pattern(part: str) -> re.Pattern[str]:
    """The pattern of a name; one that can't match anything, as in Git, where a bracket or an escape is unfinished."""
    pieces = [""]
    at = 0
    while at < len(part):
        character = part[at]
        at += 1
        if character == "*":
            if pieces[-1] or len(pieces) == 1:
                pieces.append("")
        elif character == "?":
            pieces[-1] += "."
        elif character == "[":
            found, at = _bracket(part, at)
            pieces[-1] += found
        elif character == "\\":
            pieces[-1] += re.escape(part[at]) if at < len(part) else "(?!)"
            at += 1
        else:
            pieces[-1] += re.escape(character)
    first, *middle = pieces
    last = middle.pop() if middle else None
    # Atomic groups: the shortest stretch before a piece is as good as any other, so nothing is tried twice.
    source = first + "".join(f"(?>.*?{piece})" for piece in middle) + ("" if last is None else f".*{last}")
    return re.compile(f"(?s:{source})\\Z")


def _bracket(part: str, at: int) -> tuple[str, int]:
    """The character class that starts after a `[` and the place after it."""
    negated = part[at : at + 1] in ("!", "^")
    at += negated
    start, items = at, ""
    while at < len(part) and (part[at] != "]" or at == start):
        if part.startswith("[:", at) and (close := part.find(":]", at)) > 0:
            items += _CLASSES.get(part[at + 2 : close], "")
            at = close + 2
            continue
        low, at = _bracket_character(part, at)
        if part[at : at + 1] == "-" and part[at + 1 : at + 2] not in ("", "]"):
            high, at = _bracket_character(part, at + 1)
            if low <= high:
                items += f"{re.escape(low)}-{re.escape(high)}"
        else:
            items += re.escape(low)
    if at >= len(part):
        return "(?!)", len(part)
    if not items:
        return "." if negated else "(?!)", at + 1
    return f"[{'^' * negated}{items}]", at + 1


def _bracket_character(part: str, at: int) -> tuple[str, int]:
    if part[at] == "\\" and at + 1 < len(part):
        at += 1
    return part[at], at + 1
