"""Patterns that users write: compiled and run under guards, so that none can hang or fill the memory."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from regex import Pattern

LONGEST_PATTERN = 1_000
"""Characters of a pattern; real ones have under 200."""

DEEPEST = 20
"""Groups inside groups; the compiler calls itself for each."""

# What a pattern may come to when its repetitions are written out, as the compiler does up to the least number of times:
# `x{1000}` repeated 1,000 times took 0.7 s, `a{100000000}` all memory; 20,000 parts take 0.02 s.
_LARGEST = 20_000

# `\p{…}` and the like have braces that repeat nothing; a comment may hold any sign.
_PART = re.compile(
    r"\\[pPNxuUgL]?(?:(?<=[pPNxuUgL])[{<][^}>]*[}>]|.?)|\[\^?\]?(?:\\.|[^\]\\])*\]?|\(\?\#[^)]*\)?|[()]|.", re.DOTALL
)
_TIMES = re.compile(r"\{\s*(\d*)\s*(?:,\s*\d*\s*)?\}|[*+?]")
_VERBOSE = re.compile(r"\(\?[a-zA-Z0-9]*x")


class PatternError(ValueError):
    """A pattern that cannot be used; its text says why, as the end of a sentence."""


@lru_cache(maxsize=256)
def compile_pattern(pattern: str) -> Pattern[str]:
    r"""The compiled pattern, in the syntax of the ``regex`` package (``\p{Han}`` and the like). Raises PatternError.

    >>> compile_pattern(r"\p{Han}+").search("the 表头").group()
    '表头'
    >>> compile_pattern("a{100000000}")
    Traceback (most recent call last):
    chunklint.text.patterns.PatternError: it repeats too much
    """
    if len(pattern) > LONGEST_PATTERN:
        raise PatternError(f"it is longer than {LONGEST_PATTERN} characters")
    check_size(pattern)
    import regex

    try:
        return regex.compile(pattern)
    except regex.error as error:
        raise PatternError(str(error)) from None
    except (RecursionError, OverflowError, MemoryError, ValueError, KeyError, IndexError) as error:
        raise PatternError(f"it cannot be compiled ({type(error).__name__})") from None


def check_size(pattern: str) -> None:
    """Raises PatternError for a pattern that would take long, or much memory, to compile: that cannot be timed."""
    if _VERBOSE.search(pattern):
        raise PatternError("the flag x is not supported")
    if _written_out(pattern) > _LARGEST:
        raise PatternError("it repeats too much")


def search(pattern: Pattern[str], text: str, seconds: float, *, at_start: bool = False) -> Any:
    """The first match in a text, with ``at_start`` only one at its start; None without one.

    Raises TimeoutError after so many seconds.
    """
    if seconds <= 0:
        raise TimeoutError
    find = pattern.match if at_start else pattern.search
    return find(text, timeout=seconds)


def _written_out(pattern: str) -> int:
    """How many parts a pattern has once each repetition is written out; groups are followed by their brackets."""
    sums = [0]
    for part in _PART.finditer(pattern):
        sign = part[0]
        if sign == "(":
            sums.append(0)
            if len(sums) > DEEPEST:
                raise PatternError(f"it has more than {DEEPEST} groups inside each other")
            continue
        if sign == ")":
            size = sums.pop() + 1
            sums = sums or [0]
        else:
            size = 1
        times = _TIMES.match(pattern, part.end())
        if times:
            least = int(times[1] or 0) if times[0][0] == "{" else int(times[0] == "+")
            size *= min(least, _LARGEST) + 1
        sums[-1] += size
        if sums[-1] > _LARGEST:
            return sums[-1]
    return sum(sums)
