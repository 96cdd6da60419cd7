"""CL103: table rows with more or fewer cells than the header, and lines that are no rows or have lost their table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from chunklint.api import Block, Context, Document, Edit, Fix, Related, Report, Rule

RULE = Rule(
    code="CL103",
    name="table-ragged",
    scope="document",
    by_passage=True,
    severity="warning",
    summary={
        "en": "Cells of a table are dropped, or a line stands where no row can be",
        "zh-CN": "表格有单元格会丢失，或有的行不能算作表格的行",
    },
    messages={
        "default": {
            "en": "This row has {cells:cell|cells}, the header {columns}. What is left over is not shown, so no reader "
            "finds it. Remove the surplus bar (|), or add a column.",
            "zh-CN": "这一行有 {cells} 个单元格，表头只有 {columns} 个。多出的内容不会显示，读者查不到。"
            "请删去多余的竖线（|），或增加一列。",
        },
        "rows": {
            "en": "{rows} rows have more cells than the header ({columns}). What is left over is not shown, so no "
            "reader finds it. Remove the surplus bars (|), or add columns.",
            "zh-CN": "有 {rows} 行的单元格比表头（{columns} 个）多。多出的内容不会显示，读者查不到。"
            "请删去多余的竖线（|），或增加列。",
        },
        "code": {
            "en": "A bar (|) in this code splits the cell: the row has {cells:cell|cells}, the header {columns}. "
            "The end of the row is not shown, so no reader finds it. Write \\| instead of |.",
            "zh-CN": "代码里的竖线（|）把单元格切开了：这一行有 {cells} 个单元格，表头只有 {columns} 个。"
            "行末的内容不会显示，读者查不到。请把 | 写成 \\|。",
        },
        "missing": {
            "en": "{rows:row has|rows have} fewer cells than the header ({columns}). Readers see empty cells at the "
            "end. Check that no value stands in the wrong column; the fix adds the empty cells.",
            "zh-CN": "有 {rows} 行的单元格比表头（{columns} 个）少。读者会在行末看到空单元格。"
            "请检查各值是否在正确的列里；自动修复会补上空单元格。",
        },
        "broken": {
            "en": "This row breaks off, and the next line goes on with it. They count as two rows, so values stand in "
            "the wrong columns. Put the row on one line, with <br> where a line should break.",
            "zh-CN": "这一行没写完，下一行接着写。它们会被当作两行，值就落到了错误的列里。"
            "请把整行写在同一行，需要换行处用 <br>。",
        },
        "glued": {
            "en": "This text stands right under the table and becomes a row of it. A question about it gets a table "
            "row as the answer. Put a blank line before it.",
            "zh-CN": "这段文字紧贴在表格下面，会变成表格的一行。读者问到它时，得到的是一行表格。请在它前面空一行。",
        },
        "torn": {
            "en": "A blank line cuts {rows:row|rows} off from the table above. They are shown as text with bars and "
            "stored without their header. Remove the blank line.",
            "zh-CN": "空行把这 {rows} 行和上面的表格隔开了。它们只会显示成带竖线的文字，存下来也没有表头。请删去空行。",
        },
        "no-table": {
            "en": "This is no table: the header has {columns:cell|cells}, the line of dashes {cells}. It is shown as "
            "text with bars, and values run together. Give both lines the same number of cells.",
            "zh-CN": "这不是表格：表头有 {columns} 个单元格，分隔行有 {cells} 个。它会显示成带竖线的文字，"
            "各列混在一起。请让这两行的单元格数相同。",
        },
        "doubled": {
            "en": "This is no table: the line of dashes has an empty cell, since its bars are doubled (||). It is "
            "shown as text with bars, and values run together. Write single bars.",
            "zh-CN": "这不是表格：分隔行里有空单元格，因为竖线写成了两条（||）。它会显示成带竖线的文字，"
            "各列混在一起。请改成单条竖线。",
        },
        "header-torn": {
            "en": "This is no table: a blank line stands between the header and the line of dashes. It is shown as "
            "text with bars, and values run together. Remove the blank line.",
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
_MARK_LINE = re.compile(r"[\s>]*(?:\{|\[\^|\[//\]|:{2,}|/{3,}|@|<|\\|\^|:\s)")
# Rows longer than this are not searched for code spans.
_LONGEST_ROW = 10_000
# Blanks and quote marks around a row.
_AROUND = " \t>"
_TEXT_END = tuple(".:!?。：！？；，")
_MOST_RELATED = 20
_ALSO: dict[Literal["en", "zh-CN"], str] = {"en": "this row too", "zh-CN": "这一行也是"}


class _Fault(NamedTuple):
    """What is wrong with one row, the part of the source that shows it, and what would mend it."""

    kind: str
    start: int
    end: int
    cells: int
    edits: tuple[Edit, ...] = ()


def check(document: Document, context: Context) -> Iterator[Report]:
    """Report each table once for its rows and once for text glued to it, and rows that belong to no table."""
    if "|" not in document.text:
        return
    for table in document.of_kind("table"):
        yield from _in_table(document, table, context)
    for block in document.of_kind("paragraph"):
        if "|" in block.content and "-" in block.content:
            yield from _failed_table(document, block)
    for before, after in document.preceded("paragraph"):
        if "|" in after.content:
            yield from _torn_off(document, before, after, context)


def _in_table(document: Document, table: Block, context: Context) -> Iterator[Report]:
    columns = len(context.cells(table, table.line))
    lines = document.lines
    header = lines.line_text(table.line)
    is_bordered = _is_bordered(header)
    glued_from = _glued_from(document, table, columns, is_bordered)
    faults = list(_faults(document, table, context, columns, glued_from if is_bordered else -1, glued_from))
    for kind in _kinds_to_report(faults):
        same = [fault for fault in faults if fault.kind == kind]
        if kind == "code":
            same += [fault for fault in faults if fault.kind == "surplus"]
        edits = tuple(edit for fault in same for edit in fault.edits)
        several = "rows" if kind in ("code", "surplus") and len(same) > 1 else "default" if kind == "surplus" else kind
        yield Report(
            same[0].start,
            same[0].end,
            {"rows": len(same), "cells": same[0].cells, "columns": columns},
            variant=several,
            severity="info" if kind == "missing" else None,
            related=tuple(Related(fault.start, fault.end, _ALSO) for fault in same[1:_MOST_RELATED]),
            fix=Fix(True, edits) if edits else None,
            anchor=header,
        )
    if glued_from < table.end_line and not _MARK_LINE.match(lines.line_text(glued_from)):
        start = _text_start(document, glued_from)
        yield Report(start, table.end, variant="glued", anchor=document.text[start : lines.end(glued_from)])


def _kinds_to_report(faults: Sequence[_Fault]) -> Iterator[str]:
    """The gravest kind, and rows that can be padded besides; in a table with broken rows those may be parts of them."""
    kinds = {fault.kind for fault in faults}
    gravest = next((kind for kind in ("code", "surplus", "broken") if kind in kinds), "")
    if gravest:
        yield gravest
    if "missing" in kinds and gravest != "broken":
        yield "missing"


def _faults(
    document: Document, table: Block, context: Context, columns: int, bordered_to: int, last: int
) -> Iterator[_Fault]:
    """The rows that have not as many cells as the header, up to the line ``last``; empty surplus cells do not count."""
    lines = document.lines
    continued = -1
    for line in range(table.line + 2, last):
        row = lines.line_text(line).strip(_AROUND)
        if line == continued or (row.count("|") == columns + 1 and "\\" not in row and row[0] == "|" == row[-1]):
            continue
        cells = context.cells(table, line)
        start = _text_start(document, line)
        if line + 1 < bordered_to and not row.endswith("|") and _goes_on(lines.line_text(line + 1)):
            continued = line + 1
            yield _Fault("broken", start, lines.end(line + 1), len(cells))
        elif len(cells) > columns:
            extra = [cell for cell in cells[columns:] if cell.end > cell.start]
            if extra:
                surplus = _Fault("surplus", extra[0].start, extra[-1].end, len(cells))
                yield _code_fault(document, line, len(cells), columns) or surplus
        elif len(cells) < columns and row:
            end = lines.start(line) + len(lines.line_text(line).rstrip())
            padding = " |" * (columns - len(cells) + (not row.endswith("|")))
            yield _Fault("missing", start, end, len(cells), (Edit(end, end, padding),))


def _code_fault(document: Document, line: int, cells: int, columns: int) -> _Fault | None:
    """The fault of a row whose code spans hold bars: escaping them mends it if there are as many as surplus cells."""
    source, start = document.lines.line_text(line), document.lines.start(line)
    if "`" not in source or len(source) > _LONGEST_ROW:
        return None
    spans = [(span, list(_BAR.finditer(source, span.start(), span.end()))) for span in _CODE.finditer(source)]
    spans = [(span, bars) for span, bars in spans if bars]
    if not spans:
        return None
    span = spans[0][0]
    places = [start + bar.start() for _, bars in spans for bar in bars]
    edits = tuple(Edit(at, at, "\\") for at in places) if len(places) == cells - columns else ()
    return _Fault("code", start + span.start(), start + span.end(), cells, edits)


def _glued_from(document: Document, table: Block, columns: int, is_bordered: bool) -> int:
    """The first of a table's last lines that have no bar and so are text; the table's end where there is none."""
    line = table.end_line
    if columns < 2:
        return line
    while line > table.line + 2:
        text = document.lines.line_text(line - 1).strip(_AROUND)
        if "|" in text or not (is_bordered or text.endswith(_TEXT_END)):
            break
        line -= 1
    return line


def _failed_table(document: Document, block: Block) -> Iterator[Report]:
    """A header and a line of dashes with different numbers of cells, or one with doubled bars."""
    rows = block.content.split("\n")
    for at in range(1, len(rows)):
        header, dashes = rows[at - 1].strip(), rows[at].strip()
        if "|" not in dashes or "|" not in header or _DELIMITER.fullmatch(header):
            continue
        if "||" in dashes and "||" in header and _DELIMITER.fullmatch(dashes.replace("||", "|")):
            yield Report(_text_start(document, block.line + at - 1), block.end, variant="doubled", anchor=header)
            return
        if not _DELIMITER.fullmatch(dashes):
            continue
        columns, cells = _cells(header), _cells(dashes)
        if columns != cells and (_is_bordered(header) or _is_bordered(dashes)):
            start = _text_start(document, block.line + at - 1)
            data = {"columns": columns, "cells": cells}
            yield Report(start, block.end, data, variant="no-table", anchor=header)
        return


def _torn_off(document: Document, before: Block, after: Block, context: Context) -> Iterator[Report]:
    """Rows that only a blank line parts from their table, or a line of dashes from its header."""
    rows = [row.strip() for row in after.content.split("\n")]
    if not all(map(_is_bordered, rows)) or document.text[before.end : after.start].strip(_AROUND + "\r\n"):
        return
    if before.kind == "table":
        columns = len(context.cells(before, before.line))
        if columns > 1 and all(_cells(row) == columns for row in rows):
            related = (Related(before.start, before.end, {"en": "their table", "zh-CN": "所属的表格"}),)
            yield Report(after.start, after.end, {"rows": len(rows)}, variant="torn", related=related, anchor=rows[0])
    elif before.kind == "paragraph" and _DELIMITER.fullmatch(rows[0]) and "\n" not in before.content:
        header = before.content.strip()
        if _is_bordered(header) and _cells(header) == _cells(rows[0]) > 1:
            yield Report(before.start, after.end, variant="header-torn", anchor=header)


def _goes_on(line: str) -> bool:
    row = line.strip(_AROUND)
    return bool(row) and not row.startswith("|") and row.endswith("|")


def _is_bordered(row: str) -> bool:
    row = row.strip(_AROUND)
    return len(row) > 2 and row[0] == "|" == row[-1]


def _cells(row: str) -> int:
    bars = len(_BAR.findall(row))
    return bars + 1 - row.startswith("|") - (row.endswith("|") and not row.endswith("\\|"))


def _text_start(document: Document, line: int) -> int:
    text = document.lines.line_text(line)
    return document.lines.start(line) + len(text) - len(text.lstrip(_AROUND))
