"""``chunklint eval``: what profiles make of questions whose answers are known; a gate where limits are given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from chunklint.cli.errors import CLEAN, FINDINGS, MISUSE, MisuseError
from chunklint.cli.evaluating import (
    BUDGET,
    EMBEDDING_MODEL,
    ONE_INDEX,
    QUESTIONS,
    fill,
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
    from collections.abc import Mapping, Sequence

    from chunklint.cli.output import Output
    from chunklint.cli.session import Session
    from chunklint.engine.model import Language
    from chunklint.evaluation.evaluate import Evaluation
    from chunklint.evaluation.questions import Problem
    from chunklint.evaluation.stored import Change

COMMAND = Command(
    "eval",
    (
        "Measure how well questions find their answers in the chunks of PATHS (default: the working directory).",
        "测量问题能否在 PATHS（默认为当前目录）的块中找到答案。",
    ),
    (
        QUESTIONS,
        PROFILE,
        EMBEDDING_MODEL,
        BUDGET,
        ONE_INDEX,
        Option("--save", ("Store the run in FILE.", "将结果保存到 FILE。"), "FILE"),
        Option(
            "--compare-with",
            (
                "Exit with 1 if a metric fell beyond noise since the run stored in FILE.",
                "与 FILE 中保存的结果相比，若有指标明显变差（超出误差），退出码为 1。",
            ),
            "FILE",
        ),
        Option(
            "--fail-under",
            (
                "Exit with 1 if a metric is lower, such as hit@5=0.8; repeat for several.",
                "指标低于所给数值（如 hit@5=0.8）时退出码为 1；可多次指定。",
            ),
            "METRIC=NUMBER",
            repeat=True,
        ),
        Option("--definitions", ("Print what the metrics mean, and exit.", "显示各指标的定义后退出。")),
        output_format("text", "json", "html"),
        Option("--output-file", ("Write to FILE instead of standard output.", "写入 FILE，而不是标准输出。"), "FILE"),
        CONFIG,
        LANGUAGE,
        COLOR,
    ),
    argument="PATHS",
    many=True,
)


class Limit(NamedTuple):
    """The least that a metric may be, from 0 to 1."""

    metric: str
    least: float


def run(values: Mapping[str, Any]) -> int:
    """Write the metrics and give the exit code; raises MisuseError for what cannot be used."""
    session, language = opened(values)
    with measuring(language):
        return _eval(session, values, language)


def _eval(session: Session, values: Mapping[str, Any], language: Language) -> int:
    from chunklint.cli.output import Output
    from chunklint.evaluation.stored import changes_since

    form = values["output_format"]
    with Output(values["output_file"], language, for_people=form == "text") as output:
        if values["definitions"]:
            output.write(definitions(language))
            return CLEAN
        limits = [_limit(given, language) for given in values["fail_under"]]
        stored = _stored(values["compare_with"], language)
        evaluation, problems = measure(session, values, language, output)
        changes = changes_since(stored, evaluation, values["compare_with"]) if stored else []
        said_problems = say_problems(problems, values["questions"], language)
        _write(output, values, evaluation, said_problems, changes, language)
    if values["save"]:
        _save(values["save"], evaluation, language)
    failed = _say_failures(evaluation, limits, changes, values["compare_with"], language)
    return MISUSE if problems or session.misused else FINDINGS if failed else CLEAN


def measure(
    session: Session, values: Mapping[str, Any], language: Language, output: Output
) -> tuple[Evaluation, list[Problem]]:
    """Cut the documents, search for the questions; what could not be measured comes second, in the file's order.

    Raises EvaluationError and MisuseError where nothing can be measured.
    """
    from chunklint.cli.progress import ProgressBar
    from chunklint.evaluation.corpus import Corpus
    from chunklint.evaluation.errors import EvaluationError
    from chunklint.evaluation.evaluate import evaluate
    from chunklint.report.evaluation_words import said

    budget = number(values["budget"], "--budget", 1, 1_000_000, language)
    paths = values["arguments"] or (".",)
    searcher = retriever(values["embedding_model"])
    sources = session.find(paths, None, language)
    asked, problems = questions_of(values["questions"], sources, paths, language)
    settings = session.settings_of_folder(first_folder(paths))
    corpus = Corpus(settings.profiles, searcher, asked, one_index=values["one_index"])
    fill(corpus, session, sources, settings.root, language, output)
    problems = sorted([*problems, *corpus.problems], key=lambda problem: problem.line)
    if not corpus.questions:
        say_problems(problems, values["questions"], language)
        raise EvaluationError("no questions" if corpus.documents else "no documents", path=values["questions"])
    total = len(corpus.questions) * len(corpus.pools)
    with ProgressBar(total, said("searching", language), shares_terminal=output.is_terminal) as bar:
        return evaluate(corpus, searcher.name, budget, bar.advance), problems


def definitions(language: Language) -> str:
    """The page that defines the metrics."""
    from importlib.resources import files

    name = "metrics.zh.md" if language == "zh-CN" else "metrics.md"
    return files("chunklint.evaluation").joinpath(name).read_text("utf-8")


def _limit(given: str, language: Language) -> Limit:
    from chunklint.evaluation.metrics import values as values_of
    from chunklint.report.evaluation_words import said

    metric, _, least = given.partition("=")
    values_of(metric.strip(), [])  # raises where there is no such metric
    try:
        limit = Limit(metric.strip(), float(least))
    except ValueError:
        limit = Limit(metric, -1.0)
    if not 0 <= limit.least <= 1:
        raise MisuseError(said("bad threshold", language, value=given))
    return limit


def _stored(path: str | None, language: Language) -> Any:
    from chunklint.cli.output import reason
    from chunklint.evaluation.errors import EvaluationError
    from chunklint.evaluation.stored import read_stored

    if not path:
        return None
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            text = file.read().decode("utf-8", "replace")
    except OSError as error:
        raise EvaluationError("run unreadable", path=path, reason=reason(error)) from None
    return read_stored(text, path)


def _write(
    output: Output,
    values: Mapping[str, Any],
    evaluation: Evaluation,
    problems: Sequence[tuple[int, str, str]],
    changes: Sequence[Change],
    language: Language,
) -> None:
    form, style = values["output_format"], output.style(language, values["color"])
    if form == "html":
        from chunklint.report.evaluation_page import evaluation_page

        for piece in evaluation_page(evaluation, problems, changes, values["compare_with"] or "", style):
            output.write(piece)
    elif form == "json":
        import json

        from chunklint.report.evaluation_json import evaluation_as_json

        output.write(json.dumps(evaluation_as_json(evaluation, problems, changes), ensure_ascii=False, indent=1) + "\n")
    else:
        from chunklint.report.evaluation import evaluation_as_text

        for line in evaluation_as_text(evaluation, changes, values["compare_with"] or "", style):
            output.write(line + "\n")


def _save(path: str, evaluation: Evaluation, language: Language) -> None:
    import json

    from chunklint.cli.output import reason
    from chunklint.gate.atomic import replace_file
    from chunklint.report.evaluation_json import evaluation_as_json
    from chunklint.report.phrases import phrase

    text = json.dumps(evaluation_as_json(evaluation), ensure_ascii=False, separators=(",", ":"))
    try:
        replace_file(path, text.encode("utf-8", "backslashreplace") + b"\n")
    except OSError as error:
        raise MisuseError(phrase("cannot write", language, path=path, reason=reason(error))) from None


def _say_failures(
    evaluation: Evaluation, limits: Sequence[Limit], changes: Sequence[Change], path: str, language: Language
) -> bool:
    """Say which limits are not kept and what fell beyond noise; whether there is any."""
    from chunklint.cli.output import say
    from chunklint.evaluation.metrics import values as values_of
    from chunklint.report.evaluation_words import said

    sentences = []
    for result in evaluation.results:
        for limit in limits:
            found = values_of(limit.metric, result.outcomes, evaluation.budget)
            value = sum(found) / len(found)
            if value < limit.least:
                facts = {"metric": limit.metric, "profile": result.profile.name, "value": value, "limit": limit.least}
                sentences.append(said("under", language, **facts))
    for change in changes:
        for metric in change.dropped:
            estimate = change.metrics[metric]._asdict()
            name = "natural change dropped" if change.origin else "change dropped"
            sentences.append(said(name, language, profile=change.profile, path=path, metric=metric, **estimate))
    for words in sentences:
        say(words, language)
    if changes and not any(change.dropped for change in changes):
        questions = max(change.questions for change in changes)
        is_told = not all(change.tells_nothing for change in changes)
        say(said("same as before" if is_told else "too few to compare", language, questions=questions), language)
    return bool(sentences)
