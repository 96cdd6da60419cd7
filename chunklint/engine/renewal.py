"""Finds the passages that an edit makes stale, and makes them anew; the others are kept as they are."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from chunklint.documents.markdown import front_matter
from chunklint.documents.model import Document, Surroundings, TextChange
from chunklint.engine.passages import Draft, begins_like_one, cut_again, is_closed, page_title
from chunklint.text.positions import LineIndex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunklint.engine.passages import Passage, Rules

_FRONT_MATTER = ("---", "+++")


class Renewed(NamedTuple):
    """The passages of a page after an edit; ``only`` is the one that changed, before and after, None if others did."""

    passages: tuple[Passage, ...]
    only: tuple[Passage, Passage] | None


def renewed(
    passages: Sequence[Passage], starts: Sequence[int], change: TextChange, lines: LineIndex, rules: Rules
) -> Renewed | None:
    """The passages after a change, ``lines`` being those of the page after it; None where all has to be read anew."""
    stretch = _stretch(passages, starts, change, lines, rules)
    if stretch is None:
        return None
    first, last, cut = stretch
    new = cut.passages()
    after = _behind(passages[last + 1 :], new[-1], page_title((new if first == 0 else passages)[0].document), rules)
    if after is None:
        return None
    before = list(passages[:first])
    are_same = len(new) == 1 and first == last and all(a is b for a, b in zip(after, passages[last + 1 :], strict=True))
    if before:
        around = before[-1].document.surroundings
        assert around is not None
        if around.following != new[0].level:
            before[-1] = cut_again(before[-1], around._replace(following=new[0].level), rules).passage()
            are_same = False
    return Renewed((*before, *new, *after), (passages[first], new[0]) if are_same else None)


def _stretch(
    passages: Sequence[Passage], starts: Sequence[int], change: TextChange, lines: LineIndex, rules: Rules
) -> tuple[int, int, Draft] | None:
    """The first and last passage that have to be read anew, and what their text is now."""
    end = len(passages) - 1
    first = max(0, bisect_right(starts, change.start) - 1)
    if first and starts[first] == change.start:
        first -= 1  # what is typed there may belong to the line before
    last = max(first, bisect_right(starts, change.end) - 1)
    step = 1
    while True:
        document = _read(passages, starts, first, last, change, lines)
        begins = first == 0 or begins_like_one(document)
        ends = last == end or is_closed(document)
        if first == 0 and last < end and _front_matter_differs(document, lines):
            return None
        if begins and ends:
            cut = Draft(document, rules, passages[first] if first == last else None)
            begins, ends = first == 0 or cut.begins_firm, last == end or cut.ends_firm
            if begins and ends:
                return first, last, cut
        first -= 0 if begins else min(first, step)
        last += 0 if ends else min(end - last, step)
        step *= 4


def _read(
    passages: Sequence[Passage], starts: Sequence[int], first: int, last: int, change: TextChange, lines: LineIndex
) -> Document:
    """The document of some passages after a change, as they are read on the page."""
    old = passages[first].document
    start, title = starts[first], page_title(passages[0].document)
    following = passages[last + 1].level if last + 1 < len(passages) else 0
    if first == last:
        moved = TextChange(change.start - start, change.end - start, change.text)
        read = old.edited(moved)
        text, blocks, own_lines = read.text, read.blocks, read.lines
    else:
        shift = len(change.text) - (change.end - change.start)
        stop = starts[last + 1] + shift if last + 1 < len(starts) else len(lines.text)
        text = lines.text[start:stop]
        own_lines = LineIndex(text)
        reader = old.reader
        blocks = (
            reader.read(text, own_lines) if first == 0 else tuple(reader.read_slice(text, own_lines, 0, len(own_lines)))
        )
    around: Surroundings | None = None
    if first:
        level = blocks[0].level if blocks and blocks[0].kind == "heading" else 0
        around = Surroundings(title, passages[first - 1].open_after(level), following)
    elif last + 1 < len(passages):
        around = Surroundings(None, (), following)
    return Document(old.path, text, old.reader, blocks, own_lines, has_bom=old.has_bom, surroundings=around)


def _front_matter_differs(document: Document, lines: LineIndex) -> bool:
    """Whether the page's front matter ends somewhere else than in its first passages, which were read by themselves."""
    if not document.text.startswith(_FRONT_MATTER):
        return False
    return front_matter(lines.text, lines) != document.front_matter


def _behind(passages: Sequence[Passage], before: Passage, title: str, rules: Rules) -> list[Passage] | None:
    """The passages behind one that was made anew; None where one can no longer stand by itself."""
    found = list(passages)
    for number, passage in enumerate(found):
        around = passage.document.surroundings
        assert around is not None
        expected = Surroundings(title, before.open_after(passage.level), around.following)
        if around == expected:
            break
        cut = cut_again(passage, expected, rules)
        if not cut.begins_firm or (number + 1 < len(found) and not cut.ends_firm):
            return None
        # It is not parted, so that it stays one for one.
        before = found[number] = cut.passage()
    return found
