"""The JSON schema says the same as the checks do, since both come from one table."""

from __future__ import annotations

import json
from typing import Any

import pytest

from chunklint.settings.keys import OVERRIDE_KEYS, PROFILE_KEYS, SEVERITY, TOP_KEYS, default_of
from chunklint.settings.model import Settings
from chunklint.settings.presets import PRESETS
from chunklint.settings.schema import settings_schema
from tests.settings.known_rules import RULES

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
        "separators",
        "keep-separator",
        "embedding-model",
        "model-limit",
    }
    fields = set(Settings._fields) - {"profiles", "path", "root", "origins"}
    assert fields <= {name.replace("-", "_") for name in TOP_KEYS}


def test_presets_use_known_keys_only() -> None:
    for preset in PRESETS.values():
        assert set(preset.values) <= set(PROFILE_KEYS) - {"preset"}
        assert preset.source
