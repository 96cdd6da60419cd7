"""Throughput and memory: `check` over a thousand pages against other linters of Markdown, by processor time."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks import corpus, peers
from tests.benchmarks.children import CHUNKLINT, ROOT, WITHOUT_FAST, Usage, interleaved
from tests.benchmarks.report import Aim, Row

# Of rumdl's throughput, with the `fast` extra and without it; of markdownlint-cli2's; megabytes at the peak.
AIM_RUMDL = {"fast": Aim("at least", 0.5), "without fast": Aim("at least", 0.33)}
AIM_MARKDOWNLINT = Aim("at least", 5)
# Folders of 50 made-up pages; a copy of all real ones.
MARKDOWNLINT_FOLDERS = {"made-up": 3, "real": 1}
AIM_PEAK = Aim("at most", 100)


def measure(repeats: int) -> list[Row]:
    """Throughput on made-up pages, and on real ones where they lie beside the checkout."""
    shared = Path(os.environ.get("CHUNKLINT_SHARED") or Path(ROOT).parent / "shared")
    rows: list[Row] = []
    for kind in ("made-up", "real"):
        with TemporaryDirectory() as name:
            folder = Path(name)
            size = corpus.write_pages(folder) if kind == "made-up" else corpus.write_real_pages(folder, shared)
            if size:
                rows += _measure(kind, folder, size, repeats)
    return rows


def _measure(kind: str, folder: Path, size: int, repeats: int) -> list[Row]:
    commands = {
        "fast": [*CHUNKLINT, "check", "--no-cache", "."],
        "without fast": [*WITHOUT_FAST, "check", "--no-cache", "."],
    }
    sizes = dict.fromkeys(commands, size)
    rumdl, markdownlint = peers.rumdl(), peers.markdownlint()
    if rumdl:
        commands["rumdl"] = [*rumdl, "check", "--no-cache", "."]
        sizes["rumdl"] = size
    if markdownlint:
        # It takes minutes for all: its speed is measured on the first folders.
        part = sorted(folder.iterdir())[: MARKDOWNLINT_FOLDERS[kind]]
        commands["markdownlint-cli2"] = [*markdownlint, *(f"{inner.name}/*.md" for inner in part)]
        sizes["markdownlint-cli2"] = sum(file.stat().st_size for inner in part for file in inner.iterdir())
    costs = interleaved(commands, folder, repeats)
    rows: list[Row] = []
    for own in ("fast", "without fast"):
        for peer, aim in (("rumdl", AIM_RUMDL[own]), ("markdownlint-cli2", AIM_MARKDOWNLINT)):
            if peer in costs:
                rows.append(_row(kind, own, peer, costs, sizes, aim))
        peak = costs[own].peak / 1e6
        detail = f"{size / 1e6:.1f} MB of pages"
        rows.append(Row("memory", f"{kind} pages, {own}", peak, "MB at the peak", detail, AIM_PEAK))
    return rows


def _row(kind: str, own: str, peer: str, costs: dict[str, Usage], sizes: dict[str, int], aim: Aim) -> Row:
    speed = {name: sizes[name] / 1e6 / cost.cpu for name, cost in costs.items()}
    clock = costs[peer].wall / sizes[peer] / (costs[own].wall / sizes[own])
    detail = f"{speed[own]:.2f} / {speed[peer]:.2f} MB a processor second; on the clock {clock:.2f} x"
    return Row("throughput", f"{kind} pages, {own}", speed[own] / speed[peer], f"x {peer}", detail, aim)
