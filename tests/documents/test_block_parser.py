"""The fast block parser reads what markdown-it-py's own reads, and on plain Markdown what pulldown-cmark reads."""

from __future__ import annotations

import re
from copy import copy
from functools import cache
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given, settings
from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from mdit_py_plugins.admon import admon_plugin
from mdit_py_plugins.container import container_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.dollarmath.index import math_block_dollar
from mdit_py_plugins.footnote import footnote_plugin

from chunklint.documents.block_parser import MAX_MATH_LINES, MAX_NESTING, MarkingState, bracket_math_rule
from chunklint.documents.markdown_parser import extensions_of, parse_blocks, with_tabs_as_admonitions
from chunklint.documents.reader import read_document
from tests.documents.nasty_markdown import EXTENDED, LINE_ENDS, PLAIN, markdown, real_pages

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markdown_it.ruler import RuleOptionsType
    from markdown_it.token import Token

    from chunklint.documents.block_parser import BlockRule

Row = tuple[object, ...]
OPTIONS = {"maxNesting": MAX_NESTING, "inline_definitions": True, "alerts": True}


@cache
def library_parser(*, extended: bool) -> MarkdownIt:
    """The library as it comes, with every extension on whether or not the text can hold it."""
    parser = MarkdownIt("commonmark", OPTIONS).enable("table")
    if extended:
        parser.use(container_plugin, "any", validate=lambda params, markup: bool(params.strip()))
        parser.use(admon_plugin)
        parser.use(footnote_plugin)
        parser.use(dollarmath_plugin, allow_blank_lines=False)
        interrupts: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
        ruler = parser.block.ruler
        ruler.at("math_block", only_asked(math_block_dollar(allow_blank_lines=False)), interrupts)
        ruler.before("fence", "math_bracket", bracket_math_rule, interrupts)
        container = next(rule for rule in ruler.__rules__ if rule.name == "container_any")
        ruler.at("container_any", with_an_end(container.fn), interrupts)
        parser.use(deflist_plugin)
    return parser


def innermost(tokens: Sequence[Token]) -> str:
    """The type of the last token that was opened and not closed; the library's parentType is not always put back."""
    depth = 0
    for token in reversed(tokens):
        depth += token.nesting
        if depth > 0:
            return token.type
    return ""


def with_an_end(rule: BlockRule) -> BlockRule:
    """The library takes an opening without an end for a container; inside another container it is text for us."""

    def ended(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
        if not silent and innermost(state.tokens) == "container_any_open":
            later = state.src.split("\n")[start_line + 1 : end_line]
            if not any(re.fullmatch(r"[ \t>]*:{3,}[ \t]*", line) for line in later):
                return False
        return rule(state, start_line, end_line, silent)

    return ended


def only_asked(rule: BlockRule) -> BlockRule:
    """The library's rule for ``$$`` pushes a token even where it is only asked; here it may interrupt a paragraph."""

    def asked(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
        if not silent:
            return rule(state, start_line, end_line, False)
        trial = copy(state)
        trial.tokens = []
        return rule(trial, start_line, end_line, True)

    return asked


def library_tokens(text: str, *, extended: bool) -> list[Token]:
    parser = library_parser(extended=extended)
    tokens: list[Token] = []
    parser.block.parse(text, parser, {}, tokens)
    return tokens


def rows(tokens: Sequence[Token]) -> list[Row]:
    """Tokens of either parser as comparable rows; headings and paragraphs with content, tables without their cells."""
    result: list[Row] = []
    opened: Token | None = None
    in_table = False
    for token in tokens:
        place = tuple(token.map) if token.map else None
        if token.type in ("table", "table_open"):
            result.append(("table", place, token.level))
            in_table = token.type == "table_open"
        elif token.type == "table_close":
            in_table = False
        elif in_table or token.type in ("paragraph_close", "heading_close"):
            continue
        elif token.type in ("paragraph_open", "heading_open"):
            opened = token
        elif token.type == "inline" and opened is not None:
            result.append((opened.tag, tuple(opened.map or ()), opened.level, token.content))
            opened = None
        elif token.type in ("paragraph", "setext"):
            result.append((token.tag, place, token.level, token.content))
        else:
            result.append((token.type, place, token.level, token.content, token.info, token.markup, token.nesting))
    return result


def normalised(text: str) -> str:
    """What the reader hands to the block parser, and the library's own rule for line endings."""
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")


def assert_same_tokens(text: str, *, extended: bool) -> None:
    text = normalised(text)
    assert rows(parse_blocks(text)[0]) == rows(library_tokens(with_tabs_as_admonitions(text), extended=extended))


@settings(max_examples=400)
@given(markdown(*PLAIN))
@example("- a\n    - b\n\n      c\n> d\ne\n===\n")
@example("a\n    \n\tb\n \t c")
@example("1. a\n\n   | x | y |\n   |---|---|\n   | 1 | 2 |\n   lazy\n")
@example("> a\n===\n")
@example("\ta\n\n \tb")
@example("|a|b|\n|-|-|\n\u3000\ntext")
@example("[a]: b\n===\n[c]: d\ntext")
def test_plain_text_as_the_library_reads_it(text: str) -> None:
    if not extensions_of(normalised(text)):
        assert_same_tokens(text, extended=False)
    assert_same_tokens(text, extended=True)


@settings(max_examples=400)
@given(markdown(*PLAIN, *EXTENDED, *EXTENDED))
@example("[a]:\n: d\n- \n")
@example("text\n$$\nx\n$$\n- \n$$\nx\n$$")
@example(":::tip\n# a\n:::\nb\n!!! note\n    c\n\n    d\ne")
@example("a\n$$\nx\n\ny\n$$\n\\[\nz\n\\]")
@example("> t\n> : d\n\n- t\n  : d\n")
@example("[^1]: a\n\n    b\n[^2]: c")
@example("t\n~ d")
def test_extensions_as_the_library_reads_them(text: str) -> None:
    """Leaving out an extension that the text has no sign of changes nothing either."""
    assert_same_tokens(text, extended=True)


@settings(max_examples=200)
@given(markdown(*PLAIN, *LINE_ENDS))
@example("\x0b# a\n\x0c")
@example("a\u2028b\n\x85\nc")
def test_line_tables_as_the_library_makes_them(text: str) -> None:
    text = normalised(text)
    parser = library_parser(extended=False)
    own, stock = MarkingState(text, parser, []), StateBlock(text, parser, {}, [])
    for name in ("bMarks", "eMarks", "tShift", "sCount", "bsCount", "lineMax"):
        assert getattr(own, name) == getattr(stock, name), name


@pytest.mark.parametrize("folder", ["torture", "wild"])
def test_real_pages_as_the_library_reads_them(folder: str) -> None:
    pages = real_pages(folder)
    assert len(pages) > 20
    for name, text in pages:
        text = normalised(text)
        assert rows(parse_blocks(text)[0]) == rows(library_tokens(text, extended=True)), name


def test_marks_are_where_blocks_start() -> None:
    text = "# a\n\n  > - b\n  >\n  >   c\n\n\tcode\n"
    tokens, state = parse_blocks(text)
    assert state is not None
    marked = {tokens[at].type: (text[mark.start :][:4], mark.line) for at, mark in state.marks.items()}
    assert marked == {
        "heading_open": ("# a\n", 0),
        "blockquote_open": ("> - ", 2),
        "bullet_list_open": ("- b\n", 2),
        "list_item_open": ("- b\n", 2),
        "paragraph": ("c\n\n\t", 4),
        "code_block": ("code", 6),
    }


def test_what_is_nested_too_deep_is_kept_as_text() -> None:
    text = "> " * (MAX_NESTING + 30) + "deep\n\nafter\n"
    blocks = list(read_document(text).walk())
    assert [block.kind for block in blocks[-2:]] == ["paragraph", "paragraph"]
    assert blocks[-2].content.endswith("deep")
    assert [block.kind for block in blocks].count("quote") == MAX_NESTING


def test_formula_that_never_ends_is_text() -> None:
    long = "$$\n" + "x\n" * MAX_MATH_LINES + "$$\n"
    assert read_document(long).blocks[0].kind == "paragraph"
    assert [block.kind for block in read_document("$$\nx\n$$\n").blocks] == ["math"]
    assert [block.kind for block in read_document("\\[\nx\n\\]\n").blocks] == ["math"]
    assert [block.kind for block in read_document("\\[\nx\n\ny\n\\]\n").blocks] == ["paragraph", "paragraph"]
