"""CL108: a table with more rows in one chunk than a search ranks well, although it fits."""

from __future__ import annotations

from collections.abc import Iterator

from chunklint.api import Block, Context, Option, Report, Rule, sentence_length

RULE = Rule(
    code="CL108",
    name="table-too-long",
    scope="block",
    kinds=("table",),
    severity="off",
    summary={
        "en": "A table has more rows in one chunk than a search ranks well",
        "zh-CN": "一块里的表格行太多，不容易查到",
    },
    messages={
        "default": {
            "en": "{rows} rows of this table share one chunk (limit {limit}). A question about one row competes with "
            "all the others, so the table comes later in the results. Divide it into smaller tables under subheadings.",
            "zh-CN": "这张表有 {rows} 行放在同一块里（上限 {limit} 行）。读者只问其中一行时，其余各行会冲淡它，"
            "使它排名靠后。请按主题拆成几张小表，各带小标题。",
        },
    },
    options={
        "max-rows": Option(
            20, "The most rows in one chunk, the header aside.", summary_zh="同一块里最多几行，表头不算。"
        ),
        "max-rows-zh": Option(
            10, "The same for a table that is mostly Chinese.", summary_zh="同上，用于以中文为主的表格。"
        ),
    },
)


def check(table: Block, context: Context) -> Iterator[Report]:
    """Report the table once, with the most rows that one of its chunks holds."""
    first = table.line + 2
    rows = table.end_line - first
    if rows <= min(int(context.options["max-rows"]), int(context.options["max-rows-zh"])):
        return
    words, han = sentence_length(context.document.text[table.start : table.end])
    # A word weighs as much as two Han characters.
    limit = int(context.options["max-rows-zh" if han > 2 * words else "max-rows"])
    if rows <= limit:
        return
    line_of = context.document.lines.line_of
    most = 0
    for chunk in context.chunks_of(table.start, table.end):
        start, end = max(chunk.start, table.start), min(chunk.end, table.end)
        most = max(most, line_of(end - 1) - max(first, line_of(start)) + 1)
    if most > limit:
        header = context.document.lines.line_text(table.line)
        yield Report(table.start, table.end, {"rows": most, "limit": limit}, anchor=header)
