"""``chunklint stats``: how large the chunks of documents are, profile by profile; a gate where limits are given."""

from __future__ import annotations

import gc
import os
from typing import TYPE_CHECKING, Any

from chunklint.cli.errors import CLEAN, FINDINGS, MISUSE, MisuseError
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

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from chunklint.chunking.measure import Measure
    from chunklint.cli.session import Session, Source
    from chunklint.documents.model import Document
    from chunklint.engine.model import Language
    from chunklint.report.formats import Style
    from chunklint.report.sizes import Sizes
    from chunklint.report.stats import Exceeded

COMMAND = Command(
    "stats",
    (
        "Show how large the chunks of PATHS are (default: the working directory); - is standard input.",
        "统计 PATHS（默认为当前目录）切块后的大小分布；- 表示标准输入。",
    ),
    (
        output_format("text", "json", "html"),
        OUTPUT_FILE,
        Option(
            "--max-p90",
            (
                "Exit with 1 if one chunk in ten is larger than N (in the profile's unit).",
                "若有超过一成的块大于 N（单位同切分方案），退出码为 1。",
            ),
            "N",
        ),
        Option(
            "--max-over-budget",
            (
                "Exit with 1 if more than PERCENT of the chunks are over the profile's limit.",
                "若超出上限的块多于 PERCENT（百分比），退出码为 1。",
            ),
            "PERCENT",
        ),
        CONFIG,
        PROFILE,
        STDIN_FILENAME,
        LANGUAGE,
        COLOR,
    ),
    argument="PATHS",
    many=True,
)


def run(values: Mapping[str, Any]) -> int:
    """Write the sizes and give the exit code; raises MisuseError for a limit that is no number."""
    gc.disable()  # as in a check: there is next to nothing to collect
    try:
        return _stats(values)
    finally:
        gc.enable()


def _stats(values: Mapping[str, Any]) -> int:
    from chunklint.cli.language import choose
    from chunklint.cli.output import Output
    from chunklint.cli.session import open_session
    from chunklint.report.sizes import Sizes

    form = values["output_format"]
    session = open_session(values)
    language = choose(values["language"], session.language, os.environ, for_people=form != "json")
    limits = {
        "p90": _number(values["max_p90"], "--max-p90", language),
        "over_budget": _number(values["max_over_budget"], "--max-over-budget", language),
    }
    sources = session.find(values["arguments"] or (".",), values["stdin_filename"], language)
    sizes = Sizes()
    with Output(values["output_file"], language, for_people=form == "text") as output:
        unreadable = _measure(session, sources, sizes, language, shares_terminal=output.is_terminal)
        exceeded = _exceeded(sizes, limits)
        _write(form, output.write, sizes, unreadable, exceeded, output.style(language, values["color"]))
    return MISUSE if session.misused else FINDINGS if exceeded else CLEAN


def _measure(
    session: Session, sources: Sequence[Source], sizes: Sizes, language: Language, *, shares_terminal: bool
) -> int:
    """Count the chunks of all sources; the number of those that cannot be read or cut, after a sentence about each."""
    from chunklint.chunking.adapters.errors import PageError
    from chunklint.cli.progress import ProgressBar
    from chunklint.cli.reading import documents, say_uncut
    from chunklint.report.phrases import phrase

    unreadable = 0
    with ProgressBar(len(sources), phrase("measuring", language), shares_terminal=shares_terminal) as bar:
        for source, document in documents(session, sources, bar, language):
            try:
                if document is not None:
                    _count(session, document, source, sizes)
                    continue
            except PageError as error:
                bar.pause()
                say_uncut(session, source, error, language)
            unreadable += 1
    return unreadable


def _count(session: Session, document: Document, source: Source, sizes: Sizes) -> None:
    """Count one document under each of its profiles; profiles that count alike share their counts."""
    from chunklint.chunking.measure import Measure
    from chunklint.chunking.splitters import chunk_document
    from chunklint.tokens import get_counter

    settings = session.settings(source.path)
    measures: dict[str, Measure] = {}
    for profile in settings.profiles:
        measure = measures.get(profile.tokenizer)
        if measure is None:
            measure = Measure(document.text, get_counter(profile.tokenizer, root=settings.root))
            measures[profile.tokenizer] = measure
        chunks = chunk_document(document, profile, settings.root, measure)
        sizes.of(profile).add(document, chunks, measure)


def _exceeded(sizes: Sizes, limits: Mapping[str, float | None]) -> list[Exceeded]:
    from chunklint.report.stats import Exceeded

    exceeded = []
    for one in sizes:
        measured = {"p90": float(one.percentile(90)), "over_budget": 100 * one.over_budget_share}
        for name, value in measured.items():
            limit = limits[name]
            if limit is not None and value > limit:
                exceeded.append(Exceeded(one.profile.name, name, round(value, 2), limit))
    return exceeded


def _number(given: str | None, option: str, language: Language) -> float | None:
    """The number that an option was given, of zero or more. Raises MisuseError for anything else."""
    from math import isfinite

    from chunklint.report.phrases import phrase

    if given is None:
        return None
    try:
        number = float(given.removesuffix("%"))
    except ValueError:
        number = -1.0
    if number < 0 or not isfinite(number):
        raise MisuseError(phrase("not a number", language, value=given, option=option))
    return number


def _write(
    form: str,
    write: Callable[[str], object],
    sizes: Sizes,
    unreadable: int,
    exceeded: Sequence[Exceeded],
    style: Style,
) -> None:
    if form == "html":
        from chunklint.report.stats_page import stats_page

        for piece in stats_page(sizes, exceeded, style):
            write(piece)
        return
    from chunklint.report.stats import stats_as_json, stats_as_text

    if form == "json":
        import json

        write(json.dumps(stats_as_json(sizes, unreadable, exceeded), ensure_ascii=False, indent=1) + "\n")
        return
    for line in stats_as_text(sizes, unreadable, exceeded, style):
        write(line + "\n")
