"""The settings as values: what applies to a folder, and by `for_file` to one file; nothing is read or checked here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from chunklint.chunking.model import Profile

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from chunklint.engine.model import Option, Severity

LanguageSetting: TypeAlias = Literal["auto", "en", "zh-CN"]
FailOn: TypeAlias = Literal["info", "warning", "error", "never"]
OptionValue: TypeAlias = "int | bool | str | tuple[str, ...]"

ALL = "ALL"
"""The selector that stands for every rule."""

DEFAULT = "default"
COMMAND_LINE = "command line"


class Glob(NamedTuple):
    """A pattern in the way of .gitignore, relative to the folder (absolute) of the settings file that holds it."""

    pattern: str
    root: str


class RuleSettings(NamedTuple):
    """What the user set for one rule; only options that were set are there."""

    severity: Severity | None = None
    options: Mapping[str, OptionValue] = {}

    def under(self, upper: RuleSettings) -> RuleSettings:
        """These settings with those of a later layer over them."""
        return RuleSettings(upper.severity or self.severity, {**self.options, **upper.options})


class CustomRule(NamedTuple):
    """A rule that the settings file itself describes: a pattern, or limits, over one scope.

    ``limits`` are names such as ``max-words`` with their values. ``messages`` are by language; one language may stand
    for both. ``languages`` narrows the rule to text in those languages; empty means any.
    """

    code: str
    name: str
    scope: str
    severity: Severity
    pattern: str | None
    limits: tuple[tuple[str, int], ...]
    messages: tuple[tuple[str, str], ...]
    languages: tuple[str, ...] = ()

    @property
    def options(self) -> Mapping[str, Option]:
        """None: what can be set of it stands in its own table."""
        return {}


class Selectors(NamedTuple):
    """Which rules are asked for, by code, family prefix or ``ALL``; without ``select`` the rules' defaults hold."""

    select: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def under(self, upper: Selectors) -> Selectors:
        """These selectors with those of a later layer over them.

        A layer that says ``select`` starts afresh; otherwise it decides about what its own selectors cover, and the
        rest stays.

        >>> Selectors(("CL2",), ignore=("CL203", "CL301")).under(Selectors(extend_select=("CL3",)))
        Selectors(select=('CL2',), extend_select=('CL3',), ignore=('CL203',))
        """
        if upper.select is not None:
            return upper
        select = None if self.select is None else _not_covered(self.select, upper.ignore)
        return Selectors(
            select,
            _not_covered(self.extend_select, upper.ignore) + upper.extend_select,
            _not_covered(self.ignore, upper.extend_select) + upper.ignore,
        )


class Override(NamedTuple):
    """Settings for the files that match one of ``files``; None and empty leave things as they are."""

    files: tuple[Glob, ...]
    selectors: Selectors = Selectors()
    rules: Mapping[str, RuleSettings] = {}
    profiles: tuple[Profile, ...] | None = None
    origins: Mapping[str, str] = {}


class Settings(NamedTuple):
    """The effective settings of a folder or, from `for_file`, of a file.

    ``profiles`` are the active ones in their order, at least one. ``rules`` is keyed by the rule's name. ``path`` is
    the settings file that was found and ``root`` its folder, both None without one. ``baseline`` is an
    absolute path. ``origins`` says where a key's value came from: ``FILE:LINE``, ``command line``; a key that is not
    there has its default.
    """

    language: LanguageSetting = "auto"
    include: tuple[Glob, ...] = ()
    exclude: tuple[Glob, ...] = ()
    respect_gitignore: bool = True
    force_exclude: bool = False
    profiles: tuple[Profile, ...] = (Profile(),)
    select: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    fail_on: FailOn = "warning"
    baseline: str | None = None
    rules: Mapping[str, RuleSettings] = {}
    plugins: tuple[str, ...] = ()
    custom: tuple[CustomRule, ...] = ()
    overrides: tuple[Override, ...] = ()
    path: Path | None = None
    root: Path | None = None
    origins: Mapping[str, str] = {}

    @property
    def selectors(self) -> Selectors:
        """``select``, ``extend_select`` and ``ignore`` together."""
        return Selectors(self.select, self.extend_select, self.ignore)

    def origin(self, key: str) -> str:
        """Where a key's value came from, such as ``docs/chunklint.toml:3``, ``command line`` or ``default``."""
        return self.origins.get(key, DEFAULT)

    @property
    def idle_profiles(self) -> tuple[str, ...]:
        """The profiles that a settings file describes, where nothing says which one to use."""
        if "profile" in self.origins or any(override.profiles for override in self.overrides):
            return ()
        prefix = "profiles."
        named = (key[len(prefix) :].rpartition(".")[0] for key in self.origins if key.startswith(prefix))
        return tuple(name for name in dict.fromkeys(named) if name != DEFAULT)

    def for_file(self, path: Path | str) -> Settings:
        """The settings of one file: the overrides whose globs match it, later ones over earlier ones."""
        return self.with_overrides(self.matching_overrides(path))

    def matching_overrides(self, path: Path | str) -> tuple[int, ...]:
        """The indices of the overrides that apply to a file."""
        if not self.overrides:
            return ()
        import os

        from chunklint.settings.globs import matches

        file = os.path.abspath(path)  # noqa: PTH100 (links stay as they are named)
        return tuple(index for index, override in enumerate(self.overrides) if matches(override.files, file))

    def with_overrides(self, indices: tuple[int, ...]) -> Settings:
        """The settings with some overrides applied and none left."""
        selectors, rules = self.selectors, dict(self.rules)
        profiles, origins = self.profiles, dict(self.origins)
        for override in (self.overrides[index] for index in indices):
            selectors = selectors.under(override.selectors)
            for name, changed in override.rules.items():
                rules[name] = rules.get(name, RuleSettings()).under(changed)
            profiles = profiles if override.profiles is None else override.profiles
            origins.update(override.origins)
        return self._replace(
            select=selectors.select,
            extend_select=selectors.extend_select,
            ignore=selectors.ignore,
            rules=rules,
            profiles=profiles,
            origins=origins,
            overrides=(),
        )

    def fingerprint(self) -> str:
        """A hash of what the findings depend on, equal for equal settings in any file and on any machine.

        Left out are the places the values came from, and what only decides which files are found and when to fail.
        A tokenizer file counts by its path, not by its content.
        """
        import hashlib

        findings = (
            self.profiles,
            self.selectors,
            sorted((name, rule.severity, sorted(rule.options.items())) for name, rule in self.rules.items()),
            self.plugins,
            self.custom,
            [override._replace(origins={}) for override in self.overrides],
        )
        return hashlib.sha256(repr(findings).encode("utf-8", "backslashreplace")).hexdigest()


def covers(selector: str, code: str) -> bool:
    """Whether a selector (a code, a family prefix, ``ALL``) takes in a code or a narrower selector."""
    return selector == ALL or code.startswith(selector)


def _not_covered(selectors: tuple[str, ...], by: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(selector for selector in selectors if not any(covers(wide, selector) for wide in by))
