"""Git repositories made for tests, out of reach of the configuration of whoever runs them."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

SETTLED = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "Writer",
    "GIT_AUTHOR_EMAIL": "writer@example.org",
    "GIT_COMMITTER_NAME": "Writer",
    "GIT_COMMITTER_EMAIL": "writer@example.org",
    "GIT_AUTHOR_DATE": "2030-01-01T00:00:00Z",
    "GIT_COMMITTER_DATE": "2030-01-01T00:00:00Z",
}


def git(folder: Path, *arguments: str) -> str:
    """What Git wrote, run in a folder; fails the test where Git fails."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    done = subprocess.run(
        ["git", "-c", "protocol.file.allow=always", *arguments],
        cwd=folder,
        env=inherited | SETTLED,
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def repository(folder: Path, pages: dict[str, str]) -> Path:
    """A new repository on the branch ``main`` whose first commit holds these files."""
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "-q", "-b", "main")
    write(folder, pages)
    commit(folder, "Begin")
    return folder


def write(folder: Path, pages: dict[str, str]) -> None:
    """Write files, and the folders that they are in."""
    for name, text in pages.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def commit(folder: Path, message: str = "Change") -> str:
    """Commit everything, and give the commit's name."""
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "--allow-empty", "-m", message)
    return git(folder, "rev-parse", "HEAD").strip()
