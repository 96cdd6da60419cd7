"""CL103, CL104, CL106, CL107 and CL108: ragged tables, merged cells, second header rows, cut cells, long tables."""

from __future__ import annotations

from time import process_time

import pytest

from chunklint.api import Profile
from tests.rules.linting import REGISTRY, crlf, lines, lint, marked, one

WIDE = Profile(max_tokens=2000, min_tokens=0, overlap=0)


def table(*rows: str, head: str = "| a | b |\n| --- | --- |") -> str:
    return "\n".join((head, *rows)) + "\n"


def repaired(page: str, code: str) -> str:
    """The page with the fixes of all findings applied."""
    edits = [edit for finding in lint(page, code) if finding.fix for edit in finding.fix.edits]
    for edit in sorted(edits, reverse=True):
        page = page[: edit.start] + edit.text + page[edit.end :]
    return page


class TestTableRagged:
    def test_a_bar_in_code_is_marked_with_its_code_and_escaped(self) -> None:
        page = table("| and | `a && b` | x |", "| or | `a || b` | y |", head="| o | e | m |\n| - | - | - |")
        finding = one(page, "CL103")
        assert (marked(finding), finding.variant, finding.severity) == ("`a || b`", "code", "warning")
        assert finding.data == {"rows": 1, "cells": 5, "columns": 3}
        assert repaired(page, "CL103") == page.replace("a || b", "a \\|\\| b")
        assert lint(repaired(page, "CL103"), "CL103") == []

    def test_bars_in_code_are_left_alone_where_escaping_them_would_not_mend_the_row(self) -> None:
        finding = one(table("| `a | b` | c | d |"), "CL103")
        assert finding.variant == "code"
        assert finding.fix is None

    def test_surplus_cells_are_marked(self) -> None:
        finding = one(table("| 80 | 网页 | 需要开放 | 防火墙 |"), "CL103")
        assert (marked(finding), finding.variant, finding.fix) == ("需要开放 | 防火墙", "default", None)
        assert "4 个单元格" in finding.message("zh-CN")

    def test_a_table_is_one_finding_with_its_other_rows_related(self) -> None:
        page = table("| 1 | 2 | 3 |", "| 1 | 2 |", "| 1 | 2 | 3 |")
        finding = one(page, "CL103")
        assert (finding.variant, finding.data["rows"], lines([finding])) == ("rows", 2, [3])
        assert [page[place.start : place.end] for place in finding.related] == ["3"]

    @pytest.mark.parametrize(
        ("row", "padded"),
        [
            ("| 80 | Web |", "| 80 | Web | |"),
            ("| 80 | Web", "| 80 | Web | |"),
            ("| 80 |", "| 80 | | |"),
            ("| 端口 | 网页 |  ", "| 端口 | 网页 | |  "),
        ],
    )
    @pytest.mark.parametrize("prefix", ["", "> "])
    def test_missing_cells_are_an_info_and_added(self, row: str, padded: str, prefix: str) -> None:
        head = "| a | b | c |\n| - | - | - |"
        page, expected = ("".join(f"{prefix}{line}\n" for line in [*head.split("\n"), text]) for text in (row, padded))
        finding = one(page, "CL103")
        assert (finding.severity, finding.variant) == ("info", "missing")
        assert marked(finding) == row.rstrip()
        assert repaired(page, "CL103") == expected
        assert repaired(crlf(page), "CL103") == crlf(expected)
        assert lint(expected, "CL103") == []

    def test_rows_can_be_padded_beside_one_with_a_surplus(self) -> None:
        found = lint("| A | B |\n| - | - |\n| 1 |\n| 2 | 3 | 4 |\n| 5 |\n", "CL103")
        assert [(f.variant, f.severity, *lines([f])) for f in found] == [
            ("missing", "info", 3),
            ("default", "warning", 4),
        ]
        assert [found[0].fix and found[0].fix.safe, found[1].fix] == [True, None]

    def test_rows_without_outer_bars_are_padded(self) -> None:
        page = table("1 | 2 | 3", "1 | 2", head="a | b | c\n-- | -- | --")
        assert repaired(page, "CL103") == page.replace("\n1 | 2\n", "\n1 | 2 | |\n")
        assert lint(repaired(page, "CL103"), "CL103") == []

    def test_a_row_over_two_lines_is_marked_with_both(self) -> None:
        finding = one(table("| 22 | Shell, for", "people on duty |", "| 80 | Web |"), "CL103")
        assert (marked(finding), finding.variant) == ("| 22 | Shell, for\npeople on duty |", "broken")

    @pytest.mark.parametrize("text", ["Open the ports first.", "请先开放端口。\n然后启动服务。"])
    def test_text_glued_to_a_table_is_marked(self, text: str) -> None:
        finding = one(f"# T\n\n{table('| 1 | 2 |')}{text}\n\nMore.\n", "CL103")
        assert (marked(finding), finding.variant) == (text, "glued")

    @pytest.mark.parametrize(
        "line",
        ["{.wide}", "{: .wide}", "{% endtab %}", "{{< /tab >}}", ":::", "<br>", "[^1]: note", ": Table 1. Ports"],
    )
    def test_marks_of_site_builders_under_a_table_are_no_text(self, line: str) -> None:
        assert lint(f"{table('| 1 | 2 |')}{line}\n", "CL103") == []

    def test_rows_after_a_blank_line_have_lost_their_table(self) -> None:
        page = table("| 1 | 2 |", "", "| 3 | 4 |", "| 5 | 6 |")
        finding = one(page, "CL103")
        assert (marked(finding), finding.variant, finding.data) == ("| 3 | 4 |\n| 5 | 6 |", "torn", {"rows": 2})
        assert page[finding.related[0].start :].startswith("| a | b |")

    @pytest.mark.parametrize("after", ["| 3 | 4 | 5 |", "Either | or", "|x|", "Then:\n\n| 3 | 4 |"])
    def test_other_lines_with_bars_after_a_table_are_text(self, after: str) -> None:
        assert lint(f"{table('| 1 | 2 |')}\n{after}\n", "CL103") == []

    def test_a_header_that_does_not_fit_its_dashes_is_no_table(self) -> None:
        page = "# T\n\n| 端口 | 用途 | 说明 |\n| --- | --- |\n| 80 | 网页 |\n"
        finding = one(page, "CL103")
        assert (lines([finding]), finding.variant, finding.data) == ([3], "no-table", {"columns": 3, "cells": 2})

    def test_a_blank_line_between_header_and_dashes(self) -> None:
        finding = one("| a | b |\n\n| --- | --- |\n| 1 | 2 |\n\nEnd.\n", "CL103")
        assert (lines([finding]), finding.variant) == ([1], "header-torn")

    @pytest.mark.parametrize(
        "page",
        [
            table("| 1 | 2 |", "| 3 | |", "|| 4 |"),
            table("| `a \\| b` | c |"),
            table("| 1 | 2 | |", "| 1 | 2 |  |  |"),
            table("1 | 2", "3 | 4", head="a | b\n-- | --"),
            f"```\n{table('| 1 | 2 | 3 |')}text\n```\n",
            "+---+---+\n| a | b |\n+---+---+\n| 1 | 2 |\n+---+---+\n",
            "Use `a | b` - or not.\n\nchoose | one - or\ntwo | three\n",
            table("| x |", "| y |", head="| a |\n| - |"),
        ],
        ids=["whole", "escaped", "empty surplus", "no outer bars", "code", "drawn", "prose", "one column"],
    )
    def test_false_friends(self, page: str) -> None:
        assert lint(page, "CL103") == []

    def test_a_long_table_and_a_long_row_are_checked_in_linear_time(self) -> None:
        page = table(*["| `a` | b |"] * 3000, "| " + "`x` || ``y` " * 3000 + " |")
        start = process_time()
        assert len(lint(page, "CL103")) == 1
        assert process_time() - start < 5


MERGED = (
    "<table>\n<tr><th>Row</th><th>Seat</th></tr>\n<tr><td {}>1</td><td>12</td></tr>\n<tr><td>13</td></tr>\n</table>"
)
BARE = "<table>\n<tr><td>Plan</td><td>Projects</td></tr>\n<tr><td>Free</td><td>3</td></tr>\n</table>"


class TestTableMergedCells:
    @pytest.mark.parametrize("attribute", ['rowspan="2"', "rowspan=2", "ROWSPAN='2'", "colspan=0", "rowSpan={2}"])
    def test_a_table_with_merged_cells_is_marked_whole(self, attribute: str) -> None:
        text = MERGED.format(attribute)
        finding = one(f"# Seats\n\n{text}\n\nText.\n", "CL104")
        assert (marked(finding), finding.variant, finding.data) == (text, "default", {"cells": 1})

    def test_blank_lines_and_inner_tables_do_not_end_a_table(self) -> None:
        inner = MERGED.format('rowspan="2"')
        text = f"<table>\n<tr><th>A</th></tr>\n\n<tr><td>\n\n{inner}\n\n</td></tr>\n\n</table>"
        assert marked(one(f"{text}\n\nText.\n", "CL104")) == text

    @pytest.mark.parametrize("path", ["page.md", "page.mdx"])
    def test_a_table_without_header_cells(self, path: str) -> None:
        finding = one(f"# 套餐\n\n{BARE}\n\n正文。\n", "CL104", path=path)
        assert (marked(finding), finding.variant) == (BARE, "no-header")

    @pytest.mark.parametrize(
        "text",
        [
            MERGED.format('rowspan="1"'),
            MERGED.format('class="colspan"'),
            BARE.replace("<tr>", '<tr><th colspan="2">Plans</th></tr>\n<tr>', 1),
            BARE.replace("td>", "th>"),
            BARE.replace("<table", '<table role="presentation"'),
            BARE.replace("Free", '<img src="a.png">'),
            BARE.replace("Free", "<pre>x = 1</pre>"),
            "<table><tr><td>One cell</td></tr></table>",
            f"```html\n{MERGED.format('rowspan=2')}\n```",
            f"Write `<table><td rowspan=2>` for it.\n\n    {BARE}",
            "| a | b |\n| - | - |\n| rowspan=2 | 1 |",
        ],
        ids=[
            "span of 1",
            "class",
            "title row",
            "headers",
            "role",
            "picture",
            "code cell",
            "box",
            "fence",
            "spoken of",
            "md",
        ],
    )
    def test_false_friends(self, text: str) -> None:
        assert lint(f"# T\n\n{text}\n\nText.\n", "CL104") == []

    def test_a_table_that_is_not_closed_ends_with_its_block(self) -> None:
        assert marked(one("<table>\n<tr><td rowspan=2>1</td></tr>\n\nText.\n", "CL104")).endswith("</tr>")


class TestTableSecondHeaderRow:
    @pytest.mark.parametrize(
        ("page", "example"),
        [
            ("| Region | 2023 | 2023 |\n| - | - | - |\n| | Sales | Service |\n| EU | 41 | 12 |\n", "2023 Sales"),
            ("| 型号 | 功率 | |\n| - | - | - |\n| | 额定 | 最大 |\n| A1 | 200 | 260 |\n", "最大"),
            ("| | | |\n| - | - | - |\n| **Name** | **Size** | **Age** |\n| Oak | 12 | 80 |\n", "Name"),
        ],
        ids=["repeated", "empty zh", "all empty"],
    )
    def test_a_second_header_row_is_marked(self, page: str, example: str) -> None:
        finding = one(page, "CL106", WIDE)
        assert (lines([finding]), finding.severity) == ([3], "warning")
        assert marked(finding) == page.split("\n")[2]
        assert finding.data == {"example": example}

    @pytest.mark.parametrize(
        "page",
        [
            "| | Mon | Tue |\n| - | - | - |\n| Library | open | closed |\n| Pool | 8 | 9 |\n",
            "| Name | Size | |\n| - | - | - |\n| Oak | 12 | old |\n| Elm | 9 | 20 |\n",
            "| Name | Note | |\n| - | - | - |\n| | short | long |\n| Oak | tall | old |\n",
            "| Area | 2023 | 2023 |\n| - | - | - |\n| | Sales of all branches of the north | New |\n| EU | 1 | 2 |\n",
            "| a | b | |\n| - | - | - |\n| | x | y |\n",
            "| Name | Size | Age |\n| - | - | - |\n| Oak | tall | old |\n| Elm | 9 | 20 |\n",
        ],
        ids=["corner", "digits in first row", "no digits below", "long text", "one row", "full header"],
    )
    def test_false_friends(self, page: str) -> None:
        assert lint(page, "CL106", profile=WIDE) == []


class TestTableCellContinues:
    @pytest.mark.parametrize(
        ("above", "row"),
        [
            ("| Sensor A (with weather infor | 16.6 |", "| mation) | |"),
            ("| Temper- | 16.6 |", "| ature | |"),
            ("| 绝缘电阻（常温条件 | 10 |", "| 下测量） | |"),
            ("| Head of | 16.6 |", "| sales | |"),
            ("| 温度和 | 10 |", "| 湿度 | |"),
            ("| Pump | for water, oil, |", "| | and air |"),
            ("| Long name of | 5 |", "| a part | |"),
        ],
    )
    def test_the_rest_of_a_cell_is_marked(self, above: str, row: str) -> None:
        finding = one(table(above, row, "| Other | 3 |", "| 其他 | 4 |"), "CL107")
        assert (marked(finding), lines([finding]), finding.variant) == (row, [4], "default")

    def test_a_lower_case_row_in_a_column_of_capitals(self) -> None:
        page = table("| Sensor with weather | 16.6 |", "| information | |", "| Sensor C | 12.9 |")
        assert lines(lint(page, "CL107")) == [4]

    def test_a_cell_may_be_cut_more_than_once(self) -> None:
        page = table("| Sensor (with weather | 16.6 |", "| information and | |", "| wind) | |", "| Sensor C | 12.9 |")
        assert lines(lint(page, "CL107")) == [4, 5]

    def test_of_many_rows_three_are_reported(self) -> None:
        found = lint(table(*["| Part (with | 1 |", "| cable) | |"] * 6), "CL107")
        assert lines(found) == [4, 6, 8]
        assert [f.variant for f in found] == ["default", "default", "more"]
        assert found[-1].data["rows"] == 3

    @pytest.mark.parametrize(
        "rows",
        [
            ("| 1 | Hall |", "| | Kitchen |", "| 2 | Hall |"),
            ("| fruit | apple |", "| | banana |", "| nuts | hazel |"),
            ("| Fruit | apple |", "| **Nuts** | |", "| Hazel | 3 |"),
            ("| Fruit | apple |", "| | |", "| Hazel | 3 |"),
            ("| `max_rows` | 20 |", "| `min_rows` | |", "| `rows` | 3 |"),
            ("| Web [guide](a.md) | 1 |", "| | [`lib`](b.md) |", "| Mail | N/A |"),
            ("| Type | IPMI |", "| | REST API (v2) |", "| Host | IP |"),
            ("| 水果 | 苹果 |", "| 坚果 | |", "| 蔬菜 | 白菜 |"),
            ("| Grade | A |", "| (see below) | |", "| Grade | B |"),
            ("| Sizes | N/A |", "| colours | red |", "| Shapes | round |"),
        ],
    )
    def test_false_friends(self, rows: tuple[str, ...]) -> None:
        assert lint(table(*rows), "CL107") == []

    def test_a_ragged_table_is_reported_as_that_only(self) -> None:
        found = lint(table("| Sensor (with | 16.6 | x |", "| wind) | | y |", "| C | 1 |"), "CL103", "CL107")
        assert {f.code for f in found} == {"CL103"}


class TestTableTooLong:
    @pytest.mark.parametrize(
        ("row", "limit"), [("| a port | a use of it |", 20), ("| 错误码 | 这是说明 |", 10)], ids=["en", "zh"]
    )
    def test_one_row_more_than_the_limit(self, row: str, limit: int) -> None:
        assert lint(table(*[row] * limit), "CL108", profile=WIDE) == []
        finding = one(table(*[row] * (limit + 1)), "CL108", WIDE)
        assert (finding.data, finding.severity) == ({"rows": limit + 1, "limit": limit}, "info")
        assert lines([finding]) == [1]

    def test_rows_count_by_chunk(self) -> None:
        page = table(*["| a port | a use of it, with some more words |"] * 40)
        assert lint(page, "CL108", profile=Profile(max_tokens=150, min_tokens=0, overlap=0)) == []
        found = lint(page, "CL108", profile=Profile(max_tokens=150, min_tokens=0, overlap=0), max_rows=5)
        assert len(found) == 1
        assert 5 < found[0].data["rows"] < 20

    def test_it_is_off_by_itself(self) -> None:
        loaded = REGISTRY.find("CL108")
        assert loaded is not None
        assert loaded.rule.severity == "off"
