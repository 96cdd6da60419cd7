"""Reads a run that was stored and says what changed since, question by question; it reads and writes no file.

What a run is stored as is in ``chunklint.report.evaluation_json``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from chunklint.evaluation.errors import EvaluationError
from chunklint.evaluation.intervals import Estimate, estimates
from chunklint.evaluation.metrics import JUDGED, METRICS, Outcome, values

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chunklint.evaluation.evaluate import Evaluation

# Raised when what is stored changes its meaning, so that an old run is not taken for a new one.
VERSION = 1


class Stored(NamedTuple):
    """What a stored run says: outcomes by profile and question, its retriever and its budget."""

    outcomes: Mapping[str, Mapping[str, Outcome]]
    retriever: str
    budget: int


class Change(NamedTuple):
    """How a profile's metrics moved since a stored run, over the questions that both know."""

    profile: str
    questions: int
    metrics: Mapping[str, Estimate]

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
    import numpy

    if (stored.retriever, stored.budget) != (evaluation.retriever, evaluation.budget):
        raise EvaluationError("run with another retriever", path=path, retriever=stored.retriever, budget=stored.budget)
    changes = []
    for result in evaluation.results:
        before = stored.outcomes.get(result.profile.name, {})
        pairs = [
            (before[question.id], now)
            for question, now in zip(evaluation.questions, result.outcomes, strict=True)
            if question.id in before
        ]
        if pairs:
            old, new = zip(*pairs, strict=True)
            moved = [
                numpy.subtract(values(metric, new, evaluation.budget), values(metric, old, evaluation.budget))
                for metric in METRICS
            ]
            found = estimates(numpy.array(moved).T)
            changes.append(Change(result.profile.name, len(pairs), dict(zip(METRICS, found, strict=True))))
    if not changes:
        raise EvaluationError("nothing to compare", path=path)
    return changes
