"""Maps offsets in a block's inline content back to the source, through quotes, indentation, tabs and trimmed lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chunklint.documents.model import Block, Document


def source_offset(document: Document, block: Block, offset: int) -> int:
    """The source offset (code points) of an offset into ``block.content``."""
    content = block.content
    if document.text.startswith(content, block.start):
        return block.start + offset
    line = content.count("\n", 0, offset)
    begin = content.rfind("\n", 0, offset) + 1
    end = content.find("\n", begin)
    return line_offset(document, block, block.line + line, content[begin : end if end >= 0 else None], offset - begin)


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
