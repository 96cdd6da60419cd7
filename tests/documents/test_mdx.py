"""MDX: imports, JSX and expressions are blocks of their own, the text between them stays Markdown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklint.documents.markdown_parser import parse_blocks
from chunklint.documents.mdx import MAX_CODE_POINTS, MAX_SEARCHED_IN_VAIN, SEARCHED_IN_VAIN
from chunklint.documents.model import GAP_KINDS
from chunklint.documents.reader import read_document
from tests.shared_material import shared


def kinds(text: str) -> list[tuple[str, str]]:
    document = read_document(text, "page.mdx")
    return [(block.kind, document.text[block.start : block.end]) for block in document.blocks]


BLOCKS = [
    ("import", "import A from './a'\n\n# B", [("esm", "import A from './a'"), ("heading", "# B")]),
    ("imports in a row", "import a from 'a'\nimport 'b'\n", [("esm", "import a from 'a'\nimport 'b'")]),
    (
        "export with a blank line in braces",
        "export const a = {\n  b: 1,\n\n  c: 2,\n}\n\n文字",
        [("esm", "export const a = {\n  b: 1,\n\n  c: 2,\n}"), ("paragraph", "文字")],
    ),
    ("the word import in a sentence", "imported goods\n", [("paragraph", "imported goods")]),
    ("import inside a paragraph", "First\nimport a from 'a'", [("paragraph", "First\nimport a from 'a'")]),
    (
        "element around Markdown",
        "<Tip>\n\n## 提示\n\n- a\n\n</Tip>\n",
        [("html", "<Tip>"), ("heading", "## 提示"), ("list", "- a"), ("html", "</Tip>")],
    ),
    ("element around a line", "<Tip>\ntext\n</Tip>", [("html", "<Tip>"), ("paragraph", "text"), ("html", "</Tip>")]),
    ("tag over lines", "<Tab\n  a={x > 1}\n  b='>'\n/>\n", [("html", "<Tab\n  a={x > 1}\n  b='>'\n/>")]),
    ("attribute with braces in a string", '<A b={{c: "}"}} d="{" />', [("html", '<A b={{c: "}"}} d="{" />')]),
    ("fragment", "<>\nx\n</>", [("html", "<>"), ("paragraph", "x"), ("html", "</>")]),
    ("element with text on its line is text", "<Tip>text</Tip>", [("paragraph", "<Tip>text</Tip>")]),
    ("comparison is text", "a < b and c > d", [("paragraph", "a < b and c > d")]),
    ("comment", "{/* 隐藏\n\nhidden */}\n\nx", [("comment", "{/* 隐藏\n\nhidden */}"), ("paragraph", "x")]),
    ("expression", "{items.map(i => {\n  return i\n})}\n", [("expression", "{items.map(i => {\n  return i\n})}")]),
    ("expression in a sentence", "{a} is text", [("paragraph", "{a} is text")]),
    ("expression that never ends", "{a\n\nb", [("paragraph", "{a"), ("paragraph", "b")]),
    ("indented text is no code", "    text", [("paragraph", "text")]),
    ("code stays code", "```jsx\n<A>\n{x\n```", [("code", "```jsx\n<A>\n{x\n```")]),
    (
        "front matter",
        "---\na: b\n---\nimport a from 'a'",
        [("front_matter", "---\na: b\n---"), ("esm", "import a from 'a'")],
    ),
]


@pytest.mark.parametrize(("title", "text", "expected"), BLOCKS, ids=[row[0] for row in BLOCKS])
def test_blocks(title: str, text: str, expected: list[tuple[str, str]]) -> None:
    assert kinds(text) == expected


def test_the_same_text_is_something_else_in_markdown() -> None:
    text = "import A from 'a'\n\n    code\n\n{/* x */}"
    assert [kind for kind, _ in kinds(text)] == ["esm", "paragraph", "comment"]  # indented text ends where it ends
    assert [block.kind for block in read_document(text, "page.md").blocks] == ["paragraph", "code", "paragraph"]


def test_imports_and_comments_are_no_content() -> None:
    document = read_document("import a from 'a'\n\n{/* c */}\n\n# H\n\nx", "page.mdx")
    assert {"esm", "comment"} <= GAP_KINDS
    (section,) = document.sections
    assert [block.kind for block in section.blocks] == ["paragraph"]


@given(st.lists(st.sampled_from([*"<>{}[]()'\"`/*\n \\", "A", "import ", "export ", "//", "/*", "*/", "</", "\n\n"])))
def test_any_text_is_read(parts: list[str]) -> None:
    text = "".join(parts)
    document = read_document(text, "page.mdx")
    at = 0
    for block in document.blocks:
        assert not document.text[at : block.start].strip()
        at = block.end
    assert not document.text[at:].strip()


@pytest.mark.parametrize(
    "opening", ["<A b={", "{", "export const a = {", "<A ", "{`", "<A b='", "import {", "{ ' \" `"]
)
def test_what_is_never_closed_is_not_sought_for_ever(opening: str) -> None:
    """What is searched in vain grows with the text, not with its square."""
    text = f"{opening}\n\n" * 12_000 + "# H\n\nx\n"
    tokens, state = parse_blocks(text, mdx=True)
    assert state is not None
    assert tokens[-1].content == "x"
    searched = state.env[SEARCHED_IN_VAIN]
    assert searched < MAX_SEARCHED_IN_VAIN + MAX_CODE_POINTS + 2 * len(text)


def test_an_element_longer_than_the_bound_is_text() -> None:
    assert kinds("<A b={'" + "x" * MAX_CODE_POINTS + "'} />")[0][0] == "paragraph"
    assert kinds("<A b={'" + "x" * (MAX_CODE_POINTS - 100) + "'} />")[0][0] == "html"


def test_a_real_page() -> None:
    page = shared("wild", "infiniflow__ragflow__docs_faq.mdx").read_text(encoding="utf-8")
    document = read_document(page, "faq.mdx")
    kinds = {block.kind for block in document.blocks}
    assert {"front_matter", "esm", "heading", "list", "html"} <= kinds
    assert next(b.content for b in document.blocks if b.kind == "heading") in page
