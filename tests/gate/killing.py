"""Kills a program at random moments, again and again, to see what it leaves behind."""

from __future__ import annotations

import random
import signal
import subprocess
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

KILLS = 50
_LONGEST = 0.05  # seconds; a write takes a few milliseconds, so this hits every part of several


def kill_often(
    command: Sequence[str], *, written: Path, times: int = KILLS, folder: Path | None = None
) -> Iterator[None]:
    """Start the command, wait until it wrote a file, kill it a random moment later, and yield; so many times."""
    moments = random.Random(7)
    for _ in range(times):
        before = _stamp(written)
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder)
        try:
            deadline = time.monotonic() + 30
            while _stamp(written) == before and process.poll() is None and time.monotonic() < deadline:
                time.sleep(0.001)
            time.sleep(moments.uniform(0, _LONGEST))
        finally:
            process.send_signal(signal.SIGKILL)
            process.wait()
        yield


def _stamp(path: Path) -> tuple[int, int]:
    try:
        status = path.stat()
    except OSError:
        return 0, 0
    return status.st_mtime_ns, status.st_ino
