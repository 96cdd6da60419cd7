"""A docs repository of 200 old pages in both languages, made for the tests, with chunklint turned on in it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks.corpus import page
from tests.cli.program import chunklint
from tests.gate.repository import SETTLED, commit, repository, write

BASELINE = ".chunklint-baseline.jsonl"
FETCH_MERGE_BASE = Path(__file__).parents[2] / ".ci" / "fetch-merge-base"
PAGES = 200


class Answer(NamedTuple):
    """What a check said: its exit code, and each finding as path and code."""

    code: int
    found: list[tuple[str, str]]
    notes: str


def check(folder: Path, *argv: str) -> Answer:
    done = chunklint(folder, "check", "--output-format", "json", *argv, **SETTLED)
    assert b"Traceback" not in done.stderr
    found = [(finding["path"], finding["code"]) for finding in json.loads(done.stdout or b"[]")]
    return Answer(done.returncode, found, done.stderr.decode())


def table(rows: int) -> str:
    return "| Key | Text |\n| --- | --- |\n" + "".join(
        f"| key {n} | what the key number {n} is for and when it is turned |\n" for n in range(rows)
    )


def old_pages() -> dict[str, str]:
    """Pages in both languages, every fifth with a problem of its own that nobody ever mended."""
    pages = {}
    for number in range(PAGES):
        language = "zh" if number % 2 else "en"
        text = page(language, number, 3_000)
        if number % 5 == 0:
            text += f"\n## Left empty {number}\n\n## Last words {number}\n\nText.\n"
        pages[f"docs/{language}/page {number:02}.md"] = text
    pages["docs/en/keys.md"] = "# The keys of the lamp\n\n" + table(18) + "\n## After the table\n\nText.\n"
    return pages


def turned_on(folder: Path) -> Path:
    """The repository as the team turned chunklint on: with a baseline of all that was there, and nothing mended."""
    repo = repository(folder, old_pages())
    first = check(repo)
    assert first.code == 1
    assert sum(code == "CL202" for _, code in first.found) >= PAGES // 5
    written = chunklint(repo, "baseline")
    assert written.returncode == 0
    assert f"{len(first.found)} added, 0 removed" in written.stdout.decode()
    write(repo, {"chunklint.toml": f'baseline = "{BASELINE}"\n', ".gitignore": ".chunklint_cache/\n"})
    # Two branches may both take something into the baseline: lines of both are kept.
    write(repo, {".gitattributes": f"{BASELINE} merge=union\n"})
    commit(repo, "Turn chunklint on")
    return repo
