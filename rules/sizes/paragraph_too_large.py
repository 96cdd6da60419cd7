"""CL303: one paragraph that no chunk can hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chunklint.api import Block, Context, Document, Report, Rule

RULE = Rule(
    code="CL303",
    name="paragraph-too-large",
    scope="block",
    kinds=("paragraph",),
    severity="warning",
    summary={
        "en": "A paragraph is larger than a chunk",
        "zh-CN": "一个段落超过了一块的上限",
    },
    messages={
        "default": {
            "en": "This paragraph needs {chunks:chunk|chunks} ({tokens:token|tokens}, limit {limit}). It is cut "
            "inside, and an answer shows only a part of it. Break it into paragraphs of one thought each.",
            "zh-CN": "这个段落会被切成 {chunks} 块（{tokens} token，上限 {limit}）。它会从中间切开，"
            "读者只能看到其中一部分。请拆成几个段落，每段讲一件事。",
        },
    },
    yields_to=("CL301", "CL704", "CL307", "CL503"),
)


def candidates(_: Document, context: Context) -> Iterable[Block]:
    """The paragraphs in several chunks."""
    return context.parted_blocks("paragraph")


def check(paragraph: Block, context: Context) -> Iterator[Report]:
    """Report the paragraph; where it is nearly all that its section holds, the section's finding goes before."""
    room = context.room_for(paragraph)
    if context.at_most(paragraph.start, paragraph.end, room):
        return
    if not context.is_prose(paragraph):
        return
    tokens = context.stored_size(paragraph.start, paragraph.end, room)
    yield Report(
        paragraph.start,
        paragraph.end,
        {
            "chunks": max(2, len(context.chunks_of(paragraph.start, paragraph.end))),
            "tokens": tokens,
            "limit": context.limit,
        },
        severity="info" if context.is_hardly_over(tokens) else None,
    )
