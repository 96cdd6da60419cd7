"""The settings and rules that apply to a document, as the command line finds them; unusable ones keep the last good.

A settings file that cannot be used is remembered as a problem for the editor to show. Rule packs are code: they are
loaded only where the workspace is trusted.
"""

# Paths are strings here, as in the resolver: links are not followed.
# ruff: noqa: PTH116, PTH118, PTH120

from __future__ import annotations

import os
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from chunklint.chunking.adapters.catalogue import runs_code
from chunklint.chunking.model import Profile
from chunklint.documents.reader import format_of
from chunklint.engine.registry import PluginError, Registry, load_rules
from chunklint.settings.errors import SettingsError
from chunklint.settings.files import is_excluded
from chunklint.settings.ignored import IgnoreFiles
from chunklint.settings.layers import SETTINGS_FILES, holds_settings
from chunklint.settings.load import CommandLine, load_settings
from chunklint.settings.model import Settings
from chunklint.settings.resolver import SettingsResolver

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from chunklint.engine.model import Language, Rule
    from chunklint.server.client import Options
    from chunklint.settings.load import KnownRules
    from chunklint.settings.model import CustomRule

IGNORE_FILE = ".gitignore"
WATCHED = (*SETTINGS_FILES, IGNORE_FILE)
"""Names of the files that decide which settings hold and which documents are left out."""

# Seconds between two looks at these files, for clients that do not watch files for us: about what it takes to save one
# and turn back to the page. A look costs two microseconds a file, of which there are four a folder.
_LOOK_AFTER = 1.0
# FILE:LINE, with a note where the value is a preset's; see the origins of settings.
_ORIGIN = re.compile(r"(.+?):(\d+)(?: \(preset [^()]*\))?")


class Problem(NamedTuple):
    """Why settings cannot be used: a sentence, and the file and 1-based line that it is about, where there are any."""

    sentence: str
    path: str | None = None
    line: int | None = None

    def __str__(self) -> str:
        if self.path is None:
            return self.sentence
        return f"{self.path}:{self.line}: {self.sentence}" if self.line else f"{self.path}: {self.sentence}"

    def told(self, language: Language) -> Problem:
        """The same with its sentence in a language."""
        from chunklint.report.chinese import in_language

        return self._replace(sentence=in_language(self.sentence, language))


class Effective(NamedTuple):
    """What holds for one document. ``excluded`` says that it is not to be checked at all."""

    settings: Settings
    registry: Registry
    excluded: bool = False


class ServerSettings:
    """Finds the settings of documents; `reload` after a settings file was written, moved or removed.

    ``root`` is the folder whose settings hold for documents that are no files.
    """

    def __init__(self, options: Options, root: str) -> None:
        self._registries: dict[tuple[tuple[str, ...], tuple[CustomRule, ...]], Registry] = {}
        self._good: dict[str, Effective] = {}
        self._looked = time.monotonic()
        self.reload(options, root)

    def reload(self, options: Options, root: str) -> None:
        """Forget all settings but the last good ones, which hold where the new ones cannot be used."""
        self._options = options
        self._root = root
        self._ignored = IgnoreFiles()
        self._resolver = self._resolver_with(self._options.profiles)
        self._known: dict[str | None, Effective] = {}
        self._problems: dict[str, Problem] = {}
        self._untrusted: dict[str, tuple[str, ...]] = {}
        self._untrusted_profiles: dict[str, tuple[str, ...]] = {}
        self._watched: dict[str, tuple[int, int] | None] = {}

    @property
    def problems(self) -> list[Problem]:
        """What is wrong with the settings that were asked for since they were last loaded."""
        return list(dict.fromkeys(self._problems.values()))

    @property
    def untrusted(self) -> Mapping[str, tuple[str, ...]]:
        """Rule packs left out because the workspace is not trusted, by the settings file that lists them."""
        return self._untrusted

    @property
    def untrusted_profiles(self) -> Mapping[str, tuple[str, ...]]:
        """Profiles left out because they run code and the workspace is not trusted, by their settings file."""
        return self._untrusted_profiles

    def effective(self, path: str | None) -> Effective:
        """What holds for a file (absolute path); for None what holds for a buffer that is no file."""
        known = self._known.get(path)
        if known is None:
            known = self._known[path] = self._find(path)
        return known

    def with_profile(self, path: str | None, profile: str) -> Settings:
        """The settings with one profile or preset chosen by name. Raises SettingsError where there is none of it."""
        try:
            settings = self._resolver_with((profile,)).for_path(self._place(path))
        except SettingsError as error:
            # There is no command line here that people would have to look at.
            raise SettingsError(error.sentence.removeprefix("--profile: "), error.path, error.line) from None
        if not self._options.trusted and any(map(runs_code, settings.profiles)):
            raise SettingsError(f"profile {profile!r} runs code, and this workspace is not trusted")
        return settings

    def base(self, path: str | None) -> Settings:
        """The settings of a file's folder, without those of its overrides: what holds for a run as a whole."""
        try:
            return self._resolver.for_folder(os.path.dirname(self._place(path)))
        except SettingsError:
            return self.effective(path).settings

    def problem_with(self, path: str, text: str) -> Problem | None:
        """What would be wrong if a settings file (absolute path) had this text; None where it is no settings file.

        Rule packs that it lists are not loaded: they are code, and somebody may still be typing their names.
        """
        file, options = Path(path), self._command_line(self._options.profiles)
        try:
            if path == self._options.config or holds_settings(file, text):
                load_settings(file, self._load((), ()).known, options, text=text)
        except SettingsError as error:
            return self._problem(error, path)
        return None

    def resolver(self) -> SettingsResolver:
        """What finds files under the same settings, for a walk through a workspace's folders."""
        return self._resolver

    def have_changed(self) -> bool:
        """Whether a settings file was written, made or removed; looks at most once a second."""
        now = time.monotonic()
        if now - self._looked < _LOOK_AFTER:
            return False
        self._looked = now
        return any(_stamp(path) != stamp for path, stamp in self._watched.items())

    def _place(self, path: str | None) -> str:
        return path if path is not None else os.path.join(self._root, "untitled.md")

    def _find(self, path: str | None) -> Effective:
        place = self._place(path)
        self._watch(_settings_files_above(os.path.dirname(place)))
        try:
            settings = self._without_code(self._resolver.for_path(place))
            registry = self._registry(settings)
            excluded = path is not None and self._is_excluded(path)
        except (SettingsError, PluginError) as error:
            self._problems[place] = problem = self._problem(error, place)
            self._watch([problem.path] if problem.path else [])
            return self._last_good(place)
        self._watch(dict.fromkeys(match[1] for match in map(_ORIGIN.fullmatch, settings.origins.values()) if match))
        self._good[place] = self._good[os.path.dirname(place)] = Effective(settings, registry, excluded)
        return self._good[place]

    def _is_excluded(self, path: str) -> bool:
        # The editor may call Markdown what has another ending.
        known = path if format_of(path.replace(os.sep, "/")) is not None else f"{path}.md"
        return is_excluded(known, self._resolver, self._ignored)

    def _last_good(self, place: str) -> Effective:
        """What held before; for a file that was never looked at, what held beside or above it, else the defaults."""
        while place not in self._good:
            above = os.path.dirname(place)
            if above == place:
                return Effective(Settings(), self._load((), ()))
            place = above
        return self._good[place]

    def _problem(self, error: SettingsError | PluginError, place: str) -> Problem:
        if isinstance(error, SettingsError):
            return Problem(error.sentence, None if error.path is None else str(error.path), error.line)
        # A rule pack that cannot be loaded: the settings file says which are.
        return Problem(str(error), self._resolver.settings_file(os.path.dirname(place)))

    def _resolver_with(self, profiles: tuple[str, ...]) -> SettingsResolver:
        return SettingsResolver(self._known_rules(), self._options.config, self._command_line(profiles))

    def _command_line(self, profiles: tuple[str, ...]) -> CommandLine:
        return CommandLine(profiles=profiles, force_exclude=True)

    def _known_rules(self) -> KnownRules:
        if self._options.trusted:
            return self._known_with
        return self._load((), ()).known

    def _known_with(self, plugins: tuple[str, ...]) -> Mapping[str, Rule]:
        return self._load(plugins, ()).known

    def _without_code(self, settings: Settings) -> Settings:
        """The settings without the profiles that run code, where the workspace is not trusted."""
        if self._options.trusted or not any(map(runs_code, settings.profiles)):
            return settings
        names = tuple(profile.name for profile in settings.profiles if runs_code(profile))
        self._untrusted_profiles[str(settings.path)] = names
        kept = tuple(profile for profile in settings.profiles if not runs_code(profile))
        return settings._replace(profiles=kept or (Profile(),))

    def _registry(self, settings: Settings) -> Registry:
        if settings.plugins and not self._options.trusted:
            self._untrusted[str(settings.path)] = settings.plugins
            return self._load((), settings.custom)
        return self._load(settings.plugins, settings.custom)

    def _load(self, plugins: tuple[str, ...], custom: tuple[CustomRule, ...]) -> Registry:
        key = (plugins, custom)
        if key not in self._registries:
            self._registries[key] = load_rules(plugins, custom)
        return self._registries[key]

    def _watch(self, paths: Iterator[str] | dict[str, None] | list[str]) -> None:
        for path in paths:
            if path not in self._watched:
                self._watched[path] = _stamp(path)


def _settings_files_above(folder: str) -> Iterator[str]:
    while True:
        for name in WATCHED:
            yield os.path.join(folder, name)
        above = os.path.dirname(folder)
        if above == folder:
            return
        folder = above


def _stamp(path: str) -> tuple[int, int] | None:
    """What changes when a file does; None where there is no such file."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return status.st_mtime_ns, status.st_size
