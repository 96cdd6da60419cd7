"""``chunklint completion``: the shells themselves complete command lines with its scripts."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.program import chunklint
from tests.gate.repository import SETTLED, git, repository

BASH = r"""
set -e
eval "$(chunklint completion bash)"
complete_line() {  # the words of a command line, the last of which is begun
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    compopt() { echo "option $2"; }
    _chunklint_completion chunklint "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
    printf '%s\n' "${COMPREPLY[@]}"
}
complete -p chunklint >/dev/null
complete_line "$@"
"""
# zsh hands its answers to functions of its own; these print them.
ZSH = r"""
compdef() { :; }
_describe() { for one in ${(P)3}; do print -r -- "${one%%:*}"; done; }
compadd() { for one in ${(P)5}; do print -r -- "$one"; done; }
_path_files() { print -r -- "option $1"; }
eval "$(chunklint completion zsh)"
words=("$@") CURRENT=$#
_chunklint_completion
"""
FISH = r"""
chunklint completion fish | source
complete --do-complete "$argv" | string replace --regex '\t.*' ''
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with settings, and the program on the path."""
    repo = repository(
        tmp_path / "repo", {"chunklint.toml": "[profiles.manual]\nmax-tokens = 300\n", "page.md": "# A\n"}
    )
    git(repo, "branch", "topic")
    program = tmp_path / "bin" / "chunklint"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m chunklint "$@"\n', "utf-8")
    program.chmod(0o755)
    return repo


def completed(folder: Path, shell: str, *words: str) -> list[str]:
    if shutil.which(shell) is None:
        pytest.skip(f"needs {shell}")
    line = ["chunklint", *words]
    commands = {
        "bash": ["bash", "--noprofile", "--norc", "-c", BASH, "bash", *line],
        "zsh": ["zsh", "-f", "-c", ZSH, "zsh", *line],
        "fish": ["fish", "--no-config", "-c", FISH, shlex.join(line[:-1]) + " " + line[-1]],
    }
    path = f"{folder.parent / 'bin'}{os.pathsep}{os.environ['PATH']}"
    environ = {**os.environ, **SETTLED, "PATH": path, "LC_ALL": "C.UTF-8", "HOME": str(folder)}
    done = subprocess.run(
        commands[shell], cwd=folder, env=environ, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stderr == ""
    return done.stdout.split("\n")[:-1]


shells = pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])


@shells
class TestShells:
    def test_commands_and_options(self, folder: Path, shell: str) -> None:
        assert "baseline" in completed(folder, shell, "")
        assert set(completed(folder, shell, "con")) == {"config"}
        assert set(completed(folder, shell, "check", "--output-fo")) == {"--output-format"}
        assert set(completed(folder, shell, "check", "--output-format", "s")) == {"sarif"}

    def test_rules_by_code_and_name_and_after_a_comma(self, folder: Path, shell: str) -> None:
        assert set(completed(folder, shell, "rule", "CL20")) >= {"CL201", "CL202", "CL203"}
        assert set(completed(folder, shell, "check", "--ignore", "empty-s")) == {"empty-section"}
        if shell != "fish":  # click's script for fish takes a comma for the end of the word
            assert set(completed(folder, shell, "check", "--select", "CL101,CL202")) == {"CL101,CL202"}

    def test_profiles_revisions_and_words(self, folder: Path, shell: str) -> None:
        assert set(completed(folder, shell, "check", "--profile", "man")) == {"manual"}
        assert "langchain-recursive" in completed(folder, shell, "check", "--profile", "lang")
        assert set(completed(folder, shell, "check", "--changed-since", "to")) == {"topic"}
        assert set(completed(folder, shell, "diff", "to")) == {"topic"}
        assert set(completed(folder, shell, "completion", "f")) == {"fish"}

    def test_files(self, folder: Path, shell: str) -> None:
        files = {"bash": "option default", "zsh": "option -f", "fish": "page.md"}
        assert files[shell] in completed(folder, shell, "check", "p")
        assert files[shell] in completed(folder, shell, "diff", "HEAD", "p")


def test_broken_settings_hide_neither_rules_nor_presets(folder: Path) -> None:
    (folder / "chunklint.toml").write_text("profiles = [", "utf-8")
    assert completed(folder, "bash", "rule", "CL101") == ["CL101"]
    assert "langchain-recursive" in completed(folder, "bash", "check", "--profile", "lang")


def test_other_shells(tmp_path: Path) -> None:
    done = chunklint(tmp_path, "completion", "tcsh")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"chunklint: 'tcsh' is no value for completion; choose from bash, zsh, fish.\n"
    assert chunklint(tmp_path, "completion").returncode == 2
