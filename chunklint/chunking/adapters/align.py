"""Finds the source of chunks that somebody else made: spans that never go back, and what no chunk holds.

Chunks whose text stands in the source as it is, white space aside, are placed exactly, repeated text by what comes
before and after it. Where a library changed the text (markup, tables as sentences, headings put before it), words are
matched instead, and the marks around them follow. Nothing is known here of documents and profiles.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from chunklint.chunking.adapters.additions import without_additions
from chunklint.chunking.adapters.errors import PageError
from chunklint.chunking.adapters.exact import exact_places
from chunklint.chunking.adapters.matching import match
from chunklint.chunking.adapters.mending import FEW, is_misplaced, mend
from chunklint.chunking.adapters.said import Words, with_said
from chunklint.chunking.adapters.white_space import places_but_for_white_space

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from chunklint.chunking.adapters.request import Stored
    from chunklint.chunking.model import Span

# Han and kana one by one, other words whole. A run longer than any word is cut inside by splitters, so that its parts
# equal nothing: it goes with the words around it, like a mark.
_CJK = r"\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_LETTER = rf"[^\W_{_CJK}]"
_WORD = re.compile(rf"[{_CJK}]|(?<!{_LETTER}){_LETTER}{{1,40}}(?!{_LETTER})")
# What parts a repeated paragraph from the chunk's own ones.
_LINE_ENDS = re.compile(r"(?:[ \t]*\r?\n)+")
# A chunk with a smaller share of its words in the source is somebody else's text.
_FOREIGN = 0.5
# From this share of characters on that stand in the source as they are, the others are looked for between them.
_MOST = 0.5


class Place(NamedTuple):
    """Where a chunk's own body comes from (rising, perhaps nothing), and what it repeats from the chunk before."""

    spans: tuple[Span, ...]
    overlap: Span | None = None


class Alignment(NamedTuple):
    """The places of all chunks, and what is in none of them; every other character but white space is in one."""

    places: list[Place]
    lost: list[Span]


def align(
    source: str,
    chunks: Sequence[Stored],
    overlap: int = 0,
    splitter: str = "",
    earliest: Callable[[int], int] | None = None,
) -> Alignment:
    """Align chunks, in the order of the source, to it; offsets are code points.

    ``overlap`` is the most characters that a chunk may repeat from the one before; ``earliest`` says more exactly where
    what is repeated before an offset may start. Raises PageError where the chunks are not in order or not of this text.

    >>> from chunklint.chunking.adapters.request import Stored
    >>> align("One. Two.", [Stored("One."), Stored("Two.")]).places
    [Place(spans=((0, 4),), overlap=None), Place(spans=((5, 9),), overlap=None)]
    """
    bodies: Sequence[Stored] = without_additions(source, chunks)
    earliest = earliest or (lambda end: max(0, end - overlap))
    spans = exact_places(source, bodies, overlap, earliest)
    if None in spans and (spaced := places_but_for_white_space(source, chunks, overlap, earliest)) is not None:
        bodies, spans = chunks, list(spaced)
    found = sum(len(body.text) for body, span in zip(bodies, spans, strict=True) if span is not None)
    if found < _MOST * sum(len(body.text) for body in bodies):
        places = _by_words(source, chunks, overlap, splitter)
    else:
        places = list(_without_overlap(source, spans))
        if None in spans:
            places = _filled(source, chunks, spans, places, splitter)
        places = _with_headings(source, bodies, places)
    return Alignment(places, uncovered(source, places))


def uncovered(source: str, places: Sequence[Place]) -> list[Span]:
    """The stretches of source that no place holds, white space around them left out."""
    held = sorted(span for place in places for span in (*place.spans, *((place.overlap,) if place.overlap else ())))
    lost: list[Span] = []
    at = 0
    for start, end in (*held, (len(source), len(source))):
        if start > at and (stretch := source[at:start]).strip():
            first = at + len(stretch) - len(stretch.lstrip())
            lost.append((first, first + len(stretch.strip())))
        at = max(at, end)
    return lost


def _without_overlap(source: str, spans: Sequence[Span | None]) -> Iterator[Place]:
    covered = 0
    for span in spans:
        if span is None:
            yield Place(())
            continue
        start, end = span
        body = min(max(start, covered), end)
        if start < body < end and (blank := _LINE_ENDS.match(source, body, end)):
            body = blank.end()
        yield Place(((body, end),) if body < end else (), (start, min(body, covered)) if start < body else None)
        covered = max(covered, end)


def _filled(
    source: str, chunks: Sequence[Stored], spans: Sequence[Span | None], places: Sequence[Place], splitter: str
) -> list[Place]:
    """The places with those that were left open found by their words, between the chunks around them."""
    filled = list(places)
    at = 0
    while at < len(chunks):
        if spans[at] is not None:
            at += 1
            continue
        end = next((index for index in range(at, len(chunks)) if spans[index] is not None), len(chunks))
        start = next((place.spans[-1][1] for place in reversed(places[:at]) if place.spans), 0)
        stop = next((place.spans[0][0] for place in places[end:] if place.spans), len(source))
        within = _by_words(source[start : max(start, stop)], chunks[at:end], 0, None)
        filled[at:end] = [_shifted(place, start) for place in within]
        at = end
    # Those between others may be short of words there; chunks that are not of this text at all lie nowhere.
    _check_found(source, chunks, filled, splitter)
    return filled


def _check_found(source: str, chunks: Sequence[Stored], places: Sequence[Place], splitter: str) -> None:
    """Raises PageError for chunks that were not found where they should be, as `_check_order` does."""
    whole = _Words(source)
    bodies = [_Words(chunk.text).keys if not place.spans else [] for chunk, place in zip(chunks, places, strict=True)]
    _check_order(splitter, whole, chunks, bodies, [[] for _ in chunks])
    elsewhere = [index for index, body in enumerate(bodies) if body and chunks[index].text.strip() in source]
    if sum(len(bodies[index]) for index in elsewhere) >= FEW:
        excerpt = " ".join(chunks[elsewhere[0]].text.split())[:60]
        raise PageError("reordered", splitter=splitter, chunk=elsewhere[0] + 1, excerpt=excerpt)


def _shifted(place: Place, by: int) -> Place:
    overlap = place.overlap and (place.overlap[0] + by, place.overlap[1] + by)
    return Place(tuple((start + by, end + by) for start, end in place.spans), overlap)


class _Words:
    """A text's words in order, with their places."""

    __slots__ = ("ends", "keys", "starts")

    def __init__(self, text: str) -> None:
        self.keys: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        for found in _WORD.finditer(text):
            self.keys.append(found[0])
            self.starts.append(found.start())
            self.ends.append(found.end())


def _by_words(source: str, chunks: Sequence[Stored], overlap: int, splitter: str | None) -> list[Place]:
    """The places of chunks by their words; without a ``splitter`` to name, nothing is said of strange ones."""
    whole = _Words(source)
    found_words = [_Words(chunk.text) for chunk in chunks]
    words = [found.keys for found in found_words]
    repeated = [0]
    for index in range(1, len(chunks)):
        # No library repeats text of another section.
        same = chunks[index].headings == chunks[index - 1].headings
        # Characters, not words: in text that says the same over and over, more words than were repeated look so.
        most = bisect_right(found_words[index].ends, overlap)
        repeated.append(_repeated(words[index - 1], words[index], most) if same else 0)
    bodies = [keys[skip:] for keys, skip in zip(words, repeated, strict=True)]
    found = match([key for body in bodies for key in body], whole.keys)
    placed: list[list[int]] = []
    at = 0
    for body in bodies:
        placed.append([index for index in _drawn_together(found[at : at + len(body)], body, whole.keys) if index >= 0])
        at += len(body)
    mend(whole.keys, bodies, placed)
    taken = {index for indices in placed for index in indices}
    left = [
        skip - _taken_back(whole, keys[:skip], indices, before, taken)
        for keys, skip, indices, before in zip(words, repeated, placed, [[], *placed[:-1]], strict=True)
    ]
    if splitter is not None:
        _check_order(splitter, whole, chunks, bodies, placed)
    places = [Place(tuple(_spans(whole, indices))) for indices in placed]
    places = _with_headings(source, chunks, places)
    headings = [[key for heading in chunk.headings for key in _Words(heading).keys] for chunk in chunks]
    said = with_said(
        Words(whole.keys, whole.starts, whole.ends), source, words, headings, [place.spans for place in places]
    )
    places = [place._replace(spans=tuple(spans)) for place, spans in zip(places, said, strict=True)]
    places = _with_marks(source, places)
    return [
        _with_overlap(whole, place, skip, before)
        for place, skip, before in zip(places, left, [[], *placed[:-1]], strict=True)
    ]


def _repeated(before: Sequence[str], after: Sequence[str], most: int) -> int:
    """How many words at the end of a chunk, ``most`` at the most, are the first ones of the next."""
    most = min(len(before), len(after), most)
    if most <= 0:
        return 0
    # The longest prefix of the one that is a suffix of the other, by the failure function of Knuth, Morris and Pratt.
    joined = [*after[:most], None, *before[-most:]]
    lengths = [0] * len(joined)
    for at in range(1, len(joined)):
        length = lengths[at - 1]
        while length and joined[at] != joined[length]:
            length = lengths[length - 1]
        lengths[at] = length + (joined[at] == joined[length] and joined[at] is not None)
    return lengths[-1]


def _drawn_together(found: list[int], body: Sequence[str], keys: Sequence[str]) -> list[int]:
    """The same matches with runs of words moved next to a neighbour where equal words stand there, shorter runs first.

    Of two equal places a diff takes either: a section's first words may be found in its heading.
    """
    runs: list[list[int]] = []
    for at, index in enumerate(found):
        if index >= 0 and runs and runs[-1][1] == at and index == found[at - 1] + 1:
            runs[-1][1] = at + 1
        elif index >= 0:
            runs.append([at, at + 1])
    merged: list[list[int]] = []
    for run in runs:
        if merged and merged[-1][1] == run[0] and _joined(found, body, keys, merged[-1], run):
            merged[-1][1] = run[1]
        else:
            merged.append(run)
    return found


def _joined(
    found: list[int], body: Sequence[str], keys: Sequence[str], left: Sequence[int], right: Sequence[int]
) -> bool:
    """Whether two runs that follow each other in a chunk could be moved together in the source, which is then done."""
    for moved in sorted((left, right), key=lambda run: run[1] - run[0]):
        size = moved[1] - moved[0]
        to = found[left[1] - 1] + 1 if moved is right else found[right[0]] - size
        is_free = moved is right or to > found[left[1] - 1]
        if is_free and list(keys[to : to + size]) == list(body[moved[0] : moved[1]]):
            found[moved[0] : moved[1]] = range(to, to + size)
            return True
    return False


def _taken_back(
    whole: _Words, skipped: Sequence[str], indices: list[int], before: Sequence[int], taken: set[int]
) -> int:
    """Give a body those words beside it that looked repeated but that no chunk has; how many they are.

    ``before`` are the words of the chunk before: text that says the same twice follows it.
    """
    if skipped and not indices and before:
        first = before[-1] + 1
        again = range(first, first + len(skipped))
        if whole.keys[first : first + len(skipped)] == list(skipped) and taken.isdisjoint(again):
            indices.extend(again)
            taken.update(again)
            return len(skipped)
    number = 0
    for key in reversed(skipped):
        index = indices[0] - 1 if indices else -1
        if index < 0 or index in taken or whole.keys[index] != key:
            break
        indices.insert(0, index)
        taken.add(index)
        number += 1
    return number


def _check_order(
    splitter: str,
    whole: _Words,
    chunks: Sequence[Stored],
    bodies: Sequence[Sequence[str]],
    placed: Sequence[Sequence[int]],
) -> None:
    """Raises PageError for the first chunk that is of another text, or stands elsewhere in this one."""
    known: set[str] = set()
    joined = ""
    for number, (chunk, body, indices) in enumerate(zip(chunks, bodies, placed, strict=True), 1):
        if not is_misplaced(body, indices):
            continue
        known = known or set(whole.keys)
        joined = joined or f" {' '.join(whole.keys)} "
        excerpt = " ".join(chunk.text.split())[:60]
        if sum(key in known for key in body) < _FOREIGN * len(body):
            raise PageError("foreign", splitter=splitter, chunk=number, excerpt=excerpt)
        if f" {' '.join(body)} " in joined:
            raise PageError("reordered", splitter=splitter, chunk=number, excerpt=excerpt)


def _spans(whole: _Words, indices: Sequence[int]) -> Iterator[Span]:
    """The stretches of a chunk's words; what lies between two words that follow each other belongs to it."""
    for at, index in enumerate(indices):
        if at == 0 or index != indices[at - 1] + 1:
            start = whole.starts[index]
        if at + 1 == len(indices) or indices[at + 1] != index + 1:
            yield start, whole.ends[index]


def _with_headings(source: str, chunks: Sequence[Stored], places: Sequence[Place]) -> list[Place]:
    """The places with the heading lines before each chunk that the library keeps as its metadata."""
    found = []
    before = 0
    for chunk, place in zip(chunks, places, strict=True):
        if place.spans and chunk.headings:
            lines = _heading_lines(source, before, place.spans[0][0], chunk.headings)
            place = place._replace(spans=(*lines, *place.spans))
        before = place.spans[-1][1] if place.spans else before
        found.append(place)
    return found


def _heading_lines(source: str, start: int, end: int, headings: Sequence[str]) -> Iterator[Span]:
    kept = [_Words(heading).keys for heading in headings]
    for line in source[start:end].splitlines(keepends=True):
        if (words := _Words(line).keys) and words in kept:
            yield start + len(line) - len(line.lstrip()), start + len(line.rstrip())
        start += len(line)


def _with_marks(source: str, places: Sequence[Place]) -> list[Place]:
    """The places with the marks around them, so that only stretches with words are left between two."""
    bounds = [[index, *span] for index, place in enumerate(places) for span in place.spans]
    for before, after in zip([None, *bounds], [*bounds, None], strict=True):
        start, end = before[2] if before else 0, after[1] if after else len(source)
        between = source[start:end]
        has_words = _WORD.search(between) is not None
        if has_words:
            closing, opening = _touching(between)
        elif before and after:
            closing = opening = _end_of_line(between)
        else:
            closing, opening = len(between), 0
        if before:
            before[2] += len(between[:closing].rstrip())
        if after:
            after[1] -= len(between[opening:].lstrip())
    spans: list[list[Span]] = [[] for _ in places]
    for index, first, last in bounds:
        spans[index].append((first, last))
    return [place._replace(spans=tuple(found)) for place, found in zip(places, spans, strict=True)]


def _touching(between: str) -> tuple[int, int]:
    """Up to where marks close what is before a lost stretch, and from where they open what follows it."""
    closing = len(between) - len(between.lstrip("".join(_marks_in(between))))
    line = between[between.rfind("\n") + 1 :]
    # The marks that open a line go with its first word, others with the word that they touch.
    opening = line if _WORD.search(line) is None else line[len(line.rstrip("".join(_marks_in(line)))) :]
    return closing, len(between) - len(opening)


def _end_of_line(between: str) -> int:
    """Where marks without words are parted: at the first line end, else behind those that touch what is before."""
    line = between.find("\n")
    return line if line >= 0 else len(between) - len(between.lstrip("".join(_marks_in(between))))


def _marks_in(text: str) -> set[str]:
    return {sign for sign in set(text) if not sign.isspace() and not _WORD.match(sign)}


def _with_overlap(whole: _Words, place: Place, skipped: int, before: Sequence[int]) -> Place:
    """A place with the stretch that the last words of the chunk before come from."""
    if not skipped or len(before) < skipped:
        return place
    return place._replace(overlap=(whole.starts[before[-skipped]], whole.ends[before[-1]]))
