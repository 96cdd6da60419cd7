"""Recognises the lines of code that define a name (a function, a class, a key of data), by patterns of their text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from chunklint.chunking.code.languages import DATA, TEXT, TYPED, known_language

if TYPE_CHECKING:
    from collections.abc import Sequence

# No more of a line is looked at, the beginning and the end of a long one: every pattern's time is bounded by it.
_LONGEST, _LONGEST_END = 300, 100
# Over so many lines a function's name, parameters and result may be spread; more are an argument list of their own.
LONGEST_SIGNATURE = 12

_MODIFIERS = (
    r"(?:(?:export|default|public|private|protected|internal|static|final|abstract|async|inline|extern|unsafe|"
    r"pub(?:\([\w:]+\))?|virtual|override|sealed|open|data|partial|const|declare|synchronized|native|explicit)\s+)*"
)
_KEYWORD = re.compile(
    _MODIFIERS
    + r"(?:def|defp|defmodule|defmacro|class|function\*?|fn|fun|func|struct|enum|trait|impl|interface|type|module|mod|"
    r"namespace|record|object|"
    r"protocol|extension|sub|procedure|contract|service|message|union|macro_rules!)"
    r"(?:\s*<[^>]*>)?\s+(?:\([^)]*\)\s*)?(?P<name>[A-Za-z_$][\w$.]*(?:::[A-Za-z_]\w*)*)"
)
_TRAIT_FOR = re.compile(r"\s*(?:<[^{]*>)?\s+for\s+(?P<name>[A-Za-z_]\w*)")
_BOUND_FUNCTION = re.compile(
    r"(?:export\s+)?(?:const|let|var)\s+(?P<name>[A-Za-z_$][\w$]*)\s*(?::[^=]+)?=\s*(?:async\s*)?"
    r"(?:function\b|\([^)]*\)\s*(?::[^=]+)?=>|\w+\s*=>)"
)
_METHOD = re.compile(
    r"(?:(?:static|async|get|set|public|private|protected|readonly|override|abstract)\s+)*\*?"
    r"(?P<name>[#A-Za-z_$][\w$]*)\s*(?:<[^>()]*>)?\s*\([^()]*+(?:\([^()]*+\)[^()]*+)*+\)\s*(?::[^{=]+)?\{"
)
_SQL = re.compile(
    r"(?:CREATE|ALTER)\s+(?:OR\s+REPLACE\s+)?(?:TEMP(?:ORARY)?\s+|UNIQUE\s+|MATERIALIZED\s+)*"
    r"(?:TABLE|VIEW|FUNCTION|PROCEDURE|INDEX|TRIGGER|TYPE|SCHEMA|DATABASE|SEQUENCE)\s+(?:IF\s+(?:NOT\s+)?EXISTS\s+)?"
    r"(?P<name>[\w.\"`]+)",
    re.IGNORECASE,
)
_SHELL_FUNCTION = re.compile(r"(?:function\s+)?(?P<name>[A-Za-z_][\w:.-]*)\s*\(\)\s*(?:[{(].*)?$")
_SHELL_KEYWORD = re.compile(r"function\s+(?P<name>[A-Za-z_][\w:.-]*)")
_TYPED = re.compile(
    _MODIFIERS + r"[A-Za-z_][\w<>\[\],*&:. ]*[\s*&](?P<name>~?[A-Za-z_][\w:]*)\s*\([^;{}]*\)"
    r"\s*(?:const\s*|noexcept\s*|override\s*|throws\s+[\w,.\s]+)*(?:\{.*)?$"
)
_YAML_KEY = re.compile(r"[\"']?(?P<name>[A-Za-z_$.][\w $./-]*?)[\"']?:(?:\s|$)")
_JSON_KEY = re.compile(r"\"(?P<name>[^\"\\]+)\"\s*:")
_NOT_A_NAME = frozenset(
    [
        "if",
        "for",
        "while",
        "switch",
        "return",
        "else",
        "catch",
        "elif",
        "new",
        "throw",
        "await",
        "with",
        "do",
        "try",
        "case",
        "using",
        "lock",
        "foreach",
        "yield",
        "import",
        "from",
        "not",
        "and",
        "or",
        "assert",
        "raise",
        "print",
    ]
)
# Languages in which the keywords above are ordinary words.
_WITHOUT_DEFINITIONS = TEXT | frozenset(
    [
        "toml",
        "ini",
        "conf",
        "nginx",
        "xml",
        "html",
        "css",
        "scss",
        "less",
        "properties",
        "env",
        "dockerfile",
        "makefile",
    ]
)
# What no line that defines something begins with: blanks, closing brackets, comments, decorators.
_NO_DEFINITION = re.compile(r"[\s})\]#/@-]|\*(?![A-Za-z_$])|$")
_OPENS = re.compile(r"(?:[{:]|=>|\bdo|\bthen|\bbegin|\bas)\s*(?:#.*|//.*|--.*|/\*.*)?$", re.IGNORECASE)


def definition_name(line: str, language: str = "") -> str:
    """The name that a line without its indentation defines, empty if it defines none.

    >>> definition_name("async def fetch(url):", "python"), definition_name("x = fetch(1)", "python")
    ('fetch', '')
    >>> definition_name("impl Display for Stack {", "rust"), definition_name("services:", "yaml")
    ('Stack', 'services')
    """
    language = known_language(language)
    if _NO_DEFINITION.match(line) or language in _WITHOUT_DEFINITIONS:
        return ""
    if len(line) > _LONGEST:  # what is left out are parameters, and names stand before them
        line = line[: _LONGEST - _LONGEST_END] + line[-_LONGEST_END:]
    first = line.split(None, 1)[0]
    if first in _NOT_A_NAME and language not in DATA:
        return ""
    for pattern in _patterns(language):
        match = pattern.match(line)
        if match is not None and match["name"] not in _NOT_A_NAME:
            target = _TRAIT_FOR.match(line, match.end()) if line.startswith(("impl", "unsafe impl")) else None
            return (target or match)["name"]
    return ""


def _patterns(language: str) -> tuple[re.Pattern[str], ...]:
    if language == "sql":
        return (_SQL,)
    if language == "shell":
        return (_SHELL_FUNCTION, _SHELL_KEYWORD)
    if language == "fish":
        return (_SHELL_KEYWORD,)
    if language == "yaml":
        return (_YAML_KEY,)
    if language == "json":
        return (_JSON_KEY,)
    if language in TYPED:
        return (_KEYWORD, _TYPED)
    if language == "python":
        return (_KEYWORD,)
    return (_KEYWORD, _BOUND_FUNCTION, _METHOD)


def name_at(lines: Sequence[str], at: int, last: int, language: str) -> str:
    """The name defined by the statement that starts at a line and ends before ``last``; its head may take some lines.

    >>> name_at(["static int", "  answer(int base)", "{", "}"], 0, 4, "c")
    'answer'
    """
    head = lines[at].strip()
    name = definition_name(head, language)
    if name or _NO_DEFINITION.match(head) or language in DATA or language == "python":
        return name
    for line in lines[at + 1 : min(last, at + LONGEST_SIGNATURE)]:
        if head.endswith((";", "}", "{", ":")):
            break
        head = f"{head} {line.strip()}"
        name = definition_name(head, language)
        if name:
            return name
    return ""


def signature_end(lines: Sequence[str], at: int, last: int, language: str) -> int:
    """The line after the signature of the definition at a line: through its ``:`` or ``{``, else that line alone.

    >>> signature_end(["def f(", "    a,", "):", "    return a"], 0, 4, "python")
    3
    """
    if language in DATA:
        return at + 1
    for line in range(at, min(last, at + LONGEST_SIGNATURE)):
        if _OPENS.search(lines[line][-_LONGEST:]):
            return line + 1
    return at + 1
