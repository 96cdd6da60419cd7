"""What the editor says of chunks: which belong to a heading, where they begin, how large they are, in words."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

from chunklint.server.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chunklint.chunking.model import Chunk, Profile
    from chunklint.documents.model import Document, Section
    from chunklint.engine.model import Language

# Sizes that are listed one by one; of a section of more chunks the first ones are enough to see what is going on.
_LISTED = 6


class Boundary(NamedTuple):
    """Where a chunk's body begins (code points), white space left out."""

    offset: int
    chunk: Chunk


def chunks_of(section: Section, chunks: list[Chunk]) -> list[Chunk]:
    """The chunks that hold some of a section's own text, in source order; its heading alone does not count.

    A heading without own text is in the chunk of its first subheading.
    """
    if section.heading is not None and not section.blocks:
        return _touching(chunks, section.start, section.start + 1)
    start = section.blocks[0].start if section.blocks else section.start
    return _touching(chunks, start, section.own_end)


def boundaries(document: Document, chunks: list[Chunk]) -> Iterator[Boundary]:
    """Where each chunk begins."""
    for chunk in chunks:
        start, end = chunk.spans[0]
        blank = len(document.text[start:end]) - len(document.text[start:end].lstrip())
        yield Boundary(start + blank if blank < end - start else start, chunk)


def unit(profile: Profile, language: Language) -> str:
    """The word for what a profile counts."""
    return phrase("unit characters" if profile.tokenizer == "characters" else "unit tokens", language)


def summary(
    section: Section, chunks: list[Chunk], sections: tuple[Section, ...], profile: Profile, language: Language
) -> str:
    """One line on the chunks of a section: ``2 chunks · 412 + 388 tokens``; with whom it shares a single one."""
    found = chunks_of(section, chunks)
    if not found:
        return phrase("no chunk", language)
    word = unit(profile, language)
    if len(found) > 1:
        sizes = " + ".join(f"{chunk.tokens:,}" for chunk in found[:_LISTED]) + (" + …" if len(found) > _LISTED else "")
        return phrase("chunks", language, chunks=len(found), sizes=sizes, unit=word)
    others = _sections_in(found[0], sections) - 1
    if others < 1:
        return phrase("one chunk", language, number=found[0].index + 1, tokens=found[0].tokens, unit=word)
    shared = phrase("other sections", language, others=others)
    return phrase("shared chunk", language, number=found[0].index + 1, tokens=found[0].tokens, unit=word, others=shared)


def _touching(chunks: list[Chunk], start: int, end: int) -> list[Chunk]:
    first = bisect_right(chunks, start, key=lambda chunk: chunk.end)
    last = first
    while last < len(chunks) and chunks[last].start < end:
        last += 1
    return chunks[first:last]


def _sections_in(chunk: Chunk, sections: tuple[Section, ...]) -> int:
    """How many sections have own text, or their heading, in a chunk."""
    last = bisect_right(sections, chunk.end - 1, key=lambda section: section.start)
    first = bisect_right(sections, chunk.start, key=lambda section: section.own_end)
    return max(0, last - min(first, last))
