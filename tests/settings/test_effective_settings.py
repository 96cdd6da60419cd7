"""What `chunklint config` shows: every effective value with its origin."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

from chunklint.settings.effective import effective_entries, effective_text
from chunklint.settings.load import CommandLine, load_settings
from tests.settings.known_rules import RULES

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

TEXT = """\
exclude = ["存档/**"]
profile = "docs"
[profiles.docs]
separators = ["\\n", "。"]
[rules.CL304]
max-words = 9
[[overrides]]
files = ["a.md"]
ignore = ["CL2"]
"""


def test_each_value_has_its_origin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "chunklint.toml"
    file.write_text(TEXT, "utf-8")
    settings = load_settings(file, RULES, CommandLine(fail_on="never"))
    lines = effective_text(settings).splitlines()
    assert 'exclude = ["存档/**"]  # chunklint.toml:1' in lines
    assert 'profile = ["docs"]  # chunklint.toml:2' in lines
    assert 'profiles.docs.separators = ["\\n", "。"]  # chunklint.toml:4' in lines
    assert "profiles.docs.max-tokens = 400  # default" in lines
    assert "rules.sentence-too-long.max-words = 9  # chunklint.toml:6" in lines
    assert 'overrides.1.ignore = ["CL2"]  # chunklint.toml:9' in lines
    assert 'fail-on = "never"  # command line' in lines
    assert 'ignore = ["CL2"]  # chunklint.toml:9' in effective_text(settings.for_file(tmp_path / "a.md")).splitlines()


def test_the_text_is_toml_and_says_what_the_entries_say(tmp_path: Path) -> None:
    file = tmp_path / "chunklint.toml"
    file.write_text(TEXT, "utf-8")
    settings = load_settings(file, RULES).for_file(tmp_path / "b.md")
    document = tomllib.loads(effective_text(settings))
    assert document["profiles"]["docs"]["overlap"] == 50
    set_keys = [entry.key for entry in effective_entries(settings) if entry.value is not None]
    assert "select" not in set_keys
    assert len(set_keys) == len(set(set_keys))
