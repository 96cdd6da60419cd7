"""Which of the profiles tried is the best, and how sure that is: by retrieval with questions, else by damage.

With questions, a profile's *lead* is by how much it is ahead of the best default of any library, in the whole-answer
rate and in budgeted recall: the smaller of the two. The profile with the largest lead is recommended, averaged over
bootstrap draws of the questions, so that a lead by luck counts for less; of leads that are as good as equal, the one
with most in budget. Natural questions weigh twice. What the choice is worth on pages that it was not made on is
measured by halves of the documents.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from chunklint.evaluation.intervals import SEED, draws
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
# Leads that so many questions could turn round count as equal. Chosen on halves of the documents of two sets of
# questions, that was ahead of 12.1 and 11.3 of 14 others on the other halves; the largest lead alone of 11.9 and 10.5.
_AS_EQUAL = 2
# What is compared with, and so never recommended. A lead is over libraries alone: services and applications come with a
# search of their own, and some are followed only by what is written about them.
RIVALS = ("library", "service")

# How often the documents are halved to see what the choice is worth on pages that it was not made on, and the least
# questions of a half: under 30, one of them is more than what lies between the best profiles of most sweeps.
_HALVINGS = 5
_LEAST_OF_HALF = 30

# Without questions nothing says what larger chunks cost in rank, so sizes stay where they suit most text: on 543
# questions over 77 pages budgeted recall fell from 800 tokens on (.88, .85 at 1,000, .83 at 1,500).
_LARGEST_UNMEASURED = 800
# Damage, or a cost in tokens, that is at most this part more than the least counts as equal to it.
_TOLERATED = 0.1


class Tried(NamedTuple):
    """A candidate with what came of it: ``outcomes`` with questions, ``damage`` (findings by rule code) without.

    ``searched`` are the tokens of the small chunks where others are read, to which ``sizes`` belong; else 0.
    """

    candidate: Candidate
    sizes: ChunkSizes
    outcomes: tuple[Outcome, ...] = ()
    damage: Mapping[str, int] = {}
    searched: int = 0

    @property
    def tokens(self) -> int:
        """The tokens to embed."""
        return self.searched or round(self.sizes.mean * self.sizes.chunks)

    @property
    def damaged(self) -> int:
        """The number of damaged places."""
        return sum(self.damage.values())


class Lead(NamedTuple):
    """How far a profile is ahead of every library's default, and in which share of the draws it is in both aims.

    ``budget`` is its budgeted recall, natural questions weighed twice.
    """

    value: float
    certainty: float
    budget: float = 0.0


class Check(NamedTuple):
    """What choosing on one half of the documents gives on the other half, averaged over so many choices.

    ``ahead`` is by how much the chosen profile is ahead of the best library's default there, by aim.
    """

    choices: int
    ahead: Mapping[str, float]


def leads(tried: Sequence[Tried], questions: Sequence[Question], budget: int) -> list[Lead]:
    """The lead of each profile tried; a library's own is measured against the other libraries too, so at most 0."""
    return _leads(_table(tried, budget), _rivals(tried), _weights(questions))


def check(tried: Sequence[Tried], questions: Sequence[Question], budget: int, cap: int | None = None) -> Check | None:
    """What the choice is worth on documents that it was not made on; None where there are too few questions for that.

    The documents are halved by a fixed seed; ``cap`` is the most tokens that the embedding model reads.
    """
    import numpy

    table, rivals, weights = _table(tried, budget), _rivals(tried), _weights(questions)
    of = numpy.array([one.doc for one in questions])
    documents, generator = numpy.unique(of), numpy.random.RandomState(SEED)
    found = []
    for _ in range(_HALVINGS):
        half = numpy.isin(of, generator.permutation(documents)[: len(documents) // 2])
        if min(half.sum(), (~half).sum()) < _LEAST_OF_HALF:
            return None
        for chosen_on in (half, ~half):
            halved = _leads(table[chosen_on], rivals, weights[chosen_on])
            one = best_by_lead(tried, halved, cap, questions=int(chosen_on.sum()))
            means = numpy.average(table[~chosen_on], axis=0, weights=weights[~chosen_on])
            found.append(means[one] - means[rivals].max(axis=0))
    return Check(len(found), dict(zip(AIMS, numpy.mean(found, axis=0).tolist(), strict=True)))


def _table(tried: Sequence[Tried], budget: int) -> NDArray[Any]:
    """What every question (first) is worth under every profile (second) by every aim (third)."""
    import numpy

    return numpy.array([[values(aim, one.outcomes, budget) for aim in AIMS] for one in tried]).transpose(2, 0, 1)


def _rivals(tried: Sequence[Tried]) -> list[int]:
    return [at for at, one in enumerate(tried) if one.candidate.role == "library"]


def _weights(questions: Sequence[Question]) -> NDArray[Any]:
    import numpy

    return numpy.array([_NATURAL_WEIGHT if question.origin == NATURAL else 1.0 for question in questions])


def _leads(table: NDArray[Any], rivals: Sequence[int], weights: NDArray[Any]) -> list[Lead]:
    import numpy

    questions, profiles, aims = table.shape
    weighted = (table * weights[:, None, None]).reshape(questions, -1)
    drawn = [counts @ weighted / (counts @ weights)[:, None] for counts in draws(questions)]
    means = numpy.concatenate(drawn).reshape(-1, profiles, aims)
    best = means[:, rivals].max(axis=1, keepdims=True) if rivals else 0
    smaller = (means - best).min(axis=2)
    budgets = numpy.average(table[:, :, AIMS.index("budget")], axis=0, weights=weights)
    return [
        Lead(float(value), float(share), float(budget))
        for value, share, budget in zip(smaller.mean(axis=0), (smaller > 0).mean(axis=0), budgets, strict=True)
    ]


def best_by_lead(
    tried: Sequence[Tried], found: Sequence[Lead], cap: int | None = None, questions: int | None = None
) -> int:
    """The place of the profile to recommend: the largest lead; of those as good as equal, the most in budget.

    Where that is equal too, the first whose tokens to embed are about the fewest: what is in use comes before the rest,
    and a profile before its variations. ``cap`` is the most tokens that the embedding model reads, ``questions`` how
    many the leads are over, if not all.
    """
    ours = _ours(tried, cap)
    slack = _AS_EQUAL / (questions or len(tried[ours[0]].outcomes))
    least = max(found[at].value for at in ours) - slack
    equal = [at for at in ours if found[at].value >= least]
    most = max(round(found[at].budget, 6) for at in equal)
    equal = [at for at in equal if round(found[at].budget, 6) == most]
    fewest = min(tried[at].tokens for at in equal)
    return next(at for at in equal if tried[at].tokens <= fewest * (1 + _TOLERATED))


def best_by_damage(tried: Sequence[Tried], cap: int | None = None) -> int:
    """The place of the profile to recommend without questions: few damaged places first, then small chunks.

    ``cap`` is the most tokens that the embedding model reads.
    """
    ours = _ours(tried, min(cap or _LARGEST_UNMEASURED, _LARGEST_UNMEASURED))
    least = min(tried[at].damaged for at in ours)
    good = [at for at in ours if tried[at].damaged <= least * (1 + _TOLERATED)]
    return min(good, key=lambda at: (tried[at].candidate.profile.max_tokens, tried[at].damaged, tried[at].tokens, at))


def _ours(tried: Sequence[Tried], cap: int | None) -> list[int]:
    """The places of what may be recommended: nothing of others, and nothing larger than the cap where there is less.

    >>> from chunklint.chunking.model import Profile
    >>> from chunklint.evaluation.evaluate import ChunkSizes
    >>> from chunklint.evaluation.sweep import Candidate
    >>> sizes = ChunkSizes(1, 1.0, 1, 1)
    >>> _ours([Tried(Candidate(Profile(max_tokens=most), "sweep"), sizes) for most in (800, 400)], 512)
    [1]
    """
    ours = [at for at, one in enumerate(tried) if one.candidate.role not in RIVALS]
    within = [
        at
        for at in ours
        if cap is None
        or (tried[at].candidate.profile.tokenizer != "characters" and tried[at].candidate.profile.max_tokens <= cap)
    ]
    return within or ours or list(range(len(tried)))
