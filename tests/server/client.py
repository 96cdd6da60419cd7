"""A client that speaks the protocol with a real server process, for tests; it knows nothing of documents."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

# As long as a test waits for one message; only a server that hangs needs it.
PATIENCE = 30.0

PULLS: dict[str, Any] = {"textDocument": {"diagnostic": {"dynamicRegistration": True}}}
UTF8: dict[str, Any] = {"general": {"positionEncodings": ["utf-16", "utf-8"]}}


def merged(*capabilities: Mapping[str, Any]) -> dict[str, Any]:
    """Capabilities put together, one level of groups deep."""
    result: dict[str, Any] = {}
    for one in capabilities:
        for group, values in one.items():
            result[group] = {**result.get(group, {}), **values}
    return result


class Client:
    """A server process with what it has sent; use it as a context manager."""

    def __init__(self, *argv: str, cwd: Path | None = None, environ: Mapping[str, str] | None = None) -> None:
        env = {**os.environ, "LC_ALL": "C.UTF-8", **(environ or {})}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "chunklint", "server", *argv],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            env=env,
        )
        self.log: list[str] = []
        self.seen: list[dict[str, Any]] = []
        self.on_request: dict[str, Callable[[Any], Any]] = {}
        self._inbox: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._numbers = 0
        for target in (self._read, self._read_log):
            threading.Thread(target=target, daemon=True).start()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                with suppress(BrokenPipeError):
                    stream.close()

    def start(
        self,
        capabilities: Mapping[str, Any] | None = None,
        folders: Sequence[str] = (),
        options: Mapping[str, Any] | None = None,
        **more: Any,
    ) -> dict[str, Any]:
        """Initialize the server; its capabilities."""
        params = {
            "processId": os.getpid(),
            "rootUri": folders[0] if folders else None,
            "workspaceFolders": [{"uri": uri, "name": uri.rpartition("/")[2]} for uri in folders] or None,
            "capabilities": capabilities or {},
            "initializationOptions": options,
            **more,
        }
        result: dict[str, Any] = self.request("initialize", params)["capabilities"]
        self.notify("initialized", {})
        return result

    def stop(self) -> int:
        """Say goodbye; the exit code."""
        self.request("shutdown", None)
        self.notify("exit", None)
        return self.process.wait(PATIENCE)

    def send(self, message: Mapping[str, Any]) -> None:
        self.send_bytes(framed(message))

    def send_bytes(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def notify(self, method: str, params: Any) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method: str, params: Any) -> int:
        """Send a request and do not wait for its answer."""
        self._numbers += 1
        self.send({"jsonrpc": "2.0", "id": self._numbers, "method": method, "params": params})
        return self._numbers

    def answer(self, number: int) -> dict[str, Any]:
        """The answer to a request."""
        return self.wait(lambda message: message.get("id") == number and "method" not in message)

    def request(self, method: str, params: Any) -> Any:
        """The result of a request; an error fails the test."""
        answer = self.answer(self.ask(method, params))
        assert "error" not in answer, answer["error"]
        return answer["result"]

    def wait(self, wanted: Callable[[dict[str, Any]], bool], seconds: float = PATIENCE) -> dict[str, Any]:
        """The first message not waited for yet that is wanted."""
        for message in self.seen:
            if wanted(message):
                self.seen.remove(message)
                return message
        end = time.monotonic() + seconds
        while True:
            message = self._next(end - time.monotonic())
            if wanted(message):
                return message
            self.seen.append(message)

    def notified(self, method: str, seconds: float = PATIENCE) -> Any:
        """The parameters of the next notification of a method."""
        return self.wait(lambda message: message.get("method") == method, seconds)["params"]

    def published(self, uri: str, version: int | None = None, seconds: float = PATIENCE) -> list[dict[str, Any]]:
        """The diagnostics published for a document (of a version, if given)."""

        def wanted(message: dict[str, Any]) -> bool:
            params = message.get("params")
            return (
                message.get("method") == "textDocument/publishDiagnostics"
                and params["uri"] == uri
                and (version is None or params.get("version") == version)
            )

        result: list[dict[str, Any]] = self.wait(wanted, seconds)["params"]["diagnostics"]
        return result

    def quiet(self, seconds: float = 0.3) -> list[dict[str, Any]]:
        """All messages not waited for, after nothing has come for a while."""
        while True:
            try:
                self.seen.append(self._next(seconds))
            except TimeoutError:
                return self.seen

    def open(self, uri: str, text: str, language: str = "markdown", version: int = 1) -> None:
        document = {"uri": uri, "languageId": language, "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})

    def change(self, uri: str, version: int, *changes: tuple[tuple[int, int, int, int], str] | str) -> None:
        """Send changes: a range (line, column, line, column) and its text, or all of the text."""
        self.change_often(uri, [version], *changes)

    def change_often(
        self, uri: str, versions: Iterable[int], *changes: tuple[tuple[int, int, int, int], str] | str
    ) -> None:
        """Send the same changes under several versions at once."""
        contents = [
            {"text": one}
            if isinstance(one, str)
            else {
                "range": {
                    "start": {"line": one[0][0], "character": one[0][1]},
                    "end": {"line": one[0][2], "character": one[0][3]},
                },
                "text": one[1],
            }
            for one in changes
        ]
        self.send_bytes(
            b"".join(
                framed(
                    {
                        "jsonrpc": "2.0",
                        "method": "textDocument/didChange",
                        "params": {"textDocument": {"uri": uri, "version": version}, "contentChanges": contents},
                    }
                )
                for version in versions
            )
        )

    def close(self, uri: str) -> None:
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def pull(self, uri: str, previous: str | None = None) -> dict[str, Any]:
        params = {"textDocument": {"uri": uri}, "previousResultId": previous}
        result: dict[str, Any] = self.request("textDocument/diagnostic", params)
        return result

    def _next(self, seconds: float) -> dict[str, Any]:
        """The next message; the server's requests are answered on the way."""
        try:
            message = self._inbox.get(timeout=max(0.0, seconds))
        except queue.Empty:
            raise TimeoutError(f"no such message; the server said: {''.join(self.log)}") from None
        if message is None:
            self._inbox.put(None)
            raise EOFError(f"the server has ended; it said: {''.join(self.log)}")
        if "method" in message and "id" in message:
            answer = self.on_request.get(message["method"], lambda params: None)(message.get("params"))
            self.send({"jsonrpc": "2.0", "id": message["id"], "result": answer})
        return message

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while header := stream.readline():
            length = 0
            while header not in (b"\r\n", b""):
                name, _, value = header.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
                header = stream.readline()
            self._inbox.put(json.loads(stream.read(length)))
        self._inbox.put(None)

    def _read_log(self) -> None:
        stream = self.process.stderr
        assert stream is not None
        for line in stream:
            self.log.append(line.decode("utf-8", "replace"))


def framed(message: Mapping[str, Any]) -> bytes:
    """A message as it goes over the wire."""
    body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
