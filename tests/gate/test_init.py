"""``chunklint init``: what it recognises, and the settings that it writes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from chunklint.cli.site_builders import other_files, site_builders
from tests.cli.program import WARNING_PAGE, chunklint
from tests.gate.repository import write

SITES = {
    "MkDocs": ({"mkdocs.yml": "site_name: x\n", "site/page.md": WARNING_PAGE}, "mkdocs.yml"),
    "Docusaurus": (
        {"website/docusaurus.config.ts": "", "website/versioned_docs/v1/page.md": WARNING_PAGE},
        "website/docusaurus.config.ts",
    ),
    "VitePress": (
        {"docs/.vitepress/config.mts": "", "docs/.vitepress/cache/page.md": WARNING_PAGE},
        "docs/.vitepress/config.mts",
    ),
    "Sphinx (MyST)": (
        {"docs/conf.py": 'extensions = ["myst_parser"]\n', "docs/_build/html/_sources/page.md": WARNING_PAGE},
        "docs/conf.py",
    ),
    "Hugo": (
        {
            "config.toml": 'baseURL = "/"\npublishDir = "out"\n',
            "content/a.md": "# A\n\nText.\n",
            "archetypes/default.md": WARNING_PAGE,
            "themes/x/page.md": WARNING_PAGE,
            "out/page.md": WARNING_PAGE,
        },
        "config.toml",
    ),
}


@pytest.mark.parametrize("name", SITES)
def test_a_site_builder_is_recognised_and_its_output_left_out(tmp_path: Path, name: str) -> None:
    files, configuration = SITES[name]
    write(tmp_path, files)
    (found,) = site_builders(tmp_path)
    assert (found.name, found.file) == (name, configuration)
    assert chunklint(tmp_path, "check").returncode == 1
    done = chunklint(tmp_path, "init", "--yes")
    assert done.stdout.decode().startswith(f"Found {name} ({configuration}).\nWrote chunklint.toml.\n")
    assert chunklint(tmp_path, "check").returncode == 0


@pytest.mark.parametrize(
    "files",
    [
        {"conf.py": "import sys\n"},
        {"config.toml": "title = 1\n"},
        {"config.toml": "", "content/page.md": ""},
        {"src/mkdocs.yml": ""},
        {".vitepress/theme/index.ts": ""},
        {"docusaurus.config.json.bak": ""},
    ],
)
def test_what_is_no_site_builder(tmp_path: Path, files: dict[str, str]) -> None:
    write(tmp_path, files)
    assert site_builders(tmp_path) == []


def test_a_site_folder_of_any_other_name_is_read_from_the_configuration(tmp_path: Path) -> None:
    for text, pattern in (
        ('site_dir: "out/html/"  # here\n', "/out/html/**"),
        ("site_dir: 输出\n", "/输出/**"),
        ("site_dir: ../outside\n", "/site/**"),
        ("site_dir: !ENV [DIR, x]\n", "/site/**"),
    ):
        write(tmp_path, {"mkdocs.yml": text})
        (found,) = site_builders(tmp_path)
        assert [left.pattern for left in found.left_out] == [pattern]


def test_forms_and_licences_are_left_out_where_they_are(tmp_path: Path) -> None:
    assert other_files(tmp_path) == []
    write(tmp_path, {"LICENSE.md": "", ".github/ISSUE_TEMPLATE/bug.md": "", ".github/pull_request_template.md": ""})
    assert [left.pattern for left in other_files(tmp_path)] == [
        "/LICENSE.md",
        "/.github/ISSUE_TEMPLATE/**",
        "/.github/pull_request_template.md",
    ]


@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_what_is_written_is_read_and_explained(tmp_path: Path, language: str) -> None:
    write(tmp_path, {"mkdocs.yml": "", "LICENSE.md": "", "CHANGELOG.md": WARNING_PAGE})
    done = chunklint(tmp_path, "init", "--yes", "--language", language, PYTHONUTF8="1")
    assert done.returncode == 0
    text = (tmp_path / "chunklint.toml").read_text("utf-8")
    assert text.isascii() == (language == "en")
    assert text.count("#") >= 6
    assert chunklint(tmp_path, "config").returncode == 0
    assert chunklint(tmp_path, "check", "CHANGELOG.md").returncode == 0


@pytest.mark.parametrize("name", ["chunklint.toml", ".chunklint.toml", "pyproject.toml"])
def test_settings_that_are_there_stay(tmp_path: Path, name: str) -> None:
    text = "[tool.chunklint]\n" if name == "pyproject.toml" else ""
    write(tmp_path, {name: text})
    done = chunklint(tmp_path, "init", "--yes")
    assert done.returncode == 2
    assert done.stderr.decode() == f"chunklint: There are settings already in {name}; change them there.\n"
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_other_projects_settings_do_not_count(tmp_path: Path) -> None:
    write(tmp_path, {"chunklint.toml": "", "inner/pyproject.toml": "[project]\n"})
    assert chunklint(tmp_path, "init", "inner", "--yes").returncode == 0
    assert (tmp_path / "inner" / "chunklint.toml").exists()


def test_nobody_is_asked_without_a_terminal(tmp_path: Path) -> None:
    done = chunklint(tmp_path, "init")
    assert done.returncode == 2
    assert b"--yes" in done.stderr
    assert list(tmp_path.iterdir()) == []
    assert chunklint(tmp_path, "init", "nowhere", "--yes").returncode == 2


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal to open")
def test_two_questions_at_a_terminal(tmp_path: Path) -> None:
    import os
    import pty
    import subprocess

    own, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "chunklint", "init", "--language", "en"],
        cwd=tmp_path,
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    os.write(own, b"many\n512\ny\n")
    out = process.communicate(timeout=60)[0].decode()
    os.close(own)
    os.close(theirs)
    assert process.returncode == 0, out
    assert out.count("How many tokens") == 2
    text = (tmp_path / "chunklint.toml").read_text("utf-8")
    assert "max-tokens = 512\n" in text
    assert '\nbaseline = ".chunklint-baseline.jsonl"\n' in text
    assert "'chunklint baseline' sets the problems of today aside; commit its file." in out
