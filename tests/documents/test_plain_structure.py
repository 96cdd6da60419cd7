"""On plain CommonMark and GFM the blocks are those that pulldown-cmark finds: a parser of other descent.

The two differ, and are not compared, where a text holds flavours that only one of them reads (containers, formulas,
footnotes, definition lists), and on scraps of syntax that hardly a page holds: ``[a]:`` over a line ``===``, which is a
definition here and a heading there; a table's header right after a paragraph that ends in ``===``; an empty list item
that goes on after a tab. Of 20,000 texts of random scraps 1.6 % differed, of 52 real pages without flavours none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyromark
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklint.documents.markdown_parser import extensions_of
from chunklint.documents.reader import read_document
from tests.documents.nasty_markdown import real_pages

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunklint.documents.model import Block

# Kind, first and last code point (blanks and quote marks at its end left out), what is inside.
Shape = tuple[str, int, int, tuple["Shape", ...]]

KINDS = {
    "Heading": "heading",
    "Paragraph": "paragraph",
    "List": "list",
    "Item": "item",
    "Table": "table",
    "CodeBlock": "code",
    "BlockQuote": "quote",
    "HtmlBlock": "html",
}
CONTAINERS = ("list", "item", "quote")


class Pulldown:
    """Shapes from pulldown-cmark's events, whose ranges are bytes; a tight item's text counts as a paragraph."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.offsets = [at for at, character in enumerate(text) for _ in character.encode()] + [len(text)]
        self.open: list[tuple[str, int, int, list[Shape]]] = [("", 0, 0, [])]
        self.loose: tuple[int, int] | None = None

    def shapes(self) -> tuple[Shape, ...]:
        for event, place in pyromark.events_with_range(self.text, options=pyromark.Options.ENABLE_TABLES):
            start, end = self.offsets[place["start"]], self.offsets[place["end"]]
            name, value = _named(event)
            kind = KINDS.get(_named(value)[0])
            if name == "Rule":
                self.end_loose()
                self.add("break", start, end, ())
            elif name == "Start" and kind:
                self.end_loose()
                self.open.append((kind, start, end, []))
            elif name == "End" and kind:
                self.end_loose()
                kind, start, end, inside = self.open.pop()
                self.add(kind, start, end, tuple(inside) if kind in CONTAINERS else ())
            elif name != "End" and self.open[-1][0] == "item":
                self.loose = (self.loose[0], max(self.loose[1], end)) if self.loose else (start, end)
        return tuple(self.open[0][3])

    def end_loose(self) -> None:
        if self.loose:
            self.add("paragraph", *self.loose, ())
            self.loose = None

    def add(self, kind: str, start: int, end: int, inside: tuple[Shape, ...]) -> None:
        end = trimmed_end(self.text, start, end)
        if kind in CONTAINERS:  # a nested list's range begins with what it is indented beyond its parent's text
            start = end - len(self.text[start:end].lstrip(" "))
        self.open[-1][3].append((kind, start, end, inside))


def _named(value: object) -> tuple[str, object]:
    """The name of an event or tag and what it holds: the library gives a string, or a dictionary with one key."""
    if not isinstance(value, dict):
        return str(value), None
    ((name, inside),) = value.items()
    return name, inside


def trimmed_end(text: str, start: int, end: int) -> int:
    return start + len(text[start:end].rstrip(" \t\r\n>"))


def own_shapes(text: str, blocks: Sequence[Block]) -> tuple[Shape, ...]:
    return tuple(
        (
            "html" if block.kind == "comment" else block.kind,
            block.start,
            trimmed_end(text, block.start, block.end),
            own_shapes(text, block.children),
        )
        for block in blocks
        if block.kind not in ("definition", "front_matter")
    )


def indented(prefix: str, rest: str, text: str) -> str:
    first, *others = text.split("\n")
    return "\n".join([prefix + first, *(rest + line if line else "" for line in others)])


WORDS = st.lists(
    st.sampled_from(
        ["one", "*two*", "`x`", "中文，", "句子。", "[a](b.md)", "a-b", "3.", "<br>", "&amp;", "😀", "e\u0301"]
    ),
    min_size=1,
    max_size=5,
).map(" ".join)
# A line that starts with a word, so that it cannot start anything else.
LINE = WORDS.map("The ".__add__)
PARAGRAPH = st.lists(LINE, min_size=1, max_size=3).map("\n".join)
LEAF = st.one_of(
    PARAGRAPH,
    st.tuples(st.integers(1, 6), LINE).map(lambda row: "#" * row[0] + " " + row[1]),
    st.tuples(LINE, st.sampled_from(["===", "---", "="])).map("\n".join),
    st.sampled_from(["***", "_ _ _", "<!-- note\n\nnote -->", "<div>\nx\n</div>", "<pre>\n\n# x\n</pre>"]),
    st.tuples(st.sampled_from(["```", "~~~~", "```py"]), st.lists(st.sampled_from(["x", "# y", "", "  z", "- a"]))).map(
        lambda row: "\n".join([row[0], *row[1], row[0].rstrip("py")])
    ),
    st.lists(st.sampled_from(["x", "  y", "# z"]), min_size=1, max_size=3).map(
        lambda lines: "\n".join("    " + line for line in lines)
    ),
    st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=3).map(
        lambda rows: "\n".join(["| a | b |", "|---|:-:|", *(f"| {left} | {right} |" for left, right in rows)])
    ),
    LINE.map("[ref]: <x.md> 'T'\n\n".__add__),
)

MARKER = st.sampled_from(["- ", "* ", "1. ", "10) "])


def containers(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    body = st.lists(inner, min_size=1, max_size=3).map("\n\n".join)
    start = LINE | PARAGRAPH
    return st.one_of(
        body.map(lambda text: indented("> ", "> ", text).replace("\n\n", "\n>\n")),
        st.tuples(MARKER, st.lists(start | body.map("x\n\n".__add__), min_size=1)).map(
            lambda row: "\n".join(indented(row[0], " " * len(row[0]), item) for item in row[1])
        ),
    )


DOCUMENT = st.lists(st.recursive(LEAF, containers, max_leaves=6), min_size=1, max_size=5).map("\n\n".join)


@settings(max_examples=300)
@given(DOCUMENT)
def test_made_up_pages(text: str) -> None:
    assert own_shapes(text, read_document(text).blocks) == Pulldown(text).shapes()


@pytest.mark.parametrize("folder", [("torture",), ("wild",), ("retrieval", "docs")], ids="/".join)
def test_real_pages(folder: tuple[str, ...]) -> None:
    pages = [(name, text) for name, text in real_pages(*folder) if name.endswith(".md") and not extensions_of(text)]
    assert len(pages) > 10
    for name, text in pages:
        document = read_document(text)
        front = document.front_matter
        body = text[front.end :] if front else text
        shift = len(text) - len(body)
        shapes = own_shapes(body, [block.shifted(-shift, 0) for block in document.blocks])
        assert shapes == Pulldown(body).shapes(), name
