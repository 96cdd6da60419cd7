"""CL207: numbered lines that divide a text as headings would, but are plain text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from chunklint.api import Block, Context, Document, Edit, Fix, Report, Rule, Section, sentence_length

RULE = Rule(
    code="CL207",
    name="numbered-line-as-heading",
    scope="document",
    by_passage=True,
    severity="warning",
    summary={
        "en": "Numbered lines are used as headings",
        "zh-CN": "带编号的行被当作标题",
    },
    messages={
        "default": {
            "en": "This numbered line divides the text like a heading but is none. The text below is not filed under "
            "it, so an answer may lack its topic. Make it a heading of level {level}.",
            "zh-CN": "这一行带编号，起着标题的作用，却不是标题。下面的内容不会归到它名下，"
            "读者可能看不出答案讲的是什么。请改成第 {level} 级标题。",
        },
    },
    yields_to=("CL701", "CL705", "CL503"),
    fixable="unsafe",
)

_HAN_NUMBER = "[一二三四五六七八九十]{1,3}"
# The kinds of numbers from the outermost on: 第一章, 第一节, 一、, （一）, and 1.1.
_KINDS = (
    re.compile(rf"第(?P<n>{_HAN_NUMBER}|\d{{1,2}})章(?=\s*\S)"),
    re.compile(rf"第(?P<n>{_HAN_NUMBER}|\d{{1,2}})节(?=\s*\S)"),
    re.compile(rf"(?P<n>{_HAN_NUMBER})、(?=\s*\S)"),
    re.compile(rf"[（(](?P<n>{_HAN_NUMBER})[）)](?=\s*\S)"),
    re.compile(r"(?P<over>(?:\d{1,2}\.){1,4})(?P<n>\d{1,2})\.?[ \t\u3000]+(?=[^\W\d_])"),
)
_DECIMAL = len(_KINDS) - 1
# With the line break in it, and not `^`, it is found three to seven times as fast.
_CANDIDATE = re.compile(
    r"\n[ \t]*(?:第[一二三四五六七八九十\d]|[一二三四五六七八九十]{1,3}、|[（(][一二三四五六七八九十]|\d{1,2}\.\d)"
)
_HAN_DIGITS = "零一二三四五六七八九"
# From this many lines with running numbers on they divide a text.
_LEAST = 2
_CLOSING = tuple(".:;!?,…。：；！？，、")
# The same limits as for a bold line that is a title.
_MOST_WORDS, _MOST_HAN = 10, 25
_DEEPEST = 6


class _Line(NamedTuple):
    """A numbered line of a top-level paragraph; ``over`` is the decimal number above it, ``has_text`` text below."""

    start: int
    end: int
    kind: int
    over: str
    number: int
    section: Section
    has_text: bool


def check(document: Document, context: Context) -> Iterator[Report]:
    """Report such lines where several with running numbers stand in one section, each over text or lower lines."""
    if not _is_numbered(document.text):
        return
    lines = list(_lines(document, context))
    found = [line for group in _groups(lines) for line in _running(group)]
    kinds = {(line.kind, line.section.index) for line in found}
    dots: dict[int, int] = {}
    for line in found:
        if line.kind == _DECIMAL:
            dots[line.section.index] = min(line.over.count("."), dots.get(line.section.index, _DEEPEST))
    for line in sorted(found):
        index = line.section.index
        depth = sum((kind, index) in kinds for kind in range(line.kind))
        if line.kind == _DECIMAL:
            depth += line.over.count(".") - dots[index]
        level = min(_DEEPEST, max(line.section.level, 1) + 1 + depth)
        fix = Fix(False, (Edit(line.start, line.start, "#" * level + " "),))
        yield Report(line.start, line.end, {"level": level}, fix=fix, anchor=document.text[line.start : line.end])


def _is_numbered(text: str) -> bool:
    """Whether a line of a text begins like one with a number."""
    return _CANDIDATE.search(f"\n{text}") is not None


def _groups(lines: Sequence[_Line]) -> Iterable[Sequence[_Line]]:
    """The lines that count on from each other: of one kind, in one section, below the same outer line."""
    groups: dict[tuple[int, str, int, int], list[_Line]] = {}
    outer = [0] * (_DECIMAL + 1)
    for line in lines:
        groups.setdefault((line.kind, line.over, line.section.index, outer[line.kind]), []).append(line)
        if line.kind < _DECIMAL:
            for kind in range(line.kind + 1, _DECIMAL):
                outer[kind] = line.start + 1
    return groups.values()


def _running(group: Sequence[_Line]) -> Sequence[_Line]:
    """The lines of a group if their numbers run on from one to the next and all have text below."""
    runs = all(after.number == before.number + 1 for before, after in pairwise(group))
    return group if len(group) >= _LEAST and runs and all(line.has_text for line in group) else ()


def _lines(document: Document, context: Context) -> Iterator[_Line]:
    blocks = document.blocks
    for at, block in enumerate(blocks):
        if block.kind != "paragraph" or not _is_numbered(block.content):
            continue
        section = context.section_of(block)
        following = blocks[at + 1] if at + 1 < len(blocks) else None
        rows = block.content.split("\n")
        for row, source in enumerate(rows):
            found = _numbered(source.strip())
            if found is None or section is None:
                continue
            text = document.lines.line_text(block.line + row)
            start = document.lines.start(block.line + row) + len(text) - len(text.lstrip())
            is_last = row + 1 == len(rows)
            has_text = _is_below(following, found) if is_last else _is_text(rows[row + 1], found)
            kind, over, number = found
            yield _Line(start, start + len(text.strip()), kind, over, number, section, has_text)


def _is_below(following: Block | None, found: tuple[int, str, int]) -> bool:
    """Whether a block is the text of a numbered line, and no heading or next line of the same kind."""
    if following is None or following.kind in ("heading", "break"):
        return False
    return following.kind != "paragraph" or _is_text(following.content.partition("\n")[0], found)


def _is_text(line: str, found: tuple[int, str, int]) -> bool:
    other = _numbered(line.strip())
    return other is None or (other[0], other[1].count(".")) > (found[0], found[1].count("."))


def _numbered(line: str) -> tuple[int, str, int] | None:
    """The kind of a short line's number, the decimal number above it, and the number; None for any other line."""
    for kind, pattern in enumerate(_KINDS):
        match = pattern.match(line)
        if match is None:
            continue
        title = line[match.end() :].rstrip("*_ ")
        words, han = sentence_length(title)
        if title.endswith(_CLOSING) or words * _MOST_HAN + han * _MOST_WORDS > _MOST_WORDS * _MOST_HAN:
            return None
        over = match["over"] if kind == _DECIMAL else ""
        return kind, over, _value(match["n"])
    return None


def _value(number: str) -> int:
    """A number up to 99.

    >>> _value("二十三"), _value("十"), _value("7")
    (23, 10, 7)
    """
    if number.isdigit():
        return int(number)
    tens, ten, ones = number.rpartition("十")
    return (_HAN_DIGITS.find(tens) if tens else 1) * 10 * bool(ten) + (_HAN_DIGITS.find(ones) if ones else 0)
