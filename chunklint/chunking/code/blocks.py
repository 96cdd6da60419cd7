"""The code of a document's blocks as lines and outlines; the last ones are kept, since a block is asked for often."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from chunklint.chunking.code.languages import code_language
from chunklint.chunking.code.outline import Outline

if TYPE_CHECKING:
    from chunklint.chunking.code.model import CodeParser
    from chunklint.documents.model import Block, Document

# The blocks of a page are cut, described and reported one after the other; a document is held as long as its code is.
_KEPT = 4


@lru_cache(maxsize=_KEPT)
def code_lines(document: Document, block: Block) -> tuple[int, tuple[str, ...]]:
    """The first content line of a code block and its lines' texts, the indentation of the block taken off."""
    first = block.line + 1 if block.fence else block.line
    last = block.end_line - 1 if block.fence and block.closed else block.end_line
    column = block.start - document.lines.start(block.line)
    return first, tuple(document.lines.line_text(line)[column:] for line in range(first, last))


@lru_cache(maxsize=_KEPT)
def code_outline(document: Document, block: Block, parser: CodeParser = "lines") -> Outline:
    """The outline of a code block; raises SplitterError where the parser's packages are not installed."""
    _, lines = code_lines(document, block)
    return Outline(lines, code_language(block.info), parser)
