"""Counts what a splitter that does not look at structure damages on a page, by kind of block; rules judge it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from chunklint.engine.context import SHORTEST_LEAD_IN, Context

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from chunklint.documents.model import Block
    from chunklint.engine.analysis import Analysis


class Damage(NamedTuple):
    """How many blocks of one kind there are, how many of them the cuts damage, and the rules that report each one.

    ``kind`` is headings (with text of their own; damaged when a chunk ends with them), list-lead-ins and code-lead-ins
    (torn from what they announce), tables and code (that a chunk could hold; cut), or cuts (in prose; inside a
    sentence).
    """

    kind: str
    blocks: int
    damaged: int
    codes: tuple[str, ...]


KINDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("headings", ("CL201",)),
    ("list-lead-ins", ("CL401",)),
    ("code-lead-ins", ("CL402",)),
    ("tables", ("CL101",)),
    ("code", ("CL403",)),
    ("cuts", ("CL404",)),
)


def damage(analysis: Analysis) -> tuple[int, ...]:
    """Blocks and damaged ones of each of `KINDS` in turn."""
    context = Context(analysis, {})
    found = (
        _headings(context),
        _lead_ins(context, "list"),
        _lead_ins(context, "code"),
        _whole_blocks(context, "table"),
        _whole_blocks(context, "code"),
        _cuts(context),
    )
    return tuple(number for pair in found for number in pair)


def damages(numbers: Sequence[int]) -> Iterator[Damage]:
    """The counts of `damage`, of one page or the sums of several, by name."""
    for at, (kind, codes) in enumerate(KINDS):
        yield Damage(kind, numbers[2 * at], numbers[2 * at + 1], codes)


def _headings(context: Context) -> tuple[int, int]:
    blocks = damaged = 0
    for section in context.document.sections:
        if section.heading is None or not section.blocks:
            continue
        blocks += 1
        parted = context.parted(section.heading.start, section.blocks[0].start)
        if parted is not None and not context.document.text[section.heading.end : parted[0].end].strip():
            damaged += 1
    return blocks, damaged


def _lead_ins(context: Context, kind: str) -> tuple[int, int]:
    from chunklint.chunking.lead_ins import is_lead_in, lead_in_length

    blocks = sum(
        is_lead_in(before, after) and lead_in_length(before) > SHORTEST_LEAD_IN
        for before, after in context.document.preceded(kind)
    )
    return blocks, sum(1 for _ in context.parted_lead_ins(kind)) if blocks else 0


def _whole_blocks(context: Context, kind: str) -> tuple[int, int]:
    """Blocks that a chunk could hold, and those of them that no chunk does hold."""
    blocks = damaged = 0
    for block in context.document.of_kind(kind):
        if context.at_most(block.start, block.end, context.room_for(block)):
            blocks += 1
            damaged += _is_cut(context, block)
    return blocks, damaged


def _is_cut(context: Context, block: Block) -> bool:
    chunks = context.chunks_of(block.start, block.end)
    return len(chunks) > 1 and not any(
        (chunk.overlap[0] if chunk.overlap else chunk.start) <= block.start and block.end <= chunk.end
        for chunk in chunks
    )


def _cuts(context: Context) -> tuple[int, int]:
    """Cuts inside paragraphs, and those inside a sentence that no chunk holds whole."""
    blocks = damaged = 0
    for paragraph in context.document.of_kind("paragraph"):
        chunks = context.chunks_of(paragraph.start, paragraph.end)
        if len(chunks) < 2 or not context.is_prose(paragraph):
            continue
        sentences = context.sentences(paragraph)
        for chunk in chunks[1:]:
            blocks += 1
            damaged += any(
                sentence.start < chunk.start < sentence.end
                and not (chunk.overlap and chunk.overlap[0] <= sentence.start and sentence.end <= chunk.end)
                for sentence in sentences
            )
    return blocks, damaged
