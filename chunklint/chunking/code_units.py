"""Finds where code can be cut: top-level functions and classes, else blank lines; by lines, without a grammar."""

from __future__ import annotations

import re
from typing import NamedTuple

# A line at the outermost indentation that starts a definition, in the languages that documentation shows most.
_DEFINITION = re.compile(
    r"""(?:(?:export|default|public|private|protected|internal|static|final|abstract|async|inline|extern|unsafe|pub
        (?:\([\w:]+\))?|virtual|override|sealed|open|data|partial|const)\s+)*
    (?:
        (?:def|class|function\*?|fn|func|struct|enum|trait|impl|interface|type|module|namespace|record|object|protocol|
           extension|sub|procedure|package|contract|service|message|macro_rules!)
        (?:\s*<[^>]*>)?\s*(?:\([^)]*\)\s*)?(?P<name>[A-Za-z_$][\w$.:]*)
      | (?:const|let|var)\s+(?P<bound>[A-Za-z_$][\w$]*)\s*(?::[^=]+)?=\s*(?:async\s*)?(?:function\b|\([^)]*\)\s*(?::[^=]+)?=>|\w+\s*=>)
      | CREATE\s+(?:OR\s+REPLACE\s+)?(?:TABLE|VIEW|FUNCTION|PROCEDURE|INDEX)\s+(?:IF\s+NOT\s+EXISTS\s+)?(?P<made>[\w."`]+)
      | (?P<shell>[A-Za-z_][\w-]*)\s*\(\)\s*\{
      | (?:[A-Za-z_][\w<>\[\],*&: ]*\s[*&]*)(?P<typed>[A-Za-z_][\w:]*)\s*\([^;{}]*\)\s*(?:const\s*|throws\s+[\w,\s]+)?\{?\s*$
    )""",
    re.VERBOSE,
)
# Lines that belong to the definition after them: decorators, attributes, comments.
_ATTACHED = re.compile(r"\s*(?:@|#\[|#(?!include|define|if|else|end)|//|/\*|\*|--(?!-)|\"\"\"|;)")
_NOT_A_NAME = frozenset({"if", "for", "while", "switch", "return", "else", "catch", "elif", "new", "throw", "await"})


class CodeUnit(NamedTuple):
    """A stretch of code lines (indexes into the lines, the end exclusive) and the definition that it holds, if any."""

    first: int
    last: int
    symbol: str


def definition_name(line: str) -> str:
    """The name that a line defines at the outermost level, empty if it defines none.

    >>> definition_name("async def fetch(url):"), definition_name("x = fetch(1)")
    ('fetch', '')
    """
    if not line or line[0] in " \t})]#/":
        return ""
    match = _DEFINITION.match(line)
    if match is None:
        return ""
    name = next((group for group in match.groups() if group), "")
    return "" if name in _NOT_A_NAME or line.split(None, 1)[0] in _NOT_A_NAME else name


def code_units(lines: list[str]) -> list[CodeUnit]:
    """Cut code lines at top-level definitions, each with the decorators and comments right above it.

    Code without definitions is one unit.

    >>> [unit.symbol for unit in code_units(["import os", "", "def f():", "    pass", "@x", "class C:", "    pass"])]
    ['', 'f', 'C']
    """
    starts: list[tuple[int, str]] = []
    for at, line in enumerate(lines):
        name = definition_name(line)
        if not name:
            continue
        first = at
        floor = starts[-1][0] + 1 if starts else 0
        while first > floor and _ATTACHED.match(lines[first - 1]):
            first -= 1
        starts.append((first, name))
    if not starts or starts[0][0] > 0:
        starts.insert(0, (0, ""))
    ends = [first for first, _ in starts[1:]] + [len(lines)]
    return [CodeUnit(first, end, name) for (first, name), end in zip(starts, ends, strict=True) if end > first]


def blank_line_groups(lines: list[str]) -> list[int]:
    """The indexes of lines that follow a blank one, and 0: where a reader sees a new paragraph of code."""
    return [0, *(at for at in range(1, len(lines)) if lines[at].strip() and not lines[at - 1].strip())]
