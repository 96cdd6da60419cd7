"""Lines and columns of a text, exact for UTF-8, UTF-16 and code points; knows nothing of Markdown.

Offsets are code points. Lines end at ``\\n``, ``\\r\\n`` and ``\\r`` only: ``str.splitlines`` also ends them at
U+2028, ``\\f`` and others, which no editor does.
"""

from __future__ import annotations

import re
from bisect import bisect_right

_LINE_END = re.compile(r"\r\n?|\n")


class LineIndex:
    """The line starts of one text; lines and columns are 0-based.

    >>> index = LineIndex("a\\r\\n𠮷b")
    >>> index.line_of(4), index.column(4), index.utf16_column(4)
    (1, 1, 2)
    """

    __slots__ = ("starts", "text")

    def __init__(self, text: str, starts: list[int] | None = None) -> None:
        self.text = text
        self.starts = line_starts(text) if starts is None else starts

    def __len__(self) -> int:
        """The number of lines; a text that ends with a line ending has an empty last line."""
        return len(self.starts)

    def line_of(self, offset: int) -> int:
        """The 0-based line that holds a code-point offset."""
        return bisect_right(self.starts, offset) - 1

    def start(self, line: int) -> int:
        """The offset at which a line starts; the text's length for lines past the end."""
        return self.starts[line] if line < len(self.starts) else len(self.text)

    def end(self, line: int) -> int:
        """The offset at which a line's content ends, its line ending left out."""
        if line + 1 >= len(self.starts):
            return len(self.text)
        end = self.starts[line + 1] - 1
        if self.text[end] == "\n" and end > self.starts[line] and self.text[end - 1] == "\r":
            end -= 1
        return end

    def line_text(self, line: int) -> str:
        """A line's content without its line ending."""
        return self.text[self.start(line) : self.end(line)]

    def column(self, offset: int) -> int:
        """The column in code points."""
        return offset - self.starts[self.line_of(offset)]

    def utf16_column(self, offset: int) -> int:
        """The column in UTF-16 code units, as the language server protocol counts by default."""
        return utf16_length(self.text[self.starts[self.line_of(offset)] : offset])

    def utf8_column(self, offset: int) -> int:
        """The column in UTF-8 bytes."""
        return len(self.text[self.starts[self.line_of(offset)] : offset].encode("utf-8", "surrogatepass"))

    def offset(self, line: int, column: int, encoding: str = "utf-32") -> int:
        """The code-point offset of a position; ``encoding`` is the column's unit, as in the protocol.

        A column past the line's end is the line's end; one inside a character is that character's start.
        Raises ValueError for an encoding other than utf-8, utf-16 and utf-32.
        """
        if line >= len(self.starts):
            return len(self.text)
        start, end = self.start(line), self.end(line)
        if encoding == "utf-32":
            return min(start + column, end)
        if encoding not in ("utf-8", "utf-16"):
            raise ValueError(f"unknown position encoding {encoding!r}: use utf-8, utf-16 or utf-32")
        content = self.text[start:end]
        if content.isascii():
            return min(start + column, end)
        for at, character in enumerate(content):
            if column <= 0:
                return start + at
            column -= utf16_length(character) if encoding == "utf-16" else len(character.encode("utf-8", "replace"))
            if column < 0:
                return start + at
        return end


def line_starts(text: str) -> list[int]:
    """The code-point offsets at which the lines of a text start, the first being 0."""
    if "\r" in text:
        return [0, *(match.end() for match in _LINE_END.finditer(text))]
    starts = [0]
    find = text.find
    at = find("\n") + 1
    while at:
        starts.append(at)
        at = find("\n", at) + 1
    return starts


def utf16_length(text: str) -> int:
    """The number of UTF-16 code units of a text."""
    return len(text) if text.isascii() else len(text) + sum(character > "\uffff" for character in text)
