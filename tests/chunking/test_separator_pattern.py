"""Regular expressions as separators match as in `re`, and those that cannot be used are refused with a reason."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklint.chunking.separator_pattern import LENGTH_LIMIT, compile_separator

PLAIN = ["a", "b", ".", "中", r"\{", r"\.", "{e}", "{", "}", "{}", "a{2}", "b{,2}", "^", "$", r"\Z"]
CLASSES = [r"\n", r"\s", r"\S", r"\w", r"\W", r"\d", r"\D", r"\b", r"\B"]
SETS = ["[ab]", r"[^a\s]", "[]a]", "[^]]", r"[\w-]", "[[:alpha:]]", "[。！]"]
GROUPS = ["(?:a|b)", "(?=a)", "(?!b)", "(?<=a)", r"(?<!\s)", "(?:ab)?", "(?>ab|a)"]
ATOMS = [*PLAIN, *CLASSES, *SETS, *GROUPS]
QUANTIFIERS = ["", "", "", "?", "*", "+", "*?", "+?"]
CHARACTERS = "ab中。 \n1²_.-:[]{}e\x1c\u2028é\u0301\u0903"


@pytest.mark.filterwarnings("ignore:Possible nested set")
@settings(max_examples=400, deadline=None)
@given(
    pattern=st.lists(
        st.tuples(st.sampled_from(ATOMS), st.sampled_from(QUANTIFIERS)).map("".join), min_size=1, max_size=4
    ).map("".join),
    flags=st.sampled_from(["", "", "(?i)", "(?m)", "(?s)", "(?a)"]),
    text=st.text(CHARACTERS, min_size=1, max_size=14),
)
def test_matches_as_re_does(pattern: str, flags: str, text: str) -> None:
    try:
        expected = re.compile(flags + pattern)
    except re.error:
        with pytest.raises(ValueError, match="not a valid regular expression"):
            compile_separator(flags + pattern)
        return
    matches = compile_separator(flags + pattern).finditer(text, timeout=5)
    assert [match.span() for match in matches] == [match.span() for match in expected.finditer(text)]


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        ("(", "not a valid regular expression"),
        (r"\p{Han}", "not a valid regular expression"),  # valid in `regex`, but not what LangChain would run
        ("(a|b)", "capturing group"),
        ("x" * (LENGTH_LIMIT + 1), "at most 1000"),
    ],
)
def test_refuses_what_cannot_be_used(pattern: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        compile_separator(pattern)


def test_says_nothing_about_sets_that_may_change_their_meaning(recwarn: pytest.WarningsRecorder) -> None:
    assert compile_separator("[[a]x").fullmatch("[x")
    assert not recwarn.list
