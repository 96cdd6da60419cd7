"""Chunks as JSON and as cards; they are made by hand, so that no splitter's change breaks a test."""

from __future__ import annotations

import json

import pytest

from chunklint.chunking.model import Chunk, Profile
from chunklint.documents.model import Document
from chunklint.documents.reader import read_document
from chunklint.report.cards import cards
from chunklint.report.chunks import chunk_as_json, preview_as_json
from chunklint.report.formats import Style
from chunklint.report.width import display_width
from chunklint.tokens import get_counter

PROFILE = Profile("small", tokenizer="characters", max_tokens=40)
PAGE = "# 指南\r\n\r\nOne 表.\r\n\r\nTwo.\r\n"


def chunk(document: Document, *spans: tuple[int, int], **more: object) -> Chunk:
    return Chunk(0, document, get_counter("characters"), spans, **more)  # type: ignore[arg-type]


def page(text: str = PAGE) -> Document:
    return read_document(text, "docs/page.md")


def shown(document: Document, *chunks: Chunk, style: Style = Style(), full: bool = False) -> str:  # noqa: B008
    return "\n".join(cards(document, PROFILE, chunks, style, full=full))


def test_json_has_the_fields_of_the_contract() -> None:
    document = page()
    start = PAGE.index("One")
    one = chunk(document, (start, start + 6), prefix="指南\n\n", heading_path=("指南",), overlap=(0, 4))
    preview = json.loads(json.dumps(preview_as_json(document, PROFILE, [one])))
    assert list(preview) == ["path", "profile", "chunks"]
    assert preview["profile"]["name"] == "small"
    assert preview["profile"]["max_tokens"] == 40
    assert preview["profile"]["overlap"] == 5
    (found,) = preview["chunks"]
    assert list(found) == (
        [
            "index",
            "spans",
            "line",
            "end_line",
            "tokens",
            "heading_path",
            "kind",
            "prefix",
            "suffix",
            "text",
            "overlap",
            "metadata",
        ]
    )
    assert found["spans"] == [[start, start + 6]]
    assert (found["line"], found["end_line"]) == (3, 3)
    assert found["overlap"] == [0, 4]
    assert found["heading_path"] == ["指南"]


def test_lines_of_a_chunk_leave_out_the_line_after_its_end() -> None:
    document = page()
    assert chunk_as_json(document, chunk(document, (0, PAGE.index("Two"))))["end_line"] == 4


def test_a_card_shows_place_size_kind_path_and_text() -> None:
    document = page()
    start = PAGE.index("One")
    assert shown(document, chunk(document, (start, start + 6), prefix="指南\n\n", heading_path=("指南",))) == (
        "docs/page.md: 1 chunk with 10 characters under profile 'small'\n"
        "structure, characters, max-tokens = 40, overlap = 5, min-tokens = 10\n"
        "\n"
        "#1  line 3  █████░░░░░░░░░░░░░░░ 10 / 40 characters  prose\n"
        "│ 指南\n"
        "│ One 表."
    )


def test_what_the_splitter_repeats_or_adds_is_dimmed() -> None:
    document = page("One. Two.\n")
    lines = shown(document, chunk(document, (5, 9), overlap=(0, 5), suffix="\n```"), style=Style(color=True))
    rail = "\x1b[34m│ \x1b[0m"
    assert lines.endswith(f"{rail}\x1b[2mOne. \x1b[0m\n{rail}Two.\n{rail}\x1b[2m```\x1b[0m")


def test_a_long_chunk_is_shortened_in_the_middle_unless_full() -> None:
    document = page("".join(f"line {number}\n" for number in range(1, 31)))
    one = chunk(document, (0, len(document.text)))
    lines = shown(document, one).split("\n")
    assert [line for line in lines if "line 6" in line or "line 28" in line] == ["│ line 6", "│ line 28"]
    assert "│ … 21 more lines (--full shows all)" in lines
    assert "line 15" not in shown(document, one)
    assert shown(document, one, full=True).count("\n│ line ") == 30


def test_over_budget_is_said() -> None:
    document = page("x" * 50)
    assert "████████████████████ 50 / 40 characters  prose  over budget" in shown(document, chunk(document, (0, 50)))


@pytest.mark.parametrize("width", [20, 60])
def test_no_line_of_text_is_wider_than_the_terminal(width: int) -> None:
    document = page("长句没有空格也要折行。" * 20 + "\tand some words " * 20)
    lines = shown(document, chunk(document, (0, len(document.text))), style=Style(width=width), full=True).split("\n")
    assert all(display_width(line) <= width for line in lines if line.startswith("│"))


def test_chinese_and_ascii() -> None:
    document = page("Text.\n")
    lines = shown(document, chunk(document, (0, 5)), style=Style("zh-CN", unicode=False))
    assert "按切分方案“small”切成 1 块，共 5 个字符" in lines
    assert "#1  第 1 行  ##.................. 5 / 40 个字符  正文" in lines
    assert "| Text." in lines
