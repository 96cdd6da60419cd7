"""CL203: a heading more than one level below the one before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from chunklint.api import Block, Context, Document, Edit, Fix, Related, Report, Rule

RULE = Rule(
    code="CL203",
    name="heading-level-skipped",
    scope="document",
    severity="info",
    summary={"en": "A heading skips a level", "zh-CN": "标题跳级"},
    messages={
        "default": {
            "en": "This heading jumps from level {above} to level {level}. Tools that file text by headings may put it "
            "under the wrong one, and answers then name the wrong topic. Use level {right}, or add the heading that "
            "is missing.",
            "zh-CN": "标题从第 {above} 级直接跳到第 {level} 级。按标题归类的工具可能把它归错，读者会看到错误的出处。"
            "请改用第 {right} 级，或补上中间的标题。",
        },
    },
    yields_to=("CL701", "CL503"),
    fixable="unsafe",
)


def digest(document: Document, context: Context) -> object:
    """The headings and their chunks."""
    return context.outline


def check(document: Document, context: Context) -> Iterator[Report]:
    """Report headings that go down by more than one level; the first heading may have any."""
    headings = [section.heading for section in document.sections if section.heading is not None]
    for at, (above, heading) in enumerate(pairwise(headings), start=1):
        if heading.level > above.level + 1:
            yield Report(
                heading.start,
                heading.end,
                {"above": above.level, "level": heading.level, "right": above.level + 1},
                related=(Related(above.start, above.end, {"en": "the heading before", "zh-CN": "前一个标题"}),),
                fix=Fix(False, tuple(_lifting(above.level, headings[at:]))),
                anchor=heading.content,
            )


def _lifting(above: int, headings: Sequence[Block]) -> Iterator[Edit]:
    """Take off the surplus ``#`` of a heading and of all those after it under the same heading.

    They move together, since those after it are meant to stand beside or below it. None is underlined: a heading
    that is too deep has level 3 or more.
    """
    surplus = headings[0].level - above - 1
    for heading in headings:
        if heading.level <= above:
            return
        too_many = min(surplus, heading.level - above - 1)
        if too_many:
            yield Edit(heading.start, heading.start + too_many, "")
