"""Carries messages between the client and the protocol, and ends with the client; it understands none of them.

Reading happens in a thread, so that messages which wait can be counted: a check starts when a burst of them is over.
"""

from __future__ import annotations

import asyncio
import os
import re
import select
import sys
import threading
import time
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

    from pygls.protocol import JsonRPCProtocol

_CHUNK = 1 << 16
# A header is a line or two; more than this without an end is no header.
_LONGEST_HEADER = 4096
# No message is larger: ten times the largest page that is checked, escaped as JSON in the worst way.
_LARGEST_BODY = 1 << 29
_LENGTH = re.compile(rb"content-length:[ \t]*(\d+)[ \t]*(?:\r?\n|\Z)", re.IGNORECASE)
_HEADER_END = re.compile(rb"\r?\n\r?\n")
# Seconds between two looks whether the client is still there, where its end of the pipe does not say so.
_LOOK_AFTER = 2.0


class Receiver(Protocol):
    """What messages are handed to. ``receive`` raises nothing; ``garbled`` is told of bytes that are no message."""

    def receive(self, body: bytes) -> None:
        """One message."""
        ...

    def garbled(self) -> None:
        """Bytes were skipped."""
        ...


class Splitter:
    """Parts a stream of bytes into messages; after bytes that are none it goes on at the next header.

    >>> Splitter(lambda: print("skipped")).feed(b"nonsense\\r\\n\\r\\nContent-Length: 2\\r\\n\\r\\n{}")
    skipped
    [b'{}']
    """

    def __init__(self, garbled: Callable[[], None]) -> None:
        self._garbled = garbled
        self._buffer = bytearray()
        self._missing = -1

    def feed(self, data: bytes) -> list[bytes]:
        """The messages that are whole with these bytes."""
        self._buffer += data
        messages = []
        while self._missing >= 0 or self._read_header():
            if len(self._buffer) < self._missing:
                break
            messages.append(bytes(self._buffer[: self._missing]))
            del self._buffer[: self._missing]
            self._missing = -1
        return messages

    def _read_header(self) -> bool:
        """Take a header off the buffer; whether there was a whole one."""
        while True:
            end = _HEADER_END.search(self._buffer)
            if end is None:
                if len(self._buffer) > _LONGEST_HEADER:
                    self._skip(len(self._buffer))
                return False
            lengths = _LENGTH.findall(self._buffer, 0, end.end())
            if lengths and len(lengths[-1]) < 12 and int(lengths[-1]) <= _LARGEST_BODY:
                self._missing = int(lengths[-1])
                del self._buffer[: end.end()]
                return True
            self._skip(end.end())

    def _skip(self, end: int) -> None:
        del self._buffer[:end]
        self._garbled()


class Inbox:
    """Messages that were read and wait for the event loop, one handled at a time."""

    def __init__(self, loop: asyncio.AbstractEventLoop, receiver: Receiver, readable: Callable[[], bool]) -> None:
        self._loop = loop
        self._receiver = receiver
        self._readable = readable
        self._waiting: deque[bytes] = deque()
        self._splitter = Splitter(self._skipped)

    def is_busy(self) -> bool:
        """Whether messages wait to be handled or read."""
        return bool(self._waiting) or self._readable()

    def feed(self, data: bytes) -> None:
        """Take bytes that were read, in any thread."""
        for message in self._splitter.feed(data):
            self._waiting.append(message)
            self._loop.call_soon_threadsafe(self._next)

    def _skipped(self) -> None:
        self._loop.call_soon_threadsafe(self._receiver.garbled)

    def _next(self) -> None:
        self._receiver.receive(self._waiting.popleft())


class Connection:
    """One client's connection. `end` may be called in any thread and ends it with an exit code."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._done: asyncio.Future[int] = self._loop.create_future()
        self.inbox: Inbox | None = None

    def is_busy(self) -> bool:
        """Whether messages from the client wait."""
        return self.inbox is not None and self.inbox.is_busy()

    def end(self, code: int) -> None:
        """Let `ended` return."""
        with suppress(RuntimeError):  # it has ended before
            self._loop.call_soon_threadsafe(self._end, code)

    def _end(self, code: int) -> None:
        if not self._done.done():
            self._done.set_result(code)

    async def ended(self) -> int:
        """The exit code, when there is one."""
        return await self._done


async def serve_stdio(connection: Connection, receiver: Receiver, protocol: JsonRPCProtocol) -> int:
    """Serve the client at standard input and output until it goes or says so; the exit code."""
    from pygls.io_ import StdoutWriter

    source = os.dup(sys.stdin.fileno())
    # What anything prints by mistake must not get between the messages.
    target = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    protocol.set_writer(StdoutWriter(target))
    inbox = connection.inbox = Inbox(asyncio.get_running_loop(), receiver, lambda: _is_readable(source))

    def read() -> None:
        try:
            while data := os.read(source, _CHUNK):
                inbox.feed(data)
        except (OSError, RuntimeError):  # the pipe is broken, or the loop has ended
            pass
        connection.end(1)

    threading.Thread(target=read, name="chunklint-reader", daemon=True).start()
    return await connection.ended()


async def serve_tcp(connection: Connection, receiver: Receiver, protocol: JsonRPCProtocol, host: str, port: int) -> int:
    """Serve the first client that connects to a port of this machine until it goes; the exit code."""
    inbox = connection.inbox = Inbox(asyncio.get_running_loop(), receiver, lambda: False)
    taken = False

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal taken
        if taken:
            writer.close()
            return
        taken = True
        protocol.set_writer(writer)
        try:
            while data := await reader.read(_CHUNK):
                inbox.feed(data)
        except OSError:
            pass
        connection.end(1)

    server = await asyncio.start_server(connected, host, port)
    # Whoever let the system choose a port has to be told which.
    print(f"chunklint: listening on {host}:{server.sockets[0].getsockname()[1]}", file=sys.stderr, flush=True)  # noqa: T201
    async with server:
        return await connection.ended()


def end_with(process: int) -> None:
    """End this process when another one has ended; for clients that leave the pipe open behind them."""

    def watch() -> None:
        while _is_alive(process):
            time.sleep(_LOOK_AFTER)
        os._exit(1)

    threading.Thread(target=watch, name="chunklint-watch", daemon=True).start()


def _is_readable(source: int) -> bool:
    if sys.platform == "win32":  # select takes sockets only there
        return False
    try:
        return bool(select.select([source], [], [], 0)[0])
    except (OSError, ValueError):
        return False


def _is_alive(process: int) -> bool:
    if sys.platform == "win32":
        return _is_alive_on_windows(process)
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True  # it is there, and somebody else's
    return True


def _is_alive_on_windows(process: int) -> bool:
    import ctypes

    synchronize, still_running = 0x00100000, 0x00000102
    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined]
    handle = kernel.OpenProcess(synchronize, False, process)
    if not handle:
        return False
    try:
        return bool(kernel.WaitForSingleObject(handle, 0) == still_running)
    finally:
        kernel.CloseHandle(handle)
