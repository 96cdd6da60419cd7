"""Checks the tables of one settings file against the table of keys and the known rules; it merges nothing."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from chunklint.settings.errors import did_you_mean
from chunklint.settings.globs import PATTERN_LIMIT, read_pattern
from chunklint.settings.keys import OVERRIDE_KEYS, PROFILE_KEYS, SEVERITY, TOP_KEYS
from chunklint.settings.model import ALL, Glob

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from chunklint.engine.model import Option
    from chunklint.settings.errors import SettingsError
    from chunklint.settings.keys import Key
    from chunklint.settings.layers import Layer
    from chunklint.settings.toml_lines import KeyPath


class Found(NamedTuple):
    """A value that was checked and the place it was found at; ``note`` says more about its origin."""

    value: Any
    layer: Layer
    key: KeyPath
    note: str = ""

    @property
    def origin(self) -> str:
        """``FILE:LINE`` of the value."""
        line = self.layer.line(self.key)
        return f"{self.layer.path}:{line}{self.note}" if line else f"{self.layer.path}{self.note}"

    def error(self, sentence: str) -> SettingsError:
        """The error to raise about this value."""
        return self.layer.error(sentence, self.key)


class CheckedTable(NamedTuple):
    """A table's plain keys, and its rules by the rule's name."""

    values: Mapping[str, Found]
    rules: Mapping[str, Mapping[str, Found]]


class Checked(NamedTuple):
    """A settings file whose every value is known to be usable by itself."""

    layer: Layer
    top: CheckedTable
    profiles: Mapping[str, Mapping[str, Found]]
    overrides: tuple[CheckedTable, ...]


class NamedRule(Protocol):
    """What settings need to know of a rule, built in or described in a settings file."""

    @property
    def code(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def options(self) -> Mapping[str, Option]: ...


class KnownNames:
    """The rules that selectors and tables may name.

    ``complete`` is False where rules of plugins are not loaded, so that an unknown name may well be one of theirs.
    """

    def __init__(self, rules: Iterable[NamedRule], *, complete: bool = True) -> None:
        self.by_name = {rule.name: rule for rule in rules}
        self.by_code = {rule.code: rule for rule in self.by_name.values()}
        self.complete = complete

    def with_rules(self, rules: Iterable[NamedRule]) -> KnownNames:
        """These rules and some more."""
        return KnownNames([*self.by_name.values(), *rules], complete=self.complete)

    def rule(self, name: str) -> NamedRule | None:
        """The rule of a name or code."""
        return self.by_name.get(name) or self.by_code.get(name)

    def selector(self, word: str) -> str | None:
        """A selector as a code, a family prefix or ``ALL``; None if no rule answers to it."""
        if word in self.by_name:
            return self.by_name[word].code
        if word == ALL or (word and any(code.startswith(word) for code in self.by_code)):
            return word
        return None if self.complete else word

    def hint(self, word: str) -> str:
        """The nearest known name, code, family or ``ALL`` as the end of a sentence."""
        families = {code.rstrip("0123456789") + digits[:1] for code in self.by_code if (digits := _digits(code))}
        return did_you_mean(word, [*self.by_name, *self.by_code, *families, ALL])


def check(layer: Layer, known: KnownNames) -> Checked:
    """Everything in a settings file, checked. Raises SettingsError with the place of the first thing that is wrong."""
    top = _check_table(layer, (), layer.table, TOP_KEYS, known)
    profiles = {}
    for name, table in _tables(layer, "profiles", layer.table.get("profiles", {})):
        values = _check_table(layer, ("profiles", name), table, PROFILE_KEYS, known).values
        profiles[name] = values
    overrides = []
    for index, table in enumerate(_list_of_tables(layer, layer.table.get("overrides", []))):
        override = _check_table(layer, ("overrides", index), table, OVERRIDE_KEYS, known)
        if "files" not in override.values:
            raise layer.error("an override needs files, the globs that it is for", ("overrides", index))
        overrides.append(override)
    return Checked(layer, top, profiles, tuple(overrides))


def check_selectors(words: Iterable[str], known: KnownNames, error: Callable[[str, int], SettingsError]) -> list[str]:
    """Selectors with names turned into codes; ``error`` makes the error for the word at an index."""
    found = []
    for index, word in enumerate(words):
        selector = known.selector(word)
        if selector is None:
            raise error(f"no rule has the code, family or name {word!r}{known.hint(word)}", index)
        found.append(selector)
    return found


def _check_table(
    layer: Layer, place: KeyPath, table: Mapping[str, Any], keys: Mapping[str, Key], known: KnownNames
) -> CheckedTable:
    values = {}
    for name, value in table.items():
        key = keys.get(name)
        if key is None and name == "tool" and not place:
            raise layer.error("[tool.chunklint] is for pyproject.toml; in this file the keys stand without it", (name,))
        if key is None:
            raise layer.error(f"unknown key {name!r}{did_you_mean(name, keys)}", (*place, name))
        if key.kind not in ("table", "tables"):
            values[name] = Found(check_value(layer, (*place, name), key, value, known), layer, (*place, name))
    return CheckedTable(values, _check_rules(layer, place, table.get("rules", {}), known))


def _check_rules(layer: Layer, place: KeyPath, tables: Any, known: KnownNames) -> dict[str, dict[str, Found]]:
    rules: dict[str, dict[str, Found]] = {}
    for name, table in _tables(layer, "rules", tables, place):
        here = (*place, "rules", name)
        rule = known.rule(name)
        if rule is None and known.complete:
            raise layer.error(f"unknown rule {name!r}{known.hint(name)}", here)
        full_name = rule.name if rule else name
        if full_name in rules:
            raise layer.error(f"the rule {full_name!r} has two tables, by its name and by its code", here)
        rules[full_name] = {}
        for option, value in table.items():
            checked = _check_rule_key(layer, (*here, option), rule, value)
            rules[full_name][option] = Found(checked, layer, (*here, option))
    return rules


def _check_rule_key(layer: Layer, place: KeyPath, rule: NamedRule | None, value: Any) -> Any:
    name = str(place[-1])
    if name == SEVERITY.name:
        return check_choice(layer, place, SEVERITY, value)
    if rule is None:
        return tuple(value) if isinstance(value, list) else value
    option = rule.options.get(name)
    if option is None:
        hint = did_you_mean(name, [SEVERITY.name, *rule.options])
        raise layer.error(f"the rule {rule.name!r} has no option {name!r}{hint}", place)
    return _check_option(layer, place, option, value)


def _check_option(layer: Layer, place: KeyPath, option: Option, value: Any) -> Any:
    if isinstance(option.default, bool):
        return _check_boolean(layer, place, value)
    if isinstance(option.default, int):
        return _check_integer(layer, place, value, option.minimum)
    if isinstance(option.default, str):
        return check_string(layer, place, value)
    return check_strings(layer, place, value)


def check_value(layer: Layer, place: KeyPath, key: Key, value: Any, known: KnownNames | None = None) -> Any:
    """A value as its key wants it; ``known`` is needed for selectors. Raises SettingsError."""
    match key.kind:
        case "boolean":
            return _check_boolean(layer, place, value)
        case "integer":
            return _check_integer(layer, place, value, key.minimum)
        case "percent":
            return _check_percent(layer, place, value)
        case "choice":
            return check_choice(layer, place, key, value)
        case "string":
            return check_string(layer, place, value)
        case "path":
            return _check_path(layer, place, value)
        case "tokenizer":
            return _check_tokenizer(layer, place, value)
        case "embedding":
            return _check_embedding(layer, place, value)
        case "splitter":
            return _check_splitter(layer, place, key, value)
        case "options":
            return _check_options(layer, place, value)
        case "choices":
            words = check_strings(layer, place, value)
            return tuple(check_choice(layer, (*place, index), key, word) for index, word in enumerate(words))
        case "globs":
            return _check_globs(layer, place, value)
        case "selectors":
            words = check_strings(layer, place, value)
            assert known is not None
            return tuple(check_selectors(words, known, lambda text, at: layer.error(text, (*place, at))))
        case "separators":
            return check_strings(layer, place, value, empty_allowed=True)
        case "profiles":
            names = check_strings(layer, place, [value] if isinstance(value, str) else value)
            if not names:
                raise layer.error("profile must name at least one profile", place)
            return tuple(dict.fromkeys(names))
        case _:
            return check_strings(layer, place, value)


def _check_boolean(layer: Layer, place: KeyPath, value: Any) -> bool:
    if not isinstance(value, bool):
        raise wrong_type(layer, place, "true or false", value)
    return value


def _check_integer(layer: Layer, place: KeyPath, value: Any, minimum: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise wrong_type(layer, place, "a whole number", value)
    if value < minimum:
        raise layer.error(f"{place[-1]} must be at least {minimum}, not {value}", place)
    return value


def _check_percent(layer: Layer, place: KeyPath, value: Any) -> int:
    percent = _check_integer(layer, place, value, 0)
    if percent > 100:
        raise layer.error(f"{place[-1]} must be at most 100, not {percent}", place)
    return percent


def check_string(layer: Layer, place: KeyPath, value: Any) -> str:
    """A string with something in it. Raises SettingsError."""
    if not isinstance(value, str):
        raise wrong_type(layer, place, "a string", value)
    if not value:
        raise layer.error(f"{place[-1]} must not be empty", place)
    return value


def check_strings(layer: Layer, place: KeyPath, value: Any, *, empty_allowed: bool = False) -> tuple[str, ...]:
    """A list of strings as a tuple. Raises SettingsError."""
    if not isinstance(value, list):
        raise wrong_type(layer, place, "a list of strings", value)
    for index, element in enumerate(value):
        if not isinstance(element, str):
            raise layer.error(f"{place[-1]} must hold strings only, not {_describe(element)}", (*place, index))
        if not element and not empty_allowed:
            raise layer.error(f"{place[-1]} must not hold an empty string", (*place, index))
    if empty_allowed and not value:
        raise layer.error(f"{place[-1]} must hold at least one string", place)
    return tuple(value)


# More words than this are not listed where the one that was probably meant is near.
_MANY = 8


def check_choice(layer: Layer, place: KeyPath, key: Key, value: Any) -> str:
    """One of the words that a key allows. Raises SettingsError."""
    if not isinstance(value, str):
        raise wrong_type(layer, place, f"one of {_listed(key.choices)}", value)
    if value not in key.choices:
        hint = did_you_mean(value, key.choices)
        if hint and len(key.choices) > _MANY:
            raise layer.error(f"{key.name} {value!r} is not known{hint}", place)
        raise layer.error(f"{key.name} must be one of {_listed(key.choices)}, not {value!r}{hint}", place)
    return value


def _check_globs(layer: Layer, place: KeyPath, value: Any) -> tuple[Glob, ...]:
    patterns = check_strings(layer, place, value)
    for index, pattern in enumerate(patterns):
        if read_pattern(pattern) is None:
            too_long = f"it is longer than {PATTERN_LIMIT} characters"
            why = too_long if len(pattern) > PATTERN_LIMIT else "it matches nothing, as in a .gitignore file"
            raise layer.error(f"{place[-1]}: {pattern[:40]!r} can't be used as a pattern: {why}", (*place, index))
    return tuple(Glob(pattern, layer.root) for pattern in patterns)


def _check_path(layer: Layer, place: KeyPath, value: Any) -> str:
    """A file's absolute path; the file need not exist."""
    name = check_string(layer, place, value)
    return os.path.abspath(os.path.join(layer.root, os.path.expanduser(name)))  # noqa: PTH100, PTH111, PTH118


def _check_embedding(layer: Layer, place: KeyPath, value: Any) -> str:
    """The built-in way of comparing, a function's name, or the absolute path of a folder that exists."""
    from chunklint.chunking.adapters.catalogue import is_own
    from chunklint.chunking.similarity import LEXICAL

    name = check_string(layer, place, value)
    if name == LEXICAL or is_own(name):
        return name
    folder = _check_path(layer, place, name)
    if not os.path.isdir(folder):  # noqa: PTH112
        raise layer.error(
            f"embedding must be lexical, module:callable or a folder; {name} is none{did_you_mean(name, [LEXICAL])}",
            place,
        )
    return folder


def _check_tokenizer(layer: Layer, place: KeyPath, value: Any) -> str:
    """A tokenizer's name, or the absolute path of a file that exists."""
    from chunklint.tokens.counter import TokenizerError
    from chunklint.tokens.registry import SHIPPED_ENCODINGS, get_counter

    name = check_string(layer, place, value)
    if name == "characters" or name in SHIPPED_ENCODINGS:
        return name
    if name.endswith(".json") or "/" in name or "\\" in name:
        name = os.path.abspath(os.path.join(layer.root, os.path.expanduser(name)))  # noqa: PTH100, PTH111, PTH118
    try:
        # Opening anything else is slow, but a run will need it, and only so is it known to work.
        get_counter(name)
    except TokenizerError as error:
        hint = did_you_mean(name, [*SHIPPED_ENCODINGS, "characters"])
        raise layer.error(f"{error}{hint}", place) from None
    return name


def _check_splitter(layer: Layer, place: KeyPath, key: Key, value: Any) -> str:
    """A known splitter, or the project's own function, which need not exist yet."""
    from chunklint.chunking.adapters.catalogue import is_own

    if isinstance(value, str) and is_own(value):
        return value
    return check_choice(layer, place, key, value)


def _check_options(layer: Layer, place: KeyPath, value: Any) -> tuple[tuple[str, Any], ...]:
    """A table of plain values, sorted by name; which names there may be is for the profile to say."""
    if not isinstance(value, dict):
        raise wrong_type(layer, place, "a table", value)
    found = []
    for name, item in sorted(value.items()):
        if isinstance(item, list):
            item = check_strings(layer, (*place, name), item, empty_allowed=True) if item else ()
        elif not isinstance(item, (bool, int, str)):
            raise wrong_type(layer, (*place, name), "true or false, a whole number, a string or a list of them", item)
        found.append((name, item))
    return tuple(found)


def _tables(layer: Layer, name: str, value: Any, place: KeyPath = ()) -> Iterable[tuple[str, Mapping[str, Any]]]:
    """The tables inside a table, with their names."""
    if not isinstance(value, dict):
        raise wrong_type(layer, (*place, name), "a table", value)
    for inner, table in value.items():
        if not isinstance(table, dict):
            raise layer.error(f"{name}.{inner} must be a table, not {_describe(table)}", (*place, name, inner))
    return value.items()


def _list_of_tables(layer: Layer, value: Any) -> list[Mapping[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(table, dict) for table in value):
        raise layer.error("overrides must be tables: write [[overrides]] above each", ("overrides",))
    return value


def wrong_type(layer: Layer, place: KeyPath, wanted: str, value: Any) -> SettingsError:
    """The error about a value of another type than the one wanted."""
    return layer.error(f"{place[-1]} must be {wanted}, not {_describe(value)}", place)


def _describe(value: Any) -> str:
    names = {
        bool: "true or false",
        int: "a number",
        float: "a number",
        str: "a string",
        list: "a list",
        dict: "a table",
    }
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return str(value)
    if isinstance(value, str):
        return f"the string {value[:40]!r}"
    return names.get(type(value), "a date or time")


def _listed(words: Iterable[str]) -> str:
    return ", ".join(repr(word) for word in words)


def _digits(code: str) -> str:
    return code[len(code.rstrip("0123456789")) :]
