"""Whatever moment a run is killed at: no file is ever half written, and the next run is right."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.program import chunklint
from tests.gate.killing import KILLS

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes end differently there")

# Long enough that a write takes several calls to the system.
TEXT = "A sentence that nobody has to mend. " * 800
SAFE = (f"##Install\n\n{TEXT}\n\n##使用\n\n正文。\n", f"## Install\n\n{TEXT}\n\n## 使用\n\n正文。\n")
UNSAFE = (f"# A\n\n### B\n\n{TEXT}\n\n#### C\n\nText.\n", f"# A\n\n## B\n\n{TEXT}\n\n### C\n\nText.\n")

# A program that is ready to go, and again and again has a copy of itself start over and be killed a moment later.
# The moments, up to so many seconds after the start, are those of several writes.
KILLED = """
import os, random, shutil, signal, sys, time
from chunklint.__main__ import main

def work():
    shutil.copy("before.txt", "new")
    os.replace("new", "page.md")
    for path in {removed!r}:
        if os.path.exists(path):
            os.unlink(path)
    for command in {commands!r}:
        main([*command, "page.md"])

sys.stdout = sys.stderr = open(os.devnull, "w")
work()
moments = random.Random(7)
began = time.monotonic()
work()
longest = 3 * (time.monotonic() - began)
for number in range({times}):
    child = os.fork()
    if not child:
        while True:
            work()
            time.sleep(longest / 6)  # so that what was written is seen as well
    time.sleep(moments.uniform(0, longest))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    if os.path.exists({written!r}):
        shutil.copy({written!r}, f"killed-{{number}}")
"""


def killed(
    folder: Path, before: str, *commands: tuple[str, ...], written: str, removed: tuple[str, ...] = ()
) -> list[bytes]:
    """What a file held after each of fifty kills."""
    (folder / "before.txt").write_text(before, "utf-8")
    script = KILLED.format(commands=commands, removed=removed, written=written, times=KILLS)
    subprocess.run([sys.executable, "-c", script], cwd=folder, check=True, timeout=500)
    found = [path.read_bytes() for path in sorted(folder.glob("killed-*"))]
    assert len(found) > KILLS // 4
    return found


@pytest.mark.parametrize(("before", "after"), [SAFE, UNSAFE], ids=["safe", "unsafe"])
def test_fixing(tmp_path: Path, before: str, after: str) -> None:
    options = ("check", "--fix", "--unsafe-fixes", "--select", "CL203,CL205")
    found = killed(tmp_path, before, options, written="page.md")
    assert set(found) == {before.encode(), after.encode()}  # both, so the moments were spread out
    page = tmp_path / "page.md"
    page.write_text(before, "utf-8")
    assert chunklint(tmp_path, *options, "page.md").returncode == 0
    assert page.read_text("utf-8") == after


def test_writing_the_baseline(tmp_path: Path) -> None:
    pages = [
        f"# Lamp\n\n{TEXT}\n" + "".join(f"\n## Care {n}\n" for n in range(count)) + "\n## Use\n\nText.\n"
        for count in (300, 600)
    ]
    baseline = tmp_path / "known.jsonl"
    (tmp_path / "chunklint.toml").write_text('baseline = "known.jsonl"\nselect = ["CL202"]\n', "utf-8")
    commands = (("baseline",), ("baseline", "--baseline", "other.jsonl"), ("baseline", "--prune"))
    for data in killed(tmp_path, pages[0], *commands, written=baseline.name, removed=(baseline.name,)):
        lines = [json.loads(line) for line in data.splitlines()]
        assert (len(lines), lines[0]["chunklint-baseline"]) == (301, 1)
    (tmp_path / "page.md").write_text(pages[1], "utf-8")
    assert chunklint(tmp_path, "baseline", "page.md").returncode == 0
    assert len(baseline.read_bytes().splitlines()) == 601
    done = chunklint(tmp_path, "check", "page.md")
    assert (done.returncode, done.stderr) == (0, b"")


def test_what_killed_runs_leave_is_removed_later(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(SAFE[0], "utf-8")
    old, young, other = (tmp_path / name for name in (".chunklint-1-ab.tmp", ".chunklint-2-cd.tmp", "mine.tmp"))
    for path in (old, young, other):
        path.write_text("half", "utf-8")
    os.utime(old, (1, 1))
    os.utime(other, (1, 1))
    chunklint(tmp_path, "check", "--fix", "page.md")
    assert sorted(path.name for path in tmp_path.iterdir()) == [young.name, other.name, page.name]


def test_there_are_fifty_kills() -> None:
    assert KILLS == 50
