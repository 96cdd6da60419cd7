"""The sizes of chunks as text with sparklines and as JSON; counts nothing and judges nothing itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from chunklint.report.color import BOLD, DIM, GREEN, RED, paint
from chunklint.report.phrases import phrase
from chunklint.report.sizes import BINS_WITHIN
from chunklint.report.width import display_width, printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from chunklint.report.formats import Style
    from chunklint.report.sizes import SizeDistribution, Sizes

_LEVELS = "▁▂▃▄▅▆▇█"
_ASCII_LEVELS = ".:-=+*#@"
_LARGEST = 5  # places shown at a terminal; JSON and the page have all


class Exceeded(NamedTuple):
    """A threshold that a profile does not keep: ``p90`` in its unit, or ``over_budget`` in per cent of its chunks."""

    profile: str
    name: str
    value: float
    threshold: float


def stats_as_json(sizes: Sizes, unreadable: int, exceeded: Sequence[Exceeded]) -> dict[str, Any]:
    """The object that programs read; its field names are a contract. Shares are from 0 to 1."""
    return {
        "profiles": [_as_json(one) for one in sizes],
        "unreadable": unreadable,
        "exceeded": [one._asdict() for one in exceeded],
    }


def _as_json(sizes: SizeDistribution) -> dict[str, Any]:
    from chunklint.report.chunks import profile_as_json

    return {
        "profile": profile_as_json(sizes.profile),
        "unit": sizes.unit,
        "documents": sizes.documents,
        "chunks": sizes.chunks,
        "total": sizes.total,
        "mean": round(sizes.mean, 1),
        "p50": sizes.percentile(50),
        "p90": sizes.percentile(90),
        "max": sizes.maximum,
        "over_budget": sizes.over_budget,
        "over_budget_share": round(sizes.over_budget_share, 4),
        "fragments": sizes.fragments,
        "fragment_share": round(sizes.fragment_share, 4),
        "histogram": {"bin_width": sizes.profile.max_tokens / BINS_WITHIN, "counts": sizes.histogram()},
        "largest": [large._asdict() for large in sizes.largest],
    }


def stats_as_text(sizes: Sizes, unreadable: int, exceeded: Sequence[Exceeded], style: Style) -> Iterator[str]:
    """The lines of a table with a profile a row, of the largest chunks, and of the thresholds that are not kept.

    Where no file was ``unreadable`` and there is no table, they say so; whoever read the files told of those.
    """
    language, color = style.language, style.color
    shown = list(sizes)
    if not any(one.documents for one in shown):
        if not unreadable:
            yield phrase("no files", language)
        return
    yield from _table(shown, exceeded, style)
    for one in shown:
        over = [large for large in one.largest if large.tokens > one.profile.max_tokens][:_LARGEST]
        if over:
            yield ""
            yield paint(phrase("largest chunks", language, profile=printable(one.profile.name)), BOLD, color=color)
        for large in over:
            size = phrase(one.unit, language, tokens=large.tokens, limit=one.profile.max_tokens)
            yield f"  {printable(large.path)}:{large.line}  {paint(size, RED, color=color)}"
    yield ""
    yield paint(phrase("stats explained", language), DIM, color=color)
    for threshold in exceeded:
        yield paint(exceeded_sentence(threshold, style), RED, color=color)


def exceeded_sentence(exceeded: Exceeded, style: Style) -> str:
    """What a threshold says that is not kept."""
    return phrase(
        f"exceeded {exceeded.name}",
        style.language,
        profile=printable(exceeded.profile),
        value=f"{exceeded.value:,.10g}",
        threshold=f"{exceeded.threshold:,.10g}",
    )


def _table(shown: Sequence[SizeDistribution], exceeded: Sequence[Exceeded], style: Style) -> Iterator[str]:
    broken = {(one.profile, one.name) for one in exceeded}
    heads = ("profile", "documents", "chunks", "mean", "p50", "p90", "max", "limit", "over", "fragments", "sizes")
    rows = [[phrase(f"column {head}", style.language) for head in heads]]
    rows += [_cells(one, style) for one in shown]
    widths = [max(display_width(row[at]) for row in rows) for at in range(len(heads))]
    for number, row in enumerate(rows):
        cells = []
        for at, (cell, width) in enumerate(zip(row, widths, strict=True)):
            padding = " " * (width - display_width(cell))
            tones = (BOLD,) if number == 0 else ()
            if (
                number
                and (shown[number - 1].profile.name, {"p90": "p90", "over": "over_budget"}.get(heads[at])) in broken
            ):
                tones = (RED,)
            painted = paint(cell, *tones, color=style.color) if tones else cell
            # Names and pictures stand on the left of their column, numbers on the right.
            cells.append(painted + padding if heads[at] in ("profile", "sizes") else padding + painted)
        if number:
            cells[-1] = sparkline(shown[number - 1], style)
        yield "  ".join(cells).rstrip()


def _cells(sizes: SizeDistribution, style: Style) -> list[str]:
    unit = "" if sizes.unit == "tokens" else phrase("unit characters", style.language)
    return [
        printable(sizes.profile.name),
        f"{sizes.documents:,}",
        f"{sizes.chunks:,}",
        f"{sizes.mean:,.0f}",
        f"{sizes.percentile(50):,}",
        f"{sizes.percentile(90):,}",
        f"{sizes.maximum:,}",
        f"{sizes.profile.max_tokens:,}{unit}",
        f"{sizes.over_budget:,} ({sizes.over_budget_share:.1%})",
        f"{sizes.fragments:,} ({sizes.fragment_share:.1%})",
        sparkline(sizes, style._replace(color=False)),
    ]


def sparkline(sizes: SizeDistribution, style: Style) -> str:
    """A column a bin of the histogram, a bar where the budget is; empty bins are blank.

    >>> from chunklint.chunking.model import Profile
    >>> from chunklint.report.formats import Style
    >>> from chunklint.report.sizes import SizeDistribution
    >>> sizes = SizeDistribution(Profile(max_tokens=20))
    >>> sizes.counts = {1: 1, 10: 4, 20: 8, 21: 1}
    >>> sparkline(sizes, Style())
    '▁        ▄         █│▁    '
    """
    levels = _LEVELS if style.unicode else _ASCII_LEVELS
    bins = sizes.histogram()
    highest = max(bins) or 1
    marks = "".join(levels[-(-count * len(levels) // highest) - 1] if count else " " for count in bins)
    wall = "│" if style.unicode else "|"
    within, over = marks[:BINS_WITHIN], marks[BINS_WITHIN:]
    return (
        paint(within, GREEN, color=style.color)
        + paint(wall, DIM, color=style.color)
        + paint(over, RED, color=style.color)
    )
