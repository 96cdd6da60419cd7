"""Tries profiles on documents that are kept in memory: by retrieval with questions, else by the damage they do.

It chooses neither the profiles (``sweep``) nor the best of them (``advice``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from chunklint.evaluation.advice import Tried
from chunklint.evaluation.corpus import TOKENIZER, Corpus, Measures
from chunklint.evaluation.evaluate import chunk_sizes, evaluate
from chunklint.evaluation.metrics import BUDGET

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from chunklint.chunking.measure import Measure
    from chunklint.documents.model import Document
    from chunklint.engine.analysis import Analysis
    from chunklint.engine.registry import Registry
    from chunklint.evaluation.questions import Asked, Problem, Question
    from chunklint.evaluation.retrieval import Retriever
    from chunklint.evaluation.sweep import Candidate
    from chunklint.settings.model import Settings

# Rules that say what a cut damages: tables, headings, lead-ins, code and sentences torn apart. Rules about what is too
# large for a chunk are not among them: what they say shows in these.
DAMAGE = ("CL101", "CL105", "CL201", "CL401", "CL402", "CL403", "CL404")


class Skipped(NamedTuple):
    """A candidate that cannot be tried here, and what its splitter says of that."""

    candidate: Candidate
    reason: str


class Trial:
    """Documents with their questions, on which one profile after the other is tried.

    ``questions`` and ``problems`` are known after the first one.
    """

    def __init__(
        self,
        documents: Sequence[Document],
        root: Path | None,
        retriever: Retriever | None,
        asked: Mapping[str, Sequence[Asked]],
        *,
        one_index: bool = False,
        budget: int = BUDGET,
    ) -> None:
        """Without a ``retriever`` damage is counted instead, and ``asked`` is not looked at."""
        self._documents = documents
        self._measures = [Measures(document.text, root) for document in documents]
        self._retriever = retriever
        self._asked = asked
        self._one_index = one_index
        self.budget = budget
        self.questions: Sequence[Question] = ()
        self.problems: Sequence[Problem] = ()

    def by_retrieval(self, candidate: Candidate, advance: Callable[[], object]) -> Tried | Skipped:
        """What the questions find under a profile; ``advance`` hears of every document. Raises EvaluationError."""
        assert self._retriever is not None
        corpus = Corpus([candidate.profile], self._retriever, self._asked, one_index=self._one_index)
        for document, measures in zip(self._documents, self._measures, strict=True):
            try:
                corpus.add(document, measures)
            except ValueError as error:
                return Skipped(candidate, _short(error))
            if corpus.failures:
                return Skipped(candidate, corpus.failures[0][1])
            advance()
        self.questions, self.problems = corpus.questions, corpus.problems
        (result,) = evaluate(corpus, self._retriever.name, self.budget).results
        searched = sum(part.searched for part in corpus.pools[0].parts.values())
        return Tried(candidate, result.sizes, result.outcomes, searched=searched)

    def by_damage(
        self, candidate: Candidate, settings: Settings, registry: Registry, advance: Callable[[], object]
    ) -> Tried | Skipped:
        """What the cut damages under a profile, by rule code; ``registry`` has the rules of `DAMAGE`."""
        from chunklint.engine.run import lint

        damage: dict[str, int] = {}
        sizes: list[int] = []
        chosen = settings._replace(profiles=(candidate.profile,), select=DAMAGE, extend_select=(), ignore=(), rules={})
        for document, measures in zip(self._documents, self._measures, strict=True):
            tokens = measures.of(TOKENIZER)

            def count(analysis: Analysis, tokens: Measure = tokens) -> None:
                texts = [chunk.text for chunk in analysis.chunks]
                sizes.extend(tokens.counter.count_many(texts))

            try:
                found = lint(document, chosen, registry, count)
            except ValueError as error:
                return Skipped(candidate, _short(error))
            for finding in found:
                damage[finding.code] = damage.get(finding.code, 0) + 1
            advance()
        return Tried(candidate, chunk_sizes(sizes), damage=dict(sorted(damage.items())))


def _short(error: BaseException) -> str:
    """The first line of what an error says."""
    lines = str(error).strip().splitlines()
    return lines[0][:200] if lines else type(error).__name__
