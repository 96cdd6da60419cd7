"""CL502: a line of code with a ``#`` that a splitter which looks for headings takes for one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunklint.api import Block, Context, Report, Rule

RULE = Rule(
    code="CL502",
    name="heading-in-code",
    scope="block",
    kinds=("code", "comment", "html", "front_matter"),
    severity="info",
    summary={
        "en": "The splitter takes a line of code for a heading",
        "zh-CN": "切分时把代码里的一行当成了标题",
    },
    messages={
        "default": {
            "en": "The splitter takes “{line}” for a heading and cuts before it. An answer shows only a part of this "
            "block, under the wrong heading. Start the line with something else than “#”, or use another splitter.",
            "zh-CN": "切分时把“{line}”当成了标题，从这里切断。读者看到的内容不完整，标题也不对。"
            "请不要让这一行以“#”开头，或换用别的切分方式。",
        },
    },
)

_MARK = re.compile(r"[ \t>]*#{1,6}(?:[ \t]+\S[^\n]*|[ \t]*)$")
_SHOWN = 40


def check(block: Block, context: Context) -> Iterator[Report]:
    """Report each line that looks like a heading and starts a chunk; a block's first line is no cut inside it."""
    if not context.looks_for_headings:
        return
    lines = context.document.lines
    for chunk in context.chunks_of(block.start, block.end):
        line = lines.line_of(_first_character(chunk.start, context))
        text = lines.line_text(line)
        if not block.line < line < block.end_line or not _MARK.match(text.rstrip()):
            continue
        start = lines.start(line) + len(text) - len(text.lstrip(" \t>"))
        shown = text.strip(" \t>\r\n")
        shown = shown if len(shown) <= _SHOWN else shown[:_SHOWN].rstrip() + "…"
        yield Report(start, lines.start(line) + len(text.rstrip()), {"line": shown})


def _first_character(offset: int, context: Context) -> int:
    """The first character at or behind an offset that is no white space."""
    text = context.document.text
    while offset < len(text) - 1 and text[offset].isspace():
        offset += 1
    return offset
