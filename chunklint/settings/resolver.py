"""Says which settings apply to a path, the same way for the command line, the server and the hook."""

# Paths are strings here: a walk meets tens of thousands, and `Path.resolve` would follow links.
# ruff: noqa: PTH100, PTH117, PTH120

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from chunklint.settings.load import NO_OPTIONS, CommandLine, load_settings

if TYPE_CHECKING:
    from pathlib import Path

    from chunklint.settings.load import KnownRules
    from chunklint.settings.model import Settings


class SettingsResolver:
    """Finds and remembers the settings of folders and files; `clear` forgets them.

    ``config`` replaces the search for settings files. Paths are taken as they are named: links are not resolved.

    >>> resolver = SettingsResolver({})
    >>> resolver.for_path("no/such/folder/page.md").fail_on
    'warning'
    """

    def __init__(
        self, known_rules: KnownRules, config: Path | str | None = None, command_line: CommandLine = NO_OPTIONS
    ) -> None:
        self._known_rules = known_rules
        self._config = None if config is None else os.path.abspath(config)
        self._command_line = command_line
        self._files: dict[str, str | None] = {}
        self._settings: dict[str | None, Settings] = {}
        self._without_overrides: dict[str | Path, Settings] = {}  # by absolute folder, which most calls share
        self._for_files: dict[tuple[str | None, tuple[int, ...]], Settings] = {}

    def for_path(self, path: Path | str) -> Settings:
        """The effective settings of a file, overrides applied; the same object for files with the same settings.

        The file need not exist. Raises SettingsError.
        """
        # A run asks several times for each file: `dirname` would take six times as long.
        known = self._without_overrides.get(os.fspath(path).rpartition(os.sep)[0])
        if known is not None:
            return known
        given = os.path.dirname(path)
        file = os.path.abspath(path)
        folder = os.path.dirname(file)
        settings = self.for_folder(folder)
        if not settings.overrides:
            if os.path.isabs(given):
                self._without_overrides[given] = settings
            return settings
        key = (self.settings_file(folder), settings.matching_overrides(file))
        if key not in self._for_files:
            self._for_files[key] = settings.with_overrides(key[1])
        return self._for_files[key]

    def for_folder(self, folder: Path | str) -> Settings:
        """The settings of a folder, its overrides not applied. Raises SettingsError."""
        file = self.settings_file(folder)
        if file not in self._settings:
            from pathlib import Path

            self._settings[file] = load_settings(Path(file) if file else None, self._known_rules, self._command_line)
        return self._settings[file]

    def settings_file(self, folder: Path | str) -> str | None:
        """The absolute path of the settings file that applies to a folder. Raises SettingsError."""
        if self._config is not None:
            return self._config
        if folder in self._files:  # most calls are for a folder that was asked for before
            return self._files[str(folder)]
        from chunklint.settings.layers import settings_file_in

        here = os.path.abspath(folder)
        passed = []
        while here not in self._files:
            passed.append(here)
            found = settings_file_in(here)
            parent = os.path.dirname(here)
            if found or parent == here:
                self._files[here] = found
                break
            here = parent
        answer = self._files[here]
        self._files.update(dict.fromkeys(passed, answer))
        return answer

    def clear(self) -> None:
        """Forgets everything, because a settings file was written, moved or removed."""
        self._files.clear()
        self._settings.clear()
        self._without_overrides.clear()
        self._for_files.clear()
