"""markdown-it's inline rules under a loop that notes where each token stands; what tokens mean is `inline`'s work."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from markdown_it import MarkdownIt
    from markdown_it.parser_inline import ParserInline
    from markdown_it.rules_inline import StateInline
    from markdown_it.token import Token

MAX_NESTING = 40  # levels; each takes three Python frames of the thousand there are
_FOOTNOTE = re.compile(r"\[\^[^\s\[\]]{1,100}\]")


def inline_tokens(content: str, references: Mapping[str, Any] | None, mdx: bool) -> list[Token]:
    """Tokens of the content, each with ``map`` set to its content span."""
    markdown, state_class = _markdown(mdx)
    env: dict[str, Any] = {} if references is None else {"references": references}
    state = state_class(content, markdown, env, [])
    parser = markdown.inline
    parser.tokenize(state)
    for rule in parser.ruler2.getRules(""):
        rule(state)
    _settle_strong(state.tokens)
    return state.tokens


@functools.cache
def _markdown(mdx: bool) -> tuple[MarkdownIt, type[StateInline]]:
    """The parser with its state class, made at first use: importing markdown-it triples a cold start."""
    from markdown_it import MarkdownIt
    from markdown_it.parser_inline import ParserInline
    from markdown_it.rules_inline import StateInline

    class State(StateInline):
        pending_start = -1

        def append_pending(self, text: str) -> None:
            if self.pending_start < 0:
                self.pending_start = self.pos
            super().append_pending(text)

        def pushPending(self) -> Token:  # noqa: N802
            token = super().pushPending()
            token.map = [self.pending_start, self.pending_start + len(token.content)]
            self.pending_start = -1
            return token

        def push(self, ttype: str, tag: str, nesting: Any) -> Token:
            token = super().push(ttype, tag, nesting)
            token.map = [self.pos, self.pos]
            self.pending_start = -1
            return token

    class Parser(ParserInline):
        tokenize = _tokenize
        skipToken = _skip_token  # noqa: N815

        def parse(self, src: str, md: MarkdownIt, env: Any, tokens: list[Token]) -> list[Token]:
            return tokens  # called for alternative text only, whose markup nobody asks for

    class Markdown(MarkdownIt):
        def normalizeLink(self, url: str) -> str:  # noqa: N802
            return url

        def validateLink(self, url: str) -> bool:  # noqa: N802
            return True

    markdown = Markdown("commonmark", {"maxNesting": MAX_NESTING})
    markdown.inline = Parser()
    markdown.inline.terminator_re = re.compile(r"[\n\\`*_~\[\]!<&${]" if mdx else r"[\n\\`*_~\[\]!<&$]")
    markdown.inline.ruler2.disable("fragments_join")
    markdown.inline.rules_by_character = _rules(mdx)  # type: ignore[attr-defined]
    return markdown, State


def _rules(mdx: bool) -> dict[str, tuple[Callable[[Any, bool], bool], ...]]:
    """The rules to try for each character that can start markup."""
    from markdown_it import rules_inline as rules
    from mdit_py_plugins.dollarmath.index import math_inline_dollar

    math = math_inline_dollar(allow_space=False, allow_digits=False, allow_double=True)
    by_character: dict[str, tuple[Callable[[Any, bool], bool], ...]] = {
        "\n": (rules.newline,),
        "\\": (rules.escape,),
        "`": (rules.backtick,),
        "~": (rules.strikethrough.tokenize,),
        "*": (rules.emphasis.tokenize,),
        "_": (rules.emphasis.tokenize,),
        "[": (_footnote_reference, rules.link),
        "!": (rules.image,),
        "<": (rules.autolink, rules.html_inline),
        "&": (rules.entity,),
        "$": (math,),
    }
    if mdx:
        by_character["{"] = (_mdx_expression,)
        by_character["<"] = (rules.autolink, _jsx_tag, rules.html_inline)
    return by_character


def _tokenize(parser: ParserInline, state: StateInline) -> None:
    """Tokenize up to ``state.posMax``, giving each token its span."""
    from markdown_it.rules_inline import text as text_rule

    by_character = parser.rules_by_character  # type: ignore[attr-defined]
    while state.pos < state.posMax:
        start, first = state.pos, len(state.tokens)
        character = state.src[start]
        rules = by_character.get(character)
        if rules is None:
            matched = text_rule(state, False)
        else:
            matched = state.level < MAX_NESTING and any(rule(state, False) for rule in rules)
        if not matched:
            state.append_pending(character)
            state.pos += 1
        elif len(state.tokens) > first:
            _place(state, first, start, character)
    if state.pending:
        state.pushPending()


def _skip_token(parser: ParserInline, state: StateInline) -> None:
    """Step over one token without making it."""
    start = state.pos
    known = state.cache.get(start)
    if known is not None:
        state.pos = known
        return
    rules = parser.rules_by_character.get(state.src[start])  # type: ignore[attr-defined]
    matched = False
    if rules is None:
        found = parser.terminator_re.search(state.src, start + 1)
        state.pos = min(found.start(), state.posMax) if found else state.posMax
        matched = True
    elif state.level < MAX_NESTING:
        state.level += 1
        matched = any(rule(state, True) for rule in rules)
        state.level -= 1
    else:
        state.pos = state.posMax
    if not matched:
        state.pos += 1
    state.cache[start] = state.pos


def _place(state: StateInline, first: int, start: int, character: str) -> None:
    """Give the tokens that one rule has just pushed their spans; pending text before them has its own."""
    tokens, end = state.tokens, state.pos
    if (tokens[first].map or [start])[0] < start:
        first += 1
    if first >= len(tokens):
        return
    if character in "*_~":
        for token in tokens[first:]:
            token.map = [start, start + len(token.content)]
            start += len(token.content)
    elif tokens[first].type != "link_open":
        tokens[-1].map = [start, end]
    elif tokens[first].info == "auto":
        tokens[first].map = [start, start + 1]
        tokens[first + 1].map = [start + 1, end - 1]
        tokens[first + 1].content = state.src[start + 1 : end - 1]
        tokens[-1].map = [end - 1, end]
    else:
        tokens[first].map = [start, start + 1]
        tokens[-1].map = [(tokens[-1].map or [end])[0], end]


def _settle_strong(tokens: list[Token]) -> None:
    """Make the outer half of each ``**`` a token of the inner half's kind (markdown-it leaves empty text)."""
    for index, token in enumerate(tokens):
        if token.type == "text" and not token.content:
            after = tokens[index + 1] if index + 1 < len(tokens) else token
            token.type = "strong_mark"
            token.nesting = 1 if after.type == "strong_open" else -1


def _footnote_reference(state: StateInline, silent: bool) -> bool:
    """``[^label]``, defined or not: content alone cannot tell."""
    found = _FOOTNOTE.match(state.src, state.pos, state.posMax)
    if found is None:
        return False
    if not silent:
        state.push("footnote_ref", "", 0)
    state.pos = found.end()
    return True


def _mdx_expression(state: StateInline, silent: bool) -> bool:
    """``{…}`` of MDX, braces balanced."""
    end = _braces(state).get(state.pos, state.posMax)
    if end >= state.posMax:
        return False
    if not silent:
        state.push("expression", "", 0)
    state.pos = end + 1
    return True


def _braces(state: StateInline) -> dict[int, int]:
    """Matching braces of the content, found once for all."""
    found: dict[int, int] | None = state.env.get("braces")
    if found is None:
        found = {}
        opened: list[int] = []
        for brace in re.finditer(r"(?<!\\)[{}]", state.src):
            if brace.group() == "{":
                opened.append(brace.start())
            elif opened:
                found[opened.pop()] = brace.start()
        state.env["braces"] = found
    return found


_JSX_START = re.compile(r"</?(?:[A-Za-z]|>)")
_JSX_PART = re.compile(r"[^<>{}\"']{1,1000}|\"[^\"]{0,1000}\"|'[^']{0,1000}'")


def _jsx_tag(state: StateInline, silent: bool) -> bool:
    """A JSX tag that is not HTML: fragments, member names, ``{…}`` attributes."""
    start = state.pos
    if not _JSX_START.match(state.src, start):
        return False
    at = start + 1
    while at < min(state.posMax, start + 5000) and state.src[at] != ">":
        if state.src[at] == "{":
            at = _braces(state).get(at, state.posMax) + 1
        elif part := _JSX_PART.match(state.src, at, state.posMax):
            at = part.end()
        else:
            return False
    if at >= state.posMax or state.src[at] != ">":
        return False
    if not silent:
        token = state.push("html_inline", "", 0)
        token.content = state.src[start : at + 1]
    state.pos = at + 1
    return True
