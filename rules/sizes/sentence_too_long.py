"""CL304: a sentence that is too long to read, or to keep whole in a chunk."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from chunklint.api import (
    Block,
    Context,
    Document,
    Option,
    Report,
    Rule,
    Severity,
    sentence_length,
    sentence_spans,
    sure_pieces,
)

RULE = Rule(
    code="CL304",
    name="sentence-too-long",
    scope="block",
    kinds=("paragraph",),
    severity="info",
    summary={"en": "A sentence is too long", "zh-CN": "句子太长"},
    messages={
        "words": {
            "en": "This sentence has {length:word|words} (limit {most}). Readers lose the thread, and a cut inside it "
            "leaves two halves that answer nothing. Make it two or three sentences.",
            "zh-CN": "这句话有 {length} 个词（上限 {most}）。读者容易抓不住要点，一旦在句中切开，两半都答不了问题。"
            "请拆成两三句。",
        },
        "han": {
            "en": "This sentence has {length:Chinese character|Chinese characters} (limit {most}). Readers lose the "
            "thread, and a cut inside it leaves two halves that answer nothing. Make it two or three sentences.",
            "zh-CN": "这句话有 {length} 个汉字（上限 {most}）。读者容易抓不住要点，一旦在句中切开，两半都答不了问题。"
            "请拆成两三句。",
        },
        "mixed": {
            "en": "This sentence has {han:Chinese character|Chinese characters} and {words:word|words}, too long for "
            "one. Readers lose the thread, and a cut inside it leaves two halves that answer nothing. Make it two or "
            "three sentences.",
            "zh-CN": "这句话有 {han} 个汉字和 {words} 个英文词，太长了。读者容易抓不住要点，一旦在句中切开，"
            "两半都答不了问题。请拆成两三句。",
        },
        "chunk": {
            "en": "This sentence alone is larger than a chunk ({tokens:token|tokens}, limit {limit}). It is cut in the "
            "middle, and neither half answers a question. Make it several sentences.",
            "zh-CN": "这一句话就超过了一块的上限（{tokens} token，上限 {limit}）。它会在句中被切开，"
            "两半都答不了问题。请拆成几句。",
        },
    },
    options={
        "max-words": Option(
            50,
            "The most words of a sentence in a language with spaces.",
            summary_zh="以空格分词的语言，一句最多几个词。",
        ),
        "max-han": Option(100, "The most Han characters of a Chinese sentence.", summary_zh="中文句子最多几个汉字。"),
        "max-mixed": Option(
            120,
            "The most of a mixed sentence: Han characters plus twice the words.",
            summary_zh="中英混排的句子，汉字数加上英文词数的两倍最多是多少。",
        ),
    },
    yields_to=("CL704", "CL303", "CL307", "CL503"),
)

# A patent's claim has to be one sentence; compiled when one is met that is long.
_CLAIM = r"\b(?:according to|of|in|by) (?:any (?:one )?of )?claims? \d|(?:根据|如|按照)权利要求\s?\d"
_CLAIMS = r"(?i)(?:what is claimed(?: is)?:?|(?:the )?(?:patent )?claims|权利要求书?)"
# Licences and codes of conduct are copied word for word.
_LICENCE = (
    r"(?i)permission is hereby granted|redistributions? (?:of|in) |software is provided .{0,40}\"?as is|"
    r"licensed under the apache|fostering an open and welcoming|pledge to mak(?:e|ing) participation"
)
_LICENCES = r"(?i)\W*(?:(?:the )?licen[cs]es?|licen[cs]ing|copyright|许可证?|开源许可证?|版权声明|许可协议|开源协议)\W*"
# Lines that are not running text: rows of what was meant to be a table, a drawn tree, entries under signs for bullets.
_DRAWN = re.compile(r"[\u2500-\u257f]")
_SIGN = re.compile(r"(?![\w\s\"'“‘「《(（\[<*_`~$#&/\\.…—–-])\S")
_LEAST_LINES = 3
_ASCII_RUN = re.compile(r"[!-~]+")


def _may_be_long(content: str, max_words: int, max_han: int, max_mixed: int) -> bool:
    """Whether a whole paragraph has words or characters enough for one sentence over a limit; cheap and generous."""
    words = len(content.split())
    if content.isascii():
        return words > max_words
    han = (len(content.encode("utf-8", "replace")) - len(content)) // 2
    words = max(words, len(_ASCII_RUN.findall(content)))
    return han > max_han or words > max_words or han + 2 * words > max_mixed


def _is_claim(paragraph: Block, context: Context) -> bool:
    if re.search(_CLAIM, paragraph.content):
        return True
    section = context.section_of(paragraph)
    return section is not None and re.fullmatch(_CLAIMS, section.title) is not None


def _is_licence(paragraph: Block, context: Context) -> bool:
    if re.search(_LICENCE, paragraph.content):
        return True
    section = context.section_of(paragraph)
    return section is not None and re.fullmatch(_LICENCES, section.title) is not None


def _is_in_rows(source: str) -> bool:
    """Whether the lines of a sentence are entries or rows that only the source sets apart."""
    # A line of three slashes opens a block of PyMdown, with its title behind it.
    if _DRAWN.search(source) or source.startswith("///"):
        return True
    lines = [line.strip(" \t>") for line in source.splitlines()]
    if len(lines) < _LEAST_LINES:
        return False
    rows = sum(line.startswith("|") or line.count("|") > 1 for line in lines)
    signs = sum(_SIGN.match(line) is not None for line in lines)
    return 2 * max(rows, signs) > len(lines)


def _shortest(options: Mapping[str, Any]) -> int:
    """Fewer characters hold neither too many Han characters nor too many words, which take two with their space."""
    return min(int(options["max-han"]), 2 * int(options["max-words"]), int(options["max-mixed"]))


def candidates(document: Document, context: Context) -> Iterable[Block]:
    """The paragraphs that have the characters for such a sentence."""
    shortest = _shortest(context.options)
    return [block for block in document.of_kind("paragraph") if len(block.content) >= shortest]


def check(paragraph: Block, context: Context) -> Iterator[Report]:
    """Report each sentence over a limit; code, formulas, URLs and link targets do not count."""
    options = context.options
    max_words, max_han, max_mixed = int(options["max-words"]), int(options["max-han"]), int(options["max-mixed"])
    shortest = _shortest(options)
    content = paragraph.content
    if not _may_be_long(content, max_words, max_han, max_mixed):
        return
    # Markup can only make a sentence look longer than it is, and so can sentences that are looked at together.
    for spans_of in (sure_pieces, sentence_spans):
        spans = [(start, end) for start, end in spans_of(content) if end - start >= shortest]
        if not any(_may_be_long(content[start:end], max_words, max_han, max_mixed) for start, end in spans):
            return
    if not context.is_prose(paragraph) or _is_claim(paragraph, context) or _is_licence(paragraph, context):
        return
    for sentence in context.sentences(paragraph):
        if len(sentence.text) < shortest or _is_in_rows(context.document.text[sentence.start : sentence.end]):
            continue
        words, han = sentence_length(sentence.text)
        mostly_han = han > 2 * words
        if han > max_han and mostly_han:
            variant, length, most = "han", han, max_han
        elif words > max_words and han <= words:
            variant, length, most = "words", words, max_words
        elif han and words and han + 2 * words > max_mixed:
            variant, length, most = "mixed", han + 2 * words, max_mixed
        else:
            continue
        data = {"length": length, "most": most, "words": words, "han": han, "limit": context.limit}
        severity: Severity | None = None
        if not context.at_most(sentence.start, sentence.end, context.limit):
            variant, severity = "chunk", "warning"
            data["tokens"] = context.size(sentence.start, sentence.end)
        yield Report(sentence.start, sentence.end, data, variant, severity)
