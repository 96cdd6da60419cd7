"""Breaks blocks into the parts that the structure splitter packs, each level finer than the one before.

Lists break into items, items and quotes into their blocks, tables into rows, code into definitions, then statements,
then lines, paragraphs into sentences. The parts of a block follow each other without gaps but white space.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Literal, NamedTuple

from chunklint.chunking.lead_ins import LEAD_IN_TARGETS, is_lead_in, is_opening_tag, is_table_title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunklint.chunking.code.model import CodeParser, CodeUnit
    from chunklint.documents.model import Block, Document

PartKind = Literal["block", "row-group", "rows", "code", "lines", "sentence", "fragment"]
# What must not be parted from what follows it: a heading, a lead-in, a title, a definition's first lines.
Tie = Literal["", "heading", "lead-in", "title", "signature"]


class Part(NamedTuple):
    """A stretch of the source (code points) that is packed whole if it fits, broken up further if not.

    ``tie`` says why it stays with the part after it. ``owner`` is the table or code block that it was cut from, and
    ``opens``/``closes`` whether it holds that block's beginning and end. ``unit`` is what it holds of a code block;
    ``scope`` is what a piece that starts with it may repeat: the signatures of the definitions that it lies in, the
    header of an HTML table.
    """

    start: int
    end: int
    block: Block
    kind: PartKind = "block"
    tie: Tie = ""
    owner: Block | None = None
    opens: bool = True
    closes: bool = True
    unit: CodeUnit | None = None
    scope: tuple[str, ...] = ()

    @property
    def shown_kind(self) -> str:
        """The kind of block that a reader sees: rows of an HTML table are a table's."""
        return "table" if self.kind in ("row-group", "rows") else self.block.kind


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
            elif _may_lead_in(blocks, at) and _leads_in(document, blocks[at : at + 3]):
                tie = "lead-in"
        parts.append(_trimmed(document, Part(begin, stop, block, tie=tie)))
        begin = stop if end is not None else blocks[at + 1].start if at < last else stop
    return parts


def _may_lead_in(blocks: Sequence[Block], at: int) -> bool:
    """Whether a block could announce one of the two after it, by their kinds: mostly prose follows prose."""
    following = blocks[at + 1].kind
    return (
        following in LEAD_IN_TARGETS
        or following == "html"
        or blocks[at].kind == "html"
        or (at + 2 < len(blocks) and blocks[at + 2].kind == "table")
    )


def _leads_in(document: Document, blocks: Sequence[Block]) -> bool:
    """Whether the first of two or three blocks announces the next, or the last past a title or a tag, or is a tag."""
    block, following, *last = blocks
    if is_lead_in(block, following) or is_opening_tag(block, document.text):
        return True
    return (
        bool(last)
        and is_lead_in(block, last[0])
        and (is_table_title(following, last[0]) or is_opening_tag(following, document.text))
    )


def break_up(document: Document, part: Part, code_parser: CodeParser = "lines") -> list[Part]:
    """The next finer parts of a part; itself alone where nothing finer is known but a window."""
    block = part.block
    if part.kind == "block":
        if block.kind == "table":
            return _rows(document, part)
        if block.kind == "code":
            return _code(document, part, code_parser)
        if block.children:
            inner = _items(document, part) if block.kind == "list" else _inside(document, part)
            # What holds a single block is broken up where that block can be.
            return inner if len(inner) > 1 or inner[0].block is block else break_up(document, inner[0], code_parser)
        if block.kind in ("paragraph", "heading"):
            return _sentences(document, part)
        return (_html_rows(document, part) if block.kind == "html" else []) or _lines(document, part, "lines")
    if part.kind == "row-group":
        return _single_rows(document, part)
    if part.kind == "rows" and block.kind == "html":
        return _lines(document, part, "lines")
    if part.kind == "code":
        return _code(document, part, code_parser)
    if part.kind == "lines" and part.owner is None:
        return _sentences(document, part)
    return [part]


def _inside(document: Document, part: Part) -> list[Part]:
    return parts_of(document, part.block.children, part.start, part.end)


def _trimmed(document: Document, part: Part) -> Part:
    text, start, end = document.text, part.start, part.end
    if start < end and text[start] not in " \t\r\n" and text[end - 1] not in " \t\r\n":
        return part
    while end > start and text[end - 1] in " \t\r\n":
        end -= 1
    begin = start
    while start < end and text[start] in " \t\r\n":
        start += 1
    if part.owner is not None and part.owner.kind == "code":
        # The indentation of a code line is part of it.
        start = max(begin, max(text.rfind("\n", begin, start), text.rfind("\r", begin, start)) + 1)
    return part if start == part.start and end == part.end else part._replace(start=start, end=end)


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
    """A table's header with its first row, then the others, rows that go on with one above beside it."""
    from chunklint.documents.tables import row_groups

    cuts = [document.lines.start(line) for line in row_groups(document, part.block)[1:]]
    groups = _cut(document, part, cuts, "row-group", part.block)
    return groups if len(groups) > 1 else _single_rows(document, part)


def _html_rows(document: Document, part: Part) -> list[Part]:
    """The tables of some HTML like `_rows`, and the lines around them; empty where there is no table."""
    from chunklint.documents.html_tables import html_tables, table_at

    base = part.start
    tables = html_tables(document.text[base : part.end])
    cuts = [base + at for table in tables for at in (table.start, *table.groups[1:], table.end)]
    found: list[Part] = []
    for piece in _cut(document, part, cuts, "row-group", part.block):
        table = table_at(tables, piece.start - base)
        if table is None or not table.groups:
            found.append(piece._replace(kind="lines", owner=None, opens=True, closes=True))
            continue
        header = document.text[base + table.start : base + table.groups[0]].rstrip()
        opens, closes = piece.start == base + table.start, piece.end >= base + table.end
        found.append(piece._replace(opens=opens, closes=closes, scope=(header,)))
    return found if len(found) > 1 else [one for piece in found for one in _single_rows(document, piece)]


def _single_rows(document: Document, part: Part) -> list[Part]:
    """Every row by itself, the first one with the header if the part begins with it."""
    block = part.block
    if block.kind == "html":
        from chunklint.documents.html_tables import html_tables

        tables = html_tables(document.text[block.start : block.end])
        cuts = [block.start + row for table in tables for row in table.rows[1:]]
        rows = _cut(document, part, cuts, "rows", block)
        return [row._replace(scope=part.scope) for row in rows]
    from chunklint.documents.tables import header_rows

    first = block.line + 3 + header_rows(document, block)
    return _cut(document, part, [document.lines.start(line) for line in range(first, block.end_line)], "rows", block)


def _items(document: Document, part: Part) -> list[Part]:
    cuts = [_boundary(document, item, part.start) for item in part.block.children[1:]]
    pieces = _cut(document, part, cuts, "block", None)
    items = part.block.children
    if len(pieces) != len(items):
        return [part] if len(pieces) < 2 else pieces
    return [piece._replace(block=item) for piece, item in zip(pieces, items, strict=True)]


def _code(document: Document, part: Part, code_parser: CodeParser) -> list[Part]:
    """The units of a code block, or of one of its units; definitions keep their first lines beside their body."""
    from chunklint.chunking.code.blocks import code_lines, code_outline

    outline = code_outline(document, part.block, code_parser)
    units = outline.finer(part.unit) if part.unit else outline.units
    if len(units) == 1 and part.unit is None:
        units = outline.finer(units[0])
    first = code_lines(document, part.block)[0]
    starts = [document.lines.start(first + unit.first) for unit in units]
    found: list[Part] = []
    for piece in _cut(document, part, starts[1:], "code", part.block):
        at = max(0, bisect_right(starts, piece.start) - 1)
        unit = units[at]
        scope = tuple("\n".join(outline.lines[line].rstrip() for line in range(*signature)) for signature in unit.scope)
        tie: Tie = "signature" if unit.head and at + 1 < len(units) else ""
        found.append(piece._replace(unit=unit, scope=scope, tie=tie))
    return found


def _lines(document: Document, part: Part, kind: PartKind) -> list[Part]:
    starts = document.lines.starts
    cuts = starts[bisect_left(starts, part.start + 1) : bisect_left(starts, part.end)]
    return _cut(document, part, cuts, kind, None)


def _sentences(document: Document, part: Part) -> list[Part]:
    from chunklint.text.sentences import sentence_spans

    spans = sentence_spans(document.text[part.start : part.end])
    return _cut(document, part, [part.start + start for start, _ in spans[1:]], "sentence", None)
