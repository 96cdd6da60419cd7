"""CL205: a line that its writer meant as a heading but that no parser reads as one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunklint.api import Block, Context, Document, Edit, Fix, Report, Rule

RULE = Rule(
    code="CL205",
    name="heading-lookalike",
    scope="document",
    by_passage=True,
    severity="warning",
    summary={
        "en": "A line looks like a heading but is plain text",
        "zh-CN": "看起来像标题，其实是普通文字",
    },
    messages={
        "default": {
            "en": "This line is no heading: a space is missing after {hashes}. Its section has no heading to be found "
            "by and is filed under the one above. Put a space after {hashes}.",
            "zh-CN": "这一行不是标题：{hashes} 后面缺一个空格。这一节没有标题可查，内容会归到上一个标题之下。"
            "请在 {hashes} 后加一个空格。",
        },
        "character": {
            "en": "This line is no heading: the character {character} stands after {hashes}, not a space. Its section "
            "has no heading to be found by and is filed under the one above. Replace it by a space.",
            "zh-CN": "这一行不是标题：{hashes} 后面是 {character}，不是普通空格。这一节没有标题可查，"
            "内容会归到上一个标题之下。请换成普通空格。",
        },
    },
    fixable="safe",
)

# What stands where a space should be: Unicode spaces, invisible and direction marks.
_NOT_SPACE = "\u00a0\u1680\u2000-\u200f\u202a-\u202f\u205f\u2060-\u2064\u2066-\u2069\u3000\ufeff"
_STRANGE_SPACE = re.compile(rf"(#{{1,6}})([{_NOT_SPACE}]+)(?=\S)")
_NO_SPACE = re.compile(r"(#{1,6})(?=[^\s#])(.+)")
_HAN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")
# `##1` and `##[section]` are issue numbers and build commands, `#!` and `#include` code, `#fff` colours.
_NOT_A_TITLE = re.compile(r"[\d!\[\]{}<>()|+=*/\\:;,.$%^&~@'\"`_-]|(?:include|define|ifdef|ifndef|endif|pragma)\b")
_TITLE_START = re.compile(rf"[A-Z][\w'-]*(?: |$)|{_HAN.pattern}")
_GOES_ON = re.compile(r"#+[\da-z]")
_SENTENCE_END = re.compile(r"[.!?:。！？：][\"'”’)）*_`]*$|^#{1,6}\s*\S")
_NUMBERED_TITLE = re.compile(r"\d+(?:\.\d+)*[.、\s]\s*\S*[^\W\d]")


def check(document: Document, context: Context) -> Iterator[Report]:
    """Report such lines in paragraphs, those in quotes, lists and containers included."""
    if "#" not in document.text:
        return
    for block in document.of_kind("paragraph"):
        if "#" in block.content:
            yield from _in_paragraph(document, block)


def _in_paragraph(document: Document, block: Block) -> Iterator[Report]:
    lines = block.content.split("\n")
    position = 0
    for at, line in enumerate(lines):
        here, position = position, position + len(line) + 1
        if not line.startswith("#") or (at == 0 and _begins_an_item(document, block)):
            continue
        start = document.content_offset(block, here)
        strange = _STRANGE_SPACE.match(line)
        if strange:
            hashes, character = strange[1], strange[2]
            end = start + len(strange[0])
            yield Report(
                start,
                end,
                {"hashes": hashes, "character": f"U+{ord(character[0]):04X}"},
                variant="character",
                fix=Fix(True, (Edit(start + len(hashes), end, " "),)),
                anchor=line,
            )
            continue
        missing = _NO_SPACE.match(line)
        # A wrapped line that starts with a number sign is running text, unless the line before ends a sentence.
        follows_text = at > 0 and _GOES_ON.match(line) and not _SENTENCE_END.search(lines[at - 1].rstrip())
        if missing and not follows_text and _is_title(missing[1], missing[2], first=at == 0, alone=len(lines) == 1):
            end = start + len(missing[1])
            yield Report(start, end, {"hashes": missing[1]}, fix=Fix(True, (Edit(end, end, " "),)), anchor=line)


def _begins_an_item(document: Document, block: Block) -> bool:
    """Whether a list's marker stands before a paragraph: then hashes are a tag or channel (``- #General``)."""
    line_start = document.lines.start(block.line)
    return bool(document.text[line_start : block.start].strip(" \t>"))


def _is_title(hashes: str, text: str, *, first: bool, alone: bool) -> bool:
    """Whether the text after hashes is a title, not a topic (``#话题#``), a tag, a number or code."""
    text = text.rstrip()
    if len(hashes) > 1:
        text = text.rstrip("#").rstrip()
        return bool(text) and (not _NOT_A_TITLE.match(text) or _NUMBERED_TITLE.match(text) is not None)
    if "#" in text or not first or not _TITLE_START.match(text):
        return False
    if _HAN.match(text):
        # A topic tag is followed by running text on its line; a title ends there.
        return not re.search(r"[。！？；，]|\s\S+\s", text) and len(text) <= 40
    return alone and len(text.split()) > 1 and not text.endswith((".", "!", "?"))
