"""Talks to a language server through its pipe and notes when its answers come; it does not look into findings."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import threading
from contextlib import suppress
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.benchmarks.children import environment

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

PATIENCE = 60.0
_PUBLISH = b"textDocument/publishDiagnostics"
# Linux counts processor time in these parts of a second.
_TICKS = os.sysconf("SC_CLK_TCK")


class Message(NamedTuple):
    """What the server sent, and when it was there whole (seconds of `perf_counter`)."""

    body: bytes
    at: float

    @property
    def is_publish(self) -> bool:
        """Whether it publishes diagnostics."""
        return _PUBLISH in self.body[:300] or _PUBLISH in self.body[-300:]


class LanguageServer:
    """A server process with one document open; use it as a context manager."""

    def __init__(self, command: Sequence[str], folder: Path, text: str) -> None:
        self.uri = (folder / "page.md").as_uri()
        self.version = 1
        self._inbox: queue.Queue[Message] = queue.Queue()
        self._number = 0
        self._process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        threading.Thread(target=self._read, daemon=True).start()
        began = perf_counter()
        capabilities = {"general": {"positionEncodings": ["utf-16"]}, "textDocument": {"publishDiagnostics": {}}}
        params = {"processId": os.getpid(), "rootUri": folder.as_uri(), "capabilities": capabilities}
        self.request("initialize", params)
        self._send({"method": "initialized", "params": {}})
        document = {"uri": self.uri, "languageId": "markdown", "version": 1, "text": text}
        self._send({"method": "textDocument/didOpen", "params": {"textDocument": document}})
        self.opened = self.published().at - began

    def __enter__(self) -> LanguageServer:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError, TimeoutError, subprocess.TimeoutExpired):
            self.request("shutdown", None)
            self._send({"method": "exit", "params": None})
            self._process.wait(1)
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()

    def request(self, method: str, params: Any) -> float:
        """Send a request; how long its answer took, in seconds."""
        self._number += 1
        sent = perf_counter()
        self._send({"id": self._number, "method": method, "params": params})
        mark = b'"id":%d' % self._number
        return self._wait(lambda one: mark in one.body.replace(b" ", b"") and not one.is_publish).at - sent

    def change(self, line: int, length: int, text: str) -> float:
        """Replace so many characters at a line's start; how long it took until findings of this version came."""
        sent = perf_counter()
        self.send_changes([(line, length, text)])
        return self.published(self.version).at - sent

    def send_changes(self, changes: Sequence[tuple[int, int, str]]) -> None:
        """Send changes, each in a message of its own, all at once."""
        messages = []
        for line, length, text in changes:
            self.version += 1
            where = {"start": {"line": line, "character": 0}, "end": {"line": line, "character": length}}
            params = {
                "textDocument": {"uri": self.uri, "version": self.version},
                "contentChanges": [{"range": where, "text": text}],
            }
            messages.append(_framed({"method": "textDocument/didChange", "params": params}))
        self._write(b"".join(messages))

    def published(self, version: int | None = None) -> Message:
        """The next findings, of a version or a later one if the server says which."""
        return self._wait(lambda one: one.is_publish and (version is None or _version(one.body, version) >= version))

    def quiet(self, seconds: float) -> list[Message]:
        """What else comes until nothing has come for a while."""
        found: list[Message] = []
        while True:
            try:
                found.append(self._inbox.get(timeout=seconds))
            except queue.Empty:
                return found

    @property
    def peak(self) -> int:
        """The most memory that the process had, in bytes; 0 where the system does not say."""
        with suppress(OSError), open(f"/proc/{self._process.pid}/status", encoding="ascii") as status:  # noqa: PTH123
            return next((1024 * int(line.split()[1]) for line in status if line.startswith("VmHWM")), 0)
        return 0

    @property
    def processor(self) -> float:
        """Seconds of processor time so far; 0 where the system does not say."""
        with suppress(OSError), open(f"/proc/{self._process.pid}/stat", encoding="ascii") as status:  # noqa: PTH123
            fields = status.read().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / _TICKS
        return 0.0

    def _wait(self, wanted: Callable[[Message], bool]) -> Message:
        end = monotonic() + PATIENCE
        while True:
            try:
                message = self._inbox.get(timeout=max(0.0, end - monotonic()))
            except queue.Empty:
                raise TimeoutError("no answer from the server") from None
            if wanted(message):
                return message
            self._answer(message.body)

    def _answer(self, body: bytes) -> None:
        """Answer a request of the server, with nothing."""
        if len(body) < 10_000:
            message = json.loads(body)
            if "method" in message and "id" in message:
                items = message["params"].get("items") if isinstance(message.get("params"), dict) else None
                self._send({"id": message["id"], "result": None if items is None else [None] * len(items)})

    def _send(self, message: dict[str, Any]) -> None:
        self._write(_framed(message))

    def _write(self, data: bytes) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(data)
        self._process.stdin.flush()

    def _read(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        while header := stream.readline():
            length = 0
            while header not in (b"\r\n", b""):
                name, _, value = header.partition(b":")
                length = int(value) if name.lower() == b"content-length" else length
                header = stream.readline()
            self._inbox.put(Message(stream.read(length), perf_counter()))


def _framed(message: dict[str, Any]) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def _version(body: bytes, default: int) -> int:
    """The version that findings are of; the default where they do not say."""
    for part in (body[-60:], body[:300]):
        at = part.rfind(b'"version"')
        digits = part[at + 9 :].lstrip(b" :") if at >= 0 else b""
        number = digits[: len(digits) - len(digits.lstrip(b"0123456789"))]
        if number:
            return int(number)
    return default
