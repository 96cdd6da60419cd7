"""An evaluation as one web page: metrics by profile with plots, profiles compared, groups, and what was left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunklint.evaluation.metrics import JUDGED, METRICS
from chunklint.evaluation.summary import groups
from chunklint.report.evaluation import (
    asked,
    counted,
    figure,
    group_label,
    group_title,
    head,
    is_clear,
    signed,
)
from chunklint.report.evaluation_charts import Axis, Point, intervals, scatter
from chunklint.report.evaluation_words import said
from chunklint.report.page import page, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from chunklint.engine.model import Language
    from chunklint.evaluation.evaluate import Evaluation
    from chunklint.evaluation.intervals import Estimate
    from chunklint.evaluation.stored import Change
    from chunklint.evaluation.summary import Group
    from chunklint.report.formats import Style


def evaluation_page(
    evaluation: Evaluation,
    problems: Sequence[tuple[int, str, str]],
    changes: Sequence[Change],
    compared_with: str,
    style: Style,
) -> Iterator[str]:
    """The page in pieces; ``problems`` are the questions left out: line, name, sentence."""
    language = style.language
    parts = _parts(evaluation, problems, changes, compared_with, language)
    return page(said("evaluation", language), parts, language)


def _parts(
    evaluation: Evaluation,
    problems: Sequence[tuple[int, str, str]],
    changes: Sequence[Change],
    compared_with: str,
    language: Language,
) -> Iterator[str]:
    found = list(groups(evaluation, METRICS))
    shown = counted(found)
    yield f"<header><h1>{text(said('evaluation', language))}</h1>\n"
    measured, *cautions = head(evaluation, language)
    yield f'<p class="lead quiet">{text(measured)}</p>\n'
    yield from (f'<p class="warning">{text(caution)}</p>\n' for caution in cautions)
    yield "</header>\n<main>\n"
    if changes:
        yield from _changes(changes, compared_with, language)
    for group in shown:
        yield from _metrics(evaluation, group, language)
        yield '<div class="grid">\n'
        for metric in JUDGED:
            yield _cell(_plot(evaluation, group, metric, language))
        if len(evaluation.results) > 1:
            yield _cell(_trade_off(evaluation, group, language))
        yield "</div>\n"
    if len(evaluation.results) > 1:
        yield from _against(shown, language)
    if len(found) > 1:
        yield from _groups(evaluation, found[1:], language)
    if problems:
        yield from _left_out(problems, language)
    yield from _definitions(language)
    yield "</main>\n"


def _cell(content: str) -> str:
    return f'<div class="cell"><section class="card">{content}</section></div>\n'


def table(label: str, heads: Sequence[str], rows: Iterator[Sequence[tuple[str, str]]], texts: int = 1) -> Iterator[str]:
    """A sortable table that scrolls, and so takes the focus; cells are what they are sorted by, and their HTML.

    The first ``texts`` columns hold words, the others numbers.
    """
    yield f'<section class="card scroll" tabindex="0" aria-label="{text(label)}"><h2>{text(label)}</h2>\n'
    yield '<table class="sortable"><thead><tr>'
    for at, name in enumerate(heads):
        yield f'<th scope="col"{_NUMBER if at >= texts else ""}><button>{text(name)}</button></th>'
    yield "</tr></thead><tbody>\n"
    for order, row in enumerate(rows):
        cells = "".join(
            f'<td{_NUMBER if at >= texts else ""} data-sort="{text(key)}">{shown}</td>'
            for at, (key, shown) in enumerate(row)
        )
        yield f'<tr data-order="{order}">{cells}</tr>\n'
    yield "</tbody></table></section>\n"


_NUMBER = ' class="number"'


def _metrics(evaluation: Evaluation, group: Group, language: Language) -> Iterator[str]:
    names = ["profile", *METRICS, "chunks", "tokens"]
    best = {metric: max(row[metric].value for row in group.profiles) for metric in METRICS}

    def rows() -> Iterator[list[tuple[str, str]]]:
        for result, row in zip(evaluation.results, group.profiles, strict=True):
            cells = [(result.profile.name, f"{text(result.profile.name)}")]
            cells += [_estimate(row[metric], row[metric].value == best[metric]) for metric in METRICS]
            sizes = result.sizes
            cells.append((str(sizes.chunks), f"{sizes.chunks:,}"))
            cells.append((f"{sizes.mean:.1f}", f"{sizes.mean:,.0f} / {sizes.p50:,} / {sizes.p90:,}"))
            yield cells

    yield from table(group_title(group, language), [said(f"column {name}", language) for name in names], rows())


def _estimate(estimate: Estimate, is_best: bool) -> tuple[str, str]:
    value = figure(estimate.value)
    shown = f"<strong>{value}</strong>" if is_best else value
    return f"{estimate.value:.6f}", f'{shown}<br><span class="quiet">{interval(estimate)}</span>'


def interval(estimate: Estimate) -> str:
    """The ends of an interval."""
    return f"{figure(estimate.low)}–{figure(estimate.high)}"


def _plot(evaluation: Evaluation, group: Group, metric: str, language: Language) -> str:
    rows = [(r.profile.name, row[metric]) for r, row in zip(evaluation.results, group.profiles, strict=True)]
    name = said(f"column {metric}", language)
    values = ", ".join(f"{profile} {figure(estimate.value)} ({interval(estimate)})" for profile, estimate in rows)
    return f"<h2>{text(name)}</h2>\n{intervals(rows, said('plot', language, metric=name, values=values))}"


def _trade_off(evaluation: Evaluation, group: Group, language: Language) -> str:
    points = [
        Point(result.profile.name, row["whole@5"].value, row["budget"].value)
        for result, row in zip(evaluation.results, group.profiles, strict=True)
    ]
    return trade_off(points, language)


def trade_off(points: Sequence[Point], language: Language) -> str:
    """Whole answers against the budget, with a heading."""
    values = ", ".join(f"{point.name} {figure(point.x)}/{figure(point.y)}" for point in points)
    label = said("trade-off label", language, values=values)
    across, up = (Axis(said(f"column {metric}", language)) for metric in ("whole@5", "budget"))
    chart = scatter(points, across, up, said("better", language), label)
    return f"<h2>{text(said('trade-off', language))}</h2>\n{chart}"


def _against(shown: Sequence[Group], language: Language) -> Iterator[str]:
    heads = [said(name, language) for name in ("profile", "reference", "group")]

    def rows() -> Iterator[list[tuple[str, str]]]:
        for group in shown:
            for one in group.differences:
                which = group_label(group, language) if group.side else said("all questions", language)
                words = [one.profile, one.reference, which]
                yield [(name, text(name)) for name in words] + [_moved(one.metrics[metric]) for metric in METRICS]

    names = [*heads, *(said(f"column {metric}", language) for metric in METRICS)]
    yield from table(said("against", language), names, rows(), texts=3)


def _moved(estimate: Estimate) -> tuple[str, str]:
    value = signed(estimate.value)
    if is_clear(estimate):
        value = f'<strong class="{"info" if estimate.value > 0 else "error"}">{value}</strong>'
    ends = f"[{signed(estimate.low)}, {signed(estimate.high)}]"
    return f"{estimate.value:.6f}", f'{value}<br><span class="quiet">{ends}</span>'


def _groups(evaluation: Evaluation, found: Sequence[Group], language: Language) -> Iterator[str]:
    heads = [said("group", language), said("profile", language), said("column questions", language)]

    def rows() -> Iterator[list[tuple[str, str]]]:
        for group in found:
            for result, row in zip(evaluation.results, group.profiles, strict=True):
                label, name = group_label(group, language), result.profile.name
                cells = [(label, text(label)), (name, text(name)), (str(group.questions), f"{group.questions:,}")]
                yield cells + [_estimate(row[metric], is_best=False) for metric in METRICS]

    names = [*heads, *(said(f"column {metric}", language) for metric in METRICS)]
    yield from table(said("groups", language), names, rows(), texts=2)


def _changes(changes: Sequence[Change], compared_with: str, language: Language) -> Iterator[str]:
    def rows() -> Iterator[list[tuple[str, str]]]:
        for change in changes:
            name = text(change.profile)
            cells = [(change.profile, f'<strong class="error">{name}</strong>' if change.dropped else name)]
            cells += [_moved(change.metrics[metric]) for metric in METRICS]
            yield [*cells, (str(change.questions), text(asked(change, language)))]

    names = [said(f"column {name}", language) for name in ("profile", *METRICS, "questions")]
    yield from table(said("changes", language, path=compared_with), names, rows())


def _left_out(problems: Sequence[tuple[int, str, str]], language: Language) -> Iterator[str]:
    title = said("label", language, side=said("left out", language), value=len(problems))
    yield f'<section class="card"><h2>{text(title)}</h2><ul>\n'
    for _, _, sentence in problems:
        yield f"<li>{text(sentence)}</li>\n"
    yield "</ul></section>\n"


def _definitions(language: Language) -> Iterator[str]:
    """The page that defines the metrics, folded; it is ours, so it may be HTML."""
    from importlib.resources import files

    from markdown_it import MarkdownIt

    name = "metrics.zh.md" if language == "zh-CN" else "metrics.md"
    markdown = files("chunklint.evaluation").joinpath(name).read_text("utf-8").partition("\n")[2]
    yield f'<section class="card"><details><summary>{text(said("definitions", language))}</summary>\n'
    yield MarkdownIt("commonmark", {"html": False}).enable("table").render(markdown)
    yield "</details></section>\n"
