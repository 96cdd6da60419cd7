"""Chunks as JSON for programs, and where each lies, for all reports; the field names are a contract."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from chunklint.chunking.model import Chunk, Profile
    from chunklint.documents.model import Document
    from chunklint.engine.model import Language


class ChunkPlace(NamedTuple):
    """The first and last lines that a chunk's body touches, from 1.

    In a notebook they count in their cells, which count from 0; elsewhere there are no cells.
    """

    line: int
    end_line: int
    cell: int | None = None
    end_cell: int | None = None


def chunk_place(document: Document, chunk: Chunk) -> ChunkPlace:
    """Where the body of a chunk lies in its document."""
    from chunklint.documents.notebook import cell_line

    cell, line = cell_line(document, chunk.start)
    end_cell, end_line = cell_line(document, max(chunk.end - 1, chunk.start))
    return ChunkPlace(line + 1, end_line + 1, cell, end_cell)


def place_in_words(place: ChunkPlace, language: Language) -> str:
    """A chunk's place for people.

    >>> place_in_words(ChunkPlace(3, 9), "en"), place_in_words(ChunkPlace(1, 1, 2, 2), "en")
    ('lines 3–9', 'cell 3, line 1')
    """
    from chunklint.report.phrases import phrase

    if place.cell is None or place.end_cell is None:
        name = "one line" if place.line == place.end_line else "lines"
        return phrase(name, language, line=place.line, end_line=place.end_line)
    if place.cell != place.end_cell:
        return phrase("several cells", language, cell=place.cell + 1, end_cell=place.end_cell + 1)
    lines = place_in_words(ChunkPlace(place.line, place.end_line), language)
    return phrase("one cell", language, cell=place.cell + 1, lines=lines)


def preview_as_json(
    document: Document, profile: Profile, chunks: Sequence[Chunk], parents: Sequence[Chunk] = ()
) -> dict[str, Any]:
    """One document's chunks under a profile; spans are code points into the text without a byte order mark.

    ``parents`` are the large chunks that a `parents` profile puts them in.
    """
    preview = {
        "path": document.path,
        "profile": profile_as_json(profile),
        "chunks": [chunk_as_json(document, chunk) for chunk in chunks],
    }
    return preview | {"parents": [parent_as_json(document, parent) for parent in parents]} if parents else preview


def chunk_lines_as_json(
    document: Document,
    profile: Profile,
    chunks: Sequence[Chunk],
    parents: Sequence[Chunk] = (),
    *,
    of_several: bool = False,
) -> Iterator[dict[str, Any]]:
    """A chunk at a time, ready to be indexed: with the ids that its ``parent_id`` refers to.

    Parents come before all others and have ``"role": "parent"``: they are to be kept, not searched. Where the profile
    is one ``of_several``, ids name it, so that each is there once.
    """
    head = {"path": document.path, "profile": profile.name}
    for parent in parents:
        yield _named(profile, head | parent_as_json(document, parent), of_several)
    for chunk in chunks:
        fields = {"id": f"{document.path}#chunk-{chunk.index}", "role": "chunk"} | chunk_as_json(document, chunk)
        yield _named(profile, head | fields, of_several)


def _named(profile: Profile, line: dict[str, Any], of_several: bool) -> dict[str, Any]:
    """A line whose ids (``page.md#chunk-0``) name the profile (``page.md#docs/chunk-0``) where there are several."""
    if not of_several:
        return line
    metadata = line["metadata"]
    if "parent_id" in metadata:
        metadata = metadata | {"parent_id": _with_profile(metadata["parent_id"], profile)}
    return line | {"id": _with_profile(line["id"], profile), "metadata": metadata}


def _with_profile(id: str, profile: Profile) -> str:
    path, _, number = id.rpartition("#")
    return f"{path}#{profile.name}/{number}"


def parent_as_json(document: Document, parent: Chunk) -> dict[str, Any]:
    """One large chunk with the id by which its small ones name it."""
    from chunklint.chunking.parents import id_of

    return {"id": id_of(parent), "role": "parent"} | chunk_as_json(document, parent)


def profile_as_json(profile: Profile) -> dict[str, Any]:
    """A profile's name and parameters; sizes are in the unit of its ``tokenizer``."""
    return {
        "name": profile.name,
        "splitter": profile.splitter,
        "tokenizer": profile.tokenizer,
        "max_tokens": profile.max_tokens,
        "overlap": profile.overlap,
        "min_tokens": profile.min_tokens,
        "heading_path": profile.heading_path,
        "repeat_table_header": profile.repeat_table_header,
        "code_parser": profile.code_parser,
        "embedding": profile.embedding,
        "cut_percentile": profile.cut_percentile,
        "cut_similarity": profile.cut_similarity,
        "parent_max_tokens": profile.parent_max_tokens,
        "separators": profile.separators,
        "keep_separator": profile.keep_separator,
        "delimiters": profile.delimiters,
        "merge": profile.merge,
        "clean": profile.clean,
        "heading_depth": profile.heading_depth,
        "splitter_options": dict(profile.splitter_options),
        "embedding_model": profile.embedding_model,
        "model_limit": profile.model_limit,
    }


def chunk_as_json(document: Document, chunk: Chunk) -> dict[str, Any]:
    """One chunk; ``line`` and ``end_line`` are as in its `ChunkPlace`, and in a notebook there are the cells too."""
    place = chunk_place(document, chunk)
    cells = {} if place.cell is None else {"cell": place.cell, "end_cell": place.end_cell}
    return {
        "index": chunk.index,
        "spans": chunk.spans,
        "line": place.line,
        "end_line": place.end_line,
        **cells,
        "tokens": chunk.tokens,
        "heading_path": chunk.heading_path,
        "kind": chunk.kind,
        "prefix": chunk.prefix,
        "suffix": chunk.suffix,
        "text": chunk.text,
        "overlap": chunk.overlap,
        "metadata": dict(chunk.metadata),
    }
