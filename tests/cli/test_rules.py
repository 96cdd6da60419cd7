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


def test_the_columns_of_the_list_hold_for_longer_codes(tmp_path: Path) -> None:
    rule = '[[custom]]\ncode = "ACME12345"\nname = "no-x"\nscope = "heading"\npattern = "x"\nmessage = "No x."\n'
    (tmp_path / "chunklint.toml").write_text(rule, "utf-8")
    *listed, _ = chunklint(tmp_path, "rules").stdout.decode().splitlines()
    names = {loaded.rule.name for loaded in load_rules().rules} | {"no-x"}
    columns = {next(line.index(f" {word} ") for word in line.split() if word in names) for line in listed}
    assert len(columns) == 1


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


def test_the_language_may_stand_before_the_command(tmp_path: Path) -> None:
    assert "用法：" in chunklint(tmp_path, "--language", "zh-CN", "--help").stdout.decode()
    assert "列出所有规则" in chunklint(tmp_path, "--language", "zh-CN", "rules", "--help").stdout.decode()
    chinese = chunklint(tmp_path, "rules", "--language", "zh-CN").stdout
    assert chunklint(tmp_path, "--language=zh-CN", "rules").stdout == chinese
    assert chunklint(tmp_path, "--language", "zh-CN", "rules", "--language", "en").stdout != chinese


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["--language"], "--language needs a value"),
        (["--language", "xx", "rules"], "'xx'"),
        (["--language", "en"], "A command is missing"),
        (["--language", "zh-CN"], "缺少命令"),
    ],
)
def test_a_language_before_no_command_is_one_sentence(tmp_path: Path, argv: list[str], words: str) -> None:
    done = chunklint(tmp_path, *argv)
    assert done.returncode == 2
    assert words in done.stderr.decode()
    assert done.stderr.count(b"\n") == 1
