"""Reads a dump of chunks named on the command line and finds the source that each of them comes from; lints nothing."""

# Paths are strings here: a dump names thousands.
# ruff: noqa: PTH113, PTH118, PTH120, PTH123

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from chunklint.cli.errors import MisuseError
from chunklint.report.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from chunklint.chunking.dump import DumpedChunk
    from chunklint.cli.session import Session, Source
    from chunklint.engine.model import Language


class Dump(NamedTuple):
    """A dump: its path as printed, its text, and its chunks."""

    printed: str
    text: str
    chunks: list[DumpedChunk]


class Group(NamedTuple):
    """The chunks of one document, in the dump's order; ``source`` is None where the document is not at hand."""

    name: str
    source: Source | None
    chunks: list[DumpedChunk]


def open_dump(path: str, language: Language) -> Dump:
    """The dump in a file. Raises MisuseError with one sentence where it is none."""
    from chunklint.chunking.dump import DumpError, read_dump
    from chunklint.cli.output import reason
    from chunklint.settings.errors import printed_path
    from chunklint.text.decoding import decode

    printed = printed_path(path)
    try:
        with open(path, "rb") as file:
            text = decode(file.read()).text
    except FileNotFoundError:
        raise MisuseError(phrase("no such file", language, path=printed)) from None
    except OSError as error:
        raise MisuseError(phrase("cannot read dump", language, path=printed, reason=reason(error))) from None
    try:
        return Dump(printed, text, read_dump(text))
    except DumpError as error:
        raise MisuseError(phrase("no dump", language, path=printed, reason=str(error))) from None


def groups(dump: Dump, session: Session, paths: Sequence[str], language: Language) -> list[Group]:
    """The chunks of a dump by their source, in the order in which the dump names them.

    ``paths`` are files and folders to look for sources in; without any the dump's own names are followed, from the
    working directory and from the dump's folder.
    """
    by_name: dict[str, list[DumpedChunk]] = {}
    for chunk in dump.chunks:
        by_name.setdefault(chunk.source or "", []).append(chunk)
    given = session.find(paths, None, language) if paths else []
    if len(given) == 1 and len(by_name) == 1:
        # One page and the chunks of one page: whatever the dump calls it.
        return [Group(name, given[0], chunks) for name, chunks in by_name.items()]
    found = []
    for name, chunks in by_name.items():
        source = _among(name, given) if paths else _beside(name, dump.printed)
        found.append(Group(name, source, chunks))
    return found


def _among(name: str, sources: Iterable[Source]) -> Source | None:
    """The source that a dump's name means: the one whose path has most of the name's last parts in common."""
    wanted = _parts(name)
    best: Source | None = None
    most = 0
    for source in sources:
        common = _common_end(wanted, _parts(source.path))
        if common > most:
            best, most = source, common
        elif common == most:
            best = None if common else best  # two of a name: neither is it for sure
    return best


def _beside(name: str, dump: str) -> Source | None:
    from chunklint.cli.session import Source
    from chunklint.settings.errors import printed_path

    for path in (name, os.path.join(os.path.dirname(dump), name)):
        if name and os.path.isfile(path):
            return Source(path, printed_path(path))
    return None


def _parts(path: str) -> list[str]:
    return path.replace("\\", "/").rstrip("/").split("/")


def _common_end(first: Sequence[str], second: Sequence[str]) -> int:
    number = 0
    while number < min(len(first), len(second)) and first[-1 - number] == second[-1 - number]:
        number += 1
    return number
