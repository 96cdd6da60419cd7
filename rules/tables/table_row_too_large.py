"""CL102: a table row that no chunk can hold together with the header row."""

from __future__ import annotations

from collections.abc import Iterator

from chunklint.api import Block, Context, Report, Rule

RULE = Rule(
    code="CL102",
    name="table-row-too-large",
    scope="block",
    kinds=("table",),
    severity="warning",
    summary={
        "en": "A table row is too large to share a chunk with the header row",
        "zh-CN": "表格的一行太长，无法与表头放进同一块",
    },
    messages={
        "default": {
            "en": "This row and the header take {tokens:token|tokens}, more than a chunk holds ({limit}). The row is cut "
            "between its cells, so no answer shows it whole. Move the long cell's text below the table.",
            "zh-CN": "这一行连同表头共 {tokens} token，超过一块的上限（{limit}）。这一行会从中间被切断，"
            "读者得不到完整内容。请把长单元格里的文字移到表格下方。",
        },
        "several": {
            "en": "{rows:row of this table is|rows of this table are} too large for a chunk; the largest takes "
            "{tokens:token|tokens} with the header (limit {limit}). They are cut between their cells, so no answer shows "
            "one whole. Turn each row into a short section with its own heading.",
            "zh-CN": "这张表有 {rows} 行太长，放不进一块；最长的一行连同表头有 {tokens} token（上限 {limit}）。"
            "这些行会从中间被切断。请把每一行改写成带小标题的一小节。",
        },
    },
)


def check(table: Block, context: Context) -> Iterator[Report]:
    """Report the first such row of a table, and how many there are."""
    if context.at_most(table.start, table.end, context.limit // 2):
        return
    lines = context.document.lines
    room = context.room_for(table)
    header_end = lines.end(table.line + 1)
    if not context.at_most(table.start, header_end, room):
        header = 0
    else:
        header = context.size(table.start, header_end)
    wide: list[tuple[int, int]] = []
    for line in range(table.line + 2, table.end_line):
        start, end = lines.start(line), lines.end(line)
        if not context.at_most(start, end, room - header):
            wide.append((context.stored_size(start, end, room - header), line))
    if not wide:
        return
    largest, _ = max(wide)
    line = wide[0][1]
    start = lines.start(line)
    start += len(lines.line_text(line)) - len(lines.line_text(line).lstrip(" \t>"))
    yield Report(
        start,
        lines.end(line),
        {"tokens": largest, "limit": context.limit, "rows": len(wide)},
        variant="several" if len(wide) > 1 else "default",
    )
