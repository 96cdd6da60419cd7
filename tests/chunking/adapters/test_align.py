"""Alignment of chunks that somebody else made: exact places, repeated text, changed text, and what is lost."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklint.chunking.adapters.align import Alignment, align
from chunklint.chunking.adapters.errors import PageError
from chunklint.chunking.adapters.matching import match
from chunklint.chunking.adapters.request import Stored

PAGE = (
    "# Pump\n\nThe pump runs day and night. It is checked once a week.\n\n## Start\n\nOpen the valve, then press the "
    "green button.\n\n## 停机\n\n先关闭阀门，再按下红色按钮。\n\n| part | price |\n| --- | --- |\n| seal | 7 |\n"
)


def stored(*texts: str) -> list[Stored]:
    return [Stored(text) for text in texts]


def texts(source: str, found: Alignment) -> list[list[str]]:
    return [[source[start:end] for start, end in place.spans] for place in found.places]


def lost(source: str, found: Alignment) -> list[str]:
    return [source[start:end] for start, end in found.lost]


def test_paragraphs_are_placed_exactly() -> None:
    parts = PAGE.strip().split("\n\n")
    found = align(PAGE, stored(*parts))
    assert texts(PAGE, found) == [[part] for part in parts]
    assert found.lost == []


def test_equal_chunks_stand_one_behind_the_other() -> None:
    source = "Note.\n\n" * 5
    found = align(source, stored(*["Note."] * 5))
    assert [place.spans for place in found.places] == [((start, start + 5),) for start in range(0, 35, 7)]


def test_equal_chunks_with_a_missing_one_still_go_forward() -> None:
    source = "Note.\n\nA word.\n\nNote.\n\nB word.\n\nNote.\n"
    found = align(source, stored("Note.", "A word.", "B word.", "Note."))
    assert lost(source, found) == ["Note."]
    assert found.lost == [(16, 21)]


@pytest.mark.parametrize("overlap", [0, 6, 12])
def test_windows_over_repeated_text_cover_all_of_it(overlap: int) -> None:
    source = "abc def " * 50
    windows = [source[at : at + 40] for at in range(0, len(source), 40 - overlap)]
    found = align(source, stored(*windows), overlap)
    assert found.lost == []
    assert all(
        place.overlap is None or place.overlap[1] - place.overlap[0] <= max(overlap, 40) for place in found.places
    )


def test_an_overlap_is_not_the_chunks_own() -> None:
    found = align("one two three four", stored("one two three", "three four"), 5)
    assert texts("one two three four", found) == [["one two three"], [" four"]]
    assert found.places[1].overlap == (8, 13)


def test_white_space_may_differ() -> None:
    source = "# A\n\nOne   line\nand another.\n\n- item\n"
    found = align(source, stored("# A\nOne line and another.", "- item"))
    assert texts(source, found) == [["# A\n\nOne   line\nand another."], ["- item"]]
    assert found.lost == []


def test_headings_put_before_a_chunk_are_no_part_of_the_source() -> None:
    source = "# Pump\n\nFirst text of it.\n\nSecond text of it.\n"
    found = align(source, stored("Pump\nFirst text of it.", "Pump\nSecond text of it."))
    assert texts(source, found) == [["# Pump\n\nFirst text of it."], ["Second text of it."]]


def test_headings_kept_as_metadata_are_the_chunks() -> None:
    source = "# Pump\n\n## Start\n\nPress it.\n\n## Empty\n\n## Stop\n\nPull it.\n"
    chunks = [Stored("Press it.", None, ("Pump", "Start")), Stored("Pull it.", None, ("Pump", "Stop"))]
    found = align(source, chunks)
    assert texts(source, found) == [["# Pump", "## Start", "Press it."], ["## Stop", "Pull it."]]
    assert lost(source, found) == ["## Empty"]


def test_many_lines_that_stand_elsewhere_as_well_are_text_and_no_headings() -> None:
    source = "## Note\n\nSee the manual.\n\n" * 40
    found = align(source, [Stored("See the manual.  \n" * 25), Stored("See the manual.  \n" * 15)])
    assert set(lost(source, found)) <= {"## Note"}


def test_in_text_that_says_the_same_over_and_over_no_more_is_repeated_than_may_be() -> None:
    source = "a\n\nb\n\n" * 200
    found = align(source, stored("a  \nb  \n" * 80, "a  \nb  \n" * 80, "a  \nb  \n" * 60), 40)
    assert found.lost == []


def test_lost_words_are_named_at_their_place() -> None:
    source = "One two three.\n\nFour five six.\n\nSeven eight nine.\n"
    found = align(source, stored("One two three.", "Seven eight nine."))
    assert lost(source, found) == ["Four five six."]


def test_lost_words_inside_a_changed_chunk_are_named() -> None:
    source = "The **green** button starts it. The red button stops the pump at once. Nothing else does.\n"
    found = align(source, stored("The green button starts it. Nothing else does."))
    assert lost(source, found) == ["The red button stops the pump at once."]


def test_a_broken_character_costs_that_character_only() -> None:
    source = "缓存保存读过的内容，满了以后先删除最旧的条目。"
    found = align(source, stored("缓存保存读过的\ufffd", "\ufffd容，满了以后先删除最旧的条目。"))
    assert lost(source, found) == ["内"]


def test_a_table_told_as_sentences_is_found() -> None:
    source = "| part | price |\n| --- | --- |\n| seal ring | 7 |\n| green valve | 9 |\n"
    found = align(source, stored("seal ring, price = 7. green valve, price = 9."))
    assert lost(source, found) in ([], ["| part |"], ["| part | price |\n| --- | --- |"], ["| part"])
    assert any("green valve" in text for text in texts(source, found)[0])


def test_chunks_out_of_order_are_refused() -> None:
    words = [f"The {name} of the pump is checked by hand every morning at eight." for name in ("valve", "seal", "tank")]
    with pytest.raises(PageError, match="out of the order") as caught:
        align("\n\n".join(words), stored(words[1], words[2], words[0]))
    assert caught.value.reason == "reordered"


def test_text_of_another_page_is_refused() -> None:
    with pytest.raises(PageError, match="not in the page") as caught:
        align(PAGE, stored("A fox jumped over nine lazy dogs while nobody was looking at them."))
    assert caught.value.reason == "foreign"
    with pytest.raises(PageError):
        align(PAGE, stored(PAGE[:40], "A fox jumped over nine lazy dogs while nobody was looking at them.", PAGE[40:]))


def test_nothing_is_lost_of_nothing() -> None:
    assert align("", []) == Alignment([], [])
    assert align(" \n", []).lost == []
    assert align("Text.", []).lost == [(0, 5)]


WORDS = st.sampled_from(["pump", "valve", "a", "the", "泵", "阀", "x9", "# ", "- ", "\n\n", "\n", " ", "**", "。", "`"])
SOURCES = st.lists(WORDS, max_size=60).map(" ".join)


def in_stretches(source: str, cuts: list[int]) -> list[str]:
    places = sorted({min(cut, len(source)) for cut in cuts} | {0, len(source)})
    return [source[start:end] for start, end in pairwise(places)]


@given(SOURCES, st.lists(st.integers(0, 200), max_size=8))
@settings(max_examples=300, deadline=None)
def test_stretches_of_any_text_are_placed_without_loss(source: str, cuts: list[int]) -> None:
    parts = [part for part in in_stretches(source, cuts) if part.strip()]
    assert align(source, stored(*parts)).lost == []
    assert align(source, stored(*(part.strip() for part in parts))).lost == []


@given(SOURCES, st.lists(st.integers(0, 200), max_size=8), st.sets(st.integers(0, 7)), st.booleans())
@settings(max_examples=300, deadline=None)
def test_every_character_is_in_a_place_or_named(
    source: str, cuts: list[int], dropped: set[int], squeezed: bool
) -> None:
    parts = [part for index, part in enumerate(in_stretches(source, cuts)) if index not in dropped and part.strip()]
    chunks = stored(*(" ".join(part.split()) if squeezed else part for part in parts))
    try:
        found = align(source, chunks, 20)
    except PageError:
        return
    held = [0] * len(source)
    at = 0
    for place in found.places:
        for start, end in place.spans:
            assert at <= start <= end
            at = end
            held[start:end] = [1] * (end - start)
        if place.overlap:
            held[slice(*place.overlap)] = [1] * (place.overlap[1] - place.overlap[0])
    for start, end in found.lost:
        assert not any(held[start:end])
        held[start:end] = [1] * (end - start)
    assert all(held[at] or source[at].isspace() for at in range(len(source)))


SHORT = st.lists(st.sampled_from("abcde"), max_size=40)


@settings(deadline=None)
@given(SHORT, SHORT)
def test_a_match_never_crosses_itself(first: list[str], second: list[str]) -> None:
    found = match(first, second)
    places = [place for place in found if place >= 0]
    assert places == sorted(set(places))
    assert all(place < 0 or first[at] == second[place] for at, place in enumerate(found))


@settings(deadline=None)
@given(SHORT)
def test_equal_sequences_match_one_to_one(words: list[str]) -> None:
    assert match(words, list(words)) == list(range(len(words)))
