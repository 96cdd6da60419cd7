"""Chunks with other white space than their source: repeated examples stay in place, whatever stands in them."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from chunklint.chunking.adapters.align import align
from chunklint.chunking.adapters.request import Stored
from chunklint.chunking.adapters.white_space import places_but_for_white_space


def _example(number: int, setting: str) -> str:
    return (
        f'## Example {setting}\n\nSend a request:\n\n```json\n{{\n    "brokers": [\n        {{\n            '
        f'"host": "127.0.0.1",\n            "port": 9092\n        }}\n    ],\n    "topic": "test{number}"\n}}\n```\n\n'
    )


def _stripped(text: str) -> str:
    """A text as LangChain's header splitter leaves it."""
    return "  \n".join(line.strip() for line in text.splitlines() if line.strip())


@given(st.lists(st.integers(1, 2), min_size=2, max_size=6), st.integers(40, 140), st.integers(0, 30))
def test_windows_over_repeated_examples_are_placed_where_they_were_cut(
    numbers: list[int], size: int, overlap: int
) -> None:
    source = "".join(_example(number, f"{index}") for index, number in enumerate(numbers))
    words = [(found.start(), found.end()) for found in re.finditer(r"\S+", source)]
    cuts: list[tuple[int, int]] = []
    first = 0
    while first < len(words):
        last = next((at for at in range(first, len(words)) if words[at][1] - words[first][0] >= size), len(words) - 1)
        cuts.append((words[first][0], words[last][1]))
        first = last + 1
    chunks = [Stored(_stripped(source[max(0, start - overlap) : end])) for start, end in cuts]
    alignment = align(source, chunks, overlap)
    assert alignment.lost == []
    assert [place.spans[-1][1] for place in alignment.places] == [end for _, end in cuts]


def test_a_chunk_with_other_words_leaves_all_to_be_matched_by_words() -> None:
    assert places_but_for_white_space("One two.", [Stored("One"), Stored("three.")], 0, lambda end: end) is None


def test_blanks_between_han_and_wide_blanks_are_white_space() -> None:
    source = "阀门\u3000每周\n检查。泵  每月检查。"
    found = places_but_for_white_space(source, [Stored("阀门每周检查。"), Stored("泵 每月 检查。")], 0, lambda end: end)
    assert found is not None
    assert [source[start:end] for start, end in found] == ["阀门\u3000每周\n检查。", "泵  每月检查。"]


def test_chunks_of_white_space_only_stand_behind_the_one_before() -> None:
    found = places_but_for_white_space("a b", [Stored(" "), Stored("a"), Stored("\n"), Stored("b")], 0, lambda end: end)
    assert found == [(0, 0), (0, 1), (1, 1), (2, 3)]
