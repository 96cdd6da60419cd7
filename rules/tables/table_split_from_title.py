"""CL105: a table's title, caption or units line in another chunk than the table."""

from __future__ import annotations

from collections.abc import Iterator

from chunklint.api import Context, Document, Related, Report, Rule

RULE = Rule(
    code="CL105",
    name="table-split-from-title",
    scope="document",
    by_passage=True,
    severity="warning",
    summary={
        "en": "A table's title or units line is in another chunk than the table",
        "zh-CN": "表题或单位行与表格被切到了不同的块里",
    },
    messages={
        "default": {
            "en": "This line belongs to the table below but is stored apart from it. A reader who finds the table sees "
            "numbers without their title or unit. Put title and unit into the heading, or shorten the table so that "
            "both fit ({tokens:token|tokens} together, limit {limit}).",
            "zh-CN": "这一行属于下面的表格，却和表格分在两块里。读者查到表格时，看不到表题或单位。"
            "请把表题和单位写进小标题，或精简表格（合计 {tokens} token，上限 {limit}）。",
        },
    },
)


def check(document: Document, context: Context) -> Iterator[Report]:
    """Report each title, caption or units line that is parted from its table."""
    for before, table in document.preceded("table"):
        if context.table_title(before, table) and context.parted(before.start, table.start):
            yield Report(
                before.start,
                before.end,
                {
                    "tokens": context.stored_size(before.start, table.end, context.room_for(table)),
                    "limit": context.limit,
                },
                severity=context.cut_severity,
                related=(Related(table.start, table.end, {"en": "the table", "zh-CN": "表格在这里"}),),
            )
