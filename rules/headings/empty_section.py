"""CL202: a heading that is followed by no text of its own and by no subheading."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from chunklint.api import Context, Document, Report, Rule, Section

RULE = Rule(
    code="CL202",
    name="empty-section",
    scope="document",
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
        "versions": {
            "en": 'Nothing stands under "{title}" nor under {rest:other version|other versions}. What changed follows '
            "at the same level, so a question about one version may get the changes of another. Put the headings that "
            "follow each one level lower.",
            "zh-CN": "标题“{title}”和另外 {rest} 个版本标题下面没有内容。改动都写在同级标题下，"
            "读者问某一版本时，可能查到别的版本的改动。请把各版本后面的标题降一级。",
        },
    },
    yields_to=("CL701", "CL407", "CL503"),
)

# Placeholders that changelogs keep for what comes next.
_KEPT_EMPTY = re.compile(r"^\W*(?:unreleased|upcoming|next(?: release)?|未发布|待发布|即将发布)\W*$", re.IGNORECASE)
# Comments in which site builders insert text when they render the page.
_INSERTS = re.compile(r"include|import|snippet|embed|insert|@|\{%|auto-?gen|START|BEGIN", re.IGNORECASE)
# A comment of one word is a mark for a tool (DEMO, props:button), but for what writers note and converters drop.
_MARK = re.compile(
    r"<!--\s*(?!(?:todo|fixme|tbd|wip|draft|xxx|empty|image|picture|figure|formula-not-decoded|missing-text|待补充|待完善|略)\b)[\w.:/-]+\s*-->",
    re.IGNORECASE,
)
# v1.2.3, [1.2.3] - 2024-05-01, Version 1.2 (May 1, 2024); no numbered heading.
_VERSION = re.compile(
    r"\W*(?:(?:version|release|版本)\s*)?v?\d+(?:\.\d+)+[\w.+-]*\W*(?:\W.*(?:19|20)\d\d.*)?", re.IGNORECASE
)
# A heading that is a link to another page is a pointer, not a section.
_LINK = re.compile(r"\[[^\[\]]+\]\([^()#\s][^()\s]*\)")
# `merge(stream)` and `merge(stream, options)`: one text describes both.
_CALL = re.compile(r"(?:new\s+)?([\w$.#:]+)\(")


def digest(document: Document, context: Context) -> object:
    """The headings, and what stands in sections without text: comments."""
    return context.outline, [document.text[s.start : s.own_end] for s in document.sections if not s.blocks]


def check(document: Document, context: Context) -> Iterator[Report]:
    """Report sections without blocks before a heading of the same or a higher level, or at the end.

    Versions whose changes stand beside them instead of below are one finding, at the first.
    """
    if document.is_page and not any(section.blocks for section in document.sections):
        return
    empty = list(_empty(document))
    versions = [section for section, following in empty if following is not None and _is_beside(section, following)]
    versions = [section for section in versions if _VERSION.fullmatch(section.title)]
    if len(versions) > 1:
        yield _report_of_versions(versions, document)
        empty = [pair for pair in empty if pair[0] not in versions]
    for section, following in empty:
        if section.heading is not None:
            yield Report(
                section.heading.start,
                section.heading.end,
                {"title": section.title},
                "same level" if following is not None and _is_beside(section, following) else "default",
                anchor=section.title,
            )


def _empty(document: Document) -> Iterator[tuple[Section, Section | None]]:
    """The sections without text where there should be some, each with the section after it."""
    sections = document.sections
    for at, section in enumerate(sections):
        following = sections[at + 1] if at + 1 < len(sections) else None
        if section.heading is None or section.blocks or not section.title:
            continue
        if following is not None and (following.level > section.level or _is_same_call(section, following)):
            continue
        if _KEPT_EMPTY.match(section.title) or _is_pointer(section, following):
            continue
        if not _is_filled_elsewhere(document, section, following):
            yield section, following


def _is_beside(section: Section, following: Section) -> bool:
    """Whether the text that is missing may stand under the next heading, which has the same level."""
    return following.level == section.level and (bool(following.blocks) or following.end > following.own_end)


def _is_pointer(section: Section, following: Section | None) -> bool:
    """Whether nothing has to stand here: the heading is a link to a page, or a version that had no changes."""
    assert section.heading is not None
    if _VERSION.fullmatch(section.title):
        return following is None or following.level < section.level or _VERSION.fullmatch(following.title) is not None
    return _LINK.fullmatch(section.heading.content.strip()) is not None


def _is_same_call(section: Section, following: Section) -> bool:
    """Whether the next heading is the same function with other arguments: what stands there is about both."""
    call, other = _CALL.match(section.title), _CALL.match(following.title)
    return call is not None and other is not None and call[1] == other[1] and following.level == section.level


def _report_of_versions(versions: Sequence[Section], document: Document) -> Report:
    """The finding for all versions; what stands between the first and the end is filed wrongly for the same reason."""
    first = versions[0]
    assert first.heading is not None
    return Report(
        first.heading.start,
        first.heading.end,
        {"title": first.title, "rest": len(versions) - 1},
        "versions",
        anchor="versions",
        cause=(first.heading.start, document.sections[-1].end),
    )


def _is_filled_elsewhere(document: Document, section: Section, following: Section | None) -> bool:
    """Whether the page gets text here when it is built: from a comment that asks for it, or the page's footnotes."""
    assert section.heading is not None
    start, end = section.heading.end, following.start if following else len(document.text)
    if _INSERTS.search(document.text, start, end) or _MARK.search(document.text, start, end):
        return True
    return any(block.kind == "footnote" and start <= block.start < end for block in document.blocks)
