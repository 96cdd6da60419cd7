"""Reads a run that was stored and says what changed since, question by question; it reads and writes no file.

What a run is stored as is in ``chunklint.report.evaluation_json``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from chunklint.evaluation.errors import EvaluationError
from chunklint.evaluation.intervals import MOVED, Estimate, estimates
from chunklint.evaluation.metrics import JUDGED, METRICS, Outcome, values
from chunklint.evaluation.summary import NATURAL

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from chunklint.evaluation.evaluate import Evaluation, ProfileResult

# Raised when what is stored changes its meaning, so that an old run is not taken for a new one.
VERSION = 1


class Stored(NamedTuple):
    """What a stored run says: outcomes by profile and question, its retriever and its budget."""

    outcomes: Mapping[str, Mapping[str, Outcome]]
    retriever: str
    budget: int


class Change(NamedTuple):
    """How a profile's metrics moved since a stored run, over the questions that both know.

    ``origin`` is empty for all of them, ``natural`` for the natural ones alone.
    """

    profile: str
    questions: int
    metrics: Mapping[str, Estimate]
    origin: str = ""

    @property
    def tells_nothing(self) -> bool:
        """Whether there are too few questions for any fall to be beyond noise."""
        return self.questions < MOVED

    @property
    def dropped(self) -> tuple[str, ...]:
        """The metrics that judge and fell beyond noise: the whole interval lies below zero."""
        return tuple(metric for metric in JUDGED if self.metrics[metric].high < 0)


def read_stored(text: str, path: str) -> Stored:
    """A run that was stored. Raises EvaluationError for anything else."""
    import json

    try:
        given = json.loads(text)
        if given["version"] != VERSION:
            raise EvaluationError("run of another version", path=path)
        outcomes = {
            str(profile): {
                str(question): Outcome(int(rank), int(whole_rank), int(context), float(iou))
                for question, (rank, whole_rank, context, iou) in by_question.items()
            }
            for profile, by_question in given["outcomes"].items()
        }
        return Stored(outcomes, str(given["retriever"]), int(given["budget"]))
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        raise EvaluationError("not a run", path=path) from None


def changes_since(stored: Stored, evaluation: Evaluation, path: str) -> list[Change]:
    """What changed for every profile that both runs have; the difference is this run's minus the stored one's.

    Raises EvaluationError where the two cannot be compared.
    """
    if (stored.retriever, stored.budget) != (evaluation.retriever, evaluation.budget):
        raise EvaluationError("run with another retriever", path=path, retriever=stored.retriever, budget=stored.budget)
    changes: list[Change] = []
    for result in evaluation.results:
        before = stored.outcomes.get(result.profile.name, {})
        both = [at for at, question in enumerate(evaluation.questions) if question.id in before]
        natural = [at for at in both if evaluation.questions[at].origin == NATURAL]
        # A fall in what counts most must not hide behind a gain in the rest.
        for origin, numbers in ((NATURAL, natural), ("", both)):
            if numbers and (not origin or len(numbers) < len(both)):
                changes.append(_change(evaluation, result, before, numbers, origin))
    if not changes:
        raise EvaluationError("nothing to compare", path=path)
    return changes


def _change(
    evaluation: Evaluation, result: ProfileResult, before: Mapping[str, Outcome], numbers: Sequence[int], origin: str
) -> Change:
    import numpy

    old = [before[evaluation.questions[at].id] for at in numbers]
    new = [result.outcomes[at] for at in numbers]
    moved = [
        numpy.subtract(values(metric, new, evaluation.budget), values(metric, old, evaluation.budget))
        for metric in METRICS
    ]
    found = estimates(numpy.array(moved).T, differences=len(METRICS))
    return Change(result.profile.name, len(numbers), dict(zip(METRICS, found, strict=True)), origin)
