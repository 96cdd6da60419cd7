"""Running rules: severities, rules that are off, one finding under several profiles, and which finding yields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from chunklint.api import Context, Document, Finding, Profile, Report, Rule, Section, Settings, lint_text
from chunklint.engine.model import LoadedRule
from chunklint.engine.registry import Registry
from chunklint.settings.model import RuleSettings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from chunklint.api import Severity

    Check = Callable[[Any, Context], Iterator[Report]]

PAGE = "# A\n\nalpha beta\n\n## B\n\ngamma\n"
TEXTS = {"default": {"en": "x", "zh-CN": "x"}, "other": {"en": "y", "zh-CN": "y"}}


def rule(check: Check, code: str = "T101", severity: Severity = "warning", **facts: Any) -> LoadedRule:
    values: dict[str, Any] = {
        "scope": "document",
        "summary": {"en": "x", "zh-CN": "x"},
        "messages": TEXTS,
        "name": f"rule-{code.lower()}",
    }
    return LoadedRule(Rule(code=code, severity=severity, **(values | facts)), check, "tests", f"tests.{code}")


def word(text: str, **facts: Any) -> Check:
    """A check that reports each place of a word."""

    def check(document: Document, context: Context) -> Iterator[Report]:
        start = document.text.find(text)
        if start >= 0:
            yield Report(start, start + len(text), **facts)

    return check


def lint(*rules: LoadedRule, page: str = PAGE, **settings: Any) -> list[Finding]:
    return lint_text(page, settings=Settings(**settings), registry=Registry(rules))


def found(*rules: LoadedRule, **settings: Any) -> list[tuple[str, str]]:
    return [(finding.code, finding.severity) for finding in lint(*rules, **settings)]


class TestSeverities:
    def test_a_rule_reports_with_its_own(self) -> None:
        assert found(rule(word("alpha"), severity="error")) == [("T101", "error")]

    def test_a_check_may_lower_it(self) -> None:
        assert found(rule(word("alpha", severity="info"), severity="error")) == [("T101", "info")]

    @pytest.mark.parametrize("chosen", ["error", "warning", "info"])
    @pytest.mark.parametrize("reported", [None, "info", "warning"])
    def test_what_the_user_sets_wins_over_both(self, chosen: Severity, reported: Severity | None) -> None:
        wish = {"rule-t101": RuleSettings(chosen)}
        assert found(rule(word("alpha", severity=reported)), rules=wish) == [("T101", chosen)]

    def test_set_to_off_it_does_not_run(self) -> None:
        def never(document: Document, context: Context) -> Iterator[Report]:
            raise AssertionError("a rule that is off was run")

        assert found(rule(never), rules={"rule-t101": RuleSettings("off")}) == []

    def test_options_alone_are_no_severity(self) -> None:
        wish = {"rule-t101": RuleSettings(options={"size": 3})}
        assert found(rule(word("alpha", severity="info")), rules=wish) == [("T101", "info")]

    def test_options_reach_the_check_with_their_defaults(self) -> None:
        from chunklint.api import Option

        def check(document: Document, context: Context) -> Iterator[Report]:
            yield Report(0, 1, dict(context.options))

        sized = rule(check, options={"size": Option(5, "a size"), "word": Option("a", "a word")})
        (finding,) = lint(sized, rules={"rule-t101": RuleSettings(options={"size": 3})})
        assert finding.data == {"size": 3, "word": "a"}


class TestRulesThatAreOff:
    OFF = staticmethod(lambda **facts: rule(word("alpha", **facts), severity="off"))

    def test_by_default_nothing_is_reported(self) -> None:
        assert found(self.OFF()) == []

    @pytest.mark.parametrize("selector", ["ALL", "T1", "T101", "rule-t101"])
    def test_selected_it_is_an_info(self, selector: str) -> None:
        assert found(self.OFF(), select=(selector,)) == [("T101", "info")]
        assert found(self.OFF(), extend_select=(selector,)) == [("T101", "info")]

    def test_a_severity_turns_it_on(self) -> None:
        assert found(self.OFF(), rules={"rule-t101": RuleSettings("warning")}) == [("T101", "warning")]

    def test_ignored_it_stays_off(self) -> None:
        assert found(self.OFF(), select=("ALL",), ignore=("T101",)) == []

    def test_what_the_check_says_does_not_raise_it_above_what_was_set(self) -> None:
        wish = {"rule-t101": RuleSettings("info")}
        assert found(self.OFF(severity="warning"), rules=wish) == [("T101", "info")]


class TestProfiles:
    SMALL = Profile("small", max_tokens=10, min_tokens=0, overlap=0)
    LARGE = Profile("large", max_tokens=400)

    def test_one_problem_under_two_profiles_is_one_finding_with_both_names(self) -> None:
        (finding,) = lint(rule(word("alpha")), profiles=(self.SMALL, self.LARGE))
        assert finding.profiles == ("small", "large")

    def test_the_graver_severity_and_its_numbers_are_kept_in_either_order(self) -> None:
        def check(document: Document, context: Context) -> Iterator[Report]:
            mild = context.profile.name == "large"
            yield Report(0, 3, {"limit": context.limit}, severity="info" if mild else None)

        for profiles in ((self.SMALL, self.LARGE), (self.LARGE, self.SMALL)):
            (finding,) = lint(rule(check), profiles=profiles)
            assert (finding.severity, finding.data["limit"]) == ("warning", 10)
            assert finding.profiles == tuple(profile.name for profile in profiles)

    def test_a_problem_under_one_profile_names_that_one(self) -> None:
        def check(document: Document, context: Context) -> Iterator[Report]:
            if context.profile.name == "small":
                yield Report(0, 3)

        (finding,) = lint(rule(check), profiles=(self.SMALL, self.LARGE))
        assert finding.profiles == ("small",)

    def test_different_places_stay_different_findings(self) -> None:
        def check(document: Document, context: Context) -> Iterator[Report]:
            yield Report(0, 3 if context.profile.name == "small" else 4)

        assert len(lint(rule(check), profiles=(self.SMALL, self.LARGE))) == 2

    def test_built_in_rules_name_their_profiles(self) -> None:
        page = "# A\n\nText.\n\n### C\n\n" + "The pump runs for nine hours. " * 4 + "\n"
        profiles = (self.SMALL, self.LARGE)
        found = lint_text(page, settings=Settings(profiles=profiles, select=("CL203", "CL301")))
        assert [(f.code, f.profiles) for f in found] == [("CL203", ("small", "large")), ("CL301", ("small",))]


class TestYielding:
    FIRST = staticmethod(lambda text: rule(word(text), "T101"))
    YIELDS = staticmethod(lambda text, *codes: rule(word(text), "T102", yields_to=codes))

    def test_a_finding_leaves_its_place_to_the_cause(self) -> None:
        assert found(self.FIRST("alpha beta"), self.YIELDS("beta", "T101")) == [("T101", "warning")]

    def test_elsewhere_it_stays(self) -> None:
        assert len(found(self.FIRST("alpha"), self.YIELDS("beta", "T101"))) == 2

    def test_touching_is_not_sharing_a_place(self) -> None:
        assert len(found(self.FIRST("alpha "), self.YIELDS("beta", "T101"))) == 2

    def test_a_rule_that_is_ignored_is_no_cause(self) -> None:
        assert found(self.FIRST("alpha"), self.YIELDS("alpha", "T101"), ignore=("T101",)) == [("T102", "warning")]

    def test_the_order_of_codes_does_not_matter(self) -> None:
        early = rule(word("alpha"), "T101", yields_to=("T102",))
        assert found(early, rule(word("alpha"), "T102")) == [("T102", "warning")]

    def test_a_chain_leaves_the_first_cause(self) -> None:
        chain = (
            rule(word("alpha"), "T101"),
            rule(word("alpha"), "T102", yields_to=("T101",)),
            rule(word("alpha"), "T103", yields_to=("T102",)),
        )
        assert found(*chain) == [("T101", "warning")]

    def test_a_milder_cause_still_is_the_cause(self) -> None:
        mild = rule(word("alpha", severity="info"), "T101")
        assert found(mild, self.YIELDS("alpha", "T101")) == [("T101", "info")]


class TestScopes:
    def test_each_scope_is_given_its_units(self) -> None:
        seen: list[str] = []

        def spy(unit: Any, context: Context) -> Iterator[Report]:
            seen.append(type(unit).__name__)
            return iter(())

        lint(*(rule(spy, f"T10{n}", scope=scope) for n, scope in enumerate(("document", "section", "chunk"))))
        assert seen == ["Document", "Section", "Section", "Chunk"]

    def test_a_rule_for_blocks_sees_its_kinds_and_nested_ones_in_source_order(self) -> None:
        seen: list[str] = []

        def spy(unit: Any, context: Context) -> Iterator[Report]:
            seen.append(unit.content)
            return iter(())

        page = "# A\n\none\n\n- two\n- > three\n\n| a |\n| - |\n\nfour\n"
        lint(rule(spy, scope="block", kinds=("paragraph",)), page=page)
        assert seen == ["one", "two", "three", "four"]

    def test_findings_come_in_source_order_whatever_the_rules_order(self) -> None:
        late, early = rule(word("gamma"), "T101"), rule(word("alpha"), "T102")
        assert [finding.code for finding in lint(late, early)] == ["T102", "T101"]

    def test_a_section_knows_what_it_holds(self) -> None:
        def check(section: Section, context: Context) -> Iterator[Report]:
            yield Report(section.start, section.own_end, {"title": section.title})

        assert [finding.data["title"] for finding in lint(rule(check, scope="section"))] == ["A", "B"]

    @pytest.mark.parametrize("page", ["", "\n", "\ufeff", "---\ntitle: x\n---\n"])
    def test_a_page_without_text_is_no_work_and_no_error(self, page: str) -> None:
        assert lint_text(page, settings=Settings(select=("ALL",))) == []
