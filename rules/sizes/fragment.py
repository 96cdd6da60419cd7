"""CL302: a chunk that is smaller than the profile wants any chunk to be."""

from __future__ import annotations

from collections.abc import Iterator

from chunklint.api import Chunk, Context, Report, Rule

RULE = Rule(
    code="CL302",
    name="fragment",
    scope="chunk",
    severity="off",
    summary={"en": "A chunk is smaller than min-tokens", "zh-CN": "一块内容小于 min-tokens"},
    messages={
        "default": {
            "en": "This chunk has only {tokens:token|tokens} (min-tokens is {least}). So little text answers few "
            "questions, and it takes a place among the results. Join it with a neighbouring section, or say more.",
            "zh-CN": "这一块只有 {tokens} token（min-tokens 为 {least}）。内容太少，答不了几个问题，还会占去一条结果。"
            "请并入相邻的小节，或补充内容。",
        },
    },
    yields_to=("CL202", "CL603"),
)

# A page of links: its entries are meant to be short, and no reader is sent to them for an answer.
_LINK_LISTS = ("llms.txt", "llms-full.txt")


def check(chunk: Chunk, context: Context) -> Iterator[Report]:
    """Report the chunk at its first line, its own text counted without heading path and overlap.

    The only chunk of a page has nothing to be joined with.
    """
    least = context.profile.min_tokens
    if least <= 0 or context.is_only_chunk(chunk) or context.document.path.rsplit("/", 1)[-1] in _LINK_LISTS:
        return
    document = context.document
    if not document.text[chunk.start : chunk.end].strip():
        return
    size = sum(context.size(start, end) for start, end in chunk.spans)
    if size >= least:
        return
    line = document.lines.line_of(chunk.start)
    end = min(document.lines.end(line), chunk.end)
    yield Report(chunk.start, max(end, chunk.start + 1), {"tokens": size, "least": least})
