"""A few rules for tests of settings, so that these do not depend on the rule pack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunklint.engine.model import Option, Rule

if TYPE_CHECKING:
    from chunklint.engine.model import Severity


def rule(code: str, name: str, severity: Severity = "warning", **options: Option) -> Rule:
    """A rule with options; underscores in their names become hyphens."""
    named = {option.replace("_", "-"): value for option, value in options.items()}
    return Rule(code, name, "document", severity, {"en": name, "zh-CN": name}, {}, options=named)


TABLE = rule("CL101", "table-split-from-header")
SKIPPED = rule("CL203", "heading-level-skipped", "info")
EMPTY = rule("CL202", "empty-section")
FRAGMENT = rule("CL302", "fragment", "off")
SENTENCE = rule(
    "CL304",
    "sentence-too-long",
    "info",
    max_words=Option(50, "the longest sentence in words", 5),
    max_han=Option(100, "the longest sentence in Han characters"),
    quotes=Option(False, "look into quotes"),
    unit=Option("words", "what to count"),
    endings=Option(("。", "."), "what ends a sentence"),
)
VAGUE = rule("CL604", "vague-heading", "info")

RULES = {known.code: known for known in (TABLE, SKIPPED, EMPTY, FRAGMENT, SENTENCE, VAGUE)}
