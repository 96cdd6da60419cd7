"""The `parents` splitter: small chunks for the search inside large ones for the reader, both cut by structure.

A search finds the small one, and whoever answers reads the large one around it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from chunklint.chunking.packing import Packer
from chunklint.chunking.parts import parts_of
from chunklint.chunking.structure import StructureSplitter, ancestor_path, units_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chunklint.chunking.measure import Measure
    from chunklint.chunking.model import Chunk, Profile
    from chunklint.chunking.structure import Unit
    from chunklint.documents.model import Document


class Family(NamedTuple):
    """The large chunks and the small ones, each in source order; ``parent_id`` of a small one is `id_of` its parent."""

    parents: list[Chunk]
    children: list[Chunk]


def child_chunks(document: Document, profile: Profile, measure: Measure) -> list[Chunk]:
    """The small chunks of a document under a `parents` profile, each with the id of its parent."""
    return family(document, profile, measure).children


def id_of(parent: Chunk) -> str:
    """What a parent is called in the metadata of its children."""
    return f"{parent.document.path}#parent-{parent.index}"


def family(document: Document, profile: Profile, measure: Measure) -> Family:
    """The chunks of at most ``parent_max_tokens`` and, inside each, those of at most ``max_tokens``.

    No small chunk reaches over the end of a large one.
    """
    large = replace(profile, max_tokens=profile.parent_max_tokens, overlap=0, min_tokens=profile.parent_max_tokens // 4)
    parents = StructureSplitter(document, large, measure)
    children = StructureSplitter(document, profile, measure)
    for group in parents.groups(units_of(document.sections)):
        for _ in _cut(group, parents, children):
            parent = parents.chunks[-1]
            for child in reversed(children.chunks):
                if child.parent_id is not None:
                    break
                child.parent_id = id_of(parent)
    return Family(parents.chunks, children.chunks)


def _cut(group: list[Unit], parents: StructureSplitter, children: StructureSplitter) -> Iterator[None]:
    """Add a parent and its children, a parent at a time."""
    if len(group) > 1 or parents.fits(group):
        parents.emit(group)
        for inner in children.groups(group):
            children.emit(inner)
        yield
        return
    unit = group[0]
    own = unit.sections[-1]
    first, others = parents.prefix(ancestor_path(unit.sections[0])), parents.prefix(own.path)
    packer = Packer(parents.document, parents.measure, parents.profile, first, others)
    for piece in packer.pack(parts_of(parents.document, unit.blocks)):
        before = len(parents.chunks)
        parents.add(piece, own)
        if len(parents.chunks) == before:
            continue  # blanks alone
        path = ancestor_path(unit.sections[0]) if piece.start == unit.start else own.path
        children.pack(list(piece.parts), own, children.prefix(path), children.prefix(own.path))
        yield
