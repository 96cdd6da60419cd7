"""markdown-it-py's block parser, made fast: only rules that a line's first character can start are tried.

The grammar stays the library's (a test compares both over random and real text). Three rules are replaced by ones that
emit a single token: paragraphs and setext headings are found in one scan, and a table's cells are left in its lines.
Nothing here knows what a block means; `chunklint.documents.markdown` reads the tokens.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.common.utils import mdTrim
from markdown_it.parser_block import ParserBlock
from markdown_it.rules_block import StateBlock, table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from markdown_it.token import Token

    BlockRule = Callable[[StateBlock, int, int, bool], bool]

# The default of 20 drops what is deeper; two frames a level stay far below Python's recursion limit of 1,000.
MAX_NESTING = 100
# Lines that a display formula may take: an opening without its end is plain text and must not be sought for ever.
MAX_MATH_LINES = 500

# First characters that can start each rule's block; rules not named here can start anywhere.
_STARTS = {
    "fence": "`~",
    "blockquote": ">",
    "hr": "*-_",
    "list": "*+-0123456789",
    "reference": "[",
    "html_block": "<",
    "heading": "#",
    "footnote_def": "[",
    "container_any": ":",
    "math_block": "$",
    "math_bracket": "\\",
    "admonition": "!?",
    "esm": "ie",
    "jsx": "<",
    "expression": "{",
}


class Mark(NamedTuple):
    """Where a rule's block starts (offset into the parsed text) and the lines that it took, the end exclusive."""

    start: int
    line: int
    end_line: int


class MarkingState(StateBlock):
    """A block state that also keeps the exact start and lines of each block's first token.

    Its constructor makes the same line tables as the library's in a third of the time, a line at a time.
    """

    def __init__(self, src: str, md: MarkdownIt, tokens: list[Token]) -> None:
        self.src, self.md, self.env, self.tokens = src, md, {}, tokens
        self.blkIndent = self.line = self.level = 0
        self.ddIndent = self.listIndent = -1
        self.tight = False
        self.parentType, self.result = "root", ""
        self.marks: dict[int, Mark] = {}
        lines = src.split("\n")
        if not lines[-1].strip(" \t"):
            lines.pop()
        lengths = [len(line) for line in lines]
        begins = list(accumulate(map((1).__add__, lengths), initial=0))[: len(lines)]
        contents = [line.lstrip(" \t") for line in lines]
        self.bMarks = begins
        self.eMarks = list(map(int.__add__, begins, lengths))
        self.tShift = [length - len(content) for length, content in zip(lengths, contents, strict=True)]
        self.sCount = self.tShift.copy()
        if "\t" in src:
            for at, shift in enumerate(self.tShift):
                if shift and "\t" in lines[at][:shift]:
                    self.sCount[at] = len(lines[at][:shift].expandtabs(4))
        self.bsCount = [0] * len(lines)
        for table_of_lines, last in (
            (self.bMarks, len(src)),
            (self.eMarks, len(src)),
            (self.tShift, 0),
            (self.sCount, 0),
            (self.bsCount, 0),
        ):
            table_of_lines.append(last)
        self.lineMax = len(lines)
        self._code_enabled = "code" in md.block.ruler.get_active_rules()
        self._closing_lines: list[int] | None = None

    def closing_lines(self) -> list[int]:
        """The lines that can close a ``:::`` container, found when first asked for."""
        if self._closing_lines is None:
            lines = self.src.split("\n")
            self._closing_lines = [
                at for at, line in enumerate(lines) if ":::" in line and not line.strip(" \t>").strip(":").strip()
            ]
        return self._closing_lines


class FastBlockParser(ParserBlock):
    """Tries, for each line, only the rules that its first character allows."""

    def __init__(self) -> None:
        super().__init__()
        self.ruler.at("table", table_rule, {"alt": ["paragraph", "reference"]})
        self.ruler.at("paragraph", paragraph_rule)
        self.ruler.disable("lheading")
        self._chains: dict[str, dict[str, tuple[BlockRule, ...]]] = {}
        self._all: tuple[BlockRule, ...] = ()

    def finish(self) -> None:
        """Build the index by first character; to be called once all rules are in place."""
        self._all = tuple(self.ruler.getRules(""))
        for chain in ("", "paragraph", "blockquote"):
            rules = [(rule.name, rule.fn) for rule in self.ruler.__rules__ if rule.enabled and _in(chain, rule.alt)]
            # A blank code rule is only asked for lines indented by four, which take the whole chain.
            rules = [(name, fn) for name, fn in rules if name not in ("code", "lheading")]
            index = {"": tuple(fn for name, fn in rules if name not in _STARTS)}
            for character in {c for name, _ in rules for c in _STARTS.get(name, "")}:
                index[character] = tuple(fn for name, fn in rules if character in _STARTS.get(name, character))
            self._chains[chain] = index

    def terminators(self, chain: str) -> dict[str, tuple[BlockRule, ...]]:
        """The rules that may end a block of a chain, by first character; ``""`` for every other character."""
        return self._chains[chain]

    def tokenize(self, state: StateBlock, startLine: int, endLine: int) -> None:  # noqa: N803 (the library's names)
        """Parse the lines of one container, as the library's method does, and mark where each block starts."""
        assert isinstance(state, MarkingState)
        index = self._chains[""]
        anywhere = index[""]
        tokens, src, marks = state.tokens, state.src, state.marks
        line = startLine
        has_empty_lines = False
        while line < endLine:
            state.line = line = state.skipEmptyLines(line)
            if line >= endLine or state.sCount[line] < state.blkIndent:
                break
            start = state.bMarks[line] + state.tShift[line]
            first = len(tokens)
            if state.level >= MAX_NESTING:
                _push_rest(state, line, endLine)
            else:
                indented = state.sCount[line] - state.blkIndent >= 4
                for rule in self._all if indented else index.get(src[start], anywhere):
                    if rule(state, line, endLine, False):
                        break
            if len(tokens) > first:
                marks[first] = Mark(start, line, state.line)
                if tokens[first].type.endswith("list_open"):
                    _mark_items(state, first)
            state.tight = not has_empty_lines
            line = state.line
            if line - 1 < endLine and state.isEmpty(line - 1):
                has_empty_lines = True
            if line < endLine and state.isEmpty(line):
                has_empty_lines = True
                line += 1
                state.line = line


def _in(chain: str, alternatives: Iterable[str]) -> bool:
    return not chain or chain in alternatives


def _mark_items(state: MarkingState, first: int) -> None:
    level = state.level + 1
    for at in range(first + 1, len(state.tokens)):
        token = state.tokens[at]
        if token.level == level and token.type == "list_item_open" and token.map:
            line = token.map[0]
            state.marks[at] = Mark(state.bMarks[line] + state.tShift[line], line, token.map[1])


def _push_rest(state: StateBlock, line: int, end_line: int) -> None:
    """Keep what is nested too deep as one paragraph instead of dropping it."""
    token = state.push("paragraph", "p", 0)
    token.content = state.getLines(line, end_line, state.blkIndent, False).strip()
    token.map = [line, end_line]
    state.line = end_line


def paragraph_rule(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """A paragraph, or a setext heading if an underline ends it; one token of type ``paragraph`` or ``setext``."""
    old_parent, state.parentType = state.parentType, "paragraph"
    line, level = _paragraph_end(state, start_line, end_line)
    content = mdTrim(state.getLines(start_line, line, state.blkIndent, False))
    state.line = line + 1 if level else line
    token = state.push("setext" if level else "paragraph", f"h{level}" if level else "p", 0)
    token.map = [start_line, state.line]
    token.content = content
    state.parentType = old_parent
    return True


def setext_rule(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """A setext heading alone, for rules that must come after it and before paragraphs."""
    old_parent, state.parentType = state.parentType, "paragraph"
    _, level = _paragraph_end(state, start_line, end_line)
    state.parentType = old_parent
    return bool(level) and paragraph_rule(state, start_line, end_line, silent)


def _paragraph_end(state: StateBlock, start_line: int, end_line: int) -> tuple[int, int]:
    """The line after a paragraph's text, and the level of the setext underline on it (0 for none)."""
    parser = state.md.block
    assert isinstance(parser, FastBlockParser)
    terminators = parser.terminators("paragraph")
    anywhere = terminators[""]
    b_marks, t_shift, e_marks, s_count, src = state.bMarks, state.tShift, state.eMarks, state.sCount, state.src
    indent = state.blkIndent
    # A setext underline must lie inside the container, a paragraph may run on to the end of the text.
    line, last, may_underline = start_line + 1, state.lineMax, s_count[start_line] - indent < 4
    while line < last:
        start = b_marks[line] + t_shift[line]
        if start >= e_marks[line]:
            break
        shift = s_count[line]
        if shift - indent > 3:
            line += 1
            continue
        character = src[start]
        if may_underline and line < end_line and character in "-=" and shift >= indent:
            level = _underline(src, start, e_marks[line], character)
            if level:
                return line, level
        if shift < 0:
            line += 1
            continue
        rules = terminators.get(character, anywhere)
        if any(rule(state, line, last, True) for rule in rules):
            break
        line += 1
    return line, 0


def _underline(src: str, start: int, end: int, character: str) -> int:
    """The level of a setext underline, 0 where the line is none."""
    return (1 if character == "=" else 2) if not src[start:end].rstrip(" \t").strip(character) else 0


def table_rule(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """A GFM table as one token: the library judges header and delimiter row, the rows are found here."""
    line = start_line + 1
    if line >= end_line:
        return False
    start = state.bMarks[line] + state.tShift[line]
    if start >= state.eMarks[line] or state.src[start] not in "|-:" or not table(state, start_line, end_line, True):
        return False
    if silent:
        return True
    parser = state.md.block
    assert isinstance(parser, FastBlockParser)
    terminators = parser.terminators("blockquote")
    anywhere = terminators[""]
    old_parent, state.parentType = state.parentType, "table"
    line = start_line + 2
    while line < end_line:
        shift = state.sCount[line] - state.blkIndent
        start = state.bMarks[line] + state.tShift[line]
        if shift < 0 or start >= state.eMarks[line]:
            break
        character = state.src[start]
        if character.isspace() and state.src[start : state.eMarks[line]].isspace():
            break  # as in the library, wide and no-break spaces are a blank line here
        rules = terminators.get(character, anywhere)
        if any(rule(state, line, end_line, True) for rule in rules) or shift >= 4:
            break
        line += 1
    token = state.push("table", "table", 0)
    token.map = [start_line, line]
    state.parentType = old_parent
    state.line = line
    return True


def bracket_math_rule(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """A display formula between ``\\[`` and ``\\]`` without blank lines, as TeX writes it."""
    start = state.bMarks[start_line] + state.tShift[start_line]
    if not state.src.startswith("\\[", start):
        return False
    for line in range(start_line, min(end_line, start_line + MAX_MATH_LINES)):
        text = state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]].rstrip()
        if not text:
            return False
        if text.endswith("\\]"):
            break
    else:
        return False
    if silent:
        return True
    token = state.push("math_block", "math", 0)
    token.map = [start_line, line + 1]
    state.line = line + 1
    return True


def bounded(rule: BlockRule, lines: int) -> BlockRule:
    """A rule that may look at no more than so many lines, and changes nothing where it is only asked (``silent``).

    The library's rule for ``$$`` would push its token then too: by itself it interrupts nothing.
    """

    def wrapped(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
        line, count = state.line, len(state.tokens)
        found = rule(state, start_line, min(end_line, start_line + lines), silent)
        if silent:
            state.line = line
            del state.tokens[count:]
        return found

    return wrapped


def closed_or_outermost(rule: BlockRule) -> BlockRule:
    """A container rule that takes an opening inside a container for text if it has no end there.

    The library seeks each opening's end to the end of the text; thousands that have none would take for ever.
    """

    def wrapped(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
        assert isinstance(state, MarkingState)
        if not silent and state.parentType == "container":
            closing = state.closing_lines()
            at = bisect_right(closing, start_line)
            if at == len(closing) or closing[at] >= end_line:
                return False
        return rule(state, start_line, end_line, silent)

    return wrapped
