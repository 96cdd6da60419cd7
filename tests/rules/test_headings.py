"""CL201, CL202, CL203 and CL205: headings parted from their text, empty, skipping levels, or none at all."""

from __future__ import annotations

import pytest

from chunklint.api import Profile
from tests.rules.linting import crlf, lines, lint, marked, one, tokens

TEXT = "The text of the section follows here and says what its heading promised to the reader."
TEXT_ZH = "正文在这里，说明标题里所说的内容，读者要找的就是这一段。"


class TestOrphanedHeading:
    @pytest.mark.parametrize(
        ("heading", "text"),
        [("# " + "pump " * 40 + "guide", TEXT), ("# " + "水泵安装与维护" * 6, TEXT_ZH)],
        ids=["en", "zh"],
    )
    def test_a_heading_that_leaves_its_text_no_room_is_reported(self, heading: str, text: str) -> None:
        profile = Profile(max_tokens=tokens(heading) + 2, min_tokens=0, overlap=0, heading_path=False)
        page = f"{heading}\n\n{text}\n"
        finding = one(page, "CL201", profile)
        assert (marked(finding), finding.severity, finding.variant) == (heading, "warning", "default")
        (place,) = finding.related
        assert page[place.start : place.end] == text
        assert finding.data == {"title": heading[2:], "line": 3}
        assert "line 3" in finding.message()
        assert "第 3 行" in finding.message("zh-CN")

    def test_a_heading_keeps_the_beginning_of_a_long_paragraph(self) -> None:
        assert lint(f"# Pumps\n\n{TEXT * 9}\n\n## 水泵\n\n{TEXT_ZH * 9}\n", "CL201") == []

    def test_a_heading_keeps_the_first_rows_of_a_long_table_and_the_first_lines_of_code(self) -> None:
        table = "| a | b |\n| - | - |\n" + "| some words | and more words |\n" * 30
        code = "```python\n" + "pump.check(valve=1)\n" * 30 + "```\n"
        assert lint(f"# Pumps\n\n{table}\n## Code\n\n{code}", "CL201") == []

    def test_stacked_headings_do_not_count(self) -> None:
        assert lint(f"# Pumps\n\n## Small pumps\n\n### Model A\n\n{TEXT * 6}\n", "CL201") == []

    def test_an_empty_section_is_no_orphan_too(self) -> None:
        found = lint(f"# Pumps\n\n{TEXT}\n\n## Empty\n\n## Full\n\n{TEXT}\n", "CL201", "CL202")
        assert [(f.code, marked(f)) for f in found] == [("CL202", "## Empty")]

    def test_headings_shown_in_code_are_none(self) -> None:
        assert lint("```markdown\n" + f"# Pumps\n\n{TEXT}\n\n" * 6 + "```\n", "CL201") == []


class TestEmptySection:
    def test_the_next_heading_of_the_same_level_may_belong_to_it(self) -> None:
        followed = one(f"# Guide\n\n## 0.104.0\n\n## Features\n\n{TEXT}\n", "CL202")
        assert (followed.variant, followed.data) == ("same level", {"title": "0.104.0"})
        assert "one level lower" in followed.message()
        assert one(f"# Guide\n\n{TEXT}\n\n## Limits\n", "CL202").variant == "default"
        assert one(f"# Guide\n\n## One\n\n{TEXT}\n\n### Deep\n\n# Two\n\n{TEXT}\n", "CL202").variant == "default"

    @pytest.mark.parametrize(
        ("page", "found"),
        [
            (f"# Guide\n\n{TEXT}\n\n## Limits\n\n## Prices\n\n{TEXT}\n", [5]),
            (f"# 指南\n\n{TEXT_ZH}\n\n## 限制\n\n## 价格\n\n{TEXT_ZH}\n", [5]),
            (f"# Guide\n\n{TEXT}\n\n## Limits\n", [5]),
            (f"# Guide\n\n## One\n\n{TEXT}\n\n### Deep\n\n# Two\n\n{TEXT}\n", [7]),
            (f"Guide\n=====\n\n{TEXT}\n\nLimits\n------\n", [6]),
            (f"# Guide\n\n{TEXT}\n\n## Limits\n\n<!-- to be written -->\n\n## Prices\n\n{TEXT}\n", [5]),
            (f"# Guide\n\n{TEXT}\n\n## Limits\n\n[site]: https://example.org\n", [5]),
        ],
        ids=[
            "before a sibling",
            "zh",
            "at the end",
            "before a higher level",
            "setext",
            "only a comment",
            "definitions",
        ],
    )
    def test_a_heading_without_text_and_subheading_is_reported(self, page: str, found: list[int]) -> None:
        assert lines(lint(page, "CL202")) == found

    def test_the_heading_is_marked_and_named(self) -> None:
        finding = one(f"# 指南\n\n{TEXT_ZH}\n\n## **限制** `x` {{#limits}}\n", "CL202")
        assert marked(finding) == "## **限制** `x` {#limits}"
        assert finding.data == {"title": "限制 x"}
        assert finding.severity == "warning"
        assert "限制 x" in finding.message()
        assert "“限制 x”" in finding.message("zh-CN")

    @pytest.mark.parametrize(
        "page",
        [
            f"# Guide\n\n## Part\n\n### Chapter\n\n{TEXT}\n",
            f"# Changelog\n\n## [Unreleased]\n\n## 1.0.0\n\n{TEXT}\n\n## 未发布\n\n## 0.9\n\n{TEXT}\n",
            f"# Guide\n\n## Usage\n\n<!-- include: usage.md -->\n\n## End\n\n{TEXT}\n",
            f"# Guide\n\n## Usage\n\n<!-- BEGIN auto-generated options -->\n\n## End\n\n{TEXT}\n",
            f"# Guide\n\n{TEXT}\n\n## Picture\n\n![The pump](pump.png)\n\n## Rule\n\n---\n",
            f"# Guide\n\n{TEXT}\n\n## Code\n\n```\nx\n```\n\n## Table\n\n| a |\n| - |\n",
            "# Guide\n\n## One\n\n## Two\n",
            f"# Guide\n\n{TEXT}\n\n```markdown\n## One\n\n## Two\n```\n",
            f"---\ntitle: Guide\n# a comment\n---\n\n# Guide\n\n{TEXT}\n",
            f"# Guide\n\n##\n\n## One\n\n{TEXT}\n",
        ],
        ids=[
            "stacked headings",
            "changelog, what comes next",
            "text is included",
            "text is generated",
            "picture and rule",
            "code and table",
            "an outline without any text",
            "shown in code",
            "front matter",
            "heading without words",
        ],
    )
    def test_false_friends_are_silent(self, page: str) -> None:
        assert lint(page, "CL202") == []

    def test_components_of_mdx_are_text(self) -> None:
        page = f"# Guide\n\n{TEXT}\n\n## Options\n\n<Options />\n\n## Rest\n\n{{/* to be written */}}\n"
        assert lines(lint(page, "CL202", path="page.mdx")) == [9]

    def test_headings_made_by_a_conflict_are_left_to_the_conflict(self) -> None:
        page = f"# Guide\n\n{TEXT}\n\n<<<<<<< HEAD\n## Ours\n=======\n## Theirs\n>>>>>>> main\n"
        assert [f.code for f in lint(page, "CL202", "CL701")] == ["CL701"]

    def test_windows_line_endings_do_not_enter_the_mark(self) -> None:
        assert marked(one(crlf(f"# Guide\n\n{TEXT}\n\n## Limits\n\n## Prices\n\n{TEXT}\n"), "CL202")) == "## Limits"


class TestHeadingLevelSkipped:
    def test_a_jump_by_two_is_an_info_that_names_the_right_level(self) -> None:
        page = f"# Guide\n\n{TEXT}\n\n### Deep part\n\n{TEXT}\n"
        finding = one(page, "CL203")
        assert (marked(finding), finding.severity) == ("### Deep part", "info")
        assert finding.data == {"above": 1, "level": 3, "right": 2}
        assert "level 1 to level 3" in finding.message()
        assert "第 1 级" in finding.message("zh-CN")
        (place,) = finding.related
        assert page[place.start : place.end] == "# Guide"

    @pytest.mark.parametrize(
        ("page", "found"),
        [
            ("# 指南\n\n正文。\n\n#### 深处\n\n正文。\n", [5]),
            ("# A\n\nText.\n\n### B\n\nText.\n\n### C\n\nText.\n", [5]),
            ("Guide\n---\n\nText.\n\n#### Deep\n\nText.\n", [6]),
            ("# A\n\n### B\n\n##### C\n\nText.\n", [3, 5]),
        ],
        ids=["zh", "only the first of siblings", "after setext", "twice"],
    )
    def test_each_jump_is_reported_where_it_happens(self, page: str, found: list[int]) -> None:
        assert lines(lint(page, "CL203")) == found

    @pytest.mark.parametrize(
        "page",
        [
            "### Starts deep\n\nText.\n\n#### Deeper\n\nText.\n",
            "# A\n\n## B\n\n### C\n\nText.\n\n# D\n\nText.\n",
            "# A\n\n```markdown\n### B\n```\n\n## C\n\nText.\n",
            "# A\n\n###B\n\nText.\n",
        ],
        ids=["the first heading", "back to the top", "in code", "a line that is none"],
    )
    def test_false_friends_are_silent(self, page: str) -> None:
        assert lint(page, "CL203") == []

    def test_a_byte_order_mark_and_windows_line_endings_shift_nothing(self) -> None:
        finding = one("\ufeff" + crlf("---\ntitle: x\n---\n\n# A\n\nText.\n\n### Deep part\n\nText.\n"), "CL203")
        assert (marked(finding), lines([finding])) == ("### Deep part", [9])

    def test_mdx_imports_and_expressions_are_no_headings(self) -> None:
        page = 'import A from "a"\n\n# A\n\n{`\n### not a heading\n`}\n\n### B\n\nText.\n'
        assert lines(lint(page, "CL203", path="page.mdx")) == [9]


class TestHeadingLookalike:
    @pytest.mark.parametrize(
        ("page", "line", "mark"),
        [
            ("# A\n\n##Setup\n\nText.\n", 3, "##"),
            ("# A\n\n##概述\n\n正文。\n", 3, "##"),
            ("#概述\n\n正文。\n", 1, "#"),
            ("#Getting started\n\nText.\n", 1, "#"),
            ("# A\n\n###1.2 安装\n\n正文。\n", 3, "###"),
            ("# A\n\n###1.2 Install it\n\nText.\n", 3, "###"),
            ("# A\n\n  ##Indented by two\n\nText.\n", 3, "##"),
            ("# A\n\nText goes on\n##After it\n", 4, "##"),
            ("# A\n\n##Setup##\n\nText.\n", 3, "##"),
            ("# A\n\n> ##Setup\n>\n> Text.\n", 3, "##"),
            ("# A\n\n1. 先停机。\n\n   ##概述\n\n   正文。\n", 5, "##"),
            ("# A\n\n:::note\n\n##Setup\n\nText.\n\n:::\n", 5, "##"),
        ],
        ids=[
            "en",
            "zh",
            "zh level 1",
            "en level 1",
            "zh number",
            "en number",
            "indented",
            "in a paragraph",
            "closed",
            "quote",
            "list",
            "note",
        ],
    )
    def test_a_missing_space_is_reported_at_the_hashes(self, page: str, line: int, mark: str) -> None:
        finding = one(page, "CL205")
        assert (lines([finding]), marked(finding), finding.severity) == ([line], mark, "warning")
        assert finding.data == {"hashes": mark}
        assert mark in finding.message()
        assert mark in finding.message("zh-CN")

    @pytest.mark.parametrize("character", ["\u00a0", "\u3000", "\u200e", "\u2003", "\u200b", "\u202f"])
    def test_a_character_that_looks_like_a_space_is_named(self, character: str) -> None:
        finding = one(f"# A\n\n##{character}使用 it\n\nText.\n", "CL205")
        assert marked(finding) == "##" + character
        assert finding.data == {"hashes": "##", "character": f"U+{ord(character):04X}"}

    @pytest.mark.parametrize("page", ["# A\n\n##Setup\n\nText.\n", "# A\n\n##\u3000\u00a0概述\n\n正文。\n"])
    def test_the_fix_makes_it_a_heading(self, page: str) -> None:
        fix = one(page, "CL205").fix
        assert fix is not None
        assert fix.safe
        (edit,) = fix.edits
        mended = page[: edit.start] + edit.text + page[edit.end :]
        assert mended.split("\n")[2] in ("## Setup", "## 概述")
        assert lint(mended, "CL205") == []

    @pytest.mark.parametrize(
        "text",
        [
            "#话题# 今天聊聊水泵",
            "#水泵#",
            "#123 fixed the valve",
            "#123",
            "##1",
            "##[section]Start the build",
            "#include <stdio.h>",
            "#define PUMP 1",
            "#!/bin/sh",
            "#fff",
            "#tag",
            "#hashtag begins a sentence here.",
            "#Pump is a tag, and this is a sentence.",
            "#今天我们来聊聊水泵，它很重要。",
            "\\##Setup",
            "- ##Setup",
            "- #General chat room",
            "1. #综合讨论",
            "> - ##Setup",
            "> #123",
            "```\n##Setup\n```",
            "    ##Setup",
            "`##Setup`",
            "######",
        ],
    )
    def test_false_friends_are_silent(self, text: str) -> None:
        assert lint(f"# A\n\n{text}\n\nText.\n", "CL205") == []

    def test_ideographic_indents_are_no_headings(self) -> None:
        assert lint("# A\n\n\u3000\u3000正文缩进两格。\n\n# 标题\u3000带空格\n\n正文。\n", "CL205") == []

    def test_lines_in_mdx_expressions_are_code(self) -> None:
        assert lint("# A\n\n{`\n##Setup\n`}\n\nexport const x = `\n##Setup\n`\n", "CL205", path="page.mdx") == []

    def test_columns_are_right_under_windows_line_endings(self) -> None:
        finding = one(crlf("# A\n\nText goes on\n##After it\n"), "CL205")
        assert (lines([finding]), marked(finding)) == ([4], "##")
