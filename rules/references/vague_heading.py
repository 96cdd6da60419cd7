"""CL604: a heading such as "Overview" that nothing above it tells apart from the same heading on other pages."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunklint.api import Context, Document, Option, Report, Rule, Section
from chunklint_rules.references._phrases import LANGUAGES, spelled_out

RULE = Rule(
    code="CL604",
    name="vague-heading",
    scope="document",
    severity="info",
    summary={
        "en": "A heading does not say what it is about, and nothing above it does",
        "zh-CN": "标题没有说明主题，上级标题也没有",
    },
    messages={
        "default": {
            "en": '"{title}" does not say of what, and no title above it does. Many pages have such a heading, and a '
            "search cannot tell this one from the others. Name the subject in it, or give the page a title that does.",
            "zh-CN": "标题“{title}”没有说明主题，上面也没有能说明的标题。许多页面都有这样的标题，搜索时分不清是哪一个。"
            "请在标题里写出主题，或为页面加上能说明主题的标题。",
        },
    },
    yields_to=("CL202", "CL205"),
    options={
        "headings": Option((), "Further headings that say nothing by themselves, such as those of other languages."),
    },
)

_NUMBER = re.compile(
    r"^(?:\d+(?:\.\d+)*[.)、]?|[一二三四五六七八九十]+、|[（(][一二三四五六七八九十\d]+[)）]|[a-zivx][.)])\s*"
)
# Blanks between Chinese and digits or words, which some put and some do not: 第 2 步.
_SPACED = re.compile(r"(?<=[\u3400-\u9fff])\s+|\s+(?=[\u3400-\u9fff])")
_DIGITS = re.compile(r"\d+")
_LONGEST = 60


def digest(document: Document, context: Context) -> object:
    """The headings and their chunks."""
    return context.outline


def check(document: Document, context: Context) -> Iterator[Report]:
    """Report the outermost heading of each path that consists of vague headings only, the page's title included."""
    further = tuple(context.options["headings"])
    vague: set[int] = set()
    for section in document.sections:
        if section.heading is None or not section.title:
            continue
        own = 1 if section.parent is None else len(section.path) - len(section.parent.path)
        above = section.path[: len(section.path) - own]
        if any(not is_vague(title, further) for title in above) or not is_vague(section.title, further):
            continue
        vague.add(section.index)
        if section.parent is not None and section.parent.index in vague:
            continue
        if _has_text(section):
            yield Report(section.heading.start, section.heading.end, {"title": section.title}, anchor=section.title)


def is_vague(title: str, further: tuple[str, ...] = ()) -> bool:
    """Whether a title, number and punctuation aside, is one of the headings that say nothing by themselves."""
    if len(title) > _LONGEST:
        return False
    plain = _NUMBER.sub("", title.lower().strip()).strip(" .:：。!！?？*_-—–")
    plain = _DIGITS.sub("#", _SPACED.sub("", " ".join(plain.split())))
    if any(plain in spelled_out(language, "vague-heading") for language in LANGUAGES):
        return True
    return any(plain == _DIGITS.sub("#", heading.lower()) for heading in further)


def _has_text(section: Section) -> bool:
    """Whether something is found under the heading: text of its own or in its subsections."""
    return bool(section.blocks) or section.end > section.own_end
