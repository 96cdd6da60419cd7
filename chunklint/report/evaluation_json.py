"""An evaluation as the JSON that programs read, and that a later run is compared with.

Beside the averages it holds what every question found, so that two runs are compared question by question.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chunklint.evaluation.metrics import METRICS
from chunklint.evaluation.stored import VERSION
from chunklint.evaluation.summary import groups

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from chunklint.evaluation.evaluate import Evaluation
    from chunklint.evaluation.intervals import Estimate
    from chunklint.evaluation.stored import Change
    from chunklint.evaluation.summary import Group


def evaluation_as_json(
    evaluation: Evaluation, problems: Sequence[tuple[int, str, str]] = (), changes: Sequence[Change] = ()
) -> dict[str, Any]:
    """The object; its field names are a contract. An estimate is ``[value, low, high]``.

    ``problems`` are lines of the file of questions (1-based) that were not measured: line, name, sentence.
    """
    from chunklint.report.chunks import profile_as_json

    return {
        "version": VERSION,
        "retriever": evaluation.retriever,
        "budget": evaluation.budget,
        "documents": evaluation.documents,
        "questions": len(evaluation.questions),
        "drafts": sum(question.draft for question in evaluation.questions),
        "metrics": list(METRICS),
        "profiles": [
            {"profile": profile_as_json(one.profile), "sizes": _rounded(one.sizes._asdict())}
            for one in evaluation.results
        ],
        "groups": [_group_as_json(group, evaluation) for group in groups(evaluation, METRICS)],
        "changes": [
            {
                "profile": one.profile,
                "origin": one.origin,
                "questions": one.questions,
                "metrics": _estimates(one.metrics),
                "dropped": list(one.dropped),
            }
            for one in changes
        ],
        "problems": [{"line": line, "problem": name, "sentence": said} for line, name, said in problems],
        "outcomes": {
            one.profile.name: {
                question.id: [outcome.rank, outcome.whole_rank, outcome.context, round(outcome.iou, 6)]
                for question, outcome in zip(evaluation.questions, one.outcomes, strict=True)
            }
            for one in evaluation.results
        },
    }


def _group_as_json(group: Group, evaluation: Evaluation) -> dict[str, Any]:
    names = (result.profile.name for result in evaluation.results)
    return {
        "side": group.side,
        "value": group.value,
        "questions": group.questions,
        "profiles": {name: _estimates(row) for name, row in zip(names, group.profiles, strict=True)},
        "differences": [
            {"profile": one.profile, "reference": one.reference, "metrics": _estimates(one.metrics)}
            for one in group.differences
        ],
    }


def _estimates(row: Mapping[str, Estimate]) -> dict[str, list[float]]:
    return {metric: [round(number, 4) for number in estimate] for metric, estimate in row.items()}


def _rounded(row: Mapping[str, float]) -> dict[str, float]:
    return {name: round(number, 1) for name, number in row.items()}
