"""A source file as text with blocks and sections at exact positions; reading a format is the readers' work.

All offsets are code points into ``Document.text``, ends exclusive; lines are 0-based.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

from chunklint.text.positions import LineIndex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from chunklint.documents.notebook import Cell
    from chunklint.documents.reader import Reader

BlockKind = Literal[
    "heading",
    "paragraph",
    "list",
    "item",
    "table",
    "code",
    "quote",
    "admonition",
    "html",
    "comment",
    "math",
    "break",
    "front_matter",
    "definition",
    "footnote",
    "esm",
    "expression",
]

# Kinds of top-level blocks that are no content: they are metadata, or appear where they are used.
GAP_KINDS = frozenset({"front_matter", "comment", "definition", "footnote", "esm"})


class Block(NamedTuple):
    """One element of a document with its place.

    ``start`` is the first code point of the element itself (after quote marks and indentation), ``end`` leaves out the
    final line ending. ``level`` is a heading's level (1-6), an ordered list's first number, else 0. ``info`` is a
    code block's info string, an admonition's kind and title, the marker of a list or item, ``atx`` or ``setext``.
    ``content`` is the inline source of a heading or paragraph, its lines joined with ``\\n`` and their indentation
    and quote marks taken off; `Document.content_offset` maps it back to the source.
    ``fence`` is a fenced code block's fence, empty for an indented one; ``closed`` is false where the closing fence
    or marker is missing.
    """

    kind: BlockKind
    start: int
    end: int
    line: int
    end_line: int
    level: int = 0
    info: str = ""
    content: str = ""
    children: tuple[Block, ...] = ()
    fence: str = ""
    closed: bool = True

    def shifted(self, offset: int, lines: int) -> Block:
        """The same block further down by some code points and lines (up where negative)."""
        children = self.children
        return Block(
            self.kind,
            self.start + offset,
            self.end + offset,
            self.line + lines,
            self.end_line + lines,
            self.level,
            self.info,
            self.content,
            tuple([child.shifted(offset, lines) for child in children]) if children else children,
            self.fence,
            self.closed,
        )

    def walk(self) -> Iterator[Block]:
        """The block and all blocks inside it, in source order."""
        yield self
        for child in self.children:
            yield from child.walk()


class Section:
    """A heading with what follows up to the next heading of the same or a higher level.

    ``blocks`` is its own body without the heading: it stops at the first subheading and has no gap blocks (front
    matter, comments, definitions, MDX imports). The section before the first heading has no heading and level 0.
    ``path`` holds the headings from the outermost down to this one.
    """

    __slots__ = ("blocks", "end", "heading", "index", "level", "own_end", "parent", "path", "start")

    def __init__(
        self,
        index: int,
        heading: Block | None,
        blocks: tuple[Block, ...],
        parent: Section | None,
        path: tuple[str, ...],
    ) -> None:
        self.index = index
        self.heading = heading
        self.level = heading.level if heading else 0
        self.blocks = blocks
        self.parent = parent
        self.path = path
        self.start = heading.start if heading else blocks[0].start if blocks else 0
        self.own_end = blocks[-1].end if blocks else heading.end if heading else 0
        self.end = self.own_end

    @property
    def title(self) -> str:
        """The heading as a reader sees it, empty without one."""
        return self.path[-1] if self.heading and self.path else ""

    def __repr__(self) -> str:
        return f"Section({' > '.join(self.path)!r}, {self.start}, {self.end})"


class TextChange(NamedTuple):
    """Replace the code points ``start`` to ``end`` of a document's text by ``text``."""

    start: int
    end: int
    text: str


class Surroundings(NamedTuple):
    """What a passage has to know of the page around it, to be read as it is read there.

    ``title`` is the page's title in its front matter, None for the first passage, which has it itself. ``above`` are
    the sections that are open where the passage starts, outermost first, each as level and heading path. ``following``
    is the level of the heading right after the passage, 0 at the page's end.
    """

    title: str | None
    above: tuple[tuple[int, tuple[str, ...]], ...]
    following: int


class Document:
    """One source file as text with its blocks.

    ``path`` is what is printed, with ``/``. ``text`` is the decoded file with its line endings, minus a byte order
    mark. ``undecodable`` lists the spans of replacement characters that stand for bytes that could not be decoded.
    ``cells`` are those of a notebook, whose text is made of them; other documents have none. ``surroundings`` are set
    where the document is a passage of a page.
    """

    __slots__ = (
        "_all",
        "_blocks",
        "_by_kind",
        "_preceded",
        "_sections",
        "cells",
        "encoding",
        "format",
        "has_bom",
        "lines",
        "path",
        "reader",
        "surroundings",
        "text",
        "undecodable",
    )

    def __init__(
        self,
        path: str,
        text: str,
        reader: Reader,
        blocks: tuple[Block, ...] | Callable[[], tuple[Block, ...]],
        lines: LineIndex | None = None,
        *,
        encoding: str = "utf-8",
        has_bom: bool = False,
        undecodable: tuple[tuple[int, int], ...] = (),
        cells: tuple[Cell, ...] = (),
        surroundings: Surroundings | None = None,
    ) -> None:
        self.path = path
        self.text = text
        self.reader = reader
        self.format = reader.format
        self._blocks = blocks
        self.lines = lines or LineIndex(text)
        self.encoding = encoding
        self.has_bom = has_bom
        self.undecodable = undecodable
        self.cells = cells
        self.surroundings = surroundings
        self._sections: tuple[Section, ...] | None = None
        self._all: list[Block] | None = None
        self._by_kind: dict[str, list[Block]] = {}
        self._preceded: dict[str, list[tuple[Block, Block]]] | None = None

    def __repr__(self) -> str:
        return f"Document({self.path!r}, {len(self.text)} characters, {len(self.blocks)} blocks)"

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The top-level blocks in source order."""
        found = self._blocks
        if not isinstance(found, tuple):
            found = self._blocks = found()
        return found

    @property
    def is_page(self) -> bool:
        """Whether it is a whole page, not a passage of one."""
        return self.surroundings is None

    @property
    def begins_page(self) -> bool:
        """Whether it is a whole page, or the first passage of one."""
        return self.surroundings is None or self.surroundings.title is None

    @property
    def sections(self) -> tuple[Section, ...]:
        """All sections in source order, each with its own body; computed when first asked for."""
        if self._sections is None:
            from chunklint.documents.outline import sections

            self._sections = sections(self)
        return self._sections

    @property
    def front_matter(self) -> Block | None:
        """The front matter block, if the file starts with one."""
        return self.blocks[0] if self.blocks and self.blocks[0].kind == "front_matter" else None

    def walk(self) -> Iterator[Block]:
        """Every block, nested ones included, in source order."""
        return iter(self._all_blocks())

    def of_kind(self, kind: str) -> Sequence[Block]:
        """Every block of one kind, nested ones included, in source order."""
        if not self._by_kind:
            by_kind: dict[str, list[Block]] = {"": []}
            for block in self._all_blocks():
                by_kind.setdefault(block.kind, []).append(block)
            self._by_kind = by_kind
        return self._by_kind.get(kind, ())

    def neighbours(self) -> Iterator[tuple[Block, Block]]:
        """Every two blocks that follow each other inside the same container, in source order."""
        yield from pairwise(self.blocks)
        for block in self._all_blocks():
            if block.children:
                yield from pairwise(block.children)

    def preceded(self, kind: str) -> Sequence[tuple[Block, Block]]:
        """The blocks of one kind, each behind the block right before it inside the same container; first ones not."""
        if self._preceded is None:
            self._preceded = {}
            for pair in self.neighbours():
                self._preceded.setdefault(pair[1].kind, []).append(pair)
        return self._preceded.get(kind, ())

    def _all_blocks(self) -> list[Block]:
        if self._all is None:
            found: list[Block] = []
            for block in self.blocks:
                if block.children:
                    found += block.walk()
                else:
                    found.append(block)
            self._all = found
        return self._all

    def slice(self, start: int, end: int) -> str:
        """The source between two code-point offsets."""
        return self.text[start:end]

    def content_offset(self, block: Block, offset: int) -> int:
        """The source offset of an offset into ``block.content``; exact through indentation, quotes and tabs."""
        from chunklint.documents.content import source_offset

        return source_offset(self, block, offset)

    def edited(self, change: TextChange) -> Document:
        """The document after one change, re-parsed around it; equal to reading the changed text anew.

        Raises ValueError where the change lies outside the text.
        """
        from chunklint.documents.incremental import edited

        return edited(self, change)
