"""Finds the rules: the built-in pack and packs of others come through the same door, a package of rule modules.

A rule module has a ``RULE`` and a ``check``; its page stands beside it under the same name. Nothing lists the rules:
a module that is there is a rule, one that is deleted is none.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from chunklint.engine.model import LoadedRule, Rule

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import ModuleType

    from chunklint.chunking.model import Profile
    from chunklint.engine.model import Language
    from chunklint.engine.run import Chosen
    from chunklint.settings.model import CustomRule, Settings

BUILT_IN_PACK = "chunklint_rules"
ENTRY_POINT_GROUP = "chunklint.rules"


class PluginError(ValueError):
    """A rule pack that cannot be used; its text is one sentence for the user."""


class Registry:
    """The known rules by code and name."""

    def __init__(self, rules: Sequence[LoadedRule]) -> None:
        self.rules = tuple(sorted(rules, key=lambda loaded: loaded.rule.code))
        self._by_key: dict[str, LoadedRule] = {}
        # What runs under some settings on some kind of page: few pages of a run differ in that. See `chosen_rules`.
        self.chosen: dict[tuple[int, tuple[str, ...]], tuple[Settings, tuple[Chosen, ...]]] = {}
        for loaded in self.rules:
            for key in (loaded.rule.code, loaded.rule.name):
                other = self._by_key.setdefault(key, loaded)
                if other is not loaded:
                    raise PluginError(
                        f"Two rules are called {key}, in {other.module} and in {loaded.module}: rename one of them."
                    )

    def find(self, code_or_name: str) -> LoadedRule | None:
        """The rule of a code (any case) or name."""
        return self._by_key.get(code_or_name) or self._by_key.get(code_or_name.upper())

    def about_profiles(self, profiles: Sequence[Profile]) -> list[LoadedRule]:
        """The rules about profiles that might report one of these; mostly none, which costs a run nothing."""
        return [
            loaded
            for loaded in self.rules
            if loaded.rule.scope == "profile" and (loaded.concerns is None or any(map(loaded.concerns, profiles)))
        ]

    def comparing_pages(self, settings: Settings) -> list[LoadedRule]:
        """The rules that compare the pages of a run and are on under these settings; none of them is by default."""
        from chunklint.settings.selection import selected

        return [
            loaded for loaded in self.rules if loaded.gather is not None and selected(loaded.rule, settings) != "off"
        ]

    @property
    def known(self) -> dict[str, Rule]:
        """The rules by code, as the settings want them."""
        return {loaded.rule.code: loaded.rule for loaded in self.rules}

    def page(self, loaded: LoadedRule, language: Language = "en") -> str:
        """A rule's page as Markdown, in English where there is none in the language; empty where there is none."""
        if not loaded.package:
            return ""
        from importlib.resources import files

        folder, _, module = loaded.module.rpartition(".")
        for name in ([f"{module}.zh.md"] if language == "zh-CN" else []) + [f"{module}.md"]:
            page = files(folder).joinpath(name)
            if page.is_file():
                return page.read_text("utf-8")
        return ""

    def shown_page(self, loaded: LoadedRule, language: Language = "en") -> str:
        """The same page for people: what follows the language of an example's fence is for the tests that run it."""
        import re

        return re.sub(r"^(`{3,}|~{3,})([\w-]*)[^\n]*$", r"\1\2", self.page(loaded, language), flags=re.MULTILINE)


def load_rules(plugins: Sequence[str] = (), custom: Sequence[CustomRule] = ()) -> Registry:
    """The built-in rules, those of the plugins named (entry points of the group ``chunklint.rules``) and custom ones.

    Raises PluginError for a plugin that is not installed or whose modules are not rules.
    """
    rules = [*_rules_in(BUILT_IN_PACK)]
    if plugins:
        rules += _plugin_rules(plugins)
    if custom:
        from chunklint.engine.custom import custom_rules

        rules += custom_rules(custom)
    return Registry(rules)


def _plugin_rules(plugins: Sequence[str]) -> Iterator[LoadedRule]:
    from importlib.metadata import entry_points

    found = {entry.name: entry for entry in entry_points(group=ENTRY_POINT_GROUP)}
    for name in plugins:
        if name not in found:
            known = ", ".join(sorted(found)) or "none"
            raise PluginError(f"The rule pack {name!r} is not installed here; installed packs: {known}.")
        try:
            yield from _rules_in(found[name].value)
        except PluginError as error:
            raise PluginError(f"The rule pack {name!r} cannot be used: {error}") from error
        except Exception as error:  # somebody else's code may raise anything while it is imported
            raise PluginError(f"The rule pack {name!r} cannot be imported: {type(error).__name__}: {error}.") from error


def _rules_in(package_name: str) -> Iterator[LoadedRule]:
    """The rules of a package and of its subpackages (families)."""
    package = import_module(package_name)
    for module in _modules(package):
        rule, check = getattr(module, "RULE", None), getattr(module, "check", None)
        if rule is None and check is None:
            continue
        if not isinstance(rule, Rule) or not callable(check):
            raise PluginError(
                f"{module.__name__} is no rule: it needs a RULE (chunklint.api.Rule) and a check function."
            )
        more = (getattr(module, name, None) for name in ("concerns", "gather", "digest", "candidates"))
        yield LoadedRule(rule, check, package_name, module.__name__, *more)


def _modules(package: ModuleType) -> Iterator[ModuleType]:
    if not hasattr(package, "__path__"):
        raise PluginError(f"{package.__name__} is a module: a rule pack is a package with a module for each rule.")
    for info in iter_modules(package.__path__):
        name = f"{package.__name__}.{info.name}"
        module = sys.modules.get(name) or import_module(name)
        if info.ispkg:
            yield from _modules(module)
        elif not info.name.startswith("_"):
            yield module
