"""The door to preview chunking: cuts a document the way a profile says."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from chunklint.chunking.model import Chunk, Profile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from chunklint.chunking.cleaning import Cleaned
    from chunklint.chunking.measure import Measure
    from chunklint.chunking.recursive import Piece
    from chunklint.documents.model import Document
    from chunklint.tokens import TokenCounter

# Where a chunk starts and ends in the source, and its text where it is another.
_Stretch: TypeAlias = "tuple[int, int, str | None]"

SPLITTERS = ("structure", "semantic", "parents", "recursive", "fixed", "delimiter", "dify")
"""The splitters of our own; those of libraries are in `chunklint.chunking.adapters.catalogue`."""


def chunk_document(
    document: Document, profile: Profile, root: Path | None = None, measure: Measure | None = None
) -> list[Chunk]:
    """The chunks of a document under a profile; ``root`` is what a tokenizer file's path is relative to.

    ``measure`` shares counts with others who measure the same document.

    Raises TokenizerError where the profile's tokenizer cannot be had, SplitterError where somebody else's splitter
    cannot be run (PageError where only this page is the trouble), ValueError for an unknown splitter.

    >>> from chunklint.documents.reader import read_document
    >>> [chunk.text for chunk in chunk_document(read_document("# A\\n\\nText."), Profile())]
    ['# A\\n\\nText.']
    """
    if measure is None:
        from chunklint.chunking.measure import Measure
        from chunklint.tokens import get_counter

        counter = get_counter(profile.tokenizer, root=root)
        measure = Measure(document.text, counter, starts=[block.start for block in document.blocks])
    if profile.splitter == "structure":
        from chunklint.chunking.structure import structure_chunks

        return structure_chunks(document, profile, measure)
    if profile.splitter == "semantic":
        from chunklint.chunking.semantic import semantic_chunks

        return semantic_chunks(document, profile, measure, root)
    if profile.splitter == "parents":
        from chunklint.chunking.parents import child_chunks

        return child_chunks(document, profile, measure)
    if profile.splitter in SPLITTERS:
        return _chunks(document, profile, measure.counter)
    from chunklint.chunking.adapters.catalogue import ADAPTERS, is_adapted

    if is_adapted(profile.splitter):
        from chunklint.chunking.adapters.chunks import adapted_chunks

        chunks = adapted_chunks(document, profile, measure.counter, root)
        add_context(document, chunks)
        return chunks
    raise ValueError(f"unknown splitter {profile.splitter!r}: known are {', '.join((*SPLITTERS, *ADAPTERS))}")


def _chunks(document: Document, profile: Profile, counter: TokenCounter) -> list[Chunk]:
    """Chunks of a splitter that works on plain text; what a stretch shares with the one before is its overlap."""
    chunks: list[Chunk] = []
    covered = 0
    found = _dify(document, profile) if profile.splitter == "dify" else _plain(document, profile, counter)
    for first, last, text in found:
        body = min(max(first, covered), last)
        overlap = (first, body) if first < body else None
        chunks.append(Chunk(len(chunks), document, counter, ((body, last),), overlap=overlap, text=text))
        covered = max(covered, last)
    add_context(document, chunks)
    return chunks


def _plain(document: Document, profile: Profile, counter: TokenCounter) -> Iterator[_Stretch]:
    cleaned = None
    text = document.text
    if profile.clean:
        from chunklint.chunking.cleaning import clean

        cleaned = clean(text, profile.clean)
        text = cleaned.text
    for begin, end in _stretches(document, profile.heading_depth, cleaned):
        for start, stop, joined in _pieces(text[begin:end], profile, counter):
            first, last = begin + start, begin + stop
            if cleaned is not None:
                joined = text[first:last] if joined is None else joined
                first, last = cleaned.source_span(first, last)
            yield first, last, joined


def _dify(document: Document, profile: Profile) -> Iterator[_Stretch]:
    from chunklint.chunking.dify import dify_pieces

    for text, start, end in dify_pieces(
        document.text,
        delimiter=profile.delimiters[0] if profile.delimiters else None,
        size=profile.max_tokens,
        overlap=profile.overlap,
        clean_steps=profile.clean,
        has_bom=document.has_bom,
    ):
        yield start, end, text


def _stretches(document: Document, depth: int, cleaned: Cleaned | None) -> Iterator[tuple[int, int]]:
    """The parts of a text that are cut by themselves: all of it, or what stands between headings down to a level."""
    from bisect import bisect_left

    size = len(document.text if cleaned is None else cleaned.text)
    cuts = [section.start for section in document.sections if 0 < section.level <= depth] if depth else []
    if cleaned is not None:
        cuts = [bisect_left(cleaned.sources, cut) for cut in cuts]
    start = 0
    for cut in (*cuts, size):
        if cut > start or cut == size:
            yield start, cut
            start = cut


def _pieces(text: str, profile: Profile, counter: TokenCounter) -> Iterable[Piece]:
    if profile.splitter == "fixed":
        from chunklint.chunking.fixed import fixed_pieces

        return fixed_pieces(
            text,
            size=profile.max_tokens,
            overlap=profile.overlap,
            ends=None if counter.unit == "characters" else counter.ends,
            count=counter.count_many,
        )
    if profile.splitter == "delimiter":
        from chunklint.chunking.delimiter import delimiter_pieces

        return delimiter_pieces(
            text,
            delimiters=profile.delimiters,
            size=profile.max_tokens,
            overlap=profile.overlap,
            merge=profile.merge,
            separators=profile.separators,
            count=counter.count_many,
        )
    from chunklint.chunking.recursive import DEFAULT_SEPARATORS, recursive_pieces

    keep = profile.keep_separator or ("end" if profile.separators is None else "start")
    return recursive_pieces(
        text,
        separators=profile.separators if profile.separators is not None else DEFAULT_SEPARATORS,
        size=profile.max_tokens,
        overlap=profile.overlap,
        count=counter.count_many,
        keep_separator=False if keep == "none" else keep,
    )


def add_context(document: Document, chunks: list[Chunk]) -> None:
    """Set the heading path and kind of chunks that a splitter cut without looking at structure."""
    sections = document.sections
    at = 0
    for chunk in chunks:
        while at + 1 < len(sections) and sections[at + 1].start <= chunk.start:
            at += 1
        if sections and sections[at].start <= chunk.start:
            chunk.heading_path = sections[at].path
    from chunklint.chunking.kinds import set_kinds

    set_kinds(document, chunks)
