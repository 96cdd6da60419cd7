"""Lines up rows of cells for a terminal, by display width; knows nothing of what they say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunklint.report.color import BOLD, paint
from chunklint.report.width import display_width

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def columns(rows: Sequence[Sequence[tuple[str, ...]]], *, color: bool) -> Iterator[str]:
    """The rows as lines: the first column to the left, the others to the right, the first row bold.

    A cell is its text and the colours it is painted with.

    >>> list(columns([[("a",), ("b",)], [("long",), ("10",)]], color=False))
    ['a      b', 'long  10']
    """
    widths = [max(display_width(row[at][0]) for row in rows) for at in range(len(rows[0]))]
    for number, row in enumerate(rows):
        cells = []
        for at, ((text, *tones), width) in enumerate(zip(row, widths, strict=True)):
            padding = " " * (width - display_width(text))
            tones = tones or ([] if number else [BOLD])
            painted = paint(text, *tones, color=color) if tones else text
            cells.append(painted + padding if at == 0 else padding + painted)
        yield "  ".join(cells).rstrip()
