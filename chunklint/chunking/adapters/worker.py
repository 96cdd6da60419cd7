"""The program that runs a library in a process of its own: a request a line comes in, an answer a line goes out.

It is started by its path, perhaps by another Python than the one that chunklint is installed for. So it brings the
package `chunklint` along from where it lies itself, without anything else that is installed there.
"""

from __future__ import annotations

import faulthandler
import json
import os
import sys
from importlib import import_module
from importlib.util import spec_from_file_location
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType

# Seconds beyond the time limit after which a process ends itself: whoever started it may be gone. Loading a library is
# in it.
_GRACE = 120
_LOCAL = ("127.", "::1", "localhost")


def main() -> None:
    """Answer requests until the input ends."""
    answers = _own_output()
    _bring_chunklint()
    sys.addaudithook(_stay_offline)
    for line in sys.stdin.buffer:
        request = json.loads(line)
        # It works even where a library never gives Python a turn.
        faulthandler.dump_traceback_later(request.pop("seconds") + _GRACE, exit=True)
        call, trouble = _loaded(request)
        _write(answers, trouble or {"loaded": True})
        if call is not None:
            _write(answers, _answer(call, request))
        faulthandler.cancel_dump_traceback_later()


def _own_output() -> IO[bytes]:
    """Standard output for the answers alone: what libraries print goes nowhere."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return answers


def _bring_chunklint() -> None:
    package = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # noqa: PTH100, PTH120
    sys.meta_path.insert(0, _OnlyChunklint(package))


class _OnlyChunklint:
    """Finds the package `chunklint` at its place."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name != "chunklint":
            return None
        first = os.path.join(self._folder, "__init__.py")  # noqa: PTH118
        return spec_from_file_location(name, first, submodule_search_locations=[self._folder])


def _stay_offline(event: str, arguments: tuple[Any, ...]) -> None:
    """Nothing is fetched: a library that would is told that there is no network."""
    if event == "socket.getaddrinfo":
        host = arguments[0]
    elif event == "socket.connect" and isinstance(arguments[1], tuple):
        host = arguments[1][0]
    else:
        return
    if host and not str(host).startswith(_LOCAL):
        raise PermissionError("chunklint runs splitters without a network")


def _write(answers: IO[bytes], answer: dict[str, Any]) -> None:
    answers.write(json.dumps(answer).encode() + b"\n")
    answers.flush()


def _loaded(request: dict[str, Any]) -> tuple[Callable[[Any], Any] | None, dict[str, Any]]:
    """The function that calls the library, with the library loaded; or why it cannot be had."""
    module, function = request.pop("module"), request.pop("function")
    try:
        adapter = import_module(f"chunklint.chunking.adapters.{module}")
        if module == "own":
            adapter.load(request["splitter"], request["root"])
    except Exception as error:
        return None, {"missing" if isinstance(error, ModuleNotFoundError) else "broken": _said(error)}
    return getattr(adapter, function), {}


def _answer(call: Callable[[Any], Any], request: dict[str, Any]) -> dict[str, Any]:
    from chunklint.chunking.adapters.request import Request

    try:
        return {"chunks": [list(stored) for stored in call(Request(**request))]}
    except TypeError as error:
        return {"format" if _is_about_format(error) else "failed": _said(error)}
    except Exception as error:
        return {"failed": _said(error)}


def _is_about_format(error: TypeError) -> bool:
    """Whether it was raised by the module `own` itself, not by the project's function."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is not None and os.path.basename(trace.tb_frame.f_code.co_filename) == "own.py"  # noqa: PTH119


def _said(error: Exception) -> str:
    """The first line of what an error says, with its type; bounded, since some hold whole pages."""
    text = str(error).strip().split("\n")[0][:200]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


if __name__ == "__main__":
    main()
