"""Lines, columns and the way from a block's content back to the source are exact."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from chunklint.documents.reader import read_document
from chunklint.text.positions import LineIndex, line_starts, utf16_length
from tests.documents.nasty_markdown import EXTENDED, LINE_ENDS, PLAIN, markdown, real_pages

# Every width in UTF-8 and UTF-16, marks that join, and what other programs end lines at.
TEXT = st.text(alphabet="a\t \n\r\x0b\x0c\x1c\x85\u2028\u2029é中e\u0301\u200d\u20ac\U0001f600\U00020bb7", max_size=40)


def reference_lines(text: str) -> list[str]:
    """The lines with their endings, character by character."""
    lines = [""]
    for at, character in enumerate(text):
        lines[-1] += character
        if character == "\n" or (character == "\r" and text[at + 1 : at + 2] != "\n"):
            lines.append("")
    return lines


@given(TEXT)
@example("a\r\r\n\n\rb\u2028c\x0cd")
def test_lines_end_where_editors_end_them(text: str) -> None:
    lines = reference_lines(text)
    index = LineIndex(text)
    assert len(index) == len(lines)
    assert index.starts == line_starts(text) == [sum(map(len, lines[:at])) for at in range(len(lines))]
    assert [index.line_text(at) for at in range(len(lines))] == [line.rstrip("\r\n") for line in lines]
    at = 0
    for number, line in enumerate(lines):
        for _ in line:
            assert index.line_of(at) == number
            at += 1


@given(TEXT)
def test_columns_there_and_back(text: str) -> None:
    index = LineIndex(text)
    for offset in range(len(text) + 1):
        line = index.line_of(offset)
        if offset > index.end(line):
            continue  # between "\r" and "\n" there is no column
        before = text[index.start(line) : offset]
        assert index.column(offset) == len(before)
        assert index.utf8_column(offset) == len(before.encode())
        assert index.utf16_column(offset) == len(before.encode("utf-16-le")) // 2
        assert index.offset(line, index.column(offset)) == offset
        assert index.offset(line, index.utf8_column(offset), "utf-8") == offset
        assert index.offset(line, index.utf16_column(offset), "utf-16") == offset


@given(TEXT)
def test_utf16_length(text: str) -> None:
    assert utf16_length(text) == len(text.encode("utf-16-le")) // 2


@pytest.mark.parametrize(
    ("column", "encoding", "offset"),
    [
        (1, "utf-32", 1),
        (9, "utf-32", 3),
        (1, "utf-16", 1),
        (2, "utf-16", 1),
        (3, "utf-16", 2),
        (4, "utf-16", 3),
        (9, "utf-16", 3),
        (2, "utf-8", 1),
        (4, "utf-8", 1),
        (5, "utf-8", 2),
        (7, "utf-8", 2),
        (8, "utf-8", 3),
    ],
)
def test_a_column_inside_a_character_is_its_start_and_one_past_the_end_the_end(
    column: int, encoding: str, offset: int
) -> None:
    assert LineIndex("a😀中\r\nb").offset(0, column, encoding) == offset


def test_positions_outside_the_text() -> None:
    index = LineIndex("ab\n")
    assert index.offset(9, 0) == 3
    assert (index.start(9), index.end(1)) == (3, 3)
    with pytest.raises(ValueError, match="utf-7"):
        index.offset(0, 0, "utf-7")


def assert_content_leads_to_source(text: str) -> None:
    document = read_document(text)
    text = document.text
    for block in document.walk():
        last = -1
        for at, character in enumerate(block.content if block.kind in ("paragraph", "heading") else ""):
            offset = document.content_offset(block, at)
            found = text[offset]
            if character in " \n":  # a blank can stand for a tab, a line ending or trimmed indentation
                assert block.start <= offset <= block.end
                continue
            assert found == character or (found == "\0" and character == "\ufffd"), (block, at)
            assert last < offset < block.end
            last = offset


@settings(max_examples=400)
@given(markdown(*PLAIN, *EXTENDED, *LINE_ENDS))
@example("> a\n>\tb\n> > c\n  d\n e")
@example("- a\n\tb\n\t c\n\n\t\td\n   e")
@example("1. a\n\n   > b\n   >\tc\nlazy\n")
@example("## ## a ##\n# #\n#\tb\t#\t\n")
@example("  a\n\tb\nc\n===")
@example("a a\r\n\ta a\ra a\0\n")
@example("> # a\n> b\n> ===\n")
@example("term\n: a\n  b\n\n\tc")
def test_content_leads_to_source(text: str) -> None:
    assert_content_leads_to_source(text)


@pytest.mark.parametrize("folder", ["torture", "wild"])
def test_content_leads_to_source_on_real_pages(folder: str) -> None:
    for _, text in real_pages(folder):
        assert_content_leads_to_source(text[:100_000])


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("> 引用\n> 下一行 here", "here"),
        ("- 项目\n  续行 here", "here"),
        ("- item\nlazy here", "here"),
        ("> quote\nlazy here", "here"),
        (">\tquoted\n>\there", "here"),
        ("1.\titem\n\there", "here"),
        ("###   标题 here   ###", "here"),
        ("> - > # here", "here"),
        ("title\nhere\n====", "here"),
        (":::tip\nword here\n:::", "here"),
        ("!!! note\n    word here", "here"),
        ("[^1]: note\n    here", "here"),
        ("> [!NOTE]\n> here", "here"),
    ],
)
def test_a_word_in_content_is_found_in_the_source(text: str, word: str) -> None:
    document = read_document(text)
    block = next(block for block in document.walk() if word in block.content)
    assert document.content_offset(block, block.content.index(word)) == text.index(word)
