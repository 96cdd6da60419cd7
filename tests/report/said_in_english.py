"""Finds, in the source, the sentences that modules below the reports say in English: what the catalogue has to know."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2] / "chunklint"
# What makes an error or a note of its first argument.
_MAKERS = {"SettingsError", "PathError", "PluginError", "TokenizerError", "error", "wrong_type"}
_FOLDERS = ("settings", "tokens", "engine")


def sentences() -> Iterator[tuple[str, str]]:
    """Where each sentence is (``file:line``), and the sentence with ``{}`` for each value in it."""
    for folder in _FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and node.args and _is_maker(node.func, path):
                    for text in _texts(node.args[0]):
                        yield f"{path.relative_to(ROOT)}:{node.lineno}", text


def _is_maker(called: ast.expr, path: Path) -> bool:
    if isinstance(called, ast.Name):
        return called.id in _MAKERS
    if not isinstance(called, ast.Attribute):
        return False
    is_note = called.attr == "append" and path.name == "files.py" and ast.unparse(called.value) == "self.notes"
    return called.attr == "error" or is_note


def _texts(node: ast.expr) -> Iterator[str]:
    """The texts that an expression may be, as far as they are written out there."""
    match node:
        case ast.Constant(value=str() as text):
            yield text
        case ast.JoinedStr():
            yield "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)  # type: ignore[misc]
        case ast.IfExp():
            yield from _texts(node.body)
            yield from _texts(node.orelse)
