"""The formats that programs and other eyes read."""

from __future__ import annotations

import json

import pytest

from chunklint.engine.model import Edit, Fix
from chunklint.report.formats import FORMATS
from tests.report.findings import recorded, related, written

FIELDS = (
    *("code", "name", "severity", "message", "path", "line", "column", "end_line", "end_column"),
    *("utf16_column", "utf16_end_column", "cell", "start", "end", "profiles", "related", "fix", "data"),
    *("fingerprint", "url"),
)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_ends_with_a_line_ending_even_without_findings(name: str) -> None:
    out = written(name, [])
    # JSON Lines of nothing are no lines.
    assert out.endswith("\n") or (name, out) == ("jsonl", "")


def test_json_has_the_fields_of_the_contract() -> None:
    text = "| 表头 |\n| - |\n| b |\n"
    place = related(text, "| 表头 |")
    found = recorded(text, "| b |", related=(place,), fix=Fix(False, (Edit(1, 2, "字"),)))
    out = written("json", [found], [found, found])
    assert "表头" not in out
    assert "字" in out
    findings = json.loads(out)
    assert len(findings) == 3
    assert tuple(findings[0]) == FIELDS
    assert findings[0]["fix"] == {"safe": False, "edits": [{"start": 1, "end": 2, "text": "字"}]}
    assert findings[0]["related"][0] == {
        "path": "docs/page.md",
        "line": 1,
        "column": 1,
        "end_line": 1,
        "end_column": 7,
        "start": 0,
        "end": 6,
        "message": "the header is here",
        "cell": None,
    }
    assert findings[0]["data"] == {"chunks": 4, "tokens": 1701}
    assert findings[0]["cell"] is None
    assert findings[0]["url"] is None


def test_json_without_findings_is_an_empty_array() -> None:
    assert json.loads(written("json", [], [])) == []
    assert json.loads(written("json")) == []


def test_concise_is_a_line_each() -> None:
    found = recorded("# A\n\ntext\n", "text")
    assert written("concise", [found, found]) == (
        "docs/page.md:3:1: CL101 [warning] This table needs 4 chunks (1,701 tokens).\n" * 2
        + "Found 2 problems (2 warnings) in 1 file.\n"
    )


def test_statistics_count_by_rule_most_frequent_first() -> None:
    one, two = recorded("text", "text", severity="info"), recorded("text", "text")
    assert written("text", [one, two, two], statistics=True) == (
        "2  CL101  [warning] table-split-from-header\n"
        "1  CL101  [info] table-split-from-header\n"
        "Found 3 problems (2 warnings, 1 info) in 1 file.\n"
    )
    assert json.loads(written("json", [two], statistics=True)) == [
        {"code": "CL101", "name": "table-split-from-header", "severity": "warning", "count": 1}
    ]
    assert json.loads(written("json", [], statistics=True)) == []
