"""Charts as inline SVG for evaluations: a metric by profile with its interval, and two metrics against each other."""

from __future__ import annotations

from math import ceil, floor, log10
from typing import TYPE_CHECKING, Literal, NamedTuple

from chunklint.report.page import text
from chunklint.report.width import display_width

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunklint.evaluation.intervals import Estimate

# The charts' own units; a page scales them to its column.
_WIDTH = 560
_ROW, _HEAD, _FOOT = 26, 8, 24
_SIDE = 420
_MARGIN = 46
# Units a column of text takes at the page's 11 px, wide characters counted as two.
_COLUMN = 6.2
# Points that are all named; of more, only those with a mark are.
_FEW = 12
# A name longer than this is shortened: the rest of the chart needs the room.
_LONGEST = 28


class Point(NamedTuple):
    """A profile by two metrics; ``mark``: ``best`` for the recommended one, ``rival`` for those of others, or empty."""

    name: str
    x: float
    y: float
    mark: Literal["", "rival", "best"] = ""


class Axis(NamedTuple):
    """What a scale says: its name, and whether its numbers are shares from 0 to 1 (else counts from 0 on)."""

    name: str
    is_share: bool = True

    def ends(self, values: Sequence[float]) -> tuple[float, float]:
        """The ends of a scale that holds all values, with some room."""
        if not self.is_share:
            return 0.0, 1.05 * max(max(values), 1)
        low, high = floor(20 * (min(values) - 0.01)) / 20, ceil(20 * (max(values) + 0.01)) / 20
        return max(low, 0.0), min(high, 1.0)

    def figure(self, value: float) -> str:
        """A value as it is said."""
        return f"{value:.3f}" if self.is_share else f"{value:,.0f}"


class _Frame(NamedTuple):
    """The scales of a chart, each from its low to its high end; gives the chart's own units."""

    across: tuple[float, float]
    up: tuple[float, float]

    def x(self, value: float) -> float:
        low, high = self.across
        return _MARGIN + (value - low) * (_WIDTH - 2 * _MARGIN) / (high - low)

    def y(self, value: float) -> float:
        low, high = self.up
        return _SIDE - _MARGIN - (value - low) * (_SIDE - 2 * _MARGIN) / (high - low)


def intervals(rows: Sequence[tuple[str, Estimate]], label: str) -> str:
    """A dot and the line of its interval a row, over a scale from 0 to 1 that begins where there is something."""
    names = [shortened(name) for name, _ in rows]
    left = max((display_width(name) for name in names), default=0) * _COLUMN + 12
    low = floor(10 * min((estimate.low for _, estimate in rows), default=0)) / 10
    high = ceil(10 * max((estimate.high for _, estimate in rows), default=1)) / 10
    high = high if high > low else low + 0.1
    scale = (_WIDTH - left - 14) / (high - low)
    bottom = _HEAD + _ROW * len(rows)
    parts = [f'<svg class="plot" viewBox="0 0 {_WIDTH} {bottom + _FOOT}" role="img" aria-label="{text(label)}">']
    for tick in _ticks(low, high):
        x = left + (tick - low) * scale
        parts.append(f'<line class="grid-line" x1="{x:.1f}" x2="{x:.1f}" y1="{_HEAD}" y2="{bottom}"/>')
        parts.append(f'<text class="middle" x="{x:.1f}" y="{bottom + 16}">{_tick(tick)}</text>')
    for at, (name, (_, estimate)) in enumerate(zip(names, rows, strict=True)):
        y = _HEAD + _ROW * (at + 0.5)
        a, b, c = (left + (value - low) * scale for value in (estimate.low, estimate.value, estimate.high))
        said = f"{rows[at][0]}: {estimate.value:.3f} [{estimate.low:.3f}, {estimate.high:.3f}]"
        parts.append(f'<text class="name" x="0" y="{y + 4:.1f}">{text(name)}</text>')
        parts.append(f'<line class="interval" x1="{a:.1f}" x2="{c:.1f}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<circle cx="{b:.1f}" cy="{y:.1f}" r="4.5"/>')
        hit = f'x="0" y="{y - _ROW / 2:.1f}" width="{_WIDTH}" height="{_ROW}"'
        parts.append(f'<rect class="hit" {hit}><title>{text(said)}</title></rect>')
    return "".join([*parts, "</svg>"])


def scatter(points: Sequence[Point], across: Axis, up: Axis, better: str, label: str) -> str:
    """Each profile as a dot. Those with a mark are named, and all of them where there are few; titles name them all."""
    frame = _Frame(across.ends([point.x for point in points]), up.ends([point.y for point in points]))
    parts = [f'<svg class="plot" viewBox="0 0 {_WIDTH} {_SIDE}" role="img" aria-label="{text(label)}">']
    for tick in _ticks(*frame.across):
        x = frame.x(tick)
        parts.append(f'<line class="grid-line" x1="{x:.1f}" x2="{x:.1f}" y1="{_MARGIN}" y2="{_SIDE - _MARGIN}"/>')
        parts.append(f'<text class="middle" x="{x:.1f}" y="{_SIDE - _MARGIN + 16}">{_tick(tick)}</text>')
    for tick in _ticks(*frame.up):
        y = frame.y(tick)
        parts.append(f'<line class="grid-line" x1="{_MARGIN}" x2="{_WIDTH - _MARGIN}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text class="end" x="{_MARGIN - 6}" y="{y + 4:.1f}">{_tick(tick)}</text>')
    parts.append(f'<text class="middle" x="{_WIDTH / 2}" y="{_SIDE - 6}">{text(across.name)} →</text>')
    parts.append(f'<text x="4" y="{_MARGIN - 16}">↑ {text(up.name)}</text>')
    parts.append(f'<text class="end" x="{_WIDTH - 4}" y="{_MARGIN - 16}">{text(better)}</text>')
    # What matters most is drawn last, over the others, and named first.
    drawn = sorted(points, key=lambda point: ("", "rival", "best").index(point.mark))
    for point in drawn:
        said = f"{point.name}: {across.name} {across.figure(point.x)}, {up.name} {up.figure(point.y)}"
        mark = f' class="{point.mark}"' if point.mark else ""
        place = f'cx="{frame.x(point.x):.1f}" cy="{frame.y(point.y):.1f}"'
        parts.append(f'<circle{mark} {place} r="5"><title>{text(said)}</title></circle>')
    taken: list[tuple[float, float, float]] = []
    for point in reversed(drawn):
        if point.mark or len(points) <= _FEW:
            parts += _name(point, frame.x(point.x), frame.y(point.y), taken)
    return "".join([*parts, "</svg>"])


def _name(point: Point, x: float, y: float, taken: list[tuple[float, float, float]]) -> list[str]:
    """The name beside a dot, to the right or the left of it, where no other name stands."""
    name = shortened(point.name)
    width = display_width(name) * _COLUMN
    for start, anchor in ((x + 8, ""), (x - 8 - width, ' class="end"')):
        inside = start >= 0 and start + width <= _WIDTH
        free = all(abs(y - other) > 12 or start > end or start + width < begin for begin, end, other in taken)
        if inside and free:
            taken.append((start, start + width, y))
            return [f'<text{anchor} x="{x - 8 if anchor else x + 8:.1f}" y="{y + 4:.1f}">{text(name)}</text>']
    return []


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers from one end to the other, six of them at the most."""
    step = _step(low, high, 5)
    return [number * step for number in range(ceil(low / step - 1e-9), floor(high / step + 1e-9) + 1)]


def _step(low: float, high: float, most: int) -> float:
    """The smallest of 1, 2 and 5 times a power of ten that divides a range into no more than so many steps."""
    size = 10.0 ** floor(log10((high - low) / most))
    return next(size * part for part in (1, 2, 5, 10) if (high - low) / (size * part) <= most + 1e-9)


def _tick(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 else f"{value + 0:.2f}".rstrip("0").rstrip(".")


def shortened(name: str) -> str:
    """A name that fits beside a chart.

    >>> shortened("a" * 40)
    'aaaaaaaaaaaaaaaaaaaaaaaaaaa…'
    """
    return name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"
