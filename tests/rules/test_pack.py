"""The built-in pack as a set of files: two a rule, nothing else needed, and nothing imported but the public surface."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.rules.linting import REGISTRY

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "rules"
MODULES = sorted(path for path in RULES.rglob("*.py") if "__pycache__" not in path.parts)
RULE_MODULES = [path for path in MODULES if not path.name.startswith("_")]


def ids(paths: list[Path]) -> list[str]:
    return [path.relative_to(RULES).as_posix() for path in paths]


@pytest.mark.parametrize("module", RULE_MODULES, ids=ids(RULE_MODULES))
def test_a_rule_has_a_page_beside_it(module: Path) -> None:
    assert module.with_suffix(".md").is_file()


def test_a_page_has_a_rule_beside_it() -> None:
    pages = [page for page in RULES.rglob("*.md") if not page.name.endswith(".zh.md")]
    assert pages
    assert [page.name for page in pages if not page.with_suffix(".py").is_file()] == []


def test_every_module_is_a_rule_that_is_found() -> None:
    found = {loaded.module.removeprefix("chunklint_rules.").replace(".", "/") + ".py" for loaded in REGISTRY.rules}
    assert set(ids(RULE_MODULES)) == found


@pytest.mark.parametrize("module", MODULES, ids=ids(MODULES))
def test_rules_import_only_the_public_surface(module: Path) -> None:
    family = ".".join(("chunklint_rules", *module.relative_to(RULES).parent.parts))
    for name in _imports(module):
        top = name.partition(".")[0]
        if top not in sys.stdlib_module_names:
            # A dot stands for the own family: type checkers know the folder under its own name, rules.
            own = name.startswith((f"{family}.", ".")) and not name.startswith("..")
            assert name == "chunklint.api" or own, f"imports {name}"


def test_deleting_the_two_files_of_a_rule_deletes_the_rule(tmp_path: Path) -> None:
    copy = tmp_path / "chunklint_rules"
    shutil.copytree(RULES, copy, ignore=shutil.ignore_patterns("__pycache__"))
    before = _codes_of_copy(tmp_path)
    assert before == [loaded.rule.code for loaded in REGISTRY.rules]
    (copy / "tables" / "table_split_from_header.py").unlink()
    (copy / "tables" / "table_split_from_header.md").unlink()
    assert _codes_of_copy(tmp_path) == [code for code in before if code != "CL101"]


def test_every_package_is_listed_for_the_wheel() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["setuptools"]["packages"]
    there = [
        ".".join((name, *folder.relative_to(ROOT / source).parts))
        for name, source in (("chunklint", "chunklint"), ("chunklint_rules", "rules"))
        for folder in sorted({path.parent for path in (ROOT / source).rglob("*.py")})
    ]
    assert sorted(listed) == sorted(there), "packages under [tool.setuptools] in pyproject.toml"


def _imports(module: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(module.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


def _codes_of_copy(folder: Path) -> list[str]:
    """The codes that a process finds which takes the pack from a folder."""
    program = (
        "import chunklint_rules as pack; from chunklint.engine.registry import load_rules\n"
        "print(pack.__file__, *(loaded.rule.code for loaded in load_rules().rules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), str(ROOT)))},
        capture_output=True,
        text=True,
        check=True,
    )
    file, *codes = done.stdout.split()
    assert Path(file).is_relative_to(folder)
    return codes
