"""The recursive splitter against the library whose boundaries it promises, and what the library does not promise."""

from __future__ import annotations

import logging
import time
from functools import cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklint.chunking import recursive
from chunklint.chunking.recursive import DEFAULT_SEPARATORS, LANGCHAIN_SEPARATORS, Piece, recursive_pieces
from chunklint.tokens import get_counter
from tests.shared_material import shared

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

CHINESE = ("\n\n", "\n", " ", "。", "！", "？", "；", "，")
ENGLISH = ("\n\n", "\n", ". ", "? ", "! ", ", ", " ", "")

PARAGRAPH = "The cache keeps what was read. It forgets the oldest entry first, unless an entry is pinned! Is it full?"
CHINESE_PARAGRAPH = (
    "缓存保存读过的内容。满了以后，最旧的条目先被删除；固定的条目除外！"
    "怎样判断它满了？看 `cache.size`，不看内存、磁盘。"
)
CODE = "```python\ndef read(path):\n    with open(path) as file:\n        return file.read()\n\n\nread('a b')\n```"
TEXTS = {
    "english": "\n\n".join(["# Cache", PARAGRAPH, PARAGRAPH * 9, PARAGRAPH, "## Limits", (PARAGRAPH + "\n") * 8]),
    "chinese": "\n\n".join(
        [
            "# 缓存",
            CHINESE_PARAGRAPH,
            CHINESE_PARAGRAPH * 9,
            CHINESE_PARAGRAPH,
            "## 限制",
            (CHINESE_PARAGRAPH + "\n") * 8,
        ]
    ),
    "mixed": "\r\n\r\n".join(["Set `max-size` 为 512，then 重启 the server。"] * 40),
    "table": "| name | 说明 |\n| --- | --- |\n" + "| `retries` | 重试次数 how often |\n" * 90,
    "code": "\n\n".join([CODE] * 12),
    "repeated": "same\n\n" * 200 + "\n\n\n\n" + "same same\n" * 200,
    "spaces": "  a \n \n\t b\n\n\n\n   \n\n c\u3000\u2003d \x1c e" * 30,
    "long words": ("https://example.com/" + "x" * 700 + "\n") * 3 + "无空格的长句" * 300,
    "emoji": "👩‍👩‍👧‍👦🇨🇳é́ क्षि " * 60 + "👍🏽" * 200,
    "blank": " \n\n \n",
    "empty": "",
}


def in_characters(texts: Sequence[str]) -> list[int]:
    return [len(text) for text in texts]


def in_tokens(texts: Sequence[str]) -> list[int]:
    return get_counter("cl100k_base").count_many(texts)


def library_chunks(text: str, count: Callable[[Sequence[str]], list[int]], **options: Any) -> list[str]:
    splitters = pytest.importorskip("langchain_text_splitters")
    logging.getLogger("langchain_text_splitters.base").setLevel(logging.ERROR)  # it warns of every long chunk
    splitter = splitters.RecursiveCharacterTextSplitter(
        separators=list(options.pop("separators")),
        chunk_size=options.pop("size"),
        chunk_overlap=options.pop("overlap"),
        length_function=cache(lambda part: count([part])[0]),
        **options,
    )
    chunks: list[str] = splitter.split_text(text)
    return chunks


def assert_equals_library(text: str, count: Callable[[Sequence[str]], list[int]], **options: Any) -> list[Piece]:
    pieces = recursive_pieces(text, count=count, **options)
    assert [piece.text_in(text) for piece in pieces] == library_chunks(text, count, **options)
    for piece, following in pairwise(pieces):
        assert piece.start <= following.start
        assert piece.end <= following.end
    if options.get("keep_separator", True):
        assert all(piece.joined is None for piece in pieces)
    return pieces


PARAMETERS = {
    "characters-1000-200": (in_characters, {"separators": LANGCHAIN_SEPARATORS, "size": 1000, "overlap": 200}),
    "tokens-512-64": (in_tokens, {"separators": LANGCHAIN_SEPARATORS, "size": 512, "overlap": 64}),
    "tokens-chinese": (in_tokens, {"separators": CHINESE, "size": 512, "overlap": 64}),
    "tokens-chinese-to-the-character": (in_tokens, {"separators": (*CHINESE, ""), "size": 60, "overlap": 20}),
    "tokens-english": (in_tokens, {"separators": ENGLISH, "size": 60, "overlap": 59}),
    "tokens-own-list": (
        in_tokens,
        {"separators": DEFAULT_SEPARATORS, "size": 400, "overlap": 50, "keep_separator": "end"},
    ),
    "no-overlap": (in_characters, {"separators": CHINESE, "size": 120, "overlap": 0, "keep_separator": "start"}),
    "separator-at-the-end": (
        in_characters,
        {"separators": ENGLISH, "size": 120, "overlap": 40, "keep_separator": "end"},
    ),
    "separator-dropped": (
        in_characters,
        {"separators": LANGCHAIN_SEPARATORS, "size": 300, "overlap": 60, "keep_separator": False},
    ),
    "separator-dropped-chinese": (
        in_tokens,
        {"separators": (*CHINESE, ""), "size": 50, "overlap": 25, "keep_separator": False},
    ),
    "white-space-kept": (
        in_characters,
        {"separators": LANGCHAIN_SEPARATORS, "size": 200, "overlap": 30, "strip_whitespace": False},
    ),
    "regular-expressions": (
        in_characters,
        {
            "separators": (r"\n#{1,6} ", r"```\n", r"\n\s*\n", r"(?<=[。！？.!?])", r"\s+", ""),
            "size": 200,
            "overlap": 50,
            "is_separator_regex": True,
        },
    ),
}
TINY = {
    "size-5-overlap-4": (in_characters, {"separators": (*CHINESE, ""), "size": 5, "overlap": 4}),
    "size-5-overlap-5": (in_characters, {"separators": LANGCHAIN_SEPARATORS, "size": 5, "overlap": 5}),
    "size-1": (in_tokens, {"separators": LANGCHAIN_SEPARATORS, "size": 1, "overlap": 0}),
}


@pytest.mark.parametrize("parameters", [*PARAMETERS, *TINY])
@pytest.mark.parametrize("name", TEXTS)
def test_equals_the_library(name: str, parameters: str) -> None:
    count, options = {**PARAMETERS, **TINY}[parameters]
    assert_equals_library(TEXTS[name], count, **options)


WHOLE_PAGES = {"characters-1000-200", "tokens-512-64", "tokens-chinese"}  # of the others the beginning, to save time


@pytest.mark.parametrize("folder", ["wild", "torture", "retrieval/docs"])
@pytest.mark.parametrize("parameters", [*PARAMETERS, *TINY])
def test_equals_the_library_on_real_pages(parameters: str, folder: str) -> None:
    count, options = {**PARAMETERS, **TINY}[parameters]
    paths = [path for path in sorted(shared(folder).iterdir()) if path.is_file()]
    assert paths
    for path in paths:
        text = path.read_bytes().decode("utf-8", "replace")
        length = len(text) if parameters in WHOLE_PAGES else 3_000 if parameters in TINY else 30_000
        assert_equals_library(text[:length], count, **options)


@pytest.mark.parametrize("language", ["markdown", "python", "rst", "latex", "html", "visualbasic6", "js"])
@pytest.mark.parametrize("keep_separator", [True, False, "end"])
def test_equals_the_library_with_its_lists_for_languages(language: str, keep_separator: bool | str) -> None:
    splitters = pytest.importorskip("langchain_text_splitters")
    separators = splitters.RecursiveCharacterTextSplitter.get_separators_for_language(splitters.Language(language))
    for text in [*TEXTS.values(), "\n\\begin{enumerate}\\item " * 20, "\nclass A:\n    def b(self): ...\n" * 20]:
        assert_equals_library(
            text,
            in_characters,
            separators=separators,
            size=150,
            overlap=30,
            is_separator_regex=True,
            keep_separator=keep_separator,
        )


ALPHABET = ["a", "b", "\n", "\n\n", " ", "  ", "中", "文", "。", "，", ". ", "👩‍👩‍👧", "\r\n", "\u3000", "\x1c", "b+"]
LITERALS = ["\n\n", "\n", " ", "  ", "。", "，", ". ", "a", "ab", "b+", "\n\n\n", ""]
PATTERNS = ["\n\n", r"\s", " +", "[。，]", "(?<=。)", "(?=a)", "a*", r"\b", "^", "(?:a|ab)(?=b)", ".", "b+", ""]


@st.composite
def splitting(draw: st.DrawFn) -> dict[str, Any]:
    is_regex = draw(st.booleans())
    size = draw(st.integers(1, 20))
    return {
        "separators": draw(st.lists(st.sampled_from(PATTERNS if is_regex else LITERALS), min_size=1, max_size=6)),
        "is_separator_regex": is_regex,
        "size": size,
        "overlap": draw(st.one_of(st.just(size - 1), st.integers(0, size))),
        "keep_separator": draw(st.sampled_from([True, False, "start", "end"])),
        "strip_whitespace": draw(st.booleans()),
    }


def unevenly(texts: Sequence[str]) -> list[int]:
    """Lengths that do not add up, as those of tokens: a part can be nothing, and a whole more than its parts."""
    return [len(text.split()) + 2 * ("\n" in text) for text in texts]


@settings(max_examples=300, deadline=None)
@given(
    text=st.lists(st.sampled_from(ALPHABET), max_size=50).map("".join),
    options=splitting(),
    count=st.sampled_from([in_characters, unevenly]),
)
def test_equals_the_library_on_random_text(
    text: str, options: dict[str, Any], count: Callable[[Sequence[str]], list[int]]
) -> None:
    assert_equals_library(text, count, **options)


@settings(max_examples=200, deadline=None)
@given(
    text=st.lists(st.sampled_from(ALPHABET), max_size=80).map("".join),
    size=st.integers(1, 20),
    keep_separator=st.sampled_from(["start", "end"]),
)
def test_loses_nothing_but_white_space(text: str, size: int, keep_separator: Any) -> None:
    pieces = recursive_pieces(
        text,
        separators=DEFAULT_SEPARATORS,
        size=size,
        overlap=size // 3,
        count=in_characters,
        keep_separator=keep_separator,
    )
    covered = set().union(*(range(piece.start, piece.end) for piece in pieces))
    assert all(text[offset].isspace() for offset in set(range(len(text))) - covered)


def test_gives_every_repeated_paragraph_its_own_place() -> None:
    pieces = recursive_pieces("same\n\nsame\n\nsame", separators=["\n\n"], size=8, overlap=0, count=in_characters)
    assert pieces == [Piece(0, 4), Piece(6, 10), Piece(12, 16)]


def test_overlap_shows_as_a_start_before_the_last_end() -> None:
    pieces = recursive_pieces("aa bb cc dd", separators=[" "], size=8, overlap=3, count=in_characters)
    assert pieces == [Piece(0, 8), Piece(6, 11)]


def test_a_chunk_can_repeat_the_end_of_the_one_before_and_nothing_else() -> None:
    pieces = recursive_pieces("aa bb   cc", separators=[" "], size=5, overlap=4, count=in_characters)
    assert pieces == [Piece(0, 5), Piece(3, 5), Piece(8, 10)]


def test_a_split_that_cannot_be_divided_keeps_its_white_space() -> None:
    pieces = recursive_pieces("a\n  long  \nb", separators=["\n"], size=5, overlap=0, count=in_characters)
    assert [piece.text_in("a\n  long  \nb") for piece in pieces] == ["a", "\n  long  ", "b"]


def test_a_dropped_separator_comes_back_once_where_the_source_has_several() -> None:
    source = "one\n\n\n\ntwo"
    pieces = recursive_pieces(
        source, separators=["\n\n"], size=20, overlap=0, count=in_characters, keep_separator=False
    )
    assert pieces == [Piece(0, 10, "one\n\ntwo")]
    assert pieces[0].text_in(source) == "one\n\ntwo"


def test_own_list_closes_chinese_and_english_sentences() -> None:
    source = "他说：“好。”然后走了。Version 3.5 is out. See example.com now! 苹果、香蕉"
    pieces = recursive_pieces(
        source, separators=DEFAULT_SEPARATORS, size=24, overlap=0, count=in_characters, keep_separator="end"
    )
    assert [piece.text_in(source) for piece in pieces] == [
        "他说：“好。”然后走了。",
        "Version 3.5 is out.",
        "See example.com now!",
        "苹果、香蕉",
    ]


def test_no_separators_means_those_of_langchain() -> None:
    options: dict[str, Any] = {"size": 30, "overlap": 5, "count": in_characters}
    expected = recursive_pieces(TEXTS["english"], separators=LANGCHAIN_SEPARATORS, **options)
    assert recursive_pieces(TEXTS["english"], separators=(), **options) == expected


def test_counts_a_level_at_once_and_a_character_once() -> None:
    batches: list[list[str]] = []

    def count(texts: Sequence[str]) -> list[int]:
        batches.append(list(texts))
        return in_characters(texts)

    recursive_pieces(
        "ab" * 500 + "\n\n" + "cd ef\n" * 100, separators=("\n\n", "\n", ""), size=50, overlap=9, count=count
    )
    assert len(batches) <= 6  # a batch a level, one for single characters, one for the joint
    counted = [text for batch in batches for text in batch]
    assert [counted.count(text) for text in ("a", "b", "\ncd ef")] == [1, 1, 100]


def test_five_megabytes_on_one_line_take_bounded_time() -> None:
    line = "无空格" * 1_700_000
    began = time.process_time()
    pieces = recursive_pieces(line, separators=LANGCHAIN_SEPARATORS, size=512, overlap=64, count=in_characters)
    assert time.process_time() - began < 10  # takes about 1 s; a step a character and a copy a chunk take minutes
    assert pieces[0] == Piece(0, 512)
    assert pieces[1] == Piece(448, 960)
    assert pieces[-1].end == len(line)


@pytest.mark.parametrize(("size", "overlap"), [(0, 0), (-1, 0), (5, 6), (5, -1)])
def test_refuses_sizes_that_make_no_sense(size: int, overlap: int) -> None:
    with pytest.raises(ValueError, match="size must be above 0"):
        recursive_pieces("text", separators=[" "], size=size, overlap=overlap, count=in_characters)


def test_a_slow_pattern_ends_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recursive, "PATTERN_SECONDS", 0.05)
    split = partial(recursive_pieces, size=5, overlap=0, count=in_characters, is_separator_regex=True)
    began = time.monotonic()
    with pytest.raises(ValueError, match="takes too long to match"):
        split("a" * 60 + "b", separators=["(?:a|a|aa)+$"])
    assert time.monotonic() - began < 5
