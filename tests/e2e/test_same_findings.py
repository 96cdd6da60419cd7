"""One input, one answer: findings are the same through a file, standard input, a hook, any processes, cold and warm."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks.corpus import page
from tests.cli.program import chunklint
from tests.gate.repository import SETTLED, git, repository

PAGES = 24
SETTINGS = """\
profile = ["docs", "langchain-recursive"]
extend-select = ["CL302", "CL405"]
[profiles.docs]
max-tokens = 300
[rules.sentence-too-long]
severity = "warning"
[[overrides]]
files = ["文档/*3.md"]
ignore = ["CL3"]
"""
ODD = {
    "docs/crlf.md": "\ufeff# Lamp\r\n\r\n##Care\r\n\r\n## 使用\r\n\r\n正文。\r\n",
    "docs/b a d.md": "# A\n\n### B\n\n```py\nx = 1\n",
    "docs/empty.md": "",
    "文档/表格.md": "# 表\n\n|甲|乙|\n|--|--|\n" + "|一|二|三|\n" * 80,
}


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository whose files are all staged, large enough for several processes."""
    pages = {
        f"{'docs' if n % 2 else '文档'}/page {n}.md": page("en" if n % 2 else "zh", n, 50_000) for n in range(PAGES)
    }
    folder = repository(tmp_path_factory.mktemp("same"), {"README.txt": "Nothing yet.\n"})
    for name, text in {**pages, **ODD, "chunklint.toml": SETTINGS}.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text.encode())
    git(folder, "add", "-A")
    return folder


def found(repo: Path, *argv: str, stdin: bytes = b"") -> list[dict[str, Any]]:
    done = chunklint(repo, "check", "--output-format", "json", *argv, stdin=stdin, **SETTLED)
    assert done.returncode in (0, 1), done.stderr
    assert done.stderr == b""
    findings: list[dict[str, Any]] = json.loads(done.stdout)
    return findings


@pytest.fixture(scope="module")
def expected(repo: Path) -> list[dict[str, Any]]:
    """What one process finds that knows nothing."""
    findings = found(repo, "--no-cache", "--jobs", "1")
    assert len({finding["code"] for finding in findings}) >= 8
    assert len({finding["path"] for finding in findings}) > PAGES
    return findings


@pytest.mark.parametrize(
    "argv",
    [
        ("--no-cache", "--jobs", "2"),
        ("--jobs", "2"),
        ("--jobs", "1"),
        (),
        ("docs", "文档"),
        ("--changed-since", "HEAD"),
        ("--staged",),
    ],
    ids=" ".join,
)
def test_a_run_over_the_repository(repo: Path, expected: list[dict[str, Any]], argv: tuple[str, ...]) -> None:
    assert found(repo, *argv) == expected


def test_a_hook_names_every_file(repo: Path, expected: list[dict[str, Any]]) -> None:
    names = [name for name in git(repo, "ls-files", "-z").split("\0") if name.endswith(".md")]
    assert found(repo, "--force-exclude", *names) == expected
    assert found(repo, "--force-exclude", "--staged", *names) == expected


def test_files_one_by_one_and_through_standard_input(repo: Path, expected: list[dict[str, Any]]) -> None:
    about_settings = [one for one in expected if one["path"] == "chunklint.toml"]
    for name in ("docs/page 1.md", "文档/page 2.md", *ODD):
        alone = [one for one in expected if one["path"] == name]
        by_name = [one for one in found(repo, name) if one not in about_settings]
        data = (repo / name).read_bytes()
        by_text = [one for one in found(repo, "--stdin-filename", name, "-", stdin=data) if one not in about_settings]
        assert [one for one in by_name if one["path"] == name] == alone
        assert [one for one in by_text if one["path"] == name] == alone
