"""Rules that compare pages, through the command line: any number of processes, with and without the cache."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.program import chunklint

if TYPE_CHECKING:
    from pathlib import Path

NOTICE = (
    "This tool comes without any warranty. The licence says what you may do with it, and what the authors do not "
    "answer for. Questions go to the mailing list, not to the authors of single pages."
)
COUNT = 60


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    (tmp_path / "chunklint.toml").write_text('extend-select = ["CL607", "CL706"]\n')
    for number in range(COUNT):
        # Large enough for a second process; the words of a page are its own.
        own = " ".join(f"word{number}x{at}" for at in range(1_500))
        text = f"# Page {number}\n\n{own}.\n\n## Notice\n\n{NOTICE}\n"
        (tmp_path / f"page{number:02}.md").write_text(text)
    return tmp_path


def check(folder: Path, *argv: str) -> list[dict[str, Any]]:
    done = chunklint(folder, "check", "--output-format", "json", *argv)
    assert done.returncode in (0, 1), done.stderr
    return [found for found in json.loads(done.stdout) if found["code"] in ("CL607", "CL706")]


def test_any_number_of_processes_and_cold_and_warm_runs_say_the_same(pages: Path) -> None:
    plain = check(pages, "--no-cache", "--jobs", "1")
    assert [(f["code"], f["path"], f["line"], f["data"]["pages"]) for f in plain if f["code"] == "CL607"] == [
        ("CL607", "page00.md", 7, COUNT)
    ]
    assert [(f["path"], f["data"]["copies"]) for f in plain if f["code"] == "CL706"] == [("page00.md", COUNT - 1)]
    assert check(pages, "--no-cache", "--jobs", "2") == plain
    assert check(pages, "--jobs", "2") == plain
    assert check(pages, "--jobs", "1") == plain
    (pages / "page00.md").write_text("# Other\n\nText.\n")
    assert {(f["code"], f["path"]) for f in check(pages)} == {("CL607", "page01.md"), ("CL706", "page01.md")}


def test_they_are_off_by_default_and_silent_for_a_page_or_standard_input(pages: Path) -> None:
    (pages / "other.toml").write_text("")
    assert check(pages, "--config", "other.toml") == []
    assert check(pages, "page00.md") == []
    done = chunklint(pages, "check", "--output-format", "json", "-", stdin=(pages / "page00.md").read_bytes())
    assert b"CL607" not in done.stdout


def test_they_can_be_switched_off_on_a_page(pages: Path) -> None:
    page = pages / "page00.md"
    page.write_text(page.read_text().replace(NOTICE, f"<!-- chunklint-disable-next-line CL607 -->\n{NOTICE}"))
    assert [f["code"] for f in check(pages)] == ["CL706"]


def test_a_baseline_knows_them(pages: Path) -> None:
    done = chunklint(pages, "baseline")
    assert done.returncode == 0, done.stderr
    assert check(pages, "--baseline", ".chunklint-baseline.jsonl") == []
