"""Lists the effective settings and where each came from, for `chunklint config`; it decides nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from chunklint.settings.errors import printed_path
from chunklint.settings.keys import PROFILE_KEYS, TOP_KEYS
from chunklint.settings.model import COMMAND_LINE, DEFAULT, Glob

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chunklint.settings.model import Override, Settings


class Entry(NamedTuple):
    """One effective setting: the dotted key as in a settings file, its value, None where nothing is set, its origin."""

    key: str
    value: object
    origin: str


def effective_entries(settings: Settings) -> list[Entry]:
    """The settings in the order of the table of keys: general ones, each active profile's, rules', overrides'."""
    return [*_general(settings), *_profiles(settings), *_rules(settings), *_overrides(settings)]


def effective_text(settings: Settings) -> str:
    """The settings as TOML, each line with its origin as a comment.

    >>> from chunklint.settings.model import Settings
    >>> effective_text(Settings()).splitlines()[0]
    'language = "auto"  # default'
    """
    lines = []
    for entry in effective_entries(settings):
        unset = "# " if entry.value is None else ""
        lines.append(f"{unset}{entry.key} = {_toml(entry.value)}  # {_shown(entry.origin)}")
    return "\n".join(lines) + "\n"


def _general(settings: Settings) -> Iterator[Entry]:
    for name, key in TOP_KEYS.items():
        if name == "profile":
            names = tuple(profile.name for profile in settings.profiles)
            yield Entry(name, names, settings.origin(name))
        elif name not in PROFILE_KEYS and key.kind not in ("table", "tables") and name != "extend":
            yield Entry(name, getattr(settings, name.replace("-", "_")), settings.origin(name))


def _profiles(settings: Settings) -> Iterator[Entry]:
    for profile in settings.profiles:
        for name in PROFILE_KEYS:
            if name != "preset":
                place = name if profile.name == DEFAULT else f"profiles.{profile.name}.{name}"
                yield Entry(place, getattr(profile, name.replace("-", "_")), settings.origin(place))


def _rules(settings: Settings) -> Iterator[Entry]:
    for name, rule in sorted(settings.rules.items()):
        values = {**({"severity": rule.severity} if rule.severity else {}), **rule.options}
        for key, value in values.items():
            place = f"rules.{name}.{key}"
            yield Entry(place, value, settings.origin(place))


def _overrides(settings: Settings) -> Iterator[Entry]:
    """Those that are left, if the settings are a folder's; each value carries the override's number."""
    for number, override in enumerate(settings.overrides, start=1):
        for key, value in _override_values(override).items():
            yield Entry(f"overrides.{number}.{key}", value, override.origins.get(key, DEFAULT))


def _override_values(override: Override) -> dict[str, object]:
    values: dict[str, object] = {"files": override.files}
    for name, selector in override.selectors._asdict().items():
        if selector:
            values[name.replace("_", "-")] = selector
    if override.profiles is not None:
        values["profile"] = tuple(profile.name for profile in override.profiles)
    for name, rule in override.rules.items():
        if rule.severity:
            values[f"rules.{name}.severity"] = rule.severity
        values.update({f"rules.{name}.{option}": value for option, value in rule.options.items()})
    return values


def _toml(value: object) -> str:
    import json

    if isinstance(value, Glob):
        return _toml(value.pattern)
    if isinstance(value, tuple):
        return f"[{', '.join(_toml(element) for element in value)}]"
    # TOML's booleans, numbers and basic strings are written as in JSON; a value that is not set has no TOML.
    return '""' if value is None else json.dumps(value, ensure_ascii=False)


def _shown(origin: str) -> str:
    """An origin with its path relative to the working directory."""
    if origin in (DEFAULT, COMMAND_LINE) or ":" not in origin:
        return origin
    path, line = origin.rsplit(":", 1)
    return f"{printed_path(path)}:{line}"
