"""CL204 and CL206 to CL211: headings whose number, name or place is wrong, lines that should be headings, and none."""

from __future__ import annotations

from time import process_time

import pytest

from chunklint.api import Profile
from tests.rules.linting import SMALL, crlf, filler, filler_zh, lines, lint, marked, one

TEXT = "The text of the section follows here."
TEXT_ZH = "正文在这里。"


def page(*titles: str, text: str = TEXT) -> str:
    """A page with a paragraph under each heading; a title without ``#`` is a line of its own."""
    return "".join(f"{title}\n\n{text}\n\n" for title in titles)


def line_of(number: int) -> int:
    """The line of the heading with a number, the first being 0, in what `page` makes."""
    return 4 * number + 1


def repaired(text: str, code: str) -> str:
    """The page with the fixes of all findings applied."""
    edits = [edit for finding in lint(text, code) if finding.fix for edit in finding.fix.edits]
    for edit in sorted(edits, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


class TestHeadingNumberMismatch:
    @pytest.mark.parametrize(
        ("titles", "wrong"),
        [
            (["## Lift", "## 1 Scope", "## 1.1 Drive", "## 1.1.1 Motor", "## 1.2 Doors", "## 2 Service"], [2, 3, 4]),
            (["# 1. Scope", "# 1.1. Drive", "# 2. Service"], [1]),
            (["### 1 Scope", "## 1.1 Drive", "## 1.2 Doors"], [1, 2]),
            (["## 1、安装", "## 1.1、下载", "## 1.2、解压"], [1, 2]),
            (["# 一、总则", "# （一）目的", "# （二）范围", "# 二、职责", "# (一) 班长"], [1, 2, 4]),
            (["## 第一章 总则", "## 第一节 目的", "## 第二章 职责", "## 第一节 班长"], [1, 3]),
            (["## 第2章 水泵", "## 2.1 参数"], [1]),
            (["## Chapter 3 Pumps", "## 3.1 Power"], [1]),
            (["## Appendix A Tables", "## A.1 Rows"], [1]),
            (["## 附录 A 表格", "## A.1 行数"], [1]),
            (["## 1.1 Security", "## 1.2 State", "## 1.3.1 Columns", "## 2.1.6 Usage"], [2, 3]),
            (["## 1 Scope", "## **1.1** `Drive`"], [1]),
        ],
    )
    def test_numbers_that_stand_under_another_one(self, titles: list[str], wrong: list[int]) -> None:
        assert lines(lint(page(*titles), "CL204")) == [line_of(at) for at in wrong]

    def test_the_heading_above_is_named_and_related(self) -> None:
        text = page("## 1 Scope", "## 1.1 Drive")
        finding = one(text, "CL204")
        assert (marked(finding), finding.severity) == ("## 1.1 Drive", "warning")
        assert finding.data == {"above": "1 Scope", "level": 2, "right": 3}
        assert [text[place.start : place.end] for place in finding.related] == ["## 1 Scope"]

    def test_a_heading_that_is_missing_between_is_named(self) -> None:
        finding = one(page("## 1.1 Drive", "## 1.2 Doors", "## 2.1.6 Usage"), "CL204")
        assert (finding.variant, finding.data["missing"], finding.data["right"]) == ("missing", "2.1", 3)
        assert one(page("## 1.1 Drive", "## 1.1.1 Motor"), "CL204").variant == "default"

    @pytest.mark.parametrize(
        "titles",
        [
            ["# 1 Scope", "## 1.1 Drive", "### 1.1.1 Motor", "## 1.2 Doors", "# 2 Service"],
            ["## 2024 年", "## 2024.1 更新", "## 2025 年"],
            ["## 1.1.0", "## 1.1.1", "## 1.1.2 (2024-05-01)", "## v1.2", "## 1.2.1"],
            ["## 3 新功能", "## 3.5 升级说明"],
            ["## 2 Basics", "## 2.4 GHz radio"],
            ["## 2.0 Released", "## 2.0.1 Released"],
            ["## 3 天上手", "## 3.1 亿用户"],
            ["## A", "### 1. Unpack", "### 2. Connect", "## B", "### 1.1 Foo"],
            ["## 一、总则", "## 二、职责", "## 三天上手"],
            ["## 1 Scope", "## 2 Service", "## 10 Pumps"],
            ["## (一) 目的", "## (二) 范围"],
        ],
    )
    def test_false_friends(self, titles: list[str]) -> None:
        assert lint(page(*titles), "CL204") == []

    @pytest.mark.parametrize("path", ["CHANGELOG.md", "docs/release-notes.md", "docs/CHANGELOG.zh-CN.md"])
    def test_versions_in_changelogs_number_no_sections(self, path: str) -> None:
        text = page("## 2 Big one", "## 2.1 Small one")
        assert lint(text, "CL204", path=path) == []
        assert len(lint(text, "CL204")) == 1

    def test_the_fix_sets_all_levels_and_takes_the_headings_below_along(self) -> None:
        text = page(
            "## 1 Scope", "## 1.1 Drive", "### Note", "## 1.1.1 Motor", "## 1.2 Doors", "## 2 Service", "### Note"
        )
        expected = page(
            "## 1 Scope", "### 1.1 Drive", "#### Note", "#### 1.1.1 Motor", "### 1.2 Doors", "## 2 Service", "### Note"
        )
        assert repaired(text, "CL204") == expected
        assert repaired(crlf(text), "CL204") == crlf(expected)
        assert lint(expected, "CL204") == []

    def test_an_underlined_heading_gets_marks(self) -> None:
        text = "1 Scope\n-------\n\nText.\n\n1.1 Drive\n---------\n\nText.\n"
        assert repaired(text, "CL204") == "1 Scope\n-------\n\nText.\n\n### 1.1 Drive\n\nText.\n"

    def test_no_level_is_lower_than_six(self) -> None:
        text = page("##### 1 A", "##### 1.1 B", "##### 1.1.1 C", "##### 1.1.1.1 D")
        assert repaired(text, "CL204") == page("##### 1 A", "###### 1.1 B", "###### 1.1.1 C", "###### 1.1.1.1 D")

    def test_many_headings_take_linear_time(self) -> None:
        text = page(*[f"## {n % 90 + 1}.{n % 7 + 1} Part" for n in range(3000)])
        start = process_time()
        lint(text, "CL204")
        assert process_time() - start < 5


class TestBoldAsHeading:
    @pytest.mark.parametrize(
        ("line", "title"),
        [
            ("**Step 1: Unpack**", "Step 1: Unpack"),
            ("__Restore a copy__", "Restore a copy"),
            ("**恢复数据**", "恢复数据"),
            ("**方案二：URL 重写（URL Rewriting）**", "方案二：URL 重写（URL Rewriting）"),
            ("**`pump.start()` and its limits**", "`pump.start()` and its limits"),
            ("**1. Start**  ", "1. Start"),
        ],
    )
    def test_a_bold_line_over_text_is_an_info_and_becomes_a_heading(self, line: str, title: str) -> None:
        text = f"## Guide\n\n{TEXT}\n\n{line}\n\n{TEXT_ZH}\n"
        finding = one(text, "CL206", Profile())
        assert (lines([finding]), finding.severity, finding.variant) == ([5], "info", "default")
        assert marked(finding) == line.strip()
        assert repaired(text, "CL206") == text.replace(line.strip(), f"### {title}")

    @pytest.mark.parametrize(
        "following", ["- item", "| a |\n| - |\n| 1 |", "```sh\nls\n```", "> quote", "<div>\n</div>"]
    )
    def test_lists_tables_and_code_can_follow(self, following: str) -> None:
        assert lines(lint(f"# T\n\n**Limits**\n\n{following}\n", "CL206")) == [3]

    @pytest.mark.parametrize(
        "text",
        [
            "**Warning** Do not touch.\n\nText.",
            "**注意：**请先确认。\n\n正文。",
            "**《守则》**第三条已经作废。\n\n正文。",
            "**Note:**\n\nText.",
            "**Note**:\n\nText.",
            "**注意**：\n\n正文。",
            "**Do not open it.**\n\nText.",
            "**How do I start?**\n\nText.",
            "**请勿打开！**\n\n正文。",
            "- **Limits**\n\n  Text.",
            "> **Limits**\n>\n> Text.",
            "**Limits**\n\n## Next\n\nText.",
            "**Limits**\n\n---\n\nText.",
            "**Limits**",
            "Text.\n\n**The end**\n\n[x]: y.md",
            "**one two three four five six seven eight nine ten eleven**\n\nText.",
            f"**{'水' * 26}**\n\n正文。",
            "**one two three four five 水泵安装与日常维护操作指南**\n\n正文。",
            "**Table 2**\n\n| a |\n| - |\n| 1 |",
            "**图 3 系统结构**\n\n正文。",
            "**[Download](a.md)**\n\nText.",
            "**![Logo](a.png)**\n\nText.",
            "**2024-05-01**\n\nText.",
            "**Bold** and **bold**\n\nText.",
            "*Limits*\n\nText.",
            "**Limits\n\nText.",
            "```\n**Limits**\n\nText.\n```",
            "**Limits**\nof the pump\n\nText.",
        ],
    )
    def test_false_friends(self, text: str) -> None:
        assert lint(f"# T\n\n{text}\n", "CL206") == []

    def test_of_two_bold_lines_the_second_is_the_heading(self) -> None:
        assert lines(lint("# T\n\n**Part one**\n\n**Limits**\n\nText.\n", "CL206")) == [5]

    @pytest.mark.parametrize("text", [filler(200), filler_zh(40)], ids=["en", "zh"])
    def test_in_a_section_that_needs_three_chunks_it_is_a_warning(self, text: str) -> None:
        long = f"## T\n\n**Limits**\n\n{text}\n\n{text}\n\n{text}\n\n{text}\n"
        found = lint(long, "CL206", "CL301")
        assert [(f.code, f.severity) for f in found] == [("CL301", "warning"), ("CL206", "warning")]
        assert found[1].variant == "large"
        assert [f.severity for f in lint(long, "CL206", path="CHANGELOG.md")] == ["info"]
        assert [f.severity for f in lint(long, "CL206", min_chunks=50)] == ["info"]

    def test_limits_can_be_set(self) -> None:
        text = "# T\n\n**Limits of it**\n\nText.\n"
        assert lint(text, "CL206", max_words=2) == []
        assert lint("# T\n\n**水泵限制**\n\n正文。\n", "CL206", max_han=3) == []

    def test_level_of_the_fix(self) -> None:
        assert repaired("**Limits**\n\nText.\n", "CL206") == "## Limits\n\nText.\n"
        assert lint("###### T\n\n**Limits**\n\nText.\n", "CL206") == []


class TestNumberedLineAsHeading:
    @pytest.mark.parametrize(
        ("titles", "level"),
        [
            (["一、交接班", "二、巡检", "三、登记"], 2),
            (["（一）适用范围", "（二）报销流程"], 2),
            (["第一章 总则", "第二章 职责"], 2),
            (["1.1 Drive", "1.2 Doors"], 2),
            (["2.1.1 水泵参数", "2.1.2 管线参数"], 2),
        ],
    )
    def test_lines_with_running_numbers_over_text(self, titles: list[str], level: int) -> None:
        text = "# T\n\n" + page(*titles, text=TEXT_ZH)
        found = lint(text, "CL207")
        assert lines(found) == [line_of(at) + 2 for at in range(len(titles))]
        assert [marked(finding) for finding in found] == titles
        assert repaired(text, "CL207") == "# T\n\n" + page(*(f"{'#' * level} {t}" for t in titles), text=TEXT_ZH)

    def test_lines_without_blank_lines_between(self) -> None:
        text = "# T\n\n一、范围\n本制度适用于全体员工。\n二、流程\n先提交申请，再交财务审核。\n"
        assert lines(lint(text, "CL207")) == [3, 5]
        assert repaired(text, "CL207") == text.replace("一、", "## 一、").replace("二、", "## 二、")

    def test_lower_numbers_become_lower_headings(self) -> None:
        text = "# T\n\n一、总则\n\n（一）目的\n\n正文。\n\n（二）范围\n\n正文。\n\n二、职责\n\n（一）班长\n\n正文。\n"
        fixed = repaired(text, "CL207")
        assert [line for line in fixed.split("\n") if line.startswith("##")] == [
            "## 一、总则",
            "### （一）目的",
            "### （二）范围",
            "## 二、职责",
        ]

    @pytest.mark.parametrize(
        "text",
        [
            "（一）身份证；\n\n（二）户口本；\n\n（三）照片。",
            "（一）身份证\n\n（二）户口本\n\n（三）照片",
            "一、身份证\n二、户口本\n三、照片",
            "一、交接班\n\n正文。",
            "一、交接班\n\n正文。\n\n三、登记\n\n正文。",
            "1. Drive\n\n   Text.\n\n2. Doors\n\n   Text.",
            "1.1.0\n\nText.\n\n1.1.1\n\nText.",
            "一、交接班人员应当提前十分钟到岗，先核对登记本，再检查全部设备\n\n正文。\n\n二、巡检\n\n正文。",
            "一、交接班\n\n二、巡检\n\n## 正文\n\n正文。",
            "- 一、交接班\n\n  正文。\n\n- 二、巡检\n\n  正文。",
            "```\n一、交接班\n\n正文。\n\n二、巡检\n\n正文。\n```",
            "一些水泵\n\n正文。\n\n二手水泵\n\n正文。",
            "3.5 mm\n\n3.6 mm\n\nText.",
        ],
    )
    def test_false_friends(self, text: str) -> None:
        assert lint(f"# T\n\n{text}\n", "CL207") == []

    def test_many_lines_take_linear_time(self) -> None:
        text = "# T\n\n" + page(*[f"{n % 9 + 1}.{n % 7 + 1} Part" for n in range(3000)])
        start = process_time()
        lint(text, "CL207")
        assert process_time() - start < 5


class TestDuplicateHeadingPath:
    def test_an_equal_sibling_with_text_is_reported(self) -> None:
        text = page("# Changelog", "## 1.1.0", "### Fixed", "### Added", "### Fixed", "## 1.0.0", "### Fixed")
        finding = one(text, "CL208")
        assert (lines([finding]), marked(finding), finding.severity) == ([line_of(4)], "### Fixed", "warning")
        assert finding.data == {"title": "Fixed", "line": line_of(2), "rest": 0}
        assert [text[place.start : place.end] for place in finding.related] == ["### Fixed"]

    def test_markup_and_ids_make_no_difference(self) -> None:
        assert len(lint(page("# 水泵", "## 参数", "## **参数** {#more}"), "CL208")) == 1

    @pytest.mark.parametrize(
        "text",
        [
            page("# T", "## A", "### Notes", "## B", "### Notes"),
            "# T\n\n## Notes\n\n## Other\n\nText.\n\n## Notes\n\nText.\n",
            page("# T", "## Notes", "## notes on it"),
            f"# T\n\n```md\n{page('## Notes', '## Notes')}\n```\n",
        ],
        ids=["other parents", "no text", "other words", "code"],
    )
    def test_false_friends(self, text: str) -> None:
        assert lint(text, "CL208") == []

    def test_a_part_that_is_there_twice_is_reported_at_its_heading(self) -> None:
        part = f"## Tools\n\n### Memory\n\n{TEXT}\n\n### Search\n\n{TEXT}\n\n"
        found = lint(f"# T\n\n{part}## Other\n\n{TEXT}\n\n{part}", "CL208")
        assert [marked(f) for f in found] == ["## Tools"]
        assert [place.start for place in found[0].related] == [5]
        zh = part.replace("Tools", "工具").replace("Memory", "内存")
        assert [marked(f) for f in lint(f"# T\n\n{zh}{zh}", "CL208")] == ["## 工具"]

    def test_sections_that_share_a_chunk_do_no_harm(self) -> None:
        text = page("# T", "## Notes", "## Notes")
        assert lint(text, "CL208", profile=Profile()) == []
        assert len(lint(text, "CL208", profile=SMALL)) == 1

    def test_of_many_repetitions_three_are_reported(self) -> None:
        found = lint(page("# T", *["## Power"] * 7), "CL208")
        assert lines(found) == [line_of(at) for at in (2, 3, 4)]
        assert (found[-1].variant, found[-1].data["rest"]) == ("more", 3)

    def test_equal_headings_in_two_tabs_are_for_another_rule(self) -> None:
        found = lint(TABS, "CL208", "CL209", path="page.mdx")
        assert [f.code for f in found] == ["CL209"]
        assert lint(TABS, "CL208", path="page.mdx") == []


def tabs(opening: str, closing: str, start: str = "", end: str = "") -> str:
    panel = f"{opening}\n\n## Start\n\n{TEXT}\n\n{closing}\n\n"
    return f"# T\n\n{start}\n\n{panel}{panel}{end}\n"


TABS = tabs('<TabItem value="x">', "</TabItem>", "<Tabs>", "</Tabs>")


class TestHeadingRepeatedInTabs:
    @pytest.mark.parametrize(
        ("text", "path"),
        [
            (TABS, "page.mdx"),
            (TABS, "page.md"),
            (tabs('<Tab title="x">', "</Tab>", "<Tabs>", "</Tabs>"), "page.mdx"),
            (tabs('{% tab title="x" %}', "{% endtab %}", "{% tabs %}", "{% endtabs %}"), "page.md"),
            (tabs('{{< tab "x" >}}', "{{< /tab >}}", "{{< tabs >}}", "{{< /tabs >}}"), "page.md"),
            (tabs("::: tab x", ":::", ":::: tabs", "::::"), "page.md"),
            (tabs(":::{tab-item} x", ":::", "::::{tab-set}", "::::"), "page.md"),
            (tabs("@tab x", "", "::: tabs", ":::"), "page.md"),
        ],
        ids=["docusaurus", "in markdown", "mintlify", "liquid", "hugo", "container", "myst", "vuepress"],
    )
    def test_the_second_heading_is_reported(self, text: str, path: str) -> None:
        finding = one(text, "CL209", path=path)
        assert (marked(finding), finding.severity) == ("## Start", "info")
        assert finding.start == text.rindex("## Start")
        assert [place.start for place in finding.related] == [text.index("## Start")]

    def test_headings_below_a_reported_one_are_not_reported_too(self) -> None:
        text = TABS.replace("## Start", "## Start\n\nText.\n\n### Limits")
        assert [marked(f) for f in lint(text, "CL209", path="page.mdx")] == ["## Start"]

    def test_tabs_in_tabs(self) -> None:
        inner = TABS.replace("# T\n", "")
        outer = ["<Tabs>\n<TabItem>", inner, "</TabItem>\n<TabItem>", "## Stop", TEXT, "</TabItem>\n</Tabs>"]
        text = "# T\n\n" + "\n\n".join(outer) + "\n"
        assert len(lint(text, "CL209", path="page.mdx")) == 1

    @pytest.mark.parametrize(
        "text",
        [
            TABS.replace("## Start", "## Begin", 1),
            page("# T", "## Start", "## Start"),
            f"{TABS.replace('## Start', '## Begin', 1)}\n\n# U\n\n{TABS.replace('## Start', '## Begin', 1)}",
            f"# T\n\nUse `<TabItem>` here.\n\n{page('## Start')}Use `<TabItem>` there.\n\n{page('## Start')}",
            f"# T\n\n```jsx\n<TabItem>\n```\n\n{page('## Start')}```jsx\n<TabItem>\n```\n\n{page('## Start')}",
            f"# T\n\n<table>\n</table>\n\n{page('## Start')}<table>\n</table>\n\n{page('## Start')}",
        ],
        ids=["other words", "no tabs", "two places", "spoken of", "code", "tables"],
    )
    def test_false_friends(self, text: str) -> None:
        assert lint(text, "CL209", path="page.mdx") == []


class TestHeadingPathTooLong:
    LONG = "# A complete guide to installing, configuring, maintaining and repairing the pumps of the north building"
    LONG_ZH = "# 北楼水泵安装、配置与日常维护完整指南（适用于全部型号）"

    @pytest.mark.parametrize("heading", [LONG, LONG_ZH], ids=["en", "zh"])
    def test_the_first_section_that_suffers_is_reported(self, heading: str) -> None:
        finding = one(page(heading, "## Filters", "## Seals"), "CL210")
        assert (lines([finding]), finding.severity) == ([1], "info")
        assert finding.data["limit"] == 60
        assert finding.data["tokens"] > 15
        assert finding.data["longest"] in heading.replace("…", "") or finding.data["longest"].endswith("…")

    def test_short_headings_may_be_too_long_together(self) -> None:
        titles = [f"{'#' * level} Pumps of the north wing" for level in range(1, 6)]
        assert lines(lint(page(*titles), "CL210")) == [line_of(2)]

    def test_a_path_that_is_larger_than_a_chunk_is_reported(self) -> None:
        assert len(lint(page("# " + "pump valve seal " * 60), "CL210")) == 1

    def test_the_limit_can_be_set(self) -> None:
        assert lint(page(self.LONG), "CL210", max_percent=90) == []

    @pytest.mark.parametrize(
        "profile",
        [Profile(), Profile(max_tokens=60, heading_path=False)],
        ids=["room enough", "no heading path"],
    )
    def test_false_friends(self, profile: Profile) -> None:
        assert lint(page(self.LONG, "## Filters"), "CL210", profile=profile) == []

    def test_a_long_heading_without_text_of_its_own_is_reported_at_the_first_text(self) -> None:
        assert lines(lint(f"{self.LONG}\n\n## Filters\n\n{TEXT}\n", "CL210")) == [3]


class TestNoHeadings:
    @pytest.mark.parametrize("text", [filler(150), filler_zh(50)], ids=["en", "zh"])
    def test_a_long_page_without_headings_is_reported_at_its_first_line(self, text: str) -> None:
        paragraphs = "\n\n".join([text] * 6)
        finding = one(f"---\ntitle: T\n---\n\n{paragraphs}\n", "CL211")
        assert (lines([finding]), finding.severity) == ([5], "warning")
        assert marked(finding) == text
        assert finding.data["chunks"] >= 3

    @pytest.mark.parametrize(
        "text",
        [
            filler(150),
            "# T\n\n" + "\n\n".join([filler(150)] * 6),
            "<h1>Title</h1>\n\n" + "\n\n".join([filler(150)] * 6),
            "> # Title\n\n" + "\n\n".join([filler(150)] * 6),
            "| a | b |\n| - | - |\n" + "| some words | more words |\n" * 60,
            "```text\n" + "some words and more words\n" * 60 + "```\n",
            "",
            "---\ntitle: T\n---\n",
        ],
        ids=["short", "heading", "html heading", "quoted heading", "table", "code", "empty", "front matter"],
    )
    def test_false_friends(self, text: str) -> None:
        assert lint(text, "CL211") == []

    def test_from_how_many_chunks_on_can_be_set(self) -> None:
        text = "\n\n".join([filler(150)] * 6)
        assert lint(text, "CL211", min_chunks=50) == []
        assert len(lint("\n\n".join([filler(200)] * 2), "CL211", min_chunks=2)) == 1
