"""The door to preview chunking: cuts a document the way a profile says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunklint.chunking.model import Chunk, Profile

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from chunklint.chunking.measure import Measure
    from chunklint.chunking.recursive import Piece
    from chunklint.documents.model import Document
    from chunklint.tokens import TokenCounter

SPLITTERS = ("structure", "recursive", "fixed")


def chunk_document(
    document: Document, profile: Profile, root: Path | None = None, measure: Measure | None = None
) -> list[Chunk]:
    """The chunks of a document under a profile; ``root`` is what a tokenizer file's path is relative to.

    ``measure`` shares counts with others who measure the same document.

    Raises TokenizerError where the profile's tokenizer cannot be had, ValueError for an unknown splitter.

    >>> from chunklint.documents.reader import read_document
    >>> [chunk.text for chunk in chunk_document(read_document("# A\\n\\nText."), Profile())]
    ['# A\\n\\nText.']
    """
    if measure is None:
        from chunklint.chunking.measure import Measure
        from chunklint.tokens import get_counter

        measure = Measure(document.text, get_counter(profile.tokenizer, root=root))
    if profile.splitter == "structure":
        from chunklint.chunking.structure import structure_chunks

        return structure_chunks(document, profile, measure)
    if profile.splitter == "recursive":
        return _recursive_chunks(document, profile, measure.counter)
    if profile.splitter == "fixed":
        return _fixed_chunks(document, profile, measure.counter)
    raise ValueError(f"unknown splitter {profile.splitter!r}: known are {', '.join(SPLITTERS)}")


def _recursive_chunks(document: Document, profile: Profile, counter: TokenCounter) -> list[Chunk]:
    from chunklint.chunking.recursive import DEFAULT_SEPARATORS, recursive_pieces

    separators = profile.separators if profile.separators is not None else DEFAULT_SEPARATORS
    keep = profile.keep_separator or ("end" if profile.separators is None else "start")
    pieces = recursive_pieces(
        document.text,
        separators=separators,
        size=profile.max_tokens,
        overlap=profile.overlap,
        count=counter.count_many,
        keep_separator=False if keep == "none" else keep,
    )
    return _chunks(document, counter, pieces)


def _fixed_chunks(document: Document, profile: Profile, counter: TokenCounter) -> list[Chunk]:
    from chunklint.chunking.fixed import fixed_pieces

    pieces = fixed_pieces(
        document.text,
        size=profile.max_tokens,
        overlap=profile.overlap,
        ends=None if counter.unit == "characters" else counter.ends,
        count=counter.count_many,
    )
    return _chunks(document, counter, pieces)


def _chunks(document: Document, counter: TokenCounter, pieces: Iterable[Piece]) -> list[Chunk]:
    """Chunks of stretches that may overlap: what a stretch shares with the one before is its overlap."""
    chunks: list[Chunk] = []
    covered = 0
    for start, end, joined in pieces:
        body = min(max(start, covered), end)
        overlap = (start, body) if start < body else None
        chunks.append(Chunk(len(chunks), document, counter, ((body, end),), overlap=overlap, text=joined))
        covered = max(covered, end)
    _add_context(document, chunks)
    return chunks


def _add_context(document: Document, chunks: list[Chunk]) -> None:
    """The heading path and kind of chunks that a splitter cut without looking at structure."""
    sections = document.sections
    at = 0
    for chunk in chunks:
        while at + 1 < len(sections) and sections[at + 1].start <= chunk.start:
            at += 1
        if sections and sections[at].start <= chunk.start:
            chunk.heading_path = sections[at].path
    from chunklint.chunking.kinds import set_kinds

    set_kinds(document, chunks)
