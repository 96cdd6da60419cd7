"""Writes a file so that it is never half there: beside it, then renamed over it; decides nothing about its content."""

# Paths are strings here: pathlib costs start-up.
# ruff: noqa: PTH101, PTH105, PTH108, PTH110, PTH113, PTH116, PTH118, PTH120, PTH123, PTH208

from __future__ import annotations

import os
from contextlib import suppress

# Seconds after which what a killed run left behind is no other run's file in the making.
_ABANDONED = 600
# The file in the making has a name of its own: one made from the other's could be longer than a name may be.
_PREFIX, _SUFFIX = ".chunklint-", ".tmp"


def replace_file(path: str, data: bytes, *, durable: bool = True) -> None:
    """Give a file new content in one step: whatever happens, either the old or the new is there.

    A link stays a link, and an existing file keeps its mode and, where that is allowed, its owner. A device or a pipe
    is written to: renaming would put a file in its place. ``durable`` waits until the disk has it. Raises OSError.
    """
    path = os.path.realpath(path)
    if os.path.exists(path) and not os.path.isfile(path):
        _write_to_device(path, data)
        return
    name = f"{_PREFIX}{os.getpid()}-{os.urandom(8).hex()}{_SUFFIX}"
    temporary = os.path.join(os.path.dirname(path), name)
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with open(descriptor, "wb") as file:
            file.write(data)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        with suppress(FileNotFoundError):
            _take_over(os.stat(path), temporary)
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def _write_to_device(path: str, data: bytes) -> None:
    # Without waiting: nobody may ever read from a pipe.
    descriptor = os.open(path, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
    with open(descriptor, "wb") as device:
        if hasattr(os, "O_NONBLOCK"):
            os.set_blocking(descriptor, True)
        device.write(data)


def remove_abandoned(folder: str) -> None:
    """Remove the files in the making that killed runs left in a folder."""
    import time

    try:
        left = [name for name in os.listdir(folder) if name.startswith(_PREFIX) and name.endswith(_SUFFIX)]
        for name in left:
            path = os.path.join(folder, name)
            if time.time() - os.stat(path).st_mtime > _ABANDONED:
                os.unlink(path)
    except OSError:
        pass  # another run was faster, or we may not look


def _take_over(old: os.stat_result, temporary: str) -> None:
    """Give a new file the owner, where that is allowed, and the mode of the old one."""
    new = os.stat(temporary)
    if hasattr(os, "chown") and (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid):
        with suppress(OSError):
            os.chown(temporary, old.st_uid, old.st_gid)
    os.chmod(temporary, old.st_mode & 0o7777)
