"""The progress bar shows itself only where it helps."""

from __future__ import annotations

import io

import pytest

from chunklint.cli import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def run(stderr: io.StringIO, monkeypatch: pytest.MonkeyPatch, *, patience: float, files: int = 3) -> str:
    monkeypatch.setattr("sys.stderr", stderr)
    monkeypatch.setattr(progress, "_PATIENCE", patience)
    monkeypatch.setattr(progress, "_REDRAW", 0.0)
    monkeypatch.setenv("TERM", "xterm")
    with progress.ProgressBar(files, "Checking", shares_terminal=True) as bar:
        for done in range(1, files + 1):
            assert bar.is_due
            bar.pause()
            bar.advance(done)
    return stderr.getvalue()


def test_a_long_run_at_a_terminal_is_counted_up(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = run(Terminal(), monkeypatch, patience=0.0)
    assert "Checking" in shown
    assert "2/3" in shown


def test_a_pipe_a_short_run_and_a_single_file_have_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(io.StringIO(), monkeypatch, patience=0.0) == ""
    assert run(Terminal(), monkeypatch, patience=60.0) == ""
    assert run(Terminal(), monkeypatch, patience=0.0, files=1) == ""
