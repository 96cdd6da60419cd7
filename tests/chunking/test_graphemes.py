"""The boundary before an offset, against a walk through the whole text."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklint.chunking.graphemes import LOOK_BACK, grapheme_after, grapheme_floor

PARTS = [
    "a",
    " ",
    "中",
    "。",
    "\r",
    "\n",
    "\r\n",
    "©",
    "é",
    "e\u0301",
    "\u0301",
    "\u0600",
    "\u200d",
    "👩",
    "👩‍👩‍👧",
    "👍🏽",
    "🏽",
]
PARTS += [
    "🇨",
    "🇨🇳",
    "क",
    "\u094d",
    "क्षि",
    "각",
    "\u1100",
    "\u1161",
    "\uff9e",
    "\u302a",
    "\u00ad",
    "Я",
    "ب",
    "\U000e0041",
]


def boundaries(text: str) -> list[int]:
    return [0, *(match.end() for match in regex.finditer(r"\X", text))]


@settings(max_examples=500, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(PARTS), st.characters()), max_size=25).map("".join))
def test_finds_the_boundaries_of_the_whole_text(text: str) -> None:
    known = boundaries(text)
    for offset in range(len(text) + 1):
        assert grapheme_floor(text, offset) == max(boundary for boundary in known if boundary <= offset)
    assert [grapheme_after(text, boundary) for boundary in known[:-1]] == known[1:]


def test_a_line_ending_of_two_characters_is_one() -> None:
    assert grapheme_floor("a\r\nb", 2) == 1


@pytest.mark.parametrize("count", [1, 2, 7, 200])
def test_flags_are_counted_from_the_start_of_their_row(count: int) -> None:
    text = "旗" + "🇨🇳" * count
    assert [grapheme_floor(text, offset) for offset in (2, 2 * count, 2 * count + 1)] == [1, 2 * count - 1, len(text)]


def test_nothing_before_a_known_boundary_is_looked_at() -> None:
    assert grapheme_floor("e\u0301\u0301\u0301x", 3) == 0
    assert grapheme_floor("e\u0301\u0301\u0301x", 3, since=2) == 2


def test_looks_back_a_bounded_distance() -> None:
    text = "e" + "\u0301" * 3 * LOOK_BACK
    assert grapheme_floor(text, 2 * LOOK_BACK) == LOOK_BACK
