"""Findings with their source lines and the reported place underlined, for people at a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from chunklint.report.color import BLUE, BOLD, DIM, SEVERITY_COLORS, paint
from chunklint.report.concise import cell_of, headline, summary
from chunklint.report.phrases import phrase
from chunklint.report.width import character_width, crop, crop_start, display_width, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from chunklint.report.formats import Style, Tally
    from chunklint.report.record import Excerpt, FindingRecord

# A line narrower than this says nothing, however narrow the terminal is.
_LEAST_COLUMNS = 30
# The part of a long line's columns that what stands before the reported place has at least: a quarter.
_SHARE_BEFORE = 4


class Underlined(NamedTuple):
    """A source line as shown, and where its underline starts and how wide it is, in columns."""

    text: str
    indent: int
    width: int


class Reporter:
    """Writes each finding as a headline, its source and the places that belong to it."""

    def __init__(self, write: Callable[[str], object], style: Style) -> None:
        self._write = write
        self._style = style

    def add(self, records: Sequence[FindingRecord]) -> None:
        for record in records:
            self._write("\n".join(self._lines(record)) + "\n\n")

    def finish(self, tally: Tally) -> None:
        self._write(summary(tally, self._style.language) + "\n")

    def _lines(self, record: FindingRecord) -> list[str]:
        color = self._style.color
        lines = [headline(record, self._style.language, color=color)]
        gutter = len(str(max((excerpt.line for excerpt in record.excerpts), default=0) + 1))
        bar = paint(" " * gutter + " |", BLUE, color=color)
        if record.excerpts:
            lines.append(bar)
        previous = None
        columns, cut = max(self._style.width - gutter - 3, _LEAST_COLUMNS), "…" if self._style.unicode else "~"
        for excerpt in record.excerpts:
            if previous is not None and excerpt.line > previous + 1:
                lines.append(paint("." * max(gutter, 3), BLUE, color=color))
            previous = excerpt.line
            shown = underlined(excerpt, columns, cut)
            number = paint(f"{excerpt.line + 1:>{gutter}} |", BLUE, color=color)
            marks = paint("^" * shown.width, BOLD, SEVERITY_COLORS[record.severity], color=color)
            lines.append(f"{number} {shown.text}".rstrip())
            lines.append(f"{bar} {' ' * shown.indent}{marks}")
        for place in record.related:
            where = paint(f"{place.path}{cell_of(place.cell)}:{place.line}:{place.column}", BOLD, color=color)
            sentence = phrase("see", self._style.language, place=where, message=printable(place.message))
            lines.append(f"{' ' * gutter} {paint('=', DIM, color=color)} {sentence}")
        return lines


def underlined(excerpt: Excerpt, columns: int, cut: str = "…") -> Underlined:
    """A source line that fits in so many columns around the reported place, with the place in columns.

    ``cut`` is the one-column mark of what was left off.

    >>> from chunklint.report.record import Excerpt
    >>> underlined(Excerpt(0, "表头 ok", 0, 3, 5, False), 40)
    Underlined(text='表头 ok', indent=5, width=2)
    """
    source = excerpt.text
    before = printable(source[: excerpt.start])
    at = display_width(before)
    marked = source[excerpt.start : excerpt.end]
    # A reported character that has no width would have nothing under it to point at.
    marked = printable(marked, at, reveal=not any(map(character_width, marked)))
    at += display_width(marked)
    after = printable(source[excerpt.end :], at)
    if excerpt.first or excerpt.more or at + display_width(after) > columns:
        before, marked, after = _window(excerpt, before, marked, after, columns, cut)
    return Underlined(before + marked + after, display_width(before), max(display_width(marked), 1))


def _window(excerpt: Excerpt, before: str, marked: str, after: str, columns: int, cut: str) -> tuple[str, str, str]:
    """The three parts of a line, cut to a number of columns with a mark where something was left off."""
    marked_width, after_width = display_width(marked), display_width(after)
    # What is left of the place gets its share, and what the rest of the line leaves.
    room = max(columns // _SHARE_BEFORE, columns - marked_width - after_width - excerpt.more)
    if excerpt.first or display_width(before) > room:
        before = cut + crop_start(before, room - 1)
    room = columns - display_width(before)
    if marked_width > room:
        return before, crop(marked, room - 1) + cut, ""
    if excerpt.more or marked_width + after_width > room:
        after = crop(after, max(room - marked_width - 1, 0)) + cut
    return before, marked, after
