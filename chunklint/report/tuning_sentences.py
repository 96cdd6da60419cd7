"""What a sweep over profiles comes to, in sentences: what was tried, what is recommended, why, and what to mind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunklint.evaluation.advice import AIMS
from chunklint.evaluation.intervals import estimates
from chunklint.evaluation.metrics import values
from chunklint.report.evaluation import cautions as cautions_of_questions
from chunklint.report.evaluation import figure, signed
from chunklint.report.evaluation_words import said
from chunklint.report.width import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chunklint.engine.model import Language
    from chunklint.evaluation.advice import Tried
    from chunklint.report.formats import Style
    from chunklint.report.tuning import Tuning


def summary(tuning: Tuning, style: Style) -> Iterator[str]:
    """What was tried on what, and what was not."""
    language = style.language
    facts = {"profiles": len(tuning.tried), "documents": tuning.documents, "questions": len(tuning.questions)}
    yield said("tried" if tuning.leads else "tried without questions", language, **facts, retriever=tuning.retriever)
    if tuning.documents < tuning.found:
        share = tuning.characters / max(tuning.all_characters, 1)
        yield said("sampled", language, documents=tuning.documents, found=tuning.found, share=f"{share:.0%}")
    if tuning.out_of_time:
        yield said("out of time", language)
    if tuning.skipped:
        names = ", ".join(printable(one.candidate.profile.name) for one in tuning.skipped)
        yield said("skipped", language, profiles=len(tuning.skipped), names=names)


def verdict(tuning: Tuning, style: Style) -> str:
    """What is recommended, or why nothing is."""
    if tuning.tells_nothing:
        return said("no answer found" if tuning.leads else "no damage found", style.language)
    name = "keep" if tuning.is_in_use else "recommended"
    return said(name, style.language, profile=printable(tuning.best.candidate.profile.name))


def reasons(tuning: Tuning, style: Style) -> Iterator[str]:
    """Why the recommended profile is recommended, with the numbers."""
    language, best = style.language, tuning.best
    if tuning.tells_nothing:
        return
    if not tuning.leads:
        yield said(
            "least damage", language, damaged=best.damaged, p50=best.sizes.p50, p90=best.sizes.p90, tokens=best.tokens
        )
        return
    yield said("its metrics", language, whole=_figure(tuning, best, AIMS[0]), budget=_figure(tuning, best, AIMS[1]))
    if tuning.has_natural:
        whole, budget = (figure(tuning.mean(best, metric, natural=True)) for metric in AIMS)
        yield said("its natural metrics", language, whole=whole, budget=budget)
    yield from _against_use(tuning, style)
    yield from _against_others(tuning, language)
    if tuning.check:
        ahead_by = dict(zip(("whole", "budget"), (tuning.check.ahead[aim] for aim in AIMS), strict=True))
        yield said("checked", language, choices=tuning.check.choices, **ahead_by)
    if tuning.of_one_size is not None:
        plain, profile = tuning.tried[tuning.of_one_size], best.candidate.profile
        sizes = {"small": profile.max_tokens, "large": profile.parent_max_tokens}
        figures = {"whole": _figure(tuning, plain, AIMS[0]), "budget": _figure(tuning, plain, AIMS[1])}
        yield said("two sizes", language, profile=printable(plain.candidate.profile.name), **sizes, **figures)


def _against_use(tuning: Tuning, style: Style) -> Iterator[str]:
    """What a change to the recommended profile would bring, question by question, for each profile in use."""
    import numpy

    for used in tuning.of_role("yours"):
        if used is not tuning.best:
            new, old = (
                numpy.array([values(aim, one.outcomes, tuning.budget) for aim in AIMS]) for one in (tuning.best, used)
            )
            moved = estimates((new - old).T, differences=len(AIMS))
            whole, budget = (f"{signed(one.value)} [{signed(one.low)}, {signed(one.high)}]" for one in moved)
            name = printable(used.candidate.profile.name)
            yield said("against use", style.language, profile=name, whole=whole, budget=budget)


def _against_others(tuning: Tuning, language: Language) -> Iterator[str]:
    """How many libraries are behind, the best of them, and services that have more of something."""
    libraries = tuning.of_role("library")
    if libraries:
        ahead = sum(map(tuning.is_ahead, libraries))
        yield said("ahead of libraries", language, ahead=ahead, libraries=len(libraries))
    for metric in AIMS:
        if libraries:
            rival = max(libraries, key=lambda one: tuning.mean(one, metric))
            yield _rival("best library", tuning, rival, metric, language)
    for metric in AIMS:
        # Services are shown in the table; here, only what the recommended profile is behind of.
        before = [
            one for one in tuning.of_role("service") if tuning.mean(one, metric) > tuning.mean(tuning.best, metric)
        ]
        if before:
            rival = max(before, key=lambda one: tuning.mean(one, metric))
            yield _rival("best service", tuning, rival, metric, language)


def _rival(name: str, tuning: Tuning, rival: Tried, metric: str, language: Language) -> str:
    other = AIMS[metric == AIMS[0]]
    figures = {"value": _figure(tuning, rival, metric), "other": _figure(tuning, rival, other)}
    profile = printable(rival.candidate.profile.name)
    return said(name, language, metric=metric, profile=profile, other_metric=other, **figures)


def cautions(tuning: Tuning, style: Style) -> Iterator[str]:
    """What the reader should know before following the advice."""
    profile = tuning.best.candidate.profile
    yield from cautions_of_questions(tuning.questions, style.language)
    if profile.embedding_model is None and profile.model_limit is None and not tuning.tells_nothing:
        # Of large chunks that are only read, the model sees the small ones inside.
        largest = profile.max_tokens if profile.splitter == "parents" else tuning.best.sizes.p90
        yield said("no model named", style.language, p90=min(largest, tuning.best.sizes.p90))
    if not tuning.leads:
        yield said("no questions asked", style.language)


def _figure(tuning: Tuning, one: Tried, metric: str) -> str:
    return figure(tuning.mean(one, metric))
