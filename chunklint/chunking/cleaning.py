"""Cleans a text as pipelines do before they cut it, and keeps for every character left where it stands in the source.

The steps are facts about those pipelines, by name; which of them a profile takes is for its settings to say.
"""

from __future__ import annotations

import re
from array import array
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# Each step replaces what matches, in linear time; a group of the name ``kept`` stays as it is.
_STEPS: Mapping[str, tuple[str, str]] = {
    "heading-marks": (r"(?m)(?P<kept>^```[\s\S]*?(?:^```|\Z))|^#{1,6}[ \t]+|(?<![ \t])[ \t]+#+[ \t]*$", ""),
    "tags": (r"<[A-Za-z/!][^<>]*>", ""),
    "control-characters": (r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe]", ""),
    "line-ends": (r"\r\n?", "\n"),
    "blank-lines": (r"\n{3,}", "\n\n"),
    "spaces": (r"[\t\f\r \u00a0\u1680\u180e\u2000-\u200a\u202f\u205f\u3000]{2,}", " "),
    "line-breaks": (r"\n+", "\n"),
    "emphasis": (r"\*\*|__|~~", ""),
    "link-targets": (r"(?<=\])\([^()\s]*\)", ""),
}
STEPS = tuple(_STEPS)


class Cleaned(NamedTuple):
    """A text after cleaning; ``sources`` holds for each of its characters, and for its end, the source's offset."""

    text: str
    sources: Sequence[int]

    def source_span(self, start: int, end: int) -> tuple[int, int]:
        """Where a stretch comes from: the source's first character of it to behind its last (code points)."""
        if end <= start:
            return self.sources[start], self.sources[start]
        return self.sources[start], self.sources[end - 1] + 1


def clean(text: str, steps: Sequence[str]) -> Cleaned:
    """The text after the steps named, one after the other.

    >>> clean("# A  B", ["heading-marks", "spaces"])[0]
    'A B'
    """
    sources: Sequence[int] = range(len(text) + 1)
    for step in steps:
        text, sources = replaced(Cleaned(text, sources), *_STEPS[step])
    return Cleaned(text, sources)


def replaced(cleaned: Cleaned, pattern: str, replacement: str) -> Cleaned:
    """The text with a replacement for every match of a pattern, which has to match in linear time."""
    text, sources = cleaned
    parts: list[str] = []
    places = array("L")
    at = 0
    for found in re.finditer(pattern, text):
        if found.lastgroup == "kept":
            continue
        start, end = found.span()
        parts += (text[at:start], replacement)
        places.extend(sources[at:start])
        places.extend([sources[start]] * len(replacement))
        at = end
    if not parts:
        return cleaned
    parts.append(text[at:])
    places.extend(sources[at:])
    return Cleaned("".join(parts), places)
