"""Which of the profiles tried is the best, and how sure that is: by retrieval with questions, else by damage.

With questions, a profile's *lead* is by how much it is ahead of the best default of any library, in the whole-answer
rate and in budgeted recall: the smaller of the two. The profile with the largest lead is recommended, averaged over
bootstrap draws of the questions, so that a lead by luck counts for less. Natural questions weigh twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from chunklint.evaluation.intervals import draws
from chunklint.evaluation.metrics import values
from chunklint.evaluation.summary import NATURAL

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from chunklint.evaluation.evaluate import ChunkSizes
    from chunklint.evaluation.metrics import Outcome
    from chunklint.evaluation.questions import Question
    from chunklint.evaluation.sweep import Candidate

# What is judged: answers in one piece, and answers for their price. Each alone is won by ever larger or smaller chunks.
AIMS = ("whole@5", "budget")
_NATURAL_WEIGHT = 2.0

# Without questions nothing says what larger chunks cost in rank, so sizes stay where they suit most text: on 543
# questions over 77 pages budgeted recall fell from 800 tokens on (.88, .85 at 1,000, .83 at 1,500).
_LARGEST_UNMEASURED = 800
# The smallest size is taken whose damage is at most this part more than that of the least damaged one.
_TOLERATED = 0.1


class Tried(NamedTuple):
    """A candidate with what came of it: ``outcomes`` with questions, ``damage`` (findings by rule code) without."""

    candidate: Candidate
    sizes: ChunkSizes
    outcomes: tuple[Outcome, ...] = ()
    damage: Mapping[str, int] = {}

    @property
    def tokens(self) -> int:
        """The tokens to embed."""
        return round(self.sizes.mean * self.sizes.chunks)

    @property
    def damaged(self) -> int:
        """The number of damaged places."""
        return sum(self.damage.values())


class Lead(NamedTuple):
    """How far a profile is ahead of every default, and in which share of the draws it is in both aims."""

    value: float
    certainty: float


def leads(tried: Sequence[Tried], questions: Sequence[Question], budget: int) -> list[Lead]:
    """The lead of each profile tried; a default's own is measured against the other defaults too, so at most 0."""
    import numpy

    weights = numpy.array([_NATURAL_WEIGHT if question.origin == NATURAL else 1.0 for question in questions])
    drawn: list[NDArray[Any]] = []
    for aim in AIMS:
        table = numpy.array([values(aim, one.outcomes, budget) for one in tried]).T * weights[:, None]
        means = [counts @ table / (counts @ weights)[:, None] for counts in draws(len(questions))]
        drawn.append(numpy.concatenate(means))
    rivals = [at for at, one in enumerate(tried) if one.candidate.role == "default"]
    ahead = [means - (means[:, rivals].max(axis=1, keepdims=True) if rivals else 0) for means in drawn]
    smaller = numpy.minimum(*ahead)
    return [
        Lead(float(value), float(share))
        for value, share in zip(smaller.mean(axis=0), (smaller > 0).mean(axis=0), strict=True)
    ]


def best_by_lead(tried: Sequence[Tried], found: Sequence[Lead], cap: int | None = None) -> int:
    """The place of the profile to recommend: the largest lead; of equal ones, the fewest tokens to embed.

    ``cap`` is the most tokens that the embedding model reads.
    """
    return min(_ours(tried, cap), key=lambda at: (-round(found[at].value, 6), tried[at].tokens, at))


def best_by_damage(tried: Sequence[Tried], cap: int | None = None) -> int:
    """The place of the profile to recommend without questions: few damaged places first, then small chunks.

    ``cap`` is the most tokens that the embedding model reads.
    """
    ours = _ours(tried, min(cap or _LARGEST_UNMEASURED, _LARGEST_UNMEASURED))
    least = min(tried[at].damaged for at in ours)
    good = [at for at in ours if tried[at].damaged <= least * (1 + _TOLERATED)]
    return min(good, key=lambda at: (tried[at].candidate.profile.max_tokens, tried[at].damaged, tried[at].tokens, at))


def _ours(tried: Sequence[Tried], cap: int | None) -> list[int]:
    """The places of what may be recommended: no default of others, and nothing larger than the cap where there is less.

    >>> from chunklint.chunking.model import Profile
    >>> from chunklint.evaluation.evaluate import ChunkSizes
    >>> from chunklint.evaluation.sweep import Candidate
    >>> sizes = ChunkSizes(1, 1.0, 1, 1)
    >>> _ours([Tried(Candidate(Profile(max_tokens=most), "sweep"), sizes) for most in (800, 400)], 512)
    [1]
    """
    ours = [at for at, one in enumerate(tried) if one.candidate.role != "default"]
    within = [
        at
        for at in ours
        if cap is None
        or (tried[at].candidate.profile.tokenizer != "characters" and tried[at].candidate.profile.max_tokens <= cap)
    ]
    return within or ours or list(range(len(tried)))
