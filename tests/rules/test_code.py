"""CL501: a fence without its closing line."""

from __future__ import annotations

import time

import pytest

from tests.rules.linting import codes, crlf, lines, lint, marked, one

UNCLOSED = "# Guide\n\n```yaml\nkey: value\n\n## Settings\n\nText.\n\n## Limits\n\nMore.\n"
UNCLOSED_ZH = "# 指南\n\n```yaml\n键: 值\n\n## 设置\n\n正文。\n\n## 限制\n\n还有正文。\n"


class TestFenceNeverClosed:
    @pytest.mark.parametrize("page", [UNCLOSED, UNCLOSED_ZH, UNCLOSED.replace("```", "~~~~")])
    def test_the_opening_line_is_marked_and_what_it_swallowed_is_counted(self, page: str) -> None:
        finding = one(page, "CL501")
        fence = "~~~~" if "~" in page else "```"
        assert (marked(finding), lines([finding]), finding.severity) == (f"{fence}yaml", [3], "error")
        assert finding.data == {"first": 4, "last": 12, "headings": 2, "fence": fence}
        for said in ("Lines 4–12", "2 headings", fence):
            assert said in finding.message()
        for said in ("第 4～12 行", "2 个标题", fence):
            assert said in finding.message("zh-CN")

    def test_it_is_the_only_finding_however_much_it_swallowed(self) -> None:
        page = UNCLOSED.replace("# Guide", "# Settings of the pump") + "".join(
            f"\n##Part {n}\n\n### Deep\n\n- x\n" for n in range(40)
        )
        assert codes(lint(page)) == ["CL501"]

    @pytest.mark.parametrize(
        ("page", "line", "last"),
        [("# A\n\nText.\n\n```", 5, 5), ("# A\n\n```\nx\n\n\n\n", 3, 4), ("```py\nx\n", 1, 2)],
        ids=["last line", "blank lines after it", "whole page"],
    )
    def test_without_headings_the_last_line_is_named(self, page: str, line: int, last: int) -> None:
        finding = one(page, "CL501")
        assert (lines([finding]), finding.variant, finding.data["last"]) == ([line], "short", last)
        assert f"line {last}" in finding.message()

    def test_comments_of_a_script_are_no_headings(self) -> None:
        assert one("```sh\nstart\n\n# then wait\nwait\n", "CL501").data["headings"] == 0
        assert one("```sh\nstart\n\n# Next steps\n\nWait.\n", "CL501").data["headings"] == 1

    @pytest.mark.parametrize(
        ("page", "mark", "last"),
        [
            ("# A\n\n> ```yaml\n> key: value\n\n## B\n\nText.\n", "```yaml", 4),
            ("# A\n\n- one\n\n  ```yaml\n  key: value\n\n- two\n\n## B\n\nText.\n", "```yaml", 6),
            ("1. ~~~~\n   x\n\nText.\n", "~~~~", 2),
        ],
        ids=["quote", "list", "first line of an item"],
    )
    def test_in_a_list_or_quote_it_ends_there_and_is_a_warning(self, page: str, mark: str, last: int) -> None:
        finding = one(page, "CL501")
        assert (marked(finding), finding.severity, finding.variant) == (mark, "warning", "inside")
        assert finding.data["last"] == last
        assert f"line {last}" in finding.message()

    @pytest.mark.parametrize(
        "page",
        [
            "```yaml\nkey: value\n```\n",
            "````markdown\n```yaml\nkey: value\n````\n",
            "```yaml\nkey: value\n`````\n",
            "   ```\nx\n  ```  \n",
            "    ```\n    indented code\n",
            "Text with ``` in it.\n",
            "``` `x` ```\n",
            "> ```\n> x\n> ```\n",
            "- ```\n  x\n  ```\n",
            "<!--\n```\n-->\n",
            "---\ntext: |\n  ```\n---\n",
        ],
        ids=[
            "closed",
            "shorter fence inside",
            "closed by a longer one",
            "indented",
            "indented code",
            "in a line",
            "code span",
            "quote",
            "list",
            "comment",
            "front matter",
        ],
    )
    def test_closed_fences_and_what_is_none_are_silent(self, page: str) -> None:
        assert lint(page, "CL501") == []

    @pytest.mark.parametrize(
        ("page", "mended", "opened"),
        [
            ("1. Run:\n\n   ```sh\n   x\n```\n\nText.\n", "1. Run:\n\n   ```sh\n   x\n   ```\n\nText.\n", 3),
            ("- ~~~sh\n  x\n ~~~\n\n## B\n", "- ~~~sh\n  x\n  ~~~\n\n## B\n", 1),
            ("运行：\n\n> ```sh\n> x\n```\n\n正文。\n", "运行：\n\n> ```sh\n> x\n> ```\n\n正文。\n", 3),
            ("1. ```sh\r\n   x\r\n```\r\n", "1. ```sh\r\n   x\r\n   ```\r\n", 1),
        ],
        ids=["list", "first line of an item", "quote, zh", "crlf"],
    )
    def test_a_closing_line_outside_its_list_or_quote_is_the_one_to_mend(
        self, page: str, mended: str, opened: int
    ) -> None:
        finding = one(page, "CL501")
        assert (finding.variant, finding.severity, finding.data["opened"]) == ("outside", "error", opened)
        assert marked(finding) in ("```", "~~~")
        assert finding.fix is not None
        assert not finding.fix.safe
        (edit,) = finding.fix.edits
        assert page[: edit.start] + edit.text + page[edit.end :] == mended
        assert lint(mended, "CL501") == []

    @pytest.mark.parametrize("comment", ["<!-- chunklint-disable-next-line CL501 -->", "<!-- note -->"])
    def test_a_comment_before_the_closing_line_outside_makes_no_second_finding(self, comment: str) -> None:
        found = lint(f"1. Text\n   ```shell\n   fence\n  {comment}\n  ```", "CL501")
        assert [finding.variant for finding in found] == ([] if "disable" in comment else ["outside"])
        assert all(finding.fix is None for finding in found)

    def test_a_fence_that_opens_code_after_a_list_was_not_meant_to_close_it(self) -> None:
        for page in ("- ```sh\n  x\n\n```\ny\n", "- ```sh\n  x\n```sh\ny\n", "- ````sh\n  x\n```\ny\n"):
            assert [finding.variant for finding in lint(page, "CL501")] == ["inside", "short"]

    def test_in_mdx_it_is_the_same(self) -> None:
        finding = one(f'import A from "a"\n\n{UNCLOSED}', "CL501", path="page.mdx")
        assert (marked(finding), lines([finding])) == ("```yaml", [5])

    def test_windows_line_endings_change_neither_mark_nor_numbers(self) -> None:
        finding = one(crlf(UNCLOSED), "CL501")
        assert marked(finding) == "```yaml"
        assert finding.data == one(UNCLOSED, "CL501").data

    @pytest.mark.parametrize(
        ("page", "mended"),
        [
            (UNCLOSED, UNCLOSED.replace("value\n", "value\n```\n")),
            (UNCLOSED_ZH, UNCLOSED_ZH.replace("值\n", "值\n```\n")),
            (crlf(UNCLOSED), crlf(UNCLOSED.replace("value\n", "value\n```\n"))),
            ("```py\nx\n\ny\n", "```py\nx\n\ny\n```\n"),
            ("# A\n\n> ```yaml\n> key: value\n>\n> ## B\n", "# A\n\n> ```yaml\n> key: value\n> ```\n>\n> ## B\n"),
            ("1. ~~~~\n   x\n\nText.\n", "1. ~~~~\n   x\n   ~~~~\n\nText.\n"),
            ("```", "```\n```"),
        ],
        ids=["before the heading", "zh", "crlf", "at the end", "quote", "list", "nothing in it"],
    )
    def test_the_fix_closes_it_where_the_code_most_likely_ends_and_needs_a_look(self, page: str, mended: str) -> None:
        fix = one(page, "CL501").fix
        assert fix is not None
        assert not fix.safe
        (edit,) = fix.edits
        assert page[: edit.start] + edit.text + page[edit.end :] == mended
        assert lint(mended, "CL501") == []

    def test_it_takes_no_time_on_a_long_page(self) -> None:
        start = time.process_time()
        assert len(lint("> ```\n" + ">\n" * 50_000, "CL501")) == 1
        assert time.process_time() - start < 5
