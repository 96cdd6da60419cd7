"""A progress bar for long runs at a terminal; it stays away from pipes, short runs and the report's lines."""

from __future__ import annotations

import sys
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

# Seconds; a run that is over by then needs no bar, and rich takes 60 ms to import.
_PATIENCE = 1.0
_REDRAW = 0.1


class ProgressBar:
    """Counts files up on standard error once a run has lasted a second; a context manager that takes the bar away.

    Only a terminal sees it. ``shares_terminal`` says that the report goes to a terminal too: `pause` then takes the
    bar away before a report's line is written over it.
    """

    def __init__(self, total: int, title: str, *, shares_terminal: bool) -> None:
        from chunklint.cli.output import is_terminal

        self._total = total
        self._title = title
        self._shares_terminal = shares_terminal
        self._wanted = total > 1 and is_terminal(sys.stderr)
        self._next = monotonic() + _PATIENCE
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    @property
    def is_due(self) -> bool:
        """Whether to write and draw now; while the bar is up, ten times a second, so that it does not flicker."""
        return self._bar is None or not self._shares_terminal or monotonic() >= self._next

    def advance(self, done: int) -> None:
        """Say that so many files are done."""
        if not self._wanted or monotonic() < self._next:
            return
        self._next = monotonic() + _REDRAW
        if self._bar is None:
            self._start()
        if self._bar is not None and self._task is not None:
            self._bar.start()
            self._bar.update(self._task, completed=done, refresh=True)

    def pause(self) -> None:
        """Make room for a line of the report; the bar comes back with the next file."""
        if self._bar is not None and self._shares_terminal:
            self._bar.stop()

    def _start(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        # No thread redraws it and nothing is redirected: the run's loop is the only one that writes.
        self._bar = Progress(
            *columns,
            console=Console(file=sys.stderr),
            transient=True,
            auto_refresh=False,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._task = self._bar.add_task(self._title, total=self._total)

    def __enter__(self) -> ProgressBar:
        return self

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()
