"""CL707: an llms.txt that programs cannot read as the list of pages that it is meant to be."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunklint.api import Block, Context, Document, Report, Rule

RULE = Rule(
    code="CL707",
    name="llms-txt-malformed",
    scope="document",
    severity="warning",
    summary={
        "en": "An entry or the title of llms.txt is not in the form that programs read",
        "zh-CN": "llms.txt 的条目或标题不符合程序读取的格式",
    },
    messages={
        "default": {
            "en": "This entry has an address but no link. Programs that read llms.txt pass over it, and the page "
            "behind it is never read. Write it as [name](address), with a note after a colon if you like.",
            "zh-CN": "这个条目有地址却没有写成链接。读取 llms.txt 的程序会跳过它，后面的页面就不会被读到。"
            "请写成 [名称](地址)，需要说明时在冒号后补充。",
        },
        "list": {
            "en": "{entries:entry|entries} in this list have an address but no link. Programs that read llms.txt pass "
            "over them, and the pages behind them are never read. Write each as [name](address), with a note after a "
            "colon if you like.",
            "zh-CN": "这个列表里有 {entries} 个条目有地址却没有写成链接。读取 llms.txt 的程序会跳过它们，"
            "后面的页面就不会被读到。请都写成 [名称](地址)，需要说明时在冒号后补充。",
        },
        "title": {
            "en": "llms.txt does not start with its title. Programs take the name of the site or project from it. "
            "Put a line such as “# Name of the project” at the top.",
            "zh-CN": "llms.txt 开头没有标题。程序要从标题得知网站或项目的名称。请在第一行写上“# 项目名称”。",
        },
        "empty": {
            "en": "This entry's link has no address, so nothing can be read behind it. Fill the address in or delete "
            "the entry.",
            "zh-CN": "这个条目的链接没有地址，程序读不到任何页面。请补上地址，或删去这个条目。",
        },
    },
)

# More such entries in one list are one habit, and one finding.
_MOST_SINGLE = 3
# Patterns are compiled where they are needed: in one file of a site.
_LINK = r"!?\[[^\]\n]*\]\(\s*<?([^\s<>)]*)"
_REFERENCE = r"\[[^\]\n]+\](?:\[[^\]\n]*\])?(?![:(\[])"
# An address by itself, or behind a name and a separator; "see https://… for more" is prose and no entry.
_BARE = r"(?:[^\n.。!！?？;；]{0,80}?[\])）:：|(（–—-]\s*(?:\*\*|\[)?)?<?(?:https?://|www\.)\S"


def digest(document: Document, context: Context) -> object:
    """All of an llms.txt, and nothing of any other page."""
    return None if context.is_page_index else ()


def check(document: Document, context: Context) -> Iterator[Report]:
    """Report a missing title, and the entries of a section's lists that have an address but no link to it.

    Silent about what the format leaves free: the summary, text before the lists, the note after a link, relative
    addresses, and items without an address, which are prose.
    """
    if not context.is_page_index:
        return
    first = next((block for block in document.blocks if block.kind not in ("comment", "front_matter")), None)
    if first is not None and not (first.kind == "heading" and first.level == 1):
        yield Report(first.start, document.lines.end(first.line), {}, "title", anchor="title")
    in_section = False
    for block in document.blocks:
        in_section = in_section or (block.kind == "heading" and block.level > 1)
        if block.kind == "list" and in_section:
            yield from _list(document, block)


def _list(document: Document, block: Block) -> Iterator[Report]:
    wrong = []
    for item in _items(block):
        link = re.search(_LINK, _first_line(document, item))
        if link is not None and not link[1]:
            yield Report(item.start, document.lines.end(item.line), {}, "empty")
        elif link is None and _has_bare_address(document, item):
            wrong.append(item)
    if len(wrong) > _MOST_SINGLE:
        yield Report(wrong[0].start, wrong[-1].end, {"entries": len(wrong)}, "list")
        return
    for item in wrong:
        yield Report(item.start, document.lines.end(item.line))


def _items(block: Block) -> Iterator[Block]:
    """The items of a list and of the lists inside it."""
    for item in block.children:
        yield item
        for child in item.children:
            if child.kind == "list":
                yield from _items(child)


def _first_line(document: Document, item: Block) -> str:
    """An item's first line without its marker."""
    line = document.slice(item.start, document.lines.end(item.line))
    return line.removeprefix(item.info).lstrip()


def _has_bare_address(document: Document, item: Block) -> bool:
    line = _first_line(document, item)
    if re.match(_BARE, line) is None:
        return False
    # [name] alone may link through a definition further down.
    return re.match(_REFERENCE, line) is None or not any(block.kind == "definition" for block in document.blocks)
