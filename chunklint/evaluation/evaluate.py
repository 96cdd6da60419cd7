"""Searches for the questions of a corpus under each profile, and holds what came of it; it averages nothing."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from chunklint.evaluation.metrics import BUDGET, Outcome, outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from chunklint.chunking.model import Profile
    from chunklint.evaluation.corpus import Corpus, Pool
    from chunklint.evaluation.questions import Question


class ChunkSizes(NamedTuple):
    """The sizes of a profile's chunks as embedded, in tokens of cl100k_base; percentiles are nearest ranks."""

    chunks: int
    mean: float
    p50: int
    p90: int


class ProfileResult(NamedTuple):
    """What the questions found under a profile; ``outcomes`` are in the order of the evaluation's questions."""

    profile: Profile
    sizes: ChunkSizes
    outcomes: tuple[Outcome, ...]


class Evaluation(NamedTuple):
    """The outcomes of all questions under all profiles; ``budget`` is the tokens of the budget metric's context."""

    questions: tuple[Question, ...]
    results: tuple[ProfileResult, ...]
    retriever: str
    documents: int
    budget: int = BUDGET


def evaluate(
    corpus: Corpus, retriever: str = "bm25", budget: int = BUDGET, advance: Callable[[int], object] = lambda done: None
) -> Evaluation:
    """The outcomes of a corpus; ``advance`` hears how many searches are done, of questions times profiles."""
    results = []
    done = 0
    for pool in corpus.pools:
        outcomes = _search(pool, corpus.questions, partial(_advance, advance, done))
        done += len(outcomes)
        results.append(ProfileResult(pool.profile, chunk_sizes(pool.sizes), outcomes))
    return Evaluation(tuple(corpus.questions), tuple(results), retriever, corpus.documents, budget)


def _advance(advance: Callable[[int], object], before: int, so_far: int) -> None:
    advance(before + so_far)


def _search(pool: Pool, questions: Sequence[Question], advance: Callable[[int], object]) -> tuple[Outcome, ...]:
    import numpy

    outcomes: dict[int, Outcome] = {}
    for part in pool.parts.values():
        sizes, owners = numpy.array(part.sizes), numpy.array(part.owners, dtype=int)
        queries = [questions[number].query for number in part.questions]
        scored = part.index.scores(queries)
        for number, scores, answers in zip(part.questions, scored, part.answers, strict=True):
            if len(owners):
                # A chunk that is read ranks by the best of those that are found for it.
                found, scores = scores, numpy.zeros(len(sizes), dtype=numpy.float32)
                numpy.maximum.at(scores, owners, found)
            outcomes[number] = outcome(scores, sizes, answers)
            advance(len(outcomes))
    return tuple(outcomes[number] for number in range(len(questions)))


def chunk_sizes(sizes: Sequence[int]) -> ChunkSizes:
    """The sizes of some chunks in short.

    >>> chunk_sizes([10, 30, 20])
    ChunkSizes(chunks=3, mean=20.0, p50=20, p90=30)
    """
    if not sizes:
        return ChunkSizes(0, 0.0, 0, 0)
    ordered = sorted(sizes)
    p50, p90 = (ordered[-(-percent * len(ordered) // 100) - 1] for percent in (50, 90))
    return ChunkSizes(len(ordered), sum(ordered) / len(ordered), p50, p90)
