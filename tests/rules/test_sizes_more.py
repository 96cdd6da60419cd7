"""CL302 and CL306: chunks that are too small, and pages whose chunks differ too much."""

from __future__ import annotations

import pytest

from chunklint.api import Profile, preview
from tests.rules.linting import filler, filler_zh, lines, lint, marked, one, tokens

PROFILE = Profile(max_tokens=60, min_tokens=12, overlap=0)


def large(language: str = "en") -> str:
    return filler(200) if language == "en" else filler_zh(40)


class TestFragment:
    """CL302."""

    @pytest.mark.parametrize("language", ["en", "zh"])
    def test_a_small_section_between_large_ones_is_reported_at_its_heading(self, language: str) -> None:
        small = "## Colour\n\nBlue." if language == "en" else "## 颜色\n\n蓝。"
        page = f"## A\n\n{large(language)}\n\n{small}\n\n## B\n\n{large(language)}\n"
        profile = Profile(max_tokens=tokens(f"## A\n\n{large(language)}") + 1, min_tokens=12, overlap=0)
        finding = one(page, "CL302", profile)
        assert (marked(finding), finding.severity) == (small.split("\n")[0], "info")
        assert finding.data == {"tokens": tokens(small), "least": 12}

    def test_a_size_of_exactly_the_least_is_no_fragment(self) -> None:
        page = f"## A\n\n{large()}\n\n## Colour\n\nBlue and red.\n\n## B\n\n{large()}\n"
        size = tokens("## Colour\n\nBlue and red.")
        budget = tokens(f"## A\n\n{large()}") + 1
        assert lint(page, "CL302", profile=Profile(max_tokens=budget, min_tokens=size, overlap=0)) == []
        assert len(lint(page, "CL302", profile=Profile(max_tokens=budget, min_tokens=size + 1, overlap=0))) == 1

    def test_the_heading_path_does_not_count(self) -> None:
        title = "A very long title about pumps and valves and seals"
        page = f"# {title}\n\n{large()}\n\n## A\n\n{large()}\n\n## Colour\n\nBlue.\n\n## B\n\n{large()}\n"
        budget = tokens(f"{title}\n\n## A\n\n{large()}") + 2
        found = lint(page, "CL302", profile=Profile(max_tokens=budget, min_tokens=12, overlap=0))
        assert [finding.data["tokens"] for finding in found] == [tokens("## Colour\n\nBlue.")]

    def test_the_only_chunk_of_a_page_is_silent(self) -> None:
        assert lint("# A\n\nText.\n", "CL302", profile=PROFILE) == []
        assert lint("---\ntitle: A\n---\n\nText.\n", "CL302", profile=PROFILE) == []
        assert lint("", "CL302", profile=PROFILE) == []

    def test_lists_of_links_are_meant_to_be_short(self) -> None:
        page = f"## A\n\n{large()}\n\n## B\n\n- [b](b.md)\n\n## C\n\n{large()}\n"
        profile = Profile(max_tokens=tokens(f"## A\n\n{large()}") + 1, min_tokens=12, overlap=0)
        assert lines(lint(page, "CL302", profile=profile)) == [5]
        assert lint(page, "CL302", profile=profile, path="docs/llms.txt") == []

    def test_it_is_off_unless_it_is_asked_for(self) -> None:
        page = f"## A\n\n{large()}\n\n## Colour\n\nBlue.\n\n## B\n\n{large()}\n"
        assert "CL302" not in {finding.code for finding in lint(page, "CL1", profile=PROFILE)}


class TestUnevenChunks:
    """CL306."""

    def page(self, small: int, big: int, text: str = "Moves water.", start: str = "# Terms\n\n") -> str:
        parts = [f"## Part {n}\n\n{text}\n\n" for n in range(small)]
        parts += [f"## Large {n}\n\n{filler(600)}\n\n" for n in range(big)]
        return start + "".join(parts)

    profile = Profile(min_tokens=0, overlap=0)

    def test_a_page_with_some_chunks_far_over_the_average_is_reported_once(self) -> None:
        page = self.page(17, 2)
        finding = one(page, "CL306", self.profile)
        sizes = sorted(chunk.tokens for chunk in preview(page, profile=self.profile))
        assert (marked(finding), finding.severity) == ("# Terms", "info")
        assert finding.data["high"] == sizes[-(-9 * len(sizes) // 10) - 1]
        assert finding.data["mean"] == round(sum(sizes) / len(sizes))
        assert finding.document.lines.line_text(finding.data["line"] - 1).startswith("## Large")

    def test_even_chunks_and_a_single_large_one_are_silent(self) -> None:
        assert lint(self.page(20, 0), "CL306", profile=self.profile) == []
        assert lint(self.page(0, 20), "CL306", profile=self.profile) == []
        # One in twenty is not one in ten.
        assert lint(self.page(19, 1), "CL306", profile=self.profile) == []

    def test_pages_of_few_chunks_are_not_judged(self) -> None:
        assert lint(self.page(7, 1), "CL306", profile=self.profile) == []
        assert len(lint(self.page(7, 1), "CL306", profile=self.profile, min_chunks=8)) == 1

    def test_the_ratio_can_be_set(self) -> None:
        assert lint(self.page(17, 2), "CL306", profile=self.profile, max_ratio=10) == []

    def test_front_matter_is_passed_over(self) -> None:
        page = self.page(17, 2, "输送水。", "---\ntitle: 术语\n---\n\n# 术语\n\n")
        assert lines(lint(page, "CL306", profile=self.profile)) == [5]

    def test_empty_pages_are_silent(self) -> None:
        assert lint("", "CL306") == []
        assert lint("---\ntitle: A\n---\n", "CL306") == []
