"""The documents that the client has open, kept in step with its changes; nothing is parsed or checked here."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from lsprotocol.types import TextDocumentContentChangePartial

from chunklint.documents.incremental import edited_lines
from chunklint.documents.model import TextChange
from chunklint.documents.reader import format_of
from chunklint.server.ranges import Ranges
from chunklint.server.uris import name_of, path_of
from chunklint.text.positions import LineIndex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lsprotocol.types import TextDocumentContentChangeEvent

    from chunklint.documents.notebook import Source
    from chunklint.server.client import Encoding
    from chunklint.server.notebooks import OpenNotebook

# The languages of editors that are Markdown in one way or another.
_MARKDOWN = frozenset(("markdown", "mdx", "quarto", "rmd", "pandoc"))
# What changed where nothing did.
_NOTHING = (0, 0, 0)
_BOM = "\ufeff"


class Update(NamedTuple):
    """A document's text as it is now, without a byte order mark, and what changed since the last update was taken.

    ``change`` leads from the last text to this one; None where it has to be read anew. ``revision`` grows with every
    change, also where the client gives no versions. ``sources`` are what a notebook has instead of text.
    """

    revision: int
    version: int | None
    text: str
    lines: LineIndex
    has_bom: bool
    change: TextChange | None
    sources: tuple[Source, ...] | None = None


class OpenDocument:
    """One document of the client. ``uri`` is what the client calls it; ``path`` is the file, None where it is none.

    ``name`` is what its format goes by.
    """

    __slots__ = ("_encoding", "_hull", "has_bom", "lines", "name", "path", "revision", "text", "uri", "version")

    def __init__(self, uri: str, language: str, version: int | None, text: str, encoding: Encoding) -> None:
        self.uri = uri
        self.version = version
        self.path = path_of(uri)
        self.name = _name(uri, self.path, language)
        self.revision = 0
        self._encoding = encoding
        # Start and end in the text last taken, and end in this one, of all that changed; None for everything.
        self._hull: tuple[int, int, int] | None = None
        self._set(text)

    @property
    def unit(self) -> OpenDocument | OpenNotebook:
        """What is checked as a whole: the document, for a cell its notebook."""
        return self

    @property
    def ranges(self) -> Ranges:
        """The client's positions in the text as it is now."""
        return Ranges(self.lines, self._encoding, has_bom=self.has_bom)

    def apply(self, version: int | None, changes: Iterable[TextDocumentContentChangeEvent]) -> None:
        """Apply changes in their order, each to what the one before left."""
        for change in changes:
            if isinstance(change, TextDocumentContentChangePartial):
                start, end = self.ranges.span(change.range)
                # What stands before a byte order mark, or takes it away, is easiest to see in the whole text.
                if self.has_bom and start == 0:
                    self._replace_all(self._with_bom_edited(change))
                    continue
                self._replace(start, end, change.text)
                if start == 0 and not self.has_bom and self.text.startswith(_BOM):
                    self._hull = None
                    self._set(self.text)
            else:
                self._replace_all(change.text)
        self.version = version
        self.revision += 1

    def touch(self) -> None:
        """Make what was found out about it stale, because something else than its text changed."""
        self.revision += 1

    def take(self) -> Update:
        """The text with what changed since this was last called."""
        change = None
        if self._hull is not None:
            start, end, new_end = self._hull
            change = TextChange(start, end, self.text[start:new_end])
        self._hull = _NOTHING
        return Update(self.revision, self.version, self.text, self.lines, self.has_bom, change)

    def _set(self, text: str) -> None:
        self.has_bom = text.startswith(_BOM)
        self.text = text[self.has_bom :]
        self.lines = LineIndex(self.text)

    def _replace(self, start: int, end: int, text: str) -> None:
        self.text = self.text[:start] + text + self.text[end:]
        self.lines = edited_lines(self.lines, TextChange(start, end, text), self.text)
        if self._hull is not None:
            self._hull = _widened(self._hull, start, end, len(text))

    def _replace_all(self, text: str) -> None:
        """Replace everything, as clients do that know no ranges: mostly little of it differs."""
        before, had_bom = self.text, self.has_bom
        self._set(text)
        if had_bom != self.has_bom:
            self._hull = None
        elif self._hull is not None:
            start, end, new_end = difference(before, self.text)
            self._hull = _widened(self._hull, start, end, new_end - start)

    def _with_bom_edited(self, change: TextDocumentContentChangePartial) -> str:
        text = _BOM + self.text
        ranges = Ranges(LineIndex(text), self._encoding)
        start, end = ranges.span(change.range)
        return text[:start] + change.text + text[end:]


class Documents:
    """All documents that the client has open, by the URI that it gave; a notebook is one, and so are its cells."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self._open: dict[str, OpenDocument | OpenNotebook] = {}
        self._cells: dict[str, OpenDocument] = {}

    def __iter__(self) -> Iterator[OpenDocument | OpenNotebook]:
        """What is checked as a whole, and so not the cells."""
        return iter(list(self._open.values()))

    def open(self, uri: str, language: str, version: int | None, text: str) -> OpenDocument | None:
        """Note a document that was opened; None where its language is none that is read here."""
        if not _is_read(uri, language):
            return None
        document = self._open[uri] = OpenDocument(uri, language, version, text, self._encoding)
        return document

    def open_notebook(self, notebook: OpenNotebook) -> None:
        """Note a notebook that was opened, or whose cells have changed."""
        self._open[notebook.uri] = notebook
        self._cells = {uri: cell for uri, cell in self._cells.items() if cell.unit is not notebook}
        self._cells.update((cell.uri, cell) for cell in notebook.cells)

    def close(self, uri: str) -> OpenDocument | OpenNotebook | None:
        """Forget a document or notebook, and return it; None if it was not there."""
        closed = self._open.pop(uri, None)
        self._cells = {cell_uri: cell for cell_uri, cell in self._cells.items() if cell.unit is not closed}
        return closed

    def get(self, uri: str) -> OpenDocument | None:
        """The document or cell that a URI means, by the letter or, where no other has it, by the file."""
        found = self._cells.get(uri) or self._open.get(uri)
        if found is None:
            path = path_of(uri)
            found = None if path is None else self.of_file(path)
        return found if isinstance(found, OpenDocument) else None

    def notebook(self, uri: str) -> OpenNotebook | None:
        """The open notebook of a URI."""
        found = self._open.get(uri)
        return None if found is None or isinstance(found, OpenDocument) else found

    def of_file(self, path: str) -> OpenDocument | OpenNotebook | None:
        """The open document or notebook of a file."""
        wanted = os.path.normcase(path)
        return next((one for one in self if one.path is not None and os.path.normcase(one.path) == wanted), None)

    def inside(self, path: str) -> list[OpenDocument | OpenNotebook]:
        """The open documents and notebooks of a file, or of all files below a folder."""
        wanted = os.path.normcase(path).rstrip(os.sep)
        return [
            one
            for one in self
            if one.path is not None
            and (os.path.normcase(one.path) == wanted or os.path.normcase(one.path).startswith(wanted + os.sep))
        ]


def _is_read(uri: str, language: str) -> bool:
    """Whether a document is one to check: clients may also send us settings files and others."""
    known = format_of(path_of(uri) or name_of(uri))
    # A notebook that is opened as text is JSON: nobody reads its findings there.
    return known != "notebook" and (language.lower() in _MARKDOWN or known is not None)


def _name(uri: str, path: str | None, language: str) -> str:
    name = path if path is not None else name_of(uri)
    # The format goes by the name; one without a known ending is read as Markdown.
    return f"{name}.mdx" if language.lower() == "mdx" and not name.lower().endswith(".mdx") else name


def _widened(hull: tuple[int, int, int], start: int, end: int, inserted: int) -> tuple[int, int, int]:
    """The stretch that changed, after one more change in terms of the text as it was just before."""
    first, old_end, new_end = hull
    if hull == _NOTHING:
        return (start, end, start + inserted)
    beyond = max(0, end - new_end)
    return (min(first, start), old_end + beyond, new_end + beyond + inserted - (end - start))


def difference(before: str, after: str) -> tuple[int, int, int]:
    """Where two texts begin to differ, and where each of them ends to; all that changed lies between."""
    shorter = min(len(before), len(after))
    start = _common(shorter, lambda length: before[:length] == after[:length])
    most = shorter - start
    tail = _common(most, lambda length: before[len(before) - length :] == after[len(after) - length :])
    return start, len(before) - tail, len(after) - tail


def carried(offset: int, before: str, after: str) -> int | None:
    """Where a place of one text is in another; None where the text around it was replaced.

    >>> carried(4, "one two", "one, two"), carried(2, "one two", "two")
    (5, None)
    """
    if before is after:
        return offset
    start, end, new_end = difference(before, after)
    if offset <= start:
        return offset
    return offset + new_end - end if offset >= end else None


def _common(most: int, holds: Callable[[int], bool]) -> int:
    """The greatest length up to ``most`` for which something holds that holds for all lesser ones."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if holds(middle):
            low = middle
        else:
            high = middle - 1
    return low
