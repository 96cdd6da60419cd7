"""Words that a chunk says out of their order are not lost; others are."""

from __future__ import annotations

import re

from chunklint.chunking.adapters.align import align
from chunklint.chunking.adapters.request import Stored
from chunklint.chunking.adapters.said import Words, with_said

TABLE = "| Region | Latency | Price |\n| --- | --- | --- |\n| eu west | 12 ms | 2 |\n| us east | 80 ms | 1 |\n"
TOLD = "eu west, Latency = 12 ms. eu west, Price = 2. us east, Latency = 80 ms. us east, Price = 1"


def lost(source: str, *chunks: Stored) -> list[str]:
    return [source[start:end] for start, end in align(source, list(chunks)).lost]


def words(text: str) -> Words:
    found = list(re.finditer(r"\w+", text))
    return Words([word[0] for word in found], [word.start() for word in found], [word.end() for word in found])


def said(source: str, spans: list[list[tuple[int, int]]], *chunks: str) -> list[list[str]]:
    keys = [text.split() for text in chunks]
    found = with_said(words(source), source, keys, [[] for _ in chunks], spans)
    return [[source[start:end] for start, end in own] for own in found]


def test_of_a_table_told_as_sentences_only_what_they_leave_out_is_lost() -> None:
    assert "Region" in " ".join(lost(TABLE, Stored(TOLD)))
    for cell in ("eu west", "us east", "Latency", "Price", "12 ms", "80 ms"):
        assert cell not in " ".join(lost(TABLE, Stored(TOLD)))


def test_words_that_no_chunk_says_are_lost() -> None:
    source = "The red button stops it. The green one starts the pump. Nothing else does."
    assert lost(source, Stored("The red button stops it, Nothing else does.")) == ["The green one starts the pump."]


def test_a_run_goes_to_a_chunk_that_says_it_as_a_whole() -> None:
    source = "a | b c | d"
    assert said(source, [[(0, 1)], [(10, 11)]], "a c b", "d") == [["a"], ["d"]]
    assert said(source, [[(0, 1)], [(10, 11)]], "a b c", "d") == [["a", "b c"], ["d"]]
    assert said(source, [[(0, 1)], [(10, 11)]], "a", "d b c") == [["a"], ["b c", "d"]]


def test_what_a_chunk_says_once_stands_for_one_place() -> None:
    assert said("a | b | b | d", [[(0, 1), (12, 13)]], "a d b") == [["a", "b", "d"]]


def test_no_run_goes_back_behind_one_that_the_next_chunk_says() -> None:
    source = "a | y | x | d"
    assert said(source, [[(0, 1)], [(12, 13)]], "a x", "d y") == [["a"], ["y", "d"]]


def test_headings_beside_the_text_say_nothing_of_it() -> None:
    found = with_said(words("a | Pump | d"), "a | Pump | d", [["Pump", "a", "d"]], [["Pump"]], [[(0, 1), (11, 12)]])
    assert found == [[(0, 1), (11, 12)]]
