"""``chunklint preview``: shows how one file is cut under the active profiles."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, TypeAlias

from chunklint.cli.errors import CLEAN
from chunklint.cli.options import (
    COLOR,
    CONFIG,
    LANGUAGE,
    PROFILE,
    STDIN_FILENAME,
    Command,
    Option,
    output_format,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from chunklint.chunking.model import Chunk, Profile
    from chunklint.cli.session import Session
    from chunklint.documents.model import Document
    from chunklint.engine.context import Analysis
    from chunklint.engine.model import Language
    from chunklint.report.comparison import Comparison
    from chunklint.report.formats import Style
    from chunklint.settings.model import Settings

COMMAND = Command(
    "preview",
    ("Show the chunks of FILE; - is standard input.", "显示 FILE 的切块结果；- 表示标准输入。"),
    (
        output_format("text", "json", "jsonl", "html"),
        Option("--full", ("Show all of each chunk's text.", "显示每块的全部文字。")),
        Option(
            "--compare",
            (
                "Show what two profiles or presets do (give both names), side by side.",
                "并排比较两个切分方案或预设（写上两个名称）。",
            ),
            "PROFILE",
            takes=2,
        ),
        CONFIG,
        PROFILE,
        STDIN_FILENAME,
        LANGUAGE,
        COLOR,
    ),
    argument="FILE",
    required=True,
)

Previews: TypeAlias = "Sequence[tuple[Profile, list[Chunk]]]"


def run(values: Mapping[str, Any]) -> int:
    """Write the chunks of one file under each active profile; raises MisuseError for a file that cannot be read."""
    from chunklint.chunking.splitters import chunk_document
    from chunklint.cli.language import choose
    from chunklint.cli.output import Output
    from chunklint.cli.session import open_session

    form, compared = values["output_format"], values["compare"]
    for_people = form in ("text", "html")
    session = open_session({**values, "profile": compared} if compared else values)
    language = choose(values["language"], session.language, os.environ, for_people=for_people)
    document, settings = session.read(values["arguments"][0], values["stdin_filename"], language)
    if compared:
        _check_compared(values, settings, language)
        comparison = _comparison(session, document, settings)
        with Output(None, language, for_people=form == "text") as output:
            _write_comparison(comparison, form, output.write, output.style(language, values["color"]))
        return CLEAN
    previews = [(profile, chunk_document(document, profile, settings.root)) for profile in settings.profiles]
    with Output(None, language, for_people=form == "text") as output:
        style = output.style(language, values["color"])
        if form == "text":
            _write_cards(document, previews, output.write, style, values["full"])
        elif form == "html":
            from chunklint.report.preview_page import preview_page

            for piece in preview_page(document, previews, style):
                output.write(piece)
        else:
            _write_json(document, previews, settings, output.write, by_line=form == "jsonl")
    return CLEAN


def _check_compared(values: Mapping[str, Any], settings: Settings, language: Language) -> None:
    """Two different profiles, and nothing else that chooses any or a form that shows only one."""
    from chunklint.cli.errors import MisuseError
    from chunklint.report.phrases import phrase

    for option, given in (("--profile", values["profile"]), ("--full", values["full"])):
        if given:
            raise MisuseError(phrase("not with", language, option=option, other="--compare"))
    if values["output_format"] == "jsonl":
        raise MisuseError(phrase("not with", language, option="--output-format jsonl", other="--compare"))
    if len(settings.profiles) < 2:
        raise MisuseError(phrase("compare with itself", language, profile=settings.profiles[0].name))


def _comparison(session: Session, document: Document, settings: Settings) -> Comparison:
    from chunklint.engine.run import lint
    from chunklint.report.comparison import Side, compare

    analyses: list[Analysis] = []
    findings = lint(document, settings, session.registry(settings), analyses.append)
    if not analyses:  # an empty page
        return compare(document, *(Side(profile, (), ()) for profile in settings.profiles))
    first, second = (
        Side(one.profile, one.chunks, [finding for finding in findings if one.profile.name in finding.profiles])
        for one in analyses
    )
    return compare(document, first, second)


def _write_comparison(comparison: Comparison, form: str, write: Callable[[str], object], style: Style) -> None:
    if form == "json":
        import json

        from chunklint.report.comparison import as_json

        write(json.dumps(as_json(comparison), ensure_ascii=False, indent=1) + "\n")
    elif form == "html":
        from chunklint.report.preview_page import comparison_page

        for piece in comparison_page(comparison, style):
            write(piece)
    else:
        from chunklint.report.comparison import as_text

        for line in as_text(comparison, style):
            write(line + "\n")


def _write_cards(
    document: Document, previews: Previews, write: Callable[[str], object], style: Style, full: bool
) -> None:
    from chunklint.report.cards import cards

    for at, (profile, chunks) in enumerate(previews):
        write("\n" if at else "")
        for line in cards(document, profile, chunks, style, full=full):
            write(line + "\n")


def _write_json(
    document: Document,
    previews: Previews,
    settings: Settings,
    write: Callable[[str], object],
    *,
    by_line: bool,
) -> None:
    """One object for one profile, an array of them for several; by line, one object a chunk with its profile's name."""
    import json

    from chunklint.report.chunks import chunk_lines_as_json, preview_as_json

    parents = [_parents(document, profile, settings) for profile, _ in previews]
    if by_line:
        for (profile, chunks), large in zip(previews, parents, strict=True):
            for one in chunk_lines_as_json(document, profile, chunks, large):
                write(json.dumps(one, ensure_ascii=False) + "\n")
        return
    objects = [
        preview_as_json(document, profile, chunks, large)
        for (profile, chunks), large in zip(previews, parents, strict=True)
    ]
    write(json.dumps(objects[0] if len(objects) == 1 else objects, ensure_ascii=False, indent=1) + "\n")


def _parents(document: Document, profile: Profile, settings: Settings) -> list[Chunk]:
    """The large chunks that a profile puts its chunks in, if it does."""
    if profile.splitter != "parents":
        return []
    from chunklint.chunking.measure import Measure
    from chunklint.chunking.parents import family
    from chunklint.tokens import get_counter

    return family(document, profile, Measure(document.text, get_counter(profile.tokenizer, root=settings.root))).parents
