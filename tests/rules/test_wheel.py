"""The wheel holds every module, page and table; what it lacks would vanish from an installation without a word."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = {".py", ".md", ".bin", ".toml", ".txt", ".typed", ".html", ".css", ".js", ".json"}
# The first release that reads a licence expression and `license-files` as pyproject.toml has them.
OLDEST_SETUPTOOLS = 77


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel, built offline from a copy, so that the checkout stays as it is."""
    if _setuptools() < OLDEST_SETUPTOOLS or importlib.util.find_spec("pip") is None:
        pytest.skip(f"building the wheel needs pip and setuptools >= {OLDEST_SETUPTOOLS} in this environment")
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    for name in ("chunklint", "rules"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--no-index", "--quiet"]
    done = subprocess.run([*command, "-w", folder, source], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = folder.glob("*.whl")
    return zipfile.ZipFile(built)


@pytest.mark.parametrize(("package", "source"), [("chunklint", "chunklint"), ("chunklint_rules", "rules")])
def test_the_wheel_holds_every_file(wheel: zipfile.ZipFile, package: str, source: str) -> None:
    there = {
        f"{package}/{path.relative_to(ROOT / source).as_posix()}"
        for path in (ROOT / source).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix in SHIPPED | {""}
    }
    assert len(there) > 20
    assert sorted(there - set(wheel.namelist())) == []


def test_the_wheel_holds_rules_with_their_pages_and_the_token_tables(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    modules = [n for n in names if n.startswith("chunklint_rules/") and n.endswith(".py") and "/_" not in n]
    assert modules
    assert [name for name in modules if name.removesuffix(".py") + ".md" not in names] == []
    for table in ("cl100k_base.bin", "o200k_base.bin", "unicode_classes.bin"):
        path = f"chunklint/tokens/{table}"
        assert wheel.read(path) == (ROOT / path).read_bytes()


def test_the_wheel_holds_nothing_else(wheel: zipfile.ZipFile) -> None:
    tops = {name.split("/")[0] for name in wheel.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"chunklint", "chunklint_rules"}


def _setuptools() -> int:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return int(version("setuptools").partition(".")[0])
    except PackageNotFoundError:
        return 0
