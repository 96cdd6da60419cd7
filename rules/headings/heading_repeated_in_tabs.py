"""CL209: the same heading in two panels of tabs, which stand one after the other once the page is text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from chunklint.api import Block, Context, Document, Related, Report, Rule

RULE = Rule(
    code="CL209",
    name="heading-repeated-in-tabs",
    scope="document",
    severity="info",
    summary={
        "en": "Panels of tabs repeat the same heading",
        "zh-CN": "几个标签页里有相同的标题",
    },
    messages={
        "default": {
            "en": 'Another tab has the heading "{title}" too (line {line}). Stored as text, nothing tells the two '
            "apart, "
            "so an answer may come from the wrong tab. Put the tab's name into the heading.",
            "zh-CN": "另一个标签页里也有标题“{title}”（第 {line} 行）。存成文字后，两者无从分辨，"
            "答案可能取自错误的标签页。请把标签页的名称写进标题。",
        },
    },
    yields_to=("CL701",),
)

_LONGEST_TITLE = 30
_SAME: dict[Literal["en", "zh-CN"], str] = {"en": "the same heading", "zh-CN": "相同的标题"}


def digest(document: Document, context: Context) -> object:
    """Without tabs there is nothing to report, and nothing else depends on what a passage holds but its headings."""
    return object() if context.may_have_tabs else context.outline


def check(document: Document, context: Context) -> Iterator[Report]:
    """Report each heading that stands in another panel before; not those below a heading that is reported itself."""
    if not context.has_tabs:
        return
    last: dict[tuple[int, str], Block] = {}
    reported: Block | None = None
    for heading in document.of_kind("heading"):
        title = context.heading_title(heading)
        key = heading.level, title
        earlier, last[key] = last.get(key), heading
        if reported is not None and heading.level <= reported.level:
            reported = None
        if not title or earlier is None or reported is not None:
            continue
        if context.in_sibling_tabs(earlier.start, heading.start):
            reported = heading
            shown = title if len(title) <= _LONGEST_TITLE else f"{title[:_LONGEST_TITLE]}…"
            yield Report(
                heading.start,
                heading.end,
                {"title": shown, "line": context.line(earlier.start)},
                related=(Related(earlier.start, earlier.end, _SAME),),
                anchor=title,
            )
