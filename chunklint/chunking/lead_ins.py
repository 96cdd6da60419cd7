"""Recognises what belongs to the block after it: a lead-in, a table's title or units line, an opening tag."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chunklint.documents.model import Block

LEAD_IN_TARGETS = frozenset({"list", "table", "code"})

_COLON_END = re.compile(r"[:：][\s*_`~”’\"')）\]】>]*$")
_ANNOUNCES = re.compile(
    r"\b(?:as follows|the following|shown below)\b[^.!?]*[.]?$|(?:如下|如下所示|见下表)[^。！？]*。?$", re.I
)
_TITLE_WORD = r"(?:Tables?|Tab\.|表格?|图表|Exhibit|Figure|Fig\.|图)\s*[A-Z]?[\d一二三四五六七八九十]+(?:[-–.—][\d]+)*"
_TABLE_TITLE = re.compile(
    rf"^[\s*_#>]*(?:{_TITLE_WORD}(?:\s*[-–—.:：、]|\s|[*_]|$)|<caption\b|(?:units?|currency)\b\s*(?:[:：]|\bin\b|\()|"
    r"[（(【\[]?\s*(?:单位|计量单位|货币单位|币种)\s*[:：为])",
    re.I,
)
_NOT_TEXT = re.compile(r"[\s*_`:：]+")
_BOLD_LINE = re.compile(r"^(\*\*|__)(?=\S)[^\n]+(?<=\S)\1[:：]?$")
_LONGEST_TAGS = 500
# A title is a line, not a paragraph: the longest captions of statistics yearbooks stay under this many characters.
_LONGEST_TITLE = 160


def is_lead_in(block: Block, following: Block) -> bool:
    """Whether a paragraph announces the list, table or code right after it.

    It does if it ends with a colon or its last sentence says "as follows" or 如下. So does a list of one item that ends
    so, which is how numbered steps are written when their code is not indented.
    """
    if following.kind not in LEAD_IN_TARGETS:
        return False
    if block.kind == "list" and len(block.children) == 1 and following.kind != "list" and block.children[0].children:
        block = block.children[0].children[-1]
    if block.kind != "paragraph":
        return False
    end = block.content[-120:].rstrip()
    return bool(_COLON_END.search(end) or _ANNOUNCES.search(end))


def is_table_title(block: Block, following: Block) -> bool:
    """Whether a paragraph is the title, caption or units line of the table right after it."""
    if block.kind != "paragraph" or following.kind != "table" or len(block.content) > _LONGEST_TITLE:
        return False
    lines = block.content.split("\n")
    return any(_TABLE_TITLE.match(line) for line in lines) or bool(_BOLD_LINE.match(block.content))


def is_opening_tag(block: Block, text: str) -> bool:
    """Whether an HTML block only opens an element around what follows it; ``text`` is the document's.

    >>> from chunklint.documents.model import Block
    >>> [is_opening_tag(Block("html", 0, len(tag), 0, 1), tag) for tag in ('<div class="a">', "<div></div>", "<br>")]
    [True, False, False]
    """
    return (
        block.kind == "html"
        and block.end - block.start <= _LONGEST_TAGS
        and _opening_tags().fullmatch(text, block.start, block.end) is not None
    )


@cache
def _opening_tags() -> re.Pattern[str]:
    """Closing tags may go before: panels follow each other that way. `<br>`, `<img>` and the like hold nothing."""
    nothing = "area|br|col|embed|hr|img|input|link|meta|source|track|wbr"
    tag = rf"<(?!(?:{nothing})\b)[A-Za-z][\w.:-]*(?:\s[^<>]*)?(?<!/)>\s*"
    return re.compile(rf"(?:</[A-Za-z][\w.:-]*>\s*)*(?:{tag})+", re.I)


def lead_in_length(block: Block) -> int:
    """The characters of a lead-in besides markup, blanks and its colon.

    >>> from chunklint.documents.model import Block
    >>> lead_in_length(Block("paragraph", 0, 9, 0, 1, content="**Note**:"))
    4
    """
    return len(_NOT_TEXT.sub("", block.content))
