"""What the commands share that measure by questions: their options, the questions, the documents; no command itself."""

from __future__ import annotations

import gc
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from chunklint.cli.errors import MisuseError
from chunklint.cli.options import Option

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from chunklint.cli.output import Output
    from chunklint.cli.session import Session, Source
    from chunklint.engine.model import Language
    from chunklint.evaluation.corpus import Corpus
    from chunklint.evaluation.questions import Asked, Problem
    from chunklint.evaluation.retrieval import Retriever

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
        "改用语义检索（默认为关键词检索）：模型所在文件夹，或 模块:可调用对象。",
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

# Sentences about questions that are left out; a file in the wrong format would fill the terminal.
_MOST_SENTENCES = 20


def opened(values: Mapping[str, Any]) -> tuple[Session, Language]:
    """The session of a command, and the language in which it speaks."""
    from chunklint.cli.language import choose
    from chunklint.cli.session import open_session

    session = open_session(values)
    for_people = values["output_format"] != "json"
    return session, choose(values["language"], session.language, os.environ, for_people=for_people)


@contextmanager
def measuring(language: Language) -> Iterator[None]:
    """Measure with the collector off, since as in a check there is next to nothing to collect.

    What cannot be measured becomes a MisuseError.
    """
    from chunklint.evaluation.errors import EvaluationError

    gc.disable()
    try:
        yield
    except EvaluationError as error:
        raise MisuseError(_sentence(error, language)) from None
    finally:
        gc.enable()


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
    from chunklint.cli.output import say
    from chunklint.cli.progress import ProgressBar
    from chunklint.cli.reading import documents
    from chunklint.evaluation.corpus import Measures
    from chunklint.report.evaluation_words import said

    with ProgressBar(len(sources), said("cutting", language), shares_terminal=output.is_terminal) as bar:
        for _, document in documents(session, sources, bar, language):
            if document is None:
                session.misused = True
                continue
            failures = len(corpus.failures)
            corpus.add(document, Measures(document.text, root))
            for path, why in corpus.failures[failures:]:
                session.misused = True
                bar.pause()
                say(said("page failed", language, path=path, reason=why), language)


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


def _sentence(error: Any, language: Language) -> str:
    """What an EvaluationError says to the user."""
    from chunklint.report.evaluation_words import said

    return said(error.name, language, **error.values)
