"""The JSON schema says the same as the checks do, since both come from one table."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator

from chunklint.chunking.presets import PRESETS
from chunklint.engine.model import LANGUAGES
from chunklint.settings.keys import OVERRIDE_KEYS, PROFILE_KEYS, SEVERITY, TOP_KEYS, default_of
from chunklint.settings.model import Settings
from chunklint.settings.schema import settings_schema
from tests.cli.program import chunklint
from tests.settings.known_rules import RULES
from tests.settings.published_schema import FILE, published

SCHEMA: dict[str, Any] = settings_schema(RULES.values())


def test_every_key_and_rule_is_there_and_nothing_else_is_allowed() -> None:
    assert set(SCHEMA["properties"]) == set(TOP_KEYS)
    assert SCHEMA["additionalProperties"] is False
    rules = SCHEMA["properties"]["rules"]
    assert set(rules["properties"]) == {*RULES, *(rule.name for rule in RULES.values())}
    assert set(rules["properties"]["CL304"]["properties"]) == {"severity", *RULES["CL304"].options}
    json.dumps(SCHEMA)


@pytest.mark.parametrize(
    ("key", "part"),
    [
        ("max-tokens", {"type": "integer", "minimum": 1, "default": 400}),
        ("overlap", {"type": "integer", "minimum": 0, "default": 50}),
        ("fail-on", {"enum": ["info", "warning", "error", "never"], "default": "warning"}),
        ("heading-path", {"type": "boolean", "default": True}),
        ("select", {"type": "array", "items": {"type": "string", "minLength": 1}}),
        ("profile", {"default": ["default"]}),
    ],
)
def test_kinds_limits_and_defaults(key: str, part: dict[str, Any]) -> None:
    assert part.items() <= SCHEMA["properties"][key].items()


def test_help_is_in_both_languages() -> None:
    keys = [*TOP_KEYS.values(), *PROFILE_KEYS.values(), *OVERRIDE_KEYS.values(), SEVERITY]
    for key in keys:
        assert key.summary["en"].endswith(".")
        assert key.summary["zh-CN"].endswith("。")
    chinese = settings_schema(RULES.values(), "zh-CN")["properties"]
    assert chinese["max-tokens"]["description"] == TOP_KEYS["max-tokens"].summary["zh-CN"]


def test_every_key_of_settings_and_profiles_has_a_default_or_none_by_design() -> None:
    keys = {name: key for name, key in TOP_KEYS.items() if key.kind not in ("table", "tables")}
    without = {name for name, key in keys.items() if default_of(key) is None}
    assert without == {
        "extend",
        "baseline",
        "preset",
        "select",
        "cut-similarity",
        "separators",
        "keep-separator",
        "python",
        "embedding-model",
        "model-limit",
    }
    fields = set(Settings._fields) - {"profiles", "path", "root", "origins"}
    assert fields <= {name.replace("-", "_") for name in TOP_KEYS}


def test_presets_use_known_keys_only() -> None:
    for preset in PRESETS.values():
        assert set(preset.values) <= set(PROFILE_KEYS) - {"preset"}
        assert set(preset.source) == set(LANGUAGES)


class TestPublished:
    def test_the_wheel_holds_the_schema_of_today(self) -> None:
        assert FILE.read_text("utf-8") == published(), "python -m tests.settings.published_schema"

    def test_it_is_a_schema(self) -> None:
        Draft7Validator.check_schema(json.loads(published()))

    def test_the_command_prints_it(self, tmp_path: Path) -> None:
        done = chunklint(tmp_path, "config", "--schema")
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.decode() == published()
        chinese = json.loads(chunklint(tmp_path, "config", "--schema", "--language", "zh-CN").stdout)
        assert chinese["properties"]["max-tokens"]["description"] == TOP_KEYS["max-tokens"].summary["zh-CN"]
        # Rules of the project's own are known to its editors too, and a broken file can be mended with their help.
        rule = 'code = "DOC1"\nname = "my-rule"\nscope = "heading"\npattern = "a"\nmessage = "No a."\n'
        (tmp_path / "chunklint.toml").write_text(f"[[custom]]\n{rule}", "utf-8")
        rules = json.loads(chunklint(tmp_path, "config", "--schema").stdout)["properties"]["rules"]["properties"]
        assert {"DOC1", "my-rule", "CL101"} <= set(rules)
        (tmp_path / "chunklint.toml").write_text("ignore = [", "utf-8")
        assert chunklint(tmp_path, "config", "--schema").stdout.decode() == published()

    @pytest.mark.parametrize(
        ("text", "wrong"),
        [
            ("", 0),
            ('profile = "docs"\nfail-on = "error"\n[profiles.docs]\nmax-tokens = 300\n', 0),
            ("max_tokens = 300\n", 1),
            ('fail-on = "warnings"\n', 1),
            ("[rules.sentence-too-long]\nmax-words = 0\nwords = 1\n", 2),
        ],
    )
    def test_it_judges_as_the_program_does(self, tmp_path: Path, text: str, wrong: int) -> None:
        found = list(Draft7Validator(json.loads(published())).iter_errors(tomllib.loads(text)))
        assert len(found) == wrong
        (tmp_path / "chunklint.toml").write_text(text, "utf-8")
        assert chunklint(tmp_path, "config").returncode == (2 if wrong else 0)

    def test_what_init_writes_is_valid(self, tmp_path: Path) -> None:
        chunklint(tmp_path, "init", "--yes")
        text = (tmp_path / "chunklint.toml").read_text("utf-8")
        Draft7Validator(json.loads(published())).validate(tomllib.loads(text))
