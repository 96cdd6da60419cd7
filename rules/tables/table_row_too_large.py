"""CL102: a table row that no chunk can hold together with the header row."""

from __future__ import annotations

import re
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
            "en": "This row and the header take {tokens:token|tokens}, more than a chunk holds ({limit}). The row is "
            "cut in the middle, so no answer shows it whole. Move the long cell's text below the table.",
            "zh-CN": "这一行连同表头共 {tokens} token，超过一块的上限（{limit}）。这一行会从中间被切断，"
            "读者得不到完整内容。请把长单元格里的文字移到表格下方。",
        },
        "apart": {
            "en": "This row and the header take {tokens:token|tokens}, more than a chunk holds ({limit}). The row is "
            "stored without the header, so a reader cannot tell what its values are. Shorten the row or the header.",
            "zh-CN": "这一行连同表头共 {tokens} token，超过一块的上限（{limit}）。这一行会和表头分开，"
            "读者看不出各列是什么。请精简这一行或表头。",
        },
        "several": {
            "en": "{rows} rows of this table do not fit a chunk with the header (up to {tokens:token|tokens}, limit "
            "{limit}). They are cut in the middle or stored without the header, so no answer shows one whole. Turn "
            "each into a short section with its own heading.",
            "zh-CN": "这张表有 {rows} 行连同表头放不进一块（最长 {tokens} token，上限 {limit}）。"
            "这些行会从中间被切断，或与表头分开，读者得不到完整内容。请把每一行改写成带小标题的一小节。",
        },
    },
)


# The target of a link, and an address in a tag: what CL704 reports.
_ADDRESS = re.compile(r"(?<=\]\()[^\s()]{80,}|(?<==\")[a-z+]+:[^\s\"]{80,}|https?://[^\s()<>\"|]{80,}", re.IGNORECASE)


def _is_of_addresses(line: int, room: int, context: Context) -> bool:
    """Whether a row (0-based, of the document) is too large only for the addresses of its links."""
    text = context.document.lines.line_text(line)
    shown = _ADDRESS.sub("", text)
    return shown != text and context.size_of_text(shown) <= room


def check(table: Block, context: Context) -> Iterator[Report]:
    """Report the first such row of a table, and how many there are."""
    if context.in_one_chunk(table.start, table.end):
        return
    lines = context.document.lines
    room = context.room_for(table)
    header_end = lines.end(table.line + 1)
    header = context.size(table.start, header_end) if context.at_most(table.start, header_end, room) else 0
    wide: list[tuple[int, int]] = []
    for line in range(table.line + 2, table.end_line):
        start, end = lines.start(line), lines.end(line)
        if not context.at_most(start, end, room - header) and not _is_of_addresses(line, room - header, context):
            wide.append((context.stored_size(start, end, room - header), line))
    if not wide:
        return
    largest, _ = max(wide)
    line = wide[0][1]
    start = lines.start(line)
    # The first row shares its piece with the header and is cut; a later one that fits by itself only loses the header.
    apart = line > table.line + 2 and context.at_most(start, lines.end(line), room)
    start += len(lines.line_text(line)) - len(lines.line_text(line).lstrip(" \t>"))
    yield Report(
        start,
        lines.end(line),
        {"tokens": largest, "limit": context.limit, "rows": len(wide)},
        variant="several" if len(wide) > 1 else "apart" if apart else "default",
    )
