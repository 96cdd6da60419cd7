"""Puts chunks right that a diff of words placed badly in repeated text; what they hold is matched in `matching`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

FEW = 8
"""A chunk of fewer words than this says nothing about where it comes from."""

# A chunk with a smaller share of its words in its place is looked for elsewhere. docling's chunks say a table's columns
# in every row, and all are in the source.
_MISPLACED = 0.3


def mend(keys: Sequence[str], bodies: Sequence[Sequence[str]], placed: list[list[int]]) -> None:
    """Place chunks that are mostly unplaced where they stand as a whole between their neighbours.

    Where a page says the same several times, a diff may take the last words of one chunk for those of a later copy, so
    that no room is left for what follows.
    """
    fixed = [
        indices[0] if indices and not is_misplaced(body, indices) else -1
        for body, indices in zip(bodies, placed, strict=True)
    ]
    at = 0
    for number, body in enumerate(bodies):
        if is_misplaced(body, placed[number]):
            end = next((first for first in fixed[number + 1 :] if first >= 0), len(keys))
            found = _find(keys, body, at, end)
            if found >= 0:
                placed[number] = list(range(found, found + len(body)))
        at = placed[number][-1] + 1 if placed[number] else at


def _find(keys: Sequence[str], body: Sequence[str], start: int, end: int) -> int:
    """Where words stand one behind the other in a range of others; -1 where they do not."""
    size = len(body)
    while start + size <= end:
        try:
            start = keys.index(body[0], start, end)
        except ValueError:
            break
        if keys[start : start + size] == body:
            return start
        start += 1
    return -1


def is_misplaced(body: Sequence[str], indices: Sequence[int]) -> bool:
    """Whether a chunk has too few of its words in its place, and enough of them to tell."""
    return len(body) >= FEW and len(indices) < _MISPLACED * len(body)
