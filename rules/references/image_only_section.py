"""CL603: a section whose only content is a picture that no text describes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from chunklint.api import Block, Context, Option, Report, Rule, Section
from chunklint_rules.references._phrases import LANGUAGES, words_of

RULE = Rule(
    code="CL603",
    name="image-only-section",
    scope="section",
    severity="warning",
    summary={
        "en": "A section holds only a picture without a description",
        "zh-CN": "一节里只有图片，没有文字说明",
    },
    messages={
        "default": {
            "en": "This section holds only a picture, and no words say what it shows. A search reads text, so whatever "
            "is in the picture is not found. Say in a sentence or two what a reader should see in it.",
            "zh-CN": "这一节只有图片，没有文字说明图中的内容。搜索只看文字，图里的内容查不到。"
            "请用一两句话写出读者应当从图中看到什么。",
        },
        "video": {
            "en": "This section holds only a video or a demo, and no words say what it shows. A search reads text, so "
            "whatever is in it is not found. Say in a sentence or two what a reader should see in it.",
            "zh-CN": "这一节只有视频或演示，没有文字说明其中的内容。搜索只看文字，里面的内容查不到。"
            "请用一两句话写出读者应当从中看到什么。",
        },
    },
    yields_to=("CL202", "CL503"),
    options={
        "min-words": Option(
            3,
            "So many words beyond the heading's and such as “screenshot” make a description.",
            summary_zh="除标题里的词和“screenshot”之类以外，至少几个词才算说明。",
        ),
        "min-han": Option(6, "The same in Chinese characters.", summary_zh="同上，按汉字计算。"),
    },
)

_PICTURE = re.compile(
    r"<(?:img|picture|figure|svg|video|iframe|embed|object|image|zoomimage|themedimage)\b", re.IGNORECASE
)
_MOVING = re.compile(r"<(?:video|iframe|embed|object)\b", re.IGNORECASE)
_STILL = re.compile(r"!\[|<(?:img|picture|figure|svg|image|zoomimage|themedimage)\b", re.IGNORECASE)
_DESCRIPTION = re.compile(r"""\b(?:alt|title|caption|aria-label)\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_SOURCE = re.compile(r"""\b(?:src|srcset|data)\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>|\{[^{}]*\}")
# Badges and charts that other sites draw: nobody asks for what they show.
_DRAWN_ELSEWHERE = re.compile(
    r"badge|shields\.io|badgen|contrib\.rocks|opencollective|star-history|visitor|hits\.|/actions/workflows/|codecov"
    r"|coveralls|travis-ci|repobeats|github-readme|sponsors",
    re.IGNORECASE,
)
_WORD = re.compile(r"[a-zA-Z\u00c0-\u024f\u0370-\u1fff\uac00-\ud7af]{2,}")
_HAN_RUN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")
_FILE = re.compile(r"\S+\.(?:png|jpe?g|gif|svg|webp|bmp|avif|mp4)\b", re.IGNORECASE)


def check(section: Section, context: Context) -> Iterator[Report]:
    """Report the section at its heading where it has no subsections; badges are no content."""
    if section.heading is None or not section.blocks or section.end > section.own_end:
        return
    texts: list[str] = []
    sources: list[str] = []
    for block in section.blocks:
        found = _picture_texts(block, context)
        if found is None:
            return
        texts += found[0]
        sources += found[1]
    if not sources or all(_DRAWN_ELSEWHERE.search(source) for source in sources):
        return
    words, han = _informative(" ".join(texts), " ".join(section.path))
    if words >= int(context.options["min-words"]) or han >= int(context.options["min-han"]):
        return
    source = context.document.text[section.start : section.own_end]
    variant = "video" if _MOVING.search(source) and not _STILL.search(source) else "default"
    yield Report(section.heading.start, section.heading.end, {"title": section.title}, variant, anchor=section.title)


def _picture_texts(block: Block, context: Context) -> tuple[list[str], list[str]] | None:
    """The words and the sources of a block of pictures; None where the block is something else."""
    if block.kind in ("break", "comment"):
        return [], []
    if block.kind == "paragraph":
        return _in_paragraph(block, context)
    if block.kind == "html":
        source = context.document.text[block.start : block.end]
        if not _PICTURE.search(source) and _TAG.sub("", source).strip() == "" and source.count("<") == 1:
            # A wrapper's opening or closing tag alone, such as <div align="center">.
            return ([], []) if re.match(r"</?(?:div|p|center|span|a|figure|br)\b", source, re.IGNORECASE) else None
        if not _PICTURE.search(source):
            return None
        return _in_html(source)
    return None


def _in_paragraph(block: Block, context: Context) -> tuple[list[str], list[str]] | None:
    content = block.content
    if "![" not in content and "<" not in content:
        # A line under a picture is its caption if it says no more than a caption's number.
        return ([content], []) if len(content) <= 40 else None
    shown = context.visible(block)
    texts, sources = [shown.text.replace("\ufffc", " ")], []
    for run in shown.runs:
        if run.kind == "image":
            texts.append(content[run.text_start : run.text_end])
            sources.append(run.target)
        elif run.kind == "html" and _PICTURE.match(content, run.start):
            words, found = _in_html(content[run.start : run.end])
            texts += words
            sources += found
        elif run.kind in ("code", "math"):
            return None
    return texts, sources


def _in_html(source: str) -> tuple[list[str], list[str]]:
    texts = [first or second for first, second in _DESCRIPTION.findall(source)]
    sources = [first or second for first, second in _SOURCE.findall(source)]
    return [*texts, _TAG.sub(" ", source)], sources or ["picture"]


def _informative(text: str, headings: str) -> tuple[int, int]:
    """Words and Han characters that neither the headings have nor every picture's label."""
    empty = _empty_words()
    text = _FILE.sub(" ", text)
    named = {word.lower() for word in _WORD.findall(headings)}
    words = [word for word in _WORD.findall(text) if word.lower() not in empty and word.lower() not in named]
    for label in sorted((word for word in empty if not word.isascii()), key=len, reverse=True):
        text = text.replace(label, "")
    return len(words), sum(_said_anew(run, headings) for run in _HAN_RUN.findall(text))


def _said_anew(run: str, headings: str) -> int:
    """The Han characters of a run that are not part of a word of the headings; a word has two characters or more."""
    if len(run) == 1:
        return run not in headings
    named = {at for at in range(len(run) - 1) if run[at : at + 2] in headings}
    return len([at for at in range(len(run)) if at not in named and at - 1 not in named])


@cache
def _empty_words() -> frozenset[str]:
    return frozenset().union(*(words_of(language, "image labels") for language in LANGUAGES))
