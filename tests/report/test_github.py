"""GitHub: ten annotations a level at most, worst first, all in the summary, and no command from a document."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from chunklint.report.formats import Style, Tally
from chunklint.report.github import SUMMARY_BYTES, Reporter, annotation
from chunklint.report.record import FindingRecord
from tests.report.findings import recorded
from tests.report.kinds import HOSTILE, HOSTILE_PATH, every_kind

COMMAND = re.compile(r"^::(\w[\w-]*)(?: ([^:]*))?::(.*)$")


def log(records: list[FindingRecord], environ: dict[str, str] | None = None, style: Style | None = None) -> list[str]:
    """The lines that a run wrote to its log."""
    out: list[str] = []
    tally = Tally()
    report = Reporter(out.append, style or Style(), environ or {})
    for found in records:
        tally.add([found])
        report.add([found])
    report.finish(tally)
    return "".join(out).splitlines()


def unescaped(text: str) -> str:
    """A command's text as the runner reads it."""
    for code, character in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(code, character)
    return text


def many(severity: str, count: int) -> list[FindingRecord]:
    return [recorded(f"# A\n\n{'x' * (at + 1)}\n", "x" * (at + 1), severity=severity) for at in range(count)]


def test_an_annotation_says_where_and_what() -> None:
    assert annotation(recorded("# A\n\n😀 字 text\n", "text"), {}) == (
        "::warning file=docs/page.md,line=3,endLine=3,title=CL101 table-split-from-header,col=6,endColumn=10"
        "::This table needs 4 chunks (1,701 tokens)."
    )


def test_columns_only_where_the_place_is_on_one_line() -> None:
    line = annotation(recorded("a\r\nb\r\nc\r\n", "a\r\nb\r\n"), {})
    assert "line=1,endLine=2," in line
    assert "col=" not in line


def test_levels() -> None:
    levels = [COMMAND.match(line) for line in log(every_kind())]
    assert [found[1] for found in levels if found] == ["error", "error", "warning", "warning", "warning", "notice"]


def test_what_a_document_says_stays_in_its_command() -> None:
    hostile = every_kind()[4]
    line = annotation(hostile, {})
    assert "\n" not in line
    assert "\r" not in line
    found = COMMAND.match(line)
    assert found
    properties = dict(item.split("=", 1) for item in found[2].split(","))
    assert unescaped(properties["file"]) == HOSTILE_PATH
    assert unescaped(found[3]) == HOSTILE


def test_ten_of_a_level_and_the_worst_first() -> None:
    lines = log([*many("info", 12), *many("warning", 25), *many("error", 11)])
    commands = [found[1] for line in lines if (found := COMMAND.match(line))]
    assert commands[:30] == ["error"] * 10 + ["warning"] * 10 + ["notice"] * 10
    assert lines[-1] == "Found 48 problems (11 errors, 25 warnings, 12 info) in 48 files."


def test_the_rest_is_printed_where_there_is_no_summary() -> None:
    hostile = recorded("x", "x", severity="warning", path="::set-output name=a::b##[add-path]x")
    lines = log([*many("warning", 10), hostile])
    (stop,) = [line for line in lines if line.startswith("::stop-commands::")]
    token = stop.removeprefix("::stop-commands::")
    assert len(token) == 32
    at = lines.index(stop)
    # The path itself would be a command: it stands between the two lines that have the runner ignore commands.
    assert lines[at + 1].startswith("::set-output name=a::b##[add-path]x:1:1: CL101")
    assert lines[at + 2] == f"::{token}::"


def test_the_summary_lists_all_in_markdown(tmp_path: Path) -> None:
    path = tmp_path / "summary.md"
    path.write_text("from another step\n", "utf-8")
    lines = log([*many("warning", 11), *every_kind()], {"GITHUB_STEP_SUMMARY": str(path)})
    assert not [line for line in lines if line.startswith("::stop")]
    assert lines[-1].endswith("The job's summary lists them all.")
    text = path.read_text("utf-8")
    assert text.startswith("from another step\n## chunklint\n")
    rows = [line for line in text.splitlines() if line.startswith("| ") and "&#58;" in line]
    assert len(rows) == 17
    assert all(line.count("|") == 4 for line in rows)
    assert rows[0].startswith("| docs/page.md&#58;5 | CL101 error |")
    assert "<img" not in text
    assert "[a](" not in text
    assert "| CL101 table-split-from-header | warning | 14 |" in text


def test_the_summary_in_chinese(tmp_path: Path) -> None:
    path = tmp_path / "summary.md"
    lines = log(many("warning", 11), {"GITHUB_STEP_SUMMARY": str(path)}, Style("zh-CN"))
    assert "| 位置 | 规则 | 问题 |" in path.read_text("utf-8")
    assert lines[-1].endswith("全部问题见作业摘要。")


def test_a_summary_stays_under_what_github_shows(tmp_path: Path) -> None:
    path = tmp_path / "summary.md"
    long = recorded("x", "x", path="目录/" * 400 + "page.md")
    lines = log([long] * 1_000, {"GITHUB_STEP_SUMMARY": str(path)})
    size = path.stat().st_size
    assert SUMMARY_BYTES - 10_000 < size < SUMMARY_BYTES + 1_000
    assert path.read_text("utf-8").endswith("has no room for more.\n")
    assert len(lines) == 11


def test_nothing_is_added_to_the_summary_without_findings(tmp_path: Path) -> None:
    path = tmp_path / "summary.md"
    assert log([], {"GITHUB_STEP_SUMMARY": str(path)}) == ["No files to check."]
    assert not path.exists()


def test_a_summary_that_cannot_be_written_costs_no_finding(tmp_path: Path) -> None:
    lines = log(many("warning", 11), {"GITHUB_STEP_SUMMARY": str(tmp_path)})
    assert sum("CL101" in line for line in lines) == 11
    assert lines[-1].startswith("Found 11 problems")


@pytest.mark.parametrize("folder", ["", "docs"])
def test_files_are_named_from_the_root_of_the_repository(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / folder).mkdir(exist_ok=True)
    monkeypatch.chdir(tmp_path / folder)
    line = annotation(recorded("x", "x", path="a.md"), {"GITHUB_WORKSPACE": str(tmp_path)})
    assert f"file={folder + '/' if folder else ''}a.md," in line
