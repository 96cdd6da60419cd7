"""CL703: invisible characters that make words and markup other than they look."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from chunklint.api import Context, Document, Edit, Fix, Report, Rule

RULE = Rule(
    code="CL703",
    name="invisible-character",
    scope="document",
    by_passage=True,
    severity="warning",
    summary={
        "en": "An invisible character breaks a word or a piece of markup",
        "zh-CN": "不可见字符破坏了词语或标记",
    },
    messages={
        "default": {
            "en": "{name} stands here unseen. A search for the word as it looks does not find it, since the stored "
            "word is another. Remove it.",
            "zh-CN": "这里有看不见的字符 {name}。按看到的词搜索会查不到，因为实际存下的词不一样。请删去它。",
        },
        "apart": {
            "en": "{name} stands here unseen. It goes wherever the text is copied, and a search for this place as it "
            "looks does not find it. Remove it.",
            "zh-CN": "这里有看不见的字符 {name}。复制文字时会把它一起带走，按看到的样子也搜不到这一处。请删去它。",
        },
        "several": {
            "en": "{name} and {others:other invisible character|other invisible characters} stand in this block "
            "unseen. A search for the words as they look does not find them. Remove them.",
            "zh-CN": "这一段里有看不见的字符 {name}，另外还有 {others} 个。按看到的词搜索会查不到。请全部删去。",
        },
        "markup": {
            "en": "{name} stands after this mark instead of a space. The line is plain text, not the list item that "
            "it looks like, and its items run together. Replace it by a space.",
            "zh-CN": "这个标记后面是 {name}，不是普通空格。这一行只是普通文字，不是列表项，各项会连在一起。"
            "请换成普通空格。",
        },
    },
    fixable="safe",
)

_HIDDEN = "\u200b\u2060\ufeff\u180e"
_CANDIDATE = re.compile(rf"[{_HIDDEN}\u00ad\u200d]|(?m:^)[ ]{{0,3}}(?:[-*+]|\d{{1,9}}[.)])\u00a0")
_CHARACTERS = (*_HIDDEN, "\u00ad", "\u200d", "\u00a0")
# Scripts without spaces, in which U+200B is the sign for where a line may break.
_BREAKING_SCRIPT = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")
# On a line with these a character may stand in code or in an address.
_MAY_BE_MEANT = ("`", "](", "://", "<", "$")
_NO_BREAK = "\u00a0"


def check(document: Document, context: Context) -> Iterator[Report]:
    """Report a block once, at its first such character; one fix removes them all.

    Silent: U+200D in emoji and scripts that join letters, U+200C, U+3000, U+200B in Thai, Lao, Khmer and Burmese.
    """
    text = document.text
    if text.isascii() or not any(character in text for character in _CHARACTERS):
        return
    found = [at for match in _CANDIDATE.finditer(text) if _is_wrong(text, at := match.end() - 1)]
    if any(text[at] == _NO_BREAK for at in found):
        found = list(_without_shown_marks(document, found))
    if not found:
        return
    blocks = iter(document.blocks)
    block = next(blocks, None)
    group: list[int] = []
    for at in found:
        while block is not None and block.end <= at:
            block = next(blocks, None)
            if group:
                yield _report(text, group)
                group = []
        group.append(at)
    if group:
        yield _report(text, group)


def _is_wrong(text: str, at: int) -> bool:
    character = text[at]
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    if character == "\u00ad":
        return before.isalpha() and after.isalpha()
    if character == "\u200d":
        return before.isascii() and before.isalnum() and after.isascii() and after.isalnum()
    if character == "\u200b":
        return not _BREAKING_SCRIPT.match(before) and not _BREAKING_SCRIPT.match(after)
    return True


def _without_shown_marks(document: Document, places: list[int]) -> Iterator[int]:
    """Leave out no-break spaces after marks outside of paragraphs: in code and metadata a mark makes no list."""
    paragraphs = document.of_kind("paragraph")
    for at in places:
        last = bisect_right(paragraphs, at, key=lambda paragraph: paragraph.start) - 1
        if document.text[at] != _NO_BREAK or (last >= 0 and at < paragraphs[last].end):
            yield at


def _is_inside_text(text: str, at: int) -> bool:
    """Whether taking a character out can change nothing but the word around it.

    At a line's start or beside markup it may keep a mark from being one; in code and addresses it may be meant.
    """
    if text[at] == _NO_BREAK:
        return True
    first = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    end = text.find("\n", at)
    line = text[first : end if end >= 0 else len(text)]
    before, after = text[at - 1 : at], text[at + 1 : at + 2]
    return (
        at > first
        and (before.isalnum() or before in " ，。！？；：、" or before in _HIDDEN)
        and (after.isalnum() or after.isspace() or after in _HIDDEN)
        and not any(sign in line for sign in _MAY_BE_MEANT)
        and not line.startswith(("    ", "\t"))
    )


def _around(text: str, at: int) -> str:
    """What stands around a character on its line."""
    before = text[max(0, at - 20) : at]
    line = re.split(r"[\r\n]", text[at : at + 20], maxsplit=1)[0]
    return before[max(before.rfind("\n"), before.rfind("\r")) + 1 :] + line


def _of_one(text: str, at: int) -> str:
    """The message of a single character: one that no word stands beside breaks none."""
    is_beside_word = any(character.isalnum() for character in text[max(0, at - 1) : at] + text[at + 1 : at + 2])
    return "default" if is_beside_word else "apart"


def _report(text: str, places: list[int]) -> Report:
    first = places[0]
    character = text[first]
    variant = "several" if len(places) > 1 else "markup" if character == _NO_BREAK else _of_one(text, first)
    return Report(
        first,
        first + 1,
        {"name": f"U+{ord(character):04X}", "others": len(places) - 1, "total": len(places)},
        variant,
        fix=Fix(
            all(_is_inside_text(text, at) for at in places),
            tuple(Edit(at, at + 1, " " if text[at] == _NO_BREAK else "") for at in places),
        ),
        anchor=_around(text, first),
    )
