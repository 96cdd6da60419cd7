"""CL305: a chunk that the embedding model cannot read to its end."""

from __future__ import annotations

from collections.abc import Iterator

from chunklint.api import Chunk, Context, Report, Rule

RULE = Rule(
    code="CL305",
    name="chunk-over-model-limit",
    scope="chunk",
    severity="error",
    summary={
        "en": "A chunk is longer than the embedding model can read, so its end is dropped",
        "zh-CN": "块超过了向量模型的输入上限，结尾会被丢掉",
    },
    messages={
        "default": {
            "en": "The end of this passage is silently dropped: it has {tokens:token|tokens}, the model reads {most}. "
            "What stands after line {line} cannot be found at all. Shorten the passage, or set max-tokens to {right} "
            "or less.",
            "zh-CN": "这一段的结尾会被悄悄丢掉：它有 {tokens} token，模型只读 {most}。"
            "第 {line} 行之后的内容完全查不到。请精简这一段，或把 max-tokens 设为 {right} 以下。",
        },
    },
)


def check(chunk: Chunk, context: Context) -> Iterator[Report]:
    """Report a chunk over ``model-limit``, counted by the profile's tokenizer; silent where no limit is set."""
    most = context.profile.model_limit
    if most is None or chunk.tokens <= most:
        return
    source = context.document.text
    share = most / chunk.tokens
    reached = chunk.start + int((chunk.end - chunk.start) * share)
    first_line_end = source.find("\n", chunk.start, chunk.end)
    yield Report(
        chunk.start,
        first_line_end if first_line_end > 0 else chunk.end,
        {"tokens": chunk.tokens, "most": most, "line": context.line(reached), "right": most},
    )
