"""A sweep over profiles as one web page: the advice, a plot of what is traded for what, and all numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from chunklint.evaluation.advice import AIMS, RIVALS
from chunklint.report.evaluation_charts import Axis, Point, scatter
from chunklint.report.evaluation_page import table, trade_off
from chunklint.report.evaluation_words import said
from chunklint.report.page import page, text
from chunklint.report.tuning import cells, heads
from chunklint.report.tuning_sentences import cautions, reasons, summary, verdict

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chunklint.report.formats import Style
    from chunklint.report.tuning import Tuning


def tuning_page(tuning: Tuning, style: Style) -> Iterator[str]:
    """The page in pieces."""
    return page(said("tuning", style.language), _parts(tuning, style), style.language)


def _parts(tuning: Tuning, style: Style) -> Iterator[str]:
    language = style.language
    yield f"<header><h1>{text(said('tuning', language))}</h1>\n"
    yield f'<p class="lead quiet">{text(" ".join(summary(tuning, style)))}</p></header>\n<main>\n'
    yield f'<section class="card"><h2>{text(verdict(tuning, style))}</h2>\n'
    for sentence in reasons(tuning, style):
        yield f"<p>{text(sentence)}</p>\n"
    for sentence in cautions(tuning, style):
        yield f'<p class="warning">{text(sentence)}</p>\n'
    if tuning.settings and not tuning.is_in_use:
        yield f"<h3>{text(said('paste', language))}</h3>\n"
        pasted = tuning.settings.rstrip("\n").split("\n")
        yield f'<pre tabindex="0"><code>{"<br>".join(map(text, pasted))}</code></pre>'
    yield "</section>\n"
    yield f'<section class="card">{_plot(tuning, style)}'
    yield f'<p class="quiet">{text(said("plot legend", language))}</p></section>\n'
    yield from _table(tuning, style)
    explained = said("tuning explained" if tuning.leads else "damage explained", language)
    yield f'<p class="quiet">{text(explained)}</p>\n</main>\n'


def _plot(tuning: Tuning, style: Style) -> str:
    if tuning.leads:
        points = [
            Point(one.candidate.profile.name, tuning.mean(one, AIMS[0]), tuning.mean(one, AIMS[1]), _mark(tuning, at))
            for at, one in enumerate(tuning.tried)
        ]
        return trade_off(points, style.language)
    language = style.language
    points = [
        Point(one.candidate.profile.name, one.sizes.mean, one.damaged, _mark(tuning, at))
        for at, one in enumerate(tuning.tried)
    ]
    title = said("damage by size", language)
    across = Axis(said("damage across", language), is_share=False)
    up = Axis(said("damage up", language), is_share=False)
    values = ", ".join(f"{point.name} {point.x:,.0f}/{point.y:,.0f}" for point in points)
    chart = scatter(points, across, up, said("better down", language), f"{title}: {values}")
    return f"<h2>{text(title)}</h2>\n{chart}"


def _mark(tuning: Tuning, at: int) -> Literal["", "rival", "best"]:
    if tuning.is_recommended(at):
        return "best"
    return "rival" if tuning.tried[at].candidate.role in RIVALS else ""


def _table(tuning: Tuning, style: Style) -> Iterator[str]:
    language = style.language

    def rows() -> Iterator[list[tuple[str, str]]]:
        for at in tuning.ranked:
            one = tuning.tried[at]
            name, role = one.candidate.profile.name, said(f"role {one.candidate.role}", language)
            shown = f"<strong>{text(name)}</strong>" if tuning.is_recommended(at) else text(name)
            row = [(name, shown), (role, text(role))]
            yield row + [(f"{key:.6f}", text(words)) for key, words in cells(tuning, at)]

    names = [said(f"column {name}", language) for name in ("profile", "role", *heads(tuning))]
    yield from table(said("tuning", language), names, rows(), texts=2)
