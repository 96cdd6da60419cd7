"""Reads Jupyter notebooks as Markdown: text cells as they are, code cells as fenced code, outputs left out.

That is how notebooks are exported to be indexed. Each cell is parsed by itself, so that a fence left open in one takes
in no other. ``Document.text`` is the text made so; `Cell` leads from it back into the notebook.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Any, NamedTuple

from chunklint.documents.markdown import MARKDOWN, front_matter
from chunklint.documents.model import Block, Document
from chunklint.text.positions import LineIndex

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from chunklint.documents.model import TextChange

_BETWEEN = "\n\n"
_BACKTICKS = re.compile("`{3,}")
# JSON can spell half a character; no file can hold one.
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")
_REPLACEMENT = "\ufffd"
# The oldest format whose cells stand where they are looked for; Jupyter converts what is older.
_OLDEST_FORMAT = 4


class NotebookError(OSError):
    """A file that is no notebook; ``strerror`` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(0, reason)


class Cell(NamedTuple):
    """One cell of a notebook that is read.

    ``number`` counts all cells of the notebook from 0. ``start`` to ``end`` (code points of ``Document.text``) is its
    source, which begins on ``line``. What is read of it (lines ``first`` to ``last``, exclusive) has the lines of the
    fence too where it is code. ``language`` is that of code, empty for text.
    """

    number: int
    start: int
    end: int
    line: int
    first: int
    last: int
    language: str = ""

    def inside(self, offset: int) -> int:
        """The offset into the cell's source of an offset into the text; the nearest one where it lies outside."""
        return min(max(offset, self.start), self.end) - self.start


class Source(NamedTuple):
    """A cell as a notebook has it: ``language`` is that of code, empty for text."""

    number: int
    text: str
    language: str = ""


class NotebookReader:
    """Reads the text that was made of a notebook's cells; ``file`` is the notebook's JSON, empty where it has none."""

    format = "notebook"

    def __init__(self, cells: tuple[Cell, ...], file: str) -> None:
        self.cells = cells
        self.file = file

    def read(self, text: str, lines: LineIndex) -> tuple[Block, ...]:
        """The blocks of all cells."""
        blocks: list[Block] = []
        for cell in self.cells:
            first = cell.first
            front = front_matter(text, lines) if not cell.start else None
            if front is not None and front.end_line <= cell.last:
                blocks.append(front)
                first = front.end_line
            blocks += [_code(cell, lines)] if cell.language else MARKDOWN.read_slice(text, lines, first, cell.last)
        return tuple(blocks)

    def read_slice(self, text: str, lines: LineIndex, first: int, last: int) -> list[Block]:
        """The blocks of some lines as Markdown; they are a part of one cell."""
        return MARKDOWN.read_slice(text, lines, first, last)


def notebook_document(
    sources: Iterable[Source],
    path: str,
    *,
    file: str = "",
    encoding: str = "utf-8",
    has_bom: bool = False,
    is_damaged: bool = False,
) -> Document:
    """The Document of a notebook's cells; if it ``is_damaged``, replacement characters stand for what was no text."""
    pieces: list[str] = []
    places: list[tuple[Source, int, int, int]] = []
    at = 0
    for source in sources:
        before = _opening(source) if source.language else ""
        after = f"\n{before.partition(source.language)[0]}" if source.language else ""
        start = at + len(before)
        end = start + len(source.text)
        places.append((source, at, start, end))
        pieces.append(f"{before}{source.text}{after}")
        at = end + len(after) + len(_BETWEEN)
    text = _BETWEEN.join(pieces)
    lines = LineIndex(text)
    cells = tuple(
        Cell(
            source.number,
            start,
            end,
            lines.line_of(start),
            lines.line_of(begin),
            lines.line_of(end) + 1 + bool(source.language),
            source.language,
        )
        for source, begin, start, end in places
    )
    reader = NotebookReader(cells, file)
    return Document(
        path,
        text,
        reader,
        reader.read(text, lines),
        lines,
        encoding=encoding,
        has_bom=has_bom,
        undecodable=tuple(match.span() for match in re.finditer(f"{_REPLACEMENT}+", text)) if is_damaged else (),
        cells=cells,
    )


def read_notebook(
    file: str, path: str, *, encoding: str = "utf-8", has_bom: bool = False, is_damaged: bool = False
) -> Document:
    """The Document of a notebook's JSON. Raises NotebookError where it is none."""
    import json

    try:
        notebook = json.loads(file)
    except ValueError as error:
        line = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        raise NotebookError(f"not a notebook: no JSON{line}") from None
    except RecursionError:
        raise NotebookError("not a notebook: nested too deeply") from None
    sources = _sources(notebook)
    is_damaged = is_damaged or any(_HALF_CHARACTER.search(source.text) for source in sources)
    if is_damaged:
        sources = [source._replace(text=_HALF_CHARACTER.sub(_REPLACEMENT, source.text)) for source in sources]
    return notebook_document(sources, path, file=file, encoding=encoding, has_bom=has_bom, is_damaged=is_damaged)


def cell_at(document: Document, offset: int) -> Cell | None:
    """The cell that holds an offset, or stands before it; None for a document that is no notebook."""
    cells = document.cells
    if not cells:
        return None
    line = document.lines.line_of(offset)
    return cells[max(0, bisect_right(cells, line, key=lambda cell: cell.first) - 1)]


def cell_line(document: Document, offset: int) -> tuple[int | None, int]:
    """The number of the cell that holds an offset, and the line in its source, both from 0.

    In a document that is no notebook there is no cell, and the line is that of its text.
    """
    cell = cell_at(document, offset)
    if cell is None:
        return None, document.lines.line_of(offset)
    # Past the source, as on a code cell's closing fence, its last line holds: not the one after its line ending.
    inside = max(cell.start, min(offset, cell.end - 1))
    return cell.number, document.lines.line_of(inside) - cell.line


def cell_text(document: Document, cell: Cell) -> str:
    """A cell's source."""
    return document.text[cell.start : cell.end]


def notebook_file(document: Document) -> str:
    """The JSON of a notebook with the cells' sources as they are in the document."""
    from chunklint.documents.notebook_file import source_places, with_sources

    reader = document.reader
    assert isinstance(reader, NotebookReader)
    before = {
        index: "".join(text for _, _, text in place.strings) for index, place in source_places(reader.file).items()
    }
    now = {cell.number: cell_text(document, cell) for cell in document.cells}
    return with_sources(reader.file, {number: text for number, text in now.items() if text != before.get(number)})


def edited_notebook(document: Document, changes: Iterable[TextChange]) -> Document:
    """The notebook after changes that do not overlap, each inside one cell. Raises ValueError for another one."""
    by_cell: dict[int, list[TextChange]] = {}
    for change in changes:
        cell = cell_at(document, change.start)
        if cell is None or not cell.start <= change.start <= change.end <= cell.end:
            raise ValueError(f"change from {change.start} to {change.end} lies outside the source of a cell")
        by_cell.setdefault(cell.number, []).append(change)
    reader = document.reader
    assert isinstance(reader, NotebookReader)
    sources = []
    for cell in document.cells:
        text = cell_text(document, cell)
        for start, end, new in sorted(by_cell.get(cell.number, ()), reverse=True):
            text = text[: start - cell.start] + new + text[end - cell.start :]
        sources.append(Source(cell.number, text, cell.language))
    return notebook_document(
        sources, document.path, file=reader.file, encoding=document.encoding, has_bom=document.has_bom
    )


def _sources(notebook: Any) -> list[Source]:
    """The cells of a notebook. Raises NotebookError where it has none."""
    if not isinstance(notebook, dict) or not isinstance(notebook.get("cells", notebook.get("worksheets")), list):
        raise NotebookError("not a notebook: no list of cells")
    version = notebook.get("nbformat", _OLDEST_FORMAT)
    if "cells" not in notebook or not isinstance(version, int) or version < _OLDEST_FORMAT:
        raise NotebookError("a notebook of an old format: convert it with jupyter nbconvert --to notebook")
    language = _language(notebook.get("metadata"))
    sources = []
    for index, cell in enumerate(notebook["cells"]):
        kind = cell.get("cell_type") if isinstance(cell, dict) else None
        text = _text(cell.get("source")) if kind is not None else ""
        if not text.strip():
            continue
        if kind == "code":
            sources.append(Source(index, text, language))
        # A raw cell is for other programs, but for the front matter that some keep in the first one.
        elif kind == "markdown" or (kind == "raw" and index == 0 and front_matter(text, LineIndex(text)) is not None):
            sources.append(Source(index, text))
    return sources


def _language(metadata: object) -> str:
    """The language of a notebook's code."""
    known: Mapping[str, Any] = metadata if isinstance(metadata, dict) else {}
    for group, key in (("language_info", "name"), ("kernelspec", "language")):
        value = known.get(group)
        name = value.get(key) if isinstance(value, dict) else None
        if isinstance(name, str) and name.strip() and "`" not in name:
            return " ".join(name.split()).lower()
    return "python"


def _text(source: object) -> str:
    """A cell's source, which is a text or a list of its lines."""
    parts: Sequence[object] = source if isinstance(source, list) else [source]
    return "".join(part for part in parts if isinstance(part, str))


def _opening(source: Source) -> str:
    """The fence that opens a code cell, longer than any inside."""
    longest = max((len(run[0]) for run in _BACKTICKS.finditer(source.text)), default=2)
    return f"{'`' * (longest + 1)}{source.language}\n"


def _code(cell: Cell, lines: LineIndex) -> Block:
    opening = lines.line_text(cell.first)
    fence = opening[: len(opening) - len(opening.lstrip("`"))]
    start, end = lines.start(cell.first), lines.end(cell.last - 1)
    return Block("code", start, end, cell.first, cell.last, info=opening[len(fence) :], fence=fence)
