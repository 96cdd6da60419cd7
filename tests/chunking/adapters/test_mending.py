"""Chunks that a diff placed badly are found between their neighbours, and only there."""

from __future__ import annotations

from chunklint.chunking.adapters.mending import mend

KEYS = [*"zyxw", *"abcdefghij", *"klmnopqrst", *"klmnopqrst", *"uv"]


def placed(bodies: list[str], given: list[list[int]]) -> list[list[int]]:
    mend(KEYS, [list(body) for body in bodies], given)
    return given


def test_a_chunk_without_a_place_gets_the_one_between_its_neighbours() -> None:
    found = placed(["zyxw", "abcdefghij", "klmnopqrst"], [[0, 1, 2, 3], [], list(range(14, 24))])
    assert found[1] == list(range(4, 14))


def test_a_chunk_whose_end_was_found_in_a_later_copy_makes_room_again() -> None:
    # The first one's words were found in the copy, so that nothing was left for the second.
    found = placed(["klmnopqrst", "klmnopqrst", "uv"], [[32, 33], [], [34, 35]])
    assert found == [list(range(14, 24)), list(range(24, 34)), [34, 35]]


def test_what_stands_elsewhere_stays_unplaced() -> None:
    found = placed(["klmnopqrst", "abcdefghij"], [list(range(14, 24)), []])
    assert found[1] == []


def test_few_words_are_left_alone() -> None:
    assert placed(["zyxw", "uv"], [[], [34]]) == [[], [34]]
