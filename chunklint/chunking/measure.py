"""Sizes of stretches of one text, exact where they decide something and bounded where a bound is enough."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from chunklint.chunking.block_sizes import BlockSizes

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from chunklint.chunking.model import Span
    from chunklint.tokens import TokenCounter


# Code points a token takes up at the most in running text (English has 4 to 5, code and tables up to 6).
_HEAD = 6
# A cut inside a word or a run of spaces makes no more tokens than this.
_CUT_TOKENS = 8


class Measure:
    """Counts stretches ``text[start:end]`` in a counter's unit and remembers the counts.

    A text never has more tokens than bytes, which are far cheaper to count. ``known`` are counts by text, mostly of
    the version of the text before this one: with them (empty for the first version) the texts counted here are kept
    in `seen`, for the version after it. ``starts`` are where the text's blocks start, so that stretches of whole blocks
    need not be counted anew.
    """

    __slots__ = (
        "_ascii",
        "_blocks",
        "_bytes_bound",
        "_counts",
        "_known",
        "_least",
        "_texts",
        "counter",
        "seen",
        "text",
    )

    def __init__(
        self, text: str, counter: TokenCounter, known: Mapping[str, int] | None = None, starts: Iterable[int] = ()
    ) -> None:
        self._known = known
        self.seen: dict[str, int] = {}
        self.text = text
        self.counter = counter
        self._bytes_bound = counter.bytes_bound
        self._ascii = text.isascii()
        self._counts: dict[Span, int] = {}
        self._least: dict[Span, int] = {}
        self._texts: dict[str, int] = {"": 0}
        self._blocks = BlockSizes(text, starts if counter.adds_up else (), self.count_text, self._count_many)

    def upper_bound(self, start: int, end: int) -> int:
        """A size that the stretch does not exceed."""
        known = self._counts.get((start, end))
        if known is not None:
            return known
        if not self._bytes_bound or self._ascii:
            return end - start if self._bytes_bound or self.counter.unit == "characters" else self.count(start, end)
        return len(self.text[start:end].encode("utf-8", "surrogatepass"))

    def count(self, start: int, end: int) -> int:
        """The exact size of a stretch counted by itself."""
        known = self._counts.get((start, end))
        if known is None:
            parts = self._blocks.parts(start, end)
            known = self._count(self.text[start:end]) if parts is None else self._blocks.size(parts, end)
            self._counts[start, end] = known
        return known

    def count_text(self, text: str) -> int:
        """The exact size of a text that is not in the source, such as a heading path."""
        known = self._texts.get(text)
        if known is None:
            known = self._texts[text] = self._count(text)
        return known

    def prefetch(self, spans: Iterable[Span]) -> None:
        """Count many stretches in one call, which is far quicker than one by one."""
        wanted: list[Span] = []
        of_blocks: list[tuple[Span, range]] = []
        for span in spans:
            if span not in self._counts:
                parts = self._blocks.parts(*span)
                if parts is None:
                    wanted.append(span)
                else:
                    of_blocks.append((span, parts))
        if of_blocks:
            self._blocks.prefetch(chain.from_iterable([parts for _, parts in of_blocks]))
            for span, parts in of_blocks:
                self._counts[span] = self._blocks.size(parts, span[1])
        if wanted:
            counts = self._count_many([self.text[start:end] for start, end in wanted])
            self._counts.update(zip(wanted, counts, strict=True))

    def capped(self, start: int, end: int, cap: int) -> int:
        """The exact size of a stretch up to ``cap``; for a larger one any size over the cap that it does not undercut.

        Only the beginning of a long stretch is counted: a text never has fewer tokens than its beginning, but for the
        few that the cut itself makes.
        """
        known = self._counts.get((start, end))
        if known is not None:
            return known
        least = self._least.get((start, end), 0)
        if least > cap:
            return least
        head = start + _HEAD * (cap + _CUT_TOKENS)
        if end > head and self.counter.unit == "tokens":
            parts = self._blocks.parts(start, end)
            if parts is not None and len(parts) > 1:
                least = self._blocks.least(parts, head)
            else:
                least = self._count(self.text[start:head]) - _CUT_TOKENS
            if least > cap:
                self._least[start, end] = least
                return least
        return self.count(start, end)

    def _count(self, text: str) -> int:
        if self._known is None:
            return self.counter.count(text)
        count = self._known.get(text)
        if count is None:
            count = self.seen.get(text)
            if count is None:
                count = self.counter.count(text)
        self.seen[text] = count
        return count

    def _count_many(self, texts: list[str]) -> list[int]:
        if self._known is None:
            return self.counter.count_many(texts)
        known, seen = self._known, self.seen
        new = [text for text in dict.fromkeys(texts) if text not in known and text not in seen]
        if new:
            seen.update(zip(new, self.counter.count_many(new), strict=True))
        return [self._count(text) for text in texts]

    def has_words(self, start: int, end: int, number: int) -> bool:
        """Whether a stretch surely has so many tokens, since it has so many words; far cheaper than counting."""
        if not self._bytes_bound or self.counter.unit == "characters":
            return False
        return len(self.text[start : min(end, start + 10 * number)].split()) >= number

    def at_most(self, start: int, end: int, limit: int) -> bool:
        """Whether a stretch's size is at most ``limit``; counted only where the bounds leave it open."""
        if self.counter.unit == "characters":
            return end - start <= limit
        if self.upper_bound(start, end) <= limit:
            return True
        return self.capped(start, end, limit) <= limit
