"""What retrieval makes of one question, and the metrics made of many; ``metrics.md`` defines each.

Nothing is averaged over profiles or compared here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from chunklint.evaluation.corpus import HALF
from chunklint.evaluation.errors import EvaluationError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy
    from numpy.typing import NDArray

    from chunklint.chunking.model import Span
    from chunklint.evaluation.corpus import Answer, Cover

# The chunks that IoU looks at, and that whole@5 and hit@5 are named after: what most pipelines put into a prompt.
DEPTH = 5
# The tokens of the context in the budget metric: three chunks of 500.
BUDGET = 1500

# What is shown everywhere; any other depth of hit and whole can be asked for by name.
METRICS = ("hit@1", "hit@5", "mrr", "whole@5", "budget", "iou")
# What a comparison judges by: the others say the same less clearly (hit@1, MRR) or reward small chunks (IoU).
JUDGED = ("hit@5", "whole@5", "budget")

_AT_DEPTH = re.compile(r"(hit|whole)@([1-9]\d{0,3})")


class Outcome(NamedTuple):
    """What a search made of one question.

    ``rank`` is that of the first chunk with at least half of an answer, ``whole_rank`` that of the first with all of
    it, from 1; 0 where none is a result. ``context`` is how many tokens of the results, in their order, have to be read
    until half of the answer is there, 0 where it never is. ``iou`` is that of the first five results.
    """

    rank: int
    whole_rank: int
    context: int
    iou: float


def outcome(scores: NDArray[numpy.float32], sizes: NDArray[Any], answers: Sequence[Answer]) -> Outcome:
    """What the scores of all chunks make of one question; ``sizes`` are their tokens.

    Of equal scores the chunk that comes first in the documents ranks higher; a score of 0 or less is no result.
    """
    half = _best(scores, (cover for answer in answers for cover in answer.covers if cover.share >= HALF))
    whole = _best(scores, (cover for answer in answers for cover in answer.covers if cover.share >= 1))
    rank = whole_rank = context = 0
    if half is not None:
        above = _above(scores, half.chunk)
        rank = int(above.sum()) + 1
        context = int(sizes[above].sum()) + half.reach
    if whole is not None:
        whole_rank = int(_above(scores, whole.chunk).sum()) + 1
    return Outcome(rank, whole_rank, context, _iou(scores, sizes, answers))


def _best(scores: NDArray[numpy.float32], covers: Iterable[Cover]) -> Cover | None:
    """The cover whose chunk ranks highest, if it is a result."""
    best = min(covers, key=lambda cover: (-scores[cover.chunk], cover.chunk), default=None)
    return best if best is not None and scores[best.chunk] > 0 else None


def _above(scores: NDArray[numpy.float32], chunk: int) -> NDArray[numpy.bool_]:
    """Which chunks rank above one."""
    above: NDArray[numpy.bool_] = scores > scores[chunk]
    above[:chunk] |= scores[:chunk] == scores[chunk]
    return above


def _iou(scores: NDArray[numpy.float32], sizes: NDArray[Any], answers: Sequence[Answer]) -> float:
    """The tokens that an answer and the first chunks share, as a part of those of both together; of the best answer."""
    top = _top(scores)
    retrieved = sum(int(sizes[chunk]) for chunk in top)
    best = 0.0
    for answer in answers:
        held = [span for cover in answer.covers if cover.chunk in top for span in cover.spans]
        if held:
            shared = answer.tokens * _length(held) / answer.length
            best = max(best, shared / (answer.tokens + retrieved - shared))
    return best


def _top(scores: NDArray[numpy.float32]) -> set[int]:
    """The first `DEPTH` results."""
    import numpy

    if len(scores) > DEPTH:
        least = numpy.partition(scores, -DEPTH)[-DEPTH]
        if least > 0:
            above = numpy.flatnonzero(scores > least)
            equal = numpy.flatnonzero(scores == least)[: DEPTH - len(above)]
            return {*above.tolist(), *equal.tolist()}
    return set(numpy.flatnonzero(scores > 0).tolist())


def _length(spans: Sequence[Span]) -> int:
    """The code points in spans that may overlap."""
    length = reached = 0
    for start, end in sorted(spans):
        length += max(end - max(start, reached), 0)
        reached = max(reached, end)
    return length


def values(metric: str, outcomes: Sequence[Outcome], budget: int = BUDGET) -> list[float]:
    """A metric of every question, from 0 to 1. Raises EvaluationError for a metric that is not known.

    >>> values("hit@5", [Outcome(3, 0, 900, 0.1), Outcome(0, 0, 0, 0.0)])
    [1.0, 0.0]
    """
    if metric == "mrr":
        return [1 / one.rank if one.rank else 0.0 for one in outcomes]
    if metric == "budget":
        return [float(0 < one.context <= budget) for one in outcomes]
    if metric == "iou":
        return [one.iou for one in outcomes]
    name, depth = at_depth(metric)
    if name == "hit":
        return [float(0 < one.rank <= depth) for one in outcomes]
    return [float(0 < one.whole_rank <= depth) for one in outcomes]


def at_depth(metric: str) -> tuple[str, int]:
    """``hit@5`` as its parts. Raises EvaluationError for a name that is no metric."""
    match = _AT_DEPTH.fullmatch(metric)
    if match is None:
        raise EvaluationError("no such metric", metric=metric)
    return match[1], int(match[2])
