"""What the extension for VS Code brings: packages in the folder of their Python, started apart from all else."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

EXTENSION = Path(__file__).parents[2] / "vscode-extension"


@pytest.fixture
def bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The script that fills the bundle, filling a folder of the test's."""
    specification = importlib.util.spec_from_file_location("extension_bundle", EXTENSION / "scripts/bundle.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules[specification.name] = module
    specification.loader.exec_module(module)
    monkeypatch.setattr(module, "LIBS", tmp_path / "libs")
    return module


def wheel(folder: Path, name: str) -> Path:
    """A wheel with one module."""
    path = folder / name
    package = name.partition("-")[0]
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{package}/__init__.py", "")
    return path


def launched(folder: Path, *libs: str) -> subprocess.CompletedProcess[str]:
    """What ``launch.py`` says with these folders of packages beside it."""
    shutil.copy(EXTENSION / "bundled/launch.py", folder)
    for name in libs:
        (folder / "libs" / name).mkdir(parents=True)
    command = [sys.executable, "-I", str(folder / "launch.py")]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)


def test_a_wheel_goes_where_the_pythons_that_it_is_for_look(bundle: Any, tmp_path: Path) -> None:
    names = ["pure-1-py3-none-any.whl", "every-1-cp311-abi3-win_amd64.whl", "one-1-cp312-cp312-win_amd64.whl"]
    bundle.unpack([bundle.wheel_of(wheel(tmp_path, name)) for name in names])
    found = {path.parent.relative_to(bundle.LIBS).as_posix() for path in bundle.LIBS.rglob("__init__.py")}
    assert found == {"common/pure", "common/every", "cp312/one"}


def test_a_python_without_all_packages_is_no_bundle(bundle: Any) -> None:
    everywhere = [Path(f"one-1-cp{tag}-cp{tag}-win_amd64.whl") for tag in (311, 312, 313, 314)]
    bundle.check([bundle.wheel_of(path) for path in everywhere])
    with pytest.raises(bundle.IncompleteError, match="cp314 lacks one"):
        bundle.check([bundle.wheel_of(path) for path in everywhere[:-1]])


def test_what_a_wheel_needs_is_read_without_extras(bundle: Any, tmp_path: Path) -> None:
    path = tmp_path / "own-1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(
            "own-1.dist-info/METADATA", "Name: own\nRequires-Dist: click>=8\nRequires-Dist: toktok; extra == 'fast'\n"
        )
    assert bundle.requirements(bundle.wheel_of(path)) == ["click>=8"]


def test_a_python_that_nothing_was_bundled_for_hears_so(tmp_path: Path) -> None:
    done = launched(tmp_path, "common", "cp39", "cp99")
    tag = f"cp3{sys.version_info.minor}"
    assert done.returncode == 2
    assert done.stderr == f"chunklint: this extension has no packages for {tag} (it has cp39, cp99).\n"


def test_the_bundled_packages_come_before_those_of_the_environment(tmp_path: Path) -> None:
    tag = f"cp3{sys.version_info.minor}"
    package = tmp_path / "libs/common/chunklint"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "__main__.py").write_text("def main(words):\n    print('bundled', words)\n    return 7\n")
    done = launched(tmp_path, tag)
    assert (done.returncode, done.stdout) == (7, "bundled ['server']\n")
