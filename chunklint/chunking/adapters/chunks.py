"""Makes chunks of what somebody else's splitter gives for a document; the splitter runs in `process`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunklint.chunking.adapters.align import align
from chunklint.chunking.adapters.catalogue import ADAPTERS
from chunklint.chunking.adapters.errors import PageError
from chunklint.chunking.adapters.request import Request
from chunklint.chunking.model import Chunk

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from chunklint.chunking.adapters.request import Stored
    from chunklint.chunking.model import Profile
    from chunklint.documents.model import Document
    from chunklint.tokens import TokenCounter

# More characters than a token ever has in running text; it only bounds where an overlap is looked for.
_CHARACTERS_A_TOKEN = 12


def adapted_chunks(document: Document, profile: Profile, counter: TokenCounter, root: Path | None) -> list[Chunk]:
    """The chunks of a library, each with the library's own text and with the spans that it comes from.

    Raises PageError where the splitter fails on this page, SplitterError where it cannot be run.
    """
    from chunklint.chunking.adapters.process import run

    adapter = ADAPTERS.get(profile.splitter)
    overlaps = adapter is None or adapter.overlaps
    request = Request(
        document.text,
        profile.splitter,
        profile.tokenizer,
        profile.max_tokens,
        profile.overlap if overlaps else 0,
        profile.separators,
        profile.keep_separator,
        dict(profile.splitter_options),
        None if root is None else str(root),
    )
    stored = run(request, profile.python, profile.timeout)
    if adapter is None and document.text.strip() and not any(chunk.text.strip() for chunk in stored):
        # What a library drops is reported as lost; a function of the project's own that gives nothing is broken.
        raise PageError("empty", splitter=profile.splitter)
    return placed_chunks(document, counter, stored, request.overlap, profile.splitter)


def placed_chunks(
    document: Document, counter: TokenCounter, stored: Sequence[Stored], overlap: int, splitter: str
) -> list[Chunk]:
    """Chunks with the texts given, aligned to the document; ``overlap`` is the most that one repeats of another.

    Raises PageError where they are not in the order of the document or not of its text.
    """
    stored = [chunk for chunk in stored if chunk.text.strip()]
    room = overlap if counter.unit == "characters" else overlap * _CHARACTERS_A_TOKEN
    alignment = align(document.text, stored, room, splitter, _earliest(document.text, counter, overlap))
    chunks: list[Chunk] = []
    at = 0
    for one, place in zip(stored, alignment.places, strict=True):
        spans = place.spans or ((at, at),)
        chunks.append(Chunk(len(chunks), document, counter, spans, overlap=place.overlap, text=one.text))
        at = spans[-1][1]
    return chunks


def _earliest(text: str, counter: TokenCounter, overlap: int) -> Callable[[int], int]:
    """Where an overlap of so many tokens that ends at an offset starts, or up to a word before that."""

    def earliest(end: int) -> int:
        if counter.unit == "characters" or not overlap:
            return max(0, end - overlap)
        start = max(0, end - overlap * _CHARACTERS_A_TOKEN)
        ends = counter.ends(text[start:end])
        return start + ends[-overlap - 1] if len(ends) > overlap else start

    return earliest
