"""A document after an edit equals the changed text read anew, whatever the text and the edit."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from chunklint.documents.model import TextChange
from chunklint.documents.reader import read_document
from tests.documents.nasty_markdown import EXTENDED, LINE_ENDS, PLAIN, markdown, real_pages

if TYPE_CHECKING:
    from chunklint.documents.model import Document

FRAGMENTS = (*PLAIN, *EXTENDED, *LINE_ENDS, "---\na: b\n---\n", "---", "+++", "\n---\n", ":::tip a\n# H\n\nx\n\n:::\n")
MDX = (
    "import a from 'b'\n",
    "export const x = {\n",
    "}\n",
    "<Tip>\n",
    "</Tip>\n",
    "{/* c */}\n",
    "{x",
    "<Tip\n  a={1}\n",
)
# Page under edit: headings, a container that holds headings, lists, a table, code, math, notes, Chinese.
PAGE = """---
title: 缓存 Cache
---

# Cache {#cache}

缓存保存最近的结果。
A cache keeps results:

- first
  - nested

    more
- 第二项

:::tip
## 提示

Inside.

:::

| 键 | value |
|----|-------|
| a  | 1     |

```python
def f():
    return 1
```

> [!NOTE]
> 注意。

其中
$$
x = 1
$$

Term
: A definition.

Note.[^1]

[^1]: The note.

    Goes on.

[link]: https://example.org
<!-- hidden -->

## Last

Text.
"""


def assert_like_a_full_read(document: Document) -> None:
    anew = read_document(document.text, document.path)
    assert document.lines.starts == anew.lines.starts
    assert document.blocks == anew.blocks
    assert [section.path for section in document.sections] == [section.path for section in anew.sections]


@st.composite
def edits(draw: st.DrawFn, fragments: tuple[str, ...]) -> list[tuple[float, int, str]]:
    """Some edits: where (as a share of the text), how much is taken out, what is put in."""
    inserted = st.lists(st.sampled_from(fragments), max_size=3).map("".join)
    edit = st.tuples(st.floats(0, 1), st.one_of(st.just(0), st.integers(0, 4), st.integers(0, 60)), inserted)
    return draw(st.lists(edit, min_size=1, max_size=6))


def apply(document: Document, share: float, length: int, inserted: str) -> Document:
    start = round(share * len(document.text))
    change = TextChange(start, min(len(document.text), start + length), inserted)
    changed = document.text[: change.start] + inserted + document.text[change.end :]
    document = document.edited(change)
    assert document.text == changed
    assert_like_a_full_read(document)
    return document


@settings(max_examples=300)
@given(markdown(*FRAGMENTS), edits(FRAGMENTS))
@example("a\rb", [(0.7, 0, "\n")])
@example("a\r\nb", [(0.3, 1, "")])
@example("a\r\n\r\nb", [(0.6, 1, "x")])
@example("$$\na\n\nb\n\nc", [(1.0, 0, "\n$$")])
@example("t\n\n: d", [(0.0, 1, "")])
@example(":::tip\n# a\n\nb\n", [(1.0, 0, ":::\n")])
def test_nasty_text(text: str, changes: list[tuple[float, int, str]]) -> None:
    document = read_document(text.lstrip("\ufeff"))
    for change in changes:
        document = apply(document, *change)


@settings(max_examples=200)
@given(edits(FRAGMENTS))
@example([(0.0, 4, "")])
@example([(0.0, 0, "\n")])
@example([(0.0, 0, "```\n")])
def test_a_page(changes: list[tuple[float, int, str]]) -> None:
    document = read_document(PAGE)
    for change in changes:
        document = apply(document, *change)


@settings(max_examples=100)
@given(markdown(*PLAIN, *MDX), edits((*PLAIN, *MDX)))
def test_mdx(text: str, changes: list[tuple[float, int, str]]) -> None:
    document = read_document(text, "page.mdx")
    for change in changes:
        document = apply(document, *change)


@pytest.mark.parametrize("offset", range(0, len(PAGE), 7))
@pytest.mark.parametrize("line_end", ["\r\n", "\r"])
def test_other_line_endings(offset: int, line_end: str) -> None:
    document = read_document(PAGE.replace("\n", line_end))
    for inserted in ("\n", "\r", "```" + line_end):
        assert_like_a_full_read(document.edited(TextChange(offset, offset, inserted)))
    assert_like_a_full_read(document.edited(TextChange(offset, offset + 1, "")))


def test_front_matter_comes_and_goes() -> None:
    document = read_document("title: a\n---\n# b\n")
    document = document.edited(TextChange(0, 0, "---\n"))
    assert [block.kind for block in document.blocks] == ["front_matter", "heading"]
    assert_like_a_full_read(document)
    document = document.edited(TextChange(0, 1, ""))
    assert [block.kind for block in document.blocks] == ["heading", "heading"]
    assert_like_a_full_read(document)


def test_typing_a_page_letter_by_letter() -> None:
    document = read_document("")
    for at, character in enumerate(PAGE):
        document = document.edited(TextChange(at, at, character))
        if character in "\n$:`-=|>":
            assert_like_a_full_read(document)
    assert_like_a_full_read(document)
    while document.text:
        document = document.edited(TextChange(max(0, len(document.text) - 3), len(document.text), ""))
    assert document.blocks == ()


def test_spans_of_bytes_that_could_not_be_decoded_move_along() -> None:
    from chunklint.engine.run import read_bytes

    document = read_bytes(b"# a\n\nb \xff c \xfe\n", "a.md")
    assert document.undecodable == ((7, 8), (11, 12))
    assert document.edited(TextChange(0, 2, "")).undecodable == ((5, 6), (9, 10))
    assert document.edited(TextChange(9, 9, "中")).undecodable == ((7, 8), (12, 13))
    assert document.edited(TextChange(6, 9, "")).undecodable == ((8, 9),)


@pytest.mark.parametrize("folder", ["torture", "wild"])
def test_real_pages(folder: str) -> None:
    random = Random(7)
    for name, text in real_pages(folder):
        if len(text) > 12_000:
            start = random.randrange(len(text) - 8_000)
            text = text[start : start + 8_000]
        document = read_document(text, name)
        for _ in range(10):
            start = random.randrange(len(document.text) + 1)
            if random.random() < 0.5:
                start = document.lines.start(document.lines.line_of(start))
            end = min(len(document.text), start + random.choice([0, 0, 1, 3, 200]))
            inserted = "".join(random.choices(FRAGMENTS, k=random.choice([0, 1, 1, 4])))
            document = document.edited(TextChange(start, end, inserted))
            if document.text.startswith("\ufeff"):
                break
            assert_like_a_full_read(document)
