"""One thread that does the checking, so that the server answers while it works; what is done is the callers' part."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from itertools import count
from queue import PriorityQueue
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")

NOW, LATER = 0, 1
"""What is open comes before what is not."""


class Worker:
    """Runs jobs one after the other; the process may end in the middle of one.

    One thread and no more: jobs hold the interpreter's lock, and one document's jobs must not overtake each other.
    """

    def __init__(self) -> None:
        self._jobs: PriorityQueue[tuple[int, int, Future[Any], Callable[[], Any]]] = PriorityQueue()
        self._numbers = count()
        self._thread: threading.Thread | None = None

    def submit(self, job: Callable[[], Result], priority: int = NOW) -> Future[Result]:
        """The future of a job's result; cancelled before the job begins, it is not run."""
        future: Future[Result] = Future()
        self._jobs.put((priority, next(self._numbers), future, job))
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="chunklint-worker", daemon=True)
            self._thread.start()
        return future

    def _run(self) -> None:
        while True:
            _, _, future, job = self._jobs.get()
            if not future.set_running_or_notify_cancel():
                continue
            try:
                result = job()
            except BaseException as error:  # compiled libraries panic with a BaseException
                future.set_exception(error)
            else:
                future.set_result(result)
