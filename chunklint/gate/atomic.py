"""Writes a file so that it is never half there: beside it, then renamed over it; decides nothing about its content."""

# Paths are strings here: pathlib costs start-up.
# ruff: noqa: PTH101, PTH105, PTH108, PTH116, PTH118, PTH123, PTH208

from __future__ import annotations

import os
from contextlib import suppress

# Seconds after which what a killed run left behind is no other run's file in the making.
_ABANDONED = 600


def replace_file(path: str, data: bytes, *, durable: bool = True) -> None:
    """Give a file new content in one step: whatever happens, either the old or the new is there.

    A link stays a link, and the mode of an existing file stays. ``durable`` waits until the disk has it. Raises
    OSError.
    """
    path = os.path.realpath(path)
    folder, name = os.path.split(path)
    _clean_up(folder, name)
    temporary = os.path.join(folder, f".{name}.{os.getpid()}-{os.urandom(4).hex()}.tmp")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        with suppress(FileNotFoundError):
            os.chmod(temporary, os.stat(path).st_mode & 0o7777)
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def _clean_up(folder: str, name: str) -> None:
    """Remove what runs that were killed left of this file."""
    import time

    try:
        left = [entry for entry in os.listdir(folder) if entry.startswith(f".{name}.") and entry.endswith(".tmp")]
        for entry in left:
            path = os.path.join(folder, entry)
            if time.time() - os.stat(path).st_mtime > _ABANDONED:
                os.unlink(path)
    except OSError:
        pass  # another run was faster, or we may not look
