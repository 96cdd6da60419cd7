"""``chunklint preview``: shows or exports how documents are cut under the active profiles."""

from __future__ import annotations

import gc
import os
from typing import TYPE_CHECKING, Any

from chunklint.cli.errors import CLEAN, MISUSE, MisuseError
from chunklint.cli.options import (
    COLOR,
    CONFIG,
    LANGUAGE,
    OUTPUT_FILE,
    PROFILE,
    STDIN_FILENAME,
    Command,
    Option,
    output_format,
)
from chunklint.report.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from chunklint.chunking.model import Chunk, Profile
    from chunklint.cli.output import Output
    from chunklint.cli.session import Session, Source
    from chunklint.documents.model import Document
    from chunklint.engine.analysis import Analysis
    from chunklint.engine.model import Language
    from chunklint.report.comparison import Comparison
    from chunklint.report.formats import Style
    from chunklint.report.previews import Preview
    from chunklint.settings.model import Settings

COMMAND = Command(
    "preview",
    (
        "Show or export the chunks of files and of all documents in folders; - is standard input.",
        "显示或导出文件及文件夹中所有文档的切块结果；- 表示标准输入。",
    ),
    (
        output_format("text", "json", "jsonl", "html"),
        OUTPUT_FILE,
        Option("--full", ("Show all of each chunk's text.", "显示每块的全部文字。")),
        Option(
            "--compare",
            (
                "Show what two profiles or presets do to one file (give both names), side by side.",
                "并排比较两个切分方案或预设（写上两个名称）对一个文件的切法。",
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
    argument="PATHS",
    many=True,
    required=True,
)


def run(values: Mapping[str, Any]) -> int:
    """Write the chunks under each active profile; raises MisuseError for one file that cannot be read or cut.

    Of several files, and of folders, what cannot be had is told of, and the others are written.
    """
    gc.disable()  # as in a check: there is next to nothing to collect
    try:
        return _preview(values)
    finally:
        gc.enable()


def _preview(values: Mapping[str, Any]) -> int:
    from chunklint.cli.language import choose
    from chunklint.cli.output import Output
    from chunklint.cli.session import open_session
    from chunklint.report.previews import Look, pieces
    from chunklint.settings.errors import printed_path

    form, compared, paths = values["output_format"], values["compare"], values["arguments"]
    session = open_session({**values, "profile": compared} if compared else values)
    language = choose(values["language"], session.language, os.environ, for_people=form in ("text", "html"))
    is_one = len(paths) == 1 and not os.path.isdir(paths[0])  # noqa: PTH112 (pathlib costs start-up)
    if compared and not is_one:
        raise MisuseError(phrase("compare one file", language))
    document = session.read(paths[0], values["stdin_filename"], language) if is_one else None
    if document and compared:
        _compare(session, *document, language, values)
        return CLEAN
    sources = [] if document else session.find(paths, values["stdin_filename"], language)
    title = document[0].path if document else ", ".join(map(printed_path, paths))
    with Output(values["output_file"], language, for_people=form == "text") as output:
        look = Look(output.style(language, values["color"]), title, is_one, values["full"])
        previews = iter([_cut(*document)]) if document else _each(session, sources, language, output)
        for piece in pieces(form, previews, look):
            output.write(piece)
    return MISUSE if session.misused else CLEAN


def _each(session: Session, sources: Sequence[Source], language: Language, output: Output) -> Iterator[Preview]:
    """The previews of all sources that can be read and cut; the others are told of."""
    from chunklint.chunking.adapters.errors import PageError
    from chunklint.cli.progress import ProgressBar
    from chunklint.cli.reading import documents, say_uncut

    # Cards that appear at a terminal say themselves how far it is.
    bar = ProgressBar(0 if output.is_terminal else len(sources), phrase("cutting", language), shares_terminal=False)
    with bar:
        for source, document in documents(session, sources, bar, language):
            if document is None:
                continue
            try:
                preview = _cut(document, session.settings(source.path))
            except PageError as error:
                say_uncut(session, source, error, language)
            else:
                yield preview


def _cut(document: Document, settings: Settings) -> Preview:
    """A document as all active profiles cut it. Raises SplitterError and TokenizerError."""
    from chunklint.chunking.splitters import chunk_document
    from chunklint.report.previews import Preview, ProfileChunks

    return Preview(
        document,
        [
            ProfileChunks(
                profile, chunk_document(document, profile, settings.root), _parents(document, profile, settings)
            )
            for profile in settings.profiles
        ],
    )


def _compare(
    session: Session, document: Document, settings: Settings, language: Language, values: Mapping[str, Any]
) -> None:
    """Write what the two profiles of the settings do to a document."""
    from chunklint.cli.output import Output

    form = values["output_format"]
    _check_compared(values, settings, language)
    comparison = _comparison(session, document, settings)
    with Output(values["output_file"], language, for_people=form == "text") as output:
        _write_comparison(comparison, form, output.write, output.style(language, values["color"]))


def _check_compared(values: Mapping[str, Any], settings: Settings, language: Language) -> None:
    """Two different profiles, and nothing else that chooses any or a form that shows only one."""
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


def _parents(document: Document, profile: Profile, settings: Settings) -> list[Chunk]:
    """The large chunks that a profile puts its chunks in, if it does."""
    if profile.splitter != "parents":
        return []
    from chunklint.chunking.measure import Measure
    from chunklint.chunking.parents import family
    from chunklint.tokens import get_counter

    return family(document, profile, Measure(document.text, get_counter(profile.tokenizer, root=settings.root))).parents
