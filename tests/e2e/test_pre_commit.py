"""The hooks under real pre-commit, which installs this very source: a change from the first commit to the merge."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.ci_tools import ROOT
from tests.e2e.docs_repository import Answer, check, table, turned_on
from tests.gate.repository import SETTLED, commit, git, repository, write

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the story is told in Unix")

CONFIGURATION = """\
repos:
  - repo: {repo}
    rev: {revision}
    hooks:
      - id: chunklint
        args: [--staged]
"""


@pytest.fixture(scope="module")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """This source as a repository of hooks."""
    folder = repository(tmp_path_factory.mktemp("hooks") / "chunklint", {})
    for name in ("pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml"):
        shutil.copy(ROOT / name, folder)
    for name in ("chunklint", "rules"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    commit(folder, "Release")
    return folder


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pre-commit keeps what it installs, once for all tests here."""
    return tmp_path_factory.mktemp("pre-commit home")


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory, hooks: Path) -> Path:
    """200 old pages with a baseline, and the hook in the configuration."""
    repo = turned_on(tmp_path_factory.mktemp("origin") / "docs repo")
    revision = git(hooks, "rev-parse", "HEAD").strip()
    write(repo, {".pre-commit-config.yaml": CONFIGURATION.format(repo=hooks, revision=revision)})
    commit(repo, "Check every commit")
    return repo


def run(folder: Path, home: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """A command in a clean environment, with pre-commit on the path."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("GIT_", "PYTHON", "LANG"))}
    programs = str(Path(sys.executable).parent)
    settled = {
        "PRE_COMMIT_HOME": str(home),
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "LC_ALL": "C.UTF-8",
        "NO_COLOR": "1",
        # pre-commit clones the hooks, which lie in a folder here.
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "protocol.file.allow",
        "GIT_CONFIG_VALUE_0": "always",
    }
    done = subprocess.run(
        command,
        cwd=folder,
        env=inherited | SETTLED | settled,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    if "pip" in done.stdout + done.stderr and "No matching distribution" in done.stdout + done.stderr:
        pytest.skip("NOT CHECKED: pre-commit could not install what chunklint needs")
    return done


def test_a_change_from_its_first_commit_to_the_merge(origin: Path, home: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", str(origin), "work")
    work = tmp_path / "work"
    git(work, "checkout", "-q", "-b", "topic")
    assert run(work, home, "pre-commit", "install").returncode == 0

    # A table outgrows its chunk, another page is renamed: the commit is held up, and by the right line.
    keys = work / "docs" / "en" / "keys.md"
    more = "".join(table(30).splitlines(keepends=True)[20:])
    keys.write_text(keys.read_text("utf-8").replace("\n## After", f"{more}\n## After"), "utf-8")
    git(work, "mv", "docs/zh/page 05.md", "docs/zh/改名 05.md")
    git(work, "add", "-A")
    held_up = run(work, home, "git", "commit", "-m", "More keys")
    assert held_up.returncode == 1
    assert "docs/en/keys.md:3:1: CL101 [warning]" in held_up.stderr + held_up.stdout
    assert (held_up.stderr + held_up.stdout).count("[warning]") == 1
    assert git(work, "rev-list", "--count", "main..HEAD").strip() == "0"

    # In two tables, each with its header, it goes through; so does the page with the old problem under a new name.
    keys.write_text(keys.read_text("utf-8").replace(more, f"\n## More keys\n\n{table(10)}"), "utf-8")
    git(work, "add", "-A")
    went_through = run(work, home, "git", "commit", "-m", "More keys, in two tables")
    assert went_through.returncode == 0, went_through.stderr
    assert "Passed" in went_through.stderr

    # What is not staged is not checked, and comes to no harm.
    half = work / "docs" / "en" / "page 10.md"
    unfinished = half.read_text("utf-8") + "\n## Empty again\n\n## End\n\nText.\n"
    half.write_text(unfinished, "utf-8")
    write(work, {"docs/en/other.md": "# Another page\n\nText.\n"})
    git(work, "add", "docs/en/other.md")
    assert run(work, home, "git", "commit", "-m", "Another page").returncode == 0
    assert half.read_text("utf-8") == unfinished
    assert check(work, "--changed-since", "origin/main").found == [("docs/en/page 10.md", "CL202")]
    git(work, "checkout", "-q", "--", "docs/en/page 10.md")

    # CI sees the whole branch, and the merge.
    assert check(work, "--changed-since", "origin/main") == Answer(0, [], "")
    git(work, "checkout", "-q", "main")
    git(work, "merge", "-q", "--no-ff", "--no-edit", "topic")
    assert check(work, "--changed-since", "HEAD~1") == Answer(0, [], "")
    assert check(work) == Answer(0, [], "")


def test_the_hooks_of_a_repository_that_tries_them(hooks: Path, home: Path, tmp_path: Path) -> None:
    repo = repository(
        tmp_path / "repo",
        {
            "docs/页 1.md": "# Lamp\n\n## Care\n\n## Use\n\nText.\n",
            "docs/b.md": "##Install\n\nText.\n",
            "docs/left out.md": "# Lamp\n\n## Care\n\n## Use\n\nText.\n",
            "code.py": "#not a page\n",
            "chunklint.toml": 'exclude = ["docs/left*"]\n',
        },
    )
    tried = run(repo, home, "pre-commit", "try-repo", str(hooks), "--all-files", "--verbose")
    assert tried.returncode == 1
    reported, _, fixed = tried.stdout.partition("- hook id: chunklint-fix")
    assert "- hook id: chunklint\n" in reported
    assert "docs/页 1.md:3:1: CL202 [warning]" in reported
    assert "docs/b.md:1:1: CL205 [warning]" in reported
    assert "files were modified by this hook" in fixed
    assert "CL202" in fixed
    assert "CL205" not in fixed
    assert (repo / "docs" / "b.md").read_text("utf-8") == "## Install\n\nText.\n"
    assert "left out" not in tried.stdout
