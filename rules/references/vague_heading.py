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
        "several": {
            "en": '"{title}" and {rest:other heading|other headings} do not say of what, and no title above them does. '
            "Many pages have such headings, and a search cannot tell these from the others. Give the page a title that "
            "names its subject.",
            "zh-CN": "标题“{title}”和另外 {rest} 个标题没有说明主题，上面也没有能说明的标题。许多页面都有这样的标题，"
            "搜索时分不清是哪一个。请为页面加上能说明主题的标题。",
        },
        "beside": {
            "en": '"{title}" does not say of what. It stands beside the title of the page, not under it, and a search '
            "cannot tell it from the same heading of another page. Put it one level lower.",
            "zh-CN": "标题“{title}”没有说明主题。它与页面的标题同级，不在页面标题之下，"
            "搜索时分不清它和其他页面的同名标题。请把它降一级。",
        },
        "several beside": {
            "en": '"{title}" and {rest:other heading|other headings} do not say of what. They stand beside the title '
            "of the page, not under it, and a search cannot tell them from those of other pages. Put them one level "
            "lower.",
            "zh-CN": "标题“{title}”和另外 {rest} 个标题没有说明主题。它们与页面的标题同级，不在页面标题之下，"
            "搜索时分不清它们和其他页面的同名标题。请把它们降一级。",
        },
    },
    yields_to=("CL202", "CL205", "CL503"),
    options={
        "headings": Option(
            (),
            "Further headings that say nothing by themselves, such as those of other languages.",
            summary_zh="另外还有哪些标题本身不说明什么，例如其他语言的。",
        ),
    },
)

_NUMBER = re.compile(
    r"^(?:\d+(?:\.\d+)*[.)、]?|[一二三四五六七八九十]+、|[（(][一二三四五六七八九十\d]+[)）]|[a-zivx][.)])\s*"
)
# Blanks between Chinese and digits or words, which some put and some do not: 第 2 步.
_SPACED = re.compile(r"(?<=[\u3400-\u9fff])\s+|\s+(?=[\u3400-\u9fff])")
_DIGITS = re.compile(r"\d+")
_LONGEST = 60
_MANY = 3
# Names of things: a page may be about nothing else. Under a title they do not matter.
_THINGS = (
    r"(?i)settings|options|properties|scope|steps|process|workflow|architecture|design|设置|选项|属性|流程|架构|设计"
)
# A title that is centred on the page has to be written in HTML.
_ABOUT = re.compile(r"^(?:description|subtitle|summary|about)[ \t]*:[ \t]*(?:\S|\n[ \t]+\S)", re.MULTILINE)
_HTML_TITLE = re.compile(r"<h[1-6][\s>]", re.IGNORECASE)


def digest(document: Document, context: Context) -> object:
    """The headings and their chunks, and whether the page is named elsewhere."""
    return context.outline, _is_named_elsewhere(document)


def check(document: Document, context: Context) -> Iterator[Report]:
    """Report the outermost heading of each path that consists of vague headings only, the page's title included.

    Where a page has many of them, the cause is its title, which says nothing or is missing: one finding, at the first.
    """
    further = tuple(context.options["headings"])
    found = list(_vague(document, further))
    if not found or _is_named_elsewhere(document):
        return
    rest = len(found) - 1 if len(found) >= _MANY else 0
    title = next(section for section in document.sections if section.heading is not None)
    for section in found[:1] if rest else found:
        heading = section.heading
        assert heading is not None
        is_beside = section.level == title.level and not is_vague(title.title, further)
        variant = ("several beside" if rest else "beside") if is_beside else "several" if rest else "default"
        data = {"title": section.title, "rest": rest}
        yield Report(heading.start, heading.end, data, variant, anchor=section.title)


def _vague(document: Document, further: tuple[str, ...]) -> Iterator[Section]:
    vague: set[int] = set()
    for section in document.sections:
        if section.heading is None or not section.title:
            continue
        own = 1 if section.parent is None else len(section.path) - len(section.parent.path)
        above = section.path[: len(section.path) - own]
        if any(not is_vague(title, further) for title in above) or not is_vague(section.title, further):
            continue
        # What a page is called, in its front matter or its first heading.
        if re.fullmatch(_THINGS, (*above, section.title)[0]) and (above or section.level == 1):
            vague.add(section.index)
            continue
        vague.add(section.index)
        if section.parent is not None and section.parent.index in vague:
            continue
        if _has_text(section):
            yield section


def is_vague(title: str, further: tuple[str, ...] = ()) -> bool:
    """Whether a title, number and punctuation aside, is one of the headings that say nothing by themselves."""
    if len(title) > _LONGEST:
        return False
    plain = _NUMBER.sub("", title.lower().strip()).strip(" .:：。!！?？*_-—–")
    plain = _DIGITS.sub("#", _SPACED.sub("", " ".join(plain.split())))
    if any(plain in spelled_out(language, "vague-heading") for language in LANGUAGES):
        return True
    return any(plain == _DIGITS.sub("#", heading.lower()) for heading in further)


def _is_named_elsewhere(document: Document) -> bool:
    """Whether a heading in HTML stands over all others, or the front matter says in a line what the page is about."""
    first = document.blocks[0] if document.blocks else None
    if first is not None and first.kind == "front_matter" and _ABOUT.search(document.text, first.start, first.end):
        return True
    start = next((section.start for section in document.sections if section.heading is not None), 0)
    return _HTML_TITLE.search(document.text, 0, start) is not None


def _has_text(section: Section) -> bool:
    """Whether something is found under the heading: text of its own or in its subsections."""
    return bool(section.blocks) or section.end > section.own_end
