"""Files are replaced in one step; what is no file is written to and stays what it is."""

from __future__ import annotations

import os
from errno import ENXIO
from stat import S_ISFIFO
from typing import TYPE_CHECKING

import pytest

from chunklint.gate.atomic import replace_file

if TYPE_CHECKING:
    from pathlib import Path

has_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are POSIX")


def test_a_file_gets_new_content_and_keeps_its_mode(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"old")
    file.chmod(0o640)
    replace_file(str(file), b"new")
    assert file.read_bytes() == b"new"
    assert file.stat().st_mode & 0o777 == 0o640
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


@has_pipes
def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        replace_file(str(pipe), b"new")
        assert os.read(reader, 10) == b"new"
    finally:
        os.close(reader)
    assert S_ISFIFO(pipe.stat().st_mode)


@has_pipes
def test_a_pipe_that_nobody_reads_is_an_error_and_no_hang(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match=os.strerror(ENXIO)):
        replace_file(str(pipe), b"new")
    assert S_ISFIFO(pipe.stat().st_mode)


def test_a_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises((IsADirectoryError, PermissionError)):
        replace_file(str(tmp_path), b"new")
    assert tmp_path.is_dir()
