"""CL407 and CL502 under splitters of libraries: what is lost, what is taken for a heading, and what is neither."""

from __future__ import annotations

import pytest

from chunklint.api import Finding, Profile, lint_text
from chunklint.settings.model import Settings


def found(text: str, splitter: str, path: str = "page.md", **values: object) -> list[Finding]:
    profile = Profile(splitter=splitter, **values)  # type: ignore[arg-type]
    return lint_text(text, path, Settings(profiles=(profile,), select=("CL407", "CL502")))


def told(text: str, splitter: str, **values: object) -> list[tuple[str, str]]:
    return [(finding.variant, text[finding.start : finding.end]) for finding in found(text, splitter, **values)]


class TestLostText:
    def test_a_heading_without_text_is_lost_and_one_with_a_subheading_is_not(self) -> None:
        text = "# Pump\n\n## Start\n\n### By hand\n\nTurn it.\n\n## Stop\n\n## Clean\n\nWipe it.\n"
        assert told(text, "langchain-markdown-header") == [("heading", "Stop")]

    def test_headings_in_a_row_are_one_finding(self) -> None:
        text = "# Pump\n\n## Start\n\n## Stop\n\n## Clean\n\nWipe it.\n"
        assert told(text, "langchain-markdown-header") == [("heading", "Start\n\n## Stop")]

    def test_what_a_reader_does_not_see_is_not_missed(self) -> None:
        text = (
            "---\ntitle: Pump\n---\n\n<!--\n# Old\n# Older\n-->\n\n# Pump\n\nSee [the manual](https://example.org/m).\n\n"
            "[m]: https://example.org/m\n"
        )
        # That the splitter takes a line of the comment for a heading is another matter.
        assert [finding.rule.code for finding in found(text, "langchain-markdown-header")] == ["CL502"]

    @pytest.mark.parametrize(
        "splitter", ["structure", "recursive", "fixed", "langchain-recursive", "llamaindex-sentence"]
    )
    def test_splitters_that_keep_everything_are_never_reported(self, splitter: str) -> None:
        text = "# Pump\n\n## Empty\n\n## 停机\n\n先关闭阀门。" + "再按下红色按钮，等水泵停下。" * 90 + "\n"
        assert told(text, splitter, max_tokens=60) == []

    def test_a_character_cut_in_two_is_lost(self) -> None:
        text = "# 停机\n\n" + "鱻龘靐齉爩麤灪" * 60 + "\n"
        (finding,) = found(text, "chonkie-recursive", max_tokens=31)
        assert finding.variant == "default"
        assert text[finding.start] in "鱻龘靐齉爩麤灪"

    def test_a_page_of_headings_is_lost_as_a_whole(self) -> None:
        assert told("# Pump\n\n## Start\n", "langchain-markdown-header") == [("all", "Pump\n\n## Start")]

    def test_an_empty_page_has_nothing_to_lose(self) -> None:
        for text in ("", "\n\n", "---\ntitle: A\n---\n", "<!-- nothing -->\n"):
            assert told(text, "langchain-markdown-header") == []


class TestHeadingInCode:
    INDENTED = "# Pump\n\n    # first\n    ls\n    # second\n    ls\n\nText.\n"
    FENCED = "# Pump\n\n```bash\n# first\nls\n# second\nls\n```\n\nText.\n"

    def test_a_comment_that_starts_a_chunk_is_reported(self) -> None:
        # The comments take the place of the page's own heading as well.
        assert told(self.INDENTED, "langchain-markdown-header") == [("heading", "Pump"), ("default", "# second")]

    def test_languages_of_the_recursive_splitter_count(self) -> None:
        text = self.FENCED.replace("ls\n", "ls -l /var/lib/pumps /var/lib/valves\n" * 4)
        options = (("language", "markdown"),)
        values = {"max_tokens": 60, "overlap": 0, "splitter_options": options}
        assert told(text, "langchain-recursive", **values) == [("default", "# first"), ("default", "# second")]
        assert told(text, "langchain-recursive", max_tokens=60, overlap=0) == []

    def test_fences_that_the_library_knows_are_none(self) -> None:
        assert told(self.FENCED, "langchain-markdown-header") == []
        assert told(self.FENCED, "llamaindex-markdown") == []

    @pytest.mark.parametrize(
        "splitter", ["recursive", "fixed", "structure", "langchain-recursive", "langchain-markdown"]
    )
    def test_splitters_that_look_for_no_headings_are_left_alone(self, splitter: str) -> None:
        assert told(self.FENCED * 9, splitter, max_tokens=30, overlap=0) == []

    def test_a_real_heading_behind_code_is_none_of_it(self) -> None:
        text = "# Pump\n\n```bash\nls\n```\n\n## Start\n\nPress it.\n"
        assert told(text, "llamaindex-markdown") == []
