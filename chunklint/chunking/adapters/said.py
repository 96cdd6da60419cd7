"""Finds words of the source that a chunk beside them says out of their order, as in a table that is told as sentences.

Words are matched in their order first, see `align`; what is left over there is not lost where a chunk says it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from chunklint.chunking.model import Span


class Words(NamedTuple):
    """The words of a text in order, with their places (code points)."""

    keys: Sequence[str]
    starts: Sequence[int]
    ends: Sequence[int]


class _Chunk:
    """What a chunk says: all of it in order, and how often it says a word beyond what was found in the source."""

    __slots__ = ("said", "spare")

    def __init__(self, keys: Sequence[str], found: Sequence[str], headings: Sequence[str]) -> None:
        self.said = f" {' '.join(keys)} "
        self.spare = Counter(keys) - Counter(found) - Counter(headings)

    def take(self, run: Sequence[str]) -> bool:
        """Whether the chunk says words one behind the other that are not accounted for; they are then."""
        if not self.spare or f" {' '.join(run)} " not in self.said:
            return False
        wanted = Counter(run)
        if wanted - self.spare:
            return False
        self.spare -= wanted
        return True


def with_said(
    source: Words,
    text: str,
    chunks: Sequence[Sequence[str]],
    headings: Sequence[Sequence[str]],
    spans: Sequence[Sequence[Span]],
) -> list[list[Span]]:
    """The spans of each chunk with the runs of words between them that it says as well.

    ``chunks`` and ``headings`` are the words of each chunk, and of the headings that it has as metadata, which it may
    repeat before its text.
    """
    held = [[source.keys[at] for span in own for at in _within(source, span)] for own in spans]
    said = [_Chunk(*parts) for parts in zip(chunks, held, headings, strict=True)]
    found = [list(own) for own in spans]
    bounds = [(index, *span) for index, own in enumerate(spans) for span in own]
    if bounds:
        bounds = [(bounds[0][0], 0, 0), *bounds, (bounds[-1][0], len(text), len(text))]
    for (before, _, start), (after, end, _) in pairwise(bounds):
        first = before
        for run in _runs(source, text, (start, end)):
            keys = [source.keys[at] for at in run]
            owner = next((at for at in range(first, after + 1) if at in (before, after) and said[at].take(keys)), None)
            if owner is not None:
                # What follows can only be said by the same chunk, or by the one behind.
                first = owner
                found[owner].append((source.starts[run[0]], source.ends[run[-1]]))
    return [sorted(own) for own in found]


def _within(source: Words, span: Span) -> range:
    return range(bisect_left(source.starts, span[0]), bisect_left(source.starts, span[1]))


def _runs(source: Words, text: str, span: Span) -> Iterator[list[int]]:
    """The words of a stretch (their indices), those together between which there is white space at most."""
    run: list[int] = []
    for at in _within(source, span):
        if run and text[source.ends[at - 1] : source.starts[at]].strip():
            yield run
            run = []
        run.append(at)
    if run:
        yield run
