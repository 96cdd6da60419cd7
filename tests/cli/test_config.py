"""``chunklint config``: what holds, and where it came from."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from chunklint.cli.config import effective
from chunklint.engine.registry import load_rules
from chunklint.settings.resolver import SettingsResolver
from tests.cli.program import chunklint

SETTINGS = """\
language = "en"
exclude = ["docs/archive/**", "a \\"quoted\\" 名称"]
profile = ["docs", "表 1"]
select = ["CL1", "empty-section"]
fail-on = "error"

[profiles.docs]
max-tokens = 600
heading-path = false

[profiles."表 1"]
max-tokens = 300

[rules.empty-section]
severity = "info"

[[overrides]]
files = ["CHANGELOG.md"]
ignore = ["CL202"]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "chunklint.toml").write_text(SETTINGS, "utf-8")
    return tmp_path


def test_every_value_has_its_origin(folder: Path) -> None:
    lines = chunklint(folder, "config", "page.md", "--profile", "docs").stdout.decode().splitlines()
    assert lines[0] == "# Settings for page.md"
    assert lines[1] == "# Settings file: chunklint.toml"
    assert 'fail-on = "error"  # chunklint.toml:5' in lines
    assert 'profile = ["docs"]  # command line' in lines
    assert "max-tokens = 600  # chunklint.toml:8" in lines
    assert 'tokenizer = "cl100k_base"  # default' in lines
    assert 'severity = "info"  # chunklint.toml:15' in lines


def test_what_is_printed_is_a_settings_file_that_means_the_same(folder: Path) -> None:
    printed = chunklint(folder, "config", "page.md").stdout.decode()
    tomllib.loads(printed)
    known = load_rules().known
    before = SettingsResolver(known).for_path(folder / "page.md")
    (folder / "chunklint.toml").write_text(printed, "utf-8")
    after = SettingsResolver(known).for_path(folder / "page.md")
    assert list(effective(after)) == list(effective(before))
    assert after.profiles == before.profiles


def test_overrides_apply_to_the_file_named(folder: Path) -> None:
    assert "CL202" in chunklint(folder, "config", "page.md").stdout.decode().splitlines()[2]
    assert "CL202" not in chunklint(folder, "config", "CHANGELOG.md").stdout.decode().splitlines()[2]


def test_json(folder: Path) -> None:
    shown = json.loads(chunklint(folder, "config", "CHANGELOG.md", "--output-format", "json").stdout)
    assert shown["settings_file"] == "chunklint.toml"
    assert shown["settings"]["fail-on"] == {"value": "error", "origin": "chunklint.toml:5"}
    assert shown["settings"]["profiles"]["docs"]["max-tokens"] == {"value": 600, "origin": "chunklint.toml:8"}
    assert "CL101" in shown["rules"]
    assert "CL202" not in shown["rules"]


def test_without_a_settings_file(tmp_path: Path) -> None:
    lines = chunklint(tmp_path, "config", "--language", "zh-CN").stdout.decode().splitlines()
    assert lines[1] == "# 没有设置文件，以下为默认值。"
    assert "max-tokens = 400  # 默认值" in lines


def test_a_folder_names_the_files_that_have_settings_of_their_own(folder: Path) -> None:
    assert "# Overrides for files that match: CHANGELOG.md" in chunklint(folder, "config").stdout.decode()
