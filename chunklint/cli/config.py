"""``chunklint config``: shows the settings that apply to a file or folder, and where each value came from."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from chunklint.cli.errors import CLEAN
from chunklint.cli.options import CONFIG, LANGUAGE, PROFILE, Command, Option, output_format
from chunklint.report.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from chunklint.engine.model import Language, Rule
    from chunklint.settings.model import CustomRule, Settings

COMMAND = Command(
    "config",
    (
        "Show the settings for FILE (default: the working directory) and where each came from.",
        "显示 FILE（默认为当前目录）的生效设置及其来源。",
    ),
    (
        output_format("text", "json"),
        Option(
            "--presets",
            ("List the presets instead: what they do, and on whose word.", "改为列出各种预设：做什么，依据是什么。"),
        ),
        Option(
            "--schema",
            (
                "Print the JSON schema of settings files instead, for editors that complete and check TOML.",
                "改为输出设置文件的 JSON schema，供编辑器补全和校验 TOML。",
            ),
        ),
        CONFIG,
        PROFILE,
        LANGUAGE,
    ),
    argument="FILE",
)

# The keys that `Settings` holds as they stand in a file, in the order of the documentation.
_KEYS = (
    *("language", "include", "exclude", "respect-gitignore", "force-exclude", "fail-on", "baseline", "plugins"),
    *("select", "extend-select", "ignore"),
)
# Keys of a profile that say nothing to most splitters: shown only where they are set.
_FOR_FEW = (
    *("code-parser", "embedding", "cut-percentile", "cut-similarity", "parent-max-tokens"),
    *("delimiters", "merge", "clean", "heading-depth", "splitter-options", "timeout"),
)
_COMMENT_WIDTH = 100


def run(values: Mapping[str, Any]) -> int:
    """Write the settings of one path; raises SettingsError where they cannot be used."""
    from chunklint.cli.language import choose
    from chunklint.cli.output import Output
    from chunklint.cli.session import open_session
    from chunklint.settings.errors import printed_path

    if values["presets"]:
        from chunklint.cli.presets import show_presets

        return show_presets(values)
    if values["schema"]:
        return _write_schema(values)
    for_people = values["output_format"] == "text"
    session = open_session(values)
    path = values["arguments"][0] if values["arguments"] else "."
    settings = session.settings_of_folder(path) if os.path.isdir(path) else session.settings(path)  # noqa: PTH112
    language = choose(values["language"], settings.language, os.environ, for_people=for_people)
    running = _running(session.rules(settings), settings)
    printed = printed_path(path)
    with Output(None, language, for_people=for_people) as output:
        if for_people:
            for line in _as_toml(printed, settings, running, language):
                output.write(line + "\n")
        else:
            import json

            output.write(json.dumps(_as_json(printed, settings, running), ensure_ascii=False, indent=1) + "\n")
    return CLEAN


def _write_schema(values: Mapping[str, Any]) -> int:
    """Write the schema with the rules that the settings here choose from; broken settings are no hindrance."""
    import json

    from chunklint.cli.language import choose
    from chunklint.cli.output import Output
    from chunklint.cli.session import rules_here
    from chunklint.settings.schema import settings_schema

    language = choose(values["language"], None, os.environ, for_people=False)
    schema = settings_schema((loaded.rule for loaded in rules_here().rules), language)
    with Output(None, language, for_people=False) as output:
        output.write(json.dumps(schema, ensure_ascii=False, indent=1) + "\n")
    return CLEAN


def effective(settings: Settings) -> Iterator[tuple[str, str, Any]]:
    """Table, key and value of everything that has one, as in a settings file; the first table has no name."""
    from chunklint.settings.keys import PROFILE_KEYS, default_of

    for key in _KEYS:
        value = getattr(settings, key.replace("-", "_"))
        if key in ("include", "exclude"):
            value = tuple(glob.pattern for glob in value)
        elif key == "baseline" and value is not None:
            value = _relative(value, settings)
        if value is not None:
            yield "", key, value
    yield "", "profile", tuple(profile.name for profile in settings.profiles)
    for profile in settings.profiles:
        for key in PROFILE_KEYS:
            value = getattr(profile, key.replace("-", "_"), None)
            if value is None or (key in _FOR_FEW and value == default_of(PROFILE_KEYS[key])):
                continue
            yield f"profiles.{profile.name}", key, dict(value) if key == "splitter-options" else value
    for name, rule in sorted(settings.rules.items()):
        if rule.severity is not None:
            yield f"rules.{name}", "severity", rule.severity
        for key, value in sorted(rule.options.items()):
            yield f"rules.{name}", key, value


def _relative(path: str, settings: Settings) -> str:
    """A path as the settings file may say it."""
    return os.path.relpath(path, settings.root or ".").replace(os.sep, "/")


def origin(settings: Settings, table: str, key: str) -> str:
    """Where a value came from: ``FILE:LINE`` as files are printed, ``command line``, or ``default``."""
    from chunklint.settings.errors import printed_path

    full = f"{table}.{key}" if table else key
    if table.startswith("profiles.") and full not in settings.origins:
        full = key
    where = settings.origin(full)
    file, colon, line = where.rpartition(":")
    return f"{printed_path(file)}:{line}" if colon else where


def _running(rules: Mapping[str, Rule], settings: Settings) -> dict[str, str]:
    """The codes of the rules that run, with their severities."""
    from chunklint.settings.selection import selected

    severities = {code: selected(rule, settings) for code, rule in rules.items()}
    return {code: severity for code, severity in severities.items() if severity != "off"}


def _as_toml(path: str, settings: Settings, running: Mapping[str, str], language: Language) -> Iterator[str]:
    from textwrap import wrap

    from chunklint.settings.errors import printed_path

    yield "# " + phrase("settings for", language, path=path)
    file = settings.path
    found = phrase("settings file", language, path=printed_path(str(file))) if file else ""
    yield "# " + (found or phrase("no settings file", language))
    notes = [phrase("rules that run", language, rules=", ".join(running) or "-")]
    if settings.overrides:
        globs = [glob.pattern for override in settings.overrides for glob in override.files]
        notes.append(phrase("overrides", language, globs=", ".join(dict.fromkeys(globs))))
    for note in notes:
        yield from wrap(note, _COMMENT_WIDTH, initial_indent="# ", subsequent_indent="#   ", break_on_hyphens=False)
    last = ""
    for table, key, value in effective(settings):
        if table != last:
            yield ""
            yield f"[{'.'.join(_toml_key(part) for part in table.split('.', 1))}]"
            last = table
        where = origin(settings, table, key)
        if where in ("default", "command line"):
            where = phrase(f"origin {where}", language)
        yield f"{key} = {_toml(value)}  # {where}"
    for rule in settings.custom:
        yield ""
        yield "[[custom]]"
        yield from (f"{key} = {_toml(value)}" for key, value in _custom(rule).items())


def _custom(rule: CustomRule) -> dict[str, Any]:
    """The keys of a custom rule that have a value, as its table has them."""
    values = {**rule._asdict(), **dict(rule.limits), "message": dict(rule.messages)}
    left_out = ("limits", "messages")
    return {key: value for key, value in values.items() if key not in left_out and value not in (None, ())}


def _toml_key(name: str) -> str:
    bare = name.isascii() and name.replace("-", "").replace("_", "").isalnum()
    return name if bare else _toml(name)


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{_toml_key(key)} = {_toml(item)}' for key, item in value.items())} }}"
    if isinstance(value, (tuple, list)):
        return f"[{', '.join(_toml(item) for item in value)}]"
    if isinstance(value, str):
        import json

        # TOML's basic strings are JSON's, but for the delete character.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return str(value)


def _as_json(path: str, settings: Settings, running: Mapping[str, str]) -> dict[str, Any]:
    from chunklint.settings.errors import printed_path

    tables: dict[str, Any] = {}
    for table, key, value in effective(settings):
        family, _, name = table.partition(".")
        place = tables.setdefault(family, {}).setdefault(name, {}) if table else tables
        place[key] = {"value": value, "origin": origin(settings, table, key)}
    if settings.custom:
        tables["custom"] = [_custom(rule) for rule in settings.custom]
    return {
        "path": path,
        "settings_file": printed_path(str(settings.path)) if settings.path else None,
        "settings": tables,
        "rules": running,
    }
