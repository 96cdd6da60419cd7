"""Block rules for MDX: imports and exports, JSX elements and expressions that stand on lines of their own.

Text between JSX tags stays Markdown; only the tags themselves, with their attributes, become blocks of their own.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it.ruler import RuleOptionsType, Ruler
    from markdown_it.rules_block import StateBlock

    from chunklint.documents.block_parser import BlockRule

# An element or expression longer than this is taken for text, so that an unclosed one cannot be sought for ever.
MAX_CODE_POINTS = 50_000
# Once so many code points of a text were searched in vain for the ends of such, only the opening's line is searched:
# else 45 KB of nothing but openings took over ten seconds. No well-formed page comes near.
MAX_SEARCHED_IN_VAIN = 1_000_000

SEARCHED_IN_VAIN = "mdx code points searched in vain"
_ESM = re.compile(r"(?:import|export)(?=[\s{*'\"])")
_TAG = re.compile(r"</?(?:[A-Za-z_$][\w$.:-]*)?(?=[\s/>{])")
_SIGNIFICANT = re.compile(r"""["'`{}()\[\]>]|/\*|//|\n""")
_QUOTED = {quote: re.compile(rf"(?:[^{quote}\\]|\\.)*{quote}", re.DOTALL) for quote in "\"'`"}


def add_mdx_rules(ruler: Ruler[BlockRule]) -> None:
    """Put MDX's block rules before Markdown's and switch off indented code, which MDX does not have."""
    interrupts: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote"]}
    ruler.before("html_block", "esm", _esm_rule)
    ruler.before("html_block", "jsx", _jsx_rule, interrupts)
    ruler.before("html_block", "expression", _expression_rule, interrupts)
    ruler.disable("code")


def _esm_rule(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """``import`` or ``export`` at a line's very start, up to the first blank line outside all brackets."""
    if silent or state.level or state.tShift[start_line] or not _ESM.match(state.src, state.bMarks[start_line]):
        return False
    line, position = start_line, state.bMarks[start_line]
    while line < end_line and not state.isEmpty(line):
        limit = _search_limit(state, position, line, end_line)
        closed, balanced = _balanced_to(state.src, position, state.eMarks[line], limit)
        if not balanced:
            _searched_in_vain(state, limit - position)
        while line < end_line and state.eMarks[line] < closed:
            line += 1
        position = max(closed, state.eMarks[line] if line < end_line else closed)
        line += 1
    _push(state, "esm", start_line, min(line, end_line))
    return True


def _jsx_rule(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """One or more tags that begin a line and are followed by nothing else on the line where the last one ends."""
    position = state.bMarks[start_line] + state.tShift[start_line]
    if not _TAG.match(state.src, position):
        return False
    limit = _search_limit(state, position, start_line, end_line)
    while _TAG.match(state.src, position):
        end = _tag_end(state.src, position, limit)
        if end < 0:
            _searched_in_vain(state, limit - position)
            return False
        position = end
        while position < limit and state.src[position] in " \t":
            position += 1
    return _finish(state, "jsx", start_line, end_line, position, silent)


def _expression_rule(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """A ``{…}`` that begins a line and is followed by nothing else on the line where it ends."""
    position = state.bMarks[start_line] + state.tShift[start_line]
    if not state.src.startswith("{", position):
        return False
    limit = _search_limit(state, position, start_line, end_line)
    end = _bracket_end(state.src, position, limit)
    if end < 0:
        _searched_in_vain(state, limit - position)
        return False
    return _finish(state, "expression", start_line, end_line, end, silent)


def _search_limit(state: StateBlock, position: int, line: int, end_line: int) -> int:
    """How far the end of what starts at ``position`` is looked for."""
    if state.env.get(SEARCHED_IN_VAIN, 0) > MAX_SEARCHED_IN_VAIN:
        return state.eMarks[line]
    return min(state.eMarks[end_line - 1], position + MAX_CODE_POINTS)


def _searched_in_vain(state: StateBlock, code_points: int) -> None:
    state.env[SEARCHED_IN_VAIN] = state.env.get(SEARCHED_IN_VAIN, 0) + code_points


def _finish(state: StateBlock, name: str, start_line: int, end_line: int, position: int, silent: bool) -> bool:
    line = start_line
    while line < end_line and state.eMarks[line] < position:
        line += 1
    if line >= end_line or state.src[position : state.eMarks[line]].strip(" \t;"):
        return False
    if not silent:
        _push(state, name, start_line, line + 1)
    return True


def _push(state: StateBlock, name: str, start_line: int, end_line: int) -> None:
    token = state.push(name, "", 0)
    token.map = [start_line, end_line]
    token.content = state.src[state.bMarks[start_line] : state.eMarks[end_line - 1]].strip()
    state.line = end_line


def _tag_end(src: str, position: int, limit: int) -> int:
    """The offset after the ``>`` of a tag, -1 where it does not end."""
    match = _TAG.match(src, position)
    position = match.end() if match else position + 1
    while True:
        found = _SIGNIFICANT.search(src, position, limit)
        if found is None:
            return -1
        sign, position = found[0], found.end()
        if sign == ">":
            return position
        if sign in _QUOTED:
            position = _after_quoted(src, position, limit, sign)
        elif sign == "{":
            position = _bracket_end(src, found.start(), limit)
        if position < 0:
            return -1


def _bracket_end(src: str, position: int, limit: int) -> int:
    """The offset after the bracket that closes the one at ``position``, strings and comments skipped; -1 if none."""
    depth = 0
    while True:
        found = _SIGNIFICANT.search(src, position, limit)
        if found is None:
            return -1
        sign, position = found[0], found.end()
        if sign in "{([":
            depth += 1
        elif sign in "})]":
            depth -= 1
            if depth <= 0:
                return position
        elif sign in _QUOTED:
            after = _after_quoted(src, position, limit, sign)
            position = after if after >= 0 else position
        elif sign == "/*":
            position = src.find("*/", position, limit) + 2
            if position < 2:
                return -1
        elif sign == "//":
            position = src.find("\n", position, limit)
            if position < 0:
                return -1


def _after_quoted(src: str, position: int, limit: int, quote: str) -> int:
    found = _QUOTED[quote].match(src, position, limit)
    return found.end() if found else -1


def _balanced_to(src: str, position: int, line_end: int, limit: int) -> tuple[int, bool]:
    """The first offset from ``line_end`` on at which no bracket opened since ``position`` is open; false if none is."""
    while True:
        found = _SIGNIFICANT.search(src, position, line_end)
        if found is None:
            return line_end, True
        sign, position = found[0], found.end()
        if sign in "{([":
            position = _bracket_end(src, found.start(), limit)
            if position < 0:
                return line_end, False
            line_end = max(line_end, position)
        elif sign in _QUOTED:
            after = _after_quoted(src, position, limit, sign)
            position = after if after >= 0 else position
            line_end = max(line_end, position)
        elif sign == "//":
            position = src.find("\n", position, limit)
            if position < 0:
                return line_end, True
