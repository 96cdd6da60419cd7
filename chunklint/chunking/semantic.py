"""The `semantic` splitter: cuts at headings first, then inside a section where the text turns to something else.

How alike sentences are is told by `similarity`. Headings, lead-ins, tables and code are kept as `structure` keeps them.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from chunklint.chunking.packing import SUM_SLACK
from chunklint.chunking.parts import break_up, parts_of
from chunklint.chunking.similarity import similarities
from chunklint.chunking.structure import StructureSplitter, ancestor_path, units_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from chunklint.chunking.measure import Measure
    from chunklint.chunking.model import Chunk, Profile
    from chunklint.chunking.parts import Part
    from chunklint.chunking.structure import Unit
    from chunklint.documents.model import Document

    # Parts that are never parted: a heading and its first sentence, a lead-in and its list.
    Element = tuple[Part, ...]

# Elements on each side of a place that are compared: single sentences are too short to say what they are about.
_SIDE = 2


def semantic_chunks(document: Document, profile: Profile, measure: Measure, root: Path | None = None) -> list[Chunk]:
    """The chunks of a document under a `semantic` profile, in source order.

    ``root`` is what the model's path is relative to. Raises SplitterError where the model cannot be used.
    """
    splitter = _SemanticSplitter(document, profile, measure)
    groups = splitter.groups(units_of(document.sections))
    splitter.compare([group[0] for group in groups if len(group) == 1], root)
    for group in groups:
        splitter.emit(group)
    return splitter.chunks


class _SemanticSplitter(StructureSplitter):
    def __init__(self, document: Document, profile: Profile, measure: Measure) -> None:
        super().__init__(document, profile, measure)
        self._elements: dict[int, list[Element]] = {}
        self._likeness: dict[int, list[float]] = {}
        self._least = -1.0

    def compare(self, units: Sequence[Unit], root: Path | None) -> None:
        """Find out how alike the text on both sides of every place inside the units is."""
        pairs: list[tuple[str, str]] = []
        for unit in units:
            elements = self._elements[unit.start] = self._elements_of(unit)
            pairs += [self._sides(elements, at) for at in range(1, len(elements))]
        found = similarities(pairs, self.document.text, self.profile, root)
        at = 0
        for unit in units:
            inside = len(self._elements[unit.start]) - 1
            self._likeness[unit.start] = found[at : at + max(0, inside)]
            at += max(0, inside)
        self._least = _threshold(found, self.profile)

    def emit(self, group: list[Unit]) -> None:
        """Add the chunks of a group: small sections together, a section by itself cut where its subject changes."""
        pieces = self._pieces(group[0]) if len(group) == 1 else []
        if len(group) > 1 or (len(pieces) < 2 and self.fits(group)):
            super().emit(group)
            return
        unit = group[0]
        first, own = self.prefix(ancestor_path(unit.sections[0])), self.prefix(unit.sections[-1].path)
        for at, piece in enumerate(pieces):
            parts = [part for element in piece for part in element]
            self.pack(parts, unit.sections[-1], first if at == 0 else own, own)

    def _elements_of(self, unit: Unit) -> list[Element]:
        elements: list[Element] = []
        run: list[Part] = []
        for part in parts_of(self.document, unit.blocks):
            run.append(part)
            if part.tie:
                continue
            led_in = len(run) > 1 and run[-2].tie != "heading"
            finer = break_up(self.document, part) if part.block.kind in ("paragraph", "list") and not led_in else [part]
            elements.append((*run[:-1], finer[0]))
            elements += [(one,) for one in finer[1:]]
            run = []
        if run:
            elements.append(tuple(run))
        return elements

    def _sides(self, elements: Sequence[Element], at: int) -> tuple[str, str]:
        text = self.document.text
        before, after = elements[max(0, at - _SIDE) : at], elements[at : at + _SIDE]
        return text[before[0][0].start : before[-1][-1].end], text[after[0][0].start : after[-1][-1].end]

    def _pieces(self, unit: Unit) -> list[list[Element]]:
        """A section's elements, cut where the subject changes, and where it must be for the limit."""
        elements, likeness = self._elements[unit.start], self._likeness[unit.start]
        cuts = [at for at, alike in enumerate(likeness, 1) if alike < self._least]
        kept: list[int] = []
        for at in cuts:
            start = kept[-1] if kept else 0
            if self._is_enough(elements[start:at]) and self._is_enough(elements[at:]):
                kept.append(at)
        bounds = [0, *kept, len(elements)]
        return [
            piece
            for first, last in pairwise(bounds)
            for piece in self._within_limit(unit, elements, likeness, first, last)
        ]

    def _within_limit(
        self, unit: Unit, elements: list[Element], likeness: list[float], first: int, last: int
    ) -> list[list[Element]]:
        """Elements cut at the place where they are least alike, until each piece fits or is a single element."""
        found: list[list[Element]] = []
        waiting = [(first, last)]
        while waiting:
            start, end = waiting.pop()
            if end - start < 2 or self._is_fitting(unit, elements[start:end]):
                found.append(elements[start:end])
                continue
            places = range(start + 1, end)
            good = [at for at in places if self._is_enough(elements[start:at]) and self._is_enough(elements[at:end])]
            cut = min(good or places, key=lambda at: (likeness[at - 1], abs(2 * at - start - end)))
            waiting += [(cut, end), (start, cut)]
        return found

    def _is_enough(self, elements: Sequence[Element]) -> bool:
        least = self.profile.min_tokens
        start, end = elements[0][0].start, elements[-1][-1].end
        return least <= 0 or not self.measure.at_most(start, end, least - 1)

    def _is_fitting(self, unit: Unit, elements: Sequence[Element]) -> bool:
        prefix = self.prefix(unit.sections[-1].path)
        room = self.profile.max_tokens - self.measure.count_text(prefix) - SUM_SLACK
        return room > 0 and self.measure.at_most(elements[0][0].start, elements[-1][-1].end, room)


def _threshold(likeness: Sequence[float], profile: Profile) -> float:
    """The similarity below which a place is cut at."""
    if profile.cut_similarity is not None:
        return profile.cut_similarity / 100
    if not likeness:
        return -1.0
    ordered = sorted(likeness)
    return ordered[min(len(ordered) * (100 - profile.cut_percentile) // 100, len(ordered) - 1)]
