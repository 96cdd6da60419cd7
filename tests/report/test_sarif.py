"""SARIF: valid, with the rules' pages as help, fixes, related places and fingerprints."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from chunklint.api import lint_text
from chunklint.engine.model import Edit, Fix
from chunklint.report.formats import Style, Tally
from chunklint.report.record import record
from tests.e2e.ci_tools import sarif_multitool
from tests.report.findings import RULE, recorded, related, written
from tests.report.kinds import HOSTILE_PATH, PAGE, every_kind

SCHEMA = json.loads((Path(__file__).parent / "schemas" / "sarif-2.1.0.json").read_text("utf-8"))


def run_of(text: str) -> dict[str, Any]:
    """The one run of a valid log."""
    log = json.loads(text)
    Draft202012Validator(SCHEMA).validate(log)
    (run,) = log["runs"]
    assert isinstance(run, dict)
    return run


def test_the_schema_finds_what_is_wrong() -> None:
    log = json.loads(written("sarif", every_kind()))
    log["runs"][0]["results"][0]["level"] = "warn"
    assert list(Draft202012Validator(SCHEMA).iter_errors(log))


def test_every_kind_of_finding_is_valid() -> None:
    run = run_of(written("sarif", every_kind()))
    assert [result["level"] for result in run["results"]] == ["warning", "error", "note", "warning", "error", "warning"]
    assert run["columnKind"] == "utf16CodeUnits"


@pytest.mark.parametrize("files", [[], [[]], [[], []]])
def test_a_run_without_findings_is_valid(files: list[Any]) -> None:
    run = run_of(written("sarif", *files))
    assert run["results"] == []
    assert run["tool"]["driver"]["rules"] == []


def test_columns_are_utf16_units_and_ends_exclusive() -> None:
    run = run_of(written("sarif", [recorded("# 标题\r\n\r\na😀 𠮷野 b\r\n", "𠮷野")]))
    assert run["results"][0]["locations"][0]["physicalLocation"]["region"] == {
        "startLine": 3,
        "startColumn": 5,
        "endLine": 3,
        "endColumn": 8,
    }


def test_a_span_of_lines_and_one_that_ends_with_its_line_ending() -> None:
    run = run_of(written("sarif", [recorded("a\r\nbb\r\nccc", "bb\r\nc"), recorded("a\r\nbb\r\nccc", "bb\r\n")]))
    regions = [result["locations"][0]["physicalLocation"]["region"] for result in run["results"]]
    assert regions[0] == {"startLine": 2, "startColumn": 1, "endLine": 3, "endColumn": 2}
    assert regions[1] == {"startLine": 2, "startColumn": 1, "endLine": 3, "endColumn": 1}


def test_fixes_and_related_places_have_their_columns() -> None:
    place = related(PAGE, "表头")
    fix = Fix(True, (Edit(PAGE.index("𠮷") + 1, PAGE.index(" b |"), "、"), Edit(place.start, place.start, "新")))
    (result,) = run_of(written("sarif", [recorded(PAGE, "| 𠮷 b |", related=(place,), fix=fix)]))["results"]
    assert result["relatedLocations"] == [
        {
            "id": 0,
            "message": {"text": "the header is here"},
            "physicalLocation": {
                "artifactLocation": {"uri": "docs/page.md", "uriBaseId": "%SRCROOT%"},
                "region": {"startLine": 3, "startColumn": 6, "endLine": 3, "endColumn": 8},
            },
        }
    ]
    (fixed,) = result["fixes"]
    assert fixed["description"] == {"text": "Safe fix."}
    (change,) = fixed["artifactChanges"]
    assert change["replacements"] == [
        {
            "deletedRegion": {"startLine": 3, "startColumn": 6, "endLine": 3, "endColumn": 6},
            "insertedContent": {"text": "新"},
        },
        {
            "deletedRegion": {"startLine": 5, "startColumn": 5, "endLine": 5, "endColumn": 5},
            "insertedContent": {"text": "、"},
        },
    ]


def test_paths_are_relative_uris_percent_encoded() -> None:
    run = run_of(written("sarif", [recorded("x", "x", path=HOSTILE_PATH), recorded("x", "x", path="/abs/页.md")]))
    first, second = (result["locations"][0]["physicalLocation"]["artifactLocation"] for result in run["results"])
    assert first == {
        "uri": "docs/a%20b%2Cc%3Ad%25/%3Cb%3E%22%E9%A1%B5%22%E9.md",
        "uriBaseId": "%SRCROOT%",
    }
    assert second == {"uri": "file:///abs/%E9%A1%B5.md"}


def test_paths_are_relative_to_the_checkout_of_a_ci_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path / "docs")
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path))
    run = run_of(written("sarif", [recorded("x", "x", path="page.md")]))
    assert run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "docs/page.md"


def test_equal_findings_share_one_fingerprint_and_differ_in_the_other() -> None:
    results = run_of(written("sarif", [recorded("x", "x"), recorded("x", "x")], [recorded("x", "x", path="b.md")]))
    prints = [result["partialFingerprints"] for result in results["results"]]
    assert len({one["chunklint/v1"] for one in prints}) == 1
    assert [one["chunklintOccurrence/v1"].rpartition(":")[2] for one in prints] == ["0", "1", "0"]


def test_a_message_is_no_link() -> None:
    rule = type(RULE)("CL998", "x", "block", "error", RULE.summary, {"default": {"en": "see [a](1) \\ [b] (c)"}})
    (result,) = run_of(written("sarif", [recorded("x", "x", rule=rule)]))["results"]
    assert result["message"]["text"] == "see \\[a](1) \\\\ [b] (c)"


@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_rules_have_their_pages_for_help(language: Any) -> None:
    findings = [record(found, language) for found in lint_text("# A\n\n### B\n\nText.\n", "a.md")]
    run = run_of(written("sarif", findings, style=Style(language)))
    (rule,) = run["tool"]["driver"]["rules"]
    assert rule["id"] == "CL203"
    assert rule["name"] == "HeadingLevelSkipped"
    assert rule["help"]["markdown"].startswith("# CL203 ")
    assert rule["fullDescription"]["text"] in rule["help"]["text"]
    assert rule["help"]["text"] in rule["help"]["markdown"]
    assert rule["defaultConfiguration"]["level"] == "note"
    assert any(character >= "\u4e00" for character in rule["shortDescription"]["text"]) == (language == "zh-CN")


def test_a_rule_that_nobody_knows_has_its_name() -> None:
    run = run_of(written("sarif", every_kind(), tally=Tally(lambda code: None)))
    rules = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
    assert sorted(rules) == ["CL101", "CL999"]
    assert rules["CL999"]["shortDescription"]["text"] == "hostile-rule"


def test_the_rules_of_github_code_scanning(tmp_path: Path) -> None:
    if not sys.platform.startswith("linux"):
        pytest.skip("NOT CHECKED: the SARIF multitool is taken for Linux")
    tool = sarif_multitool()
    findings = [record(found, "en") for found in lint_text("# A\n\n## Empty\n\n#### B\n\nText.\n", "a.md")]
    (tmp_path / "log.sarif").write_bytes(written("sarif", findings).encode())
    argv = ["validate", "log.sarif", "--output", "out.sarif", "--log", "ForceOverwrite"]
    kinds = ["--rule-kind", "Sarif;Ghas", "--level", "Error;Warning;Note"]
    subprocess.run([tool, *argv, *kinds], cwd=tmp_path, check=True, capture_output=True, timeout=60)
    results = json.loads((tmp_path / "out.sarif").read_text("utf-8-sig"))["runs"][0]["results"]
    graver = [result for result in results if result.get("level", "warning") in ("error", "warning")]
    # The project has no address on the web yet, which is all that SARIF2005 misses.
    assert {result["ruleId"] for result in graver} <= {"SARIF2005"}
    assert [result for result in results if result["ruleId"].startswith("GH")] == []
