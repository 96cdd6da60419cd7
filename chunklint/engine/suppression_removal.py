"""Takes a suppression, or some of its names, out of a page, if what is rendered stays the same; else it leaves it."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import pairwise
from typing import TYPE_CHECKING

from chunklint.engine.model import Edit, Fix

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from chunklint.documents.model import Block, Document
    from chunklint.engine.suppression_comments import Comment, Name

_FRONT_MATTER = "front_matter"
_BLANKS = re.compile(r"[^\S\n]+")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


def removal(comment: Comment, names: Sequence[Name] = ()) -> Fix | None:
    """The safe fix that takes out some names, or without names the whole comment; None where there is no such fix."""
    if names:
        edits = _without_names(comment, names)
        return Fix(True, edits) if edits else None
    if comment.removable is None:
        return None
    if comment.form == _FRONT_MATTER:
        return Fix(True, (Edit(*comment.removable, ""),))
    text = comment.document.text
    # The end of this comment may be that of one which was never closed, and hides what is after it otherwise.
    if text.rfind("<!--", 0, comment.start) > text.rfind("-->", 0, comment.start):
        return None
    if comment.form == "definition" and _is_referred_to(comment):
        return None
    return next(
        (Fix(True, (edit,)) for edit in _candidates(comment) if _renders_the_same(comment.document, edit)), None
    )


def _without_names(comment: Comment, names: Sequence[Name]) -> tuple[Edit, ...]:
    document = comment.document
    kept = [name for name in comment.names if name not in names]
    lines = document.lines
    if comment.form == _FRONT_MATTER and all(_is_item(document, name) for name in comment.names):
        doomed = {lines.line_of(name.start) for name in names}
        return tuple(Edit(lines.start(line), lines.start(line + 1), "") for line in sorted(doomed))
    start, end = _with_quotes(document, comment.names[0])[0], _with_quotes(document, comment.names[-1])[1]
    between = document.text[start:end]
    if "\n" in between or "\r" in between:
        return ()
    separator = ", " if "," in between else " "
    return (Edit(start, end, separator.join(document.slice(*_with_quotes(document, name)) for name in kept)),)


def _is_referred_to(comment: Comment) -> bool:
    """Whether a link may take the definition that serves as a comment for its target."""
    document = comment.document
    label = document.text[comment.start : document.text.index("]", comment.start) + 1].lower()
    definitions = sum(
        block.kind == "definition" and document.slice(block.start, block.start + len(label)).lower() == label
        for block in document.walk()
    )
    return document.text.lower().count(label) > definitions


def _is_item(document: Document, name: Name) -> bool:
    """Whether a name is the only thing in an item of a block list of YAML."""
    line = document.lines.line_text(document.lines.line_of(name.start))
    return line.lstrip(" \t").startswith("- ") and line.strip(" \t-\"'") == name.text


def _with_quotes(document: Document, name: Name) -> tuple[int, int]:
    text = document.text
    quote = text[name.start - 1 : name.start]
    quoted = quote in ("'", '"') and text[name.end : name.end + 1] == quote
    return (name.start - 1, name.end + 1) if quoted else (name.start, name.end)


def _candidates(comment: Comment) -> Iterator[Edit]:
    """Ways of taking a comment out, the tidiest first."""
    document, lines = comment.document, comment.document.lines
    start, end = comment.start, comment.end
    if comment.form == "inline":
        before, after = document.text[start - 1 : start], document.text[end : end + 1]
        if before in (" ", "\t") and after in ("", " ", "\t", "\r", "\n", "|"):
            yield Edit(start - 1, end, "")
        yield Edit(start, end, "")
        return
    first, last = lines.line_of(start), lines.line_of(end - 1)
    alone = (
        not document.text[lines.start(first) : start].strip(" \t>") and not document.text[end : lines.end(last)].strip()
    )
    if alone:
        below = last + 1 < len(lines) and not lines.line_text(last + 1).strip(" \t>")
        above = first == 0 or not lines.line_text(first - 1).strip(" \t>")
        if above and first and not document.text[lines.end(last) :].strip():
            yield Edit(lines.start(first - 1), lines.start(last + 1), "")
        if below and above:
            yield Edit(lines.start(first), lines.start(last + 2), "")
        yield Edit(lines.start(first), lines.start(last + 1), "")
    yield Edit(start, end, "")


def _renders_the_same(document: Document, edit: Edit) -> bool:
    """Whether a page without a comment shows what it showed with it; only the blocks around it are looked into."""
    if edit.start == 0 and document.text.startswith(("---", "+++"), edit.end):
        return False  # a rule on the first line would begin front matter
    blocks, lines = document.blocks, document.lines
    first = last = max(0, bisect_right(blocks, edit.start, key=lambda block: block.start) - 1)
    # A comment beside this one stays, and keeps apart what this one may keep apart.
    while first and blocks[first].start >= edit.start:
        first -= 1
    while last + 1 < len(blocks) and blocks[last].start < edit.end:
        last += 1
    start, end = lines.start(blocks[first].line), lines.start(blocks[last].end_line)
    before = document.text[start : max(end, edit.end)]
    after = f"{before[: edit.start - start]}{before[edit.end - start :]}"
    return _shown(document, before) == _shown(document, after)


def _shown(document: Document, text: str) -> list[tuple[object, ...]]:
    """What a part of a page renders, comments aside: its blocks as a reader sees them, and which lists are loose."""
    from chunklint.documents.model import Document
    from chunklint.text.positions import LineIndex

    lines = LineIndex(text)
    blocks = document.reader.read_slice(text, lines, 0, len(lines))
    part = Document(document.path, text, document.reader, tuple(blocks), lines)
    return list(_blocks(part, part.blocks))


def _blocks(document: Document, blocks: Sequence[Block]) -> Iterator[tuple[object, ...]]:
    for block in blocks:
        if block.kind == "comment" or (block.kind == "definition" and _is_comment(document, block)):
            continue
        if block.children:
            yield block.kind, block.level, block.info, _is_loose(document, block)
            yield from _blocks(document, block.children)
            yield (f"end of {block.kind}",)
        elif block.kind in ("paragraph", "heading"):
            yield block.kind, block.level, _visible(document, block.content)
        elif block.kind == "table":
            yield block.kind, *_cells(document, block)
        elif block.kind == "html":
            yield block.kind, _without_comments(document.slice(block.start, block.end))
        else:
            yield block.kind, block.level, block.info, document.slice(block.start, block.end)


def _is_comment(document: Document, block: Block) -> bool:
    return document.text.startswith(("[//]:", "[comment]:"), block.start)


def _visible(document: Document, content: str) -> str:
    from chunklint.documents.inline import visible

    # What is left of a line break here is one that is shown.
    return _BLANKS.sub(" ", visible(content, mdx=document.format == "mdx").text).strip(" ")


def _cells(document: Document, table: Block) -> Iterator[tuple[str, ...]]:
    from chunklint.documents.tables import row_cells

    for line in range(table.line, table.end_line):
        cells = row_cells(document, table, line)
        yield tuple(_visible(document, document.slice(cell.start, cell.end)) for cell in cells)


def _without_comments(text: str) -> str:
    return " ".join(_COMMENT.sub(" ", text).split())


def _is_loose(document: Document, block: Block) -> bool:
    """Whether blank lines part what a list holds, so that its paragraphs are set apart."""
    if block.kind not in ("list", "item"):
        return False
    children = block.children
    return any(after.line > before.end_line for before, after in pairwise(children))
