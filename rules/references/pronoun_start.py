"""CL602: a section that opens with a bare pronoun, so that its chunk does not say what it is about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from chunklint.api import Context, Option, Report, Rule, Section
from chunklint_rules.references._phrases import literally, pattern_of

RULE = Rule(
    code="CL602",
    name="pronoun-start",
    scope="section",
    severity="info",
    summary={
        "en": "A section opens with a pronoun instead of its subject",
        "zh-CN": "一节以代词开头，没有说出主语",
    },
    messages={
        "default": {
            "en": 'This section opens with "{word}" and does not say what it means. Stored without the text before it, '
            "it answers a question about nothing. Begin with the name of the thing.",
            "zh-CN": "这一节以“{word}”开头，没有说明指的是什么。离开前文单独存放，读者不知道说的是谁。请直接写出名称。",
        },
    },
    options={
        "pronouns": Option(
            (),
            "Further words that a section should not open with, such as those of other languages.",
            summary_zh="另外还有哪些词不宜作小节的开头，例如其他语言的。",
        ),
    },
)

# No opening that decides is longer than this.
_LOOKED_AT = 120


def check(section: Section, context: Context) -> Iterator[Report]:
    """Report the pronoun at the start of a section's first paragraph.

    A profile that adds the heading path names the subject in every chunk: there it reports only where it is asked for.
    """
    if context.adds_heading_path and not context.is_asked_for:
        return
    if not section.blocks or section.blocks[0].kind != "paragraph":
        return
    paragraph = section.blocks[0]
    text = context.visible(paragraph).text[:_LOOKED_AT]
    length = _pronoun(text.lower(), tuple(context.options["pronouns"]))
    if not length:
        return
    shown = context.visible(paragraph)
    start = context.document.content_offset(paragraph, shown.source(0))
    end = context.document.content_offset(paragraph, shown.source(length - 1)) + 1
    yield Report(start, end, {"word": text[:length]}, anchor=section.title or text[:80])


def _pronoun(text: str, further: tuple[str, ...]) -> int:
    """The length of the bare pronoun that a text in lower case opens with; 0 where it opens otherwise."""
    if not text[:1].isascii():
        match = None if _chinese("not").match(text) else _chinese("pronoun").match(text)
    else:
        match = _english_start().match(text)
        if match is not None and _speaks_of_nothing(text[match.end() :]):
            match = None
        if match is not None and match["demonstrative"] and not _verb_follows().match(text, match.end()):
            match = None
    if match is None and further:
        match = _further(further).match(text)
    return match.end() if match else 0


def _speaks_of_nothing(rest: str) -> bool:
    """Whether "it" stands for what comes later (it is possible to), or "this" for the page itself (this is a guide)."""
    return _empty().match(rest) is not None


@cache
def _english_start() -> re.Pattern[str]:
    pronoun, demonstrative = pattern_of("en", "pronoun-start pronoun"), pattern_of("en", "pronoun-start demonstrative")
    return re.compile(rf"(?:(?:{pronoun})|(?P<demonstrative>{demonstrative}))(?=\s|['’](?:s|ll|re|ve|d)\b)")


@cache
def _verb_follows() -> re.Pattern[str]:
    return re.compile(rf"(?:\s+(?:{pattern_of('en', 'pronoun-start verb')})\b|['’]s\b)")


@cache
def _empty() -> re.Pattern[str]:
    adverbs = r"(?:\s+(?:also|always|often|usually|generally|highly|strongly|very|more|most|quite|not|now|still|only))*"
    forms = r"is|was|are|were|isn['’]t|has been|will be|would be|may be|might be|can be|could be|should be"
    being = rf"(?:['’]s|['’]re|\s+(?:{forms}))"
    empty, verbs = pattern_of("en", "pronoun-start empty it"), pattern_of("en", "pronoun-start empty verb")
    own = pattern_of("en", "pronoun-start own kind")
    return re.compile(
        rf"{being}{adverbs}\s+(?:{empty})\b(?!\s+(?:by|in|as|on|for(?![^.]{{0,80}}\bto\b))\b)|\s+(?:{verbs})\b"
        rf"|{being}{adverbs}\s+(?:(?:a|an|the|our|my|your|one)\s+)?(?:[\w-]+\s+)?(?:{own})\b"
    )


@cache
def _chinese(group: str) -> re.Pattern[str]:
    return re.compile(pattern_of("zh", f"pronoun-start {group}"))


@cache
def _further(phrases: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?:{literally(phrases)})(?!\w)")
