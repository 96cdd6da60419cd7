"""CL106: a table whose header goes on in the first row below it, which Markdown takes for values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from chunklint.api import Block, Context, Report, Rule, sentence_length

RULE = Rule(
    code="CL106",
    name="table-second-header-row",
    scope="block",
    kinds=("table",),
    severity="warning",
    summary={
        "en": "A table's header takes two rows, but Markdown knows only one",
        "zh-CN": "表头占了两行，而 Markdown 只认一行",
    },
    messages={
        "default": {
            "en": "The header of this table goes on in its first row. That row counts as values, so columns have no "
            "name "
            'or the same one. Merge both into one header row, such as "{example}".',
            "zh-CN": "这张表的表头占了两行，Markdown 只认第一行。第二行会被当作数据，于是有的列没有名称，有的列重名。"
            "请把两行并成一行表头，例如“{example}”。",
        },
    },
    yields_to=("CL103",),
)

# A name of a column is no longer than this; Han characters count half a word.
_MOST_WORDS = 5
_DIGIT = re.compile(r"\d")
# Of a link its words are shown, of a picture none.
_MARKUP = re.compile(r"!\[[^\[\]]*\]\([^()]*\)|(?:(?<=\])\([^()]*\)|(?<=\])\[[^\[\]]*\])|[*_`\[\]]|<[^<>]*>|&nbsp;")


def check(table: Block, context: Context) -> Iterator[Report]:
    """Report the first row where header cells are empty or repeated, it is short text, and later rows have digits."""
    lines = context.document.lines
    first = table.line + 2
    if table.end_line - first < 2:
        return
    header = _texts(table, context, table.line)
    doubtful = _doubtful(header)
    if not doubtful:
        return
    names = _texts(table, context, first)
    if len(names) != len(header) or not all(map(_is_name, names)) or not any(names[at] for at in doubtful):
        return
    below = [_texts(table, context, line) for line in range(first + 1, table.end_line)]
    if not any(names[at] and _is_of_digits(below, at) for at in doubtful):
        return
    at = next(at for at in doubtful if names[at])
    start = context.cells(table, first)[0].start
    line = lines.line_text(first)
    start = lines.start(first) + len(line) - len(line.lstrip(" \t>"))
    example = f"{header[at]} {names[at]}".strip()
    yield Report(start, lines.end(first), {"example": example}, anchor=lines.line_text(table.line))


def _texts(table: Block, context: Context, line: int) -> list[str]:
    text = context.document.text
    return [_MARKUP.sub("", text[cell.start : cell.end]).strip() for cell in context.cells(table, line)]


def _doubtful(header: Sequence[str]) -> list[int]:
    """The columns whose header cell is empty, or the same as its neighbour's.

    An empty first cell alone is the corner of a table whose rows have names of their own.
    """
    empty = [at for at, cell in enumerate(header) if not cell]
    if empty == [0]:
        empty = []
    repeated = [
        at
        for at, cell in enumerate(header)
        if cell and (cell in header[max(0, at - 1) : at] or cell in header[at + 1 : at + 2])
    ]
    return sorted(empty + repeated)


def _is_name(cell: str) -> bool:
    if _DIGIT.search(cell) or cell.endswith((".", "。")):
        return False
    words, han = sentence_length(cell)
    return 2 * words + han <= 2 * _MOST_WORDS


def _is_of_digits(rows: Sequence[Sequence[str]], column: int) -> bool:
    """Whether most of a column's filled cells have digits."""
    cells = [row[column] for row in rows if column < len(row) and row[column]]
    return bool(cells) and 2 * sum(_DIGIT.search(cell) is not None for cell in cells) > len(cells)
