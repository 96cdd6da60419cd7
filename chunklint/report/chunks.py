"""Chunks as JSON for programs; the field names are a contract."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from chunklint.chunking.model import Chunk, Profile
    from chunklint.documents.model import Document


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
    document: Document, profile: Profile, chunks: Sequence[Chunk], parents: Sequence[Chunk] = ()
) -> Iterator[dict[str, Any]]:
    """A chunk at a time, ready to be indexed: with the ids that its ``parent_id`` refers to.

    Parents come before all others and have ``"role": "parent"``: they are to be kept, not searched.
    """
    head = {"path": document.path, "profile": profile.name}
    for parent in parents:
        yield head | parent_as_json(document, parent)
    for chunk in chunks:
        yield head | {"id": f"{document.path}#chunk-{chunk.index}", "role": "chunk"} | chunk_as_json(document, chunk)


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
    """One chunk; ``line`` and ``end_line`` are the 1-based first and last lines of its body."""
    line, end_line = chunk_lines(document, chunk)
    return {
        "index": chunk.index,
        "spans": chunk.spans,
        "line": line,
        "end_line": end_line,
        "tokens": chunk.tokens,
        "heading_path": chunk.heading_path,
        "kind": chunk.kind,
        "prefix": chunk.prefix,
        "suffix": chunk.suffix,
        "text": chunk.text,
        "overlap": chunk.overlap,
        "metadata": dict(chunk.metadata),
    }


def chunk_lines(document: Document, chunk: Chunk) -> tuple[int, int]:
    """The 1-based first and last lines that a chunk's body touches."""
    lines = document.lines
    return lines.line_of(chunk.start) + 1, lines.line_of(max(chunk.end - 1, chunk.start)) + 1
