"""Writes how documents are cut, one document after the other, as cards, a web page or JSON; nothing is cut here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from chunklint.chunking.model import Chunk, Profile
    from chunklint.documents.model import Document
    from chunklint.report.formats import Style


class ProfileChunks(NamedTuple):
    """What one profile makes of a document; ``parents`` are the large chunks that it puts its chunks in, if it does."""

    profile: Profile
    chunks: Sequence[Chunk]
    parents: Sequence[Chunk] = ()


class Preview(NamedTuple):
    """A document as each active profile cuts it."""

    document: Document
    cuts: Sequence[ProfileChunks]


class Look(NamedTuple):
    """How to write previews: for one document or any number, named by ``title``; ``full`` shortens no card."""

    style: Style
    title: str
    is_one: bool
    full: bool = False


def pieces(form: str, previews: Iterable[Preview], look: Look) -> Iterator[str]:
    """The output in one of the formats text, json, jsonl and html, as it comes."""
    if form == "text":
        return _cards(previews, look)
    if form == "jsonl":
        return _lines(previews)
    if form == "html":
        from chunklint.report.preview_page import preview_page

        return preview_page(previews, look)
    return _json(previews, look)


def _cards(previews: Iterable[Preview], look: Look) -> Iterator[str]:
    from chunklint.report.cards import cards

    between = ""
    for document, cuts in previews:
        for cut in cuts:
            yield between
            between = "\n"
            for line in cards(document, cut.profile, cut.chunks, look.style, full=look.full):
                yield line + "\n"


def _lines(previews: Iterable[Preview]) -> Iterator[str]:
    """A chunk a line."""
    import json

    from chunklint.report.chunks import chunk_lines_as_json

    for document, cuts in previews:
        for cut in cuts:
            for one in chunk_lines_as_json(document, *cut, of_several=len(cuts) > 1):
                yield json.dumps(one, ensure_ascii=False) + "\n"


def _json(previews: Iterable[Preview], look: Look) -> Iterator[str]:
    """One object for one document under one profile; else an array of such objects."""
    import json

    from chunklint.report.chunks import preview_as_json

    def dumped(objects: Any) -> str:
        return json.dumps(objects, ensure_ascii=False, indent=1)

    between = "[\n"
    for document, cuts in previews:
        objects = [preview_as_json(document, *cut) for cut in cuts]
        if look.is_one:
            yield dumped(objects[0] if len(objects) == 1 else objects) + "\n"
            continue
        for one in objects:
            yield between + dumped(one)
            between = ",\n"
    if not look.is_one:
        yield "[]\n" if between == "[\n" else "\n]\n"
