"""CL307: a run of characters without any break that no chunk can hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from chunklint.api import Block, Context, Document, Report, Rule

RULE = Rule(
    code="CL307",
    name="unbreakable-run",
    scope="block",
    kinds=("paragraph", "code", "html", "math"),
    severity="warning",
    summary={
        "en": "A run of characters without any space is larger than a chunk",
        "zh-CN": "一串没有任何间断的字符超过了一块的上限",
    },
    messages={
        "default": {
            "en": "These {length:character|characters} have no space or break ({tokens:token|tokens}, limit {limit}). "
            "They are cut at random, and the pieces only crowd out real answers. Move the data into a file and link "
            "to it.",
            "zh-CN": "这 {length} 个字符中间没有任何间断（{tokens} token，上限 {limit}）。它们会被随意切开，"
            "碎片只会挤掉真正的答案。请把这些数据放进单独的文件，再链接过去。",
        },
        "link": {
            "en": "This link's address is larger than a chunk ({tokens:token|tokens}, limit {limit}). It is cut at "
            "random, and its pieces crowd out real answers. Use a short address, or put the example into a file and "
            "link to it.",
            "zh-CN": "这个链接的地址就超过了一块的上限（{tokens} token，上限 {limit}）。它会被随意切开，"
            "碎片只会挤掉真正的答案。请改用短链接，或把示例放进文件再链接过去。",
        },
    },
    yields_to=("CL704",),
)

# Where Chinese text can be cut although it has no spaces.
_BREAKS = "。！？；：，、”’」』）】》…—"


@cache
def _runs_over(limit: int) -> re.Pattern[str]:
    return re.compile(rf"[^\s{_BREAKS}]{{{limit + 1},}}")


def candidates(document: Document, context: Context) -> Iterable[Block]:
    """The blocks that are long enough; on most pages not even a line is."""
    limit = context.limit
    if context.longest_line <= limit:
        return ()
    return [block for kind in RULE.kinds for block in document.of_kind(kind) if block.end - block.start > limit]


def check(block: Block, context: Context) -> Iterator[Report]:
    """Report the first such run of a block."""
    limit = context.limit
    for match in _runs_over(limit).finditer(context.document.text, block.start, block.end):
        if not context.at_most(match.start(), match.end(), limit):
            yield Report(
                match.start(),
                match.end(),
                {"length": len(match[0]), "tokens": context.size(*match.span()), "limit": limit},
                variant="link" if "](" in match[0] and "://" in match[0] else "default",
            )
            return
