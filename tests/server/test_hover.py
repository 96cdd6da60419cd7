"""Hovering explains a finding with its own numbers, and shows the chunks of a heading."""

from __future__ import annotations

import pytest
from lsprotocol.types import Hover, MarkupContent, MarkupKind

from chunklint.chunking.model import Profile
from chunklint.server.client import Client
from chunklint.server.hover import hover
from chunklint.settings.model import Settings
from tests.server.checking import EVERYTHING, checked

PAGE = "# Guide\n\n### Deep\n\nText.\n\n" + "Some words to fill a chunk with. " * 60 + "\n"


def shown(found: Hover | None) -> str:
    assert found is not None
    assert isinstance(found.contents, MarkupContent)
    return found.contents.value


def test_a_finding_is_explained_with_its_message_and_its_rules_page() -> None:
    found = checked(PAGE)
    text = shown(hover(found, PAGE.index("Deep"), EVERYTHING))
    assert "**CL203 heading-level-skipped**" in text
    assert "jumps from level 1 to level 3" in text
    assert "## Why it hurts retrieval" in text
    # What examples' fences say to the tests is nothing to readers.
    assert "````md\n" in text
    assert "lines=" not in text


def test_a_chinese_editor_shows_the_chinese_page() -> None:
    page = "# 备份\n\n**恢复数据**\n\n在管理页面选择备份文件，然后点击“恢复”。\n"
    text = shown(hover(checked(page, language="zh-CN"), page.index("恢复数据"), EVERYTHING))
    assert "这行加粗的文字像标题" in text
    assert "为什么影响检索" in text
    assert "What it does" not in text


@pytest.mark.parametrize(("language", "words"), [("en", "at most 400 tokens"), ("zh-CN", "上限 400 token")])
def test_a_heading_shows_its_chunks(language: str, words: str) -> None:
    found = checked(PAGE, language=language)  # type: ignore[arg-type]
    text = shown(hover(found, PAGE.index("Deep"), EVERYTHING))
    assert words in text
    for chunk in found.chunks:
        assert f"{chunk.tokens} token" in text


def test_a_heading_shows_its_chunks_under_each_profile() -> None:
    found = checked(PAGE, settings=Settings(profiles=(Profile("one"), Profile("two", max_tokens=100))))
    text = shown(hover(found, PAGE.index("Deep"), EVERYTHING))
    assert "Profile 'one', at most 400" in text
    assert "Profile 'two', at most 100" in text


def test_only_the_gravest_of_several_findings_brings_its_page() -> None:
    page = "# A\n\n### Pass\u200bword\n"
    text = shown(hover(checked(page), page.index("word"), EVERYTHING))
    assert "CL703 invisible-character" in text
    assert "CL203 heading-level-skipped" in text
    assert text.count("## What it does") == 1


def test_there_is_nothing_to_say_about_plain_text() -> None:
    assert hover(checked(PAGE), PAGE.index("fill"), EVERYTHING) is None
    assert hover(checked(""), 0, EVERYTHING) is None


def test_a_client_without_markdown_gets_text() -> None:
    found = hover(checked(PAGE), PAGE.index("Deep"), Client(markdown=False))
    assert found is not None
    assert isinstance(found.contents, MarkupContent)
    assert found.contents.kind == MarkupKind.PlainText
    assert "**" not in found.contents.value.partition("##")[0]


def test_a_rules_page_comes_up_where_its_finding_is_marked_and_not_all_over_a_table() -> None:
    table = "# T\n\n| a | b |\n| - | - |\n" + "| some words here | and some more there |\n" * 80
    found, client = checked(table), Client(underlines_starts=True)
    row = table.index("some words")
    assert "CL101" in shown(hover(found, row, Client()))
    assert "CL101" in shown(hover(found, table.index("| a"), client))
    assert hover(found, row, client) is None


def test_headings_of_a_page_are_no_larger_than_its_text_and_examples_stay_as_they_are() -> None:
    text = shown(hover(checked("# A\n\n##No space\n\nText.\n"), 6, EVERYTHING))
    assert "#### Why it hurts retrieval" in text
    outside = "".join(text.split("```")[::2])
    assert "\n## " not in outside
    assert "##" in "".join(text.split("```")[1::2])
