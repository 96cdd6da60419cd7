"""Builds the JSON schema of the settings file, for editors that complete and check TOML; it validates nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chunklint.settings.keys import CUSTOM_KEYS, OVERRIDE_KEYS, PROFILE_KEYS, SEVERITY, TOP_KEYS, Key, default_of
from chunklint.text.patterns import LONGEST_PATTERN

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from chunklint.engine.model import Language, Option, Rule

_STRINGS = {"type": "array", "items": {"type": "string", "minLength": 1}}


def settings_schema(rules: Iterable[Rule], language: Language = "en") -> dict[str, Any]:
    """The schema (JSON Schema, draft 7: what the TOML extensions of editors read), with help in one language."""
    known = sorted(rules, key=lambda rule: rule.code)
    rule_tables = {"type": "object", "additionalProperties": False, "properties": _rules(known, language)}
    profile = _object(PROFILE_KEYS, language, {})
    nested = {"rules": rule_tables, "profiles": {"type": "object", "additionalProperties": profile}}
    override = {**_object(OVERRIDE_KEYS, language, nested, with_defaults=False), "required": ["files"]}
    nested["overrides"] = {"type": "array", "items": override}
    custom = {
        **_object(CUSTOM_KEYS, language, {}, with_defaults=False),
        "required": ["code", "name", "scope", "message"],
    }
    nested["custom"] = {"type": "array", "items": custom}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "chunklint",
        **_object(TOP_KEYS, language, nested),
    }


def _object(
    keys: Mapping[str, Key], language: Language, nested: Mapping[str, Any], *, with_defaults: bool = True
) -> dict[str, Any]:
    properties = {}
    for name, key in keys.items():
        properties[name] = {"description": key.summary[language], **(nested.get(name) or _value(key))}
        default = default_of(key) if with_defaults and name not in nested else None
        if default not in (None, ()):
            properties[name]["default"] = list(default) if isinstance(default, tuple) else default
    return {"type": "object", "additionalProperties": False, "properties": properties}


def _value(key: Key) -> dict[str, Any]:
    match key.kind:
        case "boolean":
            return {"type": "boolean"}
        case "integer":
            return {"type": "integer", "minimum": key.minimum}
        case "percent":
            return {"type": "integer", "minimum": 0, "maximum": 100}
        case "choice":
            return {"enum": list(key.choices)}
        case "string" | "path" | "tokenizer" | "embedding":
            return {"type": "string", "minLength": 1}
        case "splitter":
            # What `chunklint.chunking.adapters.catalogue.OWN` matches, as far as JavaScript's patterns go.
            return {"anyOf": [{"enum": list(key.choices)}, {"type": "string", "pattern": r"^[\w.]+:[\w.]+$"}]}
        case "options":
            kinds = [{"type": ["boolean", "integer", "string"]}, {"type": "array", "items": {"type": "string"}}]
            return {"type": "object", "additionalProperties": {"anyOf": kinds}}
        case "profiles":
            return {"anyOf": [{"type": "string", "minLength": 1}, {**_STRINGS, "minItems": 1}]}
        case "separators":
            return {"type": "array", "items": {"type": "string"}, "minItems": 1}
        case "choices":
            return {"type": "array", "items": {"enum": list(key.choices)}}
        case "pattern":
            return {"type": "string", "minLength": 1, "maxLength": LONGEST_PATTERN}
        case "message":
            text = {"type": "string", "minLength": 1}
            texts = {"type": "object", "additionalProperties": False, "properties": {"en": text, "zh-CN": text}}
            return {"anyOf": [text, {**texts, "minProperties": 1}]}
        case _:
            return dict(_STRINGS)


def _rules(rules: Iterable[Rule], language: Language) -> dict[str, Any]:
    tables = {}
    for rule in rules:
        options = {name: _option(option, language) for name, option in rule.options.items()}
        severity = {"description": SEVERITY.summary[language], **_value(SEVERITY), "default": rule.severity}
        table = {
            "description": f"{rule.code}: {rule.summary[language]}",
            "type": "object",
            "additionalProperties": False,
            "properties": {SEVERITY.name: severity, **options},
        }
        tables[rule.name] = tables[rule.code] = table
    return tables


def _option(option: Option, language: Language) -> dict[str, Any]:
    default = option.default
    value = list(default) if isinstance(default, tuple) else default
    shown = {"description": option.said(language), "default": value}
    if isinstance(default, bool):
        return {**shown, "type": "boolean"}
    if isinstance(default, int):
        return {**shown, "type": "integer", "minimum": option.minimum}
    return {**shown, **({"type": "string", "minLength": 1} if isinstance(default, str) else _STRINGS)}
