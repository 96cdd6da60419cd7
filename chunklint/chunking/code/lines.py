"""Tells how deep each line of code lies in brackets, strings and indentation, without a grammar.

A place to cut is better the less deep it lies. Where brackets don't balance, as in a snippet that leaves things out,
indentation alone decides.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from chunklint.chunking.code.languages import DATA, ENDS_WITH_SEMICOLON, TEXT, known_language, signs_of
from chunklint.chunking.code.model import ATTACHED, NEVER, Level

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunklint.chunking.code.languages import Signs

_PAIRS = {")": "(", "]": "[", "}": "{"}
_TAB = 8
# Deeper lines count as equally deep: nobody reads such code, and taking it apart level by level would take for ever.
_DEEPEST, _WIDEST = 60, 160
_WITH_SECTIONS = frozenset({"toml", "ini"})
_WITH_MACROS = frozenset({"c", "cpp"})
_ENDS = (";", "}", "{", ":", ",", ">", "*/")
# Lines that belong to the definition after them: decorators, attributes, comments.
_ATTACHED = re.compile(r"(?:@|#\[|#!\[|#(?!include|define|if|else|end|undef|pragma|region)|//|/\*|\*|--(?!-)|;;)")
DECORATORS = ("@", "#[", "template", "[")
"""What lines begin with that belong to the definition after them and are no comments."""
_TEMPLATE = re.compile(r"template\s*<[^;{]*[>,]\s*$")
_CLOSERS = re.compile(r">+[\s;,)]*$|(?:end|fi|done|esac)\b\s*;?\s*$|\*/|--?>|(?:END|COMMIT)\s*;?\s*$")
# What closes one part of a statement and begins the next: `} else {`, `}, {`.
_NEXT_BRANCH = re.compile(r"\}\s*(?:else|catch|finally|elif|elseif|rescue|ensure)\b|[\]}],\s*[\[{]")
_GOES_ON = re.compile(
    r"[)\]}]|\{\s*$|(?:else|elif|elsif|except|finally|catch|rescue|ensure|then|do|in|where|as|begin)\b", re.IGNORECASE
)
_OPERATOR = re.compile(r"(?:\.(?!\.\.)|\?|:(?!:)|&&|\|\||[+=,|]|<<|>>)")
_HEREDOC = re.compile(r"<<-?\s*\\?(['\"]?)([A-Za-z_][\w.-]*)\1")
_DOLLAR_QUOTE = re.compile(r"\$(?:[A-Za-z_]\w*)?\$")
_DIRECTIVE = re.compile(r"\s*#\s*(if|el|endif)")
_BRANCH_END = re.compile(r"#\s*(?:el|endif)")
_WITH_REGEX_LITERALS = frozenset({"javascript", "typescript", "tsx", "vue"})
_REGEX_LITERAL = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\[])+/")
# What stands before a regular expression; after anything else a slash divides, or closes a tag.
_BEFORE_REGEX = re.compile(r"(?:^|[(,=:\[!&|?{;+*%~^-]|=>|\b(?:return|typeof|case|in|of|do|else|await|yield))\s*$")
_BEFORE, _LONGEST_REGEX = 20, 500  # characters that are looked at before and after a slash
_RAW_STRING = re.compile(r'R"[^\s()\\"]{0,16}\(')
_DIGIT_SEPARATOR = re.compile(r"(?<![uU]8)(?<=[\da-fA-F])'(?=[\da-fA-F])")
_RUST_CHARACTER = re.compile(r"'(?:\\(?:u\{\w+\}|x\w\w|.)|[^\\'])'")


def line_levels(lines: Sequence[str], language: str) -> list[Level]:
    """How deep each line lies; one in a string or comment, or right after a decorator or comment, is no place to cut.

    >>> [level[0] < 2 for level in line_levels(["@x", "def f(a,", "      b):", "    return a"], "python")]
    [True, False, True, True]
    """
    language = known_language(language)
    if language in TEXT:
        return [(0, 0, 0) if line.strip() else NEVER for line in lines]
    depths = _Scanner(signs_of(language), language).depths(lines)
    levels: list[Level] = []
    before = ""  # the line above, empty for a blank one
    attached = -1  # the depth of the decorator or comment that goes on or has just ended
    for line, depth in zip(lines, depths, strict=True):
        text = line.strip()
        goes_on = attached >= 0 and (depth < 0 or depth > attached)
        if attached >= 0 and text:
            levels.append(ATTACHED)
        else:
            levels.append(_level(line, text, depth, before, language))
        if not goes_on and depth >= 0:
            closes = attached >= 0 and text[:1] in _PAIRS
            parameters = language == "cpp" and attached >= 0 and before.endswith(",")  # of a template
            attached = depth if closes or parameters or _is_attached(text, language) else -1
        before = text
    return levels


def _level(line: str, text: str, depth: int, before: str, language: str) -> Level:
    closes = text[:1] in _PAIRS and not _NEXT_BRANCH.match(text)
    closes = closes or (language == "sql" and depth > 0 and _DOLLAR_QUOTE.match(text) is not None)
    closes = closes or (language in _WITH_MACROS and _BRANCH_END.match(text) is not None)
    if not text or depth < 0 or closes or _CLOSERS.match(text) or before.endswith("\\"):
        return NEVER
    indent = len(line.expandtabs(_TAB)) - len(line.expandtabs(_TAB).lstrip(" "))
    if language == "yaml" and (text.startswith("- ") or text == "-"):
        indent += 1  # the items of a key may stand right under it
    depth = max(depth - (text[0] in ")]}"), 0)  # it is 0 where brackets don't balance
    return (min(depth, _DEEPEST), min(indent, _WIDEST), int(_continues(text, depth, before, language)))


def _continues(text: str, depth: int, before: str, language: str) -> bool:
    """Whether a line goes on with what the line before began."""
    if language in DATA:
        return False
    if language in _WITH_SECTIONS and depth == 0:
        return text[0] != "["
    if _GOES_ON.match(text) or _OPERATOR.match(text):
        return True
    if not before or language not in ENDS_WITH_SEMICOLON or before.startswith("#"):
        return False
    # In C a macro's call ends without a semicolon, and so does a function's head with its brace on the next line.
    return not before.endswith((*_ENDS, ")") if language in _WITH_MACROS else _ENDS)


def _is_attached(text: str, language: str) -> bool:
    """Whether a line belongs to the next one: a decorator, an attribute, a comment."""
    if language in DATA:
        return text.startswith("#")
    if (language == "cpp" and _TEMPLATE.match(text)) or (language == "csharp" and text[:1] == "[" and text[-1] == "]"):
        return True
    match = _ATTACHED.match(text)
    # `*p = 1;` is code.
    return match is not None and (match[0] != "*" or text.startswith(("*/", "* ")))


class _Branch(NamedTuple):
    """What an `#if` finds: the brackets open before it and after its first branch, whether it lies in a repetition."""

    before: list[str]
    after: list[str] | None
    repeats: bool


class _Scanner:
    """Follows brackets, strings and comments through lines."""

    def __init__(self, signs: Signs, language: str) -> None:
        self._signs = signs
        self._language = language
        self._stack: list[str] = []
        self._until = ""  # what ends the string or comment that the line begins in
        self._escapes = False
        self._is_balanced = True
        marks = [*signs.line_comments, *(start for start, _ in signs.spans), *signs.quotes, *signs.long_quotes]
        if language in _WITH_REGEX_LITERALS:
            marks.append("/")
        if language == "shell":
            marks.append("\\")
        longest_first = [re.escape(mark) for mark in sorted({*marks, *"()[]{}"}, key=len, reverse=True)]
        patterns = {"sql": [_DOLLAR_QUOTE.pattern], "cpp": [_RAW_STRING.pattern]}.get(language, [])
        self._sign = re.compile("|".join([*patterns, *longest_first]))
        self._branches: list[_Branch] = []  # one for each `#if` around
        self._repeats = False  # in an `#else` that begins once more what its `#if` has begun

    def depths(self, lines: Sequence[str]) -> list[int]:
        """The brackets open at each line's start; -1 inside a string or comment. All 0 where they don't balance."""
        depths = []
        for line in lines:
            if self._language in _WITH_MACROS and not self._until:
                self._follow_directive(line)
            depths.append(-1 if self._until or self._repeats else len(self._stack))
            self._read(line)
        if self._is_balanced and not self._stack and not self._until:
            return depths
        return [0] * len(lines)

    def _follow_directive(self, line: str) -> None:
        """Count the brackets of one branch only, where an `#if` and its `#else` open the same block."""
        found = _DIRECTIVE.match(line)
        if found is None:
            return
        if found[1] == "if":
            self._branches.append(_Branch(list(self._stack), None, self._repeats))
        elif self._branches and found[1] == "el":
            branch = self._branches[-1]
            self._repeats = self._repeats or len(self._stack) > len(branch.before)
            self._branches[-1] = branch._replace(after=self._stack if branch.after is None else branch.after)
            self._stack = list(branch.before)
        elif self._branches:
            branch = self._branches.pop()
            self._stack = self._stack if branch.after is None else branch.after
            self._repeats = branch.repeats

    def _read(self, line: str) -> None:
        if self._until.startswith("\n"):  # a here-document ends with a line of its own
            if line.strip() == self._until[1:]:
                self._until = ""
            return
        at = 0
        if self._until:
            at = self._end_of(line, 0)
            if at < 0:
                return
        while match := self._sign.search(line, at):
            at = self._take(line, match[0], match.start())
            if at < 0:
                line = line[: match.start()]
                break
        if self._language == "shell" and "<<" in line and not self._until:
            heredoc = _HEREDOC.search(line)
            if heredoc and "<<<" not in line and "((" not in line[: heredoc.start()]:
                self._until = "\n" + heredoc[2]

    def _take(self, line: str, sign: str, at: int) -> int:
        """Go over one sign; where to look on, -1 where the line is done."""
        signs = self._signs
        if sign in signs.line_comments and not any(sign == start for start, _ in signs.spans):
            # In shells and YAML `#` begins a comment only at a word's start.
            if sign != "#" or at == 0 or (line[at - 1] in " \t;(){}[]," and not line.endswith("${", 0, at)):
                return -1
            return at + 1
        if sign == "\\":
            return at + 2  # in a shell it escapes outside strings as well
        if sign == "/":
            begins = _BEFORE_REGEX.search(line[max(at - _BEFORE, 0) : at])
            literal = _REGEX_LITERAL.match(line, at, at + _LONGEST_REGEX) if begins else None
            return literal.end() if literal else at + 1
        if sign[:2] == 'R"':
            return self._string(line, sign, f'){sign[2:-1]}"', at, escapes=False)
        if sign == "'" and self._language in _WITH_MACROS and _DIGIT_SEPARATOR.match(line, at):
            return at + 1
        end = next((end for start, end in signs.spans if start == sign), "")
        if end or sign in signs.long_quotes or sign in signs.quotes:
            return self._string(line, sign, end or sign, at, escapes=not end)
        if sign in "([{":
            self._stack.append(sign)
        elif sign[0] == "$":  # what a function of SQL does stands between two equal ones
            if sign in self._stack:
                del self._stack[self._stack.index(sign) :]
            else:
                self._stack.append(sign)
        elif self._stack and self._stack[-1] == _PAIRS[sign]:
            self._stack.pop()
        elif self._language != "shell":  # where `case` writes `pattern)`
            self._is_balanced = False
        return at + 1

    def _string(self, line: str, sign: str, end: str, at: int, *, escapes: bool) -> int:
        if self._language == "rust" and sign == "'":
            character = _RUST_CHARACTER.match(line, at)
            return character.end() if character else at + 1
        self._until, self._escapes = end, escapes
        after = self._end_of(line, at + len(sign))
        if after < 0 and sign in self._signs.quotes and not line.endswith("\\"):
            self._until = ""  # a quote that ends with its line, closed or not
        return after

    def _end_of(self, line: str, at: int) -> int:
        """Where the string or comment that is open ends in a line, -1 where it goes on."""
        while True:
            found = line.find(self._until, at)
            if found < 0:
                return -1
            if self._escapes and _is_escaped(line, found):
                at = found + 1
                continue
            at = found + len(self._until)
            self._until = ""
            return at


def _is_escaped(line: str, at: int) -> bool:
    """Whether an odd number of backslashes stands before a character."""
    first = at
    while first and line[first - 1] == "\\":
        first -= 1
    return (at - first) % 2 == 1
