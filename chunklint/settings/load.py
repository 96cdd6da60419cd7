"""Turns settings files and the command line into effective settings; which file applies is `resolver`'s business."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from chunklint.settings.errors import SettingsError, did_you_mean
from chunklint.settings.model import COMMAND_LINE, DEFAULT, Override, RuleSettings, Selectors, Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from chunklint.engine.model import Rule
    from chunklint.settings.check import Checked, CheckedTable, Found, KnownNames
    from chunklint.settings.model import CustomRule
    from chunklint.settings.profiles import Profiles

KnownRules: TypeAlias = "Mapping[str, Rule] | Callable[[tuple[str, ...]], Mapping[str, Rule]]"
"""The rules that settings may name; a function is given the names of the plugins that the settings list.

A mapping stands for rules loaded without regard to plugins: where settings list some, names that it lacks pass.
"""


class CommandLine(NamedTuple):
    """What the command line says over any settings file; None and empty leave things as they are."""

    profiles: tuple[str, ...] = ()
    select: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    fail_on: str | None = None
    language: str | None = None
    force_exclude: bool | None = None


NO_OPTIONS = CommandLine()


def default_settings() -> Settings:
    """The settings that hold without a settings file."""
    return Settings()


def load_settings(
    file: Path | None, known_rules: KnownRules, command_line: CommandLine = NO_OPTIONS, *, text: str | None = None
) -> Settings:
    """The settings of a file (of none: the defaults) with what it extends, under the command line.

    ``text`` is what an editor has instead of the file's contents. Raises SettingsError for everything in them that
    can't be used, with the line and, where one is near, the word that was probably meant.
    """
    if file is None and command_line == NO_OPTIONS:
        return default_settings()
    from chunklint.settings.check import CheckedTable, check
    from chunklint.settings.layers import read_layers
    from chunklint.settings.profiles import Profiles

    layers = read_layers(file, text) if file else []
    plugins: Any = next((layer.table["plugins"] for layer in reversed(layers) if "plugins" in layer.table), [])
    known = _known_names(known_rules, plugins)
    custom: tuple[CustomRule, ...] = ()
    if any("custom" in layer.table for layer in layers):
        from chunklint.settings.custom import read_custom

        custom = read_custom(layers, known)
        known = known.with_rules(custom)
    checked = [check(layer, known) for layer in layers]
    top = CheckedTable(_over([one.top.values for one in checked]), _over_each([one.top.rules for one in checked]))
    profiles = Profiles([(one.top.values, one.profiles) for one in checked])
    settings = _with_profiles(_plain_settings(top, checked), top, profiles, command_line)
    settings = settings._replace(
        custom=custom,
        overrides=tuple(_override(table, profiles, command_line) for one in checked for table in one.overrides),
        path=layers[-1].path if layers else None,
        root=layers[-1].path.parent if layers else None,
    )
    return _under_command_line(settings, command_line, known)


def _known_names(known_rules: KnownRules, plugins: Any) -> KnownNames:
    from chunklint.settings.check import KnownNames

    if callable(known_rules):
        names = plugins if isinstance(plugins, list) else []
        return KnownNames(known_rules(tuple(name for name in names if isinstance(name, str))).values())
    return KnownNames(known_rules.values(), complete=not plugins)


def _plain_settings(top: CheckedTable, checked: Sequence[Checked]) -> Settings:
    """The settings without profiles, overrides and the command line."""
    selectors = Selectors()
    for one in checked:
        selectors = selectors.under(_selectors(one.top))
    fields = ("language", "include", "exclude", "respect-gitignore", "force-exclude", "fail-on", "baseline", "plugins")
    values = {name.replace("-", "_"): top.values[name].value for name in fields if name in top.values}
    settings = Settings()._replace(**values, **selectors._asdict())
    rules = {name: _rule_settings(table) for name, table in top.rules.items()}
    return settings._replace(rules=rules, origins=_origins(top))


def _with_profiles(settings: Settings, top: CheckedTable, profiles: Profiles, command_line: CommandLine) -> Settings:
    # Every profile is built, so that a mistake shows at once and not on the day that the profile is chosen.
    everything = [profiles.build(name) for name in profiles.own_names]
    origins = {key: place for _, places in everything for key, place in places.items()}
    asked = top.values.get("profile")
    if command_line.profiles:
        chosen = profiles.choose(
            command_line.profiles, lambda text: SettingsError(f"--profile: {text}", key="--profile")
        )
        origins["profile"] = COMMAND_LINE
    elif asked:
        chosen = profiles.choose(asked.value, asked.error)
    else:
        chosen = profiles.choose([DEFAULT], lambda text: SettingsError(text))
    return settings._replace(profiles=chosen[0], origins={**settings.origins, **chosen[1], **origins})


def _override(table: CheckedTable, profiles: Profiles, command_line: CommandLine) -> Override:
    """An override; where the command line chooses profiles or rules, the override's own choice gives way to it."""
    selectors = _selectors(table)
    origins = _origins(table)
    if command_line.select is not None:
        selectors = selectors._replace(select=None, extend_select=())
        origins = {key: place for key, place in origins.items() if key not in ("select", "extend-select")}
    asked = table.values.get("profile")
    chosen = profiles.choose(asked.value, asked.error)[0] if asked else None
    if command_line.profiles:
        chosen = None
        origins.pop("profile", None)
    origins.pop("files", None)
    rules = {name: _rule_settings(keys) for name, keys in table.rules.items()}
    return Override(table.values["files"].value, selectors, rules, chosen, origins)


def _under_command_line(settings: Settings, command_line: CommandLine, known: KnownNames) -> Settings:
    selectors = Selectors(
        None if command_line.select is None else _from_command_line("--select", command_line.select, known),
        _from_command_line("--extend-select", command_line.extend_select, known),
        _from_command_line("--ignore", command_line.ignore, known),
    )
    changed: dict[str, Any] = {}
    for field in ("fail_on", "language"):
        if (word := getattr(command_line, field)) is not None:
            changed[field] = _choice_from_command_line(field.replace("_", "-"), word)
    if command_line.force_exclude is not None:
        changed["force_exclude"] = command_line.force_exclude
    fields = set(changed) | {field for field, value in selectors._asdict().items() if value not in (None, ())}
    origins = {**settings.origins, **{field.replace("_", "-"): COMMAND_LINE for field in sorted(fields)}}
    return settings._replace(**changed, **settings.selectors.under(selectors)._asdict(), origins=origins)


def _from_command_line(option: str, words: Iterable[str], known: KnownNames) -> tuple[str, ...]:
    from chunklint.settings.check import check_selectors

    return tuple(check_selectors(words, known, lambda text, _: SettingsError(f"{option}: {text}", key=option)))


def _choice_from_command_line(name: str, word: str) -> str:
    from chunklint.settings.keys import TOP_KEYS

    choices = TOP_KEYS[name].choices
    if word not in choices:
        listed = ", ".join(repr(choice) for choice in choices)
        hint = did_you_mean(word, choices)
        raise SettingsError(f"--{name} must be one of {listed}, not {word!r}{hint}", key=f"--{name}")
    return word


def _selectors(table: CheckedTable) -> Selectors:
    values = {key: found.value for key, found in table.values.items()}
    return Selectors(values.get("select"), values.get("extend-select", ()), values.get("ignore", ()))


def _rule_settings(table: Mapping[str, Found]) -> RuleSettings:
    options = {key: found.value for key, found in table.items() if key != "severity"}
    return RuleSettings(table["severity"].value if "severity" in table else None, options)


def _origins(table: CheckedTable) -> dict[str, str]:
    origins = {key: found.origin for key, found in table.values.items()}
    for rule, keys in table.rules.items():
        origins.update({f"rules.{rule}.{key}": found.origin for key, found in keys.items()})
    return origins


def _over(tables: Iterable[Mapping[str, Found]]) -> dict[str, Found]:
    """The keys of all tables, a later table over an earlier one."""
    return {key: found for table in tables for key, found in table.items()}


def _over_each(groups: Iterable[Mapping[str, Mapping[str, Found]]]) -> dict[str, dict[str, Found]]:
    """The same for groups of named tables."""
    merged: dict[str, dict[str, Found]] = {}
    for group in groups:
        for name, table in group.items():
            merged.setdefault(name, {}).update(table)
    return merged
