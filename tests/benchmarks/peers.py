"""Gets other linters to compare with, into a folder that git ignores; they are no dependencies and may be missing."""

from __future__ import annotations

import shutil
import subprocess
import sys
import venv
from pathlib import Path

from tests.benchmarks.children import ROOT

FOLDER = Path(ROOT, "build", "benchmark-peers")
MARKDOWNLINT = "markdownlint-cli2@0.22"


def rumdl() -> list[str] | None:
    """The command of rumdl from PyPI, installed into an environment of its own; None where it cannot be had."""
    home = FOLDER / "python"
    program = home / "bin" / "rumdl"
    if not program.exists() and not (
        _made(home) and _works([str(home / "bin" / "python"), "-m", "pip", "install", "-q", "rumdl"])
    ):
        return None
    return [str(program)] if program.exists() else None


def markdownlint() -> list[str] | None:
    """The command of markdownlint-cli2 from npm; None without node and npm, or where it cannot be had."""
    node, npm = shutil.which("node"), shutil.which("npm")
    home = FOLDER / "node"
    program = home / "node_modules" / "markdownlint-cli2" / "markdownlint-cli2-bin.mjs"
    if node is None or npm is None:
        return None
    if not program.exists():
        home.mkdir(parents=True, exist_ok=True)
        _works([npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(home), MARKDOWNLINT])
    return [node, str(program)] if program.exists() else None


def version(command: list[str]) -> str:
    """What a program says its version is."""
    done = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False)
    words = (done.stdout + done.stderr).split()
    return next((word for word in words if word.lstrip("v")[:1].isdigit()), "?")


def _made(home: Path) -> bool:
    try:
        venv.create(home, with_pip=True)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"no environment for rumdl: {error}", file=sys.stderr)
        return False
    return True


def _works(command: list[str]) -> bool:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"could not run {command}: {done.stderr.strip()[-300:]}", file=sys.stderr)
    return done.returncode == 0
