"""Where the cells of a notebook stand in its JSON, and the JSON with other sources; everything else stays as it is."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, NamedTuple

from chunklint.text.positions import LineIndex

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_BLANK = re.compile(r"[ \t\r\n]*")
_SEPARATOR = re.compile(r"[ \t\r\n]*,[ \t\r\n]*")
_DECODER = json.JSONDecoder()
_LINES = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+")


class SourcePlace(NamedTuple):
    """A cell's source in the JSON (code points): the value, and its strings, each with the text it stands for."""

    start: int
    end: int
    strings: tuple[tuple[int, int, str], ...]


def source_places(file: str) -> dict[int, SourcePlace]:
    """The places of the cells' sources by the cells' index. ``file`` is a notebook that was read."""
    places: dict[int, SourcePlace] = {}
    for key, at, _ in _members(file, _skip(file, 0)):
        if key == "cells":
            places = {}
            for index, (start, _) in enumerate(_elements(file, at)):
                for name, value, end in _members(file, start):
                    if name == "source":
                        places[index] = SourcePlace(value, end, tuple(_strings(file, value, end)))
    return places


def file_lines(file: str, place: SourcePlace, start: int, end: int) -> tuple[int, int]:
    """The first and last 0-based line of the JSON that hold ``start`` to ``end`` of a cell's source (code points)."""
    lines = LineIndex(file)
    at, found = 0, [lines.line_of(place.start)]
    for begin, _, text in place.strings:
        if at <= start < at + len(text) or (start < at + len(text) and at < end):
            found.append(lines.line_of(begin))
        at += len(text)
    return (found[1], found[-1]) if len(found) > 1 else (found[0], found[0])


def with_sources(file: str, sources: Mapping[int, str]) -> str:
    """The JSON with other sources for some cells, written as Jupyter does: in the style of the ones they replace."""
    pieces, at = [], 0
    for index, place in sorted(source_places(file).items()):
        if index in sources:
            pieces += [file[at : place.start], _written(file, place, sources[index])]
            at = place.end
    return "".join([*pieces, file[at:]])


def _written(file: str, place: SourcePlace, source: str) -> str:
    # What was spelt in ASCII stays so: a fix should change no more than it has to.
    ascii_only = file[place.start : place.end].isascii() and "\\u" in file[place.start : place.end]
    if file[place.start] != "[":
        return json.dumps(source, ensure_ascii=ascii_only)
    # A line that stays is spelt as it was; and what stands between two lines may be something that is no text.
    spelt = {text: file[start:end] for start, end, text in place.strings}
    strings = [spelt.get(line) or json.dumps(line, ensure_ascii=ascii_only) for line in _LINES.findall(source)]
    between = file[place.strings[0][1] : place.strings[1][0]] if len(place.strings) > 1 else ""
    if not _SEPARATOR.fullmatch(between):
        blank = _BLANK.match(file, place.start + 1)
        between = "," + ((blank and blank[0]) or " ")
    before = file[place.start : place.strings[0][0]] if place.strings else "["
    after = file[place.strings[-1][1] : place.end] if place.strings else "]"
    return before + between.join(strings) + after


def _strings(file: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    for first, last in [(start, end)] if file[start] != "[" else _elements(file, start):
        value, _ = _DECODER.raw_decode(file, first)
        if isinstance(value, str):
            yield first, last, value


def _members(file: str, at: int) -> Iterator[tuple[str, int, int]]:
    """The keys of an object at a place, each with the start and end of its value; nothing where there is none."""
    if file[at : at + 1] != "{":
        return
    at = _skip(file, at + 1)
    while file[at] != "}":
        key, at = _DECODER.raw_decode(file, at)
        value = _skip(file, _skip(file, at) + 1)
        _, end = _DECODER.raw_decode(file, value)
        yield key, value, end
        at = _after(file, end)


def _elements(file: str, at: int) -> Iterator[tuple[int, int]]:
    """The start and end of each element of an array at a place; nothing where there is none."""
    if file[at : at + 1] != "[":
        return
    at = _skip(file, at + 1)
    while file[at] != "]":
        _, end = _DECODER.raw_decode(file, at)
        yield at, end
        at = _after(file, end)


def _after(file: str, end: int) -> int:
    at = _skip(file, end)
    return _skip(file, at + 1) if file[at] == "," else at


def _skip(file: str, at: int) -> int:
    blank = _BLANK.match(file, at)
    return blank.end() if blank else at
