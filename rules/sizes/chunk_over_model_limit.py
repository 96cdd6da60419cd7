"""CL305: a chunk that the embedding model cannot read to its end."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from chunklint.api import Chunk, Context, Report, Rule

RULE = Rule(
    code="CL305",
    name="chunk-over-model-limit",
    scope="chunk",
    severity="error",
    summary={
        "en": "A chunk is longer than the model that makes it findable can read, so its end is dropped",
        "zh-CN": "块超过了检索所用模型的输入上限，结尾会被丢掉",
    },
    messages={
        "default": {
            "en": "The end of this passage is silently dropped: it has {tokens:token|tokens}, the model reads {most}. "
            "It stops in line {line}, and what follows cannot be found. Shorten the passage, or set max-tokens to "
            "{right} or less.",
            "zh-CN": "这一段的结尾会被悄悄丢掉：它有 {tokens} token，模型只读 {most}。"
            "模型读到第 {line} 行就停了，后面的内容查不到。请精简这一段，或把 max-tokens 设为不超过 {right}。",
        },
    },
)


def check(chunk: Chunk, context: Context) -> Iterator[Report]:
    """Report a chunk over what the model of the profile reads; silent where the profile says nothing of a model."""
    most = context.model_limit
    tokens = context.model_overflow(chunk) if most is not None else 0
    if most is None or not tokens:
        return
    # The limit in the unit of the profile, for text such as this.
    right = most * chunk.tokens // tokens
    last = context.line(context.document.lines.start(_last_line_read(chunk, context, right)))
    yield Report(
        chunk.start,
        min(chunk.end, context.line_end(chunk.start)),
        {"tokens": tokens, "most": most, "line": last, "right": right},
    )


def _last_line_read(chunk: Chunk, context: Context, most: int) -> int:
    """The line (0-based) in which the first ``most`` tokens of a chunk end, heading path and overlap counted in."""
    lines = context.document.lines
    room = most - (chunk.tokens - context.size(chunk.start, chunk.end))
    first, last = lines.line_of(chunk.start), lines.line_of(chunk.end - 1)
    whole = bisect_right(
        range(first, last), room, key=lambda n: context.size(chunk.start, min(lines.end(n), chunk.end))
    )
    return first + whole
