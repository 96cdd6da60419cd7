"""Columns in a terminal."""

from __future__ import annotations

import pytest

from chunklint.report.width import crop, crop_start, display_width, printable, wrap


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("", 0),
        ("plain", 5),
        ("表头", 4),
        ("，。", 4),
        ("ｆｕｌｌ", 8),
        ("cafe\u0301", 4),
        ("😀𠮷", 4),
        ("pass\u200bword", 8),
        ("한글", 4),
        ("naïve", 5),
    ],
)
def test_display_width(text: str, columns: int) -> None:
    assert display_width(text) == columns


def test_a_tab_reaches_the_next_stop_from_where_it_stands() -> None:
    assert printable("\tx") == "    x"
    assert printable("表\tx") == "表  x"
    assert printable("\tx", column=3) == " x"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred", "␛[31mred"),
        ("a\x00b", "a␀b"),
        ("a\x7fb", "a␡b"),
        ("a\u202eb", "a<U+202E>b"),
        ("a\u2028b", "a<U+2028>b"),
        ("a\x85b", "a<U+0085>b"),
        ("👩\u200d👧", "👩\u200d👧"),
    ],
)
def test_nothing_that_a_terminal_obeys_reaches_it(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_hidden_characters_show_their_numbers_when_asked() -> None:
    assert printable("\u200b\u00ad", reveal=True) == "<U+200B><U+00AD>"


def test_crop_never_cuts_a_wide_character_in_half() -> None:
    assert crop("表头表头", 5) == "表头"
    assert crop_start("表头表头", 5) == "表头"
    assert crop("ab", 9) == crop_start("ab", 9) == "ab"


def test_wrap_keeps_every_character_but_spaces_at_breaks() -> None:
    text = "切块 splits a 表格 at boundaries 时会丢失 its header"
    lines = wrap(text, 12)
    assert all(display_width(line) <= 12 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_wrap_ends_where_a_character_is_wider_than_the_line() -> None:
    assert wrap("表头", 1) == ["表", "头"]
