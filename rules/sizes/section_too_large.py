"""CL301: a section whose own text no chunk can hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from chunklint.api import Block, Context, Option, Related, Report, Rule, Section, is_most_of

RULE = Rule(
    code="CL301",
    name="section-too-large",
    scope="section",
    severity="warning",
    summary={
        "en": "A section's own text is larger than a chunk",
        "zh-CN": "一节的正文超过了一块的上限",
    },
    messages={
        "default": {
            "en": "This section needs {chunks:chunk|chunks} ({tokens:token|tokens}, limit {limit}). A question about "
            "it may get only one part of the answer. Divide it with subheadings, for example before lines {lines}.",
            "zh-CN": "这一节会被切成 {chunks} 块（{tokens} token，上限 {limit}）。读者提问时可能只得到其中一部分。"
            "请用小标题把它分开，例如在以下各行之前：{lines}。",
        },
        "one-place": {
            "en": "This section needs {chunks:chunk|chunks} ({tokens:token|tokens}, limit {limit}). A question about "
            "it may get only one part of the answer. Divide it with a subheading, for example before line {lines}.",
            "zh-CN": "这一节会被切成 {chunks} 块（{tokens} token，上限 {limit}）。读者提问时可能只得到其中一部分。"
            "请用小标题把它分开，例如在第 {lines} 行之前。",
        },
        "one-block": {
            "en": "This section needs {chunks:chunk|chunks} ({tokens:token|tokens}, limit {limit}). A question about "
            "it may get only one part of the answer. No paragraph in it starts a new part: give its parts "
            "subheadings, or shorten it.",
            "zh-CN": "这一节会被切成 {chunks} 块（{tokens} token，上限 {limit}）。读者提问时可能只得到其中一部分。"
            "其中没有适合分开的地方，请按内容加上小标题，或精简文字。",
        },
    },
    yields_to=("CL211",),
    options={
        "min-chunks": Option(3, "From how many chunks on the finding is a warning; below it is an info."),
    },
)


def check(section: Section, context: Context) -> Iterator[Report]:
    """Report the section at its heading, with the lines at which it could be divided; changelogs are silent."""
    if not section.blocks or context.is_changelog or context.in_one_chunk(section.start, section.own_end):
        return
    room = context.room(section, own_heading=section.heading is None)
    if context.at_most(section.start, section.own_end, room):
        return
    own = context.reported_themselves(section, room)
    rest = [block for block in section.blocks if block not in own]
    if not rest:
        return
    apart = sum(context.size(block.start, block.end) for block in own)
    tokens = context.size(section.start, section.own_end) - apart
    if tokens <= room:
        return
    # However well it is packed, so many chunks it takes at least.
    needed = -(-tokens // max(1, room))
    chunks = max(2, needed if apart else len(context.chunks_of(section.start, section.own_end)))
    places = _places(rest, context, tokens, chunks)
    heading = section.heading
    start, end = (heading.start, heading.end) if heading else _first_line(section, context)
    mild = needed < int(context.options["min-chunks"])
    yield Report(
        start,
        end,
        {
            "chunks": chunks,
            "tokens": tokens + context.limit - room,
            "limit": context.limit,
            "lines": ", ".join(str(context.line(place)) for place in places),
        },
        variant="one-block" if not places else "one-place" if len(places) == 1 else "default",
        severity="info" if mild else None,
        related=tuple(
            Related(place, place, {"en": "could be divided here", "zh-CN": "可以在这里分开"}) for place in places
        ),
        anchor=section.title,
        cause=next(((b.start, b.end) for b in rest if b.kind == "paragraph" and is_most_of(section, b)), None),
    )


def _can_follow_a_heading(block: Block, context: Context) -> bool:
    """Whether a part of the section could start with this block: running text, not a demo's link."""
    return block.kind == "paragraph" and context.is_prose(block)


def _first_line(section: Section, context: Context) -> tuple[int, int]:
    start = section.blocks[0].start
    return start, min(context.document.lines.end(context.line(start) - 1), section.blocks[0].end)


def _places(blocks: Sequence[Block], context: Context, tokens: int, chunks: int) -> list[int]:
    """Starts of paragraphs at which the section falls into parts of about equal size; at most five."""
    parts = min(chunks, 6)
    step = tokens / parts
    places: list[int] = []
    size = 0
    for before, block in zip([None, *blocks], blocks, strict=False):
        is_due = before is not None and size >= step * (len(places) + 1) * 0.9 and len(places) < parts - 1
        if is_due and _can_follow_a_heading(block, context):
            places.append(block.start)
        size += context.size(block.start, block.end)
    return places
