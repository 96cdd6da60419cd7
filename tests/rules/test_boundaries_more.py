"""CL405, CL406 and CL408: items, topics and notes on both sides of a boundary."""

from __future__ import annotations

import pytest

from chunklint.api import Profile
from tests.rules.linting import LANGCHAIN_TOKENS, SMALL, codes, crlf, filler, lines, lint, marked, one

SHORT = Profile(max_tokens=40, min_tokens=0, overlap=0)


class TestListItemSplit:
    """CL405."""

    NESTED = "## Plans\n\n- Free\n- Team, which has everything of the free plan and in addition\n" + "".join(
        f"  - part {n} of the pump with seal and hose\n" for n in range(6)
    )
    NESTED_ZH = "## 套餐\n\n- 团队版，除免费版的全部功能之外还包括\n" + "".join(
        f"  - 第 {n} 项，含密封圈和软管各一根\n" for n in range(6)
    )

    @pytest.mark.parametrize(("page", "line"), [(NESTED, 4), (NESTED_ZH, 3), (crlf(NESTED), 4)])
    def test_a_nested_list_that_goes_on_in_another_chunk_is_reported_at_its_item(self, page: str, line: int) -> None:
        finding = one(page, "CL405")
        assert (lines([finding]), finding.variant, finding.severity) == ([line], "nested", "info")
        (place,) = finding.related
        assert lines([finding]) != [finding.data["line"]]
        assert page[place.start : place.end].lstrip().startswith("-")

    def test_an_item_that_is_cut_between_its_paragraphs_is_reported(self) -> None:
        page = f"## A\n\n1. {filler(100)}\n\n   {filler(100)}\n\n2. Start.\n"
        finding = one(page, "CL405", SHORT)
        assert (lines([finding]), finding.variant, finding.data["chunks"]) == ([3], "default", 2)

    def test_a_list_that_is_cut_between_its_outermost_items_is_silent(self) -> None:
        page = "## A\n\n" + f"- {filler(80)}\n" * 8
        assert lint(page, "CL405") == []

    def test_one_list_gives_one_finding(self) -> None:
        twice = self.NESTED + "- Company\n" + self.NESTED.split("\n", 4)[4]
        assert len(lint(twice, "CL405")) == 1
        assert len(lint(self.NESTED + "\nText.\n\n" + self.NESTED.split("\n", 2)[2], "CL405")) == 2

    def test_a_cut_with_a_cause_of_its_own_is_left_to_that_rule(self) -> None:
        page = "## A\n\n- Run this:\n\n  ```python\n" + "  pump.check(valve=1, leak=False)\n" * 20 + "  ```\n"
        assert codes(lint(page, "CL403", "CL405")) == ["CL403"]
        assert codes(lint(f"## A\n\n- {filler(600)}\n", "CL303", "CL405")) == ["CL303"]

    def test_lists_in_quotes_count(self) -> None:
        page = "\n".join("> " + line for line in self.NESTED.split("\n", 2)[2].splitlines())
        assert len(lint(f"## A\n\n{page}\n", "CL405")) == 1


class TestMixedTopics:
    """CL406."""

    def page(self, cancel: int = 90, accounts: str = "An account can be closed.") -> str:
        return f"# Shop\n\n## Orders\n\n{filler(230)}\n\n### Cancel\n\n{filler(cancel)}\n\n## Accounts\n\n{accounts}\n"

    profile = Profile(max_tokens=64, min_tokens=16, overlap=0)

    def test_a_small_section_that_joins_another_topic_is_reported_at_its_heading(self) -> None:
        finding = one(self.page(), "CL406", self.profile)
        assert (marked(finding), finding.severity, finding.variant) == ("## Accounts", "info", "default")
        assert finding.data["other"] == "Cancel"

    def test_chinese_pages_too(self) -> None:
        page = self.page(accounts="可以注销。").replace("Accounts", "账号").replace("Cancel", "取消")
        assert one(page, "CL406", self.profile).data == {"title": "账号", "other": "取消"}

    def test_sections_that_keep_apart_are_silent(self) -> None:
        assert lint(self.page(), "CL406", profile=Profile(max_tokens=64, min_tokens=0, overlap=0)) == []

    def test_sections_side_by_side_and_whole_topics_are_silent(self) -> None:
        assert lint("# Shop\n\n## A\n\nOne.\n\n### A1\n\nTwo.\n\n## B\n\nThree.\n", "CL406", profile=Profile()) == []
        assert lint("Intro.\n\n# Shop\n\nOne.\n\n## A\n\nTwo.\n", "CL406", profile=Profile()) == []
        assert lint("# A\n\nOne.\n\n# B\n\nTwo.\n", "CL406", profile=Profile()) == []

    def test_splitters_that_ignore_headings_are_told_so(self) -> None:
        found = lint(self.page(400) + "\n" + filler(900), "CL406", profile=LANGCHAIN_TOKENS)
        found += lint(self.page(400), "CL406", profile=Profile(splitter="fixed", max_tokens=60, overlap=0))
        assert {finding.variant for finding in found} == {"splitter"}

    def test_one_chunk_gives_one_finding(self) -> None:
        page = self.page(400, "Closed.\n\n## Prices\n\nLow.\n\n## Places\n\nMany.")
        profile = Profile(splitter="fixed", max_tokens=60, overlap=0)
        assert len(lint(page, "CL406", profile=profile)) == 1


class TestNoteFarAway:
    """CL408."""

    def test_a_footnote_is_in_no_chunk_of_the_structure_splitter(self) -> None:
        finding = one("## 限额\n\n最多四十个分片[^limit]。\n\n[^limit]: 仅限付费版。\n", "CL408")
        assert (marked(finding), finding.severity) == ("[^limit]", "info")
        assert finding.data == {"label": "limit", "line": 5, "others": 0}
        (place,) = finding.related
        assert finding.document.slice(place.start, place.end).startswith("[^limit]: 仅限")

    def test_a_note_in_the_same_chunk_is_silent(self) -> None:
        page = "## A\n\nForty shards[^limit].\n\n[^limit]: Paid plans only.\n"
        assert lint(page, "CL408", profile=Profile(splitter="fixed", max_tokens=400, overlap=0)) == []
        far = page.replace("\n\n[^limit]:", f"\n\n{filler(900)}\n\n[^limit]:")
        assert len(lint(far, "CL408", profile=Profile(splitter="fixed", max_tokens=100, overlap=0))) == 1

    def test_links_by_label_are_one_finding_a_chunk(self) -> None:
        page = "## A\n\nSee [the note][n], [Other][] and [Third], and [the note][N] again.\n\n" + "".join(
            f"[{label}]: https://example.com/{label}\n" for label in ("n", "other", "third")
        )
        finding = one(page, "CL408")
        assert (marked(finding), finding.variant, finding.data["others"]) == ("[the note][n]", "links", 2)
        single = one("## A\n\nSee [the note][n].\n\n[n]: https://example.com\n", "CL408")
        assert (single.variant, single.data["line"]) == ("link", 5)

    @pytest.mark.parametrize(
        "text",
        [
            "See [the note](https://example.com).",
            "Write `[the note][n]` and `[^limit]`.",
            "An unknown [label][x] and a mark [^none].",
            "![picture][n]",
            "[x] is no label.",
        ],
    )
    def test_other_links_and_code_are_silent(self, text: str) -> None:
        page = f"## A\n\n{text}\n\n[n]: https://example.com\n\n[^limit]: Paid plans only.\n"
        assert lint(page, "CL408") == []

    def test_a_page_without_definitions_is_passed_over(self) -> None:
        assert lint("## A\n\n" + "[" * 5000 + "\n", "CL408", profile=SMALL) == []

    def test_a_flood_of_brackets_takes_linear_time(self) -> None:
        assert lint("## A\n\n" + "[a" * 20000 + "\n\n[n]: https://example.com\n", "CL408", profile=SMALL) == []
