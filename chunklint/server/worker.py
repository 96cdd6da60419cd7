"""One thread that does the checking, so that the server answers while it works; what is done is the callers' part."""

from __future__ import annotations

import threading
import time
from concurrent.futures import Future
from itertools import count
from queue import Empty, PriorityQueue
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")

NOW, LATER = 0, 1
"""What is open comes before what is not."""

# Seconds after which a job lets others go first: a tenth of one is what people do not yet wait for.
_LONG = 0.1
# Jobs inside each other at most, for the stack's sake; so many pages that take seconds nobody opens at once.
_DEEPEST = 4


class Worker:
    """Runs jobs one after the other; the process may end in the middle of one.

    One thread and no more: jobs hold the interpreter's lock, and one document's jobs must not overtake each other.
    """

    def __init__(self) -> None:
        self._jobs: PriorityQueue[tuple[int, int, Future[Any], Callable[[], Any]]] = PriorityQueue()
        self._numbers = count()
        self._thread: threading.Thread | None = None
        self._began: list[float] = []

    def submit(self, job: Callable[[], Result], priority: int = NOW) -> Future[Result]:
        """The future of a job's result; cancelled before the job begins, it is not run."""
        future: Future[Result] = Future()
        self._jobs.put((priority, next(self._numbers), future, job))
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="chunklint-worker", daemon=True)
            self._thread.start()
        return future

    def breathe(self) -> None:
        """Run what waits to be done now, if the job that calls this has been running for long.

        For jobs that can stand to have others run inside them, as checks of two documents can.
        """
        # Rules ask this thousands of times in a check, and mostly nothing waits.
        if not self._jobs.queue or threading.current_thread() is not self._thread:
            return
        while len(self._began) < _DEEPEST and time.monotonic() - self._began[-1] > _LONG:
            try:
                item = self._jobs.get_nowait()
            except Empty:
                return
            if item[0] != NOW:
                self._jobs.put(item)
                return
            self._do(item[2], item[3])

    def _run(self) -> None:
        while True:
            _, _, future, job = self._jobs.get()
            self._do(future, job)

    def _do(self, future: Future[Any], job: Callable[[], Any]) -> None:
        if not future.set_running_or_notify_cancel():
            return
        self._began.append(time.monotonic())
        try:
            result = job()
        except BaseException as error:  # compiled libraries panic with a BaseException
            future.set_exception(error)
        else:
            future.set_result(result)
        finally:
            self._began.pop()
