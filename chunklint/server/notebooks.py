"""Notebooks that the client has open, kept in step with its changes, and what was found out about one seen from a cell.

The notebook is checked as one document; clients know its cells as documents of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol.types import NotebookCellKind

from chunklint.documents.markdown import front_matter
from chunklint.documents.notebook import Source, cell_at, cell_text
from chunklint.server.documents import OpenDocument, Update
from chunklint.server.ranges import CellRanges
from chunklint.server.uris import name_of, path_of
from chunklint.text.positions import LineIndex

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from lsprotocol import types

    from chunklint.documents.notebook import Cell
    from chunklint.server.analysis import Checked
    from chunklint.server.client import Encoding
    from chunklint.server.ranges import Ranges

_EMPTY = LineIndex("")


class OpenCell(OpenDocument):
    """One cell of an open notebook, code cells included: all of them are counted."""

    __slots__ = ("kind", "language", "notebook")

    def __init__(
        self,
        notebook: OpenNotebook,
        kind: NotebookCellKind,
        uri: str,
        language: str,
        version: int | None,
        text: str,
        encoding: Encoding,
    ) -> None:
        super().__init__(uri, language, version, text, encoding)
        self.notebook = notebook
        self.kind = kind
        self.language = language

    @property
    def unit(self) -> OpenNotebook:
        """What is checked as a whole."""
        return self.notebook

    def source(self, number: int) -> Source | None:
        """What is read of the cell, which is that of a number; None for nothing. See `chunklint.documents.notebook`."""
        if not self.text.strip():
            return None
        if self.kind == NotebookCellKind.Markup:
            return Source(number, self.text)
        if self.language != "raw":
            return Source(number, self.text, " ".join(self.language.lower().split()).replace("`", "") or "python")
        return Source(number, self.text) if number == 0 and front_matter(self.text, self.lines) is not None else None


class OpenNotebook:
    """One notebook of the client, to be checked as a document is. ``revision`` grows with every change."""

    __slots__ = ("_encoding", "cells", "name", "path", "revision", "uri", "version")

    def __init__(self, notebook: types.NotebookDocument, texts: Iterable[types.TextDocumentItem], encoding: Encoding):
        self.uri = notebook.uri
        self.version: int | None = notebook.version
        self.path = path_of(notebook.uri)
        self.name = self.path if self.path is not None else f"{name_of(notebook.uri)}.ipynb"
        self.revision = 0
        self._encoding = encoding
        self.cells: list[OpenCell] = self._made(notebook.cells, texts)

    def apply(self, version: int | None, change: types.NotebookDocumentChangeEvent) -> list[OpenCell]:
        """Apply changes of the notebook; the cells that are gone."""
        self.version = version
        self.revision += 1
        cells = change.cells
        if cells is None:
            return []
        gone = [] if cells.structure is None else self._restructure(cells.structure)
        by_uri = {cell.uri: cell for cell in self.cells}
        for data in cells.data or ():
            if data.document in by_uri:
                by_uri[data.document].kind = data.kind
        for content in cells.text_content or ():
            if content.document.uri in by_uri:
                by_uri[content.document.uri].apply(content.document.version, content.changes)
        return gone

    def touch(self) -> None:
        """Make what was found out about it stale, because something else than its text changed."""
        self.revision += 1

    def take(self) -> Update:
        """The cells as they are now."""
        sources = [cell.source(number) for number, cell in enumerate(self.cells)]
        known = tuple(source for source in sources if source is not None)
        return Update(self.revision, self.version, "", _EMPTY, False, None, known)

    def _restructure(self, structure: types.NotebookDocumentCellChangeStructure) -> list[OpenCell]:
        start, count = structure.array.start, structure.array.delete_count
        before = self.cells
        # A cell that was moved is taken out and put in again, without being opened anew.
        known = {cell.uri: cell for cell in before}
        put_in = self._made(structure.array.cells or (), structure.did_open or (), known)
        self.cells = [*before[:start], *put_in, *before[start + count :]]
        kept = {cell.uri for cell in self.cells}
        return [cell for cell in before if cell.uri not in kept]

    def _made(
        self,
        cells: Iterable[types.NotebookCell],
        texts: Iterable[types.TextDocumentItem],
        known: dict[str, OpenCell] | None = None,
    ) -> list[OpenCell]:
        opened = {text.uri: text for text in texts}
        made = []
        for cell in cells:
            text = opened.get(cell.document)
            if text is not None:
                made.append(
                    OpenCell(self, cell.kind, text.uri, text.language_id, text.version, text.text, self._encoding)
                )
            elif known and cell.document in known:
                made.append(known[cell.document])
            else:  # a cell that the client does not send; it counts all the same
                made.append(OpenCell(self, cell.kind, cell.document, "", None, "", self._encoding))
        return made


def seen_whole(notebook: OpenNotebook, checked: Checked) -> Checked:
    """What was found out about a notebook, as it is now, for whoever asks about all its cells."""
    return checked._replace(others=tuple((one.uri, one.version) for one in notebook.cells))


def seen_from(cell: OpenCell, checked: Checked) -> Checked | None:
    """What was found out about a notebook, as it is now, as far as one of its cells goes; None for an empty cell.

    Offsets stay those of the notebook's text, positions are the cell's.
    """
    cells = cell.notebook.cells
    known = next((one for one in checked.document.cells if cells[one.number] is cell), None)
    if known is None:
        return None
    return checked._replace(
        uri=cell.uri,
        version=cell.version,
        listed=tuple(one for one in checked.findings if cell_at(checked.document, one.start) is known),
        analyses=checked.previews,
        page=None,
        cell=known,
        others=tuple((one.uri, one.version) for one in cells),
    )


def located(checked: Checked, start: int, end: int) -> tuple[str, int | None, Ranges]:
    """The URI and version of the document that holds a stretch, and its ranges; in a notebook maybe another cell."""
    cell = cell_at(checked.document, start)
    if cell is None or cell is checked.cell or not checked.others:
        return checked.uri, checked.version, checked.ranges
    uri, version = checked.others[cell.number]
    return uri, version, CellRanges(checked.document, checked.encoding, cell)


def origin(checked: Checked) -> tuple[str, int]:
    """The text that the client knows under the URI, and where it starts in the document's text (code points)."""
    cell: Cell | None = checked.cell
    return (checked.document.text, 0) if cell is None else (cell_text(checked.document, cell), cell.start)


def is_here(checked: Checked, offset: int) -> bool:
    """Whether a place is in the document that the client knows under the URI."""
    cell: Cell | None = checked.cell
    return cell is None or cell.start <= offset <= cell.end


def is_within(checked: Checked, edits: Sequence[tuple[int, int, str]]) -> bool:
    """Whether edits change nothing but the document that the client knows under the URI."""
    cell: Cell | None = checked.cell
    return cell is None or all(cell.start <= start <= end <= cell.end for start, end, _ in edits)


def are_in_cells(checked: Checked, edits: Sequence[tuple[int, int, str]]) -> bool:
    """Whether edits change nothing but what the client has; what is between a notebook's cells it does not have."""
    cells = checked.document.cells
    return not cells or all(any(cell.start <= start <= end <= cell.end for cell in cells) for start, end, _ in edits)
