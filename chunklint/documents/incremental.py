"""Re-parses a document around one edit; the result equals reading the whole changed text (a property test holds it).

Blocks are re-read from one block before the edit until a new block starts where an old one did: a block at the top
level depends on nothing before its first line. The slice is widened fourfold until such a place is found.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from chunklint.documents.model import Document
from chunklint.text.positions import LineIndex, line_starts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunklint.documents.model import Block, TextChange


def edited(document: Document, change: TextChange) -> Document:
    """The document after one change (code-point offsets). Raises ValueError where it lies outside the text."""
    start, end, inserted = change
    if not 0 <= start <= end <= len(document.text):
        raise ValueError(f"change from {start} to {end} lies outside a text of {len(document.text)} characters")
    if document.cells:
        from chunklint.documents.notebook import edited_notebook

        return edited_notebook(document, [change])
    text = document.text[:start] + inserted + document.text[end:]
    lines = edited_lines(document.lines, change, text)
    blocks = _edited_blocks(document, change, text, lines)
    undecodable = tuple(
        span if span[1] <= start else (span[0] + len(inserted) - (end - start), span[1] + len(inserted) - (end - start))
        for span in document.undecodable
        if span[1] <= start or span[0] >= end
    )
    return Document(
        document.path,
        text,
        document.reader,
        blocks,
        lines,
        encoding=document.encoding,
        has_bom=document.has_bom,
        undecodable=undecodable,
        surroundings=document.surroundings,
    )


def edited_lines(lines: LineIndex, change: TextChange, text: str) -> LineIndex:
    """The lines of a text after one change, found around it; ``text`` is what the change gives."""
    start, end, inserted = change
    starts = lines.starts
    # One line more before the edit: a "\n" typed after a "\r" joins it to one line ending.
    first = max(0, bisect_right(starts, start) - 2)
    after = bisect_right(starts, end)
    shift = len(inserted) - (end - start)
    stop = starts[after] + shift if after < len(starts) else len(text)
    local = [starts[first] + at for at in line_starts(text[starts[first] : stop])]
    if after < len(starts):
        local.pop()
    rest = [at + shift for at in starts[after:]] if shift else starts[after:]
    return LineIndex(text, starts[:first] + local + rest)


def _edited_blocks(document: Document, change: TextChange, text: str, lines: LineIndex) -> tuple[Block, ...]:
    old = document.blocks
    reader = document.reader
    first_line = max(0, document.lines.line_of(change.start) - 1)
    last_line = document.lines.line_of(change.end)
    line_shift = len(lines) - len(document.lines)
    shift = len(change.text) - (change.end - change.start)
    if reader.format != "markdown" or not old or _may_touch_front_matter(document, text, first_line):
        return reader.read(text, lines)
    starts = [block.line for block in old]
    regions = opened_containers(old)
    # A formula that is not closed reads as text until its end is typed, however many blocks further down.
    blank_before = "$$" in text or "\\[" in text or "$$" in document.text or "\\[" in document.text
    begin = max(bisect_right(starts, first_line) - 2, 0)
    while begin > 0 and (
        _inside(regions, starts[begin]) or _may_go_on(old[begin - 1]) or (blank_before and _adjacent(old, begin))
    ):
        begin -= 1
    floor = 1 if document.front_matter else 0
    begin = max(begin, floor)
    parse_from = starts[begin] if begin > floor else old[0].end_line if floor else 0
    candidate = bisect_left(starts, last_line + 1)
    width = 1
    while True:
        stop = min(candidate + width, len(old))
        parse_to = starts[stop] + line_shift if stop < len(old) else len(lines)
        new = reader.read_slice(text, lines, parse_from, parse_to)
        if stop == len(old):
            return (*old[:begin], *new)
        meeting = _meeting(old, new, candidate, stop, line_shift, regions, blank_before)
        if meeting is not None:
            at, keep = meeting
            moved = (block.shifted(shift, line_shift) for block in old[at:]) if shift or line_shift else old[at:]
            return (*old[:begin], *new[:keep], *moved)
        width *= 4


def _may_touch_front_matter(document: Document, text: str, first_line: int) -> bool:
    front = document.front_matter
    if front is not None:
        return first_line <= front.end_line
    signs = ("---", "+++")
    return text.startswith(signs) or document.text.startswith(signs)


def _meeting(
    old: Sequence[Block],
    new: Sequence[Block],
    candidate: int,
    stop: int,
    line_shift: int,
    regions: Sequence[tuple[int, int]],
    blank_before: bool,
) -> tuple[int, int] | None:
    """The first old block that a new one starts with, as indexes into both."""
    at_line = {block.line: index for index, block in enumerate(new)}
    new_regions = opened_containers(new)
    for at in range(candidate, stop):
        line = old[at].line + line_shift
        index = at_line.get(line)
        if index is None or _inside(regions, old[at].line) or _inside(new_regions, line):
            continue
        if index and _may_go_on(new[index - 1]):
            continue
        if blank_before and (_adjacent(old, at) or _adjacent(new, index)):
            continue
        return at, index
    return None


def opened_containers(blocks: Sequence[Block]) -> list[tuple[int, int]]:
    """The lines of containers whose blocks stand at the top level, since they hold headings."""
    return [(block.line, block.line + block.level) for block in blocks if block.level and block.kind == "html"]


def _inside(regions: Sequence[tuple[int, int]], line: int) -> bool:
    return any(first < line < last for first, last in regions)


def _may_go_on(block: Block) -> bool:
    """Whether a block takes the next one too if a definition follows: a definition list takes any line as a term."""
    return block.kind == "list" and not block.info


def _adjacent(blocks: Sequence[Block], at: int) -> bool:
    """Whether a block follows the one before it without a blank line between."""
    return at > 0 and blocks[at].line <= blocks[at - 1].end_line
