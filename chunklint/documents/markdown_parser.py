"""The block parsers for Markdown and MDX, one for each set of extensions that a text can need.

An extension is added only where the text holds the characters that start it, which changes nothing that is parsed and
keeps start-up and parsing short.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt

from chunklint.documents.block_parser import (
    MAX_MATH_LINES,
    MAX_NESTING,
    FastBlockParser,
    MarkingState,
    bounded,
    bracket_math_rule,
    closed_or_outermost,
    setext_rule,
)

if TYPE_CHECKING:
    from markdown_it.ruler import RuleOptionsType
    from markdown_it.token import Token

# The characters without which an extension's blocks cannot occur.
_EXTENSIONS = {
    "container": (":::",),
    "admonition": ("!!!", "???", '=== "', '===+ "', '===! "'),
    "footnote": ("[^",),
    "dollar_math": ("$$",),
    "bracket_math": ("\\[",),
    "definition_list": ("\n:", "\n~", "\n ", "\n\t", ">"),
}
_INTERRUPTS_ALL: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}


def parse_blocks(text: str, *, mdx: bool = False) -> tuple[list[Token], MarkingState | None]:
    """The block tokens of a text whose lines end with ``\\n``, and the state that holds their marks."""
    parser = _parser(extensions_of(text), mdx)
    if not text:
        return [], None
    state = MarkingState(with_tabs_as_admonitions(text), parser, [])
    parser.block.tokenize(state, 0, state.lineMax)
    return state.tokens, state


def with_tabs_as_admonitions(text: str) -> str:
    """The text, as long as before, with the tabs of MkDocs (``=== "Linux"``) written as what parses like them.

    Both hold what is indented below them, which without this would be code.
    """
    if not any(sign in text for sign in _EXTENSIONS["admonition"][2:]):
        return text
    import re

    return re.sub(r'^([ \t>]*)===(?=[+!]? +")', r"\1???", text, flags=re.MULTILINE)


def extensions_of(text: str) -> tuple[str, ...]:
    """The extensions whose blocks the text could hold."""
    names = [name for name, signs in _EXTENSIONS.items() if any(sign in text for sign in signs)]
    if "definition_list" in names and not _may_define(text):
        names.remove("definition_list")
    return tuple(names)


def _may_define(text: str) -> bool:
    import re

    return re.search(r"^[ \t>]*[:~][ \t]", text, re.MULTILINE) is not None


@cache
def _parser(extensions: tuple[str, ...], mdx: bool) -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"maxNesting": MAX_NESTING, "inline_definitions": True, "alerts": True})
    block = FastBlockParser()
    parser.block = block
    ruler = block.ruler
    if mdx:
        from chunklint.documents.mdx import add_mdx_rules

        add_mdx_rules(ruler)
    if "container" in extensions:
        from mdit_py_plugins.container import container_plugin

        parser.use(container_plugin, "any", validate=lambda params, markup: bool(params.strip()))
        container = next(rule for rule in ruler.__rules__ if rule.name == "container_any")
        ruler.at("container_any", closed_or_outermost(container.fn), _INTERRUPTS_ALL)
    if "admonition" in extensions:
        from mdit_py_plugins.admon import admon_plugin

        parser.use(admon_plugin)
    if "footnote" in extensions:
        from mdit_py_plugins.footnote.index import footnote_def

        ruler.before("reference", "footnote_def", footnote_def, {"alt": ["paragraph", "reference"]})
    if "dollar_math" in extensions:
        from mdit_py_plugins.dollarmath.index import math_block_dollar

        rule = bounded(math_block_dollar(allow_blank_lines=False), MAX_MATH_LINES)
        ruler.before("fence", "math_block", rule, _INTERRUPTS_ALL)
    if "bracket_math" in extensions:
        ruler.before("fence", "math_bracket", bracket_math_rule, _INTERRUPTS_ALL)
    if "definition_list" in extensions:
        from mdit_py_plugins.deflist import deflist_plugin

        parser.use(deflist_plugin)
        # What an underline follows is a heading before it is a definition.
        ruler.before("deflist", "setext", setext_rule)
    block.finish()
    return parser
