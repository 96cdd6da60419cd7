"""Sizes of stretches of a text as sums of the sizes of its blocks; which of the two is asked for is `measure`'s work.

In cl100k_base and o200k_base no token reaches over a line break into text: blanks before it and the line breaks after
it may belong to one token, what begins the next line never does, be it not a blank (or, in o200k_base, a slash).
So the sizes of blocks that begin a line add up exactly, and each is counted once, however many sections, groups and
pieces it is looked at in. Only a stretch's end takes a second look, since a line break can join with the mark before it
(``.`` and two line breaks are one token).
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

# Marks of which it is sure that no tokenizer takes them for a letter, a digit or a blank.
_MARKS = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~。！？；：，、（）【】「」『』《》〈〉“”‘’…—")
# A run of marks at a block's end is mostly one mark, or the four of "**):"; a longer one is counted with its block.
_LONGEST_RUN = 16


class BlockSizes:
    """The sizes of a text's blocks, counted when they are first asked for.

    ``starts`` are where blocks start, in order (code points).
    """

    __slots__ = ("_count", "_count_many", "_joins", "_sizes", "_starts", "_text")

    def __init__(
        self,
        text: str,
        starts: Iterable[int],
        count: Callable[[str], int],
        count_many: Callable[[list[str]], list[int]],
    ) -> None:
        self._text = text
        # No token reaches over a place that begins a line, and not with a blank.
        self._starts = [
            at
            for at in starts
            if at < len(text) and (at == 0 or text[at - 1] in "\r\n") and not (text[at].isspace() or text[at] == "/")
        ]
        # -1 for one that is not counted yet.
        self._sizes = [-1] * len(self._starts)
        self._starts.append(len(text))
        self._count = count
        self._count_many = count_many
        self._joins: dict[tuple[str, str], int] = {}

    def parts(self, start: int, end: int) -> range | None:
        """The blocks of a stretch by number, the last one perhaps in part; None where it begins inside a block."""
        starts = self._starts
        first = bisect_left(starts, start)
        if start >= end or starts[first] != start:
            return None
        return range(first, bisect_left(starts, end, first + 1))

    def prefetch(self, parts: Iterable[int]) -> None:
        """Count some blocks in one call, which is far quicker than one by one."""
        sizes, starts, text = self._sizes, self._starts, self._text
        new = [at for at in dict.fromkeys(parts) if sizes[at] < 0]
        if new:
            counts = self._count_many([text[starts[at] : starts[at + 1]] for at in new])
            for at, count in zip(new, counts, strict=True):
                sizes[at] = count

    def size(self, parts: range, end: int) -> int:
        """The size of a stretch of these blocks that ends at ``end``."""
        first, last, sizes = parts.start, parts.stop - 1, self._sizes
        if -1 in sizes[first : last + 1]:
            self.prefetch(parts)
        return self._up_to(last, end) + (sum(sizes[first:last]) if first < last else 0)

    def least(self, parts: range, end: int) -> int:
        """The size of the blocks of a stretch that begin before ``end``, but for the last of them: it has no less."""
        begun = range(parts.start, bisect_left(self._starts, end, parts.start + 1, parts.stop) - 1)
        self.prefetch(begun)
        return sum(self._sizes[begun.start : begun.stop])

    def _up_to(self, part: int, end: int) -> int:
        """The size of a block's beginning; of one without the line breaks behind it, by what these add to it."""
        text = self._text
        start, rest = self._starts[part], text[end : self._starts[part + 1]]
        if not rest:
            return self._sizes[part]
        last = text[end - 1]
        if not rest.strip("\r\n"):
            if last.isalnum():
                return self._sizes[part] - self._joined("", rest)
            run = _run_of_marks(text, start, end)
            if run:
                return self._sizes[part] - self._joined(run, rest)
        return self._count(text[start:end])

    def _joined(self, run: str, breaks: str) -> int:
        """How many tokens line breaks add to the marks before them."""
        known = self._joins.get((run, breaks))
        if known is None:
            known = self._joins[run, breaks] = self._count(run + breaks) - (self._count(run) if run else 0)
        return known


def _run_of_marks(text: str, start: int, end: int) -> str:
    """The marks at a block's end that begin a token, with the blank before them; empty where that is not sure."""
    at = end
    while at > start and text[at - 1] in _MARKS:
        at -= 1
    if at == end or end - at > _LONGEST_RUN:
        return ""
    before = text[at - 1] if at > start else "\n"
    if before == " ":
        return text[at - 1 : end]
    return text[at:end] if before == "\n" or before.isalnum() else ""
