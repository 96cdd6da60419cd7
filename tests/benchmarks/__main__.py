"""`python -m tests.benchmarks`: runs the benchmarks and prints a table; exit code 1 if an aim was missed."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from tests.benchmarks.children import ROOT
from tests.benchmarks.report import Row, table, write_json

NAMES = ("cold-start", "throughput", "preview", "stages", "server", "retrieval", "gate", "splitters")


def main(argv: list[str] | None = None) -> int:
    """Run the benchmarks that were asked for, one after the other."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", help=f"{', '.join(NAMES)} (default: all)")
    parser.add_argument("--repeats", type=int, default=5, help="turns of each command and its peers (default: 5)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to FILE too")
    parser.add_argument("--hot-spots", metavar="FOLDER", help="profile a check of FOLDER's pages instead")
    options = parser.parse_args(argv)
    unknown = set(options.names) - set(NAMES)
    if unknown:
        parser.error(f"unknown benchmark {', '.join(sorted(unknown))}: known are {', '.join(NAMES)}")
    if options.hot_spots:
        from tests.benchmarks.hot_spots import hot_spots

        _say(hot_spots(options.hot_spots))
        return 0
    rows: list[Row] = []
    for name in options.names or NAMES:
        _say(f"{name} … (load {', '.join(f'{load:.1f}' for load in os.getloadavg())})")
        rows += _measure(name, options.repeats)
    _say("\n" + table(rows))
    if options.json:
        write_json(rows, options.json)
    return 1 if any(row.verdict == "MISSED" for row in rows) else 0


def _measure(name: str, repeats: int) -> list[Row]:
    if name == "cold-start":
        from tests.benchmarks import cold_start

        rows = cold_start.measure(repeats)
        _say("\n".join(cold_start.slowest_imports()))
        return rows
    if name == "throughput":
        from tests.benchmarks import throughput

        return throughput.measure(repeats)
    if name == "retrieval":
        from tests.benchmarks import retrieval

        return retrieval.measure()
    if name == "splitters":
        from tests.benchmarks import splitters

        return splitters.measure(repeats)
    if name == "preview":
        from tests.benchmarks import preview

        return preview.measure(repeats)
    if name == "server":
        from tests.benchmarks import server

        return server.measure(repeats)
    if name == "gate":
        from tests.benchmarks import gate

        return gate.measure(repeats)
    from tests.benchmarks import stages

    return stages.measure(repeats)


def _say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main())
