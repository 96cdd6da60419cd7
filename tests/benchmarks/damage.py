"""Counts what a cut damages, from chunks as spans of the source, the same way for every splitter; it cuts nothing.

Damage is counted only where it was not needed: where what is torn apart would fit into one chunk together, beside the
heading path that our own splitter puts before it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from chunklint.chunking.lead_ins import is_lead_in
from chunklint.engine.analysis import Analysis
from chunklint.engine.context import Context
from chunklint.engine.facts import Facts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from chunklint.api import Block, Chunk, Document, Profile

KINDS = (
    "heading at a chunk's end",
    "lead-in torn off",
    "table row without its header",
    "function cut",
    "sentence cut",
)


class Damage(NamedTuple):
    """How often a thing was damaged, and how many of it there were that a chunk could hold whole."""

    damaged: int = 0
    of: int = 0

    def plus(self, other: Damage) -> Damage:
        """Both together."""
        return Damage(self.damaged + other.damaged, self.of + other.of)


class _Held:
    """Which chunks hold a place of the source, what they repeat included."""

    def __init__(self, chunks: Sequence[Chunk]) -> None:
        self._spans = sorted(
            (*span, index)
            for index, chunk in enumerate(chunks)
            for span in (*chunk.spans, *((chunk.overlap,) if chunk.overlap else ()))
        )

    def by(self, offset: int) -> set[int]:
        """The chunks that hold a character."""
        return {index for start, end, index in self._spans if start <= offset < end}

    def together(self, *offsets: int) -> bool:
        """Whether one chunk holds all of some characters; what no chunk holds is lost, not torn."""
        held = [self.by(offset) for offset in offsets]
        return not all(held) or bool(set.intersection(*held))


def count(document: Document, chunks: Sequence[Chunk], measure: Profile) -> dict[str, Damage]:
    """The damage to one page by kind; ``measure`` is the profile whose budget and heading paths say what fits."""
    context = Context(Analysis(document, measure, Facts(document)), {})
    held = _Held(chunks)
    counted = {
        KINDS[0]: _headings(document, held),
        KINDS[1]: _lead_ins(document, context, held),
        KINDS[2]: _tables(document, context, held),
        KINDS[3]: _functions(document, context, held),
        KINDS[4]: _sentences(document, context, held),
    }
    return {kind: _sum(found) for kind, found in counted.items()}


def _sum(found: Iterator[bool]) -> Damage:
    damaged = of = 0
    for is_damaged in found:
        damaged += is_damaged
        of += 1
    return Damage(damaged, of)


def _fits(context: Context, block: Block, start: int, end: int) -> bool:
    """Whether a stretch fits beside the heading path, the section's own heading and a fence around it."""
    return context.size(start, end) + _MARKS <= context.room_for(block)


# Tokens for the line ends and fences around a stretch that stands in a chunk with others.
_MARKS = 12


def _headings(document: Document, held: _Held) -> Iterator[bool]:
    """Each heading with text of its own: is it in a chunk with the beginning of that text?"""
    for section in document.sections:
        if section.heading is not None and section.blocks:
            yield not held.together(section.heading.end - 1, section.blocks[0].start)


def _lead_ins(document: Document, context: Context, held: _Held) -> Iterator[bool]:
    for block, following in document.neighbours():
        if is_lead_in(block, following) and _fits(context, following, block.start, following.end):
            yield not held.together(block.end - 1, following.start)


def _tables(document: Document, context: Context, held: _Held) -> Iterator[bool]:
    """Each row of a table that fits: is it in a chunk with the header?"""
    for table in document.of_kind("table"):
        if not _fits(context, table, table.start, table.end):
            continue
        for line in range(table.line + 2, table.end_line):
            start = document.lines.start(line)
            text = document.lines.line_text(line)
            yield not held.together(table.start, start + len(text) - len(text.lstrip(" \t>")))


def _functions(document: Document, context: Context, held: _Held) -> Iterator[bool]:
    for block in document.of_kind("code"):
        units = context.code_units(block)
        ends = [start for start, _ in units[1:]] + [block.end]
        for (start, unit), end in zip(units, ends, strict=True):
            body = document.text[start:end].rstrip().rstrip("`~").rstrip()
            last = start + len(body) - 1
            if unit.symbol and last > start and _fits(context, block, start, last):
                first = start + len(body) - len(body.lstrip())
                yield not held.together(first, last)


def _sentences(document: Document, context: Context, held: _Held) -> Iterator[bool]:
    for paragraph in document.of_kind("paragraph"):
        for sentence in context.sentences(paragraph):
            if _fits(context, paragraph, sentence.start, sentence.end):
                yield not held.together(sentence.start, sentence.end - 1)
