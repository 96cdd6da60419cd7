"""Tells how deep each line of code lies by tree-sitter's grammars, which the `code` extra brings along.

Code that a grammar finds errors in is left to the line-based parser: what a broken tree says of its lines is a guess.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from chunklint.chunking.adapters.errors import SplitterError
from chunklint.chunking.code.model import ATTACHED, NEVER, Level

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node, Parser

# Languages with the module of their grammar and the function in it.
_GRAMMARS = {
    "python": ("tree_sitter_python", "language"),
    "javascript": ("tree_sitter_javascript", "language"),
    "typescript": ("tree_sitter_typescript", "language_typescript"),
    "tsx": ("tree_sitter_typescript", "language_tsx"),
    "go": ("tree_sitter_go", "language"),
    "java": ("tree_sitter_java", "language"),
    "rust": ("tree_sitter_rust", "language"),
    "c": ("tree_sitter_c", "language"),
    "cpp": ("tree_sitter_cpp", "language"),
    "shell": ("tree_sitter_bash", "language"),
    "sql": ("tree_sitter_sql", "language"),
    "yaml": ("tree_sitter_yaml", "language"),
    "json": ("tree_sitter_json", "language"),
}
# Nodes whose children stand one after the other, so that between two of them is a place to cut.
_CONTAINERS = (
    *("module", "program", "source_file", "translation_unit", "document", "stream", "block", "body", "list", "group"),
    *("statement", "clause", "object", "array", "mapping", "sequence", "dictionary", "set", "definitions", "element"),
    *("ifdef", "preproc_if", "preproc_else"),
)
# Nodes that begin where their first child does and hold nothing beside their children.
_TRANSPARENT = frozenset({"document", "block_node", "block_mapping", "block_sequence", "statement_list", "block"})
_OPAQUE = ("string", "comment", "heredoc_body", "template_string", "text_block", "block_scalar")
_WRAPPERS = frozenset({"decorated_definition", "template_declaration", "export_statement", "ambient_declaration"})
_DEFINITIONS = ("_definition", "_declaration", "_item", "_specifier", "type_spec", "_method", "method_signature")
_NOT_DEFINITIONS = ("field", "parameter", "import", "property", "variable", "package", "extern_crate", "column")
LONGEST_NAME = 200  # characters; keys of data can be sentences
# Nodes in each other; deeper ones count as equally deep. A level of code is three or four of them.
_DEEPEST = 200
_FUNCTIONS = frozenset({"arrow_function", "function_expression", "function", "generator_function"})


class Syntax(NamedTuple):
    """The level of each line, and the names defined by the line that they stand in."""

    levels: list[Level]
    names: dict[int, str]


def parse(lines: Sequence[str], language: str) -> Syntax | None:
    """The levels and names of code; None without a grammar for the language, or where the code has errors.

    Raises SplitterError where the packages of the `code` extra are not installed.
    """
    if language not in _GRAMMARS:
        return None
    tree = _parser(language).parse("\n".join(lines).encode("utf-8", "replace"))
    if tree.root_node.has_error:
        return None
    return _Reader(lines, language).read(tree.root_node)


def missing_package() -> str:
    """The first package of the `code` extra that is not installed, empty where all are there."""
    from importlib.util import find_spec

    modules = ["tree_sitter", *dict.fromkeys(module for module, _ in _GRAMMARS.values())]
    return next((module.replace("_", "-") for module in modules if find_spec(module) is None), "")


MISSING = (
    "code-parser = \"tree-sitter\" needs a package that is not installed, {package}: pip install 'chunklint-lsp[code]'"
)


@cache
def _parser(language: str) -> Parser:
    module, function = _GRAMMARS[language]
    try:
        from tree_sitter import Language, Parser

        return Parser(Language(getattr(import_module(module), function)()))
    except ImportError as error:
        raise SplitterError(MISSING.format(package=(error.name or module).replace("_", "-"))) from error


class _Reader:
    def __init__(self, lines: Sequence[str], language: str) -> None:
        self._lines = lines
        self._has_keys = language in ("yaml", "json")
        self._columns = [len(line) - len(line.lstrip(" \t")) for line in lines]
        self._levels: list[Level] = [NEVER] * len(lines)
        self._attached: set[int] = set()
        self._names: dict[int, str] = {}

    def read(self, root: Node) -> Syntax:
        """Look at every named node that may begin a line."""
        waiting = [(root, 0, root.start_point.row)]
        while waiting:
            node, depth, begin = waiting.pop()
            is_container = node.type.endswith(_CONTAINERS) and "parameter" not in node.type
            for child in node.named_children:
                row, column = child.start_point
                if is_container and column == self._columns[row] and child.type not in _TRANSPARENT:
                    self._levels[row] = min(self._levels[row], (min(depth, _DEEPEST), 0, 0))
                start = begin if node.type in _WRAPPERS else row
                self._note(child, start)
                if not child.type.endswith(_OPAQUE):
                    waiting.append((child, depth + 1, start))
        for row in self._attached:
            if row < len(self._lines) and self._lines[row].strip():
                self._levels[row] = ATTACHED
        return Syntax(self._levels, self._names)

    def _note(self, node: Node, start: int) -> None:
        """What a node defines, and which lines belong to what stands above them."""
        if node.type.endswith("comment") or node.type == "attribute_item":
            if node.start_point.column == self._columns[node.start_point.row]:
                last = node.end_point.row - (node.end_point.column == 0)
                self._attached.update(range(node.start_point.row + 1, max(last, node.start_point.row) + 2))
            return
        name = self._name_node(node)
        if name is not None and name.text is not None:
            row = name.start_point.row
            self._attached.update(range(start + 1, row + 1))
            if not node.named_children[0].type.endswith(("modifiers", "annotation")):
                row = node.start_point.row
            text = name.text.decode("utf-8", "replace").strip("\"'`").partition("<")[0]
            self._names.setdefault(row, text[:LONGEST_NAME])

    def _name_node(self, node: Node) -> Node | None:
        kind = node.type
        if self._has_keys:
            return node.child_by_field_name("key") if kind.endswith("pair") else None
        if kind == "variable_declarator":
            value = node.child_by_field_name("value")
            return node.child_by_field_name("name") if value is not None and value.type in _FUNCTIONS else None
        if kind.startswith("create_"):
            return next((child for child in node.named_children if child.type == "object_reference"), None)
        if not kind.endswith(_DEFINITIONS) or any(word in kind for word in _NOT_DEFINITIONS):
            return None
        if kind.endswith("_specifier") and node.child_by_field_name("body") is None:
            return None
        if kind == "impl_item":
            return node.child_by_field_name("type")
        name = node.child_by_field_name("name")
        return name if name is not None or kind != "function_definition" else _declared(node)


def _declared(node: Node) -> Node | None:
    """The name of a C function: declarators lie in each other around it."""
    inner: Node | None = node
    while inner is not None and (following := inner.child_by_field_name("declarator")) is not None:
        inner = following
    return inner if inner is not node else None
