"""The files by which pre-commit and GitHub run chunklint: what they call exists and does what it should."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from chunklint.cli import check, plain
from chunklint.documents.reader import FORMATS, NAMES
from tests.gate.repository import SETTLED, commit, git, repository, write

ROOT = Path(__file__).parents[2]
HOOKS = (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8")
ACTION = (ROOT / "action.yml").read_text("utf-8")
BROKEN = "# Lamp\n\n## Care\n\n## Use\n\nText.\n"


def test_every_hook_is_a_command_line_that_check_understands() -> None:
    entries = re.findall(r"^  entry: (.+)$", HOOKS, re.MULTILINE)
    assert len(entries) == HOOKS.count("- id:") == 2
    for entry in entries:
        program, command, *words = shlex.split(entry)
        assert (program, command) == ("chunklint", "check")
        values = plain.parse(check.COMMAND, [*words, "--staged", "docs/page.md"])
        assert values is not None
        assert values["force_exclude"]
        assert values["fix"] == ("fix" in entry)


@pytest.mark.parametrize(
    "name", ["docs/页.MD", *(f"a/b{ending}" for ending in FORMATS), *NAMES, *(f"site/{name}" for name in NAMES)]
)
def test_hooks_are_given_every_document(name: str) -> None:
    for pattern in re.findall(r"^  files: (.+)$", HOOKS, re.MULTILINE):
        assert re.search(pattern, name)
        for other in ("a.md.bak", "readme.txt", "notllms.txt", "a.py"):
            assert not re.search(pattern, other)


def script(name: str) -> str:
    """The shell script of one of the action's steps."""
    step = ACTION[ACTION.index(f"- name: {name}") :]
    return textwrap.dedent(re.split(r"\n(?=    - )", step.partition("run: |\n")[2])[0])


def test_scripts_take_values_from_the_environment_only() -> None:
    for name in ("Install chunklint", "Check documents"):
        assert "${{" not in script(name)
        named = set(re.findall(r"\$\{?([A-Z_]+)", script(name)))
        step = ACTION[ACTION.index(f"- name: {name}") :].partition("run: |")[0]
        assert named - {"GITHUB_REF"} == set(re.findall(r"^        ([A-Z_]+): ", step, re.MULTILINE))


@pytest.mark.skipif(sys.platform == "win32", reason="the action brings its own shell there")
class TestAction:
    @pytest.fixture
    def clone(self, tmp_path: Path) -> Path:
        """What CI checks out of a pull request: one commit, the merge of base and branch."""
        origin = repository(tmp_path / "origin", {"docs/old.md": BROKEN})
        git(origin, "checkout", "-q", "-b", "topic")
        for number in range(3):
            write(origin, {"docs/new page.md": BROKEN.replace("Lamp", f"Oven {number}")})
            commit(origin)
        git(origin, "checkout", "-q", "main")
        write(origin, {"docs/main.md": BROKEN})
        commit(origin)
        git(origin, "checkout", "-q", "--detach")
        git(origin, "merge", "-q", "--no-edit", "topic")
        git(origin, "update-ref", "refs/pull/7/merge", "HEAD")
        clone = tmp_path / "clone"
        git(tmp_path, "init", "-q", "clone")
        git(clone, "remote", "add", "origin", origin.as_uri())
        git(clone, "fetch", "-q", "--depth=1", "origin", "+refs/pull/7/merge:refs/remotes/pull/7/merge")
        git(clone, "checkout", "-q", "--detach", "refs/remotes/pull/7/merge")
        return clone

    def run(self, clone: Path, **changes: str) -> subprocess.CompletedProcess[str]:
        programs = clone.parent / "environment" / "bin"
        programs.mkdir(parents=True, exist_ok=True)
        program = programs / "chunklint"
        program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m chunklint "$@"\n', "utf-8")
        program.chmod(0o755)
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(("GIT", "LC_", "LANG"))}
        given = {
            "CHANGED_ONLY": "auto",
            "PATHS": ".\n",
            "FORMAT": "concise",
            "OUTPUT_FILE": "",
            "FAIL_ON": "",
            "BASE_REF": "main",
            "GITHUB_REF": "refs/pull/7/merge",
            "SOURCE": str(ROOT),
            "LC_ALL": "C.UTF-8",
            "ENVIRONMENT": str(programs.parent),
        }
        return subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script("Check documents")],
            cwd=clone,
            env=inherited | SETTLED | given | changes,
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )

    def test_a_pull_request_is_told_of_what_it_adds(self, clone: Path) -> None:
        done = self.run(clone)
        assert done.returncode == 1, done.stderr
        assert {line.partition(":")[0] for line in done.stdout.splitlines() if "CL202" in line} == {"docs/new page.md"}

    def test_everything_where_that_is_asked_for_or_there_is_no_base(self, clone: Path) -> None:
        for changes in ({"CHANGED_ONLY": "false"}, {"BASE_REF": ""}):
            done = self.run(clone, **changes)
            assert done.returncode == 1
            assert {line.partition(":")[0] for line in done.stdout.splitlines() if "CL202" in line} == {
                "docs/main.md",
                "docs/new page.md",
                "docs/old.md",
            }

    def test_inputs_reach_the_command(self, clone: Path) -> None:
        done = self.run(clone, PATHS="docs/new page.md\n\ndocs/old.md\n", FAIL_ON="never", OUTPUT_FILE="out file.txt")
        assert done.returncode == 0, done.stderr
        assert "docs/new page.md:3" in (clone / "out file.txt").read_text("utf-8")
        assert self.run(clone, PATHS="-x.md").returncode == 2

    def test_a_base_that_is_not_there(self, clone: Path) -> None:
        done = self.run(clone, BASE_REF="gone")
        assert done.returncode not in (0, 1)
        assert "gone" in done.stderr
