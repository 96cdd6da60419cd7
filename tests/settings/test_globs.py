"""Globs in the way of .gitignore, with Git itself as the oracle where it is installed."""

from __future__ import annotations

import random
import shutil
import subprocess
import time
from typing import TYPE_CHECKING

import pytest

from chunklint.settings.globs import matches, read_pattern, read_patterns, verdict
from chunklint.settings.model import Glob

if TYPE_CHECKING:
    from pathlib import Path


def _globs(*patterns: str, root: str = "/docs") -> tuple[Glob, ...]:
    return tuple(Glob(pattern, root) for pattern in patterns)


@pytest.mark.parametrize(
    ("pattern", "path", "expected"),
    [
        ("CHANGELOG.md", "/docs/a/CHANGELOG.md", True),
        ("CHANGELOG.md", "/docs/a/CHANGELOG.mdx", False),
        ("/CHANGELOG.md", "/docs/a/CHANGELOG.md", False),
        ("archive", "/docs/a/archive/b/page.md", True),
        ("a/archive", "/docs/a/archive/b/page.md", True),
        ("archive/**", "/docs/archive/b/page.md", True),
        ("archive/**", "/docs/a/archive/page.md", False),
        ("**/archive/*.md", "/docs/a/b/archive/page.md", True),
        ("**/archive/*.md", "/docs/a/b/archive/c/page.txt", False),
        ("存档/", "/docs/存档/页面.md", True),
        ("页?.md", "/docs/存档/页面.md", True),
        ("页面 *.md", "/docs/页面 1.md", True),
        ("*.md/", "/docs/page.md", False),
        ("page.md", "/elsewhere/page.md", True),
        ("archive/**", "/elsewhere/archive/page.md", False),
    ],
)
def test_globs_of_settings(pattern: str, path: str, expected: bool) -> None:
    assert matches(_globs(pattern), path) is expected


def test_the_last_glob_decides() -> None:
    globs = _globs("archive/**", "!archive/keep.md")
    assert matches(globs, "/docs/archive/old.md")
    assert not matches(globs, "/docs/archive/keep.md")
    assert matches((*globs, Glob("keep.md", "/docs")), "/docs/archive/keep.md")


def test_each_glob_is_relative_to_its_own_folder() -> None:
    globs = (Glob("a.md", "/docs/en"), Glob("/b.md", "/docs"))
    assert matches(globs, "/docs/b.md")
    assert not matches(globs, "/docs/en/b.md")


@pytest.mark.parametrize("line", ["", "   ", "# comment", "!", "/", "//"])
def test_lines_that_are_no_pattern(line: str) -> None:
    assert read_pattern(line) is None


@pytest.mark.parametrize(
    ("pattern", "name"), [("*a" * 1000 + "x", "a" * 4000), ("**/a/" * 800 + "x", "a/" * 2000 + "y"), ("[" * 4000, "[")]
)
def test_hostile_patterns_take_no_time(pattern: str, name: str) -> None:
    start = time.process_time()
    assert not matches(_globs(pattern, root="/"), "/" + name)
    # A backtracking matcher would need longer than the universe is old; this needs some hundredths of a second.
    assert time.process_time() - start < 3


_NAMES = ["a", "b", "ab", "a.md", "doc", "doc s", "[x]", "a*b", "#h", "!n", "-", "aab", "文"]
_PARTS = [
    "a",
    "b",
    "*",
    "**",
    "/",
    "/",
    "doc",
    "[ab]",
    "[!a]",
    "[a-c]",
    "\\*",
    ".md",
    "文",
    "[[:alpha:]]",
    "[]]",
    "[z-a]",
]
_PARTS += ["[a", "!", "#", " ", "**/", "/**", "[]-a]", "[a-]", "\\", "***"]


@pytest.mark.skipif(shutil.which("git") is None, reason="Git is the oracle")
def test_git_ignores_the_same_files(tmp_path: Path) -> None:
    chosen = random.Random(7)
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    for _ in range(200):
        file = tmp_path.joinpath(*chosen.choices(_NAMES, k=chosen.randint(1, 3)))
        if not any(parent.is_file() for parent in file.parents) and not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.touch()
    files = [
        path.relative_to(tmp_path).as_posix()
        for path in sorted(tmp_path.rglob("*"))
        if path.is_file() and ".git" not in path.parts
    ]
    for _ in range(150):
        lines = ["".join(chosen.choices(_PARTS, k=chosen.randint(1, 4))) for _ in range(chosen.randint(1, 3))]
        # A slash inside of brackets is the one thing read differently: Git takes it for a member of the class.
        lines = [line for line in lines if "[a/" not in line and "[a*" not in line]
        (tmp_path / ".gitignore").write_text("\n".join(lines) + "\n", "utf-8")
        assert _ignored_by_us(files, lines) == _ignored_by_git(tmp_path, files), lines


def _ignored_by_us(files: list[str], lines: list[str]) -> set[str]:
    patterns = read_patterns(lines)
    ignored = set()
    for file in files:
        names = file.split("/")
        if any(verdict(patterns, names[:depth], folder=depth < len(names)) for depth in range(1, len(names) + 1)):
            ignored.add(file)
    return {file for file in ignored if "文" not in file}


def _ignored_by_git(folder: Path, files: list[str]) -> set[str]:
    """Without Chinese names: Git's ``[!a]`` stands for one byte of a character, ours for the character."""
    command = ["git", "check-ignore", "--no-index", "-z", "--stdin"]
    answer = subprocess.run(command, cwd=folder, input="\0".join(files).encode(), capture_output=True, check=False)
    return {file for file in answer.stdout.decode().split("\0") if file and "文" not in file}
