"""What a change does to the chunks, as text, Markdown (for a review's comment) or JSON; nothing is compared here.

The names in the JSON are a contract.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from chunklint.report.chunks import ChunkPlace, place_in_words
from chunklint.report.color import BOLD, CYAN, DIM, GREEN, RED, YELLOW, paint
from chunklint.report.phrases import phrase
from chunklint.report.width import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chunklint.engine.model import Language
    from chunklint.gate.chunk_diff import ChunkChange, ChunkDiff, Piece
    from chunklint.report.formats import Style

_SIGNS = {"added": ("+", GREEN), "altered": ("~", YELLOW), "removed": ("-", RED), "moved": (">", CYAN)}
# Rows of a comment's table: GitHub takes 65,536 characters, and nobody reads more.
_MOST_ROWS = 100


def as_text(diff: ChunkDiff, since: str, style: Style) -> Iterator[str]:
    """The lines for a terminal: each file's chunks, then what it comes to."""
    language, color = style.language, style.color
    for path, changes in _by_file(diff):
        yield paint(printable(path), BOLD, color=color)
        for change in changes:
            sign, paint_code = _SIGNS[change.kind]
            head = paint(f"{sign} {phrase(f'chunk {change.kind}', language)}", paint_code, color=color)
            both = _lines(change, language), _size(change.piece, diff, language)
            facts = phrase("list separator", language).join(both)
            heading = paint(printable(" > ".join(change.piece.heading_path)), DIM, color=color)
            yield "  ".join(part for part in (f"  {head}", facts, heading) if part)
        yield ""
    yield from _summary(diff, since, language)


def as_markdown(diff: ChunkDiff, since: str, language: Language) -> Iterator[str]:
    """The lines of a comment: what it comes to, and a table of the chunks, folded away."""
    yield f"### {phrase('chunk diff title', language)}"
    yield ""
    for line in _summary(diff, since, language):
        yield _escaped(line)
        yield ""
    if not diff.changes:
        return
    yield f"<details><summary>{phrase('chunk diff details', language, chunks=len(diff.changes))}</summary>"
    yield ""
    names = phrase("chunk diff columns", language).split("|")
    yield f"| {' | '.join(names)} |"
    yield "| --- | --- | --- | ---: | --- |"
    rows = [(path, change) for path, changes in _by_file(diff) for change in changes]
    for path, change in rows[:_MOST_ROWS]:
        kind = phrase(f"chunk {change.kind}", language)
        heading = _escaped(" > ".join(change.piece.heading_path))
        size = f"{change.piece.tokens:,}"
        yield f"| {kind} | {_escaped(path)} | {_escaped(_lines(change, language))} | {size} | {heading} |"
    if len(rows) > _MOST_ROWS:
        yield ""
        yield phrase("chunk diff more", language, chunks=len(rows) - _MOST_ROWS)
    yield ""
    yield "</details>"


def as_json(diff: ChunkDiff, base: str) -> dict[str, Any]:
    """The object of one profile; places are those of a `ChunkPlace`, sizes are in the profile's unit."""
    return {
        "base": base,
        "profile": diff.profile,
        "unit": diff.unit,
        "files": diff.files,
        **{kind: diff.count(kind) for kind in ("added", "removed", "altered", "moved")},
        "chunks": diff.chunks,
        "tokens": diff.tokens,
        "tokens_to_embed": diff.tokens_to_embed,
        "share": round(diff.share, 6),
        "changes": [
            {"change": change.kind, "old": _piece(change.old), "new": _piece(change.new)} for change in diff.changes
        ],
    }


def _piece(piece: Piece | None) -> dict[str, Any] | None:
    if piece is None:
        return None
    fields = piece._asdict()
    del fields["text"]
    if piece.cell is None:
        del fields["cell"], fields["end_cell"]
    return {"path": fields.pop("path"), "index": fields.pop("chunk_index"), **fields}


def _by_file(diff: ChunkDiff) -> Iterator[tuple[str, list[ChunkChange]]]:
    for path, changes in groupby(diff.changes, key=lambda change: change.piece.path):
        yield path, list(changes)


def _lines(change: ChunkChange, language: Language) -> str:
    where = _place(change.piece, language)
    if change.new is None:
        return phrase("chunk was at", language, lines=where)
    if change.kind == "moved" and change.old is not None:
        old = change.old
        before = _place(old, language)
        if old.path != change.new.path:
            before = f"{printable(old.path)} {before}"
        return phrase("chunk moved from", language, lines=where, before=before)
    return where


def _place(piece: Piece, language: Language) -> str:
    return place_in_words(ChunkPlace(piece.line, piece.end_line, piece.cell, piece.end_cell), language)


def _size(piece: Piece, diff: ChunkDiff, language: Language) -> str:
    return phrase(f"only {diff.unit}", language, tokens=piece.tokens)


def _summary(diff: ChunkDiff, since: str, language: Language) -> Iterator[str]:
    if not diff.changes:
        yield phrase("chunk diff none", language, since=since, profile=diff.profile)
        return
    yield phrase(
        "chunk diff",
        language,
        since=since,
        profile=diff.profile,
        files=diff.files,
        added=diff.count("added"),
        altered=diff.count("altered"),
        removed=diff.count("removed"),
        moved=diff.count("moved"),
    )
    percent = "%" if language == "zh-CN" else " %"
    share = f"{100 * diff.share:.1f}" if diff.share >= 0.001 or not diff.tokens_to_embed else "< 0.1"
    yield phrase(
        f"embed {diff.unit}",
        language,
        tokens=diff.tokens_to_embed,
        share=share + percent,
        total=diff.tokens,
        chunks=diff.chunks,
    )


def _escaped(text: str) -> str:
    """Text as it reads the same in Markdown, table cells included."""
    for character in "\\`*_[]<>|#~":
        text = text.replace(character, "\\" + character)
    return " ".join(text.split())
