"""Patterns that users write: which are taken, and that none takes long to compile or to run."""

from __future__ import annotations

import time

import pytest

from chunklint.text.patterns import LONGEST_PATTERN, PatternError, compile_pattern, search


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"\p{Han}{2,4}", "the 表头 here"),
        (r"(?i)CLICK\s+here", "click\nhere"),
        (r"\d{4}-\d{2}-\d{2}", "on 2024-05-06"),
        (r"(?<!\w)foo(?=bar)", "foobar"),
        (r"[^\]{}]{3,}", "abc"),
        (r"\N{DIGIT ONE}+", "11"),
        (r"(?P<a>x)(?P=a)", "xx"),
        (r"x{0,5000}y", "xy"),
        ("(?# a note with ( and [ )a{3}", "aaa"),
    ],
)
def test_what_people_write_is_taken(pattern: str, text: str) -> None:
    assert search(compile_pattern(pattern), text, 1.0) is not None


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        ("(", "missing"),
        ("[a", "unterminated"),
        ("a" * (LONGEST_PATTERN + 1), "longer than"),
        ("a{100000000}", "repeats too much"),
        ("(?:x{1000}){1000}", "repeats too much"),
        ("(?:" * 19 + "ab" + ")+" * 19, "repeats too much"),
        ("(?:" * 19 + "ab" + "){1,2}" * 19, "repeats too much"),
        ("(?:" * 100 + "a" + ")" * 100, "inside each other"),
        ("[[]a{99999999}]", "repeats too much"),
        ("(?# [ )a{99999999}]", "repeats too much"),
        (r"\]{99999999}", "repeats too much"),
        (r"\p{L}{99999999}", "repeats too much"),
        ("(?x)a{ 99999999 }", "flag x"),
        ("(?ix:a)", "flag x"),
        (r"\L<words>", "named list"),
        ("(?P<1>a)", "bad"),
    ],
)
def test_what_cannot_be_used_is_refused_at_once(pattern: str, why: str) -> None:
    started = time.process_time()
    with pytest.raises(PatternError, match=why):
        compile_pattern(pattern)
    assert time.process_time() - started < 1


def test_a_search_ends_when_its_time_is_up() -> None:
    pattern = compile_pattern("(?:a{1,1000}){1,1000}x")
    started = time.process_time()
    with pytest.raises(TimeoutError):
        search(pattern, "a" * 100_000, 0.1)
    assert time.process_time() - started < 5
    with pytest.raises(TimeoutError):
        search(pattern, "a", 0.0)


def test_only_at_the_start() -> None:
    assert search(compile_pattern("b"), "ab", 1.0, at_start=True) is None
    assert search(compile_pattern("a"), "ab", 1.0, at_start=True).span() == (0, 1)
