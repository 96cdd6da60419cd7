"""Runs commands as child processes, one at a time, and says what each cost; nothing is compared here."""

from __future__ import annotations

import os
import subprocess
import sys
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # noqa: PTH100, PTH120

CHUNKLINT = [sys.executable, "-m", "chunklint"]
# The same without the `fast` extra: Python takes a module that is None for one that is not installed.
WITHOUT_FAST = [
    sys.executable,
    "-c",
    "import sys; sys.modules['toktok'] = None; from chunklint.__main__ import main; sys.exit(main())",
]


class Usage(NamedTuple):
    """What one run cost: seconds on the clock, seconds of all its threads and children, bytes at the peak.

    The peak of a child starts from its parent's size, so that the parent has to stay small.
    """

    wall: float
    cpu: float
    peak: int


def environment() -> dict[str, str]:
    """The variables for children: byte code may be kept, as it is where a program is installed."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPATH": ROOT, "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}


def run(command: Sequence[str], folder: Path) -> Usage:
    """Run a command in a folder, its output thrown away. Raises RuntimeError where it fails (1 means findings)."""
    from time import perf_counter

    began = perf_counter()
    child = subprocess.Popen(
        command,
        cwd=folder,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    assert child.stderr is not None
    errors = child.stderr.read()
    _, status, used = os.wait4(child.pid, 0)
    wall = perf_counter() - began
    child.stderr.close()
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1):
        raise RuntimeError(f"{command[:4]} ended with {child.returncode}: {errors.decode(errors='replace')[-500:]}")
    peak = used.ru_maxrss if sys.platform == "darwin" else used.ru_maxrss * 1024
    return Usage(wall, used.ru_utime + used.ru_stime, peak)


def interleaved(commands: Mapping[str, Sequence[str]], folder: Path, repeats: int) -> dict[str, Usage]:
    """The median cost of each command: they take turns, so that a busy moment hits them all alike.

    Python programs run once before, since they keep their byte code only then.
    """
    for command in commands.values():
        if command[0] == sys.executable:
            run(command, folder)
    runs: dict[str, list[Usage]] = {name: [] for name in commands}
    for _ in range(repeats):
        for name, command in commands.items():
            runs[name].append(run(command, folder))
    return {name: medians(usages) for name, usages in runs.items()}


def medians(usages: Sequence[Usage]) -> Usage:
    """The median of each cost by itself; of the peaks the highest."""
    return Usage(
        median(usage.wall for usage in usages),
        median(usage.cpu for usage in usages),
        max(usage.peak for usage in usages),
    )
