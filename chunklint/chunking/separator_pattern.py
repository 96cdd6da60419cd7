r"""Compiles a separator that is a regular expression so that it matches as in Python's `re`, but cannot hang.

LangChain matches with `re`, which has no time limit; `regex` has one, but reads a few things differently: `{e}` is
fuzzy matching, `[[:alpha:]]` a named class, `\s` lacks four control characters and `\w` includes combining marks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import regex

LENGTH_LIMIT = 1_000
"""The longest expression that is taken, in code points: compiling cannot be timed. The longest of LangChain's is 83."""

_WORD = r"\p{L}\p{N}_"
_ESCAPES = {
    r"\s": r"[\s\x1c-\x1f]",
    r"\S": r"[^\s\x1c-\x1f]",
    r"\w": f"[{_WORD}]",
    r"\W": f"[^{_WORD}]",
    r"\b": f"(?:(?<=[{_WORD}])(?![{_WORD}])|(?<![{_WORD}])(?=[{_WORD}]))",
    r"\B": f"(?:(?<=[{_WORD}])(?=[{_WORD}])|(?<![{_WORD}])(?![{_WORD}]))",
}
_ESCAPES_IN_SET = {r"\s": r"\s\x1c-\x1f", r"\w": _WORD}


def compile_separator(separator: str) -> regex.Pattern[str]:
    r"""The compiled expression; call its methods with `timeout=`.

    Raises ValueError, with a sentence for the user, if it is not valid in `re`, has a capturing group, or is longer
    than `LENGTH_LIMIT`. Inside a set, `\S` and `\W` keep the meaning that they have in `regex`.
    """
    import re
    import warnings

    import regex

    from chunklint.text.patterns import PatternError, check_size

    if len(separator) > LENGTH_LIMIT:
        raise ValueError(f"a separator has {len(separator)} characters; at most {LENGTH_LIMIT} are allowed")
    try:
        check_size(separator)
    except PatternError as error:
        raise ValueError(f"the separator {separator[:40]!r} cannot be used: {error}") from None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)  # of sets inside sets, which may come to Python one day
            checked = re.compile(separator)
            pattern = regex.compile(_as_regex_reads_it(separator, bool(checked.flags & re.ASCII)), regex.VERSION0)
    except (re.error, regex.error, OverflowError, RecursionError) as error:
        raise ValueError(f"the separator {separator!r} is not a valid regular expression: {error}") from None
    if checked.groups:
        # LangChain puts a group's text into its output a second time, where no place in the source belongs to it.
        raise ValueError(f"the separator {separator!r} has a capturing group; write (?:…) instead of (…)")
    return pattern


def _as_regex_reads_it(separator: str, is_ascii: bool) -> str:
    """The expression rewritten for `regex`, so that it means what it means in `re`."""
    import re

    quantifier = re.compile(r"\{(?!\})\d*,?\d*\}")
    rewritten: list[str] = []
    set_start = -1  # where the first member of the set around the position is
    position = 0
    while position < len(separator):
        character = separator[position]
        is_in_set = set_start >= 0
        if character == "\\":
            character = separator[position : position + 2]
            if not is_ascii:
                character = (_ESCAPES_IN_SET if is_in_set else _ESCAPES).get(character, character)
            position += 1
        elif is_in_set:
            if character == "]" and position > set_start:
                set_start = -1
            elif character in "[]":
                character = "\\" + character
        elif character == "[":
            set_start = position + 1 + separator.startswith("^", position + 1)
            character = separator[position:set_start]
            position = set_start - 1
        elif character == "{" and not quantifier.match(separator, position):
            character = r"\{"
        rewritten.append(character)
        position += 1
    return "".join(rewritten)
