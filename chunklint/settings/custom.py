"""Checks the ``[[custom]]`` tables of settings files, the rules that a team describes itself; it runs none of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from chunklint.settings.check import check_string, check_value, wrong_type
from chunklint.settings.errors import did_you_mean
from chunklint.settings.keys import CUSTOM_KEYS
from chunklint.settings.model import CustomRule

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from chunklint.settings.check import KnownNames
    from chunklint.settings.layers import Layer
    from chunklint.settings.toml_lines import KeyPath

LONGEST_MESSAGE = 500
"""Characters of a message; those of the built-in rules have up to 300."""

PLACEHOLDERS = ("match", "size", "limit")
"""What a message may name in braces: the text that was matched (or is too long), its size, and the limit."""

LIMITS = ("max-words", "max-han", "max-tokens", "max-characters")

_CODE = re.compile(r"[A-Z]{2,10}[0-9]{1,6}")
_RESERVED = "CL"
_NAME = re.compile(r"[^\W\d_]\w*(?:-\w+)*")
_LONGEST_NAME = 60
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_DEFAULT_SEVERITY = "warning"


def read_custom(layers: Sequence[Layer], known: KnownNames) -> tuple[CustomRule, ...]:
    """The rules of all layers, an inner file's over an outer one's of the same code.

    Raises SettingsError with the place of the first thing that is wrong.
    """
    rules: dict[str, CustomRule] = {}
    for layer in layers:
        codes: dict[str, str] = {}
        for index, table in enumerate(_tables(layer)):
            place: KeyPath = ("custom", index)
            rule = _rule(layer, place, table)
            _check_is_new(layer, place, rule, known, codes)
            rules[rule.code] = rule
    names = [rule.name for rule in rules.values()]
    for rule in rules.values():
        if names.count(rule.name) > 1:
            twin = layers[-1].error(f"two custom rules have the name {rule.name!r}; rename one of them", ("custom",))
            raise twin
    return tuple(rules.values())


def _tables(layer: Layer) -> list[Mapping[str, Any]]:
    value = layer.table.get("custom", [])
    if not isinstance(value, list) or not all(isinstance(table, dict) for table in value):
        raise layer.error("custom must be tables: write [[custom]] above each", ("custom",))
    return value


def _rule(layer: Layer, place: KeyPath, table: Mapping[str, Any]) -> CustomRule:
    values: dict[str, Any] = {}
    for name, value in table.items():
        key = CUSTOM_KEYS.get(name)
        here = (*place, name)
        if key is None:
            raise layer.error(f"unknown key {name!r}{did_you_mean(name, CUSTOM_KEYS)}", here)
        match key.kind:
            case "message":
                values[name] = _message(layer, here, value)
            case "pattern":
                values[name] = _pattern(layer, here, value)
            case _:
                values[name] = check_value(layer, here, key, value)
    for name in ("code", "name", "scope", "message"):
        if name not in values:
            raise layer.error(f"a custom rule needs {name}", place)
    limits = tuple((name, values[name]) for name in LIMITS if name in values)
    _check_what_it_looks_for(layer, place, values, limits)
    return CustomRule(
        _code(layer, (*place, "code"), values["code"]),
        _name(layer, (*place, "name"), values["name"]),
        values["scope"],
        values.get("severity", _DEFAULT_SEVERITY),
        values.get("pattern"),
        limits,
        values["message"],
        values.get("languages", ()),
    )


def _check_what_it_looks_for(
    layer: Layer, place: KeyPath, values: Mapping[str, Any], limits: tuple[tuple[str, int], ...]
) -> None:
    if ("pattern" in values) == bool(limits):
        listed = ", ".join(LIMITS)
        raise layer.error(f"a custom rule needs either a pattern or limits ({listed})", place)
    if limits and values["scope"] == "chunk-start":
        raise layer.error("the scope 'chunk-start' has no size: it needs a pattern", (*place, limits[0][0]))
    for _, text in values["message"]:
        if "pattern" in values and re.search(r"\{(?:size|limit)\}", text):
            raise layer.error("{size} and {limit} are for rules with limits", (*place, "message"))


def _check_is_new(layer: Layer, place: KeyPath, rule: CustomRule, known: KnownNames, codes: dict[str, str]) -> None:
    if rule.code in codes:
        raise layer.error(f"two custom rules have the code {rule.code!r}; give one of them another", (*place, "code"))
    codes[rule.code] = rule.name
    for key, word in (("code", rule.code), ("name", rule.name)):
        other = known.rule(word)
        if other is not None:
            raise layer.error(f"{word!r} is the rule {other.name!r} already; choose another {key}", (*place, key))


def _code(layer: Layer, place: KeyPath, code: str) -> str:
    if not _CODE.fullmatch(code):
        raise layer.error(f"code must be capital letters and a number, such as DOC101, not {code[:40]!r}", place)
    if code.rstrip("0123456789") == _RESERVED:
        raise layer.error(f"codes with {_RESERVED} are for the built-in rules; begin with other letters", place)
    return code


def _name(layer: Layer, place: KeyPath, name: str) -> str:
    if len(name) > _LONGEST_NAME or name != name.lower() or not _NAME.fullmatch(name):
        raise layer.error(
            f"name must be small letters with hyphens, such as no-click-here, not {name[:_LONGEST_NAME]!r}", place
        )
    return name


def _pattern(layer: Layer, place: KeyPath, value: Any) -> str:
    from chunklint.text.patterns import PatternError, compile_pattern

    pattern = check_string(layer, place, value)
    try:
        compile_pattern(pattern)
    except PatternError as error:
        raise layer.error(f"the pattern {pattern[:40]!r} can't be used: {error}", place) from None
    return pattern


def _message(layer: Layer, place: KeyPath, value: Any) -> tuple[tuple[str, str], ...]:
    if isinstance(value, str):
        value = {"en": value, "zh-CN": value}
    elif not isinstance(value, dict):
        raise wrong_type(layer, place, "a string, or a table with the languages en and zh-CN", value)
    languages = CUSTOM_KEYS["languages"].choices
    for language, text in value.items():
        here = (*place, language)
        if language not in languages:
            raise layer.error(f"a message has no language {language!r}{did_you_mean(language, languages)}", here)
        text = check_string(layer, here, text)
        if len(text) > LONGEST_MESSAGE:
            raise layer.error(f"a message has at most {LONGEST_MESSAGE} characters", here)
        for name in _PLACEHOLDER.findall(text):
            if name not in PLACEHOLDERS:
                listed = ", ".join(f"{{{word}}}" for word in PLACEHOLDERS)
                hint = did_you_mean(name, PLACEHOLDERS)
                raise layer.error(f"a message can name {listed}, not {{{name}}}{hint}", here)
    if not value:
        raise layer.error("a message needs a text in en or zh-CN", place)
    return tuple((language, value.get(language) or next(iter(value.values()))) for language in languages)
