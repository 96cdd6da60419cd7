"""The order of chunks by their source: as they stand there, as they say, or by their words."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from chunklint.chunking.adapters.order import in_order

SOURCE = (
    "Seal one is red. It leaks at times.\n\nSeal two is blue. It leaks at times.\n\n阀门每周检查一次，密封圈每月更换。"
)


def test_texts_that_stand_in_the_source_are_sorted() -> None:
    assert in_order(SOURCE, ["Seal two is blue.", "Seal one is red."], [None, None]) == [1, 0]


def test_equal_texts_stand_one_behind_the_other() -> None:
    texts = ["It leaks at times.", "Seal two is blue.", "It leaks at times.", "Seal one is red."]
    assert in_order(SOURCE, texts, [None] * 4) == [3, 0, 1, 2]


def test_changed_texts_are_found_by_their_words() -> None:
    texts = ["阀门 每周检查一次", "SEAL TWO; IS BLUE", "heading > seal one is\nRED"]
    assert in_order(SOURCE, texts, [None] * 3) == [2, 1, 0]


def test_what_a_chunk_says_of_its_place_comes_first() -> None:
    assert in_order(SOURCE, ["x", "y"], [50, 3]) == [1, 0]


def test_what_shows_no_place_follows_the_one_before() -> None:
    assert in_order(SOURCE, ["Seal two is blue.", "???", "Seal one is red."], [None] * 3) == [2, 0, 1]


@given(st.permutations(range(12)), st.sampled_from([str.upper, lambda text: text.replace(" ", "  "), str.strip]))
def test_any_order_of_parts_is_put_right(order: list[int], change: object) -> None:
    parts = [f"Part {number * 17} of the pump has {number * 31} turns and a seal of its own. " for number in range(12)]
    shuffled = [change(parts[at]) for at in order]  # type: ignore[operator]
    assert [order[index] for index in in_order("".join(parts), shuffled, [None] * 12)] == list(range(12))
