"""The packed extension, built if it is missing or older than what it is made of.

``CHUNKLINT_VSIX`` names one that is taken as it is.
"""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from pathlib import Path

from tests.e2e.editors.install import MissingError, cache, command

REPOSITORY = Path(__file__).parents[3]
EXTENSION = REPOSITORY / "vscode-extension"
_PACKED = EXTENSION / "chunklint-linux-x64.vsix"
# What is packed; what is made on the way there is not among it.
_SOURCES = ("chunklint", "rules", "vscode-extension", "pyproject.toml")
_MADE = frozenset({"node_modules", "dist", "libs", "__pycache__", "schemas", "out"})
_PATIENCE = 600


def built_extension() -> Path:
    """The .vsix for this platform. Raises MissingError where it cannot be built."""
    given = os.environ.get("CHUNKLINT_VSIX")
    if given:
        return Path(given)
    command("npm")
    cache().mkdir(parents=True, exist_ok=True)
    with (cache() / "extension-lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not _PACKED.is_file() or _PACKED.stat().st_mtime < _newest():
            if not (EXTENSION / "node_modules").is_dir():
                _run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
                _run("node", "node_modules/esbuild/install.js")
            _run("node", "scripts/package.mjs", "linux-x64")
    return _PACKED


def packed(folder: Path, target: Path) -> Path:
    """A .vsix of an extension that tests bring along. Raises MissingError where it cannot be built."""
    command("node")
    vsce = EXTENSION / "node_modules/@vscode/vsce/vsce"
    options = ("--no-dependencies", "--allow-missing-repository", "--skip-license", "--out", str(target))
    _run("node", str(vsce), "package", *options, folder=folder)
    return target


def _newest() -> float:
    newest = 0.0
    for name in _SOURCES:
        path = REPOSITORY / name
        newest = max(newest, path.stat().st_mtime if path.is_file() else 0.0)
        for folder, folders, files in os.walk(path):
            folders[:] = [one for one in folders if one not in _MADE]
            for file in files:
                if not file.endswith((".vsix", ".pyc")):
                    newest = max(newest, (Path(folder) / file).stat().st_mtime)
    return newest


def _run(*argv: str, folder: Path = EXTENSION) -> None:
    done = subprocess.run(
        argv,
        cwd=folder,
        env={**os.environ, "PYTHON": sys.executable},
        capture_output=True,
        text=True,
        timeout=_PATIENCE,
    )
    if done.returncode:
        raise MissingError(f"{' '.join(argv)} failed: {(done.stdout + done.stderr)[-1500:]}")
