"""Decides which rules report, how severely and with which options; it reads no file and knows no rule by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunklint.settings.model import ALL, covers

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from chunklint.engine.model import Rule, Severity
    from chunklint.settings.model import OptionValue, Settings

# A full code or a name is narrower than any prefix.
_EXACT = 1_000


def selected(rule: Rule, settings: Settings) -> Severity:
    """The severity that a rule reports with under these settings, ``off`` if it does not run.

    Of the selectors that take a rule in, the narrowest decides: a code or name before a longer prefix, before a
    shorter one, before ``ALL``, before the rules' defaults; ``ignore`` wins a tie. A severity set for the rule wins
    over its own; without ``select`` it also turns a rule on that is off by default. A rule that is off by default and
    selected without a severity reports as ``info``.
    """
    chosen = settings.rules.get(rule.name)
    severity = chosen.severity if chosen else None
    if severity == "off":
        return "off"
    asked = _narrowest(rule, (*(settings.select or ()), *settings.extend_select))
    refused = _narrowest(rule, settings.ignore)
    if asked < 0:
        by_default = settings.select is None and (severity is not None or rule.severity != "off")
        if not by_default or refused >= 0:
            return "off"
    elif refused >= asked:
        return "off"
    if severity is not None:
        return severity
    return "info" if rule.severity == "off" else rule.severity


def is_asked_for(rule: Rule, settings: Settings) -> bool:
    """Whether a selector takes the rule in, or a severity is set for it: then it reports what is opt-in as well."""
    chosen = settings.rules.get(rule.name)
    if chosen is not None and chosen.severity is not None:
        return True
    return _narrowest(rule, (*(settings.select or ()), *settings.extend_select)) >= 0


def rule_options(rule: Rule, settings: Settings) -> Mapping[str, OptionValue]:
    """Every option of a rule with the value that holds under these settings."""
    chosen = settings.rules.get(rule.name)
    options: dict[str, OptionValue] = {name: option.default for name, option in rule.options.items()}
    if chosen:
        options.update(chosen.options)
    return options


def _narrowest(rule: Rule, selectors: Iterable[str]) -> int:
    """How narrow the narrowest selector is that takes a rule in; -1 if none does."""
    narrowest = -1
    for selector in selectors:
        if selector in (rule.code, rule.name):
            return _EXACT
        if covers(selector, rule.code):
            narrowest = max(narrowest, 0 if selector == ALL else len(selector))
    return narrowest
