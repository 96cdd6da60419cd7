"""Where several rules could speak of one problem, one does: the one that tells the cause."""

from __future__ import annotations

import pytest

from chunklint.api import Profile
from tests.rules.linting import LANGCHAIN, SMALL, codes, lint, tokens

SENTENCE = "The pump number seven runs for nine hours a day. "
SENTENCE_ZH = "七号水泵每天连续运行九个小时。"
LONG = "When the " + " and the ".join(["pump runs"] * 30) + " it stops."
LONG_ZH = "当水泵开始运行" + "并且阀门已经完全打开" * 10 + "的时候就会停止。"
TABLE = "| Model | Flow |\n| --- | --- |\n" + "".join(f"| PX-{row} | {row * 7} |\n" for row in range(30))
CODE = "```python\n" + "pump.check(valve=1, leak=False)\n" * 20 + "```\n"


class TestSections:
    @pytest.mark.parametrize(("block", "code"), [(TABLE, "CL101"), (CODE, "CL403")], ids=["table", "code"])
    @pytest.mark.parametrize("intro", ["It runs.\n\n", "它在运行。\n\n", ""])
    def test_over_the_budget_only_through_a_block_the_block_is_told(self, block: str, code: str, intro: str) -> None:
        page = f"# Pumps\n\n{intro}{block}"
        assert tokens(page) > 2 * SMALL.max_tokens
        assert codes(lint(page)) == [code]

    @pytest.mark.parametrize(("block", "code"), [(TABLE, "CL101"), (CODE, "CL403")], ids=["table", "code"])
    def test_over_the_budget_without_the_block_both_are_told(self, block: str, code: str) -> None:
        text = "\n\n".join([SENTENCE * 2] * 9)
        assert sorted(codes(lint(f"# Pumps\n\n{text}\n\n{block}"))) == sorted(["CL301", code])

    @pytest.mark.parametrize("sentence", [SENTENCE, SENTENCE_ZH], ids=["en", "zh"])
    def test_with_one_paragraph_the_section_is_told_not_the_paragraph(self, sentence: str) -> None:
        assert codes(lint(f"# Pumps\n\n{sentence * 12}\n")) == ["CL301"]

    def test_a_section_that_is_only_joined_with_others_is_told_by_none(self) -> None:
        assert (
            lint("".join(f"# Starting pump {n}\n\n{SENTENCE}\n\n" for n in range(20)), profile=Profile(max_tokens=60))
            == []
        )

    def test_over_the_budget_only_through_one_paragraph_the_paragraph_is_told(self) -> None:
        assert codes(lint(f"# Pumps\n\n{SENTENCE * 2}\n\n{SENTENCE * 6}\n")) == ["CL303"]

    def test_a_paragraph_that_is_nearly_the_whole_section_is_told_with_the_section(self) -> None:
        assert codes(lint(f"# Pumps\n\nIt runs.\n\n{SENTENCE * 12}\n")) == ["CL301"]
        assert codes(lint(f"# Pumps\n\nIt runs.\n\n{SENTENCE * 12}\n", "CL303")) == ["CL303"]


class TestParagraphs:
    @pytest.mark.parametrize("long", [LONG, LONG_ZH], ids=["en", "zh"])
    def test_the_paragraph_goes_before_its_sentences(self, long: str) -> None:
        page = f"# P\n\nIt runs.\n\n{long} {long}\n"
        assert codes(lint(page, "CL303", "CL304", "CL404")) == ["CL303"]

    @pytest.mark.parametrize("long", [LONG, LONG_ZH], ids=["en", "zh"])
    def test_the_sentence_goes_before_its_cut(self, long: str) -> None:
        page = f"# P\n\nIt runs.\n\n{long}\n"
        assert codes(lint(page, "CL304", "CL404")) == ["CL304"]
        assert codes(lint(page, "CL404")) == ["CL404"]

    def test_a_rule_that_is_off_hides_none(self) -> None:
        page = f"# P\n\nIt runs.\n\n{LONG}\n"
        assert codes(lint(page, "CL304", "CL404", profile=LANGCHAIN)) == ["CL304"]
        assert codes(lint(page, "CL404", severity="error")) == ["CL404"]

    def test_a_cut_elsewhere_is_still_told(self) -> None:
        clause = "and the second pump takes over whenever the first one stops for a while "
        cut = f"The first pump runs {clause * 3}{'x1' * 9} at night."
        page = f"# P\n\nIt runs.\n\n{LONG}\n\n- {cut}\n"
        assert codes(lint(page, "CL304", "CL404", max_words=100)) == ["CL304", "CL404"]

    def test_the_run_goes_before_the_paragraph_the_code_and_the_sentence(self) -> None:
        run = "aB3dE9" * 70
        paragraph, code = f"The key {run} is long.", f"```text\n{run}\n```"
        assert codes(lint(f"# P\n\nIt runs.\n\n{paragraph}\n", "CL303", "CL304", "CL307", "CL404")) == ["CL307"]
        assert codes(lint(f"# P\n\nIt runs.\n\n{code}\n", "CL307", "CL403")) == ["CL307"]


class TestHeadings:
    def test_an_empty_section_goes_before_an_orphaned_heading(self) -> None:
        page = "# Pumps\n\nIt runs.\n\n## " + "pump " * 50 + "\n\n## Next\n\nIt stops.\n"
        assert codes(lint(page, "CL201", "CL202")) == ["CL202"]

    def test_a_conflict_goes_before_the_headings_that_it_makes(self) -> None:
        page = "# A\n\nIt runs.\n\n<<<<<<< HEAD\n### Ours\n=======\n### Theirs\n>>>>>>> main\n"
        assert codes(lint(page, "CL202", "CL203", "CL701")) == ["CL701"]

    def test_an_unclosed_fence_goes_before_everything_in_it(self) -> None:
        page = f"# A\n\n```\n{LONG}\n\n{TABLE}\n##Heading\n\n### Deep\n"
        assert codes(lint(page)) == ["CL501"]


class TestTables:
    def test_a_wide_row_goes_before_the_table_that_only_it_makes_too_large(self) -> None:
        row = "| PX-99 | " + "a remark about the seals " * 16 + "|\n"
        page = f"# Pumps\n\n| Model | Remark |\n| --- | --- |\n| PX-1 | none |\n{row}"
        assert codes(lint(page)) == ["CL102"]

    def test_sixty_rows_are_one_finding(self) -> None:
        assert codes(lint(f"# Pumps\n\n{TABLE}" + "| PX | 1 |\n" * 60)) == ["CL101"]
