"""Maps offsets in a block's inline content back to the source, through quotes, indentation, tabs and trimmed lines."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from chunklint.documents.model import Block, Document

# What the parser trims off a block's content besides blanks and line endings, and what can stand before it on a line.
_TRIMMED = " \t>\x0b\x0c\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))


class _Line(NamedTuple):
    """Where a content line stands: its source line's start, and there its visible part, after ``lead`` blanks.

    ``visible`` is -1 where the source does not have the line as it is; then all of it maps to the start.
    """

    start: int
    visible: int
    lead: int

    def source(self, column: int) -> int:
        return self.start if self.visible < 0 else self.start + max(0, self.visible + column - self.lead)


class ContentMap:
    """Where each place of one block's content stands in the source; made once for many offsets of a block."""

    __slots__ = ("_lines", "_shift", "_starts")

    def __init__(self, document: Document, block: Block) -> None:
        content = block.content
        self._starts: list[int] = []
        self._lines: list[_Line] = []
        # Most content stands in the source as it is.
        self._shift = block.start if document.text.startswith(content, block.start) else -1
        if self._shift >= 0:
            return
        start = 0
        number = _first_content_line(document, block)
        for line in content.split("\n"):
            self._starts.append(start)
            self._lines.append(_place(document, block, number, line))
            start += len(line) + 1
            number += 1

    def source(self, offset: int) -> int:
        """The source offset (code points) of an offset into the content."""
        if self._shift >= 0:
            return self._shift + offset
        at = bisect_right(self._starts, offset) - 1
        return self._lines[at].source(offset - self._starts[at])


def source_offset(document: Document, block: Block, offset: int) -> int:
    """The source offset (code points) of one offset into ``block.content``."""
    return ContentMap(document, block).source(offset)


def _first_content_line(document: Document, block: Block) -> int:
    """The line that the content starts on: lines of nothing but form feeds or wide blanks are trimmed off."""
    text, lines, line = document.text, document.lines, block.line
    start = block.start
    while line + 1 < block.end_line and not text[start : lines.end(line)].strip(_TRIMMED):
        line += 1
        start = lines.start(line)
    return line


def _place(document: Document, block: Block, line: int, content: str) -> _Line:
    """Where a content line's visible part starts: each is a suffix of its source line, but for tabs and trims."""
    lines = document.lines
    begin, end = lines.start(line), lines.end(line)
    if line == block.line:
        begin = block.start
    source = document.text[begin:end].replace("\0", "\ufffd")
    lead = len(content) - len(content.lstrip(" \t"))
    visible = content[lead:]
    # A heading's content stands between its marks; elsewhere only blanks can follow a line's content.
    at = source.find(visible, block.level) if block.info == "atx" and block.kind == "heading" else source.rfind(visible)
    return _Line(begin, at, lead)
