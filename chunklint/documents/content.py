"""Maps offsets in a block's inline content back to the source, through quotes, indentation, tabs and trimmed lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chunklint.documents.model import Block, Document

# What the parser trims off a block's content besides blanks and line endings, and what can stand before it on a line.
_TRIMMED = " \t>\x0b\x0c\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))


def source_offset(document: Document, block: Block, offset: int) -> int:
    """The source offset (code points) of an offset into ``block.content``."""
    content = block.content
    if document.text.startswith(content, block.start):
        return block.start + offset
    line = _first_content_line(document, block) + content.count("\n", 0, offset)
    begin = content.rfind("\n", 0, offset) + 1
    end = content.find("\n", begin)
    return line_offset(document, block, line, content[begin : end if end >= 0 else None], offset - begin)


def _first_content_line(document: Document, block: Block) -> int:
    """The line that the content starts on: lines of nothing but form feeds or wide blanks are trimmed off."""
    text, lines, line = document.text, document.lines, block.line
    start = block.start
    while line + 1 < block.end_line and not text[start : lines.end(line)].strip(_TRIMMED):
        line += 1
        start = lines.start(line)
    return line


def line_offset(document: Document, block: Block, line: int, content: str, column: int) -> int:
    """The source offset of a column in one content line: each is a suffix of its source line, but for tabs and trims."""
    lines = document.lines
    begin, end = lines.start(line), lines.end(line)
    if line == block.line:
        begin = block.start
    source = document.text[begin:end].replace("\0", "\ufffd")
    lead = len(content) - len(content.lstrip(" \t"))
    visible = content[lead:]
    # A heading's content stands between its marks; elsewhere only blanks can follow a line's content.
    at = source.find(visible, block.level) if block.info == "atx" and block.kind == "heading" else source.rfind(visible)
    if at < 0:
        return begin
    return begin + max(0, at + column - lead)
