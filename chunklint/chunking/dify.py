"""Cuts a Markdown page as Dify does: read by its Markdown reader, cleaned, cut, stripped; what is put around it is not.

Dify (1.x, from its published code) reads a page as sections that begin at `#` lines outside of fences, takes every `#`
out of their headings and every `<…>` out of their texts, and cuts each section by itself. In general mode it cuts at a
delimiter and merges nothing; only what is larger than the size is cut again, at separators. In automatic mode it cuts
at separators and merges. Habits that one would mend are kept, since a preview that differs is worth nothing: marks at
a chunk's start are taken off, the `` ``` `` of a fence too, and words of a long text cut at spaces stand together.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from chunklint.chunking.cleaning import Cleaned, clean, replaced

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_Range: TypeAlias = "tuple[int, int]"

# In this order, each only if it occurs; "" cuts between characters.
_SEPARATORS = ("\n\n", "。", ". ", " ", "")
_HEADING = re.compile(r"#+\s")
_FENCE = "```"
# Everything from a "<" to the next ">" of the line. The rest of a line without one is stepped over at once: looking
# from every "<" again would take time with the square of the line's length.
_TAGS = r"(?m)(?P<kept><[^>\n]*$)|<[^>\n]*>"
_INVALID = "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\xef\xbf\xbe]"
# What is taken off a chunk's start: punctuation but "!", "-", brackets and bars.
_LEADING = re.compile("[\u2000-\u2025\u2027-\u206f\u2e00-\u2e7f\u3000-\u300f\u3012-\u303f\"#$%&'()*+,./:;<=>?@^_`~]+")
_LINK = re.compile(r"\[[^\]]+\]\(https?://[^)]+\)")


class DifyPiece(NamedTuple):
    """A chunk: its text, and the source (code points) from its first character to its last."""

    text: str
    start: int
    end: int


def dify_pieces(
    text: str, *, delimiter: str | None, size: int, overlap: int, clean_steps: Sequence[str], has_bom: bool = False
) -> list[DifyPiece]:
    """The chunks of a page; sizes are characters. Without a delimiter it is the automatic mode.

    ``clean_steps`` are what the settings of a knowledge base switch on, by the names of `cleaning`. A byte order mark
    is a part of the text to Dify, before which no heading is seen.

    >>> [piece.text for piece in dify_pieces("# A\\n\\nOne.\\n\\n> Two.", delimiter="\\n\\n", size=99, overlap=0,
    ...     clean_steps=["blank-lines"])]
    ['A\\nOne.', 'Two.']
    """
    page = clean(text, ["line-ends"])
    if has_bom:
        page = Cleaned("\ufeff" + page.text, (0, *page.sources))
    pieces: list[DifyPiece] = []
    for section in _sections(page):
        for step in ((r"<\|", "<"), (r"\|>", ">"), (_INVALID, ""), ("\ufffe", "")):
            section = replaced(section, *step)
        cleaned = clean(section.text, clean_steps)
        sources = [section.sources[at] for at in cleaned.sources]
        cutter = _Cutter(cleaned.text, size, overlap)
        for ranges in cutter.parts(delimiter) if delimiter else cutter.at_separators((0, len(cleaned.text)), 0):
            pieces += _stripped(Cleaned(cleaned.text, sources), ranges)
    # The mark has no place in the text; alone it is a chunk all the same.
    return [piece._replace(end=min(piece.end, len(text))) for piece in pieces] if has_bom else pieces


def _sections(page: Cleaned) -> Iterator[Cleaned]:
    """What Dify makes a document of each: a heading with the text up to the next one."""
    heading: _Range | None = None
    start = at = 0
    in_fence = False
    for line in page.text.split("\n"):
        end = at + len(line)
        if line.startswith(_FENCE):
            in_fence = not in_fence
        elif not in_fence and _HEADING.match(line):
            yield _section(page, heading, (start, at))
            heading, start = (at, end), min(end + 1, len(page.text))
        at = end + 1
    yield _section(page, heading, (start, len(page.text)))


def _section(page: Cleaned, heading: _Range | None, body: _Range) -> Cleaned:
    found = _trimmed(replaced(_part(page, body), _TAGS, ""))
    if heading is None:
        return found
    title = _trimmed(replaced(_part(page, heading), "#", ""))
    text = f"\n\n{title.text}\n{found.text}"
    first, last = page.sources[heading[0]], page.sources[heading[1]]
    return Cleaned(text, [first, first, *title.sources[:-1], last, *found.sources])


def _part(page: Cleaned, span: _Range) -> Cleaned:
    start, end = span
    return Cleaned(page.text[start:end], page.sources[start : end + 1])


def _trimmed(text: Cleaned) -> Cleaned:
    start = len(text.text) - len(text.text.lstrip())
    return _part(text, (start, max(start, len(text.text.rstrip()))))


class _Cutter:
    """Cuts one section; a chunk is the ranges of its text that are set one behind the other."""

    def __init__(self, text: str, size: int, overlap: int) -> None:
        self._text = text
        self._size = size
        self._overlap = overlap

    def parts(self, delimiter: str) -> Iterator[list[_Range]]:
        """What stands between delimiters, whole where it is not too large."""
        at = 0
        for part in self._text.split(delimiter):
            span = (at, at + len(part))
            at = span[1] + len(delimiter)
            if len(part) > self._size:
                yield from self._large(span)
            else:
                yield [span]

    def _large(self, span: _Range) -> Iterator[list[_Range]]:
        text = self._text[slice(*span)]
        number = next(at for at, one in enumerate(_SEPARATORS) if one in text)
        separator = _SEPARATORS[number]
        if not separator:
            yield from self._windows(span)
        elif separator == " ":
            # The spaces go, and nothing comes in their place.
            yield from self._merged(self._between(span, " +"), number)
        else:
            yield from self._merged(self._behind(span, separator), number)

    def at_separators(self, span: _Range, number: int) -> Iterator[list[_Range]]:
        """A text cut at the first separator from ``number`` on that it has, and merged."""
        text = self._text[slice(*span)]
        # Dify looks for it as a regular expression, ". " being any character before a space, and cuts at it as it is.
        number = next(at for at in range(number, len(_SEPARATORS)) if re.search(_SEPARATORS[at], text))
        separator = _SEPARATORS[number]
        if separator:
            yield from self._merged(self._behind(span, separator), number)
        else:
            yield from self._merged([(at, at + 1) for at in range(*span)], number)

    def _behind(self, span: _Range, separator: str) -> list[_Range]:
        start, end = span
        ends = [found.end() for found in re.finditer(re.escape(separator), self._text[start:end])]
        cuts = [0, *ends, end - start]
        return [(start + one, start + other) for one, other in pairwise(cuts)]

    def _between(self, span: _Range, pattern: str) -> list[_Range]:
        start, end = span
        found = [match.span() for match in re.finditer(pattern, self._text[start:end])]
        starts = [0, *(last for _, last in found)]
        ends = [*(first for first, _ in found), end - start]
        return [(start + one, start + other) for one, other in zip(starts, ends, strict=True)]

    def _merged(self, splits: Sequence[_Range], number: int) -> Iterator[list[_Range]]:
        """Splits that are small enough joined up to the size, the others cut at the separators that follow."""
        small: list[_Range] = []
        for start, end in splits:
            if self._text[start:end] in ("", "\n"):
                continue
            if end - start < self._size:
                small.append((start, end))
                continue
            yield from self._joined(small)
            small = []
            if _SEPARATORS[number]:
                yield from self.at_separators((start, end), number + 1)
            else:
                yield [(start, end)]
        yield from self._joined(small)

    def _joined(self, splits: Sequence[_Range]) -> Iterator[list[_Range]]:
        current: list[_Range] = []
        total = first = 0
        for start, end in splits:
            length = end - start
            if total + length > self._size and first < len(current):
                yield self._trimmed(current[first:])
                while total > self._overlap or (total + length > self._size and total > 0):
                    total -= current[first][1] - current[first][0]
                    first += 1
            current.append((start, end))
            total += length
        yield self._trimmed(current[first:])

    def _trimmed(self, ranges: Sequence[_Range]) -> list[_Range]:
        """The ranges without the white space that their text begins and ends with."""
        kept = list(ranges)
        while kept and not self._text[slice(*kept[0])].lstrip():
            kept.pop(0)
        while kept and not self._text[slice(*kept[-1])].rstrip():
            kept.pop()
        if kept:
            text = self._text[slice(*kept[0])]
            kept[0] = (kept[0][1] - len(text.lstrip()), kept[0][1])
            text = self._text[slice(*kept[-1])]
            kept[-1] = (kept[-1][0], kept[-1][0] + len(text.rstrip()))
        return kept

    def _windows(self, span: _Range) -> Iterator[list[_Range]]:
        """Windows of a text without any separator, line ends left out.

        Each repeats what the one before has beyond the size less the overlap.
        """
        current: list[_Range] = []
        shared: list[_Range] = []
        for at in range(*span):
            if self._text[at] == "\n":
                continue
            if len(current) == self._size:
                yield current
                current, shared = shared, []
            elif len(current) >= self._size - self._overlap:
                shared.append((at, at + 1))
            current.append((at, at + 1))
        yield current


def _stripped(section: Cleaned, ranges: Sequence[_Range]) -> Iterator[DifyPiece]:
    """A chunk without marks at its start and without white space around it; nothing where no more is left."""
    text = "".join(section.text[start:end] for start, end in ranges)
    if not text.strip():
        return
    marks = None if _LINK.match(text) else _LEADING.match(text)
    kept = text[marks.end() if marks else 0 :]
    start, end = len(text) - len(kept.lstrip()), len(text.rstrip())
    if start < end:
        places = [at for span in ranges for at in range(*span)]
        yield DifyPiece(text[start:end], *section.source_span(places[start], places[end - 1] + 1))
