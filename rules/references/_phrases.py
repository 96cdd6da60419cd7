"""Reads the phrase lists of the rules about references, one file a language, and turns them into patterns.

A file is read when a rule first needs it. It decides nothing about a page.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from pkgutil import get_data

LANGUAGES = ("en", "zh")

_BRACKETS = re.compile(r"\(([^()]*)\)")
_PART = re.compile(r"[()|]|[^()|]+")


@cache
def phrase_groups(language: str) -> dict[str, tuple[str, ...]]:
    """The groups of phrases of a language (``en``, ``zh``) by name, as they are written in its file."""
    # `importlib.resources` would do the same and costs 8 ms to import; `pkgutil` is there already.
    data = get_data(__package__ or "", f"phrases.{language}.txt") or b""
    groups: dict[str, list[str]] = {}
    current: list[str] = []
    for line in data.decode("utf-8").splitlines():
        if line.startswith("["):
            current = groups.setdefault(line[1 : line.index("]")], [])
        elif line and not line.startswith("#"):
            current.append(line)
    return {name: tuple(phrases) for name, phrases in groups.items()}


@cache
def pattern_of(language: str, group: str) -> str:
    """The pattern of a group's phrases, none before a longer one that starts with it in the file's order."""
    return either(phrase_groups(language).get(group, ()))


def either(phrases: tuple[str, ...]) -> str:
    """One pattern for several phrases as the files write them.

    A space is any white space.

    >>> either(("as (we |)said above",))
    'as\\\\s+(?:we\\\\s+|)said\\\\s+above'
    """
    return "|".join("".join(map(_piece, _PART.findall(phrase))) for phrase in phrases)


def literally(phrases: tuple[str, ...]) -> str:
    """One pattern for phrases of a user's settings, in lower case: brackets and all else mean themselves."""
    return "|".join(r"\s+".join(map(re.escape, phrase.lower().split())) for phrase in phrases if phrase.strip())


@cache
def spelled_out(language: str, group: str) -> frozenset[str]:
    """All texts that a group's phrases stand for; for groups without brackets inside brackets.

    Looking a text up in a set costs nothing, while compiling the pattern of some hundred phrases takes 10 ms.
    """
    texts: set[str] = set()
    for phrase in phrase_groups(language).get(group, ()):
        pieces = _BRACKETS.split(phrase)
        texts.update(
            map("".join, product(*(piece.split("|") if at % 2 else (piece,) for at, piece in enumerate(pieces))))
        )
    return frozenset(texts)


def words_of(language: str, group: str) -> frozenset[str]:
    """The phrases of a group that has no alternatives in it."""
    return frozenset(phrase_groups(language).get(group, ()))


def _piece(piece: str) -> str:
    if piece == "(":
        return "(?:"
    if piece in ")|":
        return piece
    return r"\s+".join(re.escape(word) for word in piece.split(" "))
