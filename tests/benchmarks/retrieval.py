"""Retrieval: how long an evaluation of many questions takes, and whether the profile that `tune` recommends is ahead.

The first part makes its own pages and questions; the second needs real ones (see ``retrieval_material``).
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.benchmarks import corpus
from tests.benchmarks.children import CHUNKLINT, environment, run
from tests.benchmarks.report import Aim, Row
from tests.benchmarks.retrieval_material import parser

QUESTIONS = 10_000
BYTES = 20_000_000
_PAGE_BYTES = 12_000
# What somebody waits for, and what a small CI machine has.
_SECONDS, _MEGABYTES = Aim("at most", 120), Aim("at most", 1000)


def measure() -> list[Row]:
    """The seconds and memory of a large evaluation, and the lead of the recommended profile."""
    with TemporaryDirectory() as folder:
        rows = _large(Path(folder))
    options = parser(None).parse_args([])
    return rows + (_recommended(options.docs, options.questions) if options.questions.exists() else [])


def _large(folder: Path) -> list[Row]:
    pages = write_questions(folder)
    used = run([*CHUNKLINT, "eval", "docs", "--questions", "questions.jsonl"], folder)
    made = f"{QUESTIONS:,} questions, {BYTES // 1_000_000} MB in {pages:,} pages"
    return [
        Row("retrieval", "eval, seconds", used.wall, "s", made, _SECONDS),
        Row("retrieval", "eval, memory", used.peak / 1e6, "MB", made, _MEGABYTES),
    ]


def write_questions(folder: Path) -> int:
    """Write made-up pages, every second one Chinese, and questions of some words of a line each; how many pages."""
    (folder / "docs").mkdir()
    random = Random(1)
    lines: list[str] = []
    size = seed = 0
    while size < BYTES:
        language: corpus.Language = "zh" if seed % 2 else "en"
        text = corpus.page(language, seed, _PAGE_BYTES)
        name = f"page-{seed:05}.md"
        (folder / "docs" / name).write_text(text, "utf-8")
        golds = [line for line in text.split("\n") if len(line) > 40 and line[0] not in "|#" and text.count(line) == 1]
        for gold in random.sample(golds, min(len(golds), 7)):
            words = gold.split() if language == "en" else [gold[at : at + 2] for at in range(0, len(gold), 3)]
            query = (" " if language == "en" else "").join(random.sample(words, min(len(words), 8)))
            lines.append(json.dumps({"query": query, "doc": name, "gold": gold}, ensure_ascii=False))
        size += len(text.encode())
        seed += 1
    (folder / "questions.jsonl").write_text("\n".join(lines[:QUESTIONS]), "utf-8")
    return seed


def _recommended(docs: Path, questions: Path) -> list[Row]:
    argv = ("tune", str(docs), "--questions", str(questions), "--output-format", "json", "--time-limit", "3600")
    with TemporaryDirectory() as folder:
        best, *others = json.loads(_said(Path(folder), *argv))["tried"]
    rows = []
    for row in others:
        if row["role"] in ("library", "service"):
            ahead = {metric: best["metrics"][metric] - row["metrics"][metric] for metric in ("whole@5", "budget")}
            detail = ", ".join(f"{metric} {value:+.3f}" for metric, value in ahead.items())
            name = f"{best['profile']['name']} against {row['profile']['name']}"
            aim = Aim("at least", 0) if row["role"] == "library" else None
            rows.append(Row("retrieval", name, min(ahead.values()), "", detail, aim))
    return rows


def _said(folder: Path, *argv: str) -> str:
    done = subprocess.run(
        [*CHUNKLINT, *argv], cwd=folder, env=environment(), capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    return done.stdout
