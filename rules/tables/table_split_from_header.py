"""CL101: rows of a table that are stored without its header row."""

from __future__ import annotations

from collections.abc import Iterator

from chunklint.api import Block, Context, LaterFix, Report, Rule

from ._division import division

RULE = Rule(
    code="CL101",
    name="table-split-from-header",
    scope="block",
    kinds=("table",),
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
    yields_to=("CL705",),
    fixable="unsafe",
)


def check(table: Block, context: Context) -> Iterator[Report]:
    """Report the table once, with the rows that are stored without its header."""
    chunks = context.chunks_of(table.start, table.end)
    if len(chunks) < 2:
        return
    lines = context.document.lines
    first_row = table.line + 2
    header_end = lines.start(first_row)
    bare = [chunk for chunk in chunks[1:] if not (chunk.overlap and chunk.overlap[0] <= table.start)]
    if not bare or (len(bare) == 1 and bare[0].end <= header_end):
        return
    room = context.room_for(table)
    fits = context.at_most(table.start, table.end, room)
    if not fits and _cut_by_wide_rows_only(table, context, room):
        return
    first = max(1, lines.line_of(bare[0].start) - first_row + 1)
    last = min(lines.line_of(min(bare[-1].end, table.end) - 1), table.end_line - 1) - first_row + 1
    last = max(first, last)
    tokens = context.stored_size(table.start, table.end, room)
    keeps_tables = context.profile.cuts_at_structure
    repeated = context.profile.repeat_table_header and keeps_tables
    yield Report(
        table.start,
        table.end,
        {
            "chunks": len(chunks),
            "tokens": tokens,
            "limit": context.limit,
            "first": first,
            "last": last,
        },
        variant="fits" if fits else "repeated" if repeated else "one-row" if first == last else "default",
        severity="info" if fits or repeated else None,
        fix=None if fits or repeated or not keeps_tables else LaterFix(lambda: division(table, context)),
        anchor=lines.line_text(table.line),
    )


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
