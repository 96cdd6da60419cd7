"""An evaluation for a terminal: a table of all questions, natural ones apart, differences, and groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunklint.evaluation.metrics import JUDGED, METRICS
from chunklint.evaluation.summary import NATURAL, groups
from chunklint.report.color import BOLD, DIM, GREEN, RED, paint
from chunklint.report.columns import columns
from chunklint.report.evaluation_words import said
from chunklint.report.width import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from chunklint.engine.model import Language
    from chunklint.evaluation.evaluate import Evaluation
    from chunklint.evaluation.intervals import Estimate
    from chunklint.evaluation.questions import Question
    from chunklint.evaluation.stored import Change
    from chunklint.evaluation.summary import Difference, Group
    from chunklint.report.formats import Style

# Fewer questions than this get a caution: with 30, one of them is 3 points, more than what lies between the best
# profiles of most sweeps.
_ENOUGH_QUESTIONS = 30
# Profiles side by side in the table of groups; more do not fit on a line, and JSON and the page have all.
_MOST_BESIDE = 5


def evaluation_as_text(
    evaluation: Evaluation, changes: Sequence[Change], compared_with: str, style: Style
) -> Iterator[str]:
    """The lines; ``changes`` are those since the stored run ``compared_with``."""
    language = style.language
    found = list(groups(evaluation, METRICS))
    yield from head(evaluation, language)
    for group in counted(found):
        yield ""
        yield _title(group_title(group, language), style)
        yield from _table(evaluation, group, style)
        yield from _differences(evaluation, group, style)
    yield from _groups(evaluation, found[1:], style)
    if changes:
        yield from _changes(changes, compared_with, style)
    yield ""
    yield paint(said("explained", language, budget=evaluation.budget), DIM, color=style.color)


def head(evaluation: Evaluation, language: Language) -> Iterator[str]:
    """What was measured, in a sentence or two."""
    yield said(
        "measured",
        language,
        questions=len(evaluation.questions),
        documents=evaluation.documents,
        retriever=printable(evaluation.retriever),
    )
    yield from cautions(evaluation.questions, language)


def cautions(questions: Sequence[Question], language: Language) -> Iterator[str]:
    """What the reader should know of the questions before believing the figures."""
    if 0 < len(questions) < _ENOUGH_QUESTIONS:
        share = f"{1 / len(questions):.0%}"
        yield said("few questions", language, questions=len(questions), share=share, enough=_ENOUGH_QUESTIONS)
    drafts = sum(question.draft for question in questions)
    if drafts:
        yield said("drafts", language, drafts=drafts)


def counted(found: Sequence[Group]) -> list[Group]:
    """What is shown at length, of all groups: natural questions first, for they count most, then all of them."""
    return [group for group in found if (group.side, group.value) == ("origin", NATURAL)] + [found[0]]


def group_title(group: Group, language: Language) -> str:
    """What a table is about, with the number of its questions."""
    name = "natural questions" if group.side else "all questions"
    return said("label", language, side=said(name, language), value=f"{group.questions:,}")


def _title(text: str, style: Style) -> str:
    return paint(text, BOLD, color=style.color)


def _table(evaluation: Evaluation, group: Group, style: Style) -> Iterator[str]:
    heads = ["profile", *METRICS, "chunks", "tokens"]
    rows: list[list[tuple[str, ...]]] = [[(said(f"column {name}", style.language),) for name in heads]]
    best = {metric: max(row[metric].value for row in group.profiles) for metric in METRICS}
    for result, row in zip(evaluation.results, group.profiles, strict=True):
        cells: list[tuple[str, ...]] = [(printable(result.profile.name),)]
        for metric in METRICS:
            text = f"{figure(row[metric].value)} {spread(row[metric], style)}"
            is_best = row[metric].value == best[metric] and len(evaluation.results) > 1
            cells.append((text, GREEN) if is_best else (text,))
        sizes = result.sizes
        cells += [(f"{sizes.chunks:,}",), (f"{sizes.mean:,.0f}/{sizes.p50:,}/{sizes.p90:,}",)]
        rows.append(cells)
    yield from columns(rows, color=style.color)


def _differences(evaluation: Evaluation, group: Group, style: Style) -> Iterator[str]:
    reference = evaluation.results[0].profile.name
    found = [one for one in group.differences if one.reference == reference]
    if not found:
        return
    yield ""
    yield paint(said("differences", style.language, reference=printable(reference)), DIM, color=style.color)
    heads = [(said(f"column {name}", style.language),) for name in ("profile", *METRICS)]
    yield from columns([heads, *(_row(one, style) for one in found)], color=style.color)


def _row(difference: Difference, style: Style) -> list[tuple[str, ...]]:
    moved = [_moved(difference.metrics[metric], style) for metric in METRICS]
    return [(printable(difference.profile),), *moved]


def _moved(estimate: Estimate, style: Style) -> tuple[str, ...]:
    text = f"{signed(estimate.value)} [{signed(estimate.low)}, {signed(estimate.high)}]"
    if not is_clear(estimate):
        return (text,)
    tone = GREEN if estimate.value > 0 else RED
    return (text, BOLD, tone) if style.color else (f"{text}*",)


def _changes(changes: Sequence[Change], compared_with: str, style: Style) -> Iterator[str]:
    yield ""
    yield _title(said("changes", style.language, path=printable(compared_with)), style)
    names = ("profile", *METRICS, "questions")
    rows: list[list[tuple[str, ...]]] = [[(said(f"column {name}", style.language),) for name in names]]
    for change in changes:
        moved = [_moved(change.metrics[metric], style) for metric in METRICS]
        rows.append([(printable(change.profile),), *moved, (asked(change, style.language),)])
    yield from columns(rows, color=style.color)


def asked(change: Change, language: Language) -> str:
    """How many questions a change is over, and whether they are the natural ones."""
    return said("natural count", language, questions=change.questions) if change.origin else f"{change.questions:,}"


def _groups(evaluation: Evaluation, found: Sequence[Group], style: Style) -> Iterator[str]:
    if not found:
        return
    shown = evaluation.results[:_MOST_BESIDE]
    yield ""
    yield _title(said("by group", style.language), style)
    heads: list[tuple[str, ...]] = [("",), (said("column questions", style.language),)]
    rows: list[list[tuple[str, ...]]] = [[*heads, *((printable(result.profile.name),) for result in shown)]]
    for group in found:
        cells = [" / ".join(figure(row[metric].value) for metric in JUDGED) for row in group.profiles[: len(shown)]]
        label = group_label(group, style.language)
        rows.append([(label,), (f"{group.questions:,}",), *((cell,) for cell in cells)])
    yield from columns(rows, color=style.color)


def group_label(group: Group, language: Language) -> str:
    """What a group's questions have in common."""
    value = printable(group.value.strip(", ")) or said("value missing", language)
    return said("label", language, side=said(f"side {group.side}", language), value=value)


def is_clear(estimate: Estimate) -> bool:
    """Whether a difference is beyond noise: its interval excludes 0, with the two digits that are shown."""
    return round(estimate.low, 2) > 0 or round(estimate.high, 2) < 0


def figure(value: float) -> str:
    """A share with three digits and without the zero before the point.

    >>> figure(0.8347), figure(1.0)
    ('.835', '1.000')
    """
    return f"{value:.3f}".removeprefix("0")


def signed(value: float) -> str:
    """A difference with its sign and two digits.

    >>> signed(0.071), signed(-0.126), signed(-0.001)
    ('+.07', '-.13', '.00')
    """
    text = f"{abs(value):.2f}".removeprefix("0")
    return text if text == ".00" else f"{'+' if value > 0 else '-'}{text}"


def spread(estimate: Estimate, style: Style) -> str:
    """Half the width of an interval."""
    return f"{'±' if style.unicode else '+-'}{(estimate.high - estimate.low) / 2:.2f}".replace("0.", ".")
