"""Distributions of chunk sizes: percentiles, histogram and places agree with the sizes themselves."""

from __future__ import annotations

from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklint.api import Profile, Settings, lint_text, read_document
from chunklint.chunking.measure import Measure
from chunklint.chunking.model import Chunk
from chunklint.chunking.splitters import chunk_document
from chunklint.report.formats import Style
from chunklint.report.sizes import BINS_OVER, BINS_WITHIN, SizeDistribution, Sizes
from chunklint.report.stats import sparkline
from chunklint.tokens import get_counter


def of_sizes(sizes: list[int], budget: int = 400) -> SizeDistribution:
    """A distribution of chunks of given sizes, a page of one line each."""
    distribution = SizeDistribution(Profile(max_tokens=budget))
    document = read_document("line\n" * max(len(sizes), 1), "a.md")
    counter = get_counter("characters")
    chunks = [
        Chunk(at, document, counter, ((5 * at, 5 * at + 4),), text="", tokens=size) for at, size in enumerate(sizes)
    ]
    distribution.add(document, chunks, Measure(document.text, counter))
    return distribution


@given(st.lists(st.integers(0, 2_000), min_size=1, max_size=60), st.integers(1, 100))
def test_a_percentile_is_the_nearest_rank(sizes: list[int], percent: int) -> None:
    distribution = of_sizes(sizes)
    assert distribution.percentile(percent) == sorted(sizes)[ceil(percent * len(sizes) / 100) - 1]
    assert distribution.percentile(100) == distribution.maximum == max(sizes)
    assert distribution.mean == pytest.approx(sum(sizes) / len(sizes))
    assert distribution.over_budget == sum(size > 400 for size in sizes)
    assert sum(distribution.histogram()) == distribution.chunks == len(sizes)


@given(st.integers(1, 1_000), st.integers(0, 3_000))
def test_a_bin_within_the_budget_never_holds_a_size_over_it(budget: int, size: int) -> None:
    histogram = of_sizes([size], budget).histogram()
    assert len(histogram) == BINS_WITHIN + BINS_OVER
    assert (histogram.index(1) < BINS_WITHIN) == (size <= budget)


def test_nothing_was_counted() -> None:
    distribution = SizeDistribution(Profile())
    assert (distribution.percentile(50), distribution.mean, distribution.maximum) == (0, 0, 0)
    assert (distribution.over_budget_share, distribution.fragment_share) == (0, 0)
    assert sparkline(distribution, Style()) == " " * BINS_WITHIN + "│" + " " * BINS_OVER


@given(st.lists(st.integers(0, 30), min_size=1, max_size=60))
def test_the_largest_are_kept_with_their_places(sizes: list[int]) -> None:
    largest = of_sizes(sizes).largest
    order = sorted(range(len(sizes)), key=lambda at: (-sizes[at], at))[:10]
    assert [(one.tokens, one.line) for one in largest] == [(sizes[at], at + 1) for at in order]


def test_fragments_are_what_the_rule_about_them_finds() -> None:
    text = "# A\n\n" + "".join(
        f"## Part {at}\n\n{'Some words here. ' * count}\n\n" for at, count in enumerate([60, 1, 90, 2, 75, 8, 88, 3])
    )
    for profile in (Profile(), Profile(splitter="fixed", max_tokens=90), Profile(heading_path=False, max_tokens=150)):
        document = read_document(text, "a.md")
        measure = Measure(text, get_counter(profile.tokenizer))
        distribution = Sizes().of(profile)
        distribution.add(document, chunk_document(document, profile, measure=measure), measure)
        found = lint_text(text, "a.md", Settings(profiles=(profile,), select=("CL302",)))
        assert distribution.fragments == len(found)


def test_sparklines_are_in_ascii_where_the_terminal_has_no_more() -> None:
    line = sparkline(of_sizes([10, 200, 200, 200, 400, 900]), Style(unicode=False))
    assert line.isascii()
    assert len(line) == BINS_WITHIN + 1 + BINS_OVER
    assert line[9] == "@"
    assert line[BINS_WITHIN] == "|"
    assert line[-1] != " "
