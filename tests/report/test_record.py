"""Findings as plain values."""

from __future__ import annotations

from chunklint.engine.model import Edit, Fix
from chunklint.report.record import record
from tests.report.findings import finding, recorded, related


def test_positions_are_one_based_and_exact_in_both_units() -> None:
    found = recorded("# A\n\n😀 𠮷野家 pass\u200bword\n", "\u200b")
    assert (found.line, found.column, found.end_line, found.end_column) == (3, 11, 3, 12)
    assert (found.utf16_column, found.utf16_end_column) == (13, 14)
    assert (found.start, found.end) == (15, 16)


def test_messages_follow_the_language_and_numbers_do_not() -> None:
    found = finding("text", "text")
    assert record(found, "en").message == "This table needs 4 chunks (1,701 tokens)."
    assert record(found, "zh-CN").message == "这张表会被切成 4 块（1,701 token）。"
    assert record(found, "en").data == record(found, "zh-CN").data
    assert record(found, "en").fingerprint == record(found, "zh-CN").fingerprint


def test_related_places_and_fixes_become_plain_values() -> None:
    text = "| a |\n| - |\n| b |\n"
    found = recorded(text, "| b |", related=(related(text, "| a |"),), fix=Fix(True, (Edit(0, 1, "x"),)))
    place = found.related[0]
    assert (place.line, place.column, place.end_column, place.message) == (1, 1, 6, "the header is here")
    assert found.fix == {"safe": True, "edits": [{"start": 0, "end": 1, "text": "x"}]}


def test_a_long_line_is_not_kept_whole() -> None:
    text = "x" * 1_000_000 + "here" + "y" * 1_000_000
    excerpt = recorded(text, "here").excerpts[0]
    assert len(excerpt.text) < 2_000
    assert excerpt.text[excerpt.start : excerpt.end] == "here"
    assert excerpt.first + excerpt.start == 1_000_000
    assert excerpt.more


def test_a_span_of_many_lines_keeps_its_first_and_last() -> None:
    found = recorded("one\n  two\n  three\nfour\n", "two\n  three")
    assert [(excerpt.line, excerpt.text) for excerpt in found.excerpts] == [(1, "  two"), (2, "  three")]
    assert [(excerpt.start, excerpt.end) for excerpt in found.excerpts] == [(2, 5), (2, 7)]


def test_a_span_that_ends_with_its_line_ending_stays_on_its_line() -> None:
    assert [excerpt.line for excerpt in recorded("one\r\ntwo\r\n", "one\r\n").excerpts] == [0]


def test_an_empty_file_has_no_source_to_show() -> None:
    assert recorded("", "").excerpts == ()
