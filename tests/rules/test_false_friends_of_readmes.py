"""Look-alikes met in READMEs, changelogs and API references of packages: what is no problem there stays silent."""

from __future__ import annotations

import pytest

from chunklint.api import Profile
from tests.rules.linting import filler, filler_zh, lines, lint, one, tokens

SMALL = Profile(max_tokens=60, min_tokens=0, overlap=0)


class TestEmptySection:
    """CL202."""

    @pytest.mark.parametrize(
        "text",
        [
            "# Radio\n\n## Examples\n<!-- DEMO -->\n\n## API\n\nText.\n",
            "# 单选框\n\n## 代码演示\n<!-- demo:basic -->\n\n## API\n\n正文。\n",
            "# merge2\n\n## merge2(a)\n\n## merge2(a, b)\n\nJoins streams.\n",
            "# A\n\n## [License](LICENSE)\n\n## Use\n\nText.\n",
            "# Changes\n\n## 2.1.4 - 2017-04-08\n\n## [v2.1.3](https://e.x/compare) (2017-04-07)\n\n- Less.\n",
        ],
    )
    def test_nothing_is_missing(self, text: str) -> None:
        assert lint(text, "CL202") == []

    @pytest.mark.parametrize("comment", ["<!-- TODO -->", "<!-- 待补充 -->", "<!-- image -->", "<!-- write this -->"])
    def test_a_note_to_oneself_is_no_mark_for_a_tool(self, comment: str) -> None:
        assert lines(lint(f"# A\n\n## B\n\n{comment}\n\n## C\n\nText.\n", "CL202")) == [3]

    @pytest.mark.parametrize("title", ["add(a)", "1.1 Setup", "[Terms](#terms)"])
    def test_other_headings_without_text_are_still_told(self, title: str) -> None:
        assert lines(lint(f"# A\n\n## {title}\n\n## C\n\nText.\n", "CL202")) == [3]

    def test_versions_with_their_changes_beside_them_are_one_finding(self) -> None:
        versions = "".join(f"### 1.0.{n} (2023-08-30)\n\n### Fixed\n\n{filler(300)}\n\n" for n in range(9, 0, -1))
        found = lint(f"# Changelog\n\n## 1.0.0\n\n{versions}", "CL202", "CL208")
        assert [(finding.code, finding.variant, finding.data["rest"]) for finding in found] == [
            ("CL202", "versions", 8)
        ]


class TestVagueHeading:
    """CL604."""

    def test_a_title_in_html_is_a_title(self) -> None:
        text = "<div>\n\n<h1>Press UI</h1>\n\n</div>\n\n### 1. 介绍\n\n正文。\n\n### 2. 如何使用\n\n正文。\n"
        assert lint(text, "CL604") == []
        assert len(lint(text.replace("<h1>Press UI</h1>", "<b>Press UI</b>"), "CL604")) == 2

    def test_many_headings_of_a_page_without_a_title_are_one_finding(self) -> None:
        text = "".join(f"## {title}\n\nText.\n\n" for title in ("Installation", "Usage", "Limitations", "FAQ"))
        assert one(text, "CL604").data == {"title": "Installation", "rest": 3}

    @pytest.mark.parametrize(
        "line", ["description: What a step is.", "subtitle: 步骤条", "description:\n  Over two lines."]
    )
    def test_the_front_matter_may_say_what_the_page_is_about(self, line: str) -> None:
        assert lint(f"---\n{line}\n---\n\n# Overview\n\nText.\n", "CL604") == []
        assert len(lint("---\nlayout: page\n---\n\n# Overview\n\nText.\n", "CL604")) == 1

    @pytest.mark.parametrize(("titles", "variant"), [(1, "beside"), (3, "several beside")])
    def test_headings_beside_the_title(self, titles: int, variant: str) -> None:
        text = "# Langcodes\n\nText.\n\n" + "# Usage\n\nText.\n\n" * titles
        assert one(text, "CL604").variant == variant

    @pytest.mark.parametrize("title", ["Settings", "流程"])
    def test_a_page_may_be_about_a_thing_with_a_common_name(self, title: str) -> None:
        assert lint(f"# {title}\n\nText.\n\n## Overview\n\nText.\n", "CL604") == []
        assert lint(f"---\ntitle: {title}\n---\n\n## 介绍\n\nText.\n", "CL604") == []
        assert lines(lint(f"## {title}\n\nText.\n", "CL604")) == [1]


class TestImageOnlySection:
    """CL603."""

    def test_characters_that_a_heading_happens_to_have_are_words_all_the_same(self) -> None:
        assert lint("## 加群交流\n\n欢迎加入QQ群沟通。\n\n![](a.png)\n", "CL603") == []
        assert lines(lint("## 系统架构\n\n![](a.png)\n\n系统架构图。\n", "CL603")) == [1]

    def test_a_demo_is_no_picture(self) -> None:
        assert one('## Validation\n\n<iframe src="https://e.x"></iframe>\n', "CL603").variant == "video"
        assert one('## Validation\n\n<img src="a.png">\n', "CL603").variant == "default"


class TestOutsideReference:
    """CL601."""

    @pytest.mark.parametrize(
        "text",
        [
            "The following table shows the styles:\n\n```\nnull -> ~\n```",
            "It accepts the following command options:\n\n| a | b |\n| - | - |\n| 1 | 2 |",
            "The files listed below are used:\n\n- `html.mjs`\n- `json.mjs`",
        ],
    )
    def test_what_comes_right_after_is_meant_though_it_is_cut_off(self, text: str) -> None:
        long = text.replace("- `html.mjs`", "".join(f"- {filler(150)}\n" for _ in range(4)) + "- `html.mjs`")
        assert lint(f"# A\n\n{filler(150)}\n\n{long}\n", "CL601") == []

    def test_an_include_is_what_comes_after(self) -> None:
        assert lint("# A\n\n## B\n\n下面代码演示了倒计时。\n\n<<< @demo/a.vue\n\n## C\n\n正文。\n", "CL601") == []
        assert len(lint("# A\n\n## B\n\n下面代码演示了倒计时。\n\n很好用。\n\n## C\n\n正文。\n", "CL601")) == 1

    def test_what_is_shown_above_something_is_no_reference(self) -> None:
        assert lint("# A\n\n## B\n\n设置后会在滑块上方显示当前的值。\n", "CL601") == []
        assert len(lint("# A\n\n正文。\n\n## B\n\n请使用上面显示的值。\n", "CL601")) == 1

    @pytest.mark.parametrize(
        "words", ["the Parameters section below", "the section below about patches", "the section above on limits"]
    )
    def test_a_section_that_is_named_can_be_found(self, words: str) -> None:
        assert lint(f"# A\n\nText.\n\n## B\n\nSettings come from {words}.\n", "CL601") == []

    def test_a_section_without_a_name_cannot(self) -> None:
        assert lines(lint("# A\n\nText.\n\n## B\n\nIt is said in the section below.\n", "CL601")) == [7]


class TestSentenceTooLong:
    """CL304."""

    @pytest.mark.parametrize(
        "text",
        [
            "Permission is hereby granted, free of charge, to any person" + " and others" * 30 + ".",
            "|| 阶段 | 做什么 |\n||---|---|\n" + "|| 测试 | 运行没有技能的场景，记录理由 |\n" * 8,
            "".join(f"✅ **{n}** - 支持多种项目的完整信息，避免文件碎片化，便于阅读和维护\n" for n in range(5)),
            "src/\n" + "├── components  # 可复用的组件，供各个页面使用，不含业务逻辑\n" * 8,
        ],
    )
    def test_licences_and_rows_are_no_sentences(self, text: str) -> None:
        assert lint(f"# A\n\n{text}\n", "CL304") == []

    def test_a_sentence_over_several_lines_is_one(self) -> None:
        text = "The pump\n" + "runs on and on and never\nstops for anybody who asks\n" * 6 + "at all."
        assert lines(lint(f"# A\n\n{text}\n", "CL304")) == [3]

    def test_a_licence_by_its_heading(self) -> None:
        sentence = "You may" + " copy and change" * 20 + " it."
        assert lint(f"# A\n\n## License\n\n{sentence}\n", "CL304") == []
        assert lines(lint(f"# A\n\n## Use\n\n{sentence}\n", "CL304")) == [5]


class TestSizes:
    """CL301 and CL211 leave out what no chunk holds and what holds no text."""

    @pytest.mark.parametrize("paragraph", [filler(180), filler_zh(40)])
    def test_comments_make_no_section_large(self, paragraph: str) -> None:
        comment = "<!-- YAML\n" + "added: v5.10.0 and changed since\n" * 30 + "-->"
        text = f"# A\n\n## B\n\n{comment}\n\n{paragraph}\n"
        assert tokens(text) > 3 * SMALL.max_tokens
        assert lint(text, "CL301") == []
        assert len(lint(text.replace("<!-- YAML", "YAML").replace("-->", ""), "CL301")) == 1

    @pytest.mark.parametrize("name", ["CHANGELOG_V15.md", "CHANGELOG_IOJS.md", "docs/changelog_2.md", "HISTORY.md"])
    def test_changelogs_are_known_by_name(self, name: str) -> None:
        text = "# A\n\n" + f"{filler(200)}\n\n" * 5
        assert lint(text, "CL301", path=name) == []
        assert len(lint(text, "CL301", path="history_of_pumps.md")) == 1

    @pytest.mark.parametrize("title", ["Change History", "更新日志"])
    def test_a_changelog_at_the_end_of_a_readme(self, title: str) -> None:
        text = f"# A\n\n## {title}\n\n" + f"{filler(200)}\n\n" * 5
        assert lint(text, "CL301") == []
        assert lines(lint(text.replace(title, "History of pumps"), "CL301")) == [3]

    def test_badges_are_no_text(self) -> None:
        badges = "\n".join(
            f"[![b{n}](https://e.x/badge/{n}.svg)](https://e.x/actions/workflows/{n}.yml)" for n in range(9)
        )
        assert lint(f"# A\n\n{badges}\n\n{filler(150)}\n", "CL301") == []

    def test_scripts_are_no_text_without_headings(self) -> None:
        assert lint("<script>\n" + "const a = { b: 1, c: 2 };\n" * 60 + "</script>\n", "CL211") == []
        assert lines(lint(f"{filler(200)}\n\n" * 5, "CL211")) == [1]


class TestTables:
    """CL101, CL102, CL104 and CL106 on tables that arrange badges and logos."""

    BADGES = "| | |\n| --- | --- |\n" + "".join(
        f"| {name} | [![CI {name}](https://e.x/{name}/1.svg)](https://e.x/{name}/2) |\n"
        for name in ("Testing", "Package", "Meta", "Chat", "Docs", "Build")
    )

    @pytest.mark.parametrize("code", ["CL101", "CL106"])
    def test_an_empty_header_over_badges(self, code: str) -> None:
        assert lint(f"# A\n\n{self.BADGES}", code) == []

    def test_a_second_header_row_is_told_by_what_is_shown(self) -> None:
        text = "| a | |\n| - | - |\n| | [Flow](https://e.x) |\n| x | [12](https://e.x) |\n| y | [13](https://e.x) |\n"
        assert lines(lint(text, "CL106")) == [3]

    def test_a_row_is_too_long_only_for_addresses(self) -> None:
        address = "https://e.x/?" + "&".join(f"key{n}=value{n}" for n in range(60))
        text = f"# A\n\n| a | b |\n| - | - |\n| one | [two]({address}) |\n| three | four |\n"
        assert lint(text, "CL102") == []
        assert len(lint(text, "CL704")) == 1
        assert len(lint(text.replace("two", filler(900)), "CL102")) == 1

    def test_the_end_of_a_block_of_pymdown_is_no_row(self) -> None:
        assert lint("| a | b |\n| - | - |\n| 1 | 2 |\n///\n", "CL103") == []
        assert len(lint("| a | b |\n| - | - |\n| 1 | 2 |\nText.\n", "CL103")) == 1

    def test_a_wall_of_logos_is_no_table_of_values(self) -> None:
        cell = '<td colspan="2"><a href="https://e.x"><img src="a.png"><br>Name</a></td>'
        table = f"<table><tr>{cell * 3}</tr><tr>{cell * 3}</tr></table>\n"
        assert lint(table, "CL104") == []
        assert len(lint(table.replace('<img src="a.png">', ""), "CL104")) == 1


class TestBoldAsHeading:
    """CL206."""

    @pytest.mark.parametrize("label", ["Params", "Example(s)", "返回值", "Bugfixes", "False"])
    def test_labels_are_passed_over_where_one_chunk_holds_the_section(self, label: str) -> None:
        assert lint(f"# A\n\n## B\n\nText.\n\n**{label}**\n\n- one\n", "CL206") == []
        long = "".join(f"{filler(150)}\n\n" for _ in range(5))
        assert lines(lint(f"# A\n\n## B\n\n{long}**{label}**\n\n- one\n", "CL206")) == [15]

    def test_names_of_people_are_no_headings(self) -> None:
        assert lint("# A\n\n## Author\n\n**Jon Smith**\n\n- [Profile](https://e.x)\n", "CL206") == []
        assert lines(lint("# A\n\n## Usage\n\n**On macOS**\n\n- one\n", "CL206")) == [5]
