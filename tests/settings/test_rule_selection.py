"""Which rules report, and how severely."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from chunklint.settings.model import RuleSettings, Selectors, Settings
from chunklint.settings.selection import rule_options, selected
from tests.settings.known_rules import FRAGMENT, SENTENCE, SKIPPED, TABLE, VAGUE

if TYPE_CHECKING:
    from chunklint.engine.model import Rule


@pytest.mark.parametrize(
    ("rule", "settings", "expected"),
    [
        # The rules' own severities hold where nothing is said.
        (TABLE, {}, "warning"),
        (SKIPPED, {}, "info"),
        (FRAGMENT, {}, "off"),
        # By code, family prefix, name and ALL.
        (TABLE, {"select": ("CL101",)}, "warning"),
        (TABLE, {"select": ("CL1",)}, "warning"),
        (TABLE, {"select": ("table-split-from-header",)}, "warning"),
        (TABLE, {"select": ("ALL",)}, "warning"),
        (TABLE, {"select": ("CL2",)}, "off"),
        (TABLE, {"select": ()}, "off"),
        (TABLE, {"select": ("CL2",), "extend_select": ("CL1",)}, "warning"),
        (TABLE, {"ignore": ("CL1",)}, "off"),
        (TABLE, {"ignore": ("ALL",)}, "off"),
        # A rule that is off by default is info once it is asked for.
        (FRAGMENT, {"select": ("ALL",)}, "info"),
        (FRAGMENT, {"extend_select": ("CL302",)}, "info"),
        # The narrower selector wins, and ignore wins a tie.
        (VAGUE, {"select": ("CL604",), "ignore": ("CL6",)}, "info"),
        (VAGUE, {"select": ("CL6",), "ignore": ("CL604",)}, "off"),
        (VAGUE, {"select": ("vague-heading",), "ignore": ("CL60",)}, "info"),
        (VAGUE, {"select": ("CL6",), "ignore": ("CL6",)}, "off"),
        (VAGUE, {"extend_select": ("CL6",), "ignore": ("ALL",)}, "info"),
    ],
)
def test_selection(rule: Rule, settings: dict[str, Any], expected: str) -> None:
    assert selected(rule, Settings(**settings)) == expected


@pytest.mark.parametrize(
    ("rule", "severity", "select", "expected"),
    [
        (SKIPPED, "error", None, "error"),
        (FRAGMENT, "warning", None, "warning"),  # saying how severe it is turns it on
        (FRAGMENT, "warning", ("CL1",), "off"),
        (FRAGMENT, "warning", ("ALL",), "warning"),
        (TABLE, "off", ("CL101",), "off"),
    ],
)
def test_severities_that_the_user_sets(
    rule: Rule, severity: Any, select: tuple[str, ...] | None, expected: str
) -> None:
    assert selected(rule, Settings(select=select, rules={rule.name: RuleSettings(severity)})) == expected


def test_an_ignored_rule_stays_off_whatever_its_severity() -> None:
    settings = Settings(ignore=("CL3",), rules={"fragment": RuleSettings("error")})
    assert selected(FRAGMENT, settings) == "off"


def test_a_later_layer_decides_about_what_it_covers() -> None:
    below = Selectors(("CL2", "CL101"), ("CL302",), ("CL604",))
    assert below.under(Selectors(ignore=("CL1", "CL3"))) == Selectors(("CL2",), (), ("CL604", "CL1", "CL3"))
    assert below.under(Selectors(extend_select=("CL6",))) == Selectors(("CL2", "CL101"), ("CL302", "CL6"), ())
    assert below.under(Selectors(select=("ALL",))) == Selectors(("ALL",), (), ())


def test_options_that_are_not_set_have_their_defaults() -> None:
    settings = Settings(rules={"sentence-too-long": RuleSettings(None, {"max-han": 80})})
    assert rule_options(SENTENCE, settings)["max-han"] == 80
    assert rule_options(SENTENCE, settings)["max-words"] == 50
