"""The metadata that is stored beside a chunk's text; computed when asked for, since most chunks never are."""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from chunklint.chunking.model import Chunk
    from chunklint.documents.model import Block, Document


def describe(chunk: Chunk) -> dict[str, object]:
    """``doc_type``, ``document_id``, ``section`` and ``source_locator`` of a chunk.

    Code adds ``language`` and ``symbol``, tables ``table_id`` and ``columns``. The locator counts lines from 1.
    """
    from chunklint.chunking.code_units import code_language

    document = chunk.document
    lines = document.lines
    first, last = lines.line_of(chunk.start), lines.line_of(max(chunk.start, chunk.end - 1))
    data: dict[str, object] = {
        "doc_type": document.format,
        "document_id": document.path,
        "section": " > ".join(chunk.heading_path),
        "source_locator": f"{document.path}#L{first + 1}-L{last + 1}",
    }
    for block in _blocks_in(document.blocks, chunk.start, chunk.end):
        if block.kind == "code" and "language" not in data:
            data["language"] = code_language(block.info)
            symbol = _symbol(document, block, first, last)
            if symbol:
                data["symbol"] = symbol
        elif block.kind == "table" and "table_id" not in data:
            data["table_id"] = f"{document.path}#L{block.line + 1}"
            data["columns"] = columns(document, block)
    return data


def columns(document: Document, table: Block) -> list[str]:
    """The header cells of a table."""
    from chunklint.documents.tables import row_cells

    return [document.text[cell.start : cell.end] for cell in row_cells(document, table, table.line)]


def _blocks_in(blocks: Sequence[Block], start: int, end: int) -> Iterator[Block]:
    """Tables and code blocks, nested ones included, that a stretch touches; what lies elsewhere is not looked at."""
    at = bisect_right(blocks, start, key=lambda block: block.end)
    while at < len(blocks) and blocks[at].start < end:
        block = blocks[at]
        if block.kind in ("table", "code"):
            yield block
        elif block.children:
            yield from _blocks_in(block.children, start, end)
        at += 1


def _symbol(document: Document, block: Block, first: int, last: int) -> str:
    """The first function or class whose lines a chunk holds."""
    for begin, end, symbol in _symbols(document, block.start):
        if begin <= last and end > first:
            return symbol
    return ""


@lru_cache(maxsize=1)
def _symbols(document: Document, start: int) -> tuple[tuple[int, int, str], ...]:
    """The named units of the code block at an offset, as lines of the document; kept for its next chunk."""
    from chunklint.chunking.code_units import code_language, code_units
    from chunklint.chunking.parts import code_lines

    block = next(block for block in _blocks_in(document.blocks, start, start + 1) if block.start == start)
    begin, lines = code_lines(document, block)
    units = code_units(lines, code_language(block.info))
    return tuple((begin + unit.first, begin + unit.last, unit.symbol) for unit in units if unit.symbol)
