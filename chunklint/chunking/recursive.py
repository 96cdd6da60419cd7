"""Cuts text at a list of separators, coarse ones first, exactly as LangChain's recursive splitter does.

It works on plain text and offsets; it knows nothing of documents, headings or profiles.

The algorithm: split the text at the first separator that occurs in it; measure every split; join neighbouring splits
that are under the size into chunks; split the others again with the separators that follow. Three habits of
`RecursiveCharacterTextSplitter` (langchain-text-splitters 1.1) are kept on purpose, since the preview is worth nothing
where it differs: a split of exactly `size` is split again; a split that no separator can divide is a chunk as it is,
white space and all; and a chunk's size is the sum of its splits' sizes, not the size of the joined text.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from itertools import accumulate, compress, pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Literal

    import regex

    Count = Callable[[Sequence[str]], list[int]]
    KeepSeparator = Literal["start", "end"] | bool

LANGCHAIN_SEPARATORS = ("\n\n", "\n", " ", "")
"""What LangChain uses when no separators are given."""

DEFAULT_SEPARATORS = (
    "\n\n",
    "\n",
    *("。", "！", "？", ". ", "! ", "? "),
    *("；", "; ", "，", ", ", "、"),
    " ",
    "",
)
"""Our own list, for `keep_separator="end"`, so that a mark stays with the sentence that it closes.

Chinese has no spaces: with `LANGCHAIN_SEPARATORS` a Chinese paragraph over the size is cut between any two characters.
Here it is cut after a sentence, else after a clause, else after an item of an enumeration (`、`). English sentence ends
include their space, so that `3.5` and `example.com` stay whole. Chinese marks come first: they have one meaning, while
`. ` also follows abbreviations and list numbers.
"""

PATTERN_SECONDS = 2.0
"""How long all matching of regular expressions may take for one text, and again for every million code points of it;
the slowest of LangChain's own lists, that for Rust, took 0.3 s for 1 MB."""


class Piece(NamedTuple):
    """A chunk's place in the source: code points `start` (inclusive) to `end` (exclusive).

    `joined` is the chunk's text where that is not `source[start:end]`: only with `keep_separator=False`, which puts one
    separator where the source may have had several, and the pattern itself where it was a regular expression.
    """

    start: int
    end: int
    joined: str | None = None

    def text_in(self, source: str) -> str:
        """The chunk's text: `Piece(0, 2).text_in("abc") == "ab"`."""
        return source[self.start : self.end] if self.joined is None else self.joined


class _Splits(NamedTuple):
    """The splits of one stretch of text, in order and none empty, and what is left to try on those that are too big."""

    starts: Sequence[int]
    texts: Sequence[str]  # a plain string stands for its characters
    joint: str  # what is put between two splits that are joined
    next_separator: int


def recursive_pieces(
    text: str,
    *,
    separators: Sequence[str],
    size: int,
    overlap: int,
    count: Count,
    keep_separator: KeepSeparator = True,
    is_separator_regex: bool = False,
    strip_whitespace: bool = True,
) -> list[Piece]:
    """Cut `text` into the chunks that LangChain's `RecursiveCharacterTextSplitter` would make, with their offsets.

    `size` and `overlap` are in the unit of `count`, which measures many texts at once (characters, tokens). The
    separators are tried in order (none: `LANGCHAIN_SEPARATORS`); `""` stands between any two characters.
    `keep_separator` says where a separator stays: at the start of the split after it (`True` or `"start"`), at the end
    of the split before it (`"end"`), or nowhere (`False`). Starts and ends never go back; two chunks overlap where the
    second starts before the end of the first; where only white space was new, the second ends where the first does.

    Raises ValueError for sizes that make no sense, and for a regular expression that is invalid, has capturing groups
    (the library repeats their text in its output), is too long or too slow.

    >>> lengths = lambda texts: [len(text) for text in texts]
    >>> [tuple(piece[:2]) for piece in recursive_pieces("one two", separators=[" "], size=5, overlap=0, count=lengths)]
    [(0, 3), (4, 7)]
    """
    if size <= 0 or not 0 <= overlap <= size:
        raise ValueError(f"size must be above 0 and overlap between 0 and size, not {size} and {overlap}")
    separate = _Separating(separators or LANGCHAIN_SEPARATORS, keep_separator, is_separator_regex, len(text))
    measure = _Measuring(count)
    join = _Joining(text, not keep_separator, is_separator_regex, strip_whitespace)
    pieces: list[Piece] = []
    pending = [(0, len(text), 0)]
    while pending:  # one round a level, not one call a stretch: a level's splits are counted together
        level = [separate(text[start:end], start, first) for start, end, first in pending]
        pending = []
        for splits, lengths in zip(level, measure(level), strict=True):
            can_go_on = splits.next_separator < separate.total
            joint_length = measure.one(splits.joint)
            for first, stop in _runs(lengths, size):
                if stop - first == 1 and lengths[first] >= size:
                    start = splits.starts[first]
                    end = start + len(splits.texts[first])
                    if can_go_on:
                        pending.append((start, end, splits.next_separator))
                    else:
                        pieces.append(Piece(start, end))
                    continue
                windows = _windows(lengths[first:stop], size, overlap, joint_length)
                made = (join(splits, first + begin, first + end) for begin, end in windows)
                pieces.extend(piece for piece in made if piece is not None)
    # Levels come one after the other; their pieces lie in separate stretches, so that sorting puts them in order.
    pieces.sort(key=lambda piece: piece.start)
    return pieces


class _Separating:
    """Splits a stretch of text at the first separator that occurs in it."""

    def __init__(self, separators: Sequence[str], keep: KeepSeparator, is_regex: bool, length: int) -> None:
        self.total = len(separators)
        self._separators = separators
        self._keep = keep
        self._patterns: list[regex.Pattern[str]] | None = None
        if is_regex:
            from chunklint.chunking.separator_pattern import compile_separator

            self._patterns = [compile_separator(separator) for separator in separators]
        self._seconds_left = PATTERN_SECONDS * (1 + length / 1_000_000)

    def __call__(self, text: str, offset: int, first: int) -> _Splits:
        """Split `text`, which starts at `offset` in the source, with the separators from number `first` on."""
        for index in range(first, self.total):
            separator = self._separators[index]
            joint = "" if self._keep else separator
            if not separator:
                return _Splits(range(offset, offset + len(text)), text, joint, self.total)
            if self._patterns is not None:
                if matches := self._matches(index, text):
                    return self._at_matches(text, offset, matches, joint, index + 1)
            elif separator in text:
                return self._at_literals(text, offset, separator, joint, index + 1)
        joint = "" if self._keep else self._separators[-1]
        return _Splits([offset], [text], joint, self.total) if text else _Splits([], [], joint, self.total)

    def _at_literals(self, text: str, offset: int, separator: str, joint: str, following: int) -> _Splits:
        parts = text.split(separator)
        if not self._keep:
            starts = list(accumulate(map(len(separator).__add__, map(len, parts)), initial=offset))
            kept = list(filter(None, parts))
            return _Splits(starts if len(kept) == len(parts) else list(compress(starts, parts)), kept, joint, following)
        bare = -1 if self._keep == "end" else 0  # the only part without a separator, and so perhaps empty
        bare_part = parts[bare]
        texts = [part + separator for part in parts] if bare else [separator + part for part in parts]
        if bare_part:
            texts[bare] = bare_part
        else:
            del texts[bare]
        return _Splits(list(accumulate(map(len, texts), initial=offset)), texts, joint, following)

    def _at_matches(
        self, text: str, offset: int, matches: list[tuple[int, int]], joint: str, following: int
    ) -> _Splits:
        if self._keep:
            side = 1 if self._keep == "end" else 0
            cuts = [0, *(match[side] for match in matches), len(text)]
            spans = list(pairwise(cuts))
        else:
            opens = [0, *(end for _, end in matches)]
            spans = list(zip(opens, [*(start for start, _ in matches), len(text)], strict=True))
        spans = [(start, end) for start, end in spans if start < end]
        starts = [offset + start for start, _ in spans]
        return _Splits(starts, [text[start:end] for start, end in spans], joint, following)

    def _matches(self, index: int, text: str) -> list[tuple[int, int]]:
        from time import monotonic

        assert self._patterns is not None
        began = monotonic()
        try:
            found = self._patterns[index].finditer(text, timeout=max(self._seconds_left, 0.001))
            return [match.span() for match in found]
        except TimeoutError:
            raise ValueError(
                f"the separator {self._separators[index]!r} takes too long to match; write it without nested repeats"
            ) from None
        finally:
            self._seconds_left -= monotonic() - began


class _Measuring:
    """Counts the splits of a level in one batch, and each single character only once."""

    def __init__(self, count: Count) -> None:
        self._count = count
        self._known: dict[str, int] = {}

    def __call__(self, level: Sequence[_Splits]) -> Iterator[list[int]]:
        characters: set[str] = set()
        batch: list[str] = []
        for splits in level:
            if isinstance(splits.texts, str):
                characters.update(splits.texts)
            else:
                batch.extend(splits.texts)
        self._learn(characters)
        lengths = self._count(batch) if batch else []
        taken = 0
        for splits in level:
            if isinstance(splits.texts, str):
                yield list(map(self._known.__getitem__, splits.texts))
            else:
                yield lengths[taken : taken + len(splits.texts)]
                taken += len(splits.texts)

    def one(self, text: str) -> int:
        """The length of one text that comes again and again."""
        self._learn({text})
        return self._known[text]

    def _learn(self, texts: set[str]) -> None:
        if new := sorted(texts - self._known.keys()):
            self._known.update(zip(new, self._count(new), strict=True))


def _runs(lengths: Sequence[int], size: int) -> Iterator[tuple[int, int]]:
    """Index ranges of neighbouring splits under `size`; every other split is a range of its own."""
    if not lengths:
        return
    if max(lengths) < size:
        yield 0, len(lengths)
        return
    first = 0
    for index, length in enumerate(lengths):
        if length >= size:
            if first < index:
                yield first, index
            yield index, index + 1
            first = index + 1
    if first < len(lengths):
        yield first, len(lengths)


def _windows(lengths: Sequence[int], size: int, overlap: int, joint: int) -> Iterator[tuple[int, int]]:
    """Index ranges of the splits that make up each chunk; all lengths are under `size`.

    Adding splits one by one and dropping them again for the overlap costs a step a split, which is a step a character
    where the separator is `""`; two binary searches a chunk in the running sums find the same ranges.
    """
    # The splits first … stop - 1 together measure reach[stop] - reach[first] - joint.
    reach = array("q", accumulate(map(joint.__add__, lengths) if joint else lengths, initial=0))
    total = len(lengths)
    first = stop = 0
    while True:
        stop = bisect_right(reach, reach[first] + joint + size, stop + 1) - 1
        yield first, stop
        if stop == total:
            return
        # Splits are dropped until the rest is within the overlap and leaves room for the next split; a rest that
        # measures nothing stays.
        room = min(reach[stop + 1] - joint - size, reach[stop] - joint)
        first = bisect_left(reach, max(reach[stop] - joint - overlap, room), first, stop)
        # The next split is in, whatever it measures with the rest: the search goes on behind it.
        stop += 1


class _Joining:
    """Makes a piece of neighbouring splits."""

    def __init__(self, text: str, drops_separators: bool, is_regex: bool, strip: bool) -> None:
        self._text = text
        self._drops_separators = drops_separators
        self._is_regex = is_regex
        self._strip = strip

    def __call__(self, splits: _Splits, first: int, stop: int) -> Piece | None:
        """The piece of the splits `first` … `stop - 1`, or None if nothing but white space is in it."""
        start = splits.starts[first]
        end = splits.starts[stop - 1] + len(splits.texts[stop - 1])
        body = self._text[start:end]
        if self._drops_separators:
            joined = splits.joint.join(splits.texts[first:stop])
            if joined != body or self._is_regex:
                return self._joined(splits, first, stop, joined)
        if not self._strip:
            return Piece(start, end)
        kept = body.rstrip()
        if not kept:
            return None
        return Piece(start + len(kept) - len(kept.lstrip()), start + len(kept))

    def _joined(self, splits: _Splits, first: int, stop: int, joined: str) -> Piece | None:
        kept = joined.strip() if self._strip else joined
        if not kept:
            return None
        lead = len(joined) - len(joined.lstrip()) if self._strip else 0
        if self._is_regex:  # a pattern's own text has no place in the source: the range is that of the whole splits
            begin, end = splits.starts[first], splits.starts[stop - 1] + len(splits.texts[stop - 1])
        else:
            begin = _source_offset(splits, first, stop, lead)
            end = _source_offset(splits, first, stop, lead + len(kept))
        return Piece(begin, end, None if kept == self._text[begin:end] else kept)


def _source_offset(splits: _Splits, first: int, stop: int, position: int) -> int:
    """Where a position in the joined text of some splits is in the source."""
    for index in range(first, stop - 1):
        step = len(splits.texts[index]) + len(splits.joint)
        if position < step:
            return min(splits.starts[index] + position, splits.starts[index + 1])
        position -= step
    return splits.starts[stop - 1] + position
