"""``chunklint verify``: says whether the preview equals what a pipeline stored, and where and why it does not."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from chunklint.cli.errors import CLEAN, FINDINGS, MISUSE, MisuseError
from chunklint.cli.options import CHUNKS, CONFIG, LANGUAGE, PROFILE, Command, output_format
from chunklint.report.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from chunklint.chunking.dump import DumpedChunk
    from chunklint.chunking.model import Profile
    from chunklint.chunking.parity import Difference, Parity, Placed
    from chunklint.cli.dumps import Dump, Group
    from chunklint.cli.session import Session
    from chunklint.documents.model import Document
    from chunklint.engine.model import Language

COMMAND = Command(
    "verify",
    (
        "Compare the preview with the chunks that a pipeline stored (--chunks); PATHS are the documents that they come "
        "from, or folders to find them in.",
        "对比预览结果与流水线实际存下的块（--chunks）；PATHS 为原文文件或其所在文件夹。",
    ),
    (CHUNKS, PROFILE, CONFIG, output_format("text", "json"), LANGUAGE),
    argument="PATHS",
    many=True,
)

# Differences shown of each document: the first ones tell what is wrong, and the rest follow from them.
_SHOWN = 3
_EXCERPT = 60


class _Compared(NamedTuple):
    """One document with its chunks in both ways."""

    document: Document
    previewed: Sequence[Placed]
    stored: Sequence[Placed]
    parity: Parity


def run(values: Mapping[str, Any]) -> int:
    """Write how many chunks are equal; 1 where some are not. Raises MisuseError for a dump that cannot be read."""
    from chunklint.cli.dumps import groups, open_dump
    from chunklint.cli.language import choose
    from chunklint.cli.output import Output, say
    from chunklint.cli.session import open_session

    for_people = values["output_format"] == "text"
    session = open_session(values)
    language = choose(values["language"], session.language, os.environ, for_people=for_people)
    if not values["chunks"]:
        raise MisuseError(phrase("missing option", language, option=CHUNKS.flag))
    dump = open_dump(values["chunks"], language)
    compared = []
    for group in groups(dump, session, values["arguments"], language):
        if group.source is None:
            session.misused = True
            say(phrase("verify without source", language, name=group.name or "-", chunks=len(group.chunks)), language)
        else:
            compared.append(_compared(group, dump, session, language))
    with Output(None, language, for_people=for_people) as output:
        if for_people:
            for line in _lines(compared, language):
                output.write(line + "\n")
        else:
            import json

            output.write(json.dumps(_as_json(compared), ensure_ascii=False, indent=1) + "\n")
    if session.misused:
        return MISUSE
    return FINDINGS if any(one.parity.differences for one in compared) else CLEAN


def _compared(group: Group, dump: Dump, session: Session, language: Language) -> _Compared:
    from chunklint.chunking.parity import Placed, compare
    from chunklint.chunking.splitters import chunk_document

    assert group.source is not None
    document, settings = session.read(group.source.path, None, language)
    if len(settings.profiles) > 1:
        raise MisuseError(phrase("verify one profile", language))
    profile = settings.profiles[0]
    chunks = chunk_document(document, profile, settings.root)
    previewed = [Placed(chunk.text, (chunk.start, chunk.end)) for chunk in chunks]
    stored = _stored(document, group.chunks, dump, profile)
    return _Compared(document, previewed, stored, compare(previewed, stored))


def _stored(document: Document, dumped: Sequence[DumpedChunk], dump: Dump, profile: Profile) -> list[Placed]:
    """The stored chunks in the order of the document; as they come where they are of another version of it."""
    from chunklint.chunking.adapters.errors import PageError
    from chunklint.chunking.given import given_chunks
    from chunklint.chunking.parity import Placed
    from chunklint.tokens import get_counter

    try:
        chunks = given_chunks(document, dumped, get_counter("characters"), dump.printed)
    except PageError:
        return [Placed(chunk.text, None) for chunk in dumped]
    return [Placed(chunk.text, (chunk.start, chunk.end)) for chunk in chunks]


def _lines(compared: Sequence[_Compared], language: Language) -> Iterator[str]:
    for one in compared:
        parity = one.parity
        head = phrase("verify equal", language, path=one.document.path, equal=parity.equal, total=parity.total)
        if parity.differences:
            first = parity.differences[0]
            head += phrase(
                "verify first",
                language,
                chunk=_number(first),
                line=_line(one, first),
                reason=phrase(f"differs: {first.reason}", language),
            )
        yield head + phrase("full stop", language)
        for difference in parity.differences[:_SHOWN]:
            yield from _details(one, difference, language)
        if len(parity.differences) > _SHOWN:
            yield "  " + phrase("verify more", language, count=len(parity.differences) - _SHOWN)
    if len(compared) > 1:
        equal, total = (sum(getattr(one.parity, name) for one in compared) for name in ("equal", "total"))
        yield phrase("verify all", language, equal=equal, total=total, documents=len(compared))


def _details(one: _Compared, difference: Difference, language: Language) -> Iterator[str]:
    reason = phrase(f"differs: {difference.reason}", language)
    yield "  " + phrase("verify place", language, chunk=_number(difference), line=_line(one, difference), reason=reason)
    ours = None if difference.previewed is None else one.previewed[difference.previewed].text
    theirs = None if difference.stored is None else one.stored[difference.stored].text
    at = _parting(ours or "", theirs or "")
    for name, text in (("previewed", ours), ("stored", theirs)):
        if text is not None:
            yield f"    {phrase(name, language)} {_excerpt(text, at)}"


def _number(difference: Difference) -> int:
    """The 1-based number of the chunk, as stored where it is."""
    index = difference.previewed if difference.stored is None else difference.stored
    return (index or 0) + 1


def _line(one: _Compared, difference: Difference) -> int:
    """The 1-based line at which the chunk starts in the document."""
    chosen = one.previewed[difference.previewed] if difference.previewed is not None else None
    if chosen is None and difference.stored is not None:
        chosen = one.stored[difference.stored]
    start = chosen.span[0] if chosen is not None and chosen.span else 0
    return one.document.lines.line_of(start) + 1


def _parting(first: str, second: str) -> int:
    """How many characters two texts have in common at their start."""
    pairs = zip(first, second, strict=False)
    return next((at for at, (one, other) in enumerate(pairs) if one != other), min(len(first), len(second)))


def _excerpt(text: str, at: int) -> str:
    """What a text says around an offset, on one line."""
    start = max(0, at - _EXCERPT // 2)
    shown = text[start : start + _EXCERPT]
    return f"{'…' if start else ''}{shown!r}{'…' if start + _EXCERPT < len(text) else ''}"


def _as_json(compared: Sequence[_Compared]) -> dict[str, Any]:
    documents = [
        {
            "path": one.document.path,
            "equal": one.parity.equal,
            "total": one.parity.total,
            "differences": [
                {
                    "chunk": _number(difference),
                    "line": _line(one, difference),
                    "reason": difference.reason,
                    "previewed": None if difference.previewed is None else one.previewed[difference.previewed].text,
                    "stored": None if difference.stored is None else one.stored[difference.stored].text,
                }
                for difference in one.parity.differences
            ],
        }
        for one in compared
    ]
    return {
        "equal": sum(one.parity.equal for one in compared),
        "total": sum(one.parity.total for one in compared),
        "documents": documents,
    }
