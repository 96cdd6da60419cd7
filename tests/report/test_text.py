"""What people see of a finding."""

from __future__ import annotations

from typing import Any

import pytest

from chunklint.engine.model import Language
from chunklint.report.formats import Style, Tally, reporter
from chunklint.report.record import record
from chunklint.report.width import display_width
from tests.report.findings import finding, recorded, related

HEADLINE = "CL101 [warning] This table needs 4 chunks (1,701 tokens)."


def shown(text: str, marked: str, style: Style = Style(), **changes: Any) -> str:  # noqa: B008
    written: list[str] = []
    reporter("text", written.append, style).add([record(finding(text, marked, **changes), style.language)])
    return "".join(written)


def test_the_place_is_underlined() -> None:
    assert shown("# Title\n\nSome text here.\n", "text") == (
        f"docs/page.md:3:6: {HEADLINE}\n  |\n3 | Some text here.\n  |      ^^^^\n\n"
    )


def test_wide_characters_and_tabs_move_the_underline() -> None:
    assert "| 表格 被切开 了\n  |      ^^^^^^\n" in shown("表格 被切开 了\n", "被切开")
    assert "| a😀 x\n  |     ^\n" in shown("a😀 x\n", "x")
    assert "| cafe\u0301 x\n  |      ^\n" in shown("cafe\u0301 x\n", "x")
    assert "| -   x   y\n  |         ^\n" in shown("-\tx\ty\n", "y")


def test_an_invisible_character_is_shown_by_its_number() -> None:
    assert "| pass<U+200B>word\n  |     ^^^^^^^^\n" in shown("pass\u200bword\n", "\u200b")


def test_many_lines_are_shown_by_the_first_and_last() -> None:
    text = "| a |\n| - |\n| 1 |\n| 2 |\n"
    assert shown(text, text.rstrip()) == (
        f"docs/page.md:1:1: {HEADLINE}\n  |\n1 | | a |\n  | ^^^^^\n...\n4 | | 2 |\n  | ^^^^^\n\n"
    )


@pytest.mark.parametrize("width", [40, 60, 120])
@pytest.mark.parametrize("at", [0, 30, 150, 298])
@pytest.mark.parametrize("filler", ["word ", "长句"])
def test_a_long_line_is_cut_around_the_place(width: int, at: int, filler: str) -> None:
    text = (filler * 200)[:at] + "<HERE>" + (filler * 200)[: 300 - at]
    source, marks = shown(text, "<HERE>", Style(width=width)).split("\n")[2:4]
    assert display_width(source) <= width
    start = marks.index("^")
    assert marks.count("^") == 6
    assert "<HERE>" in source
    assert display_width(source[: source.index("<HERE>")]) == start


def test_a_place_wider_than_the_line_is_cut_with_its_underline() -> None:
    source, marks = shown("x" * 500, "x" * 500, Style(width=50)).split("\n")[2:4]
    assert len(source) <= 50
    assert source.endswith("x…")
    assert len(marks) == len(source)


def test_related_places_are_listed() -> None:
    text = "| a |\n| - |\n| b |\n"
    assert "  = see docs/page.md:1:1: the header is here\n" in shown(text, "| b |", related=(related(text, "| a |"),))


def test_a_message_or_path_cannot_command_the_terminal() -> None:
    written = shown("a\x1b[31mb\n", "b", path="docs/\x1b[2Jpage.md")
    assert "\x1b" not in written


def test_colours_only_when_asked() -> None:
    assert "\x1b[" not in shown("text", "text")
    assert "\x1b[1;33mCL101\x1b[0m" in shown("text", "text", Style(color=True))


def test_an_empty_file_has_a_headline_only() -> None:
    assert shown("", "") == f"docs/page.md:1:1: {HEADLINE}\n\n"


@pytest.mark.parametrize(
    ("language", "severities", "files", "expected"),
    [
        ("en", [], 0, "No files to check.\n"),
        ("en", [], 1, "All clean: no problem in 1 file.\n"),
        ("zh-CN", [], 3, "全部通过：3 个文件，没有问题。\n"),
        ("en", ["warning", "info", "warning"], 12, "Found 3 problems (2 warnings, 1 info) in 12 files.\n"),
        ("en", ["error"], 1, "Found 1 problem (1 error) in 1 file.\n"),
        ("zh-CN", ["warning", "info", "warning"], 12, "在 12 个文件中发现 3 个问题（2 个警告，1 条提示）。\n"),
    ],
)
def test_the_last_line_counts(language: Language, severities: list[Any], files: int, expected: str) -> None:
    tally = Tally()
    tally.add([recorded("text", "text", severity=severity) for severity in severities])
    tally.files = files
    written: list[str] = []
    reporter("text", written.append, Style(language)).finish(tally)
    assert "".join(written) == expected
