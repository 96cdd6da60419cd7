"""``chunklint tune``: tries many profiles on the documents and recommends one, with numbers and settings to paste."""

from __future__ import annotations

import os
from time import monotonic
from typing import TYPE_CHECKING, Any

from chunklint.cli.errors import CLEAN, FINDINGS, MISUSE
from chunklint.cli.evaluating import (
    BUDGET,
    EMBEDDING_MODEL,
    ONE_INDEX,
    QUESTIONS,
    first_folder,
    measuring,
    number,
    opened,
    questions_of,
    retriever,
    say_problems,
)
from chunklint.cli.options import COLOR, CONFIG, LANGUAGE, PROFILE, Command, Option, output_format

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from chunklint.cli.output import Output
    from chunklint.cli.session import Session, Source
    from chunklint.documents.model import Document
    from chunklint.engine.model import Language
    from chunklint.evaluation.advice import Tried
    from chunklint.evaluation.questions import Asked, Problem
    from chunklint.evaluation.sweep import Candidate
    from chunklint.evaluation.trial import Skipped, Trial
    from chunklint.report.tuning import Tuning
    from chunklint.settings.model import Settings

COMMAND = Command(
    "tune",
    (
        "Try many profiles on PATHS (default: the working directory) and recommend one, by questions if there are any.",
        "在 PATHS（默认为当前目录）上试多种切分方案并推荐一种；给出问题时按检索效果推荐。",
    ),
    (
        QUESTIONS,
        PROFILE,
        EMBEDDING_MODEL,
        BUDGET,
        ONE_INDEX,
        Option(
            "--time-limit",
            ("Seconds after which no further profile is tried.", "超过此秒数后不再试新的方案。"),
            "SECONDS",
            default="300",
        ),
        output_format("text", "json", "html"),
        Option("--output-file", ("Write to FILE instead of standard output.", "写入 FILE，而不是标准输出。"), "FILE"),
        CONFIG,
        LANGUAGE,
        COLOR,
    ),
    argument="PATHS",
    many=True,
)

# Bytes of documents that are looked at: a profile takes about a second per million, and there are some seventy.
_MOST_BYTES = 4_000_000
# Profiles of the first stage that the second one varies.
_VARIED = 3


def run(values: Mapping[str, Any]) -> int:
    """Write the advice and give the exit code, 1 if there is none; raises MisuseError for what cannot be used."""
    from chunklint.cli.output import Output

    form = values["output_format"]
    session, language = opened(values)
    with measuring(language), Output(values["output_file"], language, for_people=form == "text") as output:
        tuning, is_misused = _tune(session, values, language, output)
        _write(form, output, tuning, language, values["color"])
    return MISUSE if is_misused or session.misused else FINDINGS if tuning.tells_nothing else CLEAN


def _tune(session: Session, values: Mapping[str, Any], language: Language, output: Output) -> tuple[Tuning, bool]:
    from chunklint.evaluation.errors import EvaluationError
    from chunklint.evaluation.trial import Trial

    paths = values["arguments"] or (".",)
    budget = number(values["budget"], "--budget", 1, 1_000_000, language)
    deadline = monotonic() + number(values["time_limit"], "--time-limit", 1, 1_000_000, language)
    sources = session.find(paths, None, language)
    searcher = retriever(values["embedding_model"]) if values["questions"] else None
    asked: dict[str, list[Asked]] = {}
    problems: list[Problem] = []
    if searcher:
        asked, problems = questions_of(values["questions"], sources, paths, language)
    documents, all_bytes = _read(session, sources, asked, language)
    if not documents:
        raise EvaluationError("no documents")
    kept = {document.path for document in documents}
    asked = {path: questions for path, questions in asked.items() if path in kept}
    settings = session.settings_of_folder(first_folder(paths))
    trial = Trial(documents, settings.root, searcher, asked, one_index=values["one_index"], budget=budget)
    sweep = _Sweep(session, settings, trial, language, deadline, by_retrieval=searcher is not None)
    sweep.run(len(documents), shares_terminal=output.is_terminal)
    problems = sorted([*problems, *trial.problems], key=lambda problem: problem.line)
    if searcher:
        say_problems(problems, values["questions"], language)
        if not trial.questions:
            raise EvaluationError("no questions", path=values["questions"])
    name = searcher.name if searcher else ""
    counts = (len(documents), len(sources), sum(len(one.text.encode("utf-8", "replace")) for one in documents))
    return sweep.result(name, budget, counts, all_bytes), bool(problems)


def _read(
    session: Session, sources: Sequence[Source], asked: Mapping[str, object], language: Language
) -> tuple[list[Document], int]:
    """The documents to look at, in the order in which they were found, and how many bytes there are in all."""
    from hashlib import sha256

    from chunklint.cli.reading import say_unreadable
    from chunklint.cli.session import read_source

    read: dict[int, Document] = {}
    total = size = 0
    # Those that questions are about come first, the others by chance, though every time by the same.
    order = sorted(
        range(len(sources)),
        key=lambda at: (
            sources[at].printed not in asked,
            sha256(os.fsencode(sources[at].printed)).digest(),
        ),
    )
    for at in order:
        source = sources[at]
        try:
            data = read_source(source)
            if size < _MOST_BYTES:
                read[at] = session.document(source, data)
                size += len(data)
        except OSError as error:
            session.misused = True
            say_unreadable(source, error, language)
            continue
        total += len(data)
    return [read[at] for at in sorted(read)], total


class _Sweep:
    """One sweep: tries candidates until there are no more or the time is up."""

    def __init__(
        self,
        session: Session,
        settings: Settings,
        trial: Trial,
        language: Language,
        deadline: float,
        *,
        by_retrieval: bool,
    ) -> None:
        from chunklint.evaluation.sweep import size_cap

        self._settings = settings
        self._trial = trial
        self._language: Language = language
        self._deadline = deadline
        self._by_retrieval = by_retrieval
        self._registry = session.registry(settings)
        self._cap = size_cap(settings.profiles[0])
        self.tried: list[Tried] = []
        self.skipped: list[Skipped] = []
        self.out_of_time = False

    def run(self, documents: int, *, shares_terminal: bool) -> None:
        """Try the settings' own profiles, the defaults of libraries, the sweep, and variations of its best."""
        from chunklint.cli.progress import ProgressBar
        from chunklint.evaluation.sweep import Candidate, defaults, distinct, first_stage, second_stage
        from chunklint.report.evaluation_words import said

        own = self._settings.profiles
        yours = [Candidate(profile, "yours") for profile in own]
        ours = first_stage(self._cap, own[0], by_retrieval=self._by_retrieval)
        first = distinct([*yours, *defaults(own), *ours])
        expected = len(first) + 3 * _VARIED
        with ProgressBar(
            expected * documents, said("sweeping", self._language), shares_terminal=shares_terminal
        ) as bar:
            self._try(first, documents, bar.advance)
            best = [self.tried[at].candidate.profile for at in self._best(_VARIED)]
            tried = [one.candidate.profile for one in self.tried]
            self._try(distinct(second_stage(best, by_retrieval=self._by_retrieval), tried), documents, bar.advance)

    def _try(self, candidates: Sequence[Candidate], documents: int, advance: Callable[[int], object]) -> None:
        from chunklint.evaluation.trial import Skipped

        for candidate in candidates:
            # The settings' own and one more are tried whatever the time: there must be something to recommend.
            deadline = self._deadline if len(self.tried) > len(self._settings.profiles) else None
            counter = _Counter((len(self.tried) + len(self.skipped)) * documents, advance, deadline)
            try:
                found = self._try_one(candidate, counter.next)
            except _TimeUpError:
                self.out_of_time = True
                return
            if isinstance(found, Skipped):
                self.skipped.append(found)
            else:
                self.tried.append(found)

    def _try_one(self, candidate: Candidate, advance: Callable[[], object]) -> Tried | Skipped:
        if self._by_retrieval:
            return self._trial.by_retrieval(candidate, advance)
        return self._trial.by_damage(candidate, self._settings, self._registry, advance)

    def _best(self, number: int) -> list[int]:
        """The places of the best so many that may be recommended; none where no question has its document here."""
        from chunklint.evaluation.advice import RIVALS, best_by_damage, best_by_lead, leads

        questions = self._trial.questions
        if self._by_retrieval and not questions:
            return []
        found = leads(self.tried, questions, self._trial.budget) if questions else []
        places = [at for at, one in enumerate(self.tried) if one.candidate.role not in RIVALS]
        best: list[int] = []
        while places and len(best) < number:
            left = [self.tried[at] for at in places]
            if found:
                at = places[best_by_lead(left, [found[place] for place in places], self._cap)]
            else:
                at = places[best_by_damage(left, self._cap)]
            places.remove(at)
            best.append(at)
        return best

    def result(self, retriever_name: str, budget: int, counts: tuple[int, int, int], all_bytes: int) -> Tuning:
        """What the sweep found."""
        from chunklint.evaluation.advice import check, leads
        from chunklint.report.tuning import Tuning

        (recommended,) = self._best(1)
        questions = self._trial.questions
        found = leads(self.tried, questions, budget) if questions else []
        documents, all_documents, size = counts
        return Tuning(
            self.tried,
            self.skipped,
            recommended,
            found,
            questions,
            retriever_name,
            budget,
            documents,
            all_documents,
            size,
            all_bytes,
            self.out_of_time,
            check(self.tried, questions, budget, self._cap) if questions else None,
        )


class _TimeUpError(Exception):
    """The time limit was reached in the middle of a profile, whose figures are then worth nothing."""


class _Counter:
    """Counts steps up from a number; raises _TimeUpError once the deadline, if there is one, is over."""

    def __init__(self, done: int, advance: Callable[[int], object], deadline: float | None) -> None:
        self._done = done
        self._advance = advance
        self._deadline = deadline

    def next(self) -> None:
        """One more step."""
        if self._deadline is not None and monotonic() > self._deadline:
            raise _TimeUpError
        self._done += 1
        self._advance(self._done)


def _write(form: str, output: Output, tuning: Tuning, language: Language, color: str) -> None:
    style = output.style(language, color)
    if form == "html":
        from chunklint.report.tuning_page import tuning_page

        for piece in tuning_page(tuning, style):
            output.write(piece)
    elif form == "json":
        import json

        from chunklint.report.tuning import tuning_as_json

        output.write(json.dumps(tuning_as_json(tuning), ensure_ascii=False, indent=1) + "\n")
    else:
        from chunklint.report.tuning import tuning_as_text

        for line in tuning_as_text(tuning, style):
            output.write(line + "\n")
