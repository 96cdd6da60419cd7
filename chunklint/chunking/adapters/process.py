"""Runs somebody else's splitter in a process of its own, with a time limit; what comes back is not judged here.

A process keeps the library loaded and serves one request at a time. It is ended when it takes too long, and started
anew for the next page. So no library can take an editor or a run down: neither by hanging nor by crashing, printing,
exhausting memory or holding Python's lock.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from threading import Lock, Timer
from typing import TYPE_CHECKING, Any

from chunklint.chunking.adapters.catalogue import ADAPTERS
from chunklint.chunking.adapters.errors import PageError, SplitterError
from chunklint.chunking.adapters.request import Stored

if TYPE_CHECKING:
    from chunklint.chunking.adapters.request import Request

_WORKER = Path(__file__).with_name("worker.py")

# What keeps libraries from fetching models and from reporting their use.
_OFFLINE = {
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "DO_NOT_TRACK": "1",
    "SCARF_NO_ANALYTICS": "true",
    "UNSTRUCTURED_DISABLE_NOTICE": "1",
    "TOKENIZERS_PARALLELISM": "false",
    "PYTHONIOENCODING": "utf-8",
}
# Seconds that loading a library may take: docling takes 4, more with a cold disk.
_LOADING = 60
# Timeouts in a row after which a splitter is not asked for so many seconds.
_PATIENCE = 2
_REST = 60
_BAD_COMMAND_LINE = 2  # as Python says it where it does not know -P
# Processes that are kept: an editor with several folders, or a run under several profiles, changes between few of them,
# and each holds a library in memory.
_MOST_KEPT = 4


def run(request: Request, python: str | None, seconds: int) -> list[Stored]:
    """The chunks that a splitter gives for a text.

    ``python`` is the interpreter to run it with, the own one by default. Raises PageError where the splitter fails or
    takes longer than ``seconds``, SplitterError where it cannot be run at all.
    """
    adapter = ADAPTERS.get(request.splitter)
    process = _process(python or sys.executable, None if adapter else request.root)
    message = request._asdict() | {
        "module": adapter.module if adapter else "own",
        "function": adapter.function if adapter else "call",
        "seconds": seconds,
    }
    answer = process.ask(message, seconds)
    if "chunks" in answer:
        return [Stored(text, start, tuple(headings)) for text, start, headings in answer["chunks"]]
    if "failed" in answer:
        raise PageError("failed", splitter=request.splitter, error=answer["failed"])
    if "format" in answer:
        raise PageError("format", splitter=request.splitter, given=answer["format"].partition(": ")[2])
    raise SplitterError(_cannot_run(request.splitter, python, answer))


def answer_to(request: Request, module: str, function: str, python: str | None, seconds: int) -> dict[str, Any]:
    """What a function of a module of this package answers in its own process.

    The answer has ``chunks``, the rows that the function gave, or ``missing``, ``broken`` or ``failed`` with a reason.
    Raises PageError where it takes too long, SplitterError where the Python cannot be run.
    """
    message = request._asdict() | {"module": module, "function": function, "seconds": seconds}
    return _process(python or sys.executable, request.root).ask(message, seconds)


class _Process:
    """One interpreter that serves requests, started when first asked."""

    def __init__(self, python: str) -> None:
        self._python = python
        self._lock = Lock()
        self._running: subprocess.Popen[bytes] | None = None
        self._has_answered = False
        self._timeouts: dict[str, int] = {}
        self._rests_until: dict[str, float] = {}

    def ask(self, message: dict[str, Any], seconds: int) -> dict[str, Any]:
        """The answer to a request. Raises PageError where it takes longer than the time given, SplitterError."""
        splitter = message["splitter"]
        with self._lock:
            if time.monotonic() < self._rests_until.get(splitter, 0):
                raise PageError("resting", splitter=splitter)
            running = self._started()
            stopped: list[bool] = []
            answer = _said(running, message, _LOADING, stopped)
            if answer and "loaded" in answer:
                answer = _said(running, None, seconds, stopped)
            if answer is not None:
                self._has_answered = True
                self._timeouts.pop(splitter, None)
                return answer
            has_answered = self._has_answered
            self.end()
            if stopped:
                self._note_timeout(splitter)
                raise PageError("timeout", splitter=splitter, seconds=seconds)
            if running.returncode == _BAD_COMMAND_LINE and not has_answered:
                raise SplitterError(f"python = {self._python!r} does not start; it has to be Python 3.11 or newer")
            return {"failed": f"its process ended ({_ending(running.returncode)})"}

    def _note_timeout(self, splitter: str) -> None:
        """Let a splitter that hangs again and again rest, so that a run or an editor does not wait for every page."""
        self._timeouts[splitter] = self._timeouts.get(splitter, 0) + 1
        if self._timeouts[splitter] >= _PATIENCE:
            self._rests_until[splitter] = time.monotonic() + _REST

    @property
    def is_running(self) -> bool:
        """Whether there is a process."""
        return self._running is not None

    def end_if_idle(self) -> None:
        """End the process unless it is answering just now."""
        if self._lock.acquire(blocking=False):
            try:
                self.end()
            finally:
                self._lock.release()

    def end(self) -> None:
        """End the process; the next request starts another."""
        running, self._running, self._has_answered = self._running, None, False
        if running is not None:
            running.kill()
            running.wait()
            for stream in (running.stdin, running.stdout):
                if stream is not None:
                    with suppress(OSError):  # what was not written goes nowhere
                        stream.close()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._running is None or self._running.poll() is not None:
            self.end()
            # -P: what lies beside the worker or in the working directory must not stand in for a library.
            command = [self._python, "-P", str(_WORKER)]
            try:
                self._running = subprocess.Popen(
                    command,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    env=os.environ | _OFFLINE,
                )
            except OSError as error:
                reason = error.strerror or type(error).__name__
                raise SplitterError(f"python = {self._python!r} cannot be run: {reason}") from None
        return self._running


def _said(
    running: subprocess.Popen[bytes], message: dict[str, Any] | None, seconds: int, stopped: list[bool]
) -> dict[str, Any] | None:
    """What a process says next, to a message if there is one; None where it ends first.

    It is ended, and ``stopped`` gets an element, where it takes longer than ``seconds``.
    """

    def stop() -> None:
        stopped.append(True)
        running.kill()

    timer = Timer(seconds, stop)
    timer.daemon = True
    timer.start()
    try:
        assert running.stdin is not None
        assert running.stdout is not None
        if message is not None:
            running.stdin.write(json.dumps(message).encode() + b"\n")
            running.stdin.flush()
        line = running.stdout.readline()
        answer: dict[str, Any] | None = json.loads(line) if line.endswith(b"\n") else None
        return answer
    except (OSError, ValueError):  # a pipe that broke, or was closed on the way out
        return None
    finally:
        timer.cancel()


def _ending(code: int | None) -> str:
    return f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"


def _cannot_run(splitter: str, python: str | None, answer: dict[str, Any]) -> str:
    adapter = ADAPTERS.get(splitter)
    said = answer.get("missing") or answer.get("broken")
    if adapter is None:
        return f"splitter {splitter!r} cannot be loaded ({said})"
    if "missing" in answer:
        install = f"pip install 'chunklint-lsp[{adapter.extra}]'"
        if python is not None:
            install = f"{python} -m pip install {adapter.distribution}"
        return f"splitter {splitter!r} needs a package that is not installed ({said}): {install}"
    return f"splitter {splitter!r} needs {adapter.distribution}, which fails to load ({said})"


# By interpreter, by the project whose code runs (two may have modules of one name), and by the process that asks: a
# fork must not talk to its parent's.
_processes: dict[tuple[str, str | None, int], _Process] = {}
_lock = Lock()


def _process(python: str, project: str | None) -> _Process:
    key = (python, project, os.getpid())
    with _lock:
        if not _processes:
            atexit.register(_end_all)
        # The last one asked for stands last.
        process = _processes.pop(key, None) or _Process(python)
        if not process.is_running:
            _end_idle()
        _processes[key] = process
        return process


def _end_idle() -> None:
    """End the processes that were asked longest ago, so that there is room for one more; a request starts them again.

    One that is just answering is left alone.
    """
    running = [one for (_, _, owner), one in _processes.items() if owner == os.getpid() and one.is_running]
    for process in running[: max(0, len(running) - _MOST_KEPT + 1)]:
        process.end_if_idle()


def _end_all() -> None:
    for (_, _, owner), process in _processes.items():
        if owner == os.getpid():
            process.end()
