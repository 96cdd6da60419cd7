"""CL701: markers of a merge conflict that was never resolved."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunklint.api import Context, Document, Report, Rule

RULE = Rule(
    code="CL701",
    name="conflict-marker",
    scope="document",
    severity="error",
    summary={"en": "A merge conflict was left in the page", "zh-CN": "页面里留有未解决的合并冲突"},
    messages={
        "default": {
            "en": "A merge conflict was left here (lines {first}–{last}). Both versions are stored, and a reader may "
            "get the wrong one. Keep one version and remove the marker lines.",
            "zh-CN": "这里留有未解决的合并冲突（第 {first}～{last} 行）。两个版本都会被收录，读者可能得到错误的那个。"
            "请保留一个版本，并删去标记行。",
        },
    },
)

# Seven signs at the line's very start, as git writes them; a row of "=" alone is a heading's underline. Both sides are
# taken whole (`*+`): trying every row of "=" for the middle takes seconds on a page that is full of them.
_CONFLICT = re.compile(
    r"^<{7}(?: [^\n]*)?\r?\n"
    r"(?:(?![<=>]{7}(?: |\r?$)).*\n)*+={7}\r?\n"
    r"(?:(?![<>]{7}(?: |\r?$)).*\n)*+>{7}(?: [^\n]*|\r?)$",
    re.MULTILINE,
)


def check(document: Document, context: Context) -> Iterator[Report]:
    """Report each conflict as one stretch; conflicts shown in code blocks are examples."""
    if "<<<<<<<" not in document.text:
        return
    code = [(block.start, block.end) for block in document.of_kind("code")]
    for match in _CONFLICT.finditer(document.text):
        start, end = match.span()
        if any(first <= start and end <= last for first, last in code):
            continue
        yield Report(
            start,
            end - 1 if document.text[end - 1] == "\r" else end,
            {"first": context.line(start), "last": context.line(end)},
        )
