"""CL406: a chunk that holds parts of sections which belong under different headings."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from chunklint.api import Chunk, Context, Related, Report, Rule, Section

RULE = Rule(
    code="CL406",
    name="mixed-topics",
    scope="chunk",
    severity="off",
    summary={
        "en": "A chunk holds parts of sections under different headings",
        "zh-CN": "一块里混有不同标题之下的内容",
    },
    messages={
        "default": {
            "en": "This section shares a chunk with “{other}”, which stands under another heading. Either topic dims "
            "the other, and an answer shows both. Make the smaller one large enough to stand alone, or move it.",
            "zh-CN": "这一节与“{other}”同在一块里，而它们属于不同的上级标题。两个主题互相干扰，答案里也会混在一起。"
            "请充实较小的一节，使它能独立成块，或调整位置。",
        },
        "splitter": {
            "en": "This section shares a chunk with “{other}”, which stands under another heading. Either topic dims "
            "the other, and an answer shows both. A splitter that cuts at headings avoids it.",
            "zh-CN": "这一节与“{other}”同在一块里，而它们属于不同的上级标题。两个主题互相干扰，答案里也会混在一起。"
            "换用按标题切分的方式即可避免。",
        },
    },
    yields_to=("CL202",),
)


def check(chunk: Chunk, context: Context) -> Iterator[Report]:
    """Report the chunk at the first section in it that does not belong to the topic with which it begins.

    A section with its subsections is one topic, and so are sections side by side under one heading.
    """
    sections = _with_text(chunk, context.document.sections)
    if len(sections) < 2:
        return
    first = sections[0]
    topic = _topmost(first, chunk)
    for section in sections[1:]:
        top = _topmost(section, chunk)
        if top is topic or top.parent is topic.parent or _is_under(top, topic):
            continue
        place = section.heading
        if place is None:
            continue
        yield Report(
            place.start,
            place.end,
            {"title": section.title, "other": first.title or " > ".join(first.path)},
            variant="default" if context.cut_severity is None else "splitter",
            related=(Related(first.start, first.start + 1, {"en": "the other section", "zh-CN": "另一节"}),),
            anchor=section.title,
        )
        return


def _with_text(chunk: Chunk, sections: Sequence[Section]) -> list[Section]:
    """The sections of which the chunk holds text, in source order; a heading alone is none."""
    at = max(0, bisect_right(sections, chunk.start, key=lambda section: section.start) - 1)
    found = []
    while at < len(sections) and sections[at].start < chunk.end:
        section = sections[at]
        if any(block.start < chunk.end and block.end > chunk.start for block in section.blocks):
            found.append(section)
        at += 1
    return found


def _topmost(section: Section, chunk: Chunk) -> Section:
    """The outermost section around one whose heading is in the chunk as well."""
    top = section
    while top.parent is not None and top.parent.start >= chunk.start and top.parent.heading is not None:
        top = top.parent
    return top


def _is_under(section: Section, other: Section) -> bool:
    above = section.parent
    while above is not None and above is not other:
        above = above.parent
    return above is other
