"""CL701: markers of a merge conflict that was never resolved."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

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
        "remains": {
            "en": "Marker lines of a merge conflict were left here (lines {first}–{last}). They are stored as text, "
            "and perhaps both versions with them. Keep one version and remove the marker lines.",
            "zh-CN": "这里残留着合并冲突的标记行（第 {first}～{last} 行）。它们会被当作正文收录，两个版本可能也都还在。"
            "请保留一个版本，并删去标记行。",
        },
    },
)

# Seven signs at the line's very start, as git writes them; a row of "=" alone is a heading's underline.
_MARKER = re.compile(r"^(?:(<{7}|>{7})(?: ([^\r\n]*))?|(={7}))\r?$", re.MULTILINE)
# What git puts after a marker: a branch, a commit with its subject, or the name of a stash's side.
_SIDE = r"[\w./#@+-]+(?: \(.*\))?|Updated upstream|Stashed changes"


class _Conflict(NamedTuple):
    """A conflict from its first marker to its last; ``whole`` is false where its start or its end was taken out."""

    start: int
    end: int
    whole: bool


def digest(document: Document, context: Context) -> object:
    """Whether there is a mark of a conflict, of which it is not asked where it stands."""
    return object() if any(sign * 7 in document.text for sign in "<=>") else ()


def check(document: Document, context: Context) -> Iterator[Report]:
    """Report each conflict as one stretch; conflicts shown in code blocks are examples."""
    text = document.text
    if "<<<<<<<" not in text and ">>>>>>>" not in text:
        return
    code = [(block.start, block.end) for block in document.of_kind("code")]
    for start, end, whole in _conflicts(text):
        if any(first <= start and end <= last for first, last in code):
            continue
        yield Report(
            start,
            end - 1 if text[end - 1] == "\r" else end,
            {"first": context.line(start), "last": context.line(end)},
            variant="default" if whole else "remains",
        )


def _conflicts(text: str) -> Iterator[_Conflict]:
    """Conflicts in source order; of those without a start or an end only what names a side, as git does."""
    opening = middle = None
    for marker in _MARKER.finditer(text):
        if marker[3]:
            # Behind the middle, a row of "=" is an underline; without an opening, the last one may be the middle.
            middle = marker if middle is None or opening is None else middle
        elif marker[1][0] == "<":
            yield from _remains(opening, middle, opening)
            opening, middle = marker, None
        else:
            if opening and middle:
                yield _Conflict(opening.start(), marker.end(), whole=True)
            elif middle:
                yield from _remains(middle, marker, marker)
            opening = middle = None
    yield from _remains(opening, middle, opening)


def _remains(
    first: re.Match[str] | None, last: re.Match[str] | None, named: re.Match[str] | None
) -> Iterator[_Conflict]:
    if first and last and named and re.fullmatch(_SIDE, named[2] or ""):
        yield _Conflict(first.start(), last.end(), whole=False)
