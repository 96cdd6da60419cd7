"""Finds where code can be cut: top-level functions and classes, else blank lines; by lines, without a grammar."""

from __future__ import annotations

import re
from typing import NamedTuple

_MODIFIERS = (
    r"(?:(?:export|default|public|private|protected|internal|static|final|abstract|async|inline|extern|unsafe|"
    r"pub(?:\([\w:]+\))?|virtual|override|sealed|open|data|partial|const)\s+)*"
)
_KEYWORD = re.compile(
    _MODIFIERS
    + r"(?:def|class|function\*?|fn|func|struct|enum|trait|impl|interface|type|module|namespace|record|object|"
    r"protocol|extension|sub|procedure|package|contract|service|message|macro_rules!)"
    r"(?:\s*<[^>]*>)?\s+(?:\([^)]*\)\s*)?(?P<name>[A-Za-z_$][\w$.]*(?:::[A-Za-z_]\w*)*)"
)
_BOUND_FUNCTION = re.compile(
    r"(?:export\s+)?(?:const|let|var)\s+(?P<name>[A-Za-z_$][\w$]*)\s*(?::[^=]+)?=\s*(?:async\s*)?"
    r"(?:function\b|\([^)]*\)\s*(?::[^=]+)?=>|\w+\s*=>)"
)
_SQL = re.compile(
    r"CREATE\s+(?:OR\s+REPLACE\s+)?(?:TABLE|VIEW|FUNCTION|PROCEDURE|INDEX|TRIGGER)\s+(?:IF\s+NOT\s+EXISTS\s+)?"
    r"(?P<name>[\w.\"`]+)",
    re.IGNORECASE,
)
_SHELL_FUNCTION = re.compile(r"(?:function\s+)?(?P<name>[A-Za-z_][\w-]*)\s*\(\)\s*\{?\s*$")
_TYPED = re.compile(
    _MODIFIERS + r"[A-Za-z_][\w<>\[\],*&:. ]*[\s*&](?P<name>~?[A-Za-z_][\w:]*)\s*\([^;{}]*\)"
    r"\s*(?:const\s*|noexcept\s*|throws\s+[\w,.\s]+)?(?:\{.*)?$"
)
_SHELLS = frozenset({"sh", "bash", "zsh", "shell", "fish"})
# Languages whose functions have no keyword, only a return type before the name.
_TYPED_LANGUAGES = frozenset({"c", "h", "cpp", "c++", "cc", "hpp", "java", "cs", "csharp", "dart", "objc", "groovy"})
# Languages in which the keywords above are ordinary words.
_WITHOUT_DEFINITIONS = frozenset(
    [
        "yaml",
        "yml",
        "json",
        "json5",
        "jsonc",
        "toml",
        "ini",
        "conf",
        "nginx",
        "xml",
        "html",
        "css",
        "scss",
        "less",
        "text",
        "txt",
        "plain",
        "plaintext",
        "console",
        "terminal",
        "output",
        "log",
        "diff",
        "markdown",
        "md",
        "mermaid",
        "csv",
        "properties",
        "env",
        "dockerfile",
        "makefile",
        "http",
    ]
)
# Lines that belong to the definition after them: decorators, attributes, comments.
_ATTACHED = re.compile(r"\s*(?:@|#\[|#(?!include|define|if|else|end)|//|/\*|\*|--(?!-)|\"\"\"|;)")
_LANGUAGE = re.compile(r"[\s{.]*([\w+#-]+)")
_NOT_A_NAME = frozenset({"if", "for", "while", "switch", "return", "else", "catch", "elif", "new", "throw", "await"})


class CodeUnit(NamedTuple):
    """A stretch of code lines (indexes into the lines, the end exclusive) and the definition that it holds, if any."""

    first: int
    last: int
    symbol: str


def code_language(info: str) -> str:
    """The language that a fence's info string names, lower case; empty for none.

    >>> code_language("{.python .input}"), code_language("js{1,3}"), code_language("Bash title='x'")
    ('python', 'js', 'bash')
    """
    match = _LANGUAGE.match(info)
    return match[1].lower() if match else ""


def definition_name(line: str, language: str = "") -> str:
    """The name that a line defines at the outermost level, empty if it defines none.

    >>> definition_name("async def fetch(url):", "python"), definition_name("x = fetch(1)", "python")
    ('fetch', '')
    """
    if not line or line[0] in " \t})]#/" or language in _WITHOUT_DEFINITIONS:
        return ""
    for pattern in _patterns(language):
        match = pattern.match(line)
        if match is not None and match["name"] not in _NOT_A_NAME and line.split(None, 1)[0] not in _NOT_A_NAME:
            return match["name"]
    return ""


def _patterns(language: str) -> tuple[re.Pattern[str], ...]:
    if "sql" in language:
        return (_SQL,)
    if language in _SHELLS:
        return (_SHELL_FUNCTION,)
    if language in _TYPED_LANGUAGES:
        return (_KEYWORD, _TYPED)
    return (_KEYWORD, _BOUND_FUNCTION)


def code_units(lines: list[str], language: str = "") -> list[CodeUnit]:
    """Cut code lines at top-level definitions, each with the decorators and comments right above it.

    Code without definitions is one unit.

    >>> code = ["import os", "", "def f():", "    pass", "@x", "class C:", "    pass"]
    >>> [unit.symbol for unit in code_units(code, "python")]
    ['', 'f', 'C']
    """
    starts: list[tuple[int, str]] = []
    for at, line in enumerate(lines):
        name = definition_name(line, language)
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
