"""The metadata that is stored beside a chunk's text; computed when asked for, since most chunks never are."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from chunklint.chunking.code.model import CodeParser
    from chunklint.chunking.model import Chunk
    from chunklint.documents.model import Block, Document


def describe(chunk: Chunk) -> dict[str, object]:
    """``doc_type``, ``document_id``, ``section`` and ``source_locator`` of a chunk.

    Code adds ``language`` and ``symbol``, tables ``table_id``, ``columns`` and ``table_title``, a chunk inside a larger
    one ``parent_id``. The locator counts lines from 1 (``#L3-L9``), in a notebook cell by cell, as `check` says them
    (``#cell3L1-cell4L2``). What there is none of is left out.
    """
    from chunklint.chunking.code.languages import code_language

    document = chunk.document
    lines = document.lines
    first, last = lines.line_of(chunk.start), lines.line_of(max(chunk.start, chunk.end - 1))
    data: dict[str, object] = {
        "doc_type": document.format,
        "document_id": document.path,
        "section": " > ".join(chunk.heading_path),
        "source_locator": f"{document.path}#{_stretch(document, chunk)}",
    }
    if chunk.parent_id is not None:
        data["parent_id"] = chunk.parent_id
    for block, before in _blocks_in(document.blocks, chunk.start, chunk.end):
        if block.kind == "code" and "language" not in data:
            data["language"] = code_language(block.info)
            symbol = _symbol(document, block, first, last, chunk.code_parser)
            if symbol:
                data["symbol"] = symbol
        elif block.kind != "code" and "table_id" not in data:
            data |= _table(document, block, before) if block.kind == "table" else _html_table(chunk, block)
    return data


def _stretch(document: Document, chunk: Chunk) -> str:
    """The first and the last line of a chunk's body, for a locator."""
    from chunklint.documents.notebook import cell_line

    ends = [cell_line(document, offset) for offset in (chunk.start, max(chunk.start, chunk.end - 1))]
    return "-".join(f"L{line + 1}" if cell is None else f"cell{cell + 1}L{line + 1}" for cell, line in ends)


def _table(document: Document, table: Block, before: Block | None) -> dict[str, object]:
    from chunklint.chunking.lead_ins import is_table_title
    from chunklint.documents.tables import column_paths

    title = before.content if before is not None and is_table_title(before, table) else ""
    return _described(document, table.line, column_paths(document, table), title)


def _html_table(chunk: Chunk, block: Block) -> dict[str, object]:
    """The first HTML table that a chunk touches; nothing where a block has none."""
    from chunklint.documents.html_tables import html_tables

    document = chunk.document
    for table in html_tables(document.text[block.start : block.end]):
        start = block.start + table.start
        if start < chunk.end and chunk.start < block.start + table.end:
            return _described(document, document.lines.line_of(start), list(table.columns), table.caption)
    return {}


def _described(document: Document, line: int, columns: list[str], title: str) -> dict[str, object]:
    data: dict[str, object] = {"table_id": f"{document.path}#L{line + 1}", "columns": columns}
    return data | {"table_title": " ".join(title.replace("**", "").split())} if title else data


def _blocks_in(blocks: Sequence[Block], start: int, end: int) -> Iterator[tuple[Block, Block | None]]:
    """Tables and code blocks that a stretch touches, nested ones included, each with the block before it."""
    at = bisect_right(blocks, start, key=lambda block: block.end)
    while at < len(blocks) and blocks[at].start < end:
        block = blocks[at]
        if block.kind in ("table", "code", "html"):
            yield block, blocks[at - 1] if at else None
        elif block.children:
            yield from _blocks_in(block.children, start, end)
        at += 1


def _symbol(document: Document, block: Block, first: int, last: int, parser: CodeParser) -> str:
    """The function or class that holds the code of a chunk's lines, else the first one that they touch."""
    from chunklint.chunking.code.blocks import code_lines, code_outline

    begin, lines = code_lines(document, block)
    first, last = max(0, first - begin), min(len(lines), last + 1 - begin)
    while first < last and not lines[first].strip():
        first += 1
    return code_outline(document, block, parser).symbol_of(first, last) if first < last else ""
