"""CL104: HTML tables with cells merged over rows or columns, or without header cells; Markdown tables have neither."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunklint.api import Context, Document, Report, Rule

RULE = Rule(
    code="CL104",
    name="table-merged-cells",
    scope="document",
    severity="warning",
    summary={
        "en": "An HTML table merges cells or has no header cells",
        "zh-CN": "HTML 表格有合并的单元格，或没有表头单元格",
    },
    messages={
        "default": {
            "en": "This table merges {cells:cell|cells} (rowspan, colspan). Once it is turned into text, values stand "
            "under the wrong header or without one. Repeat the value in every cell, or make several tables.",
            "zh-CN": "这张表合并了 {cells} 个单元格（rowspan、colspan）。"
            "转成文字后，有的值会落到别的表头之下，有的没有表头。请在每个单元格里重复写出内容，或拆成几张表。",
        },
        "no-header": {
            "en": "This table has no header cells. Once it is turned into text, a search finds values but not what "
            "they are. Mark the first row with <th>, or write the table in Markdown.",
            "zh-CN": "这张表没有表头单元格。转成文字后，读者查到数值，却不知道是什么。"
            "请用 <th> 标出首行，或改用 Markdown 表格。",
        },
    },
    yields_to=("CL701",),
)

_TABLE = re.compile(r"<(/?)table\b", re.IGNORECASE)
# `rowspan="1"` merges nothing; JSX writes `rowSpan={2}`.
_MERGED = re.compile(r"\b(?:row|col)span\s*=\s*[\"'{]*\s*(?!1\b)\d", re.IGNORECASE)
_HEADER = re.compile(r"<(?:th|thead)\b", re.IGNORECASE)
# What tells a table that only arranges things on the page: pictures, code, lists, forms, a stated role.
_LAYOUT = re.compile(
    r"<(?:img|picture|video|iframe|pre|svg|ul|ol|input|button)\b|!\[|```|role\s*=\s*[\"'](?:presentation|none)"
    r"|<[A-Z]",
)
_PICTURE = re.compile(r"<(?:img|picture|svg)\b|!\[", re.IGNORECASE)
_ROW = re.compile(r"<tr\b", re.IGNORECASE)
_CELL = re.compile(r"<td\b[^>]*>", re.IGNORECASE)
_FIRST_ROW = re.compile(r"<tr\b.*?(?=</tr|<tr\b|$)", re.IGNORECASE | re.DOTALL)
_ANY_CELL = re.compile(r"<t[hd]\b", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")
# The fewest rows and columns of a table of values.
_LEAST = 2


def digest(document: Document, context: Context) -> object:
    """Whether an HTML table begins or ends; it may go on in the next passage."""
    return object() if _TABLE.search(document.text) else ()


def check(document: Document, context: Context) -> Iterator[Report]:
    """Report each outermost HTML table once, from its opening to its closing tag."""
    text = document.text
    if "<table" not in text and "<TABLE" not in text:
        return
    done = 0
    for block in document.walk():
        if block.kind != "html" or block.end <= done:
            continue
        for opening in _TABLE.finditer(text, max(done, block.start), block.end):
            if opening[1] or opening.start() < done:
                continue
            done = _table_end(text, opening.end(), block.end)
            yield from _in_table(text, opening.start(), done)


def _table_end(text: str, start: int, block_end: int) -> int:
    """The end of the closing tag, over blank lines too; the block's end where it is missing."""
    depth = 1
    for tag in _TABLE.finditer(text, start):
        depth += -1 if tag[1] else 1
        if depth == 0:
            return text.find(">", tag.end()) + 1 or len(text)
    return block_end


def _in_table(text: str, start: int, end: int) -> Iterator[Report]:
    table = text[start:end]
    merged = len(_MERGED.findall(table)) - _is_titled(table)
    if merged and not _is_of_pictures(table):
        yield Report(start, end, {"cells": merged}, anchor=_anchor(table))
    elif not merged and not _HEADER.search(table) and not _LAYOUT.search(table) and _is_of_values(table):
        yield Report(start, end, variant="no-header", anchor=_anchor(table))


def _is_titled(table: str) -> bool:
    """Whether the first row is one cell over all columns: a title, which moves no value."""
    row = _FIRST_ROW.search(table)
    if row is None:
        return False
    return len(_ANY_CELL.findall(row[0])) == 1 and len(_MERGED.findall(row[0])) == 1 and "rowspan" not in row[0].lower()


def _is_of_pictures(table: str) -> bool:
    """Whether most filled cells of a table without header cells hold a picture: a wall of logos or people."""
    if _HEADER.search(table):
        return False
    cells = [cell for row in _ROW.split(table)[1:] for cell in _CELL.split(row)[1:]]
    pictures = sum(_PICTURE.search(cell) is not None for cell in cells)
    others = sum(_PICTURE.search(cell) is None and bool(_TAG.sub("", cell).strip()) for cell in cells)
    return pictures > others


def _is_of_values(table: str) -> bool:
    """Whether the rows all have the same number of cells, most of them with text of a line's length at most."""
    rows = _ROW.split(table)[1:]
    cells = [_CELL.split(row)[1:] for row in rows]
    columns = len(cells[0]) if cells else 0
    if len(rows) < _LEAST or columns < _LEAST or any(len(row) != columns for row in cells):
        return False
    texts = [_TAG.sub("", cell).strip() for row in cells for cell in row]
    filled = [text for text in texts if any(map(str.isalnum, text))]
    return 2 * len(filled) > len(texts)


def _anchor(table: str) -> str:
    return " ".join(_TAG.sub(" ", table[:2000]).split())[:200]
