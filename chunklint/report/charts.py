"""Charts as inline SVG for the reports that are web pages: a histogram of chunk sizes, and bars in a table's rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from chunklint.report.page import text
from chunklint.report.page_words import word
from chunklint.report.sizes import BINS_OVER, BINS_WITHIN

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from chunklint.engine.model import Language
    from chunklint.report.sizes import SizeDistribution

# The histogram's own units; a page scales it to its column.
_WIDTH, _HEIGHT = 560, 210
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 8, 44, 26

SEGMENTS = ("error", "warning", "info")


class Bar(NamedTuple):
    """A row of a bar chart: its label, what a click on it searches for, and how many of each of `SEGMENTS`."""

    label: str
    search: str
    counts: tuple[int, int, int]


def histogram(sizes: SizeDistribution, language: Language) -> str:
    """How many chunks have which size, with the budget, P50 and P90 marked."""
    bins = sizes.histogram()
    budget = sizes.profile.max_tokens
    # Even, so that its half is a number of chunks too.
    highest = max(max(bins) + max(bins) % 2, 2)
    step = (_WIDTH - _LEFT - _RIGHT) / len(bins)
    floor, room = _HEIGHT - _BOTTOM, _HEIGHT - _BOTTOM - _TOP
    label = text(_label(sizes, language))
    parts = [f'<svg class="histogram" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{label}">']
    for share in (0.5, 1.0):
        y = floor - room * share
        parts.append(f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text class="end" x="{_LEFT - 6}" y="{y + 4:.1f}">{_short(highest * share)}</text>')
    for at, count in enumerate(bins):
        height = max(room * count / highest, 1.5) if count else 0
        x = _LEFT + at * step
        over = ' class="over"' if at >= BINS_WITHIN else ""
        parts.append(
            f'<rect{over} x="{x + 1:.1f}" y="{floor - height:.1f}" width="{step - 2:.1f}" height="{height:.1f}"/>'
            f'<rect class="hit" x="{x:.1f}" y="{_TOP}" width="{step:.1f}" height="{room}">'
            f"<title>{text(_bin_title(at, count, sizes, language))}</title></rect>"
        )
    parts.append(f'<line x1="{_LEFT}" x2="{_WIDTH - _RIGHT}" y1="{floor}" y2="{floor}"/>')
    parts += _marks(sizes, step, floor, language)
    for at in (0, BINS_WITHIN // 2, BINS_WITHIN):
        x = _LEFT + at * step
        parts.append(f'<text class="middle" x="{x:.1f}" y="{floor + 16}">{budget * at // BINS_WITHIN:,}</text>')
    more = f"≥ {budget * (BINS_WITHIN + BINS_OVER) // BINS_WITHIN:,}"
    parts.append(f'<text class="end" x="{_WIDTH - _RIGHT}" y="{floor + 16}">{more}</text></svg>')
    return "".join(parts)


def bars(rows: Sequence[Bar], head: str, language: Language) -> str:
    """A table with a bar a row, its segments by severity, the lengths to one scale."""
    longest = max((sum(row.counts) for row in rows), default=1)
    lines = [f'<table class="bars" aria-label="{text(head)}"><tbody>']
    for row in rows:
        total = sum(row.counts)
        link = f'<a href="#findings" data-search="{text(row.search)}">{text(row.label)}</a>'
        said = ", ".join(word(name, language, count=n) for name, n in zip(SEGMENTS, row.counts, strict=True) if n)
        lines.append(
            f'<tr><td>{link}</td><td>{_segments(row.counts, longest, said)}</td><td class="number">{total:,}</td></tr>'
        )
    lines.append("</tbody></table>")
    return "".join(lines)


def _segments(counts: Iterable[int], longest: int, said: str) -> str:
    x = 0.0
    parts = ['<svg class="bar" viewBox="0 0 100 12" preserveAspectRatio="none" role="img" ']
    parts.append(f'aria-label="{text(said)}"><title>{text(said)}</title>')
    for name, count in zip(SEGMENTS, counts, strict=True):
        width = 100 * count / longest
        if count:
            parts.append(f'<rect class="{name}-bar" x="{x:.2f}" y="0" width="{width:.2f}" height="12"/>')
        x += width
    return "".join(parts) + "</svg>"


def _marks(sizes: SizeDistribution, step: float, floor: int, language: Language) -> list[str]:
    """The lines of the budget and the percentiles; one that would lie outside stands at the right edge."""
    budget = max(sizes.profile.max_tokens, 1)
    marks = [(budget, "budget", word("budget", language))]
    if sizes.chunks:
        marks += [(sizes.percentile(percent), "percentile", f"P{percent}") for percent in (50, 90)]
    parts, taken = [], list[float]()
    for size, name, label in marks:
        x = min(_LEFT + size * BINS_WITHIN / budget * step, _WIDTH - _RIGHT)
        # A label that would run into others is written in a line below them; there are three, all above the bars.
        y = 12 + 13 * sum(abs(x - other) < 40 for other in taken)
        taken.append(x)
        parts.append(f'<line class="{name}" x1="{x:.1f}" x2="{x:.1f}" y1="{y + 3}" y2="{floor}"/>')
        parts.append(f'<text class="end" x="{x - 3:.1f}" y="{y}">{text(label)}</text>')
    return parts


def _label(sizes: SizeDistribution, language: Language) -> str:
    return word(
        f"histogram {sizes.unit}",
        language,
        profile=sizes.profile.name,
        chunks=sizes.chunks,
        p50=sizes.percentile(50),
        p90=sizes.percentile(90),
        maximum=sizes.maximum,
        budget=sizes.profile.max_tokens,
    )


def _bin_title(at: int, count: int, sizes: SizeDistribution, language: Language) -> str:
    budget = sizes.profile.max_tokens
    first = budget * at // BINS_WITHIN + 1
    last = budget * (at + 1) // BINS_WITHIN
    interval = f"{first:,}–{last:,}" if at + 1 < BINS_WITHIN + BINS_OVER else f"≥ {first:,}"
    return word(f"bin {sizes.unit}", language, interval=interval, chunks=count)


def _short(number: float) -> str:
    """A number for an axis: 950, 1.2k, 34k."""
    if number < 1000:
        return f"{number:g}"
    return f"{number / 1000:.1f}k" if number < 10_000 else f"{number / 1000:.0f}k"
