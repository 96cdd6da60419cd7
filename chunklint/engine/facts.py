"""What rules share about a document whatever the profile: visible text, sentences, lead-ins; each made once."""

from __future__ import annotations

from operator import sub
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from chunklint.documents.inline import VisibleText
    from chunklint.documents.model import Block, Document
    from chunklint.documents.tables import Cell
    from chunklint.documents.tabs import TabPanel


class Sentence(NamedTuple):
    """One sentence of a paragraph: its place in the source (code points) and what a reader sees of it."""

    start: int
    end: int
    text: str


class Facts:
    """Facts of one document, memoised by a block's content so that equal blocks cost once.

    ``before`` are those of another version of the same document, whose blocks are mostly the same.
    """

    __slots__ = (
        "_cells",
        "_longest_line",
        "_plain",
        "_plain_before",
        "_tab_panels",
        "_visible",
        "_visible_before",
        "document",
        "mdx",
    )

    def __init__(self, document: Document, before: Facts | None = None) -> None:
        self.document = document
        self._longest_line = -1
        self._cells: dict[int, list[Cell]] = {}
        self._tab_panels: list[TabPanel] | None = None
        self.mdx = document.format == "mdx"
        self._visible: dict[str, VisibleText] = {}
        self._plain: dict[str, list[tuple[int, int, str]]] = {}
        same = before if before is not None and before.mdx == self.mdx else None
        self._visible_before = same._visible if same is not None else {}
        self._plain_before = same._plain if same is not None else {}

    def cells(self, table: Block, line: int) -> list[Cell]:
        """The cells of one line of a table; several rules look at the same rows."""
        found = self._cells.get(line)
        if found is None:
            from chunklint.documents.tables import row_cells

            found = self._cells[line] = row_cells(self.document, table, line)
        return found

    @property
    def longest_line(self) -> int:
        """The length of the document's longest line in code points, its line ending included."""
        if self._longest_line < 0:
            starts = self.document.lines.starts
            last = len(self.document.text) - starts[-1]
            self._longest_line = max(last, *map(sub, starts[1:], starts)) if len(starts) > 1 else last
        return self._longest_line

    @property
    def tab_panels(self) -> list[TabPanel]:
        """The panels of all sets of tabs, by their start."""
        if self._tab_panels is None:
            from chunklint.documents.tabs import tab_panels

            self._tab_panels = tab_panels(self.document)
        return self._tab_panels

    def visible(self, block: Block) -> VisibleText:
        """What a reader sees of a paragraph or heading, with the way back into its content."""
        found = self._visible.get(block.content)
        if found is None:
            found = self._visible_before.get(block.content)
            if found is None:
                from chunklint.documents.inline import visible

                found = visible(block.content, mdx=self.mdx)
            self._visible[block.content] = found
        return found

    def sentences(self, block: Block) -> list[Sentence]:
        """The sentences of a paragraph; links count by their text, hard-wrapped lines are joined."""
        from chunklint.documents.content import ContentMap

        offset = ContentMap(self.document, block).source
        return [
            Sentence(offset(start), offset(end - 1) + 1, text)
            for start, end, text in self._sentences(block)
            if end > start
        ]

    def _sentences(self, block: Block) -> list[tuple[int, int, str]]:
        found = self._plain.get(block.content)
        if found is None:
            found = self._plain_before.get(block.content)
            if found is None:
                from chunklint.text.sentences import sentence_spans

                shown = self.visible(block)
                found = [
                    (*shown.source_span(start, end), shown.text[start:end]) for start, end in sentence_spans(shown.text)
                ]
            self._plain[block.content] = found
        return found
