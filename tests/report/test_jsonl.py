"""JSON Lines: a finding a line, whatever the finding's text is."""

from __future__ import annotations

import json

from chunklint.engine.model import Edit, Fix
from tests.report.findings import recorded, written
from tests.report.kinds import every_kind


def test_a_line_is_an_element_of_the_array() -> None:
    findings = every_kind()
    lines = written("jsonl", findings).split("\n")
    assert lines.pop() == ""
    assert [json.loads(line) for line in lines] == json.loads(written("json", findings))


def test_no_character_of_a_finding_ends_a_line() -> None:
    found = recorded("text", "text", fix=Fix(True, (Edit(0, 1, "a\u2028b\u2029c\x85d\r\ne\x0bf"),)))
    out = written("jsonl", [found, found])
    assert len(out.splitlines()) == 2
    assert json.loads(out.splitlines()[1])["fix"]["edits"][0]["text"] == "a\u2028b\u2029c\x85d\r\ne\x0bf"


def test_nothing_is_written_without_findings() -> None:
    assert written("jsonl", [], []) == ""
