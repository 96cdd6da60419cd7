"""Finds the boundaries between user-perceived characters (grapheme clusters) around an offset; it cuts nothing.

Only where the neighbourhood is not plain text is `regex` imported and asked.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Literal

LOOK_BACK = 1_024
"""How far `grapheme_floor` looks back, in code points. Clusters of real text are short: Unicode's stream-safe format
allows 30 marks after a letter, the longest emoji sequences have 10. Only in a row of more than 512 flags, whose pairs
have to be counted from the row's start, can the answer be wrong."""

# Letters, digits and symbols: what follows them depends on them alone. After a mark, a joiner or a skin tone it can
# depend on what came before.
_WITHOUT_MEMORY = frozenset(("Lu", "Ll", "Lo", "Nd", "So"))


def grapheme_floor(text: str, offset: int, since: int = 0) -> int:
    r"""The largest boundary between grapheme clusters that is not after `offset` (both in code points).

    `since` is a boundary that is already known, before which nothing is looked at. `\r\n`, a letter with its marks, a
    flag and a joined emoji are one cluster each. Looks back at most `LOOK_BACK` code points.

    >>> grapheme_floor("a\r\nb", 2)
    1
    """
    if offset <= since or offset >= len(text):
        return max(since, min(offset, len(text)))
    before, after = text[offset - 1], text[offset]
    if _surely_part(before, after):
        return offset
    limit = max(since, offset - LOOK_BACK)
    if _is_regional(before) and _is_regional(after):
        first = offset - 1
        while first > limit and _is_regional(text[first - 1]):
            first -= 1
        if first < offset - 1:
            return offset - (offset - first) % 2
    import regex

    anchor = offset - 1
    while anchor > limit and not _surely_part(text[anchor - 1], text[anchor]):
        anchor -= 1
    # Whether two code points belong together depends on what is before them, never on what follows.
    *_, last = regex.finditer(r"\X", text[anchor : offset + 1])
    return anchor + int(last.start())


def grapheme_after(text: str, boundary: int) -> int:
    """The next boundary after a boundary."""
    if boundary + 1 >= len(text) or _surely_part(text[boundary], text[boundary + 1]):
        return boundary + 1
    import regex

    cluster = regex.match(r"\X", text[boundary : boundary + LOOK_BACK])
    return boundary + (cluster.end() if cluster else 1)


def _surely_part(before: str, after: str) -> bool:
    """Whether a boundary lies between two characters whatever is around them; False also where that is not known."""
    if _is_plain(before) and _is_plain(after):
        return before != "\r" or after != "\n"
    return _pair(before, after) == "parts"


def joins(before: str, after: str) -> bool:
    """Whether two characters are one cluster when they stand alone."""
    if _is_plain(before) and _is_plain(after):
        return before == "\r" and after == "\n"
    return _pair(before, after) == "joins"


@lru_cache(maxsize=4_096)  # a row of marks or pictures asks for the same few pairs at every step back
def _pair(before: str, after: str) -> Literal["joins", "parts", "depends"]:
    from unicodedata import category

    import regex

    if regex.fullmatch(r"\X", before + after):
        return "joins"
    # A zero-width joiner joins pictures only, some of which are plain (©), and only after another picture.
    is_sure = before != "\u200d" if _is_plain(after) else category(before) in _WITHOUT_MEMORY
    return "parts" if is_sure else "depends"


def _is_plain(character: str) -> bool:
    """Latin, general punctuation, Han, CJK punctuation, kana, full-width forms: no marks, joiners or prefixes."""
    return (
        character < "\u0300"
        or "\u4e00" <= character <= "\u9fff"
        or "\u3000" <= character <= "\u3029"
        or "\uff01" <= character <= "\uff60"
        or "\u2010" <= character <= "\u2027"
        or "\u3041" <= character <= "\u3096"
        or "\u30a0" <= character <= "\u30ff"
        or "\u3400" <= character <= "\u4dbf"
    )


def _is_regional(character: str) -> bool:
    """Half of a flag."""
    return "\U0001f1e6" <= character <= "\U0001f1ff"
