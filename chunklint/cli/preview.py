"""``chunklint preview``: shows how one file is cut under the active profiles."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

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
    from chunklint.documents.model import Document
    from chunklint.report.formats import Style

COMMAND = Command(
    "preview",
    ("Show the chunks of FILE; - is standard input.", "显示 FILE 的切块结果；- 表示标准输入。"),
    (
        output_format("text", "json", "jsonl"),
        Option("--full", ("Show all of each chunk's text.", "显示每块的全部文字。")),
        CONFIG,
        PROFILE,
        STDIN_FILENAME,
        LANGUAGE,
        COLOR,
    ),
    argument="FILE",
    required=True,
)


def run(values: Mapping[str, Any]) -> int:
    """Write the chunks of one file under each active profile; raises MisuseError for a file that cannot be read."""
    from chunklint.chunking.splitters import chunk_document
    from chunklint.cli.language import choose
    from chunklint.cli.output import Output
    from chunklint.cli.session import open_session

    form = values["output_format"]
    session = open_session(values)
    language = choose(values["language"], session.language, os.environ, for_people=form == "text")
    document, settings = session.read(values["arguments"][0], values["stdin_filename"], language)
    previews = [(profile, chunk_document(document, profile, settings.root)) for profile in settings.profiles]
    with Output(None, language, for_people=form == "text") as output:
        if form == "text":
            _write_cards(document, previews, output.write, output.style(language, values["color"]), values["full"])
        else:
            _write_json(document, previews, output.write, by_line=form == "jsonl")
    return CLEAN


def _write_cards(
    document: Document,
    previews: Sequence[tuple[Profile, list[Chunk]]],
    write: Callable[[str], object],
    style: Style,
    full: bool,
) -> None:
    from chunklint.report.cards import cards

    for at, (profile, chunks) in enumerate(previews):
        write("\n" if at else "")
        for line in cards(document, profile, chunks, style, full=full):
            write(line + "\n")


def _write_json(
    document: Document,
    previews: Sequence[tuple[Profile, list[Chunk]]],
    write: Callable[[str], object],
    *,
    by_line: bool,
) -> None:
    """One object for one profile, an array of them for several; by line, one object a chunk with its profile's name."""
    import json

    from chunklint.report.chunks import chunk_as_json, preview_as_json

    if by_line:
        for profile, chunks in previews:
            for chunk in chunks:
                named = {"path": document.path, "profile": profile.name} | chunk_as_json(document, chunk)
                write(json.dumps(named, ensure_ascii=False) + "\n")
        return
    objects = [preview_as_json(document, profile, chunks) for profile, chunks in previews]
    write(json.dumps(objects[0] if len(objects) == 1 else objects, ensure_ascii=False, indent=1) + "\n")
