"""Cold start: what checking one page costs as a whole process, against an interpreter that does nothing."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tests.benchmarks import corpus, peers
from tests.benchmarks.children import CHUNKLINT, environment, interleaved
from tests.benchmarks.report import Aim, Row

if TYPE_CHECKING:
    from collections.abc import Sequence

AIM = Aim("at most", 9)
SHOWN_IMPORTS = 15
_IMPORT = re.compile(r"import time:\s*(\d+) \|\s*(\d+) \| (\s*)(\S+)")


def measure(repeats: int) -> list[Row]:
    """Processor time of `check` on a page of 10 KB in either language, in empty interpreters."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "en.md").write_text(corpus.page("en", 1), encoding="utf-8")
        (folder / "zh.md").write_text(corpus.page("zh", 1), encoding="utf-8")
        commands = {"nothing": [sys.executable, "-c", "pass"]}
        commands |= {language: [*CHUNKLINT, "check", f"{language}.md"] for language in ("en", "zh")}
        node = peers.markdownlint()
        if node:
            commands["markdownlint-cli2"] = [*node, "en.md"]
        costs = interleaved(commands, folder, max(11, repeats))
    nothing = costs.pop("nothing")
    rows = []
    for what, cost in costs.items():
        detail = f"{cost.cpu * 1e3:.0f} ms / {nothing.cpu * 1e3:.0f} ms; on the clock {cost.wall / nothing.wall:.1f} x"
        aim = AIM if what in ("en", "zh") else None
        name = f"check, one page, {what}" if aim else what
        rows.append(Row("cold start", name, cost.cpu / nothing.cpu, "x python -c pass", detail, aim))
    return rows


def slowest_imports() -> list[str]:
    """The modules whose own code takes longest when one page is checked, as lines for people."""
    with TemporaryDirectory() as name:
        page = Path(name, "page.md")
        page.write_text(corpus.page("en", 1), encoding="utf-8")
        times = min((_imports(page) for _ in range(3)), key=lambda rows: sum(own for own, _ in rows))
    total = sum(own for own, _ in times)
    lines = [f"imports of one check: {len(times)} modules, {total / 1e3:.1f} ms"]
    lines += [f"  {own / 1e3:6.2f} ms  {module}" for own, module in sorted(times, reverse=True)[:SHOWN_IMPORTS]]
    return lines


def _imports(page: Path) -> Sequence[tuple[int, str]]:
    command = [sys.executable, "-X", "importtime", *CHUNKLINT[1:], "check", str(page)]
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
    return [(int(match[1]), match[4]) for match in _IMPORT.finditer(done.stderr)]
