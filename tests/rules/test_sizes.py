"""CL301, CL303, CL304, CL305 and CL307: sections, paragraphs, sentences, chunks and runs that are too large."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from chunklint.api import Profile, preview
from tests.rules.linting import SMALL, codes, crlf, lines, lint, marked, one, tokens

SENTENCE = "The pump number seven runs for nine hours a day. "
SENTENCE_ZH = "七号水泵每天连续运行九个小时。"
DEFAULT = Profile()


def paragraphs(count: int, sentence: str = SENTENCE) -> str:
    return "\n\n".join([(sentence * 2).rstrip()] * count)


class TestSectionTooLarge:
    @pytest.mark.parametrize(
        ("title", "text"),
        [
            ("Pumps", paragraphs(9)),
            ("水泵", paragraphs(6, SENTENCE_ZH)),
            ("Pump 水泵", paragraphs(6, "The pump 水泵 runs for 九个小时 a day. ")),
        ],
        ids=["en", "zh", "mixed"],
    )
    def test_from_three_chunks_on_it_is_a_warning_at_the_heading(self, title: str, text: str) -> None:
        finding = one(f"# {title}\n\n{text}\n", "CL301")
        assert (marked(finding), finding.severity) == (f"# {title}", "warning")

    def test_at_two_chunks_it_is_an_info(self) -> None:
        finding = one(f"# Pumps\n\n{paragraphs(3)}\n", "CL301")
        assert (finding.severity, finding.data["chunks"]) == ("info", 2)

    def test_from_how_many_chunks_on_can_be_set(self) -> None:
        assert one(f"# Pumps\n\n{paragraphs(3)}\n", "CL301", min_chunks=2).severity == "warning"
        assert one(f"# Pumps\n\n{paragraphs(9)}\n", "CL301", min_chunks=9).severity == "info"

    def test_the_numbers_are_those_of_the_section_below_the_headings_above_it(self) -> None:
        page = f"# Pumps\n\n{paragraphs(9)}\n"
        finding = one(page, "CL301")
        assert finding.data["tokens"] == tokens(page.rstrip("\n"))
        assert (finding.data["chunks"], finding.data["limit"]) == (len(preview(page, profile=SMALL)), 60)
        assert one(f"# Catalogue\n\n#{page}", "CL301").data["tokens"] == tokens("Catalogue\n\n") + tokens(
            f"#{page}".rstrip("\n")
        )

    def test_it_names_lines_that_start_paragraphs_as_places_to_divide(self) -> None:
        page = f"# Pumps\n\n{paragraphs(9)}\n"
        finding = one(page, "CL301")
        named = [int(line) for line in finding.data["lines"].split(", ")]
        assert len(named) >= 2
        assert named == [page.count("\n", 0, place.start) + 1 for place in finding.related]
        assert all(page.split("\n")[line - 1].startswith("The pump") for line in named)
        assert named[0] > 3
        assert finding.data["lines"] in finding.message()
        assert finding.data["lines"] in finding.message("zh-CN")

    @pytest.mark.parametrize("text", [paragraphs(3), paragraphs(2, SENTENCE_ZH)], ids=["en", "zh"])
    def test_a_little_too_large_is_not_worth_a_heading(self, text: str) -> None:
        page = f"# P\n\n{text}"
        size = tokens(page)
        over = replace(SMALL, max_tokens=size * 100 // 115 + 1)
        assert lint(page, "CL301", profile=over) == []
        assert lines(lint(page, "CL301", profile=over, slack=0)) == [1]
        assert lines(lint(page, "CL301", profile=replace(SMALL, max_tokens=size * 100 // 116 - 1))) == [1]

    @pytest.mark.parametrize(
        ("sentence", "announces", "begins"),
        [
            (SENTENCE, "The result is as follows:", "Each run has a result. The result is as follows:"),
            (SENTENCE_ZH, "结果如下：", "每次运行都有结果。结果如下："),
        ],
        ids=["en", "zh"],
    )
    def test_what_only_announces_is_no_place_to_divide(self, sentence: str, announces: str, begins: str) -> None:
        page = f"# P\n\n{sentence * 3}\n\n%s\n\n```text\n{sentence * 3}\n```\n\n```text\n{sentence * 3}\n```\n"
        assert one(page % announces, "CL301").data["lines"] == ""
        assert one(page % begins, "CL301").data["lines"] == "5"

    @pytest.mark.parametrize(
        "start",
        [
            "However, it",
            "This pump",
            "As shown above, it",
            "Listing 2-1: it",
            "此时水泵",
            "可以看到，水泵",
            "图 3 水泵",
        ],
    )
    def test_what_goes_on_with_the_paragraph_before_is_no_place_to_divide(self, start: str) -> None:
        page = f"# P\n\n{paragraphs(2)}\n\n%s runs. {SENTENCE}\n\n```text\n{SENTENCE * 3}\n```\n"
        assert one(page % "The pump", "CL301").data["lines"] == "7"
        assert one(page % start, "CL301").data["lines"] != "7"

    def test_the_inside_of_tabs_is_no_place_to_divide(self) -> None:
        page = f"# P\n\n{paragraphs(2)}\n\n%s\n\n{paragraphs(2)}\n\n%s\n"
        assert one(page % ("<Tabs>\n<Tab>", "</Tab>\n</Tabs>"), "CL301", path="page.mdx").data["lines"] == ""
        assert one(page % ("<Other>\n<Part>", "</Part>\n</Other>"), "CL301", path="page.mdx").data["lines"] == "10"

    def test_places_lie_apart(self) -> None:
        short = "Pumps stop. " * 2
        page = f"# P\n\n{paragraphs(3)}\n\n" + "\n\n".join([short] * 4) + f"\n\n{paragraphs(3)}\n"
        named = [int(line) for line in one(page, "CL301").data["lines"].split(", ")]
        assert named == sorted(set(named))
        assert all(later - earlier > 2 for earlier, later in pairwise(named))

    def test_half_too_large_without_a_place_to_divide_is_silent(self) -> None:
        code = f"```text\n{SENTENCE * 2}\n```\n"
        assert lint(f"# P\n\n{code * 3}", "CL301") == []
        assert lines(lint(f"# P\n\n{code * 4}", "CL301")) == [1]

    @pytest.mark.parametrize("title", ["References", "Further reading", "参考文献", "延伸阅读"])
    def test_sources_are_no_text(self, title: str) -> None:
        entries = "".join(f"- Author {n}. The pump and the valve. Journal of Pumps 4, 2001.\n" for n in range(9))
        assert lint(f"# {title}\n\n{entries}", "CL301") == []
        assert lines(lint(f"# Pumps\n\n{entries}", "CL301")) == [1]

    @pytest.mark.parametrize("entry", ["[Pump](https://example.org/pump) - how it runs", "[水泵](a/b) 的用法与保养"])
    def test_lists_of_links_are_no_text(self, entry: str) -> None:
        assert lint("# P\n\n" + f"- {entry}\n" * 20, "CL301") == []
        assert lines(lint("# P\n\n" + f"- Read {entry}\n" * 20, "CL301")) == [1]

    def test_the_parts_of_a_divided_table_count_apart(self) -> None:
        rows = "".join(f"| pump {number} | nine hours a day |\n" for number in range(4))
        table = f"| Name | Runs |\n| --- | --- |\n{rows}"
        other = f"| Pump | Hours |\n| --- | --- |\n{rows}"
        assert lint(f"# P\n\n{table}\nPart 2 of 2:\n\n{table}", "CL301") == []
        assert lines(lint(f"# P\n\n{table}\nPart 2 of 2:\n\n{other}", "CL301")) == [1]

    def test_a_section_with_one_paragraph_is_reported_as_a_section(self) -> None:
        found = lint(f"# Pumps\n\n{SENTENCE * 8}\n", "CL301", "CL303")
        assert [(f.code, f.variant) for f in found] == [("CL301", "one-block")]

    def test_only_the_own_body_counts_not_the_subsections(self) -> None:
        subsections = "\n\n".join(f"## Part {n}\n\n{paragraphs(2)}" for n in range(9))
        assert lint(f"# Pumps\n\n{SENTENCE}\n\n{subsections}\n", "CL301") == []

    def test_text_without_a_heading_is_marked_at_its_first_line(self) -> None:
        assert marked(one(f"{paragraphs(9)}\n", "CL301")) == (SENTENCE * 2).rstrip()

    def test_windows_line_endings_do_not_enter_the_mark(self) -> None:
        assert marked(one(crlf(f"# Pumps\n\n{paragraphs(9)}\n"), "CL301")) == "# Pumps"

    def test_front_matter_comments_and_definitions_do_not_count(self) -> None:
        page = "---\n" + "key: value\n" * 40 + f"---\n\n# Pumps\n\n{SENTENCE}\n\n<!-- {SENTENCE * 9} -->\n"
        assert lint(page + "\n[site]: https://example.org/" + "a/" * 60 + "\n", "CL301") == []

    def test_release_notes_are_lists_by_nature(self) -> None:
        assert lint(f"# 1.0\n\n{paragraphs(9)}\n", "CL301", path="docs/CHANGELOG.md") == []

    def test_a_list_counts(self) -> None:
        assert lines(lint("# Pumps\n\n" + f"- {SENTENCE}\n" * 9, "CL301")) == [1]

    def test_mdx_imports_do_not_count(self) -> None:
        imports = "".join(f'import Part{n} from "./parts/part-{n}.mdx"\n' for n in range(20))
        page = f"{imports}\n# Pumps\n\n{SENTENCE}\n"
        assert lint(page, "CL301", path="page.mdx") == []
        assert lines(lint(page, "CL301", path="page.md")) == [1]


class TestParagraphTooLarge:
    @pytest.mark.parametrize(
        ("intro", "text"),
        [("It runs.", SENTENCE * 8), ("它在运行。", SENTENCE_ZH * 8)],
        ids=["en", "zh"],
    )
    def test_a_paragraph_over_the_budget_is_marked_whole(self, intro: str, text: str) -> None:
        finding = one(f"# P\n\n{intro}\n\n{text.rstrip()}\n", "CL303")
        assert (marked(finding), finding.severity) == (text.rstrip(), "warning")

    def test_the_numbers(self) -> None:
        text = (SENTENCE * 8).rstrip()
        finding = one(f"# P\n\nIt runs.\n\n{text}\n", "CL303")
        assert finding.data == {"chunks": 2, "tokens": tokens("P\n\n") + tokens(text), "limit": 60}
        assert "2 chunks" in finding.message()
        assert "2 块" in finding.message("zh-CN")

    def test_each_such_paragraph_is_reported_once(self) -> None:
        assert lines(lint(f"# P\n\n{SENTENCE * 8}\n\nIt runs.\n\n{SENTENCE * 30}\n", "CL303")) == [3, 7]

    def test_paragraphs_in_lists_and_quotes_count(self) -> None:
        quoted = f"> {SENTENCE * 8}\n"
        assert lines(lint(f"# P\n\nIt runs.\n\n{quoted}\n- one\n- {SENTENCE * 8}\n", "CL303")) == [5, 8]

    def test_short_paragraphs_are_silent_even_where_the_section_is_not(self) -> None:
        assert codes(lint(f"# P\n\n{paragraphs(9)}\n", "CL301", "CL303")) == ["CL301"]

    def test_a_paragraph_that_is_mostly_hidden_is_no_prose(self) -> None:
        link = "[demo](https://play.example.org/#" + "a1/" * 120 + ")"
        assert lint(f"# P\n\nIt runs.\n\n{link} and {link}\n", "CL303") == []

    @pytest.mark.parametrize("fence", ["```\n{}\n```", "$$\n{}\n$$", "<div>\n{}\n</div>", "<!--\n{}\n-->"])
    def test_other_blocks_are_no_paragraphs(self, fence: str) -> None:
        assert lint(f"# P\n\nIt runs.\n\n{fence.format(SENTENCE * 8)}\n", "CL303") == []


LONG = "When the " + " and the ".join(["pump runs"] * 30) + " it stops."
LONG_ZH = "当水泵开始运行" + "并且阀门已经完全打开" * 10 + "的时候就会停止。"
LONG_MIXED = "当 pump 开始 run " + "并且 valve 已经 open " * 10 + "的时候就会停止。"


class TestSentenceTooLong:
    @pytest.mark.parametrize(
        ("sentence", "variant", "data"),
        [
            (LONG, "words", {"length": 122, "most": 50, "words": 122, "han": 0}),
            (LONG_ZH, "han", {"length": 114, "most": 100, "words": 0, "han": 114}),
            (LONG_MIXED, "mixed", {"length": 94, "most": 90, "words": 22, "han": 50}),
        ],
        ids=["en", "zh", "mixed"],
    )
    def test_a_long_sentence_is_an_info_over_exactly_that_sentence(
        self, sentence: str, variant: str, data: dict[str, int]
    ) -> None:
        page = f"# P\n\nBefore it. {sentence} After it.\n"
        finding = one(page, "CL304", DEFAULT, max_mixed=90)
        assert marked(finding) == sentence
        assert (finding.severity, finding.variant) == ("info", variant)
        assert finding.data == data | {"limit": 400}
        said = {"words": "122 words", "han": "114 Chinese characters", "mixed": "22 words"}[variant]
        assert said in finding.message()

    def test_lengths_up_to_the_limit_are_silent(self) -> None:
        words = " ".join(["word"] * 50) + "."
        han = "水" * 100 + "。"
        assert lint(f"# P\n\n{words}\n\n{han}\n", "CL304", profile=DEFAULT) == []
        assert len(lint(f"# P\n\nmore {words}\n\n水{han}\n", "CL304", profile=DEFAULT)) == 2

    def test_limits_can_be_set(self) -> None:
        page = "# P\n\nThis short sentence has seven plain words.\n\n这一句话只有十二个汉字而已。\n"
        assert lint(page, "CL304", profile=DEFAULT) == []
        assert lines(lint(page, "CL304", profile=DEFAULT, max_words=6, max_han=100)) == [3]
        assert lines(lint(page, "CL304", profile=DEFAULT, max_words=50, max_han=11)) == [5]

    def test_a_sentence_larger_than_a_chunk_is_a_warning(self) -> None:
        page = f"# P\n\nShort.\n\n{LONG}\n"
        finding = one(page, "CL304")
        assert (finding.severity, finding.variant) == ("warning", "chunk")
        assert finding.data["tokens"] == tokens(LONG)
        assert f"{tokens(LONG)} tokens, limit 60" in finding.message()

    def test_a_severity_of_the_user_holds_for_that_one_too(self) -> None:
        (finding,) = lint(f"# P\n\nShort.\n\n{LONG}\n", "CL304", severity="info")
        assert finding.severity == "info"

    def test_hard_wrapped_lines_are_one_sentence(self) -> None:
        wrapped = LONG.replace(" and the pump", " and the\npump")
        finding = one(f"# P\n\n{wrapped}\n", "CL304", DEFAULT)
        assert marked(finding) == wrapped
        finding = one(crlf(f"# P\n\n> {wrapped}\n".replace("\npump", "\n> pump")), "CL304", DEFAULT)
        assert marked(finding).startswith("When the pump")
        assert marked(finding).endswith("it stops.")

    def test_two_sentences_in_one_paragraph_are_two_findings(self) -> None:
        found = lint(f"# P\n\n{LONG} {LONG}\n", "CL304", profile=DEFAULT)
        assert [marked(finding) for finding in found] == [LONG, LONG]

    @pytest.mark.parametrize(
        "text",
        [
            "Call `" + "pump.check(valve=1) " * 30 + "` once.",
            "See [the page](https://example.org/" + "a-long-path/" * 40 + ").",
            "It is " + " ".join(f"https://example.org/{n}" for n in range(60)) + ".",
            "The result is $" + "a + b + " * 40 + "c$.",
            "Use e.g. version 1.2.3 of it. " * 12,
            "他说：“好。”然后走了。（见手册。）" * 12,
        ],
        ids=["code", "link target", "bare addresses", "formula", "abbreviations", "quotes"],
    )
    def test_what_a_reader_does_not_read_as_words_does_not_count(self, text: str) -> None:
        assert lint(f"# P\n\n{text}\n", "CL304", profile=DEFAULT) == []

    @pytest.mark.parametrize(
        "page",
        [
            f"| a |\n| - |\n| {LONG} |\n",
            f"```\n{LONG}\n```\n",
            f"# {LONG}\n\nText.\n",
            f"---\ntitle: {LONG}\n---\n\nText.\n",
            f"<!-- {LONG} -->\n",
        ],
        ids=["cell", "code", "heading", "front matter", "comment"],
    )
    def test_only_paragraphs_have_sentences(self, page: str) -> None:
        assert lint(page, "CL304", profile=DEFAULT) == []

    def test_items_of_a_list_are_sentences_of_their_own(self) -> None:
        assert lint("# P\n\n" + "- one item of a list without a full stop\n" * 20, "CL304", profile=DEFAULT) == []

    def test_imports_of_mdx_are_no_sentences(self) -> None:
        page = 'export const text = "' + LONG + '"\n\n# P\n\nText.\n'
        assert lint(page, "CL304", profile=DEFAULT, path="page.mdx") == []


class TestChunkOverModelLimit:
    LIMITED = Profile(max_tokens=100, min_tokens=0, overlap=0, model_limit=60)

    @pytest.mark.parametrize(("title", "text"), [("Pumps", SENTENCE * 8), ("水泵", SENTENCE_ZH * 5)], ids=["en", "zh"])
    def test_a_chunk_over_the_limit_is_an_error_at_its_first_line(self, title: str, text: str) -> None:
        page = f"# {title}\n\n{text.rstrip()}\n"
        finding = one(page, "CL305", self.LIMITED)
        assert (marked(finding), finding.severity) == (f"# {title}", "error")
        assert (finding.data["tokens"], finding.data["most"]) == (tokens(page.rstrip("\n")), 60)
        assert "60" in finding.message()

    def test_the_line_after_which_text_is_lost_lies_where_the_limit_is_reached(self) -> None:
        text = "\n".join([SENTENCE.rstrip()] * 8)
        finding = one(f"# P\n\n{text}\n", "CL305", self.LIMITED)
        kept = f"# P\n\n{text}\n".split("\n")
        reached = next(n for n in range(len(kept)) if tokens("\n".join(kept[: n + 1])) > 60) + 1
        assert abs(finding.data["line"] - reached) <= 1

    def test_every_chunk_over_the_limit_is_reported(self) -> None:
        page = "\n".join(f"# P{n}\n\n{SENTENCE * 8}\n" for n in range(3)) + f"\n# Short\n\n{SENTENCE}\n"
        assert lines(lint(page, "CL305", profile=self.LIMITED)) == [1, 5, 9]

    def test_without_a_limit_or_under_it_nothing_is_reported(self) -> None:
        page = f"# P\n\n{SENTENCE * 8}\n"
        assert lint(page, "CL305", profile=Profile(max_tokens=100)) == []
        assert lint(page, "CL305", profile=Profile(max_tokens=100, model_limit=100)) == []

    def test_the_heading_path_counts(self) -> None:
        page = f"# {'Long title ' * 5}\n\n## Part\n\n{SENTENCE * 3}\n"
        with_path = Profile(max_tokens=100, min_tokens=0, overlap=0, model_limit=45)
        without = Profile(max_tokens=100, min_tokens=0, overlap=0, model_limit=60, heading_path=False)
        assert len(lint(page, "CL305", profile=with_path)) == 1
        assert lint(page, "CL305", profile=without) == []

    def test_windows_line_endings_do_not_enter_the_mark(self) -> None:
        assert marked(one(crlf(f"# P\n\n{SENTENCE * 8}\n"), "CL305", self.LIMITED)) == "# P"


class TestUnbreakableRun:
    RUN = "aB3dE9" * 70

    @pytest.mark.parametrize(
        ("page", "mark"),
        [
            (f"# P\n\nThe key is {RUN} here.\n", RUN),
            (f"# P\n\n```\n{RUN}\n```\n", RUN),
            (f"# P\n\n```\nkey = {RUN}\n```\n", RUN),
            (f"# P\n\n$$\n{RUN}\n$$\n", RUN),
            ("# 水泵\n\n" + "阀门水泵密封软管" * 20 + "。\n", "阀门水泵密封软管" * 20),
        ],
        ids=["paragraph", "code", "after a name", "formula", "zh without marks"],
    )
    def test_a_run_over_the_budget_is_marked(self, page: str, mark: str) -> None:
        finding = one(page, "CL307")
        assert (marked(finding), finding.severity) == (mark, "warning")
        assert finding.data == {"length": len(mark), "tokens": tokens(mark), "limit": 60}
        assert f"{len(mark)} characters" in finding.message()

    def test_a_block_is_reported_once(self) -> None:
        assert len(lint(f"# P\n\n{self.RUN} {self.RUN} {self.RUN}\n", "CL307")) == 1

    def test_a_link_with_a_huge_address_is_told_as_one(self) -> None:
        finding = one(f"# P\n\nSee [demo](https://play.example.org/#{self.RUN}) now.\n", "CL307")
        assert finding.variant == "link"
        assert marked(finding).startswith("[demo](https://")

    @pytest.mark.parametrize(
        "text",
        [
            "阀门水泵，密封软管。" * 20,
            "word " * 200,
            "a1b2c3" * 9,
            "| " + " | ".join(["cell"] * 200) + " |",
        ],
        ids=["Chinese with marks", "words", "short run", "cells"],
    )
    def test_text_with_breaks_is_silent(self, text: str) -> None:
        assert lint(f"# P\n\n{text}\n", "CL307") == []

    def test_it_takes_no_time_on_a_megabyte(self) -> None:
        import time

        start = time.process_time()
        assert len(lint(f"# P\n\n{'aB3dE9' * 170_000}\n", "CL307")) == 1
        assert time.process_time() - start < 5

    def test_a_run_is_told_instead_of_the_paragraph_and_the_sentence_that_it_makes_too_large(self) -> None:
        page = f"# P\n\nIt runs.\n\nThe key is {self.RUN} here.\n"
        assert codes(lint(page, "CL303", "CL304", "CL307", "CL404")) == ["CL307"]
        assert re.search(self.RUN, page)
