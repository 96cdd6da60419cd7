"""What the Markdown reader makes of pages: kinds, spans, lines and what belongs to each block."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from chunklint.documents.model import TextChange
from chunklint.documents.reader import format_of, read_document
from tests.documents.nasty_markdown import EXTENDED, LINE_ENDS, PLAIN, markdown, real_pages

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunklint.documents.model import Block


def outline(text: str, path: str = "page.md") -> list[object]:
    """Kind and source of each block; a block with others inside is a kind and their list."""
    document = read_document(text, path)

    def rows(blocks: Sequence[Block]) -> list[object]:
        return [
            (block.kind, rows(block.children))
            if block.children
            else (block.kind, document.text[block.start : block.end])
            for block in blocks
        ]

    return rows(document.blocks)


def only(text: str, kind: str) -> Block:
    found = [block for block in read_document(text).walk() if block.kind == kind]
    if not found:
        found = [inner for block in read_document(text).blocks for inner in block.walk() if inner.kind == kind]
    assert len(found) == 1
    return found[0]


OUTLINES = [
    ("nothing", "", []),
    ("blank lines", "\n \n\t\n", []),
    ("headings", "# A #\n\nB\nC\n---\n", [("heading", "# A #"), ("heading", "B\nC\n---")]),
    ("paragraph", "  one\ntwo  \n", [("paragraph", "one\ntwo")]),
    ("rule", " * * *\n", [("break", "* * *")]),
    ("fence", "```py\nx\n```\n", [("code", "```py\nx\n```")]),
    (
        "fence in a list",
        "- a\n\n  ~~~\n  x\n  ~~~\n",
        [("list", [("item", [("paragraph", "a"), ("code", "~~~\n  x\n  ~~~")])])],
    ),
    ("indented code", "    a\n\n      b\n\nc", [("code", "a\n\n      b"), ("paragraph", "c")]),
    ("indented code that begins further in", "      a\n    b\n", [("code", "  a\n    b")]),
    (
        "nested list",
        "- a\n  - b\n- c\n",
        [
            (
                "list",
                [
                    ("item", [("paragraph", "a"), ("list", [("item", [("paragraph", "b")])])]),
                    ("item", [("paragraph", "c")]),
                ],
            )
        ],
    ),
    ("quote", "> 引用\n续行\n\nx", [("quote", [("paragraph", "引用\n续行")]), ("paragraph", "x")]),
    ("table", "a|b\n-|-\n1|2\n\nx", [("table", "a|b\n-|-\n1|2"), ("paragraph", "x")]),
    ("html", "<div>\nx\n</div>\n\ny", [("html", "<div>\nx\n</div>"), ("paragraph", "y")]),
    ("comment", "<!-- a\n\nb -->\n\ny", [("comment", "<!-- a\n\nb -->"), ("paragraph", "y")]),
    ("comment and more is no comment", "<!-- a --> b", [("html", "<!-- a --> b")]),
    ("link definition", "[a]: b.md 'T'\nx", [("definition", "[a]: b.md 'T'"), ("paragraph", "x")]),
    ("footnote", "x[^1]\n\n[^1]: a\n    b\n", [("paragraph", "x[^1]"), ("footnote", [("paragraph", "a\n    b")])]),
    ("formula", "$$\nx\n$$\n", [("math", "$$\nx\n$$")]),
    (
        "formula ends a paragraph",
        "其中\n$$\nx\n$$\n为",
        [("paragraph", "其中"), ("math", "$$\nx\n$$"), ("paragraph", "为")],
    ),
    ("formula as TeX writes it", "\\[ x \\]\n", [("math", "\\[ x \\]")]),
    ("alert", "> [!NOTE]\n> 注意\n", [("admonition", [("paragraph", "注意")])]),
    ("container", ":::tip\n提示\n:::\n", [("admonition", [("paragraph", "提示")])]),
    ("MkDocs admonition", "!!! note\n    a\n\n    b\n", [("admonition", [("paragraph", "a"), ("paragraph", "b")])]),
    (
        "container with headings",
        ":::tip\n# A\n\nb\n:::\n\nc",
        [("html", ":::tip"), ("heading", "# A"), ("paragraph", "b"), ("html", ":::"), ("paragraph", "c")],
    ),
    (
        "definition list",
        "Chunk\n: A piece.\n: 一块。\n",
        [
            (
                "list",
                [
                    ("item", [("paragraph", "Chunk")]),
                    ("item", [("paragraph", "A piece.")]),
                    ("item", [("paragraph", "一块。")]),
                ],
            )
        ],
    ),
    (
        "two terms",
        "甲\n: 一\n\n乙\n\n:   二\n",
        [
            (
                "list",
                [
                    ("item", [("paragraph", "甲")]),
                    ("item", [("paragraph", "一")]),
                    ("item", [("paragraph", "乙")]),
                    ("item", [("paragraph", "二")]),
                ],
            )
        ],
    ),
    ("front matter", "---\na: b\n---\n# C", [("front_matter", "---\na: b\n---"), ("heading", "# C")]),
    ("TOML front matter", "+++\na = 1\n+++\nx", [("front_matter", "+++\na = 1\n+++"), ("paragraph", "x")]),
    ("empty front matter", "---\n---\nx", [("front_matter", "---\n---"), ("paragraph", "x")]),
    ("front matter that ends with dots", "---\na: b\n...\nx", [("front_matter", "---\na: b\n..."), ("paragraph", "x")]),
    (
        "rules are no front matter",
        "---\nWords.\n\n---\n",
        [("break", "---"), ("paragraph", "Words."), ("break", "---")],
    ),
    ("front matter that never ends", "---\na: b\n", [("break", "---"), ("paragraph", "a: b")]),
    ("front matter only at the first line", "\n---\na: b\n---\n", [("break", "---"), ("heading", "a: b\n---")]),
    ("line endings", "# A\r\n\r\nb\rc\n", [("heading", "# A"), ("paragraph", "b\rc")]),
    ("separators of other programs end no line", "a\u2028# b\x0cc", [("paragraph", "a\u2028# b\x0cc")]),
]


@pytest.mark.parametrize(("title", "text", "expected"), OUTLINES, ids=[row[0] for row in OUTLINES])
def test_outline(title: str, text: str, expected: list[object]) -> None:
    assert outline(text) == expected


def test_headings_know_level_style_and_content() -> None:
    blocks = read_document("### *A* `b` ###\n\n标题\n==\n").blocks
    assert [(block.level, block.info, block.content) for block in blocks] == [
        (3, "atx", "*A* `b`"),
        (1, "setext", "标题"),
    ]


@pytest.mark.parametrize(
    ("text", "info", "fence", "closed"),
    [
        ("```py title=x\na\n```", "py title=x", "```", True),
        ("~~~~\na\n~~~~~", "", "~~~~", True),
        ("~~~~\na\n~~~", "", "~~~~", False),
        ("```\n", "", "```", False),
        ("```", "", "```", False),
        ("```\n```", "", "```", True),
        ("```\n\n\n", "", "```", False),
        ("> ```\n> a\n\nb", "", "```", False),
        ("    a", "", "", True),
    ],
)
def test_code_knows_its_fence(text: str, info: str, fence: str, closed: bool) -> None:
    block = only(text, "code")
    assert (block.info, block.fence, block.closed) == (info, fence, closed)


@pytest.mark.parametrize(
    ("text", "level", "info"), [("- a\n- b", 0, "-"), ("* a", 0, "*"), ("7. a\n8. b", 7, "."), ("0) a", 0, ")")]
)
def test_lists_know_their_marker_and_first_number(text: str, level: int, info: str) -> None:
    block = only(text, "list")
    assert (block.level, block.info) == (level, info)


@pytest.mark.parametrize(
    ("text", "info"),
    [
        ("> [!WARNING]\n> x", "warning"),
        (":::tip 提示\nx\n:::", "tip 提示"),
        ('!!! note "Title"\n    x', 'note "Title"'),
    ],
)
def test_admonitions_know_their_kind_and_title(text: str, info: str) -> None:
    assert info.split()[0] in only(text, "admonition").info.lower()


def test_container_without_its_end_is_not_closed() -> None:
    assert only(":::tip\nx\n:::", "admonition").closed
    assert not only(":::tip\nx\n", "admonition").closed


def test_lines_of_blocks() -> None:
    document = read_document("# A\r\n\r\n> b\r\n> c\r\n\r\n\r\n- d\r\n\r\n  e\r\n")
    assert [(block.kind, block.line, block.end_line) for block in document.blocks] == [
        ("heading", 0, 1),
        ("quote", 2, 4),
        ("list", 6, 9),
    ]


def test_byte_order_mark_is_taken_off() -> None:
    document = read_document("\ufeff# A")
    assert document.has_bom
    assert document.text == "# A"
    assert document.blocks[0].kind == "heading"


def test_format_by_name() -> None:
    assert [format_of(path) for path in ("a/B.MD", "c.markdown", "d.mdx", "e.txt", "Makefile")] == [
        "markdown",
        "markdown",
        "mdx",
        None,
        None,
    ]
    assert read_document("x", "untitled").format == "markdown"
    assert read_document("x", "a.mdx").format == "mdx"


def test_neighbours_are_blocks_in_one_container() -> None:
    document = read_document("a\n\n> b\n>\n> c\n\nd")
    assert [
        (first.content or first.kind, second.content or second.kind) for first, second in document.neighbours()
    ] == [
        ("a", "quote"),
        ("quote", "d"),
        ("b", "c"),
    ]


def test_a_change_outside_the_text_is_refused() -> None:
    with pytest.raises(ValueError, match="outside a text of 1"):
        read_document("a").edited(TextChange(0, 2, ""))


def assert_well_formed(text: str, path: str) -> None:
    """Blocks follow each other in their container, on the lines that they name; between the outermost are blanks."""
    document = read_document(text, path)
    text = document.text

    def check(blocks: Sequence[Block], start: int, end: int) -> None:
        at = start
        for block in blocks:
            assert at <= block.start < block.end <= end, block
            assert document.lines.line_of(block.start) == block.line, block
            assert document.lines.line_of(block.end - 1) == block.end_line - 1, block
            check(block.children, block.start, block.end)
            at = block.end

    check(document.blocks, 0, len(text))
    ends = [0, *(block.end for block in document.blocks)]
    starts = [*(block.start for block in document.blocks), len(text)]
    for end, start in zip(ends, starts, strict=True):
        assert not text[end:start].strip(" \t\r\n"), text[end:start]


@settings(max_examples=400)
@given(markdown(*PLAIN, *EXTENDED, *LINE_ENDS), st.sampled_from(["a.md", "a.mdx"]))
@example("> t\n> : d", "a.md")
@example("t\n: d\n>  t\n: d\n", "a.md")
@example("- \n\n  \n- a", "a.md")
@example(":::tip\n# a\n", "a.md")
def test_blocks_take_all_the_text(text: str, path: str) -> None:
    assert_well_formed(text, path)


@pytest.mark.parametrize("folder", ["torture", "wild"])
def test_blocks_take_all_the_text_of_real_pages(folder: str) -> None:
    for name, text in real_pages(folder):
        assert_well_formed(text, name)
