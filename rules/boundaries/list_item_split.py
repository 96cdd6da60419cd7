"""CL405: a list item that is cut, or whose nested list is in another chunk than the item."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from chunklint.api import Block, Context, Document, Related, Report, Rule

RULE = Rule(
    code="CL405",
    name="list-item-split",
    scope="document",
    by_passage=True,
    severity="off",
    summary={
        "en": "A list item is cut, or its nested list is in another chunk",
        "zh-CN": "列表项被切开，或它的下级列表在别的块里",
    },
    messages={
        "default": {
            "en": "This list item is cut into {chunks:chunk|chunks}. What comes after the cut is found without the "
            "point that it belongs to. Shorten the item, or make it a section of its own.",
            "zh-CN": "这个列表项被切成了 {chunks} 块。后半部分单独查到时，不知道属于哪一项。"
            "请精简这一项，或改成单独的小节。",
        },
        "nested": {
            "en": "The list under this item goes on in another chunk (line {line}). Its points are found without the "
            "item that they belong to. Shorten the list, or turn the item into a subheading.",
            "zh-CN": "这一项的下级列表有一部分在别的块里（第 {line} 行起）。查到那些条目时，不知道它们属于哪一项。"
            "请精简列表，或把这一项改成小标题。",
        },
    },
    yields_to=("CL101", "CL102", "CL303", "CL304", "CL307", "CL403", "CL404", "CL704"),
)


def check(document: Document, context: Context) -> Iterator[Report]:
    """Report the first such item of every list; lists inside lists belong to the outermost."""
    for top in _outermost(document.blocks):
        if context.in_one_chunk(top.start, top.end):
            continue
        report = next(_items(top, context), None)
        if report is not None:
            yield report


def _outermost(blocks: tuple[Block, ...]) -> Iterator[Block]:
    for block in blocks:
        if block.kind == "list":
            yield block
        elif block.children:
            yield from _outermost(block.children)


def _items(top: Block, context: Context) -> Iterator[Report]:
    """Reports in source order: of each item the finding for itself, or those of the items inside it."""
    waiting = list(reversed(top.children))
    while waiting:
        block = waiting.pop()
        if context.in_one_chunk(block.start, block.end):
            continue
        if block.kind == "item":
            report = _cut(block, context)
            if report is not None:
                yield report
        waiting.extend(reversed(block.children))


def _cut(item: Block, context: Context) -> Report | None:
    """The finding for an item whose own text is cut, or that some item of its nested list is parted from."""
    own = [child for child in item.children if child.kind != "list"]
    cut = any(context.parted(before.end - 1, after.start) for before, after in pairwise(own))
    if cut or any(len(context.chunks_of(child.start, child.end)) > 1 for child in own):
        chunks = context.chunks_of(item.start, item.end)
        return _report(item, chunks[1].start, context)._replace(end=own[-1].end)
    if not own:
        return None
    for inner in item.children:
        for entry in inner.children if inner.kind == "list" else ():
            if context.parted(own[0].start, entry.start):
                place = Related(entry.start, entry.end, {"en": "goes on here", "zh-CN": "从这里起在别的块里"})
                return _report(item, entry.start, context)._replace(variant="nested", related=(place,))
    return None


def _report(item: Block, place: int, context: Context) -> Report:
    line_end = context.document.lines.end(context.document.lines.line_of(item.start))
    chunks = len(context.chunks_of(item.start, item.end))
    return Report(item.start, min(line_end, item.end), {"line": context.line(place), "chunks": chunks})
