"""CL403: a code block that is cut into several chunks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from chunklint.api import Block, Chunk, Context, Document, Report, Rule

RULE = Rule(
    code="CL403",
    name="code-block-split",
    scope="block",
    kinds=("code",),
    severity="warning",
    summary={"en": "A code block is cut into several chunks", "zh-CN": "代码块被切成了几块"},
    messages={
        "default": {
            "en": "This code needs {chunks:chunk|chunks} ({tokens:token|tokens}, limit {limit}). Each answer shows "
            "only a part of it, which does not run. Show only the lines that matter, or split it where a new step "
            "begins.",
            "zh-CN": "这段代码会被切成 {chunks} 块（{tokens} token，上限 {limit}）。每个答案只含其中一段，无法运行。"
            "请只保留要紧的几行，或按步骤拆成几段。",
        },
        "function": {
            "en": "This code needs {chunks:chunk|chunks} ({tokens:token|tokens}, limit {limit}), and {symbol} is cut "
            "inside. An answer shows only a part of it. Show only the lines that matter, or give each definition its "
            "own block.",
            "zh-CN": "这段代码会被切成 {chunks} 块（{tokens} token，上限 {limit}），{symbol} 会从中间被切断。"
            "读者只能看到其中一部分。请只保留要紧的几行，或让每个定义各用一个代码块。",
        },
        "data": {
            "en": "This block needs {chunks:chunk|chunks} ({tokens:token|tokens}, limit {limit}). Each answer shows "
            "only a part of it, without what stands above or below. Show only the lines that matter, or split it and "
            "say in a sentence what each part shows.",
            "zh-CN": "这段内容会被切成 {chunks} 块（{tokens} token，上限 {limit}）。每个答案只含其中一段，"
            "看不到前后的内容。请只保留要紧的几行，或拆成几段，各用一句话说明。",
        },
        "fits": {
            "en": "This code is cut into {chunks:chunk|chunks} although it would fit into one ({tokens:token|tokens}, "
            "limit {limit}). An answer shows only a part of it: this is the splitter's doing, and one that keeps code "
            "whole avoids it.",
            "zh-CN": "这段代码本可放进一块（{tokens} token，上限 {limit}），却被切成了 {chunks} 块。"
            "读者只能看到一部分。这是切分方式造成的，换用能保持代码完整的方式即可避免。",
        },
    },
    yields_to=("CL501", "CL307", "CL704", "CL503"),
)

# Output and drawings: a reader can use a part of them.
_OUTPUT = frozenset(["text", "txt", "plain", "plaintext", "none", "output", "stdout", "log", "logs", "ascii", "ansi"])
_SESSION = frozenset(["console", "terminal", "session", "shell-session", "sh-session"])
_DRAWING = frozenset(["mermaid", "plantuml", "dot", "graphviz", "diff", "csv"])
_NOT_CODE = _OUTPUT | _SESSION | _DRAWING
# Data are not run: what is lost is the surroundings.
_DATA = frozenset(
    ["json", "json5", "jsonc", "yaml", "yml", "toml", "ini", "xml", "html", "conf", "properties", "env"]
).union(["markdown", "md", "mdx", "rst", "bibtex", "tex", "latex", "csv", "diff"])


def candidates(_: Document, context: Context) -> Iterable[Block]:
    """The code blocks in several chunks."""
    return context.parted_blocks("code")


def check(block: Block, context: Context) -> Iterator[Report]:
    """Report the block once, with the function that is cut inside if there is one."""
    chunks = context.chunks_of(block.start, block.end)
    if not block.closed or any(_holds(chunk, block) for chunk in chunks):
        return
    room = context.room_for(block)
    fits = context.at_most(block.start, block.end, room)
    symbol = "" if fits else _cut_function(block, [chunk.start for chunk in chunks[1:]], context)
    language = context.code_language(block)
    as_text = fits or language in _NOT_CODE or not language
    tokens = context.stored_size(block.start, block.end, room)
    yield Report(
        block.start,
        block.end,
        {
            "chunks": len(chunks),
            "tokens": tokens,
            "limit": context.limit,
            "symbol": symbol,
        },
        variant="fits" if fits else "function" if symbol else "data" if as_text or language in _DATA else "default",
        severity="info" if as_text or context.is_hardly_over(tokens) else None,
    )


def _holds(chunk: Chunk, block: Block) -> bool:
    """Whether a chunk's text holds the whole block, part of it perhaps repeated from the chunk before."""
    start = chunk.overlap[0] if chunk.overlap is not None else chunk.start
    return start <= block.start and block.end <= chunk.end


def _cut_function(block: Block, cuts: list[int], context: Context) -> str:
    """The first function or class that a cut falls into."""
    units = context.code_units(block)
    ends = [start for start, _ in units[1:]] + [block.end]
    for (start, unit), end in zip(units, ends, strict=True):
        if unit.symbol and any(start < cut < end for cut in cuts):
            return unit.symbol
    return ""
