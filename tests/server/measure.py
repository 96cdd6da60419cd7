"""Measures the server through its pipe: ``python -m tests.server.measure FILE...``; it judges nothing.

Figures are milliseconds: from sending a change to having its diagnostics, median, 95th percentile and worst; how many
publishes a burst of ten changes gives; a hover during typing; and the process' largest memory.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

from tests.server.client import UTF8, Client

URI = "file:///measured/page.md"
EDITS = 60


def main(paths: list[str]) -> None:
    for path in paths:
        text = Path(path).read_text("utf-8").replace("\r\n", "\n")
        with Client() as client:
            client.start(UTF8)
            start = time.perf_counter()
            client.open(URI, text)
            client.published(URI, 1)
            opened = 1e3 * (time.perf_counter() - start)
            took, version = changes(client, text)
            publishes, version = burst(client, version)
            hover = hover_while_typing(client, version)
            memory = peak(client)
            assert client.stop() == 0
        took.sort()
        print(
            f"{len(text.encode()):>9,} bytes  open {opened:7.1f}  change p50 {took[len(took) // 2]:7.1f}"
            f"  p95 {took[int(len(took) * 0.95)]:7.1f}  worst {took[-1]:7.1f}  burst {publishes} publish"
            f"  hover {hover:6.1f}  memory {memory} MB",
            flush=True,
        )


def changes(client: Client, text: str) -> tuple[list[float], int]:
    """How long each of some single-character edits took."""
    lines = text.split("\n")
    chosen = random.Random(3)
    took, version = [], 1
    for _ in range(EDITS):
        version += 1
        line = chosen.randrange(len(lines))
        start = time.perf_counter()
        client.change(URI, version, ((line, 0, line, 0), "x"))
        client.published(URI, version)
        took.append(1e3 * (time.perf_counter() - start))
        client.change(URI, version + 1, ((line, 0, line, 1), ""))
        version += 1
        client.published(URI, version)
    return took, version


def burst(client: Client, version: int) -> tuple[int, int]:
    """How many publishes ten changes at once give."""
    for _ in range(10):
        version += 1
        client.change(URI, version, ((0, 0, 0, 0), " "))
    client.published(URI, version)
    more = client.quiet(0.2)
    publishes = 1 + sum(one.get("method") == "textDocument/publishDiagnostics" for one in more)
    client.seen.clear()
    return publishes, version


def hover_while_typing(client: Client, version: int) -> float:
    """The slowest of some hovers asked right behind a change, in milliseconds."""
    worst = 0.0
    for _ in range(10):
        version += 1
        client.change(URI, version, ((0, 0, 0, 0), " "))
        start = time.perf_counter()
        client.request("textDocument/hover", {"textDocument": {"uri": URI}, "position": {"line": 2, "character": 0}})
        worst = max(worst, 1e3 * (time.perf_counter() - start))
        time.sleep(0.03)
    return worst


def peak(client: Client) -> int:
    status = Path(f"/proc/{client.process.pid}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM")) // 1024


if __name__ == "__main__":
    main(sys.argv[1:])
