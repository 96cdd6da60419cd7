"""What caches hold against other splitters: a version for libraries, and nothing lasting for own functions."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

from chunklint.chunking.adapters.versions import stamp
from chunklint.chunking.model import Profile


def test_our_own_splitters_change_with_the_program_only() -> None:
    assert stamp(Profile()) == stamp(Profile(splitter="fixed")) == ""


def test_a_library_is_known_by_its_version() -> None:
    installed = version("langchain-text-splitters")
    assert stamp(Profile(splitter="langchain-recursive")) == f"langchain-text-splitters {installed}"


def test_another_python_is_known_by_what_is_installed_there(tmp_path: Path) -> None:
    packages = tmp_path / "lib" / "python3.11" / "site-packages"
    packages.mkdir(parents=True)
    profile = Profile(splitter="docling-hybrid", python=str(tmp_path / "bin" / "python"))
    before = stamp(profile)
    assert str(packages) in before
    (packages / "docling-9.dist-info").mkdir()
    assert stamp(profile) != before


def test_a_function_of_the_projects_own_is_never_the_same() -> None:
    profile = Profile(splitter="cutting:cut")
    assert stamp(profile) != stamp(profile)
