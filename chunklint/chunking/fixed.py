"""Cuts text into windows of a fixed size, with or without overlap, never inside a user-perceived character.

It works on plain text and offsets; it knows nothing of documents, sentences or profiles.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from chunklint.chunking.graphemes import grapheme_after, grapheme_floor, joins
from chunklint.chunking.recursive import Piece

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Count = Callable[[Sequence[str]], list[int]]
    Ends = Callable[[str], Sequence[int]]

NEARLY_FULL = 0.95
"""A window is full enough at this share of its limit; the last 5 % would cost one or two more counts a window."""

QUICK_TRIES = 6
"""Guesses before halving takes over in the search for a full window; on prose, code and Chinese two are enough."""

MAX_GROWTH = 4.0
"""How much longer the next guess may be, so that a window that begins with one huge token does not count the text."""

PREFERRED_SHARE = 0.75
"""Where the stretch begins in which a good break is looked for, as a share of the window."""

_CLAUSE_MARKS = frozenset("，、；：。！？…,;:.!?")
_CLOSING_QUOTES = frozenset("”’」』】）》〉〕］｝)]}\"'")
_CLOSING = _CLOSING_QUOTES | _CLAUSE_MARKS
_OPENING = frozenset("“‘「『【（《〈〔［｛([{")


def fixed_pieces(text: str, *, size: int, overlap: int, ends: Ends | None, count: Count | None = None) -> list[Piece]:
    """Cut `text` into windows of at most `size` units, of which neighbours share about `overlap`.

    A unit is a token where `ends` is given, else a code point. `ends(text)` gives the code point offset at which each
    token ends, in order; a token that ends inside a character counts as ending where that character does. A cut moves
    left to the next boundary between user-perceived characters (grapheme clusters); only a cluster larger than `size`
    is cut inside, between two code points, and only a code point of more than `size` tokens makes a window that is too
    large. Every character is in some window, none is empty, and starts and ends go forward from window to window.

    A window that is cut out can have more tokens than its share of the whole text, since tokens merge differently at
    its edges; with `count` each window is counted alone, and shortened where it is over.

    Raises ValueError unless `size` is above 0 and `overlap` is between 0 and `size - 1`.

    >>> [piece.text_in("abcdefg") for piece in fixed_pieces("abcdefg", size=4, overlap=1, ends=None)]
    ['abcd', 'defg']
    """
    if size <= 0 or not 0 <= overlap < size:
        raise ValueError(f"size must be above 0 and overlap between 0 and size - 1, not {size} and {overlap}")
    ruler = _Characters(text) if ends is None else _Tokens(text, ends(text), count)
    pieces: list[Piece] = []
    start = end = 0
    while end < len(text):
        start, end = _next_window(text, ruler, start, end, size, overlap)
        pieces.append(Piece(start, end))
    return pieces


def window_pieces(text: str, start: int, end: int, limit: int, count: Count) -> list[Piece]:
    """Cut `text[start:end]` into consecutive pieces of at most `limit` units of `count`, without overlap.

    A piece ends, in its last quarter, after a clause (`，`, `, `), else after white space, else outside of a word, else
    between any two grapheme clusters. A cluster over the limit is cut between code points; a single code point over the
    limit is a piece all the same. The pieces join up to exactly `text[start:end]`. Time grows with the length of the
    text, not with its square.

    Raises ValueError if `limit` is not above 0.

    >>> [piece.text_in("one two") for piece in window_pieces("one two", 0, 7, 4, lambda texts: [*map(len, texts)])]
    ['one ', 'two']
    """
    if limit <= 0:
        raise ValueError(f"limit must be above 0, not {limit}")
    pieces: list[Piece] = []
    length = limit  # the first guess is one code point a unit, which suits Chinese; later ones go by the last window
    while start < end:
        fitting = _longest_fitting(text, start, end, limit, count, length)
        length = max(fitting - start, 1)
        cut = fitting if fitting == end else _good_cut(text, start, fitting, end, limit, count)
        pieces.append(Piece(start, cut))
        start = cut
    return pieces


class _Characters:
    """Measures in code points."""

    def __init__(self, text: str) -> None:
        self._length = len(text)

    def forward(self, start: int, units: int) -> int:
        """The offset `units` after `start`."""
        return min(start + units, self._length)

    def backward(self, end: int, units: int) -> int:
        """The offset `units` before `end`."""
        return max(end - units, 0)

    def excess(self, start: int, end: int, size: int) -> int:
        """By how many units the window is over the size."""
        return end - start - size


class _Tokens:
    """Measures in the tokens of the whole text, and checks a window by its own."""

    def __init__(self, text: str, ends: Sequence[int], count: Count | None) -> None:
        self._text = text
        self._ends = ends
        self._count = count

    def forward(self, start: int, units: int) -> int:
        ends = self._ends
        following = bisect_right(ends, start) + units
        if following >= len(ends):
            return len(self._text)
        end = ends[following - 1]
        if ends[following] > end:
            return end
        # The last character goes on in further tokens: it is left out, with what shares its first token.
        complete = bisect_left(ends, end)
        return max(start, ends[complete - 1]) if complete else start

    def backward(self, end: int, units: int) -> int:
        if not units:
            return end
        complete = bisect_right(self._ends, end)
        if complete and self._ends[complete - 1] == end:
            complete -= 1
        return self._ends[complete - units] if complete >= units else 0

    def excess(self, start: int, end: int, size: int) -> int:
        if self._count is None:
            return bisect_right(self._ends, end) - bisect_right(self._ends, start) - size
        return self._count([self._text[start:end]])[0] - size


def _next_window(
    text: str, ruler: _Characters | _Tokens, start: int, end: int, size: int, overlap: int
) -> tuple[int, int]:
    """The window after `start` … `end`; the first one after `0, 0`."""
    begin = end
    if overlap and end:
        begin = min(grapheme_floor(text, ruler.backward(end, overlap), start), end)
        if begin <= start:
            begin = min(grapheme_after(text, start), end)
    while True:
        reached = _window_end(text, ruler, begin, size)
        if reached > end or begin >= end:
            return begin, reached
        begin = min(grapheme_after(text, begin), end)  # it would show nothing new


def _window_end(text: str, ruler: _Characters | _Tokens, start: int, size: int) -> int:
    end = furthest = ruler.forward(start, size)
    while (end := grapheme_floor(text, end, start)) > start:
        excess = ruler.excess(start, end, size)
        if excess <= 0:
            return end
        end = min(ruler.backward(end, excess), end - 1)
    end = grapheme_after(text, start)
    if ruler.excess(start, end, size) <= 0:  # alone it can have fewer tokens than as a part of the text
        return end
    end = min(end, furthest)
    while end > start + 1 and (excess := ruler.excess(start, end, size)) > 0:
        end = min(ruler.backward(end, excess), end - 1)
    return max(end, start + 1)


def _longest_fitting(text: str, start: int, end: int, limit: int, count: Count, length: int) -> int:
    """An offset up to which `text` fits the limit and nearly fills it; `start` if not even one code point fits."""
    low, high = start, end + 1  # up to `low` it fits, up to `high` it does not
    guess = start + length
    tries = 0
    while high - low > 1:
        guess = max(low + 1, min(guess, high - 1))
        units = count([text[start:guess]])[0]
        tries += 1
        if units > limit:
            high = guess
        else:
            low = guess
            if low == end or units >= limit * NEARLY_FULL:
                break
        if tries < QUICK_TRIES:
            # A little short of the limit, since a guess that is over it is a count for nothing.
            growth = min(limit * 0.98 / units, MAX_GROWTH) if units else MAX_GROWTH
            guess = start + int((guess - start) * growth)
        else:
            guess = (low + high) // 2
    return low


def _good_cut(text: str, start: int, fitting: int, end: int, limit: int, count: Count) -> int:
    """Where to end the window that could reach to `fitting`, after which more text follows up to `end`."""
    for cut in (_preferred_break(text, start, fitting), grapheme_floor(text, fitting, start)):
        # Fewer characters can be more tokens where the cut parts what would have merged.
        if start < cut and (cut == fitting or count([text[start:cut]])[0] <= limit):
            return cut
    cluster = min(grapheme_after(text, start), end)
    if count([text[start:cluster]])[0] <= limit:
        return cluster
    return max(fitting, start + 1)


def _preferred_break(text: str, start: int, fitting: int) -> int:
    """The last break of the best kind in the window's last quarter; `start` if there is none."""
    space = between = start
    first = max(start + int((fitting - start) * PREFERRED_SHARE), start + 2)
    for offset in range(fitting, first - 1, -1):
        before, after = text[offset - 1], text[offset]
        if after.isspace() or after in _CLOSING or before in _OPENING or joins(before, after):
            continue
        is_after_space = before.isspace()
        mark = text[offset - 2] if is_after_space or before in _CLOSING_QUOTES else before
        if mark in _CLAUSE_MARKS and (is_after_space or not before.isascii()):
            return offset
        if is_after_space:
            space = max(space, offset)
        elif not (before.isascii() and after.isascii() and before.isalnum() and after.isalnum()):
            between = max(between, offset)
    return space if space > start else grapheme_floor(text, between, start)
