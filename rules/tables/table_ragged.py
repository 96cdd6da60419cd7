"""CL103: table rows with more or fewer cells than the header, and lines that are no rows or have lost their table."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunklint.api import Block, Context, Document, Edit, Fix, Related, Report, Rule

RULE = Rule(
    code="CL103",
    name="table-ragged",
    scope="document",
    severity="warning",
    summary={
        "en": "Cells of a table are dropped, or a line stands where no row can be",
        "zh-CN": "表格有单元格会丢失，或有一行不成其为表格的行",
    },
    messages={
        "default": {
            "en": "This row has {cells:cell|cells}, the header {columns}. What is left over is not shown, so no reader "
            "finds it. Remove the surplus bar (|), or add a column.",
            "zh-CN": "这一行有 {cells} 个单元格，表头只有 {columns} 个。多出的内容不会显示，读者查不到。"
            "请删去多余的竖线（|），或增加一列。",
        },
        "rows": {
            "en": "{rows} rows have more cells than the header ({columns}). What is left over is not shown, so no reader "
            "finds it. Remove the surplus bars (|), or add columns.",
            "zh-CN": "有 {rows} 行的单元格比表头（{columns} 个）多。多出的内容不会显示，读者查不到。"
            "请删去多余的竖线（|），或增加列。",
        },
        "code": {
            "en": "A bar (|) in this code splits the cell: the row has {cells:cell|cells}, the header {columns}. The end "
            "of the row is not shown, so no reader finds it. Write \\| instead of |.",
            "zh-CN": "代码里的竖线（|）把单元格切开了：这一行有 {cells} 个单元格，表头只有 {columns} 个。"
            "行末的内容不会显示，读者查不到。请把 | 写成 \\|。",
        },
        "missing": {
            "en": "{rows:row has|rows have} fewer cells than the header ({columns}). Readers see empty cells at the end. "
            "Check that no value stands in the wrong column; the fix adds the empty cells.",
            "zh-CN": "有 {rows} 行的单元格比表头（{columns} 个）少。读者会在行末看到空单元格。"
            "请检查各值是否在正确的列里；修复会补上空单元格。",
        },
        "broken": {
            "en": "This row breaks off, and the next line goes on with it. They count as two rows, so values stand in the "
            "wrong columns. Put the row on one line, with <br> where a line should break.",
            "zh-CN": "这一行没写完，下一行接着写。它们会被当作两行，值就落到了错误的列里。"
            "请把整行写在同一行，需要换行处用 <br>。",
        },
        "glued": {
            "en": "This text stands right under the table and becomes a row of it. A question about it gets a table row "
            "as the answer. Put a blank line before it.",
            "zh-CN": "这段文字紧贴在表格下面，会变成表格的一行。读者问到它时，得到的是一行表格。请在它前面空一行。",
        },
        "torn": {
            "en": "A blank line cuts {rows:row|rows} off from the table above. They are no table any more: they are shown "
            "as text with bars, without their header. Remove the blank line.",
            "zh-CN": "空行把这 {rows} 行和上面的表格隔开了。它们不再是表格，只会显示成带竖线的文字，也没有表头。请删去空行。",
        },
        "no-table": {
            "en": "This is no table: the header has {columns:cell|cells}, the line of dashes {cells}. It is shown as text "
            "with bars, and values run together. Give both lines the same number of cells.",
            "zh-CN": "这不是表格：表头有 {columns} 个单元格，分隔行有 {cells} 个。它会显示成带竖线的文字，各列混在一起。"
            "请让这两行的单元格数相同。",
        },
        "header-torn": {
            "en": "This is no table: a blank line stands between the header and the line of dashes. It is shown as text "
            "with bars, and values run together. Remove the blank line.",
            "zh-CN": "这不是表格：表头和分隔行之间有空行。它会显示成带竖线的文字，各列混在一起。请删去空行。",
        },
    },
    yields_to=("CL701",),
    fixable="safe",
)

_DELIMITER = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")
_BAR = re.compile(r"(?<!\\)\|")
_CODE = re.compile(r"(?<![`\\])(`+)(?!`)(.+?)(?<!`)\1(?!`)")
# Marks of site builders and converters that belong to the table above: attributes, template calls, container ends.
_MARK_LINE = re.compile(r"[\s>]*(?:\{|\[\^|\[//\]|:{2,}|@|<|\\|\^|:\s)")
# Rows longer than this are not searched for code spans.
_LONGEST_ROW = 10_000


def check(document: Document, context: Context) -> Iterator[Report]:
    """Report each table once for its rows and once for text glued to it, and rows that are no table's."""
    if "|" not in document.text:
        return
    for block in document.walk():
        if block.kind == "table":
            yield from _in_table(document, block, context)
        elif block.kind == "paragraph" and "|" in block.content and "-" in block.content:
            yield from _failed_table(document, block)
    for before, after in document.neighbours():
        if after.kind == "paragraph" and "|" in after.content:
            yield from _torn_off(document, before, after, context)


def _in_table(document: Document, table: Block, context: Context) -> Iterator[Report]:
    lines = document.lines
    columns = len(context.cells(table, table.line))
    header = lines.line_text(table.line).strip(" \t>")
    is_bordered = header.startswith("|") and header.endswith("|")
    glued_from = _glued_from(document, table, columns, is_bordered)
    surplus: list[tuple[int, int]] = []
    missing: list[tuple[int, int]] = []
    broken: list[int] = []
    for line in range(table.line + 2, glued_from):
        row = lines.line_text(line).strip(" \t>")
        bars = row.count("|")
        if bars == columns + 1 and "\\" not in row and row[0] == "|" and row[-1] == "|":
            continue
        cells = len(context.cells(table, line))
        if cells > columns:
            surplus.append((line, cells))
        elif cells < columns and row:
            if is_bordered and not row.endswith("|") and _goes_on(document, line + 1, glued_from):
                broken.append(line)
            elif bars or cells > 1:
                missing.append((line, cells))
    yield from _rows(document, table, context, columns, surplus, missing, broken)
    if glued_from < table.end_line and not _MARK_LINE.match(lines.line_text(glued_from)):
        start = _text_start(document, table, glued_from)
        yield Report(start, table.end, variant="glued", anchor=document.text[start : lines.end(glued_from)])


def _rows(
    document: Document,
    table: Block,
    context: Context,
    columns: int,
    surplus: list[tuple[int, int]],
    missing: list[tuple[int, int]],
    broken: list[int],
) -> Iterator[Report]:
    """The gravest of what is wrong with a table's rows, at the first such row."""
    dropped = [
        found for line, cells in surplus if (found := _dropped(document, table, context, line, cells, columns)) is not None
    ]
    anchor = document.lines.line_text(table.line)
    if dropped:
        first, edits = dropped[0], tuple(edit for found in dropped for edit in found.fix.edits if found.fix)
    raise NotImplementedError
