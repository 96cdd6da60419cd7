"""Every page of the built-in rules: its examples do what it says, and it says what the rule is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.rules.examples import PAGES, RUNNABLE, findings, fixed
from tests.rules.linting import REGISTRY, lines
from tests.rules.pages import HEADINGS

if TYPE_CHECKING:
    from chunklint.api import Rule
    from chunklint.engine.model import LoadedRule
    from tests.rules.pages import Example, Page

HAN = re.compile(r"[\u3400-\u9fff]")

every_page = pytest.mark.parametrize(
    ("loaded", "page"), [pytest.param(loaded, page, id=page.code) for loaded, page in PAGES]
)
every_runnable_page = pytest.mark.parametrize(
    ("rule", "page"), [pytest.param(rule, page, id=page.code) for rule, page in RUNNABLE]
)


def examples(section: str) -> list[Any]:
    """The examples of one section of all pages, with names such as CL101-bad-2."""
    return [
        pytest.param(rule, example, id=f"{rule.code}-{section.lower().replace(' ', '-')}-{example.number}")
        for rule, page in RUNNABLE
        for example in page.shown(section)
    ]


@pytest.mark.parametrize(("rule", "example"), examples("Bad"))
def test_a_bad_example_is_reported_at_the_lines_that_it_names(rule: Rule, example: Example) -> None:
    found = findings(rule, example)
    assert example.lines, "the info string names no lines"
    assert lines(found) == list(example.lines), [finding.message() for finding in found]
    assert {finding.severity for finding in found} == {example.severity or rule.severity}


@pytest.mark.parametrize(("rule", "example"), examples("Good"))
def test_a_good_example_is_clean(rule: Rule, example: Example) -> None:
    assert example.lines is None
    found = findings(rule, example)
    assert [(line, finding.message()) for line, finding in zip(lines(found), found, strict=True)] == []


@pytest.mark.parametrize(("rule", "example"), examples("After the fix"))
def test_what_a_fix_leaves_is_clean(rule: Rule, example: Example) -> None:
    assert lines(findings(rule, example)) == []


@pytest.mark.parametrize("section", ["Bad", "Good"])
@every_runnable_page
def test_examples_are_in_english_and_in_chinese(rule: Rule, page: Page, section: str) -> None:
    chinese = [bool(HAN.search(example.text)) for example in page.shown(section)]
    assert True in chinese, f"{section}: no Chinese example"
    # Some rules about profiles are about Chinese text alone.
    assert False in chinese or rule.scope == "profile", f"{section}: no English example"


@every_page
def test_headings_are_fixed_and_in_order(loaded: LoadedRule, page: Page) -> None:
    expected = [h for h in HEADINGS if h != "After the fix" or loaded.rule.fixable != "no"]
    assert list(page.headings) == expected
    assert all(text.strip() for text in page.sections.values())


@every_page
def test_the_head_of_a_page_agrees_with_its_rule(loaded: LoadedRule, page: Page) -> None:
    rule = loaded.rule
    module = loaded.module.rpartition(".")[2]
    assert (page.code, page.name, page.severity, page.scope) == (rule.code, rule.name, rule.severity, rule.scope)
    assert page.fix == {"no": "none"}.get(rule.fixable, rule.fixable)
    assert module == rule.name.replace("-", "_"), "a rule's module has the rule's name"


@every_page
def test_options_and_their_defaults_agree_with_the_rule(loaded: LoadedRule, page: Page) -> None:
    rule = loaded.rule
    assert page.options == {name: _written(option.default) for name, option in rule.options.items()}
    assert ("None." in page.sections["Options"]) == (not rule.options)
    assert f"[rules.{rule.name}]\n" in page.sections["Options"], "says how to change the severity"


@every_page
def test_a_page_claims_the_fixes_that_its_examples_show(loaded: LoadedRule, page: Page) -> None:
    rule = loaded.rule
    says_none = re.search(r"\bNo (?:automatic )?fix\b", page.sections["Fix safety"]) is not None
    assert says_none == (rule.fixable == "no")
    if rule.scope == "run":
        return
    found = [(example, findings(rule, example)) for example in page.shown("Bad")]
    kinds = {"safe" if f.fix.safe else "unsafe" for _, reported in found for f in reported if f.fix}
    assert kinds == {rule.fixable} - {"no"}
    results = [fixed(example, reported) for example, reported in found if any(f.fix for f in reported)]
    for example in page.shown("After the fix"):
        assert example.text in results, f"example {example.number} is not what the fix makes of a bad example"
    assert page.shown("After the fix") or rule.fixable == "no"


@every_page
def test_why_it_hurts_says_what_was_measured(loaded: LoadedRule, page: Page) -> None:
    assert "measure" in page.sections["Why it hurts retrieval"].lower()


def test_readme_lists_the_rules(readme: str) -> None:
    match = re.search(r"<!-- rules -->\n(.*?)<!-- /rules -->", readme, re.DOTALL)
    if match is None:
        pytest.skip("the README has no table of rules between <!-- rules --> and <!-- /rules -->")
    rows = {code: row for row in match[1].splitlines() for code in re.findall(r"^\|\W*(CL\d{3})\b", row)}
    assert sorted(rows) == [loaded.rule.code for loaded in REGISTRY.rules]
    for loaded in REGISTRY.rules:
        row = rows[loaded.rule.code]
        assert loaded.rule.name in row
        assert loaded.rule.severity in row


def _written(default: object) -> str:
    return str(default).lower() if isinstance(default, bool) else str(default)
