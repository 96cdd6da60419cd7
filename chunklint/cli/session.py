"""What the commands that read documents share: settings under the command line, the rules, and the files named."""

from __future__ import annotations

import errno
import os
import sys
from typing import TYPE_CHECKING, Any, NamedTuple

from chunklint.cli.errors import MisuseError
from chunklint.cli.language import choose
from chunklint.cli.options import items
from chunklint.report.phrases import phrase
from chunklint.settings.errors import printed_path

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from chunklint.documents.model import Document
    from chunklint.engine.analysis import Analysis
    from chunklint.engine.comparing import Noted
    from chunklint.engine.folding import Folds
    from chunklint.engine.model import Finding, Language, LoadedRule, Rule
    from chunklint.engine.profiles import PageCounts, ProfileUses
    from chunklint.engine.registry import Registry
    from chunklint.gate.cache import ResultCache
    from chunklint.report.sizes import Sizes
    from chunklint.settings.ignored import IgnoreFiles
    from chunklint.settings.load import CommandLine
    from chunklint.settings.model import CustomRule, FailOn, Settings
    from chunklint.settings.resolver import SettingsResolver

STDIN = "-"


class Source(NamedTuple):
    """A file to read and the path that is printed for it; ``is_stdin`` where it comes through standard input.

    ``data`` is the content, where that is not what the file holds now.
    """

    path: str
    printed: str
    is_stdin: bool = False
    data: bytes | None = None


class Session:
    """One run of a command: finds settings, loads each set of rules once, reads and lints sources.

    ``misused`` becomes true where something that was named could not be had, after a sentence about it.
    """

    def __init__(self, resolver: SettingsResolver, registries: Registries) -> None:
        self.misused = False
        self._resolver = resolver
        self._registries = registries
        self._uses: ProfileUses | None = None
        self._sizes: Sizes | None = None
        self._stopped_elsewhere: list[tuple[str, str]] = []
        self._noted: dict[str, Sequence[Noted]] = {}
        self._comparing: dict[int, tuple[Settings, list[LoadedRule]]] = {}
        self._results: ResultCache | None = None

    @property
    def resolver(self) -> SettingsResolver:
        """What finds settings under the options of the command line."""
        return self._resolver

    @property
    def language(self) -> str:
        """The language that the settings of the working directory ask for."""
        return self._resolver.for_folder(".").language

    def settings(self, path: str) -> Settings:
        """The settings of a file, which need not exist. Raises SettingsError."""
        return self._resolver.for_path(path)

    def settings_of_folder(self, path: str) -> Settings:
        """The settings of a folder, without overrides for single files. Raises SettingsError."""
        return self._resolver.for_folder(path)

    def registry(self, settings: Settings) -> Registry:
        """The rules with the plugins that settings list. Raises PluginError."""
        return self._registries.for_settings(settings)

    def rules(self, settings: Settings) -> Mapping[str, Rule]:
        """The rules that settings can choose from, by code. Raises PluginError."""
        return self._registries.for_settings(settings).known

    @property
    def measures_sizes(self) -> bool:
        """Whether the run wants the sizes of chunks, which only linting itself gives."""
        return self._sizes is not None

    def find_rule(self, code: str) -> LoadedRule | None:
        """The rule of a code among all that the settings of this run asked for."""
        found = self._registries.find(code)
        # Where the findings came from elsewhere, nothing may have been loaded here.
        return found or self.registry(self.settings_of_folder(".")).find(code)

    def measure_sizes(self) -> Sizes:
        """The sizes of the chunks of what is linted from now on; each chunk then costs a count of its tokens."""
        if self._sizes is None:
            from chunklint.report.sizes import Sizes

            self._sizes = Sizes()
        return self._sizes

    def notes(self, language: Language) -> list[str]:
        """What there is to say, besides findings, when all sources have been linted."""
        here = self.settings_of_folder(".")
        path = printed_path(str(here.path))
        idle = [phrase("idle profile", language, name=name, path=path) for name in here.idle_profiles]
        stopped = [phrase("pattern stopped", language, rule=rule, path=path) for rule, path in self.stopped_patterns()]
        return stopped + idle

    def result_cache(self) -> ResultCache:
        """What earlier runs kept of the project's documents, read once."""
        if self._results is None:
            from chunklint.cli.batch import cache_root
            from chunklint.gate.cache import ResultCache

            self._results = ResultCache(cache_root(self))
        return self._results

    def find(
        self, paths: Sequence[str], stdin_filename: str | None, language: Language, *, cached: bool = False
    ) -> list[Source]:
        """The sources behind the paths named, in the order of reporting; says what is missing or was skipped.

        ``cached`` trusts the results of earlier runs for what is text.
        """
        from chunklint.cli.linting import kept_by
        from chunklint.cli.output import say
        from chunklint.report.chinese import in_language
        from chunklint.settings.files import find_files, is_excluded

        sources: list[Source] = []
        if STDIN in paths:
            name = stdin_name(stdin_filename)
            if not (self.settings(name).force_exclude and is_excluded(name, self._resolver)):
                sources.append(Source(name, name, is_stdin=True))
        is_known = kept_by(self) if cached else None
        found = find_files(self.usable(paths, language), self._resolver, is_known=is_known)
        for note in found.notes:
            say(in_language(note, language), language)
        return sources + [Source(file.absolute, file.printed) for file in found.files]

    def usable(self, paths: Sequence[str], language: Language) -> list[str]:
        """Those of the paths named that can be linted, each once; says what is wrong with the others."""
        from chunklint.cli.output import say

        named = []
        for path in dict.fromkeys(paths):
            wrong = "" if path == STDIN else self._what_is_wrong(path, language)
            if wrong:
                self.misused = True
                say(wrong, language)
            elif path != STDIN:
                named.append(path)
        return named

    def is_excluded(self, path: str, ignored: IgnoreFiles) -> bool:
        """Whether a walk of the project would leave a file out, which need not exist. Raises SettingsError."""
        from chunklint.settings.files import is_excluded

        return is_excluded(path, self._resolver, ignored)

    def _what_is_wrong(self, path: str, language: Language) -> str:
        """Why a path cannot be linted, empty where it can: one wrong path must not keep the others from it."""
        from chunklint.report.chinese import in_language
        from chunklint.settings.errors import PathError
        from chunklint.settings.files import find_files

        if os.path.isfile(path) or os.path.isdir(path):  # noqa: PTH112, PTH113
            return ""
        if not os.path.lexists(path):
            return phrase("no such file", language, path=path or "''")
        try:
            find_files([path], self._resolver)
        except PathError as error:
            return in_language(str(error), language)
        return ""

    def lint(self, source: Source, *, counts: bool = True) -> tuple[list[Finding], FailOn]:
        """The findings of a source in their order, and from which severity on they fail the run.

        Without ``counts`` the page counts for nothing in what is said of the whole run.
        """
        settings, _ = self.rules_for(source)
        try:
            findings, of_page, noted = self.lint_alone(source, counts=counts)
        except OSError as error:
            return self.unreadable(source, error), settings.fail_on
        self.add_page(source, of_page, noted)
        return findings, settings.fail_on

    def lint_alone(self, source: Source, *, counts: bool = True) -> tuple[list[Finding], list[PageCounts], list[Noted]]:
        """The findings of a source, and what rules about profiles and rules that compare pages want to know of it.

        Both are by profile, and empty without ``counts``. This run learns nothing of them: `add_page` does that. Raises
        OSError for what cannot be read.
        """
        from chunklint.engine.run import lint

        settings, registry = self.rules_for(source)
        document = self.document(source, read_source(source))
        of_page: list[PageCounts] = []
        noted: list[Noted] = []
        wanted: list[Callable[[Analysis], None]] = []
        if counts and self._sizes is not None:
            wanted.append(self._sizes.count)
        if counts and registry.about_profiles(settings.profiles):
            from chunklint.engine.profiles import page_counts

            wanted.append(lambda analysis: of_page.append(page_counts(analysis)))
        if counts and self.comparing_rules(source):
            wanted.append(self._noter(source, noted))
        return lint(document, settings, registry, _one_after_another(wanted)), of_page, noted

    def add_page(self, source: Source, counts: Sequence[Sequence[int]], noted: Sequence[Noted]) -> None:
        """Take what was counted and noted of a page into this run, as `lint_alone` gave it."""
        if noted:
            self._noted[source.path] = noted
        if not counts:
            return
        from chunklint.engine.profiles import PageCounts

        settings, registry = self.rules_for(source)
        base, rules = self._base(source), registry.about_profiles(settings.profiles)
        for profile, of_page in zip(settings.profiles, counts, strict=True):
            self._profile_uses().add_page(base, settings, rules, profile, PageCounts(*of_page))

    def plugins_stamp(self, settings: Settings) -> str:
        """What changes with the code of the rule packs that settings list. Raises PluginError."""
        from importlib.util import find_spec

        from chunklint.gate.cache import code_stamp

        packages = {loaded.package for loaded in self.registry(settings).rules if loaded.package}
        specs = [find_spec(package) for package in sorted(packages)]
        folders = [folder for spec in specs if spec for folder in spec.submodule_search_locations or ()]
        return code_stamp(tuple(folders))

    def stopped_patterns(self) -> list[tuple[str, str]]:
        """The custom rules whose pattern took too long so far, and the page where it did."""
        return [*self._registries.stopped(), *self._stopped_elsewhere]

    def note_stopped(self, stopped: Iterable[tuple[str, str]]) -> None:
        """Take in what another process found to take too long."""
        known = {rule for rule, _ in self.stopped_patterns()}
        self._stopped_elsewhere += [(rule, path) for rule, path in stopped if rule not in known]

    def lint_profiles(self) -> tuple[list[Finding], FailOn]:
        """The findings about the profiles that the sources were linted under, and from which severity on they fail."""
        if self._uses is None:
            return [], "never"
        return self._uses.findings(), self._resolver.for_folder(".").fail_on

    def compares(self, sources: Iterable[Source]) -> bool:
        """Whether a rule that compares pages is on for any of the sources."""
        return any(self.comparing_rules(source) for source in sources)

    def noted(self, source: Source) -> Sequence[Noted]:
        """What rules that compare pages noted of a source that was linted; empty where none of them is on."""
        return self._noted.get(source.path, ())

    def comparing_rules(self, source: Source) -> list[LoadedRule]:
        """The rules that compare pages and are on for a source. Raises SettingsError and PluginError."""
        settings = self.settings(source.path)
        if not (settings.select or settings.extend_select or settings.rules or settings.plugins):
            return []  # the built-in ones are off by default, and a run from the cache does without loading any rule
        registry = self._registries.for_settings(settings)
        known = self._comparing.get(id(settings))
        if known is None:
            known = self._comparing[id(settings)] = (settings, registry.comparing_pages(settings))
        return known[1]

    def _noter(self, source: Source, noted: list[Noted]) -> Callable[[Analysis], None]:
        """What notes a source's page for the rules that compare pages, a profile at a time."""
        from chunklint.engine.comparing import note

        rules, settings = self.comparing_rules(source), self.settings(source.path)
        return lambda analysis: noted.append(note(analysis, rules, settings))

    @property
    def counts_profiles(self) -> bool:
        """Whether a source so far has a profile that rules have something to say about."""
        return self._uses is not None

    def folds(self) -> dict[str, Folds]:
        """The single findings that those about profiles stand for, by the path of the settings file."""
        from chunklint.engine.folding import folds_of

        found = self._uses.by_settings() if self._uses is not None else {}
        return {path: folds_of(findings) for path, findings in found.items()}

    def _base(self, source: Source) -> Settings:
        """The settings of a source's folder, which decide what is said of its profiles."""
        return self._resolver.for_folder(os.path.dirname(source.path) or ".")  # noqa: PTH120

    def _profile_uses(self) -> ProfileUses:
        if self._uses is None:
            from chunklint.engine.profiles import ProfileUses

            self._uses = ProfileUses()
        return self._uses

    def rules_for(self, source: Source) -> tuple[Settings, Registry]:
        """The settings of a source and the rules that they choose from. Raises SettingsError and PluginError."""
        settings = self.settings(source.path)
        return settings, self._registries.for_settings(settings)

    def document(self, source: Source, data: bytes) -> Document:
        """The document of a source whose bytes were read. Raises OSError where they are no text at all."""
        from chunklint.engine.run import read_bytes
        from chunklint.text.decoding import HEAD, is_binary

        if is_binary(data[:HEAD]):
            raise OSError(errno.EINVAL, "binary data, not text")
        return read_bytes(data, source.printed)

    def unreadable(self, source: Source, error: OSError) -> list[Finding]:
        """What there is to report of a source that cannot be read."""
        from chunklint.engine.run import unreadable

        settings, registry = self.rules_for(source)
        finding = unreadable(source.printed, error, registry, settings)
        return [] if finding is None else [finding]

    def read(self, path: str, stdin_filename: str | None, language: Language) -> tuple[Document, Settings]:
        """The document of one path (``-`` for standard input) and its settings; raises MisuseError without one."""
        from chunklint.cli.output import reason

        if path == STDIN:
            name = stdin_name(stdin_filename)
            source = Source(name, name, is_stdin=True)
        else:
            source = Source(path, printed_path(path))
        try:
            document = self.document(source, read_source(source))
        except FileNotFoundError:
            raise MisuseError(phrase("no such file", language, path=source.printed)) from None
        except OSError as error:
            sentence = phrase("not a document", language, path=source.printed, reason=reason(error))
            raise MisuseError(sentence) from None
        return document, self.settings(source.path)


def _one_after_another(wanted: Sequence[Callable[[Analysis], None]]) -> Callable[[Analysis], None] | None:
    """All of some functions as one; None for none."""
    if len(wanted) < 2:
        return wanted[0] if wanted else None

    def call_all(analysis: Analysis) -> None:
        for call in wanted:
            call(analysis)

    return call_all


class Registries:
    """The rules by what settings add to the built-in ones: settings files of one run may list different ones."""

    def __init__(self) -> None:
        self._loaded: dict[tuple[tuple[str, ...], tuple[CustomRule, ...]], Registry] = {}

    def for_settings(self, settings: Settings) -> Registry:
        """The built-in rules with those of plugins and of the settings themselves. Raises PluginError."""
        return self._load(settings.plugins, settings.custom)

    def known(self, plugins: tuple[str, ...]) -> Mapping[str, Rule]:
        """The built-in rules with those of some plugins, as the settings want them. Raises PluginError."""
        return self._load(plugins, ()).known

    def find(self, code: str) -> LoadedRule | None:
        """The rule of a code in the first set that has it."""
        return next((found for registry in self._loaded.values() if (found := registry.find(code))), None)

    def stopped(self) -> Iterator[tuple[str, str]]:
        """The custom rules whose pattern took too long, and the page where it did."""
        for (_, custom), registry in self._loaded.items():
            if custom:
                from chunklint.engine.custom import stopped

                yield from stopped(registry.rules)

    def _load(self, plugins: tuple[str, ...], custom: tuple[CustomRule, ...]) -> Registry:
        key = (plugins, custom)
        if key not in self._loaded:
            from chunklint.engine.registry import load_rules

            self._loaded[key] = load_rules(plugins, custom)
        return self._loaded[key]


def rules_here() -> Registry:
    """The rules of the working directory's settings, plugins and custom ones included; broken settings hide no rule."""
    from chunklint.settings.errors import SettingsError
    from chunklint.settings.model import Settings

    try:
        session = open_session({})
        return session.registry(session.settings_of_folder("."))
    except SettingsError:
        return Registries().for_settings(Settings())


def open_session(values: Mapping[str, Any]) -> Session:
    """A session under the options of a command line; options that the command lacks count as not given."""
    from chunklint.settings.resolver import SettingsResolver

    registries = Registries()
    return Session(SettingsResolver(registries.known, values.get("config"), command_line(values)), registries)


def command_line(values: Mapping[str, Any]) -> CommandLine:
    """What a command line's options say over the settings files."""
    from chunklint.settings.load import CommandLine

    select = items(values, "select") if values.get("select") else None
    if select == ():
        language = choose(values.get("language"), None, os.environ, for_people=True)
        raise MisuseError(phrase("no rules asked for", language))
    return CommandLine(
        profiles=tuple(values.get("profile", ())),
        select=select,
        extend_select=items(values, "extend_select"),
        ignore=items(values, "ignore"),
        fail_on=values.get("fail_on"),
        force_exclude=values.get("force_exclude") or None,
    )


def stdin_name(given: str | None) -> str:
    """The path under which standard input is reported and its settings are looked for."""
    return printed_path(given) if given else STDIN


def read_source(source: Source) -> bytes:
    """The bytes of a source. Raises OSError."""
    if source.data is not None:
        return source.data
    if source.is_stdin:
        return sys.stdin.buffer.read() if sys.stdin is not None else b""
    if not os.path.isfile(source.path) and not os.path.isdir(source.path) and os.path.exists(source.path):  # noqa: PTH110, PTH112, PTH113
        # Reading a pipe or a device could wait for ever.
        raise OSError(errno.EINVAL, "not a regular file")
    with open(source.path, "rb") as file:  # noqa: PTH123 (pathlib costs start-up)
        return file.read()
