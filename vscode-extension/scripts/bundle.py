"""Fills ``bundled/libs`` with chunklint and the packages that its server needs, for one platform of VS Code.

    python3 scripts/bundle.py --target linux-x64

Packages for every Python go to ``common``, those compiled for one version to ``cp311``, ``cp312`` and so on. Wheels
only: nothing that a package brings is run. Wheels that were fetched before are taken from ``.wheels``.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import NamedTuple

EXTENSION = Path(__file__).resolve().parent.parent
PROJECT = EXTENSION.parent
LIBS = EXTENSION / "bundled" / "libs"
WHEELS = EXTENSION / ".wheels"

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
# Platform tags of wheels by the target of VS Code. VS Code itself needs glibc 2.28 and macOS 11 or newer, so wheels
# for these and for older ones fit.
TARGETS = {
    "linux-x64": ("manylinux_2_28_x86_64", "manylinux_2_17_x86_64", "manylinux2014_x86_64"),
    "linux-arm64": ("manylinux_2_28_aarch64", "manylinux_2_17_aarch64", "manylinux2014_aarch64"),
    "alpine-x64": ("musllinux_1_2_x86_64", "musllinux_1_1_x86_64"),
    "alpine-arm64": ("musllinux_1_2_aarch64", "musllinux_1_1_aarch64"),
    "darwin-x64": ("macosx_11_0_x86_64", "macosx_10_12_x86_64", "macosx_10_9_x86_64"),
    "darwin-arm64": ("macosx_11_0_arm64",),
    "win32-x64": ("win_amd64",),
    "win32-arm64": ("win_arm64",),
}
# What has no wheel for a target and is done without there: tiktoken 0.14 has none for Windows on ARM. The server counts
# cl100k_base and o200k_base with its own table; other encodings it then refuses with a sentence.
MISSING = {"win32-arm64": frozenset({"tiktoken"})}
# Exact counts several times faster; a platform without a wheel of it does without.
OPTIONAL = ("toktok-rs>=0.3",)
# What the server never imports: tiktoken's downloads (chunklint makes no network calls), and output for terminals.
LEFT_OUT = {"requests", "urllib3", "certifi", "charset_normalizer", "idna", "rich", "pygments"}


class IncompleteError(Exception):
    """Some package is not there for some Python."""


class Wheel(NamedTuple):
    """A wheel's file with its package's name and the tag that says which Pythons it runs on."""

    path: Path
    package: str
    python: str
    abi: str

    @property
    def folder(self) -> str:
        """``common`` for wheels that run on every version bundled here, else the tag of the one they are for."""
        return self.python if self.abi.startswith("cp") else "common"


def main() -> int:
    """Bundle for the target named; 1 with a sentence where a package has no wheel for it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--target", choices=TARGETS, default="linux-x64")
    parser.add_argument("--python", default=sys.executable, help="a Python that has pip")
    arguments = parser.parse_args()
    try:
        wheels = collect(arguments.python, arguments.target)
        check(wheels)
    except subprocess.CalledProcessError as error:
        sys.stderr.write(f"bundle.py: no bundle for {arguments.target}: {_last_line(error.stderr)}\n")
        return 1
    except IncompleteError as error:
        sys.stderr.write(f"bundle.py: no bundle for {arguments.target}: {error}\n")
        return 1
    unpack(wheels)
    size = sum(path.stat().st_size for path in LIBS.rglob("*") if path.is_file()) / 1e6
    sys.stdout.write(f"{arguments.target}: {len(wheels)} wheels, {size:.1f} MB unpacked in {LIBS}\n")
    return 0


def collect(python: str, target: str) -> list[Wheel]:
    """The wheels of a target, chunklint's own first. Raises CalledProcessError where one cannot be had."""
    own = build(python)
    found = {own.path.name: own}
    for version in PYTHONS:
        for path in fetched(python, target, version, own):
            wheel = wheel_of(path)
            if wheel.package not in LEFT_OUT and wheel.package != own.package:
                found[path.name] = wheel
    return list(found.values())


def fetched(python: str, target: str, version: str, own: Wheel) -> list[Path]:
    """The wheels for one version of Python; fetched anew only where chunklint's own requirements have changed."""
    folder = WHEELS / target / version
    stamp = folder / "requirements.txt"
    wanted = "\n".join([*requirements(own), *OPTIONAL])
    if not stamp.is_file() or stamp.read_text() != wanted:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        fetch(python, target, version, folder, _to_fetch(own, target))
        for one in OPTIONAL:
            try:
                fetch(python, target, version, folder, [one, "--no-deps"])
            except subprocess.CalledProcessError:
                sys.stderr.write(f"bundle.py: {target} has no wheel of {one} for Python {version}; left out\n")
        stamp.write_text(wanted)
    return sorted(folder.glob("*.whl"))


def _to_fetch(own: Wheel, target: str) -> list[str]:
    """chunklint's own wheel, which brings all that it needs; what it needs one by one where some of that is missing."""
    missing = MISSING.get(target)
    if missing is None:
        return [str(own.path)]
    return [one for one in requirements(own) if re.split(r"[^\w.-]", one)[0].lower() not in missing]


def requirements(wheel: Wheel) -> list[str]:
    """What a wheel needs, extras left out."""
    with zipfile.ZipFile(wheel.path) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        lines = archive.read(name).decode().splitlines()
    needed = [line.removeprefix("Requires-Dist: ") for line in lines if line.startswith("Requires-Dist: ")]
    return [line for line in needed if "extra ==" not in line]


def check(wheels: list[Wheel]) -> None:
    """See that every Python gets the same packages. Raises IncompleteError where one of them lacks some."""
    compiled = {wheel.package for wheel in wheels if wheel.folder != "common"}
    for version in PYTHONS:
        folder = f"cp{version.replace('.', '')}"
        missing = compiled - {wheel.package for wheel in wheels if wheel.folder == folder}
        if missing:
            raise IncompleteError(f"{folder} lacks {', '.join(sorted(missing))}")


def build(python: str) -> Wheel:
    """chunklint's own wheel, from a copy of the sources: setuptools leaves a folder ``build`` where it works."""
    target = WHEELS / "own"
    shutil.rmtree(target, ignore_errors=True)
    with tempfile.TemporaryDirectory() as temporary:
        copy = Path(temporary) / "chunklint"
        copy.mkdir()
        for name in ("pyproject.toml", "README.md", "LICENSE"):
            shutil.copy2(PROJECT / name, copy)
        for name in ("chunklint", "rules"):
            shutil.copytree(PROJECT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        _pip(python, "wheel", "--no-deps", "--wheel-dir", str(target), str(copy))
    (path,) = target.glob("*.whl")
    return wheel_of(path)


def fetch(python: str, target: str, version: str, folder: Path, wanted: list[str]) -> None:
    """Fetch wheels and all that they need for one version of Python, from the registry that pip is set up for."""
    platforms = [word for tag in TARGETS[target] for word in ("--platform", tag)]
    abis = ["--implementation", "cp", "--python-version", version]
    _pip(python, "download", "--only-binary=:all:", "--dest", str(folder),
         *platforms, *abis, *wanted)  # fmt: skip


def unpack(wheels: list[Wheel]) -> None:
    """Replace the bundle by the contents of wheels."""
    shutil.rmtree(LIBS, ignore_errors=True)
    for wheel in wheels:
        folder = LIBS / wheel.folder
        folder.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(wheel.path) as archive:
            archive.extractall(folder)


def wheel_of(path: Path) -> Wheel:
    """What a wheel's file name says.

    >>> wheel_of(Path("regex-2026.1.1-cp312-cp312-win_amd64.whl")).folder
    'cp312'
    >>> wheel_of(Path("toktok_rs-0.3.0-cp311-abi3-win_amd64.whl")).folder
    'common'
    """
    package, _, *_, python, abi, _ = path.stem.split("-")
    return Wheel(path, package.lower(), python, abi)


def _pip(python: str, *words: str) -> None:
    command = [python, "-m", "pip", *words, "--quiet", "--disable-pip-version-check", "--no-input"]
    subprocess.run(command, check=True, capture_output=True, text=True)


def _last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "pip failed"


if __name__ == "__main__":
    sys.exit(main())
