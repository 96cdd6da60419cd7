"""Answers are found again in a document that was edited: what the benchmark of fixes rests on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.benchmarks.fixing import Moves

BEFORE = "# T\n\n| a | b |\n|---|---|\n| one | 1 |\n| two | 2 |\n\nThe end of it.\n"
AFTER = (
    "# T\n\n## First\n\n| a | b |\n|---|---|\n| one | 1 |\n\n## Second\n\n| a | b |\n|---|---|\n| two | 2 |\n\n"
    "The very end of it.\n"
)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("| two | 2 |", "| two | 2 |"),
        ("| one | 1 |", "| one | 1 |"),
        ("The end of it.", "The very end of it."),
        ("end", "end"),
        ("| one | 1 |\n| two | 2 |", "| one | 1 |\n\n## Second\n\n| a | b |\n|---|---|\n| two | 2 |"),
    ],
)
def test_where_an_answer_is_now(old: str, new: str) -> None:
    start = BEFORE.index(old)
    moved = Moves(BEFORE, AFTER).span((start, start + len(old)))
    assert moved is not None
    assert AFTER[slice(*moved)] == new


def test_an_answer_that_was_deleted_is_nowhere() -> None:
    assert Moves("keep\nlose\n", "keep\n").span((5, 9)) is None


@given(st.text("ab \n", max_size=40), st.text("xy\n", max_size=10), st.data())
def test_what_is_put_in_elsewhere_moves_an_answer_and_leaves_it_whole(
    before: str, added: str, data: st.DataObject
) -> None:
    before = before + "\nANSWER\n"
    at = data.draw(st.integers(0, before.index("ANSWER")))
    after = before[:at] + added + "\n" + before[at:]
    start = before.index("ANSWER")
    moved = Moves(before, after).span((start, start + 6))
    assert moved is not None
    assert after[slice(*moved)].endswith("ANSWER")
