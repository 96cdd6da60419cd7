"""How many columns a text takes in a terminal, and how it is made safe to print there; knows nothing of findings.

Wide East Asian characters and emoji take two columns, combining marks and format characters none. A sequence that a
terminal joins into one picture (flags, families) is counted by its parts, as most terminals draw it.
"""

from __future__ import annotations

TAB_STOP = 4  # columns; as in the rules that CommonMark has for tabs

# What turns the direction of a line or starts a terminal command must never reach the terminal as it is.
_DIRECTION_MARKS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_CONTROL_PICTURES = 0x2400  # U+2400 is the picture of U+0000
_DELETE_PICTURE = "\u2421"


def character_width(character: str) -> int:
    """The columns of one character: 0, 1 or 2."""
    if character < "\u0300":
        # U+00AD is a soft hyphen: most terminals draw it in one column.
        return 1
    from unicodedata import category, east_asian_width

    if category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(character) in ("W", "F") else 1


def display_width(text: str) -> int:
    """The columns of a text without tabs and control characters.

    >>> display_width("表头 ok"), display_width("e\\u0301"), display_width("😀")
    (7, 1, 2)
    """
    if text.isascii():
        return len(text)
    return sum(map(character_width, text))


def printable(text: str, column: int = 0, *, reveal: bool = False) -> str:
    """A line's text as it can be shown: tabs as spaces, controls as their pictures, direction marks as ``<U+202E>``.

    ``column`` is the terminal column at which the text starts, which decides how far a tab goes. With ``reveal``
    every character of no width is shown by its number.

    >>> printable("a\\tb\\x1b[31m"), printable("pass\\u200bword", reveal=True)
    ('a   b␛[31m', 'pass<U+200B>word')
    """
    # Whatever is shown otherwise is not printable to Python either, combining marks aside.
    if text.isprintable() and (text.isascii() or not reveal):
        return text
    shown: list[str] = []
    at = column
    for character in text:
        piece = _shown(character, at, reveal)
        shown.append(piece)
        at += display_width(piece)
    return "".join(shown)


def _shown(character: str, column: int, reveal: bool) -> str:
    if character == "\t":
        return " " * (TAB_STOP - column % TAB_STOP)
    if character < " ":
        return chr(_CONTROL_PICTURES + ord(character))
    if character == "\x7f":
        return _DELETE_PICTURE
    if "\x80" <= character < "\xa0" or character in _DIRECTION_MARKS or character in "\u2028\u2029\ufeff":
        return f"<U+{ord(character):04X}>"
    if reveal and (character == "\xad" or not character_width(character)):
        return f"<U+{ord(character):04X}>"
    return character


def crop(text: str, columns: int) -> str:
    """The longest start of a text that fits in so many columns.

    >>> crop("表头 ok", 5)
    '表头 '
    """
    return text[:columns] if text.isascii() else text[: _fitting(text, 0, columns)]


def crop_start(text: str, columns: int) -> str:
    """The longest end of a text that fits in so many columns.

    >>> crop_start("ok 表头", 5)
    ' 表头'
    """
    for at in range(len(text) - 1, -1, -1):
        columns -= character_width(text[at])
        if columns < 0:
            return text[at + 1 :]
    return text


_NEVER_FIRST = frozenset("，。；：、！？）》”’")
"""Signs that no Chinese line begins with."""


def wrap(text: str, columns: int) -> list[str]:
    """A line's text in lines of at most so many columns, broken at spaces where there are some, else anywhere.

    >>> wrap("one two three", 8), wrap("一二三四五", 6), wrap("一二三，四五", 6)
    (['one two', 'three'], ['一二三', '四五'], ['一二', '三，四', '五'])
    """
    lines: list[str] = []
    start = 0
    while start < len(text) or not lines:
        end = max(_fitting(text, start, columns), min(start + 1, len(text)))
        if end < len(text) and not text[end].isspace():
            # A break at a space far to the left would waste the line: Chinese text has few spaces.
            space = text.rfind(" ", start + (end - start) // 2, end)
            end = end if space <= start else space
            while end > start + 1 and text[end] in _NEVER_FIRST:
                end -= 1
        lines.append(text[start:end].rstrip() if end < len(text) else text[start:])
        start = end
        while start < len(text) and text[start] == " ":
            start += 1
    return lines


def _fitting(text: str, start: int, columns: int) -> int:
    """The end of the longest part from ``start`` on that fits in so many columns."""
    for at in range(start, len(text)):
        columns -= character_width(text[at])
        if columns < 0:
            return at
    return len(text)
