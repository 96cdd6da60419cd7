"""Compares previewed chunks with stored ones, and says where and why they differ; it reads and cuts nothing."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias
from unicodedata import normalize

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from chunklint.chunking.model import Span

Reason: TypeAlias = Literal[
    "white space",
    "form",
    "case",
    "marks",
    "added before",
    "added after",
    "boundary",
    "text",
    "only once",
    "not stored",
    "not previewed",
]

_WORD = re.compile(r"[^\W_]+")
# Han and kana one by one: a boundary may lie between any two of them.
_CJK = r"\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_UNIT = re.compile(rf"[{_CJK}]|[^\W_{_CJK}]+")
# Beyond twice as many words, so many more are no other wording but more text.
_MORE = 3
# Texts with a smaller share of their words in common are not two wordings of one stretch.
_ALIKE = 0.5


class Placed(NamedTuple):
    """A chunk's text, and the source that it comes from (code points); None where that is not known."""

    text: str
    span: Span | None


class Difference(NamedTuple):
    """One pair of chunks that differ, as 0-based indices into both lists; None where the other has no counterpart."""

    previewed: int | None
    stored: int | None
    reason: Reason


class Parity(NamedTuple):
    """How many chunks are equal of how many, and the differences in the order of the source."""

    equal: int
    total: int
    differences: list[Difference]


def compare(previewed: Sequence[Placed], stored: Sequence[Placed]) -> Parity:
    """Pair up the chunks of both lists, equal texts first, and judge the others; the order of the stored is no matter.

    >>> compare([Placed("a b", None)], [Placed("a  b", None)]).differences
    [Difference(previewed=0, stored=0, reason='white space')]
    """
    ours, theirs = ([_bare(chunk.text) for chunk in chunks] for chunks in (previewed, stored))
    order = _order(ours, theirs)
    matcher = SequenceMatcher(None, ours, [theirs[at] for at in order], autojunk=False)
    differences: list[Difference] = []
    for tag, first, first_end, second, second_end in matcher.get_opcodes():
        our, their = range(first, first_end), order[second:second_end]
        if tag == "equal":
            pairs: Iterable[tuple[int | None, int | None]] = zip(our, their, strict=True)
        else:
            pairs = _pairs(previewed, stored, our, their)
        differences += _differences(previewed, stored, pairs)
    equal = len(previewed) - sum(difference.previewed is not None for difference in differences)
    return Parity(equal, max(len(previewed), len(stored)), differences)


def _order(ours: Sequence[str], theirs: Sequence[str]) -> list[int]:
    """The indices of the stored texts as the preview has them; one that it has not stays behind the one before it."""
    left: dict[str, list[int]] = {}
    for at in range(len(ours) - 1, -1, -1):
        left.setdefault(ours[at], []).append(at)
    place = -1
    places = []
    for index, text in enumerate(theirs):
        if same := left.get(text):
            place = same.pop()
        places.append((place, index))
    return [index for _, index in sorted(places)]


def _differences(
    previewed: Sequence[Placed], stored: Sequence[Placed], pairs: Iterable[tuple[int | None, int | None]]
) -> Iterator[Difference]:
    texts = {chunk.text for chunk in stored}
    for our, their in pairs:
        if our is None:
            yield Difference(None, their, "not previewed")
        elif their is None:
            yield Difference(our, None, "only once" if previewed[our].text in texts else "not stored")
        elif previewed[our].text != stored[their].text:
            yield Difference(our, their, _reason(previewed[our], stored[their]))


def _pairs(
    previewed: Sequence[Placed], stored: Sequence[Placed], ours: Sequence[int], theirs: Sequence[int]
) -> Iterator[tuple[int | None, int | None]]:
    """Pairs by the place in the source where it is known for all of them, else by order."""
    spans = [previewed[our].span for our in ours] + [stored[their].span for their in theirs]
    if len(ours) == len(theirs) or None in spans:
        yield from zip_longest(ours, theirs)
        return
    left = list(theirs)
    for our in ours:
        near = [their for their in left if _shared(previewed[our].span, stored[their].span)]
        if not near:
            yield our, None
            continue
        best = max(near, key=lambda their: _shared(previewed[our].span, stored[their].span))
        for their in left[: left.index(best)]:
            yield None, their
        left = left[left.index(best) + 1 :]
        yield our, best
    for their in left:
        yield None, their


def _shared(first: Span | None, second: Span | None) -> int:
    return max(0, min(first[1], second[1]) - max(first[0], second[0])) if first and second else 0


def _reason(previewed: Placed, stored: Placed) -> Reason:
    ours, theirs = previewed.text.split(), stored.text.split()
    if ours == theirs or "".join(ours) == "".join(theirs):
        return "white space"
    if _normal(previewed.text) == _normal(stored.text):
        return "form"
    if _bare(previewed.text) == _bare(stored.text):
        return "case"
    if "".join(_WORD.findall(previewed.text)) == "".join(_WORD.findall(stored.text)):
        return "marks"
    if theirs[-len(ours) :] == ours:
        return "added before"
    if theirs[: len(ours)] == ours:
        return "added after"
    return "boundary" if _is_cut_elsewhere(previewed, stored) else "text"


def _is_cut_elsewhere(previewed: Placed, stored: Placed) -> bool:
    """Whether two chunks start or end at different places, and do not only say the same in other words.

    The spans alone do not tell: those of a text that was changed are only as exact as its words. So one of the texts
    must have words more, and an edge must have moved by at least as much.
    """
    if not previewed.span or not stored.span or previewed.span == stored.span:
        return False
    ours, theirs = _UNIT.findall(previewed.text), _UNIT.findall(stored.text)
    matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
    if matcher.ratio() < _ALIKE:
        return True
    moved = max(abs(one - other) for one, other in zip(previewed.span, stored.span, strict=True))
    for _, first, first_end, second, second_end in matcher.get_opcodes():
        fewer, more = sorted((ours[first:first_end], theirs[second:second_end]), key=len)
        has_more = len(more) > len(fewer) and (not fewer or len(more) >= 2 * len(fewer) + _MORE)
        if has_more and moved >= len("".join(more)) - len("".join(fewer)):
            return True
    return False


def _normal(text: str) -> str:
    """A text without what Unicode writes in several ways: composed or not, full or half width."""
    return "".join(normalize("NFKC", text).split())


def _bare(text: str) -> str:
    """The same without upper and lower case."""
    return _normal(text).casefold()
