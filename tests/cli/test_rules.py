"""``chunklint rules`` and ``chunklint rule``: the list, and one rule's page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from chunklint.engine.registry import load_rules
from tests.cli.program import chunklint


def test_the_list_names_every_rule_in_both_languages(tmp_path: Path) -> None:
    rules = [loaded.rule for loaded in load_rules().rules]
    english = chunklint(tmp_path, "rules").stdout.decode().splitlines()
    chinese = chunklint(tmp_path, "rules", "--language", "zh-CN").stdout.decode().splitlines()
    assert len(english) == len(chinese) == len(rules) + 1
    for rule, line, zeile in zip(rules, english, chinese, strict=False):
        assert line.startswith(rule.code)
        assert rule.name in line
        assert rule.summary["en"] in line
        assert rule.summary["zh-CN"] in zeile


def test_the_list_as_json(tmp_path: Path) -> None:
    listed = json.loads(chunklint(tmp_path, "rules", "--output-format", "json", LC_ALL="zh_CN.UTF-8").stdout)
    assert [entry["code"] for entry in listed] == [loaded.rule.code for loaded in load_rules().rules]
    assert {"code", "name", "severity", "scope", "summary", "fixable", "options", "package"} == set(listed[0])
    assert all(entry["summary"].isascii() for entry in listed)


@pytest.mark.parametrize("name", ["CL101", "cl101", "table-split-from-header", "Table-Split-From-Header"])
def test_a_rule_is_found_by_code_or_name(tmp_path: Path, name: str) -> None:
    done = chunklint(tmp_path, "rule", name)
    assert done.returncode == 0
    assert b"CL101" in done.stdout
    assert b"\x1b" not in done.stdout


def test_a_page_is_rendered_where_colours_are_asked_for(tmp_path: Path) -> None:
    done = chunklint(tmp_path, "rule", "CL101", "--color", "always")
    assert b"CL101" in done.stdout
    assert done.stdout != chunklint(tmp_path, "rule", "CL101").stdout


def test_the_settings_of_examples_are_for_tests_and_not_shown(tmp_path: Path) -> None:
    done = chunklint(tmp_path, "rule", "CL101")
    assert done.returncode == 0
    fences = [line for line in done.stdout.decode().splitlines() if line.startswith("````")]
    assert len(fences) > 4
    assert set(fences) == {"````", "````md"}
