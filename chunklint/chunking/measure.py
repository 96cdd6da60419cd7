"""Sizes of stretches of one text, exact where they decide something and bounded where a bound is enough."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from chunklint.chunking.model import Span
    from chunklint.tokens import TokenCounter


class Measure:
    """Counts stretches ``text[start:end]`` in a counter's unit and remembers the counts.

    A text never has more tokens than bytes, nor fewer than words: both are far cheaper than counting.
    """

    __slots__ = ("_ascii", "_bytes_bound", "_counts", "_texts", "counter", "text")

    def __init__(self, text: str, counter: TokenCounter) -> None:
        self.text = text
        self.counter = counter
        self._bytes_bound = counter.bytes_bound
        self._ascii = text.isascii()
        self._counts: dict[Span, int] = {}
        self._texts: dict[str, int] = {"": 0}

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
            known = self._counts[start, end] = self.counter.count(self.text[start:end])
        return known

    def count_text(self, text: str) -> int:
        """The exact size of a text that is not in the source, such as a heading path."""
        known = self._texts.get(text)
        if known is None:
            known = self._texts[text] = self.counter.count(text)
        return known

    def prefetch(self, spans: Iterable[Span]) -> None:
        """Count many stretches in one call, which is far quicker than one by one."""
        wanted = [span for span in spans if span not in self._counts]
        if wanted:
            counts = self.counter.count_many([self.text[start:end] for start, end in wanted])
            self._counts.update(zip(wanted, counts, strict=True))

    def at_most(self, start: int, end: int, limit: int) -> bool:
        """Whether a stretch's size is at most ``limit``; counted only where the bounds leave it open."""
        if self.counter.unit == "characters":
            return end - start <= limit
        if self.upper_bound(start, end) <= limit:
            return True
        if (start, end) not in self._counts and end - start > 2 * limit and self._words(start, end, limit) > limit:
            return False
        return self.count(start, end) <= limit

    def _words(self, start: int, end: int, limit: int) -> int:
        """Words of a stretch, none of them without a token of its own; no more than just past the limit are split."""
        if not self._bytes_bound:
            return 0
        return len(self.text[start:end].split(None, limit + 1))
