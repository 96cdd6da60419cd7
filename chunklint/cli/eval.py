"""``chunklint eval``: what profiles make of questions whose answers are known; a gate where limits are given."""

from __future__ import annotations

import gc
import os
from typing import TYPE_CHECKING, Any, NamedTuple

from chunklint.cli.errors import CLEAN, FINDINGS, MISUSE, MisuseError
from chunklint.cli.options import COLOR, CONFIG, LANGUAGE, PROFILE, Command, Option, output_format

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from chunklint.cli.output import Output
    from chunklint.cli.session import Session, Source
    from chunklint.engine.model import Language
    from chunklint.evaluation.corpus import Corpus
    from chunklint.evaluation.evaluate import Evaluation
    from chunklint.evaluation.questions import Asked, Problem
    from chunklint.evaluation.retrieval import Retriever
    from chunklint.evaluation.stored import Change

QUESTIONS = Option(
    "--questions",
    (
        "The questions: one JSON object a line with query, doc and gold (the text that answers it).",
        "问题文件：每行一个 JSON 对象，含 query、doc 和 gold（答案原文）。",
    ),
    "FILE",
)
EMBEDDING_MODEL = Option(
    "--embedding-model",
    (
        "Search by meaning instead of by words: the folder of a model, or module:callable.",
        "改用语义检索（默认按词检索）：模型所在文件夹，或 模块:可调用对象。",
    ),
    "MODEL",
)
BUDGET = Option(
    "--budget",
    ("Tokens of the context in the budget metric.", "budget 指标所用上下文的 token 数。"),
    "N",
    default="1500",
)
ONE_INDEX = Option(
    "--one-index",
    (
        "Search documents of all languages at once (default: those in the language of the answer's document).",
        "所有语言的文档放在一起检索（默认只检索与答案所在文档语言相同的文档）。",
    ),
)

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

# Sentences about questions that are left out; a file in the wrong format would fill the terminal.
_MOST_SENTENCES = 20


class Limit(NamedTuple):
    """The least that a metric may be, from 0 to 1."""

    metric: str
    least: float


def run(values: Mapping[str, Any]) -> int:
    """Write the metrics and give the exit code; raises MisuseError for what cannot be used."""
    from chunklint.evaluation.errors import EvaluationError

    gc.disable()  # as in a check: there is next to nothing to collect
    try:
        return _eval(values)
    except EvaluationError as error:
        raise MisuseError(sentence(error, _language(values))) from None
    finally:
        gc.enable()


def _eval(values: Mapping[str, Any]) -> int:
    from chunklint.cli.output import Output
    from chunklint.cli.session import open_session
    from chunklint.evaluation.stored import changes_since

    language = _language(values)
    form = values["output_format"]
    with Output(values["output_file"], language, for_people=form == "text") as output:
        if values["definitions"]:
            output.write(definitions(language))
            return CLEAN
        limits = [_limit(given, language) for given in values["fail_under"]]
        stored = _stored(values["compare_with"], language)
        session = open_session(values)
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


def retriever(model: str | None) -> Retriever:
    """The retriever that was asked for. Raises EvaluationError."""
    if model:
        from chunklint.evaluation.embedding import Embedding

        return Embedding(model)
    from chunklint.evaluation.retrieval import Bm25

    return Bm25()


def questions_of(
    path: str | None, sources: Sequence[Source], paths: Sequence[str], language: Language
) -> tuple[dict[str, list[Asked]], list[Problem]]:
    """The questions of a file by the printed path of their document, and those that cannot be used.

    A document is named relative to the file of questions, to one of ``paths``, or to the working directory. Raises
    EvaluationError for a file that cannot be read, MisuseError without one.
    """
    from chunklint.cli.output import reason
    from chunklint.evaluation.errors import EvaluationError
    from chunklint.evaluation.loading import by_document
    from chunklint.evaluation.questions import read_questions
    from chunklint.report.phrases import phrase
    from chunklint.settings.errors import printed_path
    from chunklint.text.decoding import decode

    if not path:
        raise MisuseError(phrase("missing argument", language, name="--questions FILE"))
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            text = decode(file.read()).text
    except OSError as error:
        raise EvaluationError("questions unreadable", path=path, reason=reason(error)) from None
    asked, problems = read_questions(text)
    if not asked and not problems:
        raise EvaluationError("no questions", path=path)
    folders = [os.path.dirname(path) or ".", *(at if os.path.isdir(at) else os.path.dirname(at) for at in paths), "."]  # noqa: PTH112, PTH120
    found, unknown = by_document(
        asked, [source.printed for source in sources], [printed_path(folder or ".") for folder in folders]
    )
    return found, problems + unknown


def first_folder(paths: Sequence[str]) -> str:
    """The folder whose settings give the profiles: that of the first path."""
    return paths[0] if os.path.isdir(paths[0]) else os.path.dirname(paths[0]) or "."  # noqa: PTH112, PTH120


def fill(
    corpus: Corpus, session: Session, sources: Sequence[Source], root: Any, language: Language, output: Output
) -> None:
    """Take all documents into a corpus; says which cannot be read."""
    from chunklint.cli.output import reason, say
    from chunklint.cli.progress import ProgressBar
    from chunklint.cli.session import read_source
    from chunklint.evaluation.corpus import Measures
    from chunklint.report.evaluation_words import said
    from chunklint.report.phrases import phrase

    with ProgressBar(len(sources), said("cutting", language), shares_terminal=output.is_terminal) as bar:
        for done, source in enumerate(sources, 1):
            try:
                data = read_source(source)
            except OSError as error:
                session.misused = True
                bar.pause()
                say(phrase("not a document", language, path=source.printed, reason=reason(error)), language)
                continue
            document, failures = session.document(source, data), len(corpus.failures)
            corpus.add(document, Measures(document.text, root))
            for path, why in corpus.failures[failures:]:
                session.misused = True
                bar.pause()
                say(said("page failed", language, path=path, reason=why), language)
            bar.advance(done)


def say_problems(problems: Sequence[Problem], path: str, language: Language) -> list[tuple[int, str, str]]:
    """Say why questions are left out, and give line, name and sentence of each."""
    from chunklint.cli.output import say
    from chunklint.report.evaluation_words import said

    sentences = [
        (one.line, one.name, said(one.name, language, path=path, line=one.line, **one.values)) for one in problems
    ]
    for _, _, words in sentences[:_MOST_SENTENCES]:
        say(words, language)
    if len(sentences) > _MOST_SENTENCES:
        say(said("problems more", language, path=path, count=len(sentences) - _MOST_SENTENCES), language)
    return sentences


def number(given: str, option: str, least: int, most: int, language: Language) -> int:
    """The whole number that an option was given. Raises MisuseError for anything else."""
    from chunklint.report.evaluation_words import said

    if not (given.isascii() and given.isdigit() and len(given) < 12 and least <= int(given) <= most):
        raise MisuseError(said("bad number", language, value=given, option=option, least=least, most=most))
    return int(given)


def sentence(error: Any, language: Language) -> str:
    """What an EvaluationError says to the user."""
    from chunklint.report.evaluation_words import said

    return said(error.name, language, **error.values)


def definitions(language: Language) -> str:
    """The page that defines the metrics."""
    from importlib.resources import files

    name = "metrics.zh.md" if language == "zh-CN" else "metrics.md"
    return files("chunklint.evaluation").joinpath(name).read_text("utf-8")


def _language(values: Mapping[str, Any]) -> Language:
    from chunklint.cli.language import choose
    from chunklint.cli.session import open_session

    return choose(
        values["language"], open_session(values).language, os.environ, for_people=values["output_format"] != "json"
    )


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
            sentences.append(
                said("change dropped", language, profile=change.profile, path=path, metric=metric, **estimate)
            )
    for words in sentences:
        say(words, language)
    if changes and not any(change.dropped for change in changes):
        say(said("same as before", language), language)
    return bool(sentences)
