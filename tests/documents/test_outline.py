"""Sections, titles and heading paths."""

from __future__ import annotations

import pytest
from hypothesis import given

from chunklint.documents.outline import document_title, heading_title
from chunklint.documents.reader import read_document
from tests.documents.nasty_markdown import EXTENDED, PLAIN, markdown


def paths(text: str) -> list[tuple[str, ...]]:
    return [section.path for section in read_document(text).sections]


TITLES = [
    ("plain", "Use the cache", "Use the cache"),
    ("id", "Use {#use-it}", "Use"),
    ("id as a MDX comment", "Use {/* #use-it */}", "Use"),
    ("anchor", '使用 <a id="use"></a>', "使用"),
    ("emoji", "🚀 Start 快速开始", "Start 快速开始"),
    ("emoji of several characters", "👩‍💻 Team 1️⃣", "Team 1"),
    ("shortcode", ":rocket: Start", "Start"),
    ("a time is no shortcode", "At 10:30:15", "At 10:30:15"),
    ("link", "See [the *docs*](https://a.b/c)", "See the docs"),
    ("emphasis and code", "**Set** `max_tokens` *now*", "Set max_tokens now"),
    ("code keeps its marks", "The `*args*` and `<T>`", "The *args* and <T>"),
    ("formula keeps its text", "Why $x_1$", "Why x_1"),
    ("entity and escape", r"A &amp; B \*", "A & B *"),
    ("spaces", "  a \t b ", "a b"),
    ("nothing", "", ""),
]


@pytest.mark.parametrize(("title", "content", "expected"), TITLES, ids=[row[0] for row in TITLES])
def test_heading_title(title: str, content: str, expected: str) -> None:
    assert heading_title(content) == expected


FRONT_MATTER = [
    ("YAML", "---\ntitle: Cache\n---\n", "Cache"),
    ("quoted", "---\ntitle: '缓存：入门'\n---\n", "缓存：入门"),
    ("double-quoted with a comment", '---\ntitle: "A # b" # c\n---\n', "A # b"),
    ("comment", "---\ntitle: A # b\n---\n", "A"),
    ("other keys first", "---\nid: x\ntitle:   B  \n---\n", "B"),
    ("nested key", "---\nog:\n  title: C\nx: y\n---\n", ""),
    ("block scalar", "---\ntitle: |\n  D\n---\n", ""),
    ("none", "---\nid: x\n---\n", ""),
    ("TOML", '+++\ntitle = "E"\n+++\n', "E"),
    ("TOML without", "+++\nx = 1\n+++\n", ""),
    ("TOML that is broken", '+++\ntitle = "E\n+++\n', ""),
    ("no front matter", "title: F\n", ""),
]


@pytest.mark.parametrize(("title", "text", "expected"), FRONT_MATTER, ids=[row[0] for row in FRONT_MATTER])
def test_document_title(title: str, text: str, expected: str) -> None:
    assert document_title(read_document(text)) == expected


def test_paths_hold_the_headings_above() -> None:
    assert paths("# A\n\n## B\n\n### C\n\n## D\n\n# E\n") == [
        ("A",),
        ("A", "B"),
        ("A", "B", "C"),
        ("A", "D"),
        ("E",),
    ]


def test_a_skipped_level_leaves_no_hole() -> None:
    assert paths("# A\n\n#### B\n\n## C\n") == [("A",), ("A", "B"), ("A", "C")]


def test_the_front_matter_title_comes_first_unless_the_page_says_it_again() -> None:
    assert paths("---\ntitle: 缓存\n---\nText.\n\n# 入门\n\n## 安装\n") == [
        ("缓存",),
        ("缓存", "入门"),
        ("缓存", "入门", "安装"),
    ]
    assert paths("---\ntitle: 缓存\n---\n# 缓存\n\n## 安装\n") == [("缓存",), ("缓存", "安装")]


def test_text_before_the_first_heading_is_a_section() -> None:
    first, second = read_document("Text.\n\n# A\n").sections
    assert (first.heading, first.level, first.title, first.path) == (None, 0, "", ())
    assert (second.level, second.title) == (1, "A")
    assert second.parent is None


def test_own_body_stops_at_a_subheading_and_leaves_out_gaps() -> None:
    text = "# A\n\none\n\n<!-- c -->\n\n[d]: e\n\ntwo\n\n## B\n\nthree\n\n# C\n"
    document = read_document(text)
    first, second, third = document.sections
    assert [block.content for block in first.blocks] == ["one", "two"]
    assert text[first.start : first.own_end].endswith("two")
    assert text[first.start : first.end].endswith("three")
    assert second.parent is first
    assert (third.blocks, third.end) == ((), len(text) - 1)


def test_headings_in_quotes_and_lists_make_no_section() -> None:
    assert paths("# A\n\n> ## B\n\n- ## C\n") == [("A",)]


def test_headings_in_a_container_do() -> None:
    assert paths("# A\n\n:::tip\n## B\n\nx\n:::\n") == [("A",), ("A", "B")]


def test_nothing_has_no_sections() -> None:
    assert paths("") == []
    assert paths("<!-- only a comment -->\n\n[a]: b\n") == []


@given(markdown(*PLAIN, *EXTENDED))
def test_sections_follow_each_other_and_nest(text: str) -> None:
    document = read_document(text)
    sections = document.sections
    for at, section in enumerate(sections):
        assert section.index == at
        assert section.start <= section.own_end <= section.end
        if at:
            assert sections[at - 1].own_end <= section.start
        if section.parent is not None:
            assert section.parent.level < section.level
            assert section.parent.start < section.start
            assert section.end <= section.parent.end
            assert section.path[: len(section.parent.path)] == section.parent.path
