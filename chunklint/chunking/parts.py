"""Breaks blocks into the parts that the structure splitter packs, each level finer than the one before.

Lists break into items, items and quotes into their blocks, tables into rows, code into top-level units, then blank
lines, then lines, paragraphs into sentences. The parts of a block follow each other without gaps but white space.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Literal, NamedTuple

from chunklint.chunking.code_units import blank_line_groups, code_language, code_units
from chunklint.chunking.lead_ins import is_lead_in, is_table_title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunklint.documents.model import Block, Document

PartKind = Literal["block", "rows", "code", "code-group", "lines", "sentence", "fragment"]
# What must not be parted from what follows it: a heading, a lead-in, a title.
Tie = Literal["", "heading", "lead-in", "title"]


class Part(NamedTuple):
    """A stretch of the source (code points) that is packed whole if it fits, broken up further if not.

    ``tie`` says why it stays with the part after it. ``owner`` is the table or code block that it was cut from, and
    ``opens``/``closes`` whether it holds that block's beginning and end.
    """

    start: int
    end: int
    block: Block
    kind: PartKind = "block"
    tie: Tie = ""
    owner: Block | None = None
    opens: bool = True
    closes: bool = True


def parts_of(
    document: Document, blocks: Sequence[Block], start: int | None = None, end: int | None = None
) -> list[Part]:
    """The parts of neighbouring blocks; ``start`` and ``end`` are those of the container that they fill, if any."""
    parts: list[Part] = []
    last = len(blocks) - 1
    begin = blocks[0].start if start is None else start
    for at, block in enumerate(blocks):
        stop = block.end if at < last or end is None else end
        tie: Tie = ""
        if at < last:
            following = blocks[at + 1]
            if end is not None:
                stop = _boundary(document, following, begin)
            if block.kind == "heading":
                tie = "heading"
            elif is_table_title(block, following):
                tie = "title"
            elif is_lead_in(block, following) or _leads_to_titled_table(blocks[at : at + 3]):
                tie = "lead-in"
        parts.append(_trimmed(document, Part(begin, stop, block, tie=tie)))
        begin = stop if end is not None else blocks[at + 1].start if at < last else stop
    return parts


def _leads_to_titled_table(blocks: Sequence[Block]) -> bool:
    """Whether the first of three blocks announces a table whose title stands between them."""
    return len(blocks) == 3 and is_lead_in(blocks[0], blocks[2]) and is_table_title(blocks[1], blocks[2])


def break_up(document: Document, part: Part) -> list[Part]:
    """The next finer parts of a part; itself alone where nothing finer is known but a window."""
    block = part.block
    if part.kind == "block":
        if block.kind == "table":
            return _rows(document, part)
        if block.kind == "code":
            return _code(document, part)
        if block.children:
            inner = _items(document, part) if block.kind == "list" else _inside(document, part)
            # What holds a single block is broken up where that block can be.
            return inner if len(inner) > 1 or inner[0].block is block else break_up(document, inner[0])
        if block.kind in ("paragraph", "heading"):
            return _sentences(document, part)
        return _lines(document, part, "lines")
    if part.kind == "code":
        return _code_groups(document, part)
    if part.kind == "code-group":
        return _lines(document, part, "lines")
    if part.kind == "lines" and part.owner is None:
        return _sentences(document, part)
    return [part]


def _inside(document: Document, part: Part) -> list[Part]:
    return parts_of(document, part.block.children, part.start, part.end)


def _trimmed(document: Document, part: Part) -> Part:
    text, start, end = document.text, part.start, part.end
    while end > start and text[end - 1] in " \t\r\n":
        end -= 1
    begin = start
    while start < end and text[start] in " \t\r\n":
        start += 1
    if part.owner is not None and part.owner.kind == "code":
        # The indentation of a code line is part of it.
        start = max(begin, max(text.rfind("\n", begin, start), text.rfind("\r", begin, start)) + 1)
    return part._replace(start=start, end=end)


def _boundary(document: Document, block: Block, floor: int) -> int:
    """Where a nested block's part starts: at its line, quote marks and indentation included, if it begins the line."""
    line_start = document.lines.start(block.line)
    if line_start > floor and not document.text[line_start : block.start].strip(" \t>"):
        return line_start
    return block.start


def _cut(document: Document, part: Part, cuts: Sequence[int], kind: PartKind, owner: Block | None) -> list[Part]:
    """Cut a part at offsets inside it into parts of one kind."""
    bounds = [part.start, *(cut for cut in cuts if part.start < cut < part.end), part.end]
    last = len(bounds) - 2
    pieces = [
        _trimmed(
            document,
            Part(
                bounds[at],
                bounds[at + 1],
                part.block,
                kind,
                owner=owner,
                opens=part.opens and at == 0,
                closes=part.closes and at == last,
            ),
        )
        for at in range(last + 1)
    ]
    return [piece for piece in pieces if piece.end > piece.start]


def _rows(document: Document, part: Part) -> list[Part]:
    """A table's header with its first row, then each row; so no part is a header alone."""
    block, lines = part.block, document.lines
    return _cut(document, part, [lines.start(n) for n in range(block.line + 3, block.end_line)], "rows", block)


def _items(document: Document, part: Part) -> list[Part]:
    cuts = [_boundary(document, item, part.start) for item in part.block.children[1:]]
    pieces = _cut(document, part, cuts, "block", None)
    items = part.block.children
    if len(pieces) != len(items):
        return [part] if len(pieces) < 2 else pieces
    return [piece._replace(block=item) for piece, item in zip(pieces, items, strict=True)]


def code_lines(document: Document, block: Block) -> tuple[int, list[str]]:
    """The first content line of a code block and its lines' texts, the indentation of the block taken off."""
    first = block.line + 1 if block.fence else block.line
    last = block.end_line - 1 if block.fence and block.closed else block.end_line
    column = block.start - document.lines.start(block.line)
    return first, [document.lines.line_text(line)[column:] for line in range(first, last)]


def _code(document: Document, part: Part) -> list[Part]:
    first, lines = code_lines(document, part.block)
    units = code_units(lines, code_language(part.block.info))
    if len(units) < 2:
        return _code_groups(document, part)
    cuts = [document.lines.start(first + unit.first) for unit in units[1:]]
    return _cut(document, part, cuts, "code", part.block)


def _code_groups(document: Document, part: Part) -> list[Part]:
    first, lines = code_lines(document, part.block)
    cuts = [document.lines.start(first + at) for at in blank_line_groups(lines)[1:]]
    pieces = _cut(document, part, cuts, "code-group", part.block)
    return pieces if len(pieces) > 1 else _lines(document, part, "lines")


def _lines(document: Document, part: Part, kind: PartKind) -> list[Part]:
    """Each line; a fence's first line stays with the code after it and its last with the code before."""
    starts = document.lines.starts
    cuts = starts[bisect_left(starts, part.start + 1) : bisect_left(starts, part.end)]
    block = part.block
    if block.kind == "code" and block.fence:
        first, last = block.line + 1, block.end_line - 1
        keep = {document.lines.start(first)} | ({document.lines.start(last)} if block.closed else set())
        cuts = [cut for cut in cuts if cut not in keep]
    owner = block if block.kind == "code" else None
    return _cut(document, part, cuts, kind, owner)


def _sentences(document: Document, part: Part) -> list[Part]:
    from chunklint.text.sentences import sentence_spans

    spans = sentence_spans(document.text[part.start : part.end])
    return _cut(document, part, [part.start + start for start, _ in spans[1:]], "sentence", None)
