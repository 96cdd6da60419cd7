"""Chunks as cards for people at a terminal: where each lies, how full it is, and what would be embedded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunklint.report.chunks import chunk_place, place_in_words
from chunklint.report.color import BLUE, BOLD, CYAN, DIM, GREEN, RED, YELLOW, paint
from chunklint.report.phrases import phrase
from chunklint.report.width import printable, wrap

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from chunklint.chunking.model import Chunk, Profile
    from chunklint.documents.model import Document
    from chunklint.report.formats import Style

# A shortened card keeps a chunk's first and last lines: the cuts are what a reader looks for.
_FIRST_LINES = 6
_LAST_LINES = 3
_BAR = 20  # columns, 5 % each
# A chunk fuller than this has little room for an edit.
_NEARLY_FULL = 0.9


def cards(
    document: Document, profile: Profile, chunks: Sequence[Chunk], style: Style, *, full: bool = False
) -> Iterator[str]:
    """The lines of a title and one card a chunk; with ``full`` no text is shortened."""
    unit = _unit(profile)
    total = sum(chunk.tokens for chunk in chunks)
    title = phrase(
        f"preview {unit}",
        style.language,
        path=printable(document.path),
        chunks=len(chunks),
        tokens=total,
        profile=profile.name,
    )
    yield paint(title, BOLD, color=style.color)
    facts = f"{profile.splitter}, {profile.tokenizer}, max-tokens = {profile.max_tokens}, "
    facts += f"overlap = {profile.overlap}, min-tokens = {profile.min_tokens}"
    yield paint(facts + "".join(_more_facts(profile)), DIM, color=style.color)
    if not chunks:
        yield phrase("no chunks", style.language)
    for chunk in chunks:
        yield ""
        yield _head(document, profile, chunk, style)
        yield from _body(document, chunk, style, full)


def _more_facts(profile: Profile) -> Iterator[str]:
    """What is said only of a profile that it makes a difference to."""
    if profile.splitter == "parents":
        yield f", parent-max-tokens = {profile.parent_max_tokens}"
    if profile.splitter == "semantic":
        yield f", embedding = {printable(profile.embedding)}"
    if profile.cuts_at_structure and profile.code_parser != "lines":
        yield f", code-parser = {profile.code_parser}"


def _unit(profile: Profile) -> str:
    return "characters" if profile.tokenizer == "characters" else "tokens"


def _head(document: Document, profile: Profile, chunk: Chunk, style: Style) -> str:
    language, color = style.language, style.color
    size = phrase(_unit(profile), language, tokens=chunk.tokens, limit=profile.max_tokens)
    parts = [
        paint(f"#{chunk.index + 1}", BOLD, BLUE, color=color),
        place_in_words(chunk_place(document, chunk), language),
        f"{_bar(chunk.tokens / profile.max_tokens, style)} {size}",
        phrase(f"kind {chunk.kind}", language),
    ]
    if chunk.parent_id is not None:
        parts.append(paint(printable(chunk.parent_id.rpartition("#")[2]), DIM, color=color))
    if chunk.tokens > profile.max_tokens:
        parts.append(paint(phrase("over", language), RED, color=color))
    return "  ".join(parts)


def _bar(filled: float, style: Style) -> str:
    full, empty = ("█", "░") if style.unicode else ("#", ".")
    cells = min(round(filled * _BAR), _BAR)
    tone = RED if filled > 1 else YELLOW if filled > _NEARLY_FULL else GREEN
    return paint(full * cells, tone, color=style.color) + paint(empty * (_BAR - cells), DIM, color=style.color)


def _body(document: Document, chunk: Chunk, style: Style, full: bool) -> Iterator[str]:
    rail = paint("│ " if style.unicode else "| ", BLUE, color=style.color)
    path = " > ".join(chunk.heading_path)
    if path:
        yield rail + paint(printable(path), CYAN, color=style.color)
    shown = [line for text, dim in _parts(document, chunk, path) for line in _wrapped(text, dim, style)]
    while shown and not shown[-1].strip():
        shown.pop()
    left_off = len(shown) - _FIRST_LINES - _LAST_LINES
    # A line that says "1 more line" would take the place of that line.
    if not full and left_off > 1:
        note = phrase("more lines", style.language, lines=left_off)
        note = paint(("… " if style.unicode else "~ ") + note, DIM, color=style.color)
        shown[_FIRST_LINES:-_LAST_LINES] = [note]
    for line in shown:
        yield (rail + line).rstrip()


def _parts(document: Document, chunk: Chunk, path: str) -> Iterator[tuple[str, bool]]:
    """The text as embedded in pieces, each with whether the splitter added or repeated it."""
    text = chunk.text
    if chunk.prefix and text.startswith(chunk.prefix):
        text = text[len(chunk.prefix) :]
        # The heading path is shown above; the prefix leaves its last part out where the body starts with that heading.
        heading_path, _, reopened = chunk.prefix.partition("\n\n")
        if not path.startswith(heading_path):
            reopened = chunk.prefix
        if reopened.strip("\r\n"):
            yield reopened.strip("\r\n"), True
    if chunk.overlap:
        repeated = document.slice(*chunk.overlap)
        if repeated and text.startswith(repeated):
            text = text[len(repeated) :].lstrip("\r\n")
            yield repeated.strip("\r\n"), True
    end = chunk.suffix if chunk.suffix and text.endswith(chunk.suffix) else ""
    yield text.removesuffix(end).strip("\r\n"), False
    if end.strip():
        yield end.strip("\r\n"), True


def _wrapped(text: str, dim: bool, style: Style) -> Iterator[str]:
    for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        for piece in wrap(printable(line), style.width - 2):
            yield paint(piece, DIM, color=style.color) if dim else piece
