"""``chunklint questions``: drafts questions from documents, for people to edit and for ``eval`` to measure with."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from chunklint.cli.errors import CLEAN, FINDINGS, MISUSE, MisuseError
from chunklint.cli.options import CONFIG, LANGUAGE, Command, Option

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from chunklint.cli.output import Output
    from chunklint.cli.session import Session, Source
    from chunklint.engine.model import Language

COMMAND = Command(
    "questions",
    (
        "Draft questions from the tables, FAQ headings and glossaries of PATHS, to be edited before 'eval' uses them.",
        "根据 PATHS 中的表格、FAQ 标题和术语表起草问题，审阅修改后供 eval 使用。",
    ),
    (
        Option("--per-page", ("Most drafts of one document.", "每个文档最多起草的问题数。"), "N", default="5"),
        Option("--output-file", ("Write to FILE instead of standard output.", "写入 FILE，而不是标准输出。"), "FILE"),
        Option("--force", ("Write over FILE where it is there already.", "FILE 已存在时将其覆盖。")),
        CONFIG,
        LANGUAGE,
    ),
    argument="PATHS",
    many=True,
)


def run(values: Mapping[str, Any]) -> int:
    """Write a line a draft; 1 if there is none. Raises MisuseError for a number that is none, or a file in the way."""
    from chunklint.cli.evaluating import number
    from chunklint.cli.language import choose
    from chunklint.cli.output import Output, say
    from chunklint.cli.session import open_session
    from chunklint.report.evaluation_words import said

    session = open_session(values)
    language = choose(values["language"], session.language, os.environ, for_people=True)
    per_page = number(values["per_page"], "--per-page", 1, 1000, language)
    if values["output_file"] and not values["force"]:
        _spare(values["output_file"], language)
    sources = session.find(values["arguments"] or (".",), None, language)
    with Output(values["output_file"], language, for_people=False) as output:
        questions, documents = _draft(session, sources, per_page, language, output)
    if questions:
        say(said("drafted", language, questions=questions, documents=documents), language)
    else:
        say(said("no drafts", language), language)
    return MISUSE if session.misused else CLEAN if questions else FINDINGS


def _spare(path: str, language: Language) -> None:
    """Raise MisuseError for a file that has something in it: somebody may have edited the drafts there."""
    from chunklint.report.evaluation_words import said

    if os.path.isfile(path) and os.path.getsize(path):  # noqa: PTH113, PTH202 (a device takes drafts at any time)
        raise MisuseError(said("drafts there", language, path=path))


def _draft(
    session: Session, sources: Sequence[Source], per_page: int, language: Language, output: Output
) -> tuple[int, int]:
    """Write the drafts of all sources; how many there are, and of how many documents."""
    from chunklint.cli.progress import ProgressBar
    from chunklint.cli.reading import documents
    from chunklint.evaluation.drafts import drafts
    from chunklint.report.evaluation_words import said

    questions = pages = 0
    with ProgressBar(len(sources), said("drafting", language), shares_terminal=output.is_terminal) as bar:
        for source, document in documents(session, sources, bar, language):
            if document is None:
                session.misused = True
                continue
            found = drafts(document, per_page)
            for one in found:
                output.write(_line(one, source.printed) + "\n")
            questions += len(found)
            pages += bool(found)
    return questions, pages


def _line(draft: Any, doc: str) -> str:
    import json
    from hashlib import sha256

    digest = sha256(f"{doc}\0{draft.query}".encode("utf-8", "surrogatepass")).hexdigest()[:10]
    fields = {
        "id": f"draft-{digest}",
        "query": draft.query,
        "doc": doc,
        "gold": draft.gold,
        "kind": draft.kind,
        "lang": draft.language,
        "origin": "template",
        "draft": True,
    }
    return json.dumps(fields, ensure_ascii=False)
