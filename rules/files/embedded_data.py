"""CL704: data inside the text: data URIs, encoded runs, and links whose address takes up the chunk."""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from chunklint.api import Block, Context, Document, Option, Report, Rule

RULE = Rule(
    code="CL704",
    name="embedded-data",
    scope="block",
    kinds=("paragraph", "heading", "table", "html", "code", "definition", "comment"),
    severity="warning",
    summary={
        "en": "Encoded data or a very long link address takes up the place of text",
        "zh-CN": "编码数据或超长的链接地址占用了正文的篇幅",
    },
    messages={
        "default": {
            "en": "{kilobytes} KB of encoded data stand in the text here ({tokens:token|tokens}). They are stored like "
            "words, answer nothing and crowd out real answers. Put the data into a file of its own and link to it.",
            "zh-CN": "这里的正文夹着 {kilobytes} KB 编码数据（{tokens} token）。它们会像文字一样存进块里，"
            "答不了问题，只会挤掉真正的答案。请把数据放进单独的文件，再链接过去。",
        },
        "image": {
            "en": "An image of {kilobytes} KB is written into the text here ({tokens:token|tokens}). Its code is "
            "stored like words, answers nothing and crowds out real answers. Save the image as a file and link to it.",
            "zh-CN": "这里把 {kilobytes} KB 的图片直接写进了正文（{tokens} token）。图片编码会像文字一样存进块里，"
            "答不了问题，只会挤掉真正的答案。请把图片存成文件，再链接过去。",
        },
        "link": {
            "en": "This link's address takes {tokens:token|tokens}, as much as a paragraph. The text around it is "
            "found less often for it. Use a short address, or put what the address carries into a file.",
            "zh-CN": "这个链接的地址就占了 {tokens} token，抵得上一段正文。旁边的文字会因此更难被查到。"
            "请改用短链接，或把地址里携带的内容放进文件。",
        },
        "links": {
            "en": "{links:link address|link addresses} in this block take {tokens:token|tokens}. The text around them "
            "is found less often for it. Use short addresses, or put what the addresses carry into files.",
            "zh-CN": "这里有 {links} 个超长的链接地址，共占 {tokens} token。旁边的文字会因此更难被查到。"
            "请改用短链接，或把地址里携带的内容放进文件。",
        },
    },
    options={
        "max-link-tokens": Option(
            100, "The most tokens that a link's address may have.", summary_zh="链接地址最多多少 token。"
        ),
        "max-data-bytes": Option(
            1024,
            "The most bytes of encoded data that may stand in the text.",
            minimum=100,
            summary_zh="正文里的编码数据最多多少字节。",
        ),
    },
)

# No address has more tokens than characters, and in pages few have under one and a half characters a token.
_CHARACTERS_PER_TOKEN = 1.3
_COUNTED = 10_000  # characters: a tenth of a second with the slowest counter
# Patterns are compiled where they are needed, which on most pages is nowhere.
_DATA_URI = r"data:[\w.+-]{1,40}/[\w.+-]{1,80}(?:;[\w.=+-]{1,80}){0,4},"
_URI_END = r"[\s\"'<>()`]"
# Base64 in one line or wrapped into lines (certificates, keys, mail), in either alphabet, and hexadecimal digits.
_SIGNS = r"[A-Za-z0-9+/_-]"
_SHORTEST_LINE = 60
_NEXT_LINE = r"\r?\n[ \t>]*"
_ENCODED = (
    rf"(?<!{_SIGNS}){_SIGNS}{{{_SHORTEST_LINE},}}={{0,2}}(?:{_NEXT_LINE}{_SIGNS}{{{_SHORTEST_LINE},}}={{0,2}})*+"
    rf"(?:{_NEXT_LINE}{_SIGNS}+={{0,2}}(?=\s|$))?"
)
# Without any of these a block has no address.
_ADDRESS_SIGNS = ("](", "://", "href", "src")
_ADDRESS = (
    r"\]\(\s*<?([^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)"
    r"|<([a-z]{2,20}://[^\s<>]+)>"
    r"|(?:href|src)=[\"']([^\"'\s]+)"
    r"|((?:https?|ftp)://[^\s<>\"'`|）】」』，。；！？]+)"
)


class _Found(NamedTuple):
    """A stretch that is data, and what it is."""

    start: int
    end: int
    variant: str


def candidates(document: Document, context: Context) -> Iterable[Block]:
    """The blocks that hold a stretch without blanks as long as such data or addresses have, or a data URI."""
    text = document.text
    least = int(int(context.options["max-link-tokens"]) * _CHARACTERS_PER_TOKEN)
    places = _without_blanks(text, least)
    at = text.find("data:")
    while at >= 0:
        insort(places, at)
        at = text.find("data:", at + 1)
    # Encoded data in code may be wrapped into short lines.
    most, wrapped = int(context.options["max-data-bytes"]), None
    for kind in RULE.kinds:
        for block in document.of_kind(kind):
            within, shortest = places, least
            if kind == "code":
                shortest = max(least, most)
                if block.end - block.start > shortest and wrapped is None:
                    wrapped = sorted({*places, *_without_blanks(text, _SHORTEST_LINE)})
                within = wrapped or places
            if block.end - block.start > shortest and bisect_left(within, block.start) < bisect_left(within, block.end):
                yield block


def _without_blanks(text: str, length: int) -> list[int]:
    """Where a text has stretches without blanks: a place at least in each that is so long, perhaps some in others.

    Every stretch of the length holds one of these windows whole, so that most of the text is looked at half a line at a
    time: a third (Chinese) to a seventh of the time of dividing it into words.
    """
    step = max(1, (length + 1) // 2)
    return [at for at in range(0, len(text), step) if " " not in (part := text[at : at + step]) and "\n" not in part]


def check(block: Block, context: Context) -> Iterator[Report]:
    """Report a block once, at the first and gravest of such stretches; silent where no chunk holds it."""
    longest_link = int(context.options["max-link-tokens"])
    least = int(longest_link * _CHARACTERS_PER_TOKEN)
    if not _has_long_run(context, block, least):
        return
    found = _data(context, block)
    if found is None:
        if block.kind not in ("code", "definition", "comment"):
            yield from _links(context, block, least, longest_link)
    elif _is_stored(context, found.start):
        source = context.document.slice(found.start, found.end)
        data = {"kilobytes": max(1, round(len(source) / 1024)), "tokens": _tokens(context, source)}
        yield Report(found.start, found.end, data, found.variant, anchor=source[:40] + source[-40:])


def _tokens(context: Context, source: str) -> int:
    """The size of data in tokens; of much, the beginning is counted and stands for the rest."""
    head = source[:_COUNTED]
    return round(context.plain_tokens(head) * len(source) / len(head))


def _has_long_run(context: Context, block: Block, least: int) -> bool:
    """Whether some line of a block could hold such a thing at all; most blocks end here."""
    text = context.document.text
    if block.kind == "code":
        return True
    source = block.content or text[block.start : block.end]
    if block.end - block.start <= int(context.options["max-data-bytes"]) and not any(
        sign in source for sign in _ADDRESS_SIGNS
    ):
        return False
    # Plain SVG in a data URI has blanks.
    return any(len(word) > least for word in source.split()) or "data:" in source


def _data(context: Context, block: Block) -> _Found | None:
    """The first data URI or encoded run over the size allowed."""
    text, most = context.document.text, int(context.options["max-data-bytes"])
    for match in re.compile(_DATA_URI).finditer(text, block.start, block.end):
        end = _uri_end(text, match.start(), match.end(), block.end)
        if end - match.start() > most:
            return _Found(match.start(), end, "image" if match[0].startswith("data:image/") else "default")
    for match in re.compile(_ENCODED).finditer(text, block.start, block.end):
        if match.end() - match.start() > most and _is_encoded(match[0]) and not _in_address(text, match.start()):
            return _Found(match.start(), match.end(), "default")
    return None


def _uri_end(text: str, start: int, data: int, limit: int) -> int:
    # Plain SVG has blanks and quotes inside; it ends at the quote that it started behind.
    quote = text[start - 1] if start else ""
    if quote in ('"', "'") and (closing := text.find(quote, data, limit)) >= 0:
        return closing
    match = re.compile(_URI_END).search(text, data, limit)
    return match.start() if match else limit


def _is_encoded(run: str) -> bool:
    """Whether a run is data and not a ruler, a path or one long word: base64 has nearly all its signs, hex its 16."""
    signs = set(run) - set("\r\n \t>")
    if signs <= set("0123456789abcdefABCDEF"):
        return len(signs) >= 12
    return len(signs) >= 40 and any(map(str.isdigit, signs)) and any(map(str.isupper, signs))


def _in_address(text: str, start: int) -> bool:
    """Whether a run is part of a link's address, which is told by its own message."""
    before = text[max(0, start - 200) : start]
    return "://" in before[max(before.rfind(" "), before.rfind("\n"), before.rfind("(")) + 1 :]


def _links(context: Context, block: Block, least: int, longest: int) -> Iterator[Report]:
    found = []
    for start, end in _addresses(context.document.text, block, least):
        tokens = context.plain_tokens(context.document.slice(start, end))
        if tokens > longest:
            found.append((start, end, tokens))
    if not found or not _is_stored(context, found[0][0]):
        return
    total = sum(tokens for _, _, tokens in found)
    start, end, _ = found[0]
    variant = "link" if len(found) == 1 else "links"
    anchor = context.document.slice(start, min(end, start + 80))
    yield Report(start, end, {"tokens": total, "links": len(found)}, variant, anchor=anchor)


def _addresses(text: str, block: Block, least: int) -> Iterator[tuple[int, int]]:
    """The addresses of a block that are longer than so many characters."""
    at, marks = block.start, 0
    for match in re.compile(_ADDRESS).finditer(text, block.start, block.end):
        start, end = match.span(match.lastindex or 0)
        marks += text.count("`", at, start)
        at = start
        # Behind an odd number of backticks stands code: an example of a request and no link.
        if end - start > least and marks % 2 == 0 and not text.startswith("data:", start):
            yield start, _balanced_end(text, start, end)


def _balanced_end(text: str, start: int, end: int) -> int:
    """Where an address ends that was matched with the parenthesis that closes the link."""
    depth = 0
    for at in range(start, end):
        if text[at] == "(":
            depth += 1
        elif text[at] == ")":
            depth -= 1
            if depth < 0:
                return at
    return end


def _is_stored(context: Context, start: int) -> bool:
    """Whether a chunk holds the stretch: link definitions and comments are left out by some splitters."""
    return context.chunk_at(start) is not None
