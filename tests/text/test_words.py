"""Counting words and Han characters, as examples in both languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklint.text.words import TextLength, count_words, has_letters, is_mostly_han, is_wide, sentence_length

EXAMPLES = [
    ("nothing", "", 0, 0),
    ("punctuation only", "，。… --- (?) ___", 0, 0),
    ("plain words", "Open the lid.", 3, 0),
    ("hyphens", "a state-of-the-art tool", 3, 0),
    ("contraction", "don't and don’t", 3, 0),
    ("numbers", "3.14 1,000 10:30 -5", 4, 0),
    ("a list without spaces", "one,two", 2, 0),
    ("version and file", "v1.2.3 a/b.md", 2, 0),
    ("snake case", "the max_tokens key", 3, 0),
    ("dash between words", "this—that", 2, 0),
    ("URL", "see https://a.b/c?d=e-f now", 3, 0),
    ("code span", "run \ufffc now", 3, 0),
    ("combining accents", "cafe\u0301s ou\u0300", 2, 0),
    ("Cyrillic", "два слова", 2, 0),
    ("emoji", "fine 🐛 so", 2, 0),
    ("汉字", "打开盖子。", 0, 4),
    ("中英混排", "使用 kubectl 命令，见 README.md。", 2, 5),
    ("没有空格", "用Node.js写的", 1, 3),
    ("假名", "ひらがな カタカナ", 0, 8),
    ("한글", "한국어 문장", 2, 0),
    ("扩展区汉字", "\U00020000\U0002a6d6々", 0, 3),
    ("全角数字", "第１２３页", 1, 2),
]


@pytest.mark.parametrize(("title", "text", "words", "han"), EXAMPLES, ids=[row[0] for row in EXAMPLES])
def test_count(title: str, text: str, words: int, han: int) -> None:
    assert count_words(text) == TextLength(words, han)


def test_sentence_length_leaves_out_urls_and_code() -> None:
    text = "运行 \ufffc 后 open https://a.b/c 或 www.a.b"
    assert count_words(text) == (4, 4)
    assert sentence_length(text) == (1, 4)
    assert sentence_length(text).mixed == 6


@given(st.text())
def test_counts_stay_within_the_text(text: str) -> None:
    words, han = count_words(text)
    assert 0 <= words + han <= len(text)


@pytest.mark.parametrize(
    ("text", "mostly"),
    [("打开盖子", True), ("使用 kubectl 命令行工具", True), ("Use 中文", False), ("Open it", False), ("", False)],
)
def test_mostly_han(text: str, mostly: bool) -> None:
    assert is_mostly_han(text) is mostly


@pytest.mark.parametrize(("text", "letters"), [("a", True), ("中", True), ("7", True), ("_—。🐛", False), ("", False)])
def test_letters(text: str, letters: bool) -> None:
    assert has_letters(text) is letters


@pytest.mark.parametrize(
    ("character", "wide"),
    [("中", True), ("。", True), ("ア", True), ("Ａ", True), ("a", False), ("글", False), ("é", False)],
)
def test_wide(character: str, wide: bool) -> None:
    assert is_wide(character) is wide
