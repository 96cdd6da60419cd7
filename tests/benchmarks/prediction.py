"""Do the findings predict failure? `python -m tests.benchmarks.prediction`

A question fails more often the more findings are on the chunk that should answer it: is that so, and of which rules?
Raw figures say what a reader would see; differences within the same profile, kind of question, language and origin say
what is left when a splitter's and a question's own difficulty are taken out. Questions are drawn anew for the
intervals, each with all its profiles, so that a question that is asked of five profiles counts once.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy

from chunklint.engine.registry import load_rules
from chunklint.engine.run import lint
from chunklint.evaluation.evaluate import evaluate
from chunklint.evaluation.intervals import Estimate, draws
from chunklint.settings.model import Settings
from tests.benchmarks.retrieval_material import PROFILES, is_natural, load, parser, retriever

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from chunklint.chunking.model import Chunk, Profile
    from chunklint.engine.model import Finding
    from chunklint.evaluation.questions import Question
    from tests.benchmarks.retrieval_material import Material

# Cases that a rule must have, with and without a finding, for a figure of its own: with fewer, an interval is too wide.
_LEAST_CASES = 30


class Case(NamedTuple):
    """A question under a profile: the codes of the findings on its gold chunk, and whether it was found, and whole.

    ``third`` is the third of the profile's chunks by size in which the gold chunk is, from 0.
    """

    question: int
    group: str
    third: int
    natural: bool
    language: str
    default_codes: tuple[str, ...]
    every_code: frozenset[str]
    hit: bool
    whole: bool


def cases(material: Material, profiles: Sequence[Profile], model: str | None) -> list[Case]:
    """Every question under every profile."""
    corpus = material.corpus(profiles, retriever(model))
    evaluation = evaluate(corpus)
    found = []
    for result in evaluation.results:
        on_chunks = _Linted(material, result.profile)
        for number, (question, outcome) in enumerate(zip(evaluation.questions, result.outcomes, strict=True)):
            default, every, third = on_chunks.codes(question)
            group = f"{result.profile.name}/{question.kind}/{question.language}/{question.origin}"
            found.append(
                Case(
                    number,
                    group,
                    third,
                    is_natural(question),
                    question.language,
                    default,
                    every,
                    0 < outcome.rank <= 5,
                    0 < outcome.whole_rank <= 5,
                )
            )
    return found


class _Linted:
    """The findings on the chunks of a profile, by document: those of the rules on by default, and those of all."""

    def __init__(self, material: Material, profile: Profile) -> None:
        from chunklint.chunking.splitters import chunk_document

        registry = load_rules()
        every = Settings(profiles=(profile,), select=("ALL",))
        self._chunks = {path: chunk_document(document, profile) for path, document in material.documents.items()}
        sizes = sorted(chunk.tokens for chunks in self._chunks.values() for chunk in chunks)
        self._thirds = (sizes[len(sizes) // 3], sizes[2 * len(sizes) // 3])
        self._default = {
            path: lint(document, Settings(profiles=(profile,)), registry)
            for path, document in material.documents.items()
        }
        self._every = {path: lint(document, every, registry) for path, document in material.documents.items()}

    def codes(self, question: Question) -> tuple[tuple[str, ...], frozenset[str], int]:
        """The codes on the chunk that holds most of the answer: of the default rules, one a finding; of all rules."""
        spans = question.answers[0]
        chunk = max(self._chunks[question.doc], key=lambda chunk: _held(chunk, spans))
        default = tuple(one.code for one in self._default[question.doc] if _is_on(one, chunk))
        every = frozenset(one.code for one in self._every[question.doc] if _is_on(one, chunk))
        return default, every, sum(chunk.tokens > size for size in self._thirds)


def _held(chunk: Chunk, spans: Sequence[tuple[int, int]]) -> int:
    return sum(
        max(min(end, own_end) - max(start, own_start), 0) for start, end in spans for own_start, own_end in chunk.spans
    )


def _is_on(finding: Finding, chunk: Chunk) -> bool:
    return any(finding.start < end and start < max(finding.end, finding.start + 1) for start, end in chunk.spans)


class Within:
    """Differences between cases with and without something, among cases alike in all that a group says."""

    def __init__(self, found: Sequence[Case]) -> None:
        self._cases = found
        groups = {name: at for at, name in enumerate(dict.fromkeys(case.group for case in found))}
        self._groups = numpy.array([groups[case.group] for case in found])
        self._number = len(groups)
        numbers = {question: at for at, question in enumerate(dict.fromkeys(case.question for case in found))}
        self._questions = numpy.array([numbers[case.question] for case in found])
        self._draws = numpy.concatenate(list(draws(len(numbers))))

    def difference(self, has: Callable[[Case], bool], value: Callable[[Case], bool]) -> Estimate:
        """How far cases that have it are ahead of the others; groups weigh as Mantel and Haenszel proposed."""
        with_it = numpy.array([has(case) for case in self._cases])
        values = numpy.array([float(value(case)) for case in self._cases])
        drawn = [self._weighted(with_it, values, counts[self._questions]) for counts in self._draws]
        low, high = numpy.nanpercentile(drawn, (2.5, 97.5))
        return Estimate(self._weighted(with_it, values, numpy.ones(len(values))), float(low), float(high))

    def _weighted(self, with_it: NDArray[Any], values: NDArray[Any], weights: NDArray[Any]) -> float:
        def sums(chosen: NDArray[Any], amounts: NDArray[Any]) -> NDArray[Any]:
            return numpy.bincount(self._groups[chosen], amounts[chosen], minlength=self._number)

        n1, n0 = sums(with_it, weights), sums(~with_it, weights)
        s1, s0 = sums(with_it, weights * values), sums(~with_it, weights * values)
        usable = (n1 > 0) & (n0 > 0)
        if not usable.any():
            return float("nan")
        n1, n0, s1, s0 = n1[usable], n0[usable], s1[usable], s0[usable]
        weight = n1 * n0 / (n1 + n0)
        return float((weight * (s1 / n1 - s0 / n0)).sum() / weight.sum())


def by_number(found: Sequence[Case]) -> str:
    """The share found and whole by the number of findings on the gold chunk, with the interval of each."""
    lines = ["findings     cases   hit@5               whole@5"]
    for name, chosen in (
        ("0", lambda n: n == 0),
        ("1", lambda n: n == 1),
        ("2", lambda n: n == 2),
        ("3+", lambda n: n > 2),
    ):
        some = [case for case in found if chosen(len(case.default_codes))]
        if some:
            shares = [_share(some, lambda case: case.hit), _share(some, lambda case: case.whole)]
            lines.append(f"{name:10}{len(some):8}   {shares[0]}   {shares[1]}")
    return "\n".join(lines)


def _share(found: Sequence[Case], value: Callable[[Case], bool]) -> str:
    numbers = {question: at for at, question in enumerate(dict.fromkeys(case.question for case in found))}
    total, got = numpy.zeros(len(numbers)), numpy.zeros(len(numbers))
    for case in found:
        total[numbers[case.question]] += 1
        got[numbers[case.question]] += value(case)
    drawn = numpy.concatenate([(counts @ got) / (counts @ total) for counts in draws(len(numbers))])
    low, high = numpy.percentile(drawn, (2.5, 97.5))
    return f"{got.sum() / total.sum():.3f} [{low:.2f}, {high:.2f}]"


def within_groups(found: Sequence[Case]) -> str:
    """Some findings against fewer, within profile, kind, language and origin."""
    within = Within(found)
    lines = ["against              hit@5                    whole@5"]
    for name, least in (("1+ against 0", 1), ("2+ against 0 or 1", 2), ("3+ against less", 3)):
        number = sum(len(case.default_codes) >= least for case in found)
        if number >= _LEAST_CASES:
            lines.append(f"{name:20} {_both(within, lambda case, least=least: len(case.default_codes) >= least)}")
        else:
            lines.append(f"{name:20} too few cases: {number}")
    return "\n".join(lines)


def by_rule(found: Sequence[Case]) -> str:
    """Every rule by itself, within profile, kind, language and origin; the worst first."""
    within = Within(found)
    rows = []
    for code in sorted({code for case in found for code in case.every_code}):
        number = sum(code in case.every_code for case in found)
        questions = len({case.question for case in found if code in case.every_code})
        if min(number, len(found) - number) >= _LEAST_CASES:
            has = _has(code)
            value = within.difference(has, lambda case: case.whole).value
            rows.append((value, f"{code:8}{number:7}{questions:11}   {_both(within, has)}"))
    return "\n".join(
        ["rule      cases  questions   hit@5                    whole@5", *(row for _, row in sorted(rows))]
    )


def _has(code: str) -> Callable[[Case], bool]:
    return lambda case: code in case.every_code


def _both(within: Within, has: Callable[[Case], bool]) -> str:
    parts = []
    for estimate in (within.difference(has, lambda case: case.hit), within.difference(has, lambda case: case.whole)):
        mark = "*" if estimate.low > 0 or estimate.high < 0 else " "
        parts.append(f"{estimate.value:+.3f} [{estimate.low:+.3f}, {estimate.high:+.3f}]{mark}")
    return "  ".join(parts)


def main(argv: list[str] | None = None) -> int:
    """Print the tables."""
    known = parser(__doc__)
    names = ", ".join(profile.name for profile in PROFILES)
    known.add_argument("--profile", action="append", default=[], help=f"one of {names} (default: all; repeatable)")
    options = known.parse_args(argv)
    profiles = [profile for profile in PROFILES if profile.name in options.profile or not options.profile]
    if not options.questions.exists():
        print(f"There are no questions at {options.questions}; name some with --questions and --docs.")
        return 2
    found = cases(load(options.docs, options.questions), profiles, options.embedding_model)
    print(f"{len({case.question for case in found})} questions under {len(profiles)} profiles, * interval without 0")
    parts: list[tuple[str, list[Case]]] = [("All questions", found)]
    parts.append(("Natural questions", [case for case in found if case.natural]))
    for language in sorted({case.language for case in found}):
        some = [case for case in found if case.natural and case.language == language]
        parts.append((f"Natural questions, {language}", some))
    for title, some in parts:
        if some:
            print(f"\n{title}\n\n{by_number(some)}\n\n{within_groups(some)}")
    print(f"\nEach rule, all questions\n\n{by_rule(found)}")
    print(f"\nEach rule, natural questions\n\n{by_rule([case for case in found if case.natural])}")
    # A search finds large chunks more easily, and some rules report what is large.
    sized = [case._replace(group=f"{case.group}/{case.third}") for case in found]
    print(f"\nAll questions, also within thirds of chunk size\n\n{within_groups(sized)}\n\n{by_rule(sized)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
