"""The rules for boundaries under LangChain's recursive splitter: whose doing is a cut, and does an overlap mend it?"""

from __future__ import annotations

import pytest

from chunklint.api import Finding, Profile, preview
from tests.rules.linting import LANGCHAIN, LANGCHAIN_TOKENS, codes, filler, filler_zh, lint, marked, one, tokens

HEADER = "| Model | Flow |\n| --- | --- |\n"
LEAD_IN = "Before you start the pump, check these points in this order:"
LEAD_IN_ZH = "启动水泵之前，请按下面的顺序逐项检查以下要点："
TITLE = "Table 3: Flow of every pump of the 2026 range in litres a minute"


def rows(characters: int) -> str:
    return "".join(f"| PX-{row:03} | {row * 7:05} |\n" for row in range(characters // 19))


def items(characters: int) -> str:
    return "- Check it for leaks\n" * (characters // 21)


def code(characters: int, *, blank_lines: bool = False) -> str:
    line = "pump.check(valve=1)\n\n" if blank_lines else "pump.check(valve=1)\n"
    return "```python\n" + (line * (characters // len(line))).rstrip("\n") + "\n```\n"


def held_together(page: str, profile: Profile, *parts: str) -> bool:
    """Whether one chunk's text has all the parts: what the test's page was made for."""
    return any(all(part in chunk.text for part in parts) for chunk in preview(page, profile=profile))


def is_mild(finding: Finding, variant: str) -> bool:
    return (finding.severity, finding.variant) == ("info", variant)


class TestInCharacters:
    """1,000 characters with an overlap of 200."""

    @pytest.mark.parametrize(("rule", "after"), [("CL401", items(990)), ("CL402", code(990))])
    @pytest.mark.parametrize("lead_in", [LEAD_IN, LEAD_IN_ZH])
    def test_a_lead_in_parted_from_a_large_block_is_an_info(self, rule: str, after: str, lead_in: str) -> None:
        page = f"# Pumps\n\n{filler(700)}\n\n{lead_in}\n\n{after}"
        assert not held_together(page, LANGCHAIN, lead_in, after[:60])
        finding = one(page, rule, LANGCHAIN)
        assert is_mild(finding, "splitter")
        assert marked(finding) == lead_in
        assert "splitter" in finding.message()
        assert "切分方式" in finding.message("zh-CN")

    @pytest.mark.parametrize(("rule", "after"), [("CL401", items(300)), ("CL402", code(300))])
    @pytest.mark.parametrize("lead_in", [LEAD_IN, LEAD_IN_ZH])
    def test_an_overlap_that_repeats_the_lead_in_mends_it(self, rule: str, after: str, lead_in: str) -> None:
        page = f"# Pumps\n\n{filler(700)}\n\n{lead_in}\n\n{after}"
        assert preview(page, profile=LANGCHAIN)[1].start > page.index(lead_in)
        assert held_together(page, LANGCHAIN, lead_in, after.rstrip("\n"))
        assert lint(page, rule, profile=LANGCHAIN) == []

    def test_a_title_parted_from_a_large_table_is_an_info(self) -> None:
        page = f"# Pumps\n\n{filler(700)}\n\n{TITLE}\n\n{HEADER}{rows(940)}"
        assert not held_together(page, LANGCHAIN, TITLE, HEADER)
        finding = one(page, "CL105", LANGCHAIN)
        assert (finding.severity, marked(finding)) == ("info", TITLE)

    def test_an_overlap_that_repeats_the_title_mends_it(self) -> None:
        page = f"# Pumps\n\n{filler(800)}\n\n{TITLE}\n\n{HEADER}{rows(200)}"
        assert held_together(page, LANGCHAIN, TITLE, HEADER, rows(200)[-20:].rstrip("\n"))
        assert preview(page, profile=LANGCHAIN)[1].start > page.index(TITLE)
        assert lint(page, "CL105", profile=LANGCHAIN) == []

    @pytest.mark.parametrize(
        ("heading", "text"), [("## Next part", "After " + filler(990)), ("## 下一部分", "然后" + filler_zh(995))]
    )
    def test_a_heading_before_a_large_paragraph_is_an_info(self, heading: str, text: str) -> None:
        page = f"# Pumps\n\n{filler(900)}\n\n{heading}\n\n{text}\n"
        assert not held_together(page, LANGCHAIN, heading, text[:40])
        finding = one(page, "CL201", LANGCHAIN)
        assert is_mild(finding, "splitter")
        assert marked(finding) == heading

    @pytest.mark.parametrize(
        ("heading", "text"), [("## Next part", "After " + filler(300)), ("## 下一部分", "然后" + filler_zh(300))]
    )
    def test_an_overlap_that_repeats_the_heading_mends_it(self, heading: str, text: str) -> None:
        page = f"# Pumps\n\n{filler(960)}\n\n{heading}\n\n{text}\n"
        assert preview(page, profile=LANGCHAIN)[1].start > page.index(heading)
        assert held_together(page, LANGCHAIN, heading, text)
        assert lint(page, "CL201", profile=LANGCHAIN) == []

    def test_a_table_that_would_fit_is_an_info_about_the_splitter(self) -> None:
        table = HEADER + rows(850)
        page = f"# Pumps\n\n{filler(300)}\n{table}"
        assert len(table) < 900
        finding = one(page, "CL101", LANGCHAIN)
        assert is_mild(finding, "fits")
        assert (marked(finding), finding.data["chunks"]) == (table.rstrip("\n"), 2)
        assert "splitter" in finding.message()

    def test_a_table_that_does_not_fit_is_a_warning_under_any_splitter(self) -> None:
        finding = one(f"# Pumps\n\n{HEADER}{rows(3000)}", "CL101", LANGCHAIN)
        assert (finding.severity, finding.variant) == ("warning", "default")
        assert finding.data["chunks"] > 3

    def test_rows_whose_overlap_repeats_the_header_are_not_without_it(self) -> None:
        table = HEADER + rows(120)
        page = f"# Pumps\n\n{filler(900)}\n{table}"
        assert any(page.index(table) < chunk.start for chunk in preview(page, profile=LANGCHAIN))
        assert held_together(page, LANGCHAIN, table.rstrip("\n"))
        assert lint(page, "CL101", profile=LANGCHAIN) == []

    def test_a_row_that_no_chunk_holds_stays_a_warning(self) -> None:
        page = f"# Pumps\n\n{HEADER}| PX-1 | {'a remark about seals, ' * 60} |\n"
        assert one(page, "CL102", LANGCHAIN).severity == "warning"

    def test_code_that_would_fit_is_an_info_about_the_splitter(self) -> None:
        block = code(600, blank_lines=True)
        page = f"# Pumps\n\n{filler(700)}\n\n{block}"
        finding = one(page, "CL403", LANGCHAIN)
        assert is_mild(finding, "fits")
        assert marked(finding) == block.rstrip("\n")
        assert finding.data["symbol"] == ""
        assert "splitter" in finding.message()

    def test_code_that_an_overlap_holds_whole_is_not_cut(self) -> None:
        block = code(120, blank_lines=True)
        page = f"# Pumps\n\n{filler(900)}\n\n{block}\n{filler(300)}\n"
        chunks = preview(page, profile=LANGCHAIN)
        assert page.index(block) < chunks[1].start < page.index(block) + len(block)
        assert held_together(page, LANGCHAIN, block.rstrip("\n"))
        assert lint(page, "CL403", profile=LANGCHAIN) == []

    def test_code_that_does_not_fit_is_a_warning_under_any_splitter(self) -> None:
        finding = one(f"# Pumps\n\n{code(3000)}", "CL403", LANGCHAIN)
        assert (finding.severity, finding.variant) == ("warning", "default")

    @pytest.mark.parametrize(
        ("before", "sentence"),
        [
            ("It is on. " * 70, f"The first pump runs {'and the second one takes over ' * 12}at night."),
            ("水泵已经停止。" * 100, "水泵随时准备接替它工作" * 40 + "。"),
        ],
        ids=["en", "zh"],
    )
    def test_a_sentence_of_which_the_overlap_repeats_a_part_is_an_info(self, before: str, sentence: str) -> None:
        page = f"# Pumps\n\n{before}{sentence} {before}".rstrip()
        finding = one(page, "CL404", LANGCHAIN)
        assert is_mild(finding, "splitter")
        assert marked(finding) == sentence
        assert page[: preview(page, profile=LANGCHAIN)[1].end].endswith(finding.data["before"])

    @pytest.mark.parametrize(
        "sentence", ["The pump number seven runs for nine hours a day. ", "七号水泵每天连续运行九个小时。"]
    )
    def test_sentences_that_the_overlap_repeats_whole_are_silent(self, sentence: str) -> None:
        page = f"# Pumps\n\n{(sentence * 150).rstrip()}\n"
        cuts = [page[: chunk.end] for chunk in preview(page, profile=LANGCHAIN)[:-1]]
        assert any(not cut.rstrip().endswith((".", "。")) for cut in cuts)
        assert lint(page, "CL404", profile=LANGCHAIN) == []

    def test_the_paragraph_is_told_before_its_sentences(self) -> None:
        sentence = f"The first pump runs {'and the second one takes over ' * 12}at night. "
        page = f"# Pumps\n\nIt is on.\n\n{'It is on. ' * 70}{sentence}{'It is off. ' * 80}\n"
        assert codes(lint(page, "CL303", "CL304", "CL404", profile=LANGCHAIN)) == ["CL303"]
        assert codes(lint(page, "CL304", "CL404", profile=LANGCHAIN)) == ["CL304"]
        assert codes(lint(page, "CL404", profile=LANGCHAIN)) == ["CL404"]

    def test_a_block_that_fills_a_chunk_fits_since_no_heading_path_is_added(self) -> None:
        block = code(985, blank_lines=True)
        page = f"# The pumps of the range and how they are checked\n\n{filler(300)}\n\n{block}"
        assert 960 < len(block) < 1000
        finding = one(page, "CL403", LANGCHAIN)
        assert (finding.variant, finding.data["tokens"]) == ("fits", len(block.rstrip("\n")))


class TestInTokens:
    """512 tokens of cl100k with an overlap of 64."""

    def test_a_lead_in_parted_from_a_large_list_is_an_info_and_mended_by_the_overlap_before_a_small_one(self) -> None:
        intro = filler(2000)
        large, small = items(1800), items(400)
        assert tokens(intro) < 512 - tokens(LEAD_IN)
        assert 512 - tokens(LEAD_IN) < tokens(large) < 512
        assert is_mild(one(f"# P\n\n{intro}\n\n{LEAD_IN}\n\n{large}", "CL401", LANGCHAIN_TOKENS), "splitter")
        page = f"# P\n\n{intro}\n\n{LEAD_IN}\n\n{small}"
        assert preview(page, profile=LANGCHAIN_TOKENS)[1].start > page.index(LEAD_IN)
        assert lint(page, "CL401", profile=LANGCHAIN_TOKENS) == []

    def test_a_heading_parted_from_a_large_paragraph_is_an_info_and_mended_before_a_small_one(self) -> None:
        intro = filler(2000)
        large = "After " + filler(2660)
        assert 512 - tokens("\n\n## Next part") < tokens(f"\n\n{large}") < 512
        page = f"# P\n\n{intro}\n\n## Next part\n\n{large}\n"
        assert is_mild(one(page, "CL201", LANGCHAIN_TOKENS), "splitter")
        small = f"# P\n\n{intro}\n\n## Next part\n\n{filler(900)}\n"
        assert preview(small, profile=LANGCHAIN_TOKENS)[1].start > small.index("## Next part")
        assert lint(small, "CL201", profile=LANGCHAIN_TOKENS) == []

    def test_code_that_would_fit_is_an_info_and_silent_where_the_overlap_holds_it(self) -> None:
        intro = filler(1900)
        large, small = code(1200, blank_lines=True), code(100, blank_lines=True)
        finding = one(f"# P\n\n{intro}\n\n{large}", "CL403", LANGCHAIN_TOKENS)
        assert is_mild(finding, "fits")
        assert finding.data["limit"] == 512
        filled = filler(2180)
        page = f"# P\n\n{filled}\n\n{small}\n{intro}\n"
        chunks = preview(page, profile=LANGCHAIN_TOKENS)
        assert page.index(small) < chunks[1].start < page.index(small) + len(small)
        assert lint(page, "CL403", profile=LANGCHAIN_TOKENS) == []

    def test_a_sentence_is_an_info_unless_the_overlap_repeats_it_whole(self) -> None:
        long = f"The first pump runs {'and the second one takes over ' * 30}at night."
        page = f"# P\n\n{'It is on. ' * 110}{long} {'It is off. ' * 110}\n"
        finding = one(page, "CL404", LANGCHAIN_TOKENS)
        assert is_mild(finding, "splitter")
        assert marked(finding) == long
        short = "The pump number seven runs for nine hours a day. " * 150
        assert lint(f"# P\n\n{short.rstrip()}\n", "CL404", profile=LANGCHAIN_TOKENS) == []

    def test_a_large_table_is_a_warning_with_sizes_in_tokens(self) -> None:
        finding = one(f"# P\n\n{HEADER}{rows(4000)}", "CL101", LANGCHAIN_TOKENS)
        assert (finding.severity, finding.data["limit"]) == ("warning", 512)
        assert finding.data["tokens"] >= tokens((HEADER + rows(4000)).rstrip("\n"))


class TestWithAnOverlapInsideWords:
    """Windows of a fixed size repeat whatever comes, half a sentence too."""

    FIXED = Profile("fixed", "fixed", "characters", max_tokens=300, overlap=20, min_tokens=0)

    def test_half_a_lead_in_does_not_mend_it(self) -> None:
        page = f"{filler(238)}\n\n{LEAD_IN}\n\n{items(200)}"
        second = preview(page, profile=self.FIXED)[1]
        assert LEAD_IN[-10:] in second.text
        assert LEAD_IN not in second.text
        assert codes(lint(page, "CL401", profile=self.FIXED)) == ["CL401"]
