"""Averages an evaluation's outcomes over all questions and by group, with intervals; compares every two profiles."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from chunklint.evaluation.intervals import Estimate, estimates
from chunklint.evaluation.metrics import values

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from chunklint.evaluation.evaluate import Evaluation, ProfileResult
    from chunklint.evaluation.questions import Question

# The sides by which questions are told apart, in the order of the report: attributes of a question, or two of them.
SIDES = ("origin", "language", "origin+language", "kind", "doc_type")
# Questions in users' own words; what is measured with them counts most.
NATURAL = "natural"


class Difference(NamedTuple):
    """How far one profile is ahead of another over the same questions, a metric at a time; negative where behind."""

    profile: str
    reference: str
    metrics: Mapping[str, Estimate]


class Group(NamedTuple):
    """Some of the questions, what each profile makes of them, and every two profiles compared.

    ``side`` and ``value`` are empty for all questions together.
    """

    side: str
    value: str
    questions: int
    profiles: tuple[Mapping[str, Estimate], ...]
    differences: tuple[Difference, ...]


def groups(evaluation: Evaluation, metrics: Sequence[str]) -> Iterator[Group]:
    """All questions, then those of each value of each of `SIDES` that has more than one, natural ones first."""
    every = range(len(evaluation.questions))
    yield _group(evaluation, "", "", every, metrics)
    for side in SIDES:
        by_value: dict[str, list[int]] = {}
        for number in every:
            by_value.setdefault(_value(evaluation.questions[number], side), []).append(number)
        if len(by_value) > 1:
            # What has no value of this side comes last.
            for value in sorted(by_value, key=lambda value: (not value.startswith(NATURAL), not value, value)):
                yield _group(evaluation, side, value, by_value[value], metrics)


def _value(question: Question, side: str) -> str:
    return ", ".join(getattr(question, part) for part in side.split("+"))


def _group(evaluation: Evaluation, side: str, value: str, numbers: Sequence[int], metrics: Sequence[str]) -> Group:
    import numpy

    tables = [_table(result, numbers, metrics, evaluation.budget) for result in evaluation.results]
    pairs = list(combinations(range(len(tables)), 2))
    compared = [tables[other] - tables[reference] for reference, other in pairs]
    width = len(metrics)
    # One draw of the questions serves all profiles and pairs.
    found = estimates(numpy.hstack([*tables, *compared]), differences=width * len(compared))
    rows = [dict(zip(metrics, found[at : at + width], strict=True)) for at in range(0, len(found), width)]
    names = [result.profile.name for result in evaluation.results]
    differences = [
        Difference(names[other], names[reference], row)
        for (reference, other), row in zip(pairs, rows[len(tables) :], strict=True)
    ]
    return Group(side, value, len(numbers), tuple(rows[: len(tables)]), tuple(differences))


def _table(result: ProfileResult, numbers: Sequence[int], metrics: Sequence[str], budget: int) -> NDArray[Any]:
    import numpy

    outcomes = [result.outcomes[number] for number in numbers]
    return numpy.array([values(metric, outcomes, budget) for metric in metrics]).reshape(len(metrics), -1).T
