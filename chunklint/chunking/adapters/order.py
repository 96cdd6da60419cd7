"""Puts chunks that come in any order into that of their source; where exactly each one stands is for `align`."""

from __future__ import annotations

import re
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

# Han and kana one by one, as `align` takes them.
_CJK = r"\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORD = re.compile(rf"[{_CJK}]|[^\W_{_CJK}]+")
# Words in a row that have to be the only ones of their kind in the source; shorter ones are tried where none is.
_RUNS = (4, 2, 1)
# Words that a text may have more or fewer than its source before a run of it counts as found elsewhere.
_DRIFT = 20


def in_order(source: str, texts: Sequence[str], starts: Sequence[int | None]) -> list[int]:
    """The indices of the texts by where they stand: as ``starts`` say (code points), as they are, or by their words.

    Those that show no place follow the one before them.

    >>> in_order("One two. Three four.", ["three FOUR", "One two."], [None, None])
    [1, 0]
    """
    runs = _Runs(source)
    places = []
    last: dict[str, int] = {}
    at = 0
    for index, (given, start) in enumerate(zip(texts, starts, strict=True)):
        text = given.strip()
        found = start
        if found is None:
            # Equal texts stand one behind the other.
            found = source.find(text, last[text] + len(text) if text in last else 0)
        if found < 0:
            found = runs.place_of(text)
        if found >= 0:
            at = last[text] = found
        places.append((at, index))
    return [index for _, index in sorted(places)]


class _Runs:
    """Where the source has runs of words that it has once."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._starts: list[int] = []
        self._by_length: dict[int, dict[tuple[str, ...], int]] = {}
        self._keys: list[str] = []

    def place_of(self, text: str) -> int:
        """Where most of a text's words stand in a row (code points), -1 where nothing tells."""
        keys = _keys(text)
        for length in _RUNS:
            known = self._known(length)
            found = [(known.get(run, -1), at) for at, run in enumerate(_runs(keys, length))]
            found = [(place, at) for place, at in found if place >= 0]
            if found:
                # A heading path before the text stands elsewhere; what is most of the text starts here.
                start = median(place - at for place, at in found)
                near = [place for place, at in found if abs(place - at - start) <= _DRIFT]
                return self._starts[min(near, default=found[0][0])]
        return -1

    def _known(self, length: int) -> dict[tuple[str, ...], int]:
        if not self._starts:
            self._keys = _keys(self._source)
            self._starts = [found.start() for found in _WORD.finditer(self._source)]
        if length not in self._by_length:
            places: dict[tuple[str, ...], int] = {}
            for at, run in enumerate(_runs(self._keys, length)):
                places[run] = -1 if run in places else at
            self._by_length[length] = places
        return self._by_length[length]


def _keys(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]


def _runs(keys: Sequence[str], length: int) -> list[tuple[str, ...]]:
    return [tuple(keys[at : at + length]) for at in range(len(keys) - length + 1)]
