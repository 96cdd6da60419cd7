"""The gate: a warm cache against rumdl's, a small change in a large repository, and memory over very many files."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.benchmarks import corpus, peers
from tests.benchmarks.children import CHUNKLINT, interleaved, run
from tests.benchmarks.report import Aim, Row

WARM_PAGES = 1_500
REPOSITORY_PAGES = 2_000
CHANGED_PAGES = 5
MANY_PAGES = 10_000
MANY_BYTES = 2_000
AIM_WARM = Aim("at most", 1)
AIM_CHANGED = Aim("at most", 0.5)

# Long ago: a page that was written a moment before it was linted proves nothing by its times.
_OLD = 1_600_000_000


def measure(repeats: int) -> list[Row]:
    """All three, each in a folder of its own."""
    rows: list[Row] = []
    for one in (_warm, _changed, _many):
        with TemporaryDirectory() as name:
            rows += one(Path(name), repeats)
    return rows


def _warm(folder: Path, repeats: int) -> list[Row]:
    corpus.write_pages(folder, WARM_PAGES)
    for path in folder.rglob("*.md"):
        os.utime(path, (_OLD, _OLD))
    commands = {"own": [*CHUNKLINT, "check", "--output-format", "concise", "."]}
    rumdl = peers.rumdl()
    if rumdl:
        commands["rumdl"] = [*rumdl, "check", "--output-format", "concise", "."]
    for command in commands.values():
        for _ in range(2):  # the second run notes the times, which prove something by now
            run(command, folder)
    costs = interleaved(commands, folder, repeats)
    own = costs["own"]
    if not rumdl:
        return [Row("gate", "warm cache", own.wall, "s", f"{WARM_PAGES} made-up pages")]
    ratio = own.wall / costs["rumdl"].wall
    peer = costs["rumdl"]
    detail = f"{own.wall:.2f} / {peer.wall:.2f} s on the clock, {own.cpu:.2f} / {peer.cpu:.2f} s of a processor"
    return [Row("gate", f"warm cache, {WARM_PAGES} pages", ratio, "x rumdl", detail, AIM_WARM)]


def _changed(folder: Path, repeats: int) -> list[Row]:
    corpus.write_pages(folder, REPOSITORY_PAGES)
    _git(folder, "init", "-q", "-b", "main")
    _git(folder, "add", "-A")
    _git(folder, "-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "-q", "-m", "Begin")
    pages = sorted(folder.rglob("*.md"))
    for path in pages[:: len(pages) // CHANGED_PAGES][:CHANGED_PAGES]:
        with path.open("a", encoding="utf-8") as file:
            file.write("\n## One more section\n\nIt says one thing more.\n")
    commands = {
        "changed": [*CHUNKLINT, "check", "--changed-since", "HEAD", "."],
        "git": ["git", "diff", "--stat", "HEAD"],
    }
    costs = interleaved(commands, folder, repeats)
    own, git = costs["changed"], costs["git"]
    detail = f"{CHANGED_PAGES} of {REPOSITORY_PAGES} pages; {own.cpu:.2f} s of a processor; git diff {git.wall:.2f} s"
    return [Row("gate", "--changed-since", own.wall, "s on the clock", detail, AIM_CHANGED)]


def _many(folder: Path, repeats: int) -> list[Row]:
    for seed in range(MANY_PAGES):
        path = folder / f"part-{seed // 100:03}" / f"page-{seed:05}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(corpus.page("zh" if seed % 2 else "en", seed % 500, MANY_BYTES), "utf-8")
    command = [*CHUNKLINT, "check", "."]
    cold, warm = run(command, folder), run(command, folder)
    return [
        Row("memory", f"{MANY_PAGES} files, {name}", cost.peak / 1e6, "MB at the peak", f"{cost.wall:.1f} s")
        for name, cost in (("cold", cold), ("warm", warm))
    ]


def _git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)
