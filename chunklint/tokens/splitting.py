"""Splitting text into the words that a byte-pair encoding merges within; it knows nothing of tokens.

The encodings define their words by patterns over Unicode classes, here as they stand in the tables of
tiktoken 0.14 (Unicode 16). Spelling those classes out for `re` costs 10 ms of compiling at every start, and importing
`regex`, whose tables are newer, as much. So each character is mapped to one that stands for its class, by a table
of ranges that `build_tables` asks out of tiktoken, and small patterns split the mapped text. ASCII stands for itself:
an ASCII text needs no mapping.
"""

from __future__ import annotations

import os
import re
from bisect import bisect
from itertools import accumulate

from chunklint.tokens.vocabulary import integers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Final

UPPER: Final = "A"  # \p{Lu} and \p{Lt}
LOWER: Final = "a"  # \p{Ll}
CASELESS: Final = "ª"  # \p{Lm} and \p{Lo}
MARK: Final = "¨"  # \p{M}
NUMBER: Final = "0"  # \p{N}
SPACE: Final = "\t"  # \s outside ASCII
OTHER: Final = "!"

LONG_S: Final = "ſ"  # the one character outside ASCII that equals a contraction's letter when case is ignored

CLASSES_FILE = os.path.join(os.path.dirname(__file__), "unicode_classes.bin")  # noqa: PTH118, PTH120


class _Classes(dict[int, str]):
    """For `str.translate`: the character that stands for a code point's class, looked up when first met."""

    __slots__ = ("_ranges",)

    def __init__(self) -> None:
        super().__init__({ord(LONG_S): "s"})
        self._ranges = _class_ranges()

    def __missing__(self, code_point: int) -> str:
        if code_point < 0x80:
            stands_for = chr(code_point)
        else:
            stands_for = chr(self._ranges[bisect(self._ranges, code_point << 8 | 0xFF) - 1] & 0xFF)
        self[code_point] = stands_for
        return stands_for


def word_pattern(encoding: str, *, mapped: bool) -> str:
    """The pattern of an encoding's words: for `re` over mapped text, or else for tiktoken over any text.

    The latter spells the classes out too, so that counts do not depend on the version of tiktoken: 0.7 has an
    older Unicode, and by its own classes would take 5,055 code points otherwise.
    """
    if mapped:
        upper, lower, caseless, mark, number, end = "A-Z", "a-z", CASELESS, MARK, "0-9", r"\Z"
    else:
        classes = _spelled_out()
        upper, lower, caseless, mark, number = (classes[each] for each in (UPPER, LOWER, CASELESS, MARK, NUMBER))
        end = r"\z"
    letter = upper + lower + caseless
    both = caseless + mark  # what o200k_base takes for the capitals of a word and for the rest alike
    contraction = "'(?i:[sdmt]|ll|ve|re)"
    lead = rf"[^\r\n{letter}{number}]"
    symbol = rf"[^\s{letter}{number}]"
    patterns = {
        "cl100k_base": (
            contraction,
            rf"{lead}?+[{letter}]++",
            rf"[{number}]{{1,3}}+",
            rf" ?{symbol}++[\r\n]*+",
            rf"\s++{end}",
            r"\s*[\r\n]",
            r"\s+(?!\S)",
            r"\s",
        ),
        "o200k_base": (
            rf"{lead}?[{upper}{both}]*[{lower}{both}]+(?:{contraction})?",
            rf"{lead}?[{upper}{both}]+[{lower}{both}]*(?:{contraction})?",
            rf"[{number}]{{1,3}}",
            rf" ?{symbol}+[\r\n/]*",
            r"\s*[\r\n]+",
            r"\s+(?!\S)",
            r"\s+",
        ),
    }
    return "|".join(patterns[encoding])


def _spelled_out() -> dict[str, str]:
    """For each class the inside of a character class of tiktoken's pattern engine that holds its code points."""
    ranges = _class_ranges()
    classes: dict[str, str] = {}
    for entry, following in zip(ranges, [*ranges[1:], 0x110000 << 8], strict=True):
        stands_for = chr(entry & 0xFF)
        classes[stands_for] = classes.get(stands_for, "") + rf"\x{{{entry >> 8:X}}}-\x{{{(following >> 8) - 1:X}}}"
    return classes


def _class_ranges() -> Sequence[int]:
    """A range is one number, `first code point * 256 + class`, and reaches to the next range."""
    with open(CLASSES_FILE, "rb") as file:  # noqa: PTH123
        return integers(memoryview(file.read()))


def word_splitter(encoding: str) -> Callable[[str], list[str]]:
    """A function that gives the words of a text, in order; joined they are the text again.

    >>> word_splitter("cl100k_base")("It's 12345 字。")
    ['It', "'s", ' ', '123', '45', ' 字', '。']
    """
    find_words: Callable[[str], list[str]] = re.compile(word_pattern(encoding, mapped=True), re.ASCII).findall
    classes: _Classes | None = None

    def split(text: str) -> list[str]:
        nonlocal classes
        if text.isascii():
            return find_words(text)
        if classes is None:
            classes = _Classes()
        words = []
        start = 0
        for end in accumulate(map(len, find_words(text.translate(classes)))):
            words.append(text[start:end])
            start = end
        return words

    return split
