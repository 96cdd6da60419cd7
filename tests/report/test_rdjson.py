"""reviewdog's format: valid, columns in UTF-8 bytes, one suggestion a fix that does what the fix does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from chunklint.engine.model import Edit, Fix
from tests.report.findings import recorded, written
from tests.report.kinds import PAGE, every_kind

SCHEMA = json.loads((Path(__file__).parent / "schemas" / "rdjson.json").read_text("utf-8"))


def diagnostics(text: str) -> list[dict[str, Any]]:
    """The diagnostics of a valid report."""
    report = json.loads(text)
    Draft202012Validator(SCHEMA).validate(report)
    found: list[dict[str, Any]] = report["diagnostics"]
    return found


def applied(text: str, suggestion: dict[str, Any]) -> str:
    """A text with a suggestion taken, its columns read as bytes of a line."""
    lines = text.encode().split(b"\n")

    def offset(position: dict[str, int]) -> int:
        return sum(len(line) + 1 for line in lines[: position["line"] - 1]) + position["column"] - 1

    data, span = text.encode(), suggestion["range"]
    start, end = offset(span["start"]), offset(span["end"])
    return (data[:start] + suggestion["text"].encode() + data[end:]).decode()


def test_every_kind_of_finding_is_valid() -> None:
    out = written("rdjson", every_kind())
    out.encode()  # reviewdog refuses what is no UTF-8
    severities = [one["severity"] for one in diagnostics(out)]
    assert severities == ["WARNING", "ERROR", "INFO", "WARNING", "ERROR", "WARNING"]


def test_columns_are_bytes() -> None:
    (one,) = diagnostics(written("rdjson", [recorded("a😀表b\r\nc", "表b\r\nc")]))
    assert one["location"] == {
        "path": "docs/page.md",
        "range": {"start": {"line": 1, "column": 6}, "end": {"line": 2, "column": 2}},
    }


def test_edits_become_one_suggestion() -> None:
    edits = (Edit(PAGE.index("𠮷"), PAGE.index("𠮷") + 1, "吉"), Edit(PAGE.index("表头"), PAGE.index("头"), "题"))
    (one,) = diagnostics(written("rdjson", [recorded(PAGE, "| - |", fix=Fix(False, edits))]))
    (suggestion,) = one["suggestions"]
    assert applied(PAGE, suggestion) == PAGE.replace("𠮷", "吉").replace("表头", "题头")


def test_an_insertion_replaces_nothing() -> None:
    (one,) = diagnostics(written("rdjson", [recorded(PAGE, "| - |", fix=Fix(True, (Edit(3, 3, "、"),)))]))
    assert applied(PAGE, one["suggestions"][0]) == "# 指、南" + PAGE[4:]


def test_edits_that_lie_far_apart_are_not_suggested() -> None:
    text = "a" + "x" * 100_000 + "b"
    (one,) = diagnostics(
        written("rdjson", [recorded(text, "b", fix=Fix(True, (Edit(0, 1, ""), Edit(100_001, 100_002, ""))))])
    )
    assert "suggestions" not in one


def test_a_run_without_findings_is_valid() -> None:
    assert diagnostics(written("rdjson", [])) == []
    assert diagnostics(written("rdjson")) == []
