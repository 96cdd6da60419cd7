"""GitLab Code Quality: valid, and no two issues with one fingerprint, since GitLab shows only one of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.report.findings import recorded, written
from tests.report.kinds import every_kind

SCHEMA = json.loads((Path(__file__).parent / "schemas" / "gitlab-code-quality.json").read_text("utf-8"))


def issues(text: str) -> list[dict[str, Any]]:
    """The issues of a valid report."""
    report: list[dict[str, Any]] = json.loads(text)
    Draft202012Validator(SCHEMA).validate(report)
    return report


def test_every_kind_of_finding_is_valid() -> None:
    found = issues(written("gitlab", every_kind()))
    assert [issue["severity"] for issue in found] == ["minor", "major", "info", "minor", "major", "minor"]
    assert len({issue["fingerprint"] for issue in found}) == len(found)
    assert found[0] == {
        "description": "CL101 This table needs 4 chunks (1,701 tokens).",
        "check_name": "table-split-from-header",
        "fingerprint": found[0]["fingerprint"],
        "severity": "minor",
        "location": {"path": "docs/page.md", "lines": {"begin": 5, "end": 5}},
    }


def test_a_line_ending_is_not_the_next_line() -> None:
    (issue,) = issues(written("gitlab", [recorded("a\r\nb\r\nc", "a\r\nb\r\n")]))
    assert issue["location"]["lines"] == {"begin": 1, "end": 2}


def test_fingerprints_stay_when_lines_move_and_when_other_files_come() -> None:
    one = recorded("# A\n\ntext\n", "text")
    moved = recorded("New.\n\n# A\n\ntext\n", "text")
    other = recorded("# A\n\ntext\n", "text", path="another.md")
    first = issues(written("gitlab", [one, one]))
    second = issues(written("gitlab", [other], [moved, moved]))
    assert [issue["fingerprint"] for issue in first] == [issue["fingerprint"] for issue in second[1:]]
    assert len({issue["fingerprint"] for issue in second}) == 3


def test_paths_are_relative_to_the_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "docs" / "zh").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "docs" / "zh")
    monkeypatch.setenv("CI_PROJECT_DIR", str(tmp_path))
    found = [recorded("x", "x", path=path) for path in ("页.md", "../a.md", "../../../outside.md", "<command line>")]
    paths = [issue["location"]["path"] for issue in json.loads(written("gitlab", found))]
    assert paths == ["docs/zh/页.md", "docs/a.md", "../../../outside.md", "<command line>"]


def test_a_run_without_findings_is_an_empty_array() -> None:
    assert issues(written("gitlab", [], [])) == []
    assert issues(written("gitlab")) == []
