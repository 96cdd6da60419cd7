"""Tells what chunks consist of (prose, table, code, list, mixed) from the blocks that they touch."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from chunklint.chunking.model import Chunk, ChunkKind
    from chunklint.documents.model import Document

_KINDS: dict[str, ChunkKind] = {"table": "table", "code": "code", "list": "list", "item": "list"}
_SILENT = frozenset({"heading", "break", "comment", "definition", "front_matter", "esm"})


def kind_of(block_kinds: Iterable[str]) -> ChunkKind:
    """The kind of a chunk with blocks of these kinds; headings, rules and gaps say nothing."""
    found = {_KINDS.get(kind, "prose") for kind in block_kinds if kind not in _SILENT}
    return found.pop() if len(found) == 1 else "mixed" if found else "prose"


def set_kinds(document: Document, chunks: list[Chunk]) -> None:
    """Set the kind of every chunk, in one pass over blocks and chunks in source order."""
    blocks = document.blocks
    first = 0
    for chunk in chunks:
        start, end = chunk.start, chunk.end
        while first < len(blocks) and blocks[first].end <= start:
            first += 1
        at = first
        kinds: set[str] = set()
        while at < len(blocks) and blocks[at].start < end:
            kinds.add(blocks[at].kind)
            at += 1
        chunk.kind = kind_of(kinds)
