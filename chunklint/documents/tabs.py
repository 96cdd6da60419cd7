"""Finds the panels of tabs in a page, whichever way they are written; it does not judge what stands in them."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chunklint.documents.model import Block, Document

# Tags (JSX, HTML), template calls (Hugo, Liquid) and lines (VuePress) that open or close a panel or a set of panels.
_MARK = re.compile(
    r"(?<!`)<(?P<tag>/?)(?P<name>Tabs|TabItem|TabPanel|TabPane|Tab|CodeGroup|CodeGroupItem|tabs|tab-item|tab-panel|tab)"
    r"(?=[\s>/])"
    r"|(?<!`)\{[{%][<%]?-?[ \t]*(?P<call>/[ \t]*|end)?(?P<called>tabpane|tabs|tab)(?=[\s>%}-])"
    r"|^[ \t]*@(?P<line>tab)\b",
    re.MULTILINE,
)
_SETS = frozenset({"Tabs", "tabs", "CodeGroup", "tabpane", "tab-set", "code-group"})
# The info string of a ``:::`` container: ``tab macOS``, ``{tab-item} macOS``.
_CONTAINER = re.compile(r"\{?(tab-set|tab-item|tabs|tab|code-group)\b")

# What may stand between two panels of MkDocs: blank lines, indented or quoted like the panels.
_AROUND = " \t\r\n>"

# A page without any of these has no tabs: looking for them is far cheaper than for the marks, and for their sign, a
# single character, a hundred times as cheap again. They are compiled when there is such a sign.
_HINTS = {
    ":": r":::",
    "=": r"===[+!]? ",
    "<": r"<(?:[Tt]ab|CodeGroup)",
    "@": r"@tab",
    "{": r"\{(?:%|\{[<%])",
}


class TabPanel(NamedTuple):
    """One panel of a set of tabs, from ``start`` to ``end`` (code points).

    ``group`` numbers the sets of a page, ``depth`` counts the sets around this one's.
    """

    start: int
    end: int
    group: int
    depth: int


def tab_panels(document: Document) -> list[TabPanel]:
    """The panels of all sets of tabs by their start, an inner set's besides the outer one's.

    >>> from chunklint.documents.reader import read_document
    >>> page = "<Tabs>\\n<Tab name='a'>\\n\\nOne.\\n\\n</Tab>\\n<Tab name='b'>\\n\\nTwo.\\n\\n</Tab>\\n</Tabs>\\n"
    >>> [panel.group for panel in tab_panels(read_document(page, "page.mdx"))]
    [1, 1]
    """
    if not may_have_tabs(document.text):
        return []
    panels: list[TabPanel] = []
    # Each open set: its number, and where its open panel starts (-1 where none is open).
    stack: list[tuple[int, int]] = []
    groups = 0
    for at, closes, name in sorted(_marks(document)):
        is_set = name in _SETS
        if not closes:
            if is_set or not stack:
                groups += 1
                stack.append((groups, -1))
            if not is_set:
                group, start = stack[-1]
                if start >= 0:
                    panels.append(TabPanel(start, at, group, len(stack) - 1))
                stack[-1] = group, at
        elif stack:
            group, start = stack[-1]
            if start >= 0:
                panels.append(TabPanel(start, at, group, len(stack) - 1))
            stack[-1] = group, -1
            if is_set:
                stack.pop()
    end = len(document.text)
    panels += [TabPanel(start, end, group, depth) for depth, (group, start) in enumerate(stack) if start >= 0]
    return sorted(panels)


def may_have_tabs(text: str) -> bool:
    """Whether a text holds a mark of tabs; most have none, which is quick to see."""
    if not any(sign in text and re.search(hint, text) for sign, hint in _HINTS.items()):
        return False
    return ":::" in text or "===" in text or _MARK.search(text) is not None


def tab_sets(document: Document) -> list[tuple[int, int]]:
    """The stretches of the outermost sets of tabs; one that is not closed goes on behind the text's end."""
    if not may_have_tabs(document.text):
        return []
    found: list[tuple[int, int]] = []
    depth = start = 0
    for at, closes, name in sorted(_marks(document)):
        if not closes and (name in _SETS or not depth):
            if not depth:
                start = at
            depth += 1
        elif closes and depth and name in _SETS:
            depth -= 1
            if not depth:
                found.append((start, at))
    return [*found, (start, len(document.text) + 1)] if depth else found


def panels_at(panels: list[TabPanel], offset: int) -> Iterator[TabPanel]:
    """The panels that hold a place, the innermost first; ``panels`` are those of `tab_panels`."""
    at = bisect_right(panels, offset, key=lambda panel: panel.start) - 1
    while at >= 0:
        panel = panels[at]
        if panel.end > offset:
            yield panel
        # Outermost panels do not overlap: none before this one reaches further.
        if panel.depth == 0:
            return
        at -= 1


def _marks(document: Document) -> Iterator[tuple[int, bool, str]]:
    """Where panels and sets open and close (true) and what is opened or closed, in no order."""
    text = document.text
    yield from _marks_of_indented(document)
    for block in document.walk():
        if block.info and block.kind in ("admonition", "html"):
            found = _CONTAINER.match(block.info)
            if found is not None and (block.kind == "admonition" or block.level):
                yield block.start, False, found[1]
                yield _container_end(document, block), True, found[1]
        if block.kind in ("html", "paragraph"):
            for mark in _MARK.finditer(text, block.start, block.end):
                before = text[text.rfind("\n", 0, mark.start()) + 1 : mark.start()].strip(" \t>-*")
                # In running text a tag is only spoken of; a real one begins its line, or follows another tag there.
                if block.kind == "html" or not before or before.endswith(("%}", "}}")):
                    yield (
                        mark.start(),
                        bool(mark["tag"] or mark["call"]),
                        mark["name"] or mark["called"] or mark["line"],
                    )


def _marks_of_indented(document: Document) -> Iterator[tuple[int, bool, str]]:
    """The same for the tabs of MkDocs (``=== "Linux"``): those right under each other are one set."""
    text = document.text
    if "===" not in text:
        return
    open_sets: set[tuple[int, int]] = set()
    for block in document.walk():
        if block.kind in ("admonition", "html") and text.startswith("===", block.start):
            column = block.start - document.lines.start(block.line)
            before = block.start
            while before and text[before - 1] in _AROUND:
                before -= 1
            if (before, column) in open_sets:
                open_sets.remove((before, column))
            else:
                yield block.start - 1, False, "tabs"
            end = _container_end(document, block)
            yield block.start, False, "tab"
            yield end, True, "tab"
            open_sets.add((end, column))
    for end, _ in open_sets:
        yield end, True, "tabs"


def _container_end(document: Document, block: Block) -> int:
    """Where a container ends: one that holds headings is only its opening line, which knows its height."""
    return document.lines.end(block.line + block.level - 1) if block.kind == "html" else block.end
