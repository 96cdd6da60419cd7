"""Runs the program in this process, which need not load its word lists and models again for every test."""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING, NamedTuple

from chunklint.cli.entry import guarded

if TYPE_CHECKING:
    from pathlib import Path


class Done(NamedTuple):
    """The exit code and what was written."""

    returncode: int
    stdout: str
    stderr: str


def chunklint_here(folder: Path, *argv: str) -> Done:
    """What the program wrote and its exit code, run in a folder, in English unless it is told otherwise."""
    before, streams, environ = os.getcwd(), (sys.stdout, sys.stderr), dict(os.environ)  # noqa: PTH109
    written = [io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in streams]
    os.chdir(folder)
    try:
        os.environ["LC_ALL"] = "C.UTF-8"
        sys.stdout, sys.stderr = written
        code = guarded(list(argv))
    finally:
        sys.stdout, sys.stderr = streams
        os.environ.clear()
        os.environ.update(environ)
        os.chdir(before)
    out, err = (stream.buffer.getvalue().decode() for stream in written)  # type: ignore[attr-defined]
    return Done(code, out, err)
