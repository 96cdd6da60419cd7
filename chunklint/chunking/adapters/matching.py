"""Finds the common subsequence of two long sequences of words: exact where they are alike, fast where they are not.

It is a patience diff: what is unique in both (runs of four, then two, then single words) anchors the rest. The result
need not be the longest subsequence, but it never crosses itself and takes time near to linear in the lengths.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_RUNS = (4, 2, 1)
# Where nothing is unique: how far ahead a word is looked for.
_AHEAD = 64

_Range = tuple[int, int, int, int]


def match(first: Sequence[str], second: Sequence[str]) -> list[int]:
    """For each element of ``first`` the index of the equal one in ``second``, always rising, or -1 for none.

    >>> match(["a", "b", "x"], ["a", "y", "b"])
    [0, 2, -1]
    """
    found = [-1] * len(first)
    pending: list[_Range] = [(0, len(first), 0, len(second))]
    while pending:
        a, a_end, b, b_end = pending.pop()
        while a < a_end and b < b_end and first[a] == second[b]:
            found[a] = b
            a, b = a + 1, b + 1
        while a < a_end and b < b_end and first[a_end - 1] == second[b_end - 1]:
            a_end, b_end = a_end - 1, b_end - 1
            found[a_end] = b_end
        if a < a_end and b < b_end:
            ranges = list(_between_anchors(first, second, (a, a_end, b, b_end), found))
            if not ranges:
                _step_by_step(first, second, (a, a_end, b, b_end), found)
            pending += ranges
    return found


def _between_anchors(first: Sequence[str], second: Sequence[str], within: _Range, found: list[int]) -> Iterator[_Range]:
    """Note the anchors of a range, and give the ranges between them; none where there is no anchor."""
    a, a_end, b, b_end = within
    for length in _RUNS:
        in_first = _unique(first, a, a_end, length)
        in_second = _unique(second, b, b_end, length)
        pairs = sorted((at, in_second[run]) for run, at in in_first.items() if run in in_second)
        if not pairs:
            continue
        for at, other in _rising(pairs):
            if at < a or other < b:  # inside the run before
                continue
            yield a, at, b, other
            for step in range(length):
                found[at + step] = other + step
            a, b = at + length, other + length
        yield a, a_end, b, b_end
        return


def _unique(words: Sequence[str], start: int, end: int, length: int) -> dict[tuple[str, ...], int]:
    """The runs of a length that occur once, with their places."""
    places: dict[tuple[str, ...], int] = {}
    for at in range(start, end - length + 1):
        run = tuple(words[at : at + length])
        places[run] = -1 if run in places else at
    return {run: at for run, at in places.items() if at >= 0}


def _rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest selection of pairs whose second numbers rise; the first ones rise already."""
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for index, (_, other) in enumerate(pairs):
        length = bisect_left(tails, other)
        before.append(ends[length - 1] if length else -1)
        tails[length : length + 1] = [other]
        ends[length : length + 1] = [index]
    chosen = []
    index = ends[-1] if ends else -1
    while index >= 0:
        chosen.append(pairs[index])
        index = before[index]
    return chosen[::-1]


def _step_by_step(first: Sequence[str], second: Sequence[str], within: _Range, found: list[int]) -> None:
    """Match what has no anchor by going through both, looking a little ahead."""
    a, a_end, b, b_end = within
    while a < a_end and b < b_end:
        ahead = next((at for at in range(b, min(b_end, b + _AHEAD)) if second[at] == first[a]), -1)
        if ahead >= 0:
            found[a] = ahead
            b = ahead + 1
        a += 1
