"""CL202: a heading that is followed by no text of its own and by no subheading."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunklint.api import Context, Document, Report, Rule, Section

RULE = Rule(
    code="CL202",
    name="empty-section",
    scope="document",
    by_passage=True,
    severity="warning",
    summary={
        "en": "A heading is followed by no text and no subheading",
        "zh-CN": "标题下面既没有正文，也没有下级标题",
    },
    messages={
        "default": {
            "en": 'Nothing stands under the heading "{title}". A question about it finds the heading but no answer. '
            "Write the section, or remove the heading.",
            "zh-CN": "标题“{title}”下面没有内容。读者按这个标题提问时，只能查到标题，得不到答案。"
            "请补上正文，或删去标题。",
        },
        "same level": {
            "en": 'Nothing stands under the heading "{title}". A question about it finds the heading but no answer. '
            "Put the next heading one level lower if it belongs here; else write the section, or remove the heading.",
            "zh-CN": "标题“{title}”下面没有内容。读者按这个标题提问时，只能查到标题，得不到答案。"
            "如果下一个标题属于这里，请把它降一级；否则请补上正文，或删去标题。",
        },
    },
    yields_to=("CL701", "CL407"),
)

# Placeholders that changelogs keep for what comes next.
_KEPT_EMPTY = re.compile(r"^\W*(?:unreleased|upcoming|next(?: release)?|未发布|待发布|即将发布)\W*$", re.IGNORECASE)
# Comments in which site builders insert text when they render the page.
_INSERTS = re.compile(r"include|import|snippet|embed|insert|@|\{%|auto-?gen|START|BEGIN", re.IGNORECASE)


def check(document: Document, context: Context) -> Iterator[Report]:
    """Report sections without blocks before a heading of the same or a higher level, or at the end."""
    sections = document.sections
    if document.is_page and not any(section.blocks for section in sections):
        return
    for at, section in enumerate(sections):
        following = sections[at + 1] if at + 1 < len(sections) else None
        if section.heading is None or section.blocks or not section.title:
            continue
        if following is not None and following.level > section.level:
            continue
        if _KEPT_EMPTY.match(section.title) or _is_filled_elsewhere(document, section, following):
            continue
        is_beside_text = following is not None and following.level == section.level and bool(following.blocks)
        yield Report(
            section.heading.start,
            section.heading.end,
            {"title": section.title},
            "same level" if is_beside_text else "default",
            anchor=section.title,
        )


def _is_filled_elsewhere(document: Document, section: Section, following: Section | None) -> bool:
    """Whether the page gets text here when it is built: from a comment that asks for it, or the page's footnotes."""
    assert section.heading is not None
    start, end = section.heading.end, following.start if following else len(document.text)
    if _INSERTS.search(document.text, start, end) is not None:
        return True
    return any(block.kind == "footnote" and start <= block.start < end for block in document.blocks)
