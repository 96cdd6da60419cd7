"""CL606: a chunk that names neither its page's title nor any word of its headings."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import NamedTuple

from chunklint.api import Chunk, Context, Document, Option, Report, Rule, Section
from chunklint_rules.references._phrases import LANGUAGES, words_of
from chunklint_rules.references.vague_heading import is_vague

RULE = Rule(
    code="CL606",
    name="subject-not-named",
    scope="document",
    by_passage=True,
    severity="warning",
    summary={
        "en": "A chunk does not name what it is about",
        "zh-CN": "一块内容没有说出自己的主题",
    },
    messages={
        "default": {
            "en": "This chunk does not name “{subject}”, nor what its headings are about. Who asks about it by name "
            "does not find this part. Name the subject in the text, or have the headings stored with every chunk.",
            "zh-CN": "这一块没有提到“{subject}”，也没有点明标题的内容。读者按名称提问，查不到这一块。"
            "请在正文里写出主题，或让每一块都带上标题路径。",
        },
        "several": {
            "en": "{chunks} chunks of this section do not name “{subject}”, nor what the headings are about. Who "
            "asks about it by name does not find them. Name the subject in the text, or have the headings stored with "
            "every chunk.",
            "zh-CN": "这一节有 {chunks} 块没有提到“{subject}”，也没有点明标题的内容。读者按名称提问，查不到它们。"
            "请在正文里写出主题，或让每一块都带上标题路径。",
        },
    },
    yields_to=("CL101", "CL403", "CL704"),
    options={
        "common-words": Option(
            (),
            "Further words of titles that many pages share and that name no subject.",
            summary_zh="许多标题共有、不能说明主题的词，除已有的以外还有哪些。",
        ),
    },
)

# Every entry of a changelog lacks the product's name; that is how they are read.
_CHANGELOG = re.compile(
    r"(?:^|[/_-])(?:change-?logs?|changes|release[-_]?notes?|releases|history|news)\b[^/]*$", re.IGNORECASE
)
_WORD = re.compile(r"[^\W_]+")
_HAN_RUN = re.compile(r"[\u3005\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")
# A word is recognised by its first letters, whatever its ending: configure, configuration; proxy, proxies.
_STEM = 5
_ENDING = re.compile(r"(?:ies|es|s|y|e)$")
# Enough of a title to know it by.
_LONGEST_QUOTED = 40
# Fewer letters, links aside, say nothing about anything; below this share a chunk is addresses and markup.
_SHORTEST = 20
_LEAST_WORDS = 0.25
_NO_WORDS = re.compile(r"!?\[[^\[\]]{0,300}\]\([^()\s]*\)|https?://\S+|<[^<>]{1,1000}>|[!-~]{40,}")


class _Names(NamedTuple):
    """What a subject's words look like in a text: pieces found anywhere, and short words found whole."""

    pieces: frozenset[str]
    words: frozenset[str]

    def are_in(self, text: str) -> bool:
        if any(piece in text for piece in self.pieces):
            return True
        return bool(self.words) and not self.words.isdisjoint(_WORD.findall(_HAN_RUN.sub(" ", text)))


def check(document: Document, context: Context) -> Iterator[Report]:
    """Report such chunks at the first line of the first one, once a section.

    Code alone is silent, and so are lists of links, changelogs and a page whose titles name no subject. A profile that
    adds the heading path names it in every chunk: there it reports only where it is asked for.
    """
    if not document.sections or (context.adds_heading_path and not context.is_asked_for):
        return
    if _CHANGELOG.search(document.path):
        return
    common = frozenset(word.lower() for word in context.options["common-words"])
    nameless = [(section, chunk) for chunk in context.chunks if (section := _nameless(chunk, document, common))]
    for _, group in groupby(nameless, key=lambda pair: pair[0].index):
        pairs = list(group)
        section, chunk = pairs[0]
        start, end = _first_line(document, chunk)
        yield Report(
            start,
            end,
            {"subject": _subject(section, common), "chunks": len(pairs)},
            variant="several" if len(pairs) > 1 else "default",
            severity="info" if context.adds_heading_path else None,
            anchor=document.text[start:end][:80],
        )


def _nameless(chunk: Chunk, document: Document, common: frozenset[str]) -> Section | None:
    """The section of a chunk whose text has no word of any title that it stands under; None for any other chunk."""
    if chunk.kind == "code" or not _has_words(document.text[chunk.start : chunk.end]):
        return None
    sections = _sections_of(chunk, document.sections)
    titles = {title for section in sections for title in section.path}
    names = [_names(title, common) for title in sorted(titles) if not is_vague(title)]
    if not any(name.pieces or name.words for name in names):
        return None
    text = chunk.text.lower()
    return None if any(name.are_in(text) for name in names) else sections[0]


def _has_words(text: str) -> bool:
    """Whether a stretch of source is more than links and markup, as contents and playgrounds are."""
    letters = sum(map(str.isalnum, _NO_WORDS.sub("", text)))
    return letters >= max(_SHORTEST, _LEAST_WORDS * len("".join(text.split())))


def _sections_of(chunk: Chunk, sections: Sequence[Section]) -> Sequence[Section]:
    first = max(0, bisect_right(sections, chunk.start, key=lambda section: section.start) - 1)
    last = first + 1
    while last < len(sections) and sections[last].start < chunk.end:
        last += 1
    return sections[first:last]


@cache
def _names(title: str, common: frozenset[str]) -> _Names:
    """What to look for of a title; empty where all its words are common ones."""
    title = title.lower()
    # A version or a single letter is a name as a whole: 6.1.2, C++, R.
    whole = title if title.strip() and (len(title) < 3 or any(character.isdigit() for character in title)) else ""
    for word in sorted(_common_words() | common, key=len, reverse=True):
        if not word.isascii():
            title = title.replace(word, " ")
    pieces: set[str] = set()
    words: set[str] = set()
    for run in _HAN_RUN.findall(title):
        # Chinese has no spaces: two characters in a row are about a word.
        pieces |= {run[at : at + 2] for at in range(len(run) - 1)} or {run}
    for word in _WORD.findall(_HAN_RUN.sub(" ", title)):
        if word in _common_words() or word in common or word.isdigit() or len(word) < 2:
            continue
        stem = _ENDING.sub("", word) if len(word) > _STEM - 1 else word
        stem = stem[:_STEM]
        if len(stem) >= _STEM - 1:
            pieces.add(stem)
        else:
            words |= {word, f"{word}s", word.removesuffix("s")}
    if whole and len(whole) > 2:
        pieces.add(whole)
    elif whole:
        words |= {whole, *_WORD.findall(whole)}
    return _Names(frozenset(pieces), frozenset(words))


@cache
def _common_words() -> frozenset[str]:
    return frozenset().union(*(words_of(language, "subject common words") for language in LANGUAGES))


def _subject(section: Section, common: frozenset[str]) -> str:
    """The outermost title that names something, as the message quotes it."""
    named = [title for title in section.path if not is_vague(title) and any(_names(title, common))]
    title = named[0] if named else section.title
    return title if len(title) <= _LONGEST_QUOTED else f"{title[: _LONGEST_QUOTED - 1].rstrip()}…"


def _first_line(document: Document, chunk: Chunk) -> tuple[int, int]:
    """The chunk's first line that has text."""
    text = document.text
    start = chunk.start
    while start < chunk.end - 1 and text[start].isspace():
        start += 1
    end = min(document.lines.end(document.lines.line_of(start)), chunk.end)
    return start, max(start + 1, start + len(text[start:end].rstrip()))
