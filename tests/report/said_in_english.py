"""Finds, in the source, the sentences that modules below the reports say in English: what the catalogue has to know."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

from chunklint.chunking.adapters.errors import _SENTENCES as PAGE_ERRORS

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2] / "chunklint"
# What makes an error or a note of its first argument.
_MAKERS = {"SettingsError", "PathError", "PluginError", "TokenizerError", "SplitterError", "error", "wrong_type"}
# Errors whose text is only a reason, which others put behind a colon.
_REASONS = {"DumpError", "NotebookError", "PatternError"}
_FOLDERS = ("settings", "tokens", "engine", "chunking", "server")


def sentences() -> Iterator[tuple[str, str]]:
    """Where each sentence is (``file:line``), and the sentence with ``{}`` for each value in it."""
    yield from _said(_FOLDERS, _MAKERS)
    for text in PAGE_ERRORS.values():
        yield "chunking/adapters/errors.py", re.sub(r"\{\w+(?:!r)?\}", "{}", text)


def reasons() -> Iterator[tuple[str, str]]:
    """The same for texts that are only the reason of a sentence."""
    yield from _said(("chunking", "documents", "text"), _REASONS)


def _said(folders: tuple[str, ...], makers: set[str]) -> Iterator[tuple[str, str]]:
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            module = ast.parse(path.read_text("utf-8"))
            for node in ast.walk(module):
                if isinstance(node, ast.Call) and node.args and _is_maker(node.func, path, makers):
                    for text in _texts(node.args[0], module):
                        yield f"{path.relative_to(ROOT)}:{node.lineno}", text


def _is_maker(called: ast.expr, path: Path, makers: set[str]) -> bool:
    if isinstance(called, ast.Name):
        return called.id in makers
    if not isinstance(called, ast.Attribute):
        return False
    if "error" not in makers:
        return False
    is_note = called.attr == "append" and path.name == "files.py" and ast.unparse(called.value) == "self.notes"
    return (called.attr == "error" and ast.unparse(called.value) != "log") or is_note


def _texts(node: ast.expr, module: ast.Module) -> Iterator[str]:
    """The texts that an expression may be, as far as they are written out in its module."""
    match node:
        case ast.Constant(value=str() as text):
            yield text
        case ast.JoinedStr():
            yield "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)  # type: ignore[misc]
        case ast.IfExp():
            yield from _texts(node.body, module)
            yield from _texts(node.orelse, module)
        case ast.Call(func=ast.Name(id=name)):
            found = (one for one in module.body if isinstance(one, ast.FunctionDef) and one.name == name)
            returned = (one for function in found for one in ast.walk(function) if isinstance(one, ast.Return))
            for one in returned:
                yield from _texts(one.value, module) if one.value else ()
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="format")):
            for one in module.body:
                if isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == name:
                    yield from (re.sub(r"\{\w+\}", "{}", text) for text in _texts(one.value, module))
