"""Windows of a fixed size: nothing lost, nothing too large, no character torn."""

from __future__ import annotations

import time
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklint.chunking.fixed import fixed_pieces, window_pieces
from chunklint.tokens import get_counter
from tests.shared_material import shared

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from chunklint.chunking.recursive import Piece

PARTS = [
    "a",
    "b",
    " ",
    "\n",
    "\r\n",
    ". ",
    ", ",
    "中",
    "文",
    "。",
    "，",
    "é",
    "e\u0301",
    "👩‍👩‍👧",
    "🇨🇳",
    "क्षि",
    "👍🏽",
    "각",
]
PARTS += ["\u0301", "\u200d", "Kubernetes", "https://example.com/", "12345"]
texts = st.lists(st.sampled_from(PARTS), max_size=50).map("".join)


def in_characters(parts: Sequence[str]) -> list[int]:
    return [len(part) for part in parts]


def in_tokens(parts: Sequence[str]) -> list[int]:
    return get_counter("cl100k_base").count_many(parts)


def token_ends(text: str) -> list[int]:
    return get_counter("cl100k_base").ends(text)


def texts_of(text: str, pieces: Sequence[Piece]) -> list[str]:
    return [piece.text_in(text) for piece in pieces]


def assert_fits(
    text: str, pieces: Sequence[Piece], size: int, count: Callable[[Sequence[str]], list[int]], start: int = 0
) -> None:
    """Every window fits alone and is cut between clusters, unless a cluster or a code point does not fit by itself."""
    clusters = [match.span() for match in regex.finditer(r"\X", text[start:])]
    largest = max(count([text[start + first : start + last] for first, last in clusters]), default=0)
    boundaries = {start, *(start + last for _, last in clusters)}
    for piece, units in zip(pieces, count(texts_of(text, pieces)), strict=True):
        assert units <= size or piece.end - piece.start == 1
        if largest <= size:
            assert {piece.start, piece.end} <= boundaries


@settings(max_examples=300, deadline=None)
@given(text=texts, size=st.integers(1, 20), data=st.data(), is_tokens=st.booleans())
def test_windows_cover_everything_in_order(text: str, size: int, data: st.DataObject, is_tokens: bool) -> None:
    overlap = data.draw(st.one_of(st.just(size - 1), st.integers(0, size - 1)))
    count = in_tokens if is_tokens else in_characters
    pieces = fixed_pieces(text, size=size, overlap=overlap, ends=token_ends if is_tokens else None, count=count)
    assert [piece.start for piece in pieces[:1]] == [0] * bool(text)
    assert [piece.end for piece in pieces[-1:]] == [len(text)] * bool(text)
    for piece, following in pairwise(pieces):
        assert piece.start < following.start <= piece.end < following.end
        if not overlap:
            assert following.start == piece.end
    assert_fits(text, pieces, size, count)


@settings(max_examples=300, deadline=None)
@given(text=texts, limit=st.integers(1, 20), is_tokens=st.booleans(), data=st.data())
def test_pieces_of_a_stretch_join_up_to_it(text: str, limit: int, is_tokens: bool, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    count = in_tokens if is_tokens else in_characters
    pieces = window_pieces(text, start, end, limit, count)
    assert "".join(texts_of(text, pieces)) == text[start:end]
    assert all(piece.start < piece.end for piece in pieces)
    assert [piece.start for piece in pieces[:1]] == [start] * (start < end)
    assert_fits(text[:end], pieces, limit, count, start)


@pytest.mark.parametrize("folder", ["wild", "torture"])
def test_windows_of_real_pages_are_full_and_fit(folder: str) -> None:
    for path in (path for path in sorted(shared(folder).iterdir()) if path.is_file()):
        text = path.read_bytes().decode("utf-8", "replace")
        pieces = fixed_pieces(text, size=200, overlap=40, ends=token_ends, count=in_tokens)
        units = in_tokens(texts_of(text, pieces))
        assert max(units, default=0) <= 200
        assert sum(units[:-1]) >= 0.97 * 200 * len(units[:-1])


def test_characters_with_overlap() -> None:
    assert texts_of("abcdefg", fixed_pieces("abcdefg", size=4, overlap=1, ends=None)) == ["abcd", "defg"]


def test_a_last_window_that_would_repeat_the_one_before_is_not_made() -> None:
    assert texts_of("abcdef", fixed_pieces("abcdef", size=4, overlap=2, ends=None)) == ["abcd", "cdef"]


def test_tokens_with_overlap() -> None:
    text = "one two three four five six"
    pieces = fixed_pieces(text, size=4, overlap=2, ends=token_ends, count=in_tokens)
    assert texts_of(text, pieces) == ["one two three four", " three four five six"]


def test_a_character_of_several_tokens_is_not_torn() -> None:
    text = "ok 👩 ok"  # the woman alone is two tokens or more
    for size in (2, 3, 4):
        assert (
            "".join(texts_of(text, fixed_pieces(text, size=size, overlap=0, ends=token_ends, count=in_tokens))) == text
        )
    assert in_tokens(["👩"])[0] > 1
    assert texts_of("👩👩", fixed_pieces("👩👩", size=1, overlap=0, ends=token_ends, count=in_tokens)) == ["👩", "👩"]


def test_a_cut_moves_left_to_the_start_of_a_cluster() -> None:
    assert texts_of("ab\r\ncd", fixed_pieces("ab\r\ncd", size=3, overlap=0, ends=None)) == ["ab", "\r\nc", "d"]
    assert texts_of("xe\u0301y", fixed_pieces("xe\u0301y", size=2, overlap=0, ends=None)) == ["x", "e\u0301", "y"]


def test_a_cluster_over_the_size_is_cut_between_code_points() -> None:
    marks = "e" + "\u0301" * 9
    assert [len(part) for part in texts_of(marks, fixed_pieces(marks, size=4, overlap=3, ends=None))] == [4, 4, 2]


def test_a_window_that_is_larger_alone_is_shortened() -> None:
    text = "ab ab ab ab"

    def dear_start(parts: Sequence[str]) -> list[int]:
        """Counts a token more for a text that starts inside a word, as a split word costs more than a whole one."""
        return [part.count("a") + part.count("b") + (not part.startswith("ab")) for part in parts]

    ends = [offset + 1 for offset, character in enumerate(text) if character != " "]
    pieces = fixed_pieces(text, size=3, overlap=0, ends=lambda _: ends, count=dear_start)
    assert "".join(texts_of(text, pieces)) == text
    assert max(dear_start(texts_of(text, pieces))) <= 3
    unchecked = fixed_pieces(text, size=3, overlap=0, ends=lambda _: ends)
    assert max(dear_start(texts_of(text, unchecked))) == 4


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("one, two three", 12, ["one, two ", "three"]),
        ("one two, three", 10, ["one two, ", "three"]),
        ("苹果和香蕉，还有梨子", 7, ["苹果和香蕉，", "还有梨子"]),
        ("他说：“好的。”然后走了", 9, ["他说：“好的。”", "然后走了"]),
        ("使用 Kubernetes部署服务", 15, ["使用 Kubernetes部署", "服务"]),
        ("部署到新的群Kubernetes", 10, ["部署到新的群Kube", "rnetes"]),
        ("部署到新的集群里Kubernetes", 10, ["部署到新的集群里", "Kubernetes"]),
        ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
    ],
)
def test_a_stretch_is_cut_at_a_good_place_in_the_last_quarter(text: str, limit: int, expected: list[str]) -> None:
    assert texts_of(text, window_pieces(text, 0, len(text), limit, in_characters)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "a" * 1_000_000,
        "无空格" * 300_000,
        "word, " * 150_000,
        "👩‍👩‍👧‍👦" * 70_000,
        "🇨🇳" * 250_000,
        "a" + "\u0301" * 500_000,
    ],
    ids=["letters", "chinese", "words", "families", "flags", "marks"],
)
def test_a_long_line_takes_time_in_proportion(text: str) -> None:
    asked = 0

    def count(parts: Sequence[str]) -> list[int]:
        nonlocal asked
        asked += sum(map(len, parts))
        return [-(-len(part) // 2) for part in parts]

    began = time.process_time()
    pieces = window_pieces(text, 0, len(text), 400, count)
    assert asked < 6 * len(text)
    assert pieces[-1].end == len(text)
    assert fixed_pieces(text, size=1000, overlap=200, ends=None)[-1].end == len(text)
    assert time.process_time() - began < 15  # takes 0.1 to 2 s; in the square of the length it would take hours


@pytest.mark.parametrize(("size", "overlap"), [(0, 0), (5, 5), (5, -1)])
def test_refuses_sizes_that_make_no_sense(size: int, overlap: int) -> None:
    with pytest.raises(ValueError, match="size must be above 0"):
        fixed_pieces("text", size=size, overlap=overlap, ends=None)


def test_refuses_a_limit_of_nothing() -> None:
    with pytest.raises(ValueError, match="limit must be above 0"):
        window_pieces("text", 0, 4, 0, in_characters)
