"""The named gaps: source that belongs to no chunk (front matter, comments, definitions, MDX imports)."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from chunklint.documents.model import GAP_KINDS

if TYPE_CHECKING:
    from chunklint.chunking.model import Span
    from chunklint.documents.model import Document


def without_gaps(document: Document, start: int, end: int) -> tuple[Span, ...]:
    """A stretch of the source as spans that leave out the top-level gap blocks inside it; never empty."""
    spans: list[Span] = []
    blocks = document.blocks
    begin = start
    at = bisect_left(blocks, start, key=lambda block: block.end)
    while at < len(blocks) and blocks[at].start < end:
        block = blocks[at]
        if block.kind in GAP_KINDS:
            _append(document, spans, begin, min(block.start, end))
            begin = _after_blanks(document.text, max(begin, block.end), end)
        at += 1
    _append(document, spans, begin, end)
    return tuple(spans) or ((start, start),)


def _after_blanks(text: str, start: int, end: int) -> int:
    """Where the text behind a gap begins. The stretch's own beginning stays: the indentation of code is part of it."""
    while start < end and text[start] in " \t\r\n":
        start += 1
    return start


def _append(document: Document, spans: list[Span], start: int, end: int) -> None:
    text = document.text
    while end > start and text[end - 1] in " \t\r\n":
        end -= 1
    if end > start:
        spans.append((start, end))
