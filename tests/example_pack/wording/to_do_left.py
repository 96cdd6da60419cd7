"""EX101: a note to the writer that readers get to see."""

from __future__ import annotations

from collections.abc import Iterator

from chunklint.api import Block, Context, Option, Report, Rule
from tests.example_pack.wording._words import TO_DO

RULE = Rule(
    code="EX101",
    name="to-do-left",
    scope="block",
    kinds=("paragraph",),
    severity="warning",
    summary={"en": "A note to the writer was left in the text", "zh-CN": "正文里留有写给作者的备注"},
    messages={
        "default": {
            "en": '"{word}" was left in the text ({words:word|words} in this paragraph). Write what is missing.',
            "zh-CN": "正文里留有“{word}”（本段共 {words} 处）。请补上缺少的内容。",
        },
    },
    options={"max-words": Option(0, "How many such notes a paragraph may have.", 0)},
)


def check(paragraph: Block, context: Context) -> Iterator[Report]:
    """Report a paragraph once, at its first note; in quotes it is an info."""
    found = list(TO_DO.finditer(paragraph.content))
    if len(found) <= int(context.options["max-words"]):
        return
    document = context.document
    start = document.content_offset(paragraph, found[0].start())
    is_quoted = document.text.startswith(">", document.lines.start(paragraph.line))
    yield Report(
        start,
        start + len(found[0][0]),
        {"word": found[0][0], "words": len(found)},
        severity="info" if is_quoted else None,
    )
