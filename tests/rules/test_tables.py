"""CL101, CL102 and CL105: rows without their header, rows that no chunk holds, titles parted from their table."""

from __future__ import annotations

import pytest

from chunklint.api import Profile, preview
from tests.rules.linting import SMALL, codes, crlf, lines, lint, marked, one, tokens

HEADER = "| Model | Flow | Pressure |\n| --- | --- | --- |\n"
HEADER_ZH = "| 型号 | 流量 | 压力 |\n| --- | --- | --- |\n"


def rows(count: int, name: str = "PX") -> str:
    return "".join(f"| {name}-{100 + row} | {row * 7} | {row + 3} |\n" for row in range(1, count + 1))


LONG_ROW = f"| PX-200 | {'a remark about the seals of this pump, ' * 9} | 7 |\n"
LONG_ROW_ZH = f"| 泵-200 | {'这种水泵的密封圈需要定期检查，' * 8} | 7 |\n"


class TestTableSplitFromHeader:
    @pytest.mark.parametrize(
        ("title", "table"),
        [("Pumps", HEADER + rows(8)), ("水泵", HEADER_ZH + rows(8, "泵")), ("Pumps 水泵", HEADER_ZH + rows(8))],
        ids=["en", "zh", "mixed"],
    )
    def test_a_table_over_the_budget_is_one_finding_at_the_table(self, title: str, table: str) -> None:
        finding = one(f"# {title}\n\n{table}\nAfter it.\n", "CL101")
        assert marked(finding) == table.rstrip("\n")
        assert finding.severity == "warning"

    def test_the_numbers_say_how_many_chunks_and_which_rows_lack_the_header(self) -> None:
        table = HEADER + rows(8)
        finding = one(f"# Pumps\n\n{table}", "CL101")
        size = tokens("Pumps\n\n") + tokens(table.rstrip("\n"))
        assert finding.data == {"chunks": 2, "tokens": size, "limit": 60, "first": 4, "last": 8}
        for said in ("2 chunks", f"{size} tokens", "limit 60", "Rows 4–8"):
            assert said in finding.message()
        for said in ("2 块", f"{size} token", "上限 60", "第 4～8 行"):
            assert said in finding.message("zh-CN")

    def test_a_single_row_without_header_is_told_as_one(self) -> None:
        text = f"# Pumps\n\n{HEADER}{rows(3)}"
        budget = Profile(max_tokens=tokens(text.rstrip("\n")) - 3, min_tokens=0, overlap=0)
        finding = one(text, "CL101", budget)
        assert (finding.data["first"], finding.data["last"]) == (3, 3)
        assert "Row 3 " in finding.message()
        assert "第 3 行" in finding.message("zh-CN")

    def test_sixty_rows_are_still_one_finding(self) -> None:
        finding = one(f"# Pumps\n\n{HEADER}{rows(60)}", "CL101")
        assert finding.data["chunks"] > 5
        assert finding.data["last"] == 60

    def test_a_table_that_fits_is_silent_in_both_languages(self) -> None:
        assert lint(f"# Pumps\n\n{HEADER}{rows(2)}\n## 水泵\n\n{HEADER_ZH}{rows(2)}", "CL101") == []

    def test_two_tables_under_subheadings_are_silent_where_one_was_not(self) -> None:
        assert lint(f"# Pumps\n\n## Small\n\n{HEADER}{rows(3)}\n## Large\n\n{HEADER}{rows(3, 'PY')}", "CL101") == []

    def test_a_table_in_a_code_fence_is_no_table(self) -> None:
        assert lint(f"# Pumps\n\n```markdown\n{HEADER}{rows(20)}```\n", "CL101") == []

    def test_a_table_in_a_quote_is_reported_with_its_first_row_after_the_quote_mark(self) -> None:
        quoted = "".join(f"> {line}\n" for line in (HEADER + rows(8)).splitlines())
        finding = one(f"# Pumps\n\n{quoted}", "CL101")
        assert marked(finding).startswith("| Model")
        assert lines([finding]) == [3]

    def test_windows_line_endings_change_neither_place_nor_rows(self) -> None:
        finding = one(crlf(f"# Pumps\n\n{HEADER}{rows(8)}\nAfter it.\n"), "CL101")
        assert marked(finding).endswith("| PX-108 | 56 | 11 |")
        assert finding.data["last"] == 8

    def test_a_table_in_mdx_counts_as_well(self) -> None:
        assert lines(lint(f'import X from "x"\n\n# Pumps\n\n{HEADER}{rows(8)}', "CL101", path="page.mdx")) == [5]

    def test_repeated_headers_make_it_an_info_that_says_so(self) -> None:
        finding = one(f"# Pumps\n\n{HEADER}{rows(8)}", "CL101", Profile(max_tokens=60, repeat_table_header=True))
        assert (finding.severity, finding.variant) == ("info", "repeated")
        assert "header is repeated" in finding.message()

    def test_a_severity_of_the_user_wins_over_the_milder_one(self) -> None:
        repeated = Profile(max_tokens=60, repeat_table_header=True)
        (finding,) = lint(f"# Pumps\n\n{HEADER}{rows(8)}", "CL101", profile=repeated, severity="error")
        assert finding.severity == "error"

    def test_a_table_over_the_budget_only_through_one_row_leaves_it_to_that_row(self) -> None:
        assert codes(lint(f"# Pumps\n\n{HEADER}{rows(1)}{LONG_ROW}", "CL1")) == ["CL102"]

    HTML_HEADER = "<tr><th>Model</th><th>Flow</th></tr>\n"

    def html(self, header: str, count: int, after: str = "</table>") -> str:
        cells = "".join(f"<tr><td>PX-{100 + row}</td><td>{row * 7}</td></tr>\n" for row in range(1, count + 1))
        return f"<table>\n{header}{cells}{after}\n"

    def test_an_html_table_is_one_finding_at_the_table_and_none_at_the_section(self) -> None:
        table = self.html(self.HTML_HEADER, 8)
        (finding,) = lint(f"# Pumps\n\n{table}\nAfter it.\n")
        assert (finding.code, finding.severity, finding.fix) == ("CL101", "warning", None)
        assert marked(finding) == table.rstrip("\n")
        assert (finding.data["first"], finding.data["last"]) == (3, 8)

    def test_in_html_a_head_of_data_cells_is_a_header_and_a_first_row_of_them_is_none(self) -> None:
        head = "<thead><tr><td>Model</td><td>Flow</td></tr></thead>\n"
        assert codes(lint(f"# Pumps\n\n{self.html(head, 8)}", "CL101")) == ["CL101"]
        assert lint(f"# Pumps\n\n{self.html('', 8)}", "CL101") == []
        assert lint(f"# Pumps\n\n{self.html('<tr><th></th><th> </th></tr>', 8)}", "CL101") == []

    def test_two_html_tables_in_one_block_are_told_apart(self) -> None:
        text = f"# Pumps\n\n{self.html(self.HTML_HEADER, 1)}{self.html(self.HTML_HEADER, 8)}"
        finding = one(text, "CL101")
        assert finding.start == text.rindex("<table>")

    def test_an_html_table_that_is_never_closed_counts_to_its_last_row(self) -> None:
        finding = one(f"# Pumps\n\n{self.html(self.HTML_HEADER, 8, '')}", "CL101")
        assert finding.data["last"] == 8

    def test_end_tags_alone_in_a_chunk_are_no_row(self) -> None:
        table = f"<table>{self.HTML_HEADER}<tr><td>PX-101</td><td>7</td></tr></table>"
        size = tokens(table) - 1
        budget = Profile(splitter="recursive", max_tokens=size, overlap=0, separators=("</table>", ""), min_tokens=0)
        assert len(preview(f"{table}\n", profile=budget)) > 1
        assert lint(f"{table}\n", "CL101", profile=budget) == []


class TestTableRowTooLarge:
    @pytest.mark.parametrize(
        ("header", "short", "long"),
        [(HEADER, rows(2), LONG_ROW), (HEADER_ZH, rows(2, "泵"), LONG_ROW_ZH)],
        ids=["en", "zh"],
    )
    def test_the_row_is_marked_from_its_first_to_its_last_character(self, header: str, short: str, long: str) -> None:
        finding = one(f"# A\n\n{header}{short}{long}", "CL102")
        assert marked(finding) == long.rstrip("\n")
        assert lines([finding]) == [7]
        assert finding.severity == "warning"

    def test_the_size_is_that_of_heading_path_header_and_row_together(self) -> None:
        finding = one(f"# Pumps\n\n{HEADER}{LONG_ROW}", "CL102")
        parts = ("Pumps\n\n", HEADER.rstrip("\n"), LONG_ROW.rstrip("\n"))
        assert finding.data == {"tokens": sum(map(tokens, parts)), "limit": 60, "rows": 1}
        assert "{tokens} tokens".format(**finding.data) in finding.message()

    def test_several_such_rows_are_one_finding_at_the_first(self) -> None:
        finding = one(f"# A\n\n{HEADER}{LONG_ROW}{rows(2)}{LONG_ROW}{LONG_ROW}", "CL102")
        assert lines([finding]) == [5]
        assert (finding.variant, finding.data["rows"]) == ("several", 3)
        assert "3 rows" in finding.message()
        assert "3 行" in finding.message("zh-CN")

    def test_a_row_that_fits_by_itself_but_not_with_the_header_is_reported(self) -> None:
        header = "| Model | What the maker says about the flow at twenty degrees | Pressure at the outlet in bar |\n"
        row = "| PX-1 | about twenty litres in a minute when the filter is new and clean | seven, or eight |\n"
        profile = Profile(max_tokens=tokens(header + "| - | - | - |\n" + row) - 5, min_tokens=0, overlap=0)
        assert tokens(row) < profile.max_tokens
        assert lines(lint(header + "| - | - | - |\n" + row, "CL102", profile=profile)) == [3]

    def test_rows_that_fit_are_silent_however_many(self) -> None:
        assert lint(f"# A\n\n{HEADER}{rows(60)}", "CL102") == []

    def test_in_a_quote_the_mark_starts_after_the_quote_sign(self) -> None:
        quoted = "".join(f"> {line}\n" for line in (HEADER + LONG_ROW).splitlines())
        assert marked(one(quoted, "CL102")).startswith("| PX-200")

    def test_windows_line_endings_do_not_enter_the_mark(self) -> None:
        assert marked(one(crlf(f"# A\n\n{HEADER}{LONG_ROW}{rows(1)}"), "CL102")) == LONG_ROW.rstrip("\n")

    def test_code_with_pipes_is_no_row(self) -> None:
        assert lint(f"```\n{HEADER}{LONG_ROW}```\n", "CL102") == []


TITLE = "Table 3: Flow in litres a minute and pressure in bar of every pump of the 2026 range"
TITLE_ZH = "表 3：2026 年各型号水泵的流量与压力（测量时水温为 20 度）"
UNITS_ZH = "单位：升/分钟；压力单位为 bar，测量时的水温为二十度"


class TestTableSplitFromTitle:
    @pytest.mark.parametrize(
        ("title", "table"),
        [
            (TITLE, HEADER + rows(3)),
            ("**Flow and pressure of every pump that we sell, measured at twenty degrees**", HEADER + rows(3)),
            (TITLE_ZH, HEADER_ZH + rows(2, "泵")),
            (UNITS_ZH, HEADER_ZH + rows(2, "泵")),
        ],
        ids=["caption", "bold title", "zh caption", "zh units"],
    )
    def test_a_title_left_behind_is_reported_at_the_title(self, title: str, table: str) -> None:
        page = f"# 泵\n\n{title}\n\n{table}"
        finding = one(page, "CL105", Profile(max_tokens=tokens(page) - 6, min_tokens=0, overlap=0))
        assert marked(finding) == title
        assert finding.severity == "warning"
        (place,) = finding.related
        assert page[place.start : place.end] == table.rstrip("\n")

    def test_the_size_is_that_of_both_with_the_heading_path(self) -> None:
        table = HEADER + rows(3)
        finding = one(f"# Pumps\n\n{TITLE}\n\n{table}", "CL105")
        together = tokens("Pumps\n\n") + tokens(f"{TITLE}\n\n{table}".rstrip("\n"))
        assert finding.data == {"tokens": together, "limit": 60}

    def test_a_title_that_stays_with_its_table_is_silent(self) -> None:
        roomy = Profile(max_tokens=80, min_tokens=0, overlap=0)
        pages = f"# Pumps\n\n{TITLE}\n\n{HEADER}{rows(1)}\n## 水泵\n\n{TITLE_ZH}\n\n{HEADER_ZH}{rows(1, '泵')}"
        assert lint(pages, "CL105", profile=roomy) == []

    def test_a_table_over_the_budget_takes_its_title_into_the_first_piece(self) -> None:
        assert codes(lint(f"# Pumps\n\n{TITLE}\n\n{HEADER}{rows(20)}", "CL1")) == ["CL101"]

    def test_a_sentence_before_a_table_is_no_title(self) -> None:
        text = "Flow and pressure were measured at twenty degrees with clean water and a new filter in each pump."
        assert lint(f"# Pumps\n\n{text}\n\n{HEADER}{rows(3)}", "CL105") == []
        assert tokens(f"Pumps\n\n{text}\n\n{HEADER}{rows(3)}") > SMALL.max_tokens

    def test_a_title_in_a_code_fence_is_none(self) -> None:
        assert lint(f"# Pumps\n\n```\n{TITLE}\n\n{HEADER}{rows(3)}```\n", "CL105") == []
