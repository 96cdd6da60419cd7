"""CL401 to CL404: lists, code and sentences that a boundary tears apart."""

from __future__ import annotations

import pytest

from chunklint.api import Profile, preview
from tests.rules.linting import SMALL, codes, crlf, lines, lint, marked, one, tokens

LEAD_IN = "Before you connect the pump to the water line, check these points in this order:"
LEAD_IN_ZH = "把水泵接到水管之前，请务必按下面的顺序，逐项仔细检查以下各个要点："


def items(count: int, text: str = "Check this valve for leaks") -> str:
    return "".join(f"- {text}\n" for _ in range(count))


def code(count: int, language: str = "python") -> str:
    return f"```{language}\n" + "pump.check(valve=1, leak=False)\n" * count + "```\n"


def just_too_small(page: str) -> Profile:
    """A budget under a page's size, but large enough for its last block."""
    return Profile(max_tokens=tokens(page) - 5, min_tokens=0, overlap=0)


class TestLeadIns:
    """What CL401 and CL402 have in common: the same sentence over a list and over code."""

    @pytest.mark.parametrize(("rule", "after"), [("CL401", items(6)), ("CL402", code(4))])
    @pytest.mark.parametrize("lead_in", [LEAD_IN, LEAD_IN_ZH, "检查 pump 的 valve 是否 leak，步骤如下。"])
    def test_a_lead_in_left_behind_is_reported_at_the_lead_in(self, rule: str, after: str, lead_in: str) -> None:
        page = f"# 水泵\n\n{lead_in}\n\n{after}"
        finding = one(page, rule, just_too_small(page))
        assert (marked(finding), finding.severity, finding.variant) == (lead_in, "warning", "default")
        (place,) = finding.related
        assert page[place.start : place.end] == after.rstrip("\n")

    @pytest.mark.parametrize(("rule", "after"), [("CL401", items(7)), ("CL402", code(4))])
    def test_the_numbers_are_the_line_of_the_block_and_the_size_of_both(self, rule: str, after: str) -> None:
        finding = one(f"# Pumps\n\n{LEAD_IN}\n\n{after}", rule)
        together = tokens("Pumps\n\n") + tokens(f"{LEAD_IN}\n\n{after}".rstrip("\n"))
        assert finding.data == {"line": 5, "tokens": together, "limit": 60}
        assert "line 5" in finding.message()
        assert f"{together} tokens, limit 60" in finding.message()
        assert "第 5 行" in finding.message("zh-CN")

    @pytest.mark.parametrize(("rule", "after"), [("CL401", items(2)), ("CL402", code(2))])
    def test_both_in_one_chunk_are_silent(self, rule: str, after: str) -> None:
        assert lint(f"# Pumps\n\n{LEAD_IN}\n\n{after}", rule) == []
        assert lint(f"# 水泵\n\n检查以下各项：\n\n{after}", rule) == []

    @pytest.mark.parametrize(("rule", "after"), [("CL401", items(30)), ("CL402", code(30))])
    def test_a_block_larger_than_a_chunk_takes_its_lead_in_into_the_first_piece(self, rule: str, after: str) -> None:
        assert lint(f"# Pumps\n\n{LEAD_IN}\n\n{after}", rule) == []

    @pytest.mark.parametrize(("rule", "after"), [("CL401", items(6)), ("CL402", code(4))])
    @pytest.mark.parametrize(
        ("lead_in", "found"),
        [("Notes:", 0), ("**Notes**:", 0), ("`Note`s: ", 0), ("例如如下：", 0), ("请看下面的例：", 0), ("Caution:", 1)],
    )
    def test_lead_ins_of_six_characters_say_too_little_to_be_missed(
        self, rule: str, after: str, lead_in: str, found: int
    ) -> None:
        # The block and the heading path fill a chunk, so that the lead-in has to stay in the one before.
        intro = "The pump is delivered with seals, hoses and two keys in a box of wood."
        page = f"# Pumps\n\n{intro}\n\n{lead_in}\n\n{after}"
        profile = Profile(max_tokens=tokens(f"Pumps\n\n{after}".rstrip("\n")), min_tokens=0, overlap=0)
        assert len(lint(page, rule, profile=profile)) == found
        chunks = preview(page, profile=profile)
        assert not any(lead_in.strip() in chunk.text and after.rstrip("\n") in chunk.text for chunk in chunks)

    @pytest.mark.parametrize(("rule", "after"), [("CL401", items(6)), ("CL402", code(4))])
    def test_a_sentence_that_announces_nothing_is_no_lead_in(self, rule: str, after: str) -> None:
        page = f"# Pumps\n\n{LEAD_IN[:-1]} and be done with it.\n\n{after}"
        assert lint(page, rule, profile=just_too_small(page)) == []

    def test_each_rule_looks_at_its_own_kind_of_block(self) -> None:
        of_list, of_code = (f"# Pumps\n\n{LEAD_IN}\n\n{after}" for after in (items(7), code(4)))
        assert codes(lint(of_list, "CL401", "CL402")) == ["CL401"]
        assert codes(lint(of_code, "CL401", "CL402")) == ["CL402"]

    def test_inside_a_quote_the_lead_in_is_found_too(self) -> None:
        page = f"# Pumps\n\n> {LEAD_IN}\n>\n" + "".join(f"> {line}\n" for line in items(6).splitlines())
        profile = Profile(max_tokens=tokens(page) - 14, min_tokens=0, overlap=0)
        assert marked(one(page, "CL401", profile)) == LEAD_IN

    def test_an_overlap_that_repeats_the_whole_lead_in_mends_it(self) -> None:
        page = f"# Pumps\n\nThe pump is delivered in a box. {LEAD_IN}\n\n{items(5)}"
        with_overlap = Profile(max_tokens=60, min_tokens=0, overlap=20)
        chunks = preview(page, profile=with_overlap)
        assert any(LEAD_IN in chunk.text and items(5).rstrip("\n") in chunk.text for chunk in chunks)
        assert lint(page, "CL401", profile=with_overlap) == []

    def test_windows_line_endings_do_not_enter_the_mark(self) -> None:
        assert marked(one(crlf(f"# Pumps\n\n{LEAD_IN}\n\n{items(6)}"), "CL401", SMALL)) == LEAD_IN

    def test_lists_and_code_shown_in_a_fence_are_none(self) -> None:
        page = f"# Pumps\n\n````markdown\n{LEAD_IN}\n\n{items(6)}\n{LEAD_IN}\n\n{code(4)}````\n"
        assert lint(page, "CL401", "CL402") == []

    def test_mdx_components_between_the_two_break_the_tie(self) -> None:
        page = f"# Pumps\n\n{LEAD_IN}\n\n<Tabs />\n\n{code(4)}"
        assert lint(page, "CL402", path="page.mdx") == []


FUNCTIONS = "\n\n".join(f"def check_{n}(valve):\n    return valve.leak({n})" for n in range(12))
ONE_FUNCTION = "```python\nimport pump\n\n\ndef check_all(valves):\n" + "    valves.check(leak=False)\n" * 20 + "```\n"


class TestCodeBlockSplit:
    @pytest.mark.parametrize("title", ["Pumps", "水泵"])
    def test_code_over_the_budget_is_one_finding_over_the_block(self, title: str) -> None:
        finding = one(f"# {title}\n\n{code(30)}\nText.\n", "CL403")
        assert (marked(finding), finding.severity) == (code(30).rstrip("\n"), "warning")

    def test_the_numbers(self) -> None:
        page = f"# Pumps\n\n{code(30)}"
        finding = one(page, "CL403")
        size = tokens("Pumps\n\n") + tokens(code(30).rstrip("\n"))
        assert finding.data == {"chunks": len(preview(page, profile=SMALL)), "tokens": size, "limit": 60, "symbol": ""}
        assert f"{size:,} tokens, limit 60" in finding.message()
        assert f"{finding.data['chunks']} 块" in finding.message("zh-CN")

    def test_functions_that_stay_whole_are_not_named(self) -> None:
        finding = one(f"# Pumps\n\n```python\n{FUNCTIONS}\n```\n", "CL403")
        assert (finding.variant, finding.data["symbol"]) == ("default", "")

    def test_a_function_that_is_cut_inside_is_named(self) -> None:
        finding = one(f"# Pumps\n\n{ONE_FUNCTION}", "CL403")
        assert (finding.variant, finding.data["symbol"]) == ("function", "check_all")
        assert "check_all" in finding.message()
        assert "check_all" in finding.message("zh-CN")

    @pytest.mark.parametrize(
        ("info", "severity"),
        [
            ("python", "warning"),
            ("Python title=check.py", "warning"),
            ("{.python .numberLines}", "warning"),
            ("js {1,3}", "warning"),
            ("yaml", "warning"),
            ("", "info"),
            ("text", "info"),
            ("TEXT", "info"),
            ("{.text}", "info"),
            ("console", "info"),
            ("output", "info"),
            ("log", "info"),
            ("mermaid", "info"),
        ],
    )
    def test_what_is_no_code_to_be_run_is_an_info(self, info: str, severity: str) -> None:
        assert one(f"# Pumps\n\n{code(30, info)}", "CL403").severity == severity

    def test_tildes_and_indentation_are_code_as_well(self) -> None:
        tildes = code(30).replace("```", "~~~~")
        indented = "".join(f"    pump.check(valve={n})\n" for n in range(30))
        assert lines(lint(f"# Pumps\n\n{tildes}\nText.\n\n{indented}", "CL403")) == [3, 38]

    def test_in_a_list_the_mark_starts_at_the_fence(self) -> None:
        nested = "- Check it\n\n" + "".join(f"  {line}\n" for line in code(30).splitlines())
        finding = one(f"# Pumps\n\n{nested}", "CL403")
        assert (lines([finding]), marked(finding)[:9], marked(finding)[-3:]) == ([5], "```python", "```")

    def test_windows_line_endings_do_not_enter_the_mark(self) -> None:
        finding = one(crlf(f"# Pumps\n\n{code(30)}\nText.\n"), "CL403")
        assert (marked(finding)[:9], marked(finding)[-3:]) == ("```python", "```")

    def test_code_that_fits_is_silent(self) -> None:
        assert lint(f"# Pumps\n\n{code(3)}\n## 水泵\n\n{code(3)}", "CL403") == []

    def test_code_without_an_end_is_left_to_the_rule_for_that(self) -> None:
        page = f"# Pumps\n\n{code(30)[:-4]}"
        assert codes(lint(page, "CL403", "CL501")) == ["CL501"]

    def test_exports_and_components_of_mdx_are_no_code_blocks(self) -> None:
        page = "export const check = [\n" + "  { valve: 1, leak: false },\n" * 40 + "]\n\n# Pumps\n\nText.\n"
        assert lint(page, "CL403", path="page.mdx") == []
        assert lines(lint(f"<Tabs />\n\n# Pumps\n\n{code(30)}", "CL403", path="page.mdx")) == [5]

    def test_the_section_around_it_is_not_reported_for_it(self) -> None:
        assert codes(lint(f"# Pumps\n\nIt runs.\n\n{code(30)}\nIt stops.\n")) == ["CL403"]


CLAUSE = "and the second pump takes over whenever the first one stops for a while "
SENTENCE = f"The first pump runs {CLAUSE * 5}at night."
SENTENCE_ZH = "第一台水泵运行的时候" + "第二台水泵随时准备接替它继续工作" * 4 + "直到天亮。"


class TestSentenceSplit:
    @pytest.mark.parametrize("sentence", [SENTENCE, SENTENCE_ZH], ids=["en", "zh"])
    def test_a_sentence_that_no_chunk_holds_is_marked_whole(self, sentence: str) -> None:
        assert tokens(sentence) > SMALL.max_tokens
        finding = one(f"# 泵\n\nIt is on. {sentence} It is off.\n", "CL404")
        assert (marked(finding), finding.severity, finding.variant) == (sentence, "warning", "default")

    @pytest.mark.parametrize("sentence", [SENTENCE, SENTENCE_ZH], ids=["en", "zh"])
    def test_the_words_before_the_cut_are_quoted(self, sentence: str) -> None:
        page = f"# P\n\n{sentence}\n"
        finding = one(page, "CL404")
        cut = preview(page, profile=SMALL)[1].start
        assert page[:cut].rstrip().endswith(finding.data["before"])
        assert 0 < len(finding.data["before"]) <= 24
        assert finding.data["before"] in finding.message()
        assert f"“{finding.data['before']}”" in finding.message("zh-CN")
        assert finding.data["line"] == 3

    def test_the_line_is_that_of_the_cut(self) -> None:
        wrapped = SENTENCE.replace("whenever the", "whenever\nthe")
        page = f"# P\n\n{wrapped}\n"
        finding = one(page, "CL404")
        assert finding.data["line"] == page.count("\n", 0, preview(page, profile=SMALL)[1].start) + 1 > 3
        assert "\n" not in finding.data["before"]

    def test_a_paragraph_cut_between_its_sentences_is_silent(self) -> None:
        assert lint(f"# P\n\n{'The pump runs for nine hours a day. ' * 20}\n", "CL404") == []
        assert lint(f"# P\n\n{'水泵每天连续运行九个小时。' * 20}\n", "CL404") == []
        assert lint(f"# P\n\n{'他说：“水泵停了。”然后走开了。（见手册。）' * 12}\n", "CL404") == []

    def test_one_paragraph_is_one_finding(self) -> None:
        assert len(lint(f"# P\n\n{SENTENCE} {SENTENCE} {SENTENCE}\n", "CL404")) == 1

    def test_other_blocks_have_no_sentences(self) -> None:
        page = f"# P\n\n```\n{SENTENCE}\n```\n\n| a |\n| - |\n| {SENTENCE} |\n\n<div>\n{SENTENCE}\n</div>\n"
        assert lint(page, "CL404") == []

    def test_in_a_quote_and_in_a_list_the_sentence_is_marked_without_its_marks(self) -> None:
        found = lint(f"# P\n\n> {SENTENCE}\n\n- {SENTENCE}\n", "CL404")
        assert [marked(finding) for finding in found] == [SENTENCE, SENTENCE]

    def test_windows_line_endings_do_not_enter_the_mark(self) -> None:
        assert marked(one(crlf(f"# P\n\n{SENTENCE}\n\nText.\n"), "CL404")) == SENTENCE

    def test_no_mark_falls_between_the_halves_of_an_emoji(self) -> None:
        family = "👩\u200d👩\u200d👧\u200d👦"
        finding = one(f"# P\n\n{family * 30} is on.\n", "CL404")
        assert marked(finding) == f"{family * 30} is on."
        assert finding.data["before"].endswith(family)
