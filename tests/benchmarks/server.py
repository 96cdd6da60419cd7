"""The language server through its pipe, beside rumdl's and one of pygls that finds nothing, all at the same time.

Each key is sent to one server after the other, so that all of them have the same load beside them. What is judged is
the time beyond that which ours waits for further keys of a burst; the ratios and the times in the details include it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import TYPE_CHECKING, Literal

from tests.benchmarks import corpus, peers
from tests.benchmarks.children import CHUNKLINT
from tests.benchmarks.language_server import LanguageServer
from tests.benchmarks.report import Aim, Row

if TYPE_CHECKING:
    from collections.abc import Sequence

SIZES = {"10 KB": 10_000, "100 KB": 100_000, "1 MB": 1_000_000}
KEYS = 40
BURST = 10
# Keys at the pace of somebody who types very fast, or holds one down.
TYPED, PACE = 200, 0.03
HOVERS = 10
OURS, BARE, RUMDL = "chunklint", "bare pygls", "rumdl"
# Milliseconds that our server waits, in case that more keys come at once (see `chunklint.server.analysis`).
WAIT = 2.0
# Milliseconds.
P50 = {"100 KB": Aim("at most", 5), "1 MB": Aim("at most", 15)}
P95 = {"100 KB": Aim("at most", 15)}
WORST = Aim("at most", 150)
AIM_BURST = Aim("at most", 1)
AIM_PEAK = Aim("at most", 120)


def measure(repeats: int) -> list[Row]:
    """All sizes in both languages; ``repeats`` times `KEYS` keys each."""
    rows: list[Row] = []
    for language in ("en", "zh"):
        for name, size in SIZES.items():
            rows += _measure(language, name, size, KEYS * repeats)
    return rows


def _measure(language: Literal["en", "zh"], size: str, length: int, keys: int) -> list[Row]:
    text = corpus.page(language, 1, length)
    commands = {OURS: [*CHUNKLINT, "server"], BARE: [sys.executable, "-m", "tests.benchmarks.bare_server"]}
    rumdl = peers.rumdl()
    if rumdl:
        commands[RUMDL] = [*rumdl, "server", "--stdio"]
    servers: dict[str, LanguageServer] = {}
    with TemporaryDirectory() as name:
        try:
            for who, command in commands.items():
                servers[who] = LanguageServer(command, Path(name), text)
            rows = _typing(f"{size} {language}", size, servers, text.count("\n"), keys)
            return rows + _alone(f"{size} {language}", size, servers[OURS])
        finally:
            for server in servers.values():
                server.__exit__()


def _typing(what: str, size: str, servers: dict[str, LanguageServer], lines: int, keys: int) -> list[Row]:
    """Single keys at random places: from sending one to having the findings."""
    chosen = Random(3)
    took: dict[str, list[float]] = {who: [] for who in servers}
    before = {who: server.processor for who, server in servers.items()}
    for _ in range(keys // 2):
        line = chosen.randrange(lines)
        for who, server in servers.items():
            took[who] += [1e3 * server.change(line, 0, "x"), 1e3 * server.change(line, 1, "")]
    detail = "; ".join(
        f"{who} {median(times):.1f} / {_p95(times):.1f} / {max(times):.1f} ms, "
        f"{1e3 * (servers[who].processor - before[who]) / len(times):.1f} ms of processor"
        for who, times in took.items()
    )
    own = took[OURS]
    rows = [
        Row("server", f"{what}: a key, median beyond the wait", median(own) - WAIT, "ms", detail, P50.get(size)),
        Row("server", f"{what}: a key, 95 in 100 beyond the wait", _p95(own) - WAIT, "ms", "", P95.get(size)),
        Row("server", f"{what}: a key, worst beyond the wait", max(own) - WAIT, "ms", "", WORST),
    ]
    peers_there = [who for who in (BARE, RUMDL) if who in took]
    return rows + [
        Row("server", f"{what}: a key, median", median(own) / median(took[who]), f"x {who}", "") for who in peers_there
    ]


def _alone(what: str, size: str, server: LanguageServer) -> list[Row]:
    """What the others do not offer, or are not asked for."""
    server.quiet(0.3)
    server.send_changes([(0, 0, " ")] * BURST)
    server.published(server.version)
    publishes = 1 + sum(one.is_publish for one in server.quiet(0.3))
    rows = [Row("server", f"{what}: {BURST} keys at once", publishes, "publishes", "", AIM_BURST)]
    rows += _fast_typing(what, server)
    hovers = []
    for _ in range(HOVERS):
        server.send_changes([(0, 0, " ")])
        place = {"textDocument": {"uri": server.uri}, "position": {"line": 2, "character": 0}}
        hovers.append(1e3 * server.request("textDocument/hover", place))
        sleep(PACE)
    rows.append(
        Row("server", f"{what}: a hover while typing, worst", max(hovers), "ms", f"median {median(hovers):.1f}")
    )
    server.quiet(0.3)
    aim = AIM_PEAK if size == "1 MB" else None
    rows.append(Row("server", f"{what}: memory", server.peak / 1e6, "MB at the peak", "", aim))
    rows.append(Row("server", f"{what}: opening", server.opened, "s", "from the start of the process"))
    return rows


def _fast_typing(what: str, server: LanguageServer) -> list[Row]:
    """Many keys at a pace: how long after the last one its findings came, and how many checks there were."""
    first = server.version
    for _ in range(TYPED):
        server.send_changes([(0, 0, " ")])
        sleep(PACE)
    sent = perf_counter()
    last = server.published(first + TYPED)
    behind = max(0.0, 1e3 * (last.at - sent))
    more = sum(one.is_publish for one in server.quiet(0.3))
    detail = f"{TYPED} keys {1e3 * PACE:.0f} ms apart" + (f"; {more} publishes after the last" if more else "")
    return [Row("server", f"{what}: behind the last of many keys", behind, "ms", detail)]


def _p95(times: Sequence[float]) -> float:
    return sorted(times)[int(len(times) * 0.95)]
