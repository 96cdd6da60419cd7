"""Reads settings files with those that they extend, as raw tables with lines; values are not judged here."""

# Paths are strings here: a walk meets tens of thousands, and `Path.resolve` would follow links.
# ruff: noqa: PTH100, PTH111, PTH112, PTH113, PTH118, PTH120

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from chunklint.settings.errors import SettingsError, printed_path

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chunklint.settings.toml_lines import KeyPath

SETTINGS_FILES = ("chunklint.toml", ".chunklint.toml", "pyproject.toml")
"""Names of settings files; in one folder the first of them wins."""

MAX_BYTES = 256 * 1024
"""The largest settings file that is read: reading TOML may take quadratic time, and no real one comes near."""

_PYPROJECT = "pyproject.toml"
_PYPROJECT_TABLE = ("tool", "chunklint")
# Compiled when an error has to be told, which is rare, and not at every start.
_PYPROJECT_HEADER = r"(?m)^[ \t]*\[\[?[ \t]*tool[ \t]*\.[ \t]*[\"']?chunklint\b"
_TOML_LINE = r" \(at (?:line (\d+), column \d+|end of document)\)$"


class Layer(NamedTuple):
    """One settings file: its table, which lies in it at ``prefix``, and the lines of its keys for messages."""

    path: Path
    table: Mapping[str, Any]
    text: str
    prefix: KeyPath
    lines: Mapping[KeyPath, int]

    @property
    def root(self) -> str:
        """The folder that the file's globs and paths are relative to."""
        return str(self.path.parent)

    def line(self, key: KeyPath) -> int | None:
        """The line of a key, or of the nearest table around it."""
        full = (*self.prefix, *key)
        for depth in range(len(full), 0, -1):
            if full[:depth] in self.lines:
                return self.lines[full[:depth]]
        return None

    def error(self, sentence: str, key: KeyPath) -> SettingsError:
        """The error to raise about a key."""
        name = ".".join(str(part) for part in key if isinstance(part, str))
        return SettingsError(sentence, self.path, self.line(key), name)


def find_settings_file(start: Path | str) -> Path | None:
    """The settings file that applies to a file or folder: the nearest one upwards, by the path as it is named.

    A pyproject.toml counts if it has a table ``[tool.chunklint]``. Raises SettingsError for a pyproject.toml that has
    one and is no TOML.
    """
    folder = os.path.abspath(start)
    if not os.path.isdir(folder):
        folder = os.path.dirname(folder)
    while True:
        found = settings_file_in(folder)
        parent = os.path.dirname(folder)
        if found or parent == folder:
            return Path(found) if found else None
        folder = parent


def settings_file_in(folder: str) -> str | None:
    """The settings file that lies in a folder itself. Raises SettingsError as `find_settings_file` does."""
    for name in SETTINGS_FILES:
        path = os.path.join(folder, name)
        if os.path.isfile(path) and (name != _PYPROJECT or _has_table(Path(path))):
            return path
    return None


def read_layers(file: Path, text: str | None = None) -> list[Layer]:
    """A settings file and those that it extends, the outermost first. Raises SettingsError.

    ``text`` is what an editor has instead of the file's contents.
    """
    layers = [_read_layer(Path(os.path.abspath(file)), text)]
    seen = {os.path.realpath(layers[0].path)}
    while (extend := layers[0].table.get("extend")) is not None:
        layer = layers[0]
        if not isinstance(extend, str) or not extend:
            raise layer.error("extend must be the path of a settings file", ("extend",))
        path = os.path.abspath(os.path.join(layer.root, os.path.expanduser(extend)))
        if os.path.realpath(path) in seen:
            raise layer.error(f"extend goes in a circle: {printed_path(path)} extends this file", ("extend",))
        if not os.path.isfile(path):
            raise layer.error(f"extend: there is no file {printed_path(path)}", ("extend",))
        seen.add(os.path.realpath(path))
        layers.insert(0, _read_layer(Path(path)))
    return layers


def _read_layer(path: Path, text: str | None = None) -> Layer:
    from chunklint.settings.toml_lines import key_lines

    if text is None:
        text = _read_text(path)
    table = _parse(text, path)
    prefix: KeyPath = ()
    lines = key_lines(text)
    if path.name == _PYPROJECT:
        prefix = _PYPROJECT_TABLE
        tool = table.get("tool")
        if not isinstance(tool, dict) or "chunklint" not in tool:
            raise SettingsError("there is no table [tool.chunklint] in this file", path)
        table = tool["chunklint"]
        if not isinstance(table, dict):
            raise SettingsError("tool.chunklint must be a table", path, lines.get(prefix), "tool.chunklint")
    return Layer(path, table, text, prefix, lines)


def holds_settings(path: Path, text: str) -> bool:
    """Whether a file of this name and text has settings of ours. Raises SettingsError as `find_settings_file` does."""
    return path.name != _PYPROJECT or _has_table(path, text)


def _has_table(path: Path, text: str | None = None) -> bool:
    """Whether a pyproject.toml has our table; somebody else's broken or unreadable file is none of our business."""
    try:
        text = _read_text(path) if text is None else text
    except SettingsError:
        return False
    if "chunklint" not in text:
        return False
    try:
        tool = _parse(text, path).get("tool")
    except SettingsError:
        if re.search(_PYPROJECT_HEADER, text):
            raise
        return False
    return isinstance(tool, dict) and "chunklint" in tool


def _read_text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise SettingsError(f"the settings file can't be read: {error.strerror or error}", path) from None
    if len(data) > MAX_BYTES:
        raise SettingsError(f"the settings file is larger than {MAX_BYTES // 1024} KB", path)
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SettingsError("the settings file is not UTF-8", path, line) from None


def _parse(text: str, path: Path) -> dict[str, Any]:
    # Imported here: a run without a settings file does not need it.
    import tomllib

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        place = re.search(_TOML_LINE, message)
        sentence = message[: place.start()] if place else message
        line = int(place[1]) if place and place[1] else max(1, len(text.splitlines()))
        raise SettingsError(f"not valid TOML: {sentence[:1].lower()}{sentence[1:]}", path, line) from None
    except RecursionError:
        raise SettingsError("not readable as TOML: nested too deeply", path) from None
