"""Finds the line of every key in the text of a TOML file that has been read already; it checks and converts nothing.

`tomllib` gives values without their places, and a message or an origin without a line is little help.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TypeAlias

KeyPath: TypeAlias = "tuple[str | int, ...]"

_SPACE = re.compile(r"[ \t]*")
_BLANK = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*+")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"""(?:"{0,2})'
    r"|'''.*?'''(?:'{0,2})"
    r'|"(?:\\.|[^"\\\n])*+"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_SCALAR = re.compile(r"[^,\]}\n#]+")


def key_lines(text: str) -> dict[KeyPath, int]:
    """The 1-based line of each key, table and list element; members of lists have numbers in their path.

    >>> key_lines('select = ["CL1"]\\n[[overrides]]\\nfiles = []')
    {('select',): 1, ('select', 0): 1, ('overrides',): 2, ('overrides', 0): 2, ('overrides', 0, 'files'): 3}
    """
    return _Scanner(text).scan()


class _Scanner:
    __slots__ = ("at", "counts", "lines", "starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.lines: dict[KeyPath, int] = {}
        self.counts: dict[KeyPath, int] = {}
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def scan(self) -> dict[KeyPath, int]:
        table: KeyPath = ()
        self.skip(_BLANK)
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                table = self.header()
            else:
                self.pair(table)
            self.skip(_BLANK)
        return self.lines

    def skip(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        # A text that is no TOML must not stop the scan in one place.
        self.at = match.end() if match and (match.end() > self.at or pattern in (_SPACE, _BLANK)) else self.at + 1
        return match[0] if match else ""

    def note(self, path: KeyPath, at: int) -> None:
        line = bisect_right(self.starts, at)
        for depth in range(1, len(path) + 1):
            self.lines.setdefault(path[:depth], line)

    def header(self) -> KeyPath:
        start = self.at
        several = self.text.startswith("[[", start)
        self.at += 1 + several
        path: KeyPath = ()
        parts = self.key()
        for index, part in enumerate(parts):
            path = (*path, part)
            last = index + 1 == len(parts)
            if last and several:
                self.counts[path] = self.counts.get(path, -1) + 1
            if path in self.counts and (several or not last):
                self.note(path, start)
                path = (*path, self.counts[path])
        self.note(path, start)
        self.at += 1 + several
        return path

    def key(self) -> list[str]:
        parts: list[str] = []
        while True:
            self.skip(_SPACE)
            if self.text[self.at : self.at + 1] in ('"', "'"):
                parts.append(_unquoted(self.skip(_STRING)))
            else:
                parts.append(self.skip(_BARE_KEY))
            self.skip(_SPACE)
            if self.text[self.at : self.at + 1] != ".":
                return parts
            self.at += 1

    def pair(self, table: KeyPath) -> None:
        start = self.at
        path = (*table, *self.key())
        self.note(path, start)
        self.at += 1  # the equals sign
        self.skip(_SPACE)
        self.value(path)

    def value(self, path: KeyPath) -> None:
        opening = self.text[self.at : self.at + 1]
        if opening == "[":
            self.members(path, "]")
        elif opening == "{":
            self.members(path, "}")
        else:
            self.skip(_STRING if opening in ('"', "'") else _SCALAR)

    def members(self, path: KeyPath, closing: str) -> None:
        self.at += 1
        index = 0
        while True:
            self.skip(_BLANK)
            if self.at >= len(self.text) or self.text[self.at] == closing:
                self.at += 1
                return
            if self.text[self.at] == ",":
                self.at += 1
            elif closing == "}":
                self.pair(path)
            else:
                self.note((*path, index), self.at)
                self.value((*path, index))
                index += 1


def _unquoted(key: str) -> str:
    if key.startswith("'") or "\\" not in key:
        return key[1:-1]
    import tomllib

    return str(tomllib.loads(f"key = {key}")["key"])
