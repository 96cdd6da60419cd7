"""CL107: the second line of a wrapped cell that a converter has put into a row of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from chunklint.api import Block, Context, Related, Report, Rule

RULE = Rule(
    code="CL107",
    name="table-cell-continues",
    scope="block",
    kinds=("table",),
    severity="warning",
    summary={
        "en": "A table row holds the rest of a cell of the row above",
        "zh-CN": "表格的一行其实是上一行单元格的后半截",
    },
    messages={
        "default": {
            "en": 'This row goes on with the cell above ("{above}"). The cell is cut in two, so a search finds neither '
            "the whole name nor its values. Join the two rows.",
            "zh-CN": "这一行接着上一行的单元格（“{above}”）。单元格被分成了两半，完整的名称和对应的值都查不到。"
            "请把两行并成一行。",
        },
        "more": {
            "en": 'This row and {rows:later one|later ones} go on with the cell above ("{above}"). The cells are cut '
            "in two, so a search finds neither the whole names nor their values. Join the rows.",
            "zh-CN": "这一行接着上一行的单元格（“{above}”），后面还有 {rows} 行也是这样。"
            "单元格被分成了两半，完整的名称和对应的值都查不到。请把这些行与上一行合并。",
        },
    },
    yields_to=("CL103", "CL705"),
)

# Each such row is a place to mend, up to this many in a table; the last finding counts the rest.
_MOST = 3
_LONGEST_SHOWN = 24
_BRACKETS = {")": "(", "]": "[", "）": "（", "】": "【", "」": "「", "』": "『", "》": "《", "”": "“"}
_CLOSES_FIRST = re.compile(r"[)\]）】」』》”,;，；、。](?!\S*\()")
_BROKEN_WORD = re.compile(r"[a-z]{2}-$")
# Words that cannot end a cell, since something has to follow them.
_WANTS_MORE = re.compile(r"(?:[,，、&(（]|\s(?:of|the|and|or|for|with|in|to|a|an|by|from|per|/)|[与和及或的])$")
_CODE_LIKE = re.compile(r"[`_=<>{}\\/]|\w\.\w|\w[A-Z]")


def check(table: Block, context: Context) -> Iterator[Report]:
    """Report rows with empty cells whose filled cells all go on with what the row above breaks off."""
    first = table.line + 2
    if table.end_line - first < 2 or not _has_empty_cell(table, context):
        return
    rows = [_texts(table, context, line) for line in range(first, table.end_line)]
    columns = len(context.cells(table, table.line))
    if any(len(row) > columns for row in rows):
        return  # CL103 tells the cause: nobody can say which cell is which.
    found: list[tuple[int, str]] = []
    above: list[str] = rows[0]
    for at, row in enumerate(rows[1:], start=1):
        column = _continued(above, row, rows)
        if column is None:
            above = row
            continue
        found.append((first + at, above[column]))
        # A cell may be wrapped over more than two lines.
        above = [f"{over} {under}".strip() for over, under in zip(above, row, strict=True)]
    for number, (line, text) in enumerate(found[:_MOST], start=1):
        rest = len(found) - _MOST if number == _MOST else 0
        yield _report(table, context, line, text, rest)


def _report(table: Block, context: Context, line: int, above: str, rest: int) -> Report:
    lines = context.document.lines
    source = lines.line_text(line)
    start = lines.start(line) + len(source) - len(source.lstrip(" \t>"))
    over = lines.start(line - 1), lines.end(line - 1)
    return Report(
        start,
        lines.end(line),
        {"above": above if len(above) <= _LONGEST_SHOWN else f"…{above[-_LONGEST_SHOWN:]}", "rows": rest},
        variant="more" if rest else "default",
        related=(Related(*over, {"en": "the row above", "zh-CN": "上一行"}),),
        anchor=source,
    )


def _has_empty_cell(table: Block, context: Context) -> bool:
    return re.search(r"\|[ \t]*\|", context.document.text[table.start : table.end]) is not None


def _texts(table: Block, context: Context, line: int) -> list[str]:
    text = context.document.text
    return [text[cell.start : cell.end] for cell in context.cells(table, line)]


def _continued(above: Sequence[str], row: Sequence[str], rows: Sequence[Sequence[str]]) -> int | None:
    """The first column in which a row goes on with the row above; None where it is a row of its own."""
    filled = [at for at, cell in enumerate(row) if cell]
    if len(row) != len(above) or not filled or len(filled) == len(row) or not all(above[at] for at in filled):
        return None
    alone = len(filled) == 1
    certain = [at for at in filled if _goes_on(above[at], row[at])]
    if certain and all(at in certain or _may_go_on(row[at]) for at in filled):
        return certain[0]
    if alone and filled[0] == 0 and _breaks_off(above[0], row[0], [cells[0] for cells in rows if all(cells)]):
        return 0
    return None


def _goes_on(above: str, text: str) -> bool:
    """Whether a cell's text cannot but belong to the text above: a bracket, a word or a list is still open there."""
    closing = next((sign for sign in text if sign in _BRACKETS), None)
    if closing is not None:
        opening = _BRACKETS[closing]
        before = text[: text.index(closing)]
        if opening not in before and above.count(opening) > above.count(closing):
            return True
    if _BROKEN_WORD.search(above):
        return text[:1].islower()
    if _CLOSES_FIRST.match(text) and len(text) > 1:
        return True
    return _WANTS_MORE.search(above) is not None and _may_go_on(text) and len(above) > 1


def _may_go_on(text: str) -> bool:
    return text[:1].islower() or not text[:1].isupper()


def _breaks_off(above: str, text: str, column: Sequence[str]) -> bool:
    """Whether the first cell of a row is lower case running text in a column whose cells start with capitals."""
    if not text[:1].islower() or _CODE_LIKE.search(text) or not above[-1:].isalnum() or not above[:1].isupper():
        return False
    capitals = sum(cell[:1].isupper() for cell in column)
    return len(column) >= 2 and capitals == len(column)
