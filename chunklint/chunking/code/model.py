"""The values of code-aware cutting: how deep a line lies, and a stretch of lines that is kept whole while it fits."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

# Brackets or syntax nodes around a line, its indentation in columns, 1 where it goes on with the line before.
Level: TypeAlias = tuple[int, int, int]

_BOTTOM = 1 << 20
NEVER: Level = (_BOTTOM, 0, 0)
"""The level of a line before which nothing is cut while there is any other place."""
ATTACHED: Level = (_BOTTOM, 0, 1)
"""The same, for a line that belongs to a decorator or comment above it."""

CodeParser = Literal["lines", "tree-sitter"]
CODE_PARSERS: tuple[CodeParser, ...] = ("lines", "tree-sitter")


class CodeUnit(NamedTuple):
    """A stretch of code lines (indexes into the lines, the end exclusive).

    ``symbol`` is what it defines, with what that lies in before it (``Cache.get``); empty for statements between
    definitions. ``head`` is true for the beginning of a definition that is cut: its signature and what is next to it.
    ``scope`` holds the signatures (first line, line after the last) of the definitions that it lies in.
    """

    first: int
    last: int
    symbol: str = ""
    head: bool = False
    scope: tuple[tuple[int, int], ...] = ()


def is_no_place(level: Level) -> bool:
    """Whether a line of this level is no place to cut."""
    return level[0] >= _BOTTOM
