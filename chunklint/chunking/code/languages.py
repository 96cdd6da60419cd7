"""What is known of the languages that code blocks name: how their comments and strings look; nothing is parsed here."""

from __future__ import annotations

import re
from typing import NamedTuple

_LANGUAGE = re.compile(r"[\s{.]*([\w+#-]+)")

# What people write behind a fence for a language, and the name used for it here.
_ALIASES = {
    "py": "python",
    "py3": "python",
    "python3": "python",
    "pycon": "python",
    "js": "javascript",
    "jsx": "javascript",
    "mjs": "javascript",
    "cjs": "javascript",
    "node": "javascript",
    "ts": "typescript",
    "mts": "typescript",
    "golang": "go",
    "rs": "rust",
    "h": "c",
    "c++": "cpp",
    "cc": "cpp",
    "cxx": "cpp",
    "hpp": "cpp",
    "cs": "csharp",
    "sh": "shell",
    "bash": "shell",
    "zsh": "shell",
    "ksh": "shell",
    "yml": "yaml",
    "json5": "json",
    "jsonc": "json",
    "mysql": "sql",
    "postgresql": "sql",
    "postgres": "sql",
    "plsql": "sql",
    "plpgsql": "sql",
    "tsql": "sql",
    "sqlite": "sql",
    "rb": "ruby",
    "kt": "kotlin",
}

# Not code: what stands in a line says nothing about the next one.
TEXT = frozenset(
    [
        "text",
        "txt",
        "plain",
        "plaintext",
        "none",
        "console",
        "terminal",
        "output",
        "stdout",
        "log",
        "logs",
        "diff",
        "patch",
        "markdown",
        "md",
        "mermaid",
        "plantuml",
        "csv",
        "tsv",
        "http",
        "shell-session",
        "sh-session",
        "session",
        "ascii",
        "ansi",
    ]
)
DATA = frozenset({"yaml", "json"})
# A statement of these ends with a semicolon or a block, so a line after anything else goes on with it.
ENDS_WITH_SEMICOLON = frozenset({"c", "cpp", "java", "csharp", "rust", "php", "objc", "sql", "css", "scss", "less"})
# Languages whose functions have no keyword, only a return type before the name.
TYPED = frozenset({"c", "cpp", "java", "csharp", "dart", "objc", "groovy"})


class Signs(NamedTuple):
    """How comments and strings of a language begin and end.

    ``line_comments`` run to the line's end; ``spans`` are pairs that may run over lines and know no escape (block
    comments, raw strings); ``quotes`` may hold backslash escapes, and those in ``long_quotes`` run over lines too.
    """

    line_comments: tuple[str, ...]
    spans: tuple[tuple[str, str], ...]
    quotes: str = "\"'"
    long_quotes: str = ""


_BLOCK_COMMENT = ("/*", "*/")
_SLASHES = Signs(("//",), (_BLOCK_COMMENT,))
_HASH = Signs(("#",), ())
_SIGNS = {
    "python": Signs(("#",), (('"""', '"""'), ("'''", "'''"))),
    "javascript": Signs(("//",), (_BLOCK_COMMENT,), "\"'", "`"),
    "typescript": Signs(("//",), (_BLOCK_COMMENT,), "\"'", "`"),
    "tsx": Signs(("//",), (_BLOCK_COMMENT,), "\"'", "`"),
    "vue": Signs(("//",), (_BLOCK_COMMENT, ("<!--", "-->")), "\"'", "`"),
    "go": Signs(("//",), (_BLOCK_COMMENT, ("`", "`"))),
    "java": Signs(("//",), (_BLOCK_COMMENT, ('"""', '"""'))),
    "kotlin": Signs(("//",), (_BLOCK_COMMENT, ('"""', '"""'))),
    "rust": Signs(("//",), (_BLOCK_COMMENT, ('r"', '"'), ('r#"', '"#'), ('r##"', '"##')), "'", '"'),
    "c": _SLASHES,
    "cpp": _SLASHES,
    "php": Signs(("//", "#"), (_BLOCK_COMMENT,), "", "\"'"),
    "css": Signs((), (_BLOCK_COMMENT,)),
    "shell": Signs(("#",), (), "", "\"'`"),
    "fish": Signs(("#",), (), "", "\"'"),
    "sql": Signs(("--",), (_BLOCK_COMMENT,), '"`', "'"),
    "lua": Signs(("--",), (("--[[", "]]"), ("[[", "]]"))),
    "haskell": Signs(("--",), (("{-", "-}"),), '"'),
    "yaml": Signs(("#",), (), "", ""),
    "json": _SLASHES,
    "html": Signs((), (("<!--", "-->"),), "", ""),
    "xml": Signs((), (("<!--", "-->"),), "", ""),
    "lisp": Signs((";",), (), "", '"'),
    "clojure": Signs((";",), (), "", '"'),
} | dict.fromkeys(
    ("ruby", "toml", "ini", "conf", "nginx", "dockerfile", "makefile", "properties", "env", "elixir", "r", "perl"),
    _HASH,
)


def code_language(info: str) -> str:
    """The language that a fence's info string names, lower case; empty for none.

    >>> code_language("{.python .input}"), code_language("js{1,3}"), code_language("Bash title='x'")
    ('python', 'js', 'bash')
    """
    match = _LANGUAGE.match(info)
    return match[1].lower() if match else ""


def known_language(language: str) -> str:
    """The one name that a language goes by here.

    >>> known_language("py"), known_language("postgresql"), known_language("zig")
    ('python', 'sql', 'zig')
    """
    return _ALIASES.get(language, language)


def signs_of(language: str) -> Signs:
    """How comments and strings of a language look; those of the C family for one that is not listed."""
    return _SIGNS.get(language, _SLASHES)
