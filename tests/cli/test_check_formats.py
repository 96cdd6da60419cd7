"""``chunklint check --output-format``: every format through the program, over real rules, with the right exit code."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from chunklint.report.formats import FORMATS
from tests.cli.program import CLEAN_PAGE, WARNING_PAGE, chunklint


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "中文 页.md").write_bytes(WARNING_PAGE.replace("Valves", "阀门").replace("\n", "\r\n").encode())
    (tmp_path / "clean.md").write_text(CLEAN_PAGE, "utf-8")
    return tmp_path


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_says_the_same(name: str, folder: Path) -> None:
    done = chunklint(folder, "check", "--select", "CL202", "--output-format", name)
    assert done.returncode == 1
    assert done.stderr == b""
    assert "中文" in done.stdout.decode() or "%E4%B8%AD%E6%96%87%20" in done.stdout.decode()
    assert b"CL202" in done.stdout
    assert chunklint(folder, "check", "clean.md", "--select", "CL202", "--output-format", name).returncode == 0


def test_places_agree_between_formats(folder: Path) -> None:
    def said(name: str) -> bytes:
        return chunklint(folder, "check", "--select", "CL202", "--output-format", name).stdout

    (found,) = json.loads(said("json"))
    region = json.loads(said("sarif"))["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]
    span = json.loads(said("rdjson"))["diagnostics"][0]["location"]["range"]
    lines = json.loads(said("gitlab"))[0]["location"]["lines"]
    case = ElementTree.fromstring(said("junit"))[0][0]
    assert (region["startLine"], region["startColumn"]) == (found["line"], found["utf16_column"])
    assert (region["endLine"], region["endColumn"]) == (found["end_line"], found["utf16_end_column"])
    assert span["start"] == {"line": found["line"], "column": found["column"]}
    assert lines == {"begin": found["line"], "end": found["end_line"]}
    assert case.attrib["name"] == f"CL202 empty-section ({found['line']}:{found['column']})"
    assert json.loads(said("jsonl")) == found


def test_the_page_shows_sizes_and_the_language_of_the_terminal(folder: Path) -> None:
    page = chunklint(folder, "check", "--output-format", "html", LC_ALL="zh_CN.UTF-8").stdout.decode()
    assert '<html lang="zh-CN">' in page
    assert "切分方案 default 下 " in page
    english = chunklint(folder, "check", "--output-format", "html").stdout.decode()
    assert "Sizes of " in english


def test_rules_of_the_settings_have_their_summary(folder: Path) -> None:
    settings = (
        '[[custom]]\ncode = "DOC1"\nname = "no-guide"\nscope = "heading"\npattern = "阀门"\nmessage = "Say which."\n'
    )
    (folder / "chunklint.toml").write_text(settings, "utf-8")
    run = json.loads(chunklint(folder, "check", "--output-format", "sarif").stdout)["runs"][0]
    assert "DOC1" in {result["ruleId"] for result in run["results"]}
    (rule,) = [rule for rule in run["tool"]["driver"]["rules"] if rule["id"] == "DOC1"]
    assert rule["name"] == "NoGuide"
    assert rule["help"]["markdown"]


def test_a_job_summary_is_added_to(folder: Path) -> None:
    summary = folder / "summary.md"
    done = chunklint(folder, "check", "--output-format", "github", GITHUB_STEP_SUMMARY=str(summary))
    assert done.stdout.startswith(b"::warning file=")
    assert "中文 页.md&#58;3" in summary.read_text("utf-8")
