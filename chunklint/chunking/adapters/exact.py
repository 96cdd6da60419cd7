"""Places chunks whose texts stand in the source as they are, and leaves open those that do not."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from chunklint.chunking.adapters.request import Stored
    from chunklint.chunking.model import Span

# Ways to place the chunks so far that are kept: in repeated text the right one shows only further on.
_WAYS = 8


class _Way(NamedTuple):
    """One way to place the chunks so far.

    ``lost`` counts characters that no chunk holds, ``oddness`` how unlikely its overlaps are. ``start`` and ``end`` are
    those of the last chunk that was placed, and the next one is looked for from ``floor`` on: a chunk that was left
    open lies in between. ``place`` is the last chunk's, None where it was left open.
    """

    lost: int
    oddness: float
    start: int
    end: int
    floor: int
    place: Span | None
    before: _Way | None

    @property
    def rank(self) -> tuple[int, float]:
        return self.lost, self.oddness


_BEGIN = _Way(0, 0.0, 0, 0, 0, None, None)


def exact_places(
    source: str, chunks: Sequence[Stored], overlap: int, earliest: Callable[[int], int]
) -> list[Span | None]:
    """The span of each chunk, overlaps included; None for one whose text is not in the source behind the one before.

    Text that occurs several times is placed so that least of the source is lost, and next so that overlaps are as
    large as they may be, which is what splitters aim at.
    """
    given = _as_given(source, chunks)
    if given is not None:
        return list(given)
    ways = [_BEGIN]
    for chunk in chunks:
        found: dict[tuple[int, int], _Way] = {}
        for way in ways:
            for start in _candidates(source, chunk, way, overlap, earliest):
                new = _extended(source, way, start, start + len(chunk.text), overlap, earliest)
                key = (new.start, new.end)
                if key not in found or new.rank < found[key].rank:
                    found[key] = new
        # At least half of what is left open should come before what follows it.
        kept = found.values() or [
            way._replace(floor=way.floor + len(chunk.text) // 2, place=None, before=way) for way in ways
        ]
        ways = sorted(kept, key=lambda way: way.rank)[:_WAYS]
    best = min(ways, key=lambda way: (way.lost + _characters(source[way.end :]), way.oddness))
    return list(_places(best))[::-1]


def _as_given(source: str, chunks: Sequence[Stored]) -> list[Span] | None:
    """The places that the library says, if all of them are true and in order."""
    spans: list[Span] = []
    for chunk in chunks:
        if chunk.start is None or chunk.start < 0 or not source.startswith(chunk.text, chunk.start):
            return None
        if spans and chunk.start < spans[-1][0]:
            return None
        spans.append((chunk.start, chunk.start + len(chunk.text)))
    return spans


def _candidates(source: str, chunk: Stored, way: _Way, overlap: int, earliest: Callable[[int], int]) -> Iterator[int]:
    """Where a chunk may start after the last one."""
    text = chunk.text
    if not text:
        yield way.end
        return
    found = set()
    if overlap and way.place is not None:
        first = max(way.start, way.end - overlap)
        # Only what goes on behind the last chunk's end adds anything.
        starts = (source.find(text, at) for at in (max(first, earliest(way.end)), first, way.start))
        found = {at for at in starts if way.start <= at < way.end and at + len(text) > way.end}
        nearest = source.rfind(text, first, way.end + len(text) - 1)
        if nearest >= 0 and nearest + len(text) > way.end:
            found.add(nearest)
        within = max(0, way.end - len(text))
        if not found and within >= way.start and source.startswith(text, within):
            found.add(within)  # all of it is repeated
    found.add(source.find(text, way.floor))
    if chunk.start is not None and chunk.start >= way.floor and source.startswith(text, chunk.start):
        found.add(chunk.start)
    yield from sorted(at for at in found if at >= 0)


def _extended(source: str, way: _Way, start: int, end: int, overlap: int, earliest: Callable[[int], int]) -> _Way:
    # What lies before a chunk that follows an open one is that one's.
    lost = _characters(source[way.end : start]) if start > way.end and way.floor == way.end else 0
    oddness = 0.0
    if overlap and way.place is not None:
        repeated = max(0, way.end - start)
        room = max(1, way.end - earliest(way.end))
        oddness = (room - repeated) / room if repeated <= room else 1 + (repeated - room) / room
    return _Way(way.lost + lost, way.oddness + oddness, start, end, end, (start, end), way)


def _characters(text: str) -> int:
    return sum(map(len, text.split()))


def _places(way: _Way) -> Iterator[Span | None]:
    """The places of all chunks, the last one first."""
    while way.before is not None:
        yield way.place
        way = way.before
