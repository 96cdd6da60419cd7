"""CL208: equal headings beside each other, whose texts are stored under the same heading path."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from chunklint.api import Context, Document, Related, Report, Rule, Section

RULE = Rule(
    code="CL208",
    name="duplicate-heading-path",
    scope="document",
    severity="warning",
    summary={
        "en": "Two sections have the same heading under the same parent",
        "zh-CN": "同一上级之下有两个相同的标题",
    },
    messages={
        "default": {
            "en": 'The heading "{title}" stands in line {line} already, under the same parent. An answer cannot say '
            "which of the two it comes from, and may take the wrong one. Give each its own name, or join them.",
            "zh-CN": "标题“{title}”在第 {line} 行已出现过，上级也相同。答案来自哪一节无从分辨，"
            "读者可能得到另一节的内容。请给两者不同的名称，或合并成一节。",
        },
        "more": {
            "en": 'The heading "{title}" stands in line {line} already, under the same parent, and in '
            "{rest:more place|more places}. An answer cannot say which of them it comes from. Put each set under a "
            "heading of its own.",
            "zh-CN": "标题“{title}”在第 {line} 行已出现过，上级也相同，后面还有 {rest} 处。"
            "答案来自哪一节无从分辨。请把各组内容分别放到各自的上级标题之下。",
        },
    },
    yields_to=("CL701", "CL705", "CL202", "CL503"),
)

_LONGEST_TITLE = 30
# Each repetition is a place to mend, up to this many of one heading; the last finding counts the rest.
_MOST = 3
_SAME: dict[Literal["en", "zh-CN"], str] = {"en": "the same heading", "zh-CN": "相同的标题"}


def digest(document: Document, context: Context) -> object:
    """The headings and their chunks; what tabs hold is not gone into."""
    return object() if context.may_have_tabs else context.outline


def check(document: Document, context: Context) -> Iterator[Report]:
    """Report a heading that repeats a sibling's, where both have text and it is stored in two chunks.

    A part that is there twice with its subsections is reported at the heading that holds it.
    """
    last: dict[tuple[str, ...], Section] = {}
    repeats: dict[tuple[str, ...], list[tuple[Section, Section]]] = {}
    told: set[int] = set()
    for section in document.sections:
        if section.heading is None or not section.title or not section.blocks:
            continue
        earlier, last[section.path] = last.get(section.path), section
        if earlier is None or _do_no_harm(earlier, section, context):
            continue
        first, second = _topmost(earlier, section)
        if second.index not in told:
            told.add(second.index)
            repeats.setdefault(second.path, []).append((first, second))
    for pairs in repeats.values():
        for number, (earlier, section) in enumerate(pairs[:_MOST], start=1):
            yield _report(earlier, section, len(pairs) - _MOST if number == _MOST else 0, context)


def _topmost(earlier: Section, section: Section) -> tuple[Section, Section]:
    """The outermost of two sections with one heading path and of the headings above them, below the first in common."""
    while earlier.parent is not section.parent:
        if earlier.parent is None or section.parent is None or section.parent.heading is None:
            break
        earlier, section = earlier.parent, section.parent
    return earlier, section


def _report(earlier: Section, section: Section, rest: int, context: Context) -> Report:
    heading, same = section.heading, earlier.heading
    assert heading is not None
    assert same is not None
    title = section.title
    shown = title if len(title) <= _LONGEST_TITLE else f"{title[:_LONGEST_TITLE]}…"
    return Report(
        heading.start,
        heading.end,
        {"title": shown, "line": context.line(same.start), "rest": rest},
        variant="more" if rest else "default",
        related=(Related(same.start, same.end, _SAME),),
        anchor=title,
    )


def _do_no_harm(earlier: Section, section: Section, context: Context) -> bool:
    """Whether two equal headings do no harm: one chunk holds both, or they stand in two panels of tabs."""
    if context.chunk_at(earlier.start) is context.chunk_at(section.start):
        return True
    return context.in_sibling_tabs(earlier.start, section.start)
