"""How large the chunks of many documents are, a profile at a time; keeps counts and the largest places, never text."""

from __future__ import annotations

from heapq import heappush, heappushpop
from typing import TYPE_CHECKING, NamedTuple

from chunklint.documents.reader import is_page_index

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from chunklint.chunking.measure import Measure
    from chunklint.chunking.model import Chunk, Profile
    from chunklint.documents.model import Document
    from chunklint.engine.analysis import Analysis

# The largest chunks kept by place: as many as a reader looks at.
_LARGEST = 10

# A histogram's bins, of equal width, up to the budget and over it (the last holds whatever is larger).
BINS_WITHIN = 20
BINS_OVER = 5


class LargeChunk(NamedTuple):
    """Where a large chunk lies; ``tokens`` is its size in the profile's unit, lines are 1-based."""

    tokens: int
    path: str
    line: int
    end_line: int


class SizeDistribution:
    """The sizes of one profile's chunks, in its unit (tokens or characters).

    A size is that of the text as embedded: heading path, body and overlap. Memory grows with the number of different
    sizes, not with that of documents.

    A percentile is the nearest rank: the smallest size that at least so many per cent of the chunks do not exceed. It
    is always the size of some chunk. The budget is the profile's ``max_tokens``. A fragment is a chunk whose own text,
    heading path and overlap left out, is under ``min_tokens``; the only chunk of a page is none, since there is
    nothing that it could be joined with.
    """

    __slots__ = ("_largest", "chunks", "counts", "documents", "fragments", "over_budget", "profile", "total")

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.documents = 0
        self.chunks = 0
        self.total = 0
        self.over_budget = 0
        self.fragments = 0
        self.counts: dict[int, int] = {}
        self._largest: list[tuple[int, int, LargeChunk]] = []

    def add(self, document: Document, chunks: Sequence[Chunk], measure: Measure) -> None:
        """Count one more document; ``measure`` is what its stretches are counted with."""
        self.documents += 1
        for chunk in chunks:
            size = chunk.tokens
            self.counts[size] = self.counts.get(size, 0) + 1
            self.chunks += 1
            self.total += size
            self.over_budget += size > self.profile.max_tokens
            self._keep_if_large(document, chunk, size)
        if len(chunks) > 1 and not is_page_index(document.path):
            self.fragments += sum(self._is_fragment(document, chunk, measure) for chunk in chunks)

    @property
    def unit(self) -> str:
        """``tokens`` or ``characters``."""
        return "characters" if self.profile.tokenizer == "characters" else "tokens"

    @property
    def mean(self) -> float:
        """The average size; 0 without chunks."""
        return self.total / self.chunks if self.chunks else 0.0

    @property
    def maximum(self) -> int:
        """The largest size; 0 without chunks."""
        return max(self.counts, default=0)

    @property
    def over_budget_share(self) -> float:
        """The part of the chunks over the budget, from 0 to 1."""
        return self.over_budget / self.chunks if self.chunks else 0.0

    @property
    def fragment_share(self) -> float:
        """The part of the chunks that are fragments, from 0 to 1."""
        return self.fragments / self.chunks if self.chunks else 0.0

    @property
    def largest(self) -> list[LargeChunk]:
        """The largest chunks, the largest first; of equal ones, those that came first."""
        return [large for _, _, large in sorted(self._largest, reverse=True)]

    def percentile(self, percent: int) -> int:
        """The nearest-rank percentile; 0 without chunks.

        >>> from chunklint.chunking.model import Profile
        >>> sizes = SizeDistribution(Profile())
        >>> sizes.counts, sizes.chunks = {10: 5, 20: 4, 30: 1}, 10
        >>> sizes.percentile(50), sizes.percentile(90), sizes.percentile(91)
        (10, 20, 30)
        """
        rank = -(-percent * self.chunks // 100)
        for size in sorted(self.counts):
            rank -= self.counts[size]
            if rank <= 0:
                return size
        return 0

    def histogram(self) -> list[int]:
        """The number of chunks a bin: `BINS_WITHIN` bins up to the budget, `BINS_OVER` of the same width over it."""
        bins = [0] * (BINS_WITHIN + BINS_OVER)
        budget = max(self.profile.max_tokens, 1)
        for size, count in self.counts.items():
            # A bin holds the sizes over its lower and up to its upper end, so that the budget itself is within.
            at = max(-(-size * BINS_WITHIN // budget) - 1, 0)
            bins[min(at, len(bins) - 1)] += count
        return bins

    def _is_fragment(self, document: Document, chunk: Chunk, measure: Measure) -> bool:
        least = self.profile.min_tokens
        if least <= 0 or not document.text[chunk.start : chunk.end].strip():
            return False
        if len(chunk.spans) == 1:
            return measure.at_most(*chunk.spans[0], least - 1)
        return sum(measure.count(start, end) for start, end in chunk.spans) < least

    def _keep_if_large(self, document: Document, chunk: Chunk, size: int) -> None:
        full = len(self._largest) == _LARGEST
        if full and size <= self._largest[0][0]:
            return
        lines = document.lines
        first, last = lines.line_of(chunk.start), lines.line_of(max(chunk.end - 1, chunk.start))
        # The running number keeps the earlier of two equal sizes, and is never the same.
        entry = (size, -self.chunks, LargeChunk(size, document.path, first + 1, last + 1))
        if full:
            heappushpop(self._largest, entry)
        else:
            heappush(self._largest, entry)


class Sizes:
    """The distributions of a run by profile, in the order in which they came up.

    Two profiles of one name with different parameters, from two settings files, are two.
    """

    def __init__(self) -> None:
        self._by_profile: dict[Profile, SizeDistribution] = {}

    def __iter__(self) -> Iterator[SizeDistribution]:
        return iter(self._by_profile.values())

    def __len__(self) -> int:
        return len(self._by_profile)

    def of(self, profile: Profile) -> SizeDistribution:
        """The distribution of a profile, empty at first."""
        known = self._by_profile.get(profile)
        if known is None:
            known = self._by_profile[profile] = SizeDistribution(profile)
        return known

    def count(self, analysis: Analysis) -> None:
        """Count a document that was analysed under a profile."""
        self.of(analysis.profile).add(analysis.document, analysis.chunks, analysis.measure)
