"""CL101: rows of a table that are stored without its header row."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from chunklint.api import Block, Chunk, Context, Document, LaterFix, Report, Rule

from ._division import division

RULE = Rule(
    code="CL101",
    name="table-split-from-header",
    scope="block",
    kinds=("table", "html"),
    severity="warning",
    summary={
        "en": "Rows of a table end up in a chunk without the header row",
        "zh-CN": "表格的部分行与表头被切到了不同的块里",
    },
    messages={
        "default": {
            "en": "This table needs {chunks:chunk|chunks} ({tokens:token|tokens}, limit {limit}). Rows {first}–{last} "
            "are stored without the header, so a search finds values but not their column. Split it into {chunks} "
            "tables, each with its header and a subheading.",
            "zh-CN": "这张表会被切成 {chunks} 块（{tokens} token，上限 {limit}）。第 {first}～{last} 行数据没有表头，"
            "读者查到数值，却不知道是哪一列的。请拆成 {chunks} 张表，各带表头和小标题。",
        },
        "one-row": {
            "en": "This table needs {chunks:chunk|chunks} ({tokens:token|tokens}, limit {limit}). Row {first} is "
            "stored without the header, so a search finds its values but not their column. Split it into {chunks} "
            "tables, each with its header and a subheading.",
            "zh-CN": "这张表会被切成 {chunks} 块（{tokens} token，上限 {limit}）。第 {first} 行数据没有表头，"
            "读者查到数值，却不知道是哪一列的。请拆成 {chunks} 张表，各带表头和小标题。",
        },
        "fits": {
            "en": "This table is cut into {chunks:chunk|chunks} although it would fit into one ({tokens:token|tokens}, "
            "limit {limit}). Rows {first}–{last} are stored without the header: this is the splitter's doing, and one "
            "that keeps tables whole avoids it.",
            "zh-CN": "这张表本可放进一块（{tokens} token，上限 {limit}），却被切成了 {chunks} 块。"
            "第 {first}～{last} 行数据没有表头。这是切分方式造成的，换用能保持表格完整的方式即可避免。",
        },
        "repeated": {
            "en": "This table needs {chunks:chunk|chunks} ({tokens:token|tokens}, limit {limit}). Its header is "
            "repeated in each, but no chunk shows the whole table. Consider smaller tables, each under a subheading.",
            "zh-CN": "这张表会被切成 {chunks} 块（{tokens} token，上限 {limit}）。"
            "每块都会重复表头，但没有一块能看到整张表。可考虑拆成几张小表，各带小标题。",
        },
    },
    yields_to=("CL705", "CL503"),
    fixable="unsafe",
)


def candidates(_: Document, context: Context) -> Iterable[Block]:
    """The tables, and HTML that may hold some, in several chunks."""
    for kind in RULE.kinds:
        yield from context.parted_blocks(kind)


def check(block: Block, context: Context) -> Iterator[Report]:
    """Report each table once, with the rows stored without its header; a header that is empty is not missed."""
    if block.kind == "html":
        for table in context.html_tables(block):
            bare = _without_header(table.start, table.end, table.rows[0] if table.rows else table.end, context)
            numbers = [_row_at(table.rows, chunk.start, table.end, context) for chunk in bare]
            if any(numbers):
                last = _row_at(table.rows, min(bare[-1].end, table.end) - 1, table.end, context) or len(table.rows)
                yield _report((table.start, table.end), next(filter(None, numbers)), last, block, context)
        return
    if not any(cell.end > cell.start for cell in context.cells(block, block.line)):
        return
    lines = context.document.lines
    first_row = block.line + 2
    bare = _without_header(block.start, block.end, lines.start(first_row), context)
    if not bare:
        return
    room = context.room_for(block)
    if not context.at_most(block.start, block.end, room) and _cut_by_wide_rows_only(block, context, room):
        return
    first = max(1, lines.line_of(bare[0].start) - first_row + 1)
    last = min(lines.line_of(min(bare[-1].end, block.end) - 1), block.end_line - 1) - first_row + 1
    yield _report((block.start, block.end), first, max(first, last), block, context)


def _without_header(start: int, end: int, first_row: int, context: Context) -> list[Chunk]:
    """The chunks that hold a part of a table, but neither its header nor nothing but its header."""
    chunks = context.chunks_of(start, end)
    bare = [chunk for chunk in chunks[1:] if not (chunk.overlap and chunk.overlap[0] <= start)]
    return [] if len(bare) == 1 and bare[0].end <= first_row else bare


def _report(span: tuple[int, int], first: int, last: int, block: Block, context: Context) -> Report:
    """The finding about the table at a span; rows are counted from 1."""
    room = context.room_for(block)
    fits = context.at_most(*span, room)
    keeps_tables = context.profile.cuts_at_structure
    repeated = context.profile.repeat_table_header and keeps_tables
    can_divide = block.kind == "table" and keeps_tables and not fits and not repeated
    return Report(
        *span,
        {
            "chunks": len(context.chunks_of(*span)),
            "tokens": context.stored_size(*span, room),
            "limit": context.limit,
            "first": first,
            "last": last,
        },
        variant="fits" if fits else "repeated" if repeated else "one-row" if first == last else "default",
        severity="info" if fits or repeated else None,
        fix=LaterFix(lambda: division(block, context)) if can_divide else None,
        anchor=context.document.lines.line_text(context.document.lines.line_of(span[0])),
    )


def _row_at(rows: Sequence[int], offset: int, end: int, context: Context) -> int:
    """The number of the row that stands at an offset, from 1, by where rows start; 0 behind the last one's text."""
    left = context.document.text[offset:end]
    offset += len(left) - len(left.lstrip())
    return max(1, bisect_right(rows, offset)) if re.sub(r"<[^<>]*>", "", left).strip() else 0


def _cut_by_wide_rows_only(table: Block, context: Context, room: int) -> bool:
    """Whether the table would fit but for rows that no chunk holds, or consists of them; they have their own rule."""
    lines = context.document.lines
    rest = context.size(table.start, table.end)
    header = context.size(table.start, lines.end(table.line + 1))
    wide = 0
    for line in range(table.line + 2, table.end_line):
        start, end = lines.start(line), lines.end(line)
        if not context.at_most(start, end, room - header):
            rest -= context.size(start, end)
            wide += 1
    return rest <= room or 2 * wide >= table.end_line - table.line - 2
