"""Comments that switch rules off: where they may stand, what they cover, and what is said of those that do nothing."""

from __future__ import annotations

import time

import pytest

from chunklint.api import Report, Settings, lint_text
from chunklint.engine.model import LoadedRule, Rule
from chunklint.engine.registry import Registry, load_rules
from chunklint.settings.model import RuleSettings
from tests.rules.linting import REGISTRY, codes, lines, marked

SKIPPED = "CL203"
DEEP = "# A\n\n{}\n### B\n\nText.\n"
"""A page whose second heading skips a level, with a place for a comment above it."""


def found(page: str, path: str = "page.md", *select: str) -> list[tuple[str, int]]:
    """Codes and lines of what is reported; all rules that these pages can break are on."""
    settings = Settings(select=select or (SKIPPED, "CL205", "CL9"))
    findings = lint_text(page, path, settings, REGISTRY)
    return list(zip(codes(findings), lines(findings), strict=True))


class TestForms:
    @pytest.mark.parametrize(
        "comment",
        [
            "<!-- chunklint-disable-next-line CL203 -->",
            "<!--chunklint-disable-next-line CL203-->",
            "<!--\nchunklint-disable-next-line\nCL203\n-->",
            "<!-- chunklint-disable-next-line: CL203 -->",
            "<!-- chunklint-disable-next-line heading-level-skipped -->",
            "<!-- chunklint-disable-next-line cl203 -->",
            "<!-- chunklint-disable-next-line CL20 -->",
            "<!-- chunklint-disable-next-line ALL -->",
            "<!-- chunklint-disable-next-line -->",
            "<!-- chunklint-disable-next-line CL203 -- the levels are those of the standard -->",
            "<!-- chunklint-disable-next-line CL203 —— 层级沿用国家标准 -->",
            "[//]: # (chunklint-disable-next-line CL203)",
            '[//]: # "chunklint-disable-next-line CL203"',
            "[comment]: <> (chunklint-disable-next-line CL203)",
            "<!-- chunklint-disable CL203 -->",
            "<!-- chunklint-disable-file CL203 -->",
            "<!-- a note --> <!-- chunklint-disable-next-line CL203 -->",
            "<div>\n<!-- chunklint-disable CL203 -->\n</div>\n",
        ],
    )
    def test_a_comment_above(self, comment: str) -> None:
        assert found(DEEP.format(comment)) == []
        assert found(DEEP.format(f"{comment}\n")) == []
        assert found(DEEP.format(comment).replace("\n", "\r\n")) == []

    @pytest.mark.parametrize("names", ["CL203,CL205", "CL203, CL205", "CL203 CL205", "CL203、CL205", "CL203，CL205"])
    def test_several_names(self, names: str) -> None:
        page = f"# A\n\n<!-- chunklint-disable {names} -->\n\n### B\n\n##C\n\nText.\n"
        assert found(page) == []

    @pytest.mark.parametrize(
        "comment",
        ["{/* chunklint-disable-next-line CL203 */}", "{ /*\n * chunklint-disable-next-line CL203\n */ }"],
    )
    def test_mdx(self, comment: str) -> None:
        assert found(DEEP.format(f"{comment}\n"), "page.mdx") == []
        assert (SKIPPED, 5 + comment.count("\n")) in found(DEEP.format(f"{comment}\n"), "page.md")

    @pytest.mark.parametrize(
        "line",
        [
            "### B <!-- chunklint-disable-line CL203 -->",
            "### <!-- chunklint-disable-line CL203 --> B",
            "B <!-- chunklint-disable-file CL203 -->\n\n### C",
        ],
    )
    def test_inside_a_line(self, line: str) -> None:
        assert found(f"# A\n\n{line}\n\nText.\n") == []

    def test_inside_a_cell_a_list_and_a_quote(self) -> None:
        for holder in (
            "| a |\n| --- |\n| b <!-- chunklint-disable-file CL203 --> |",
            "- a\n\n  <!-- chunklint-disable-file CL203 -->",
            "> - <!-- chunklint-disable-file\n>   CL203 -->",
        ):
            assert found(f"# A\n\n{holder}\n\n### B\n\nText.\n") == []

    @pytest.mark.parametrize(
        "matter",
        [
            "---\nchunklint: {disable: [CL203]}\n---\n",
            "---\ntitle: x\nchunklint: { disable: [ 'CL203', \"CL101\" ] }\ntags: [a]\n---\n",
            "---\nchunklint: {\n  disable: [\n    CL203, # why\n  ]\n}\n---\n",
            "---\nchunklint:\n  disable: [CL203]\ntitle: x\n---\n",
            "---\nchunklint:\n  # why\n  disable:\n    - heading-level-skipped # why\n\n    - 'CL101'\n---\n",
            "---\nchunklint:\n  disable:\n  - CL203\nother:\n- CL205\n---\n",
            "---\nchunklint:\n  disable: CL203, CL101\n---\n",
            "---\nchunklint: {disable: true}\n---\n",
            '+++\ntitle = "x"\n[chunklint]\ndisable = ["CL203"]\n+++\n',
            '+++\nchunklint = { disable = "CL203" }\n+++\n',
            '+++\n[chunklint]\ndisable = [\n  "CL101",\n  "heading-level-skipped",\n]\n+++\n',
        ],
    )
    def test_front_matter(self, matter: str) -> None:
        page = matter + "# A\n\n### B\n\nText.\n"
        assert found(page) == []
        assert found(page.replace("\n", "\r\n")) == []
        assert (SKIPPED, page.count("\n") - 2) in found(page.replace("chunklint", "chunklinter"))

    @pytest.mark.parametrize(
        "matter",
        [
            "---\nchunklint: CL203\n---\n",
            "---\nchunklint:\ndisable: [CL203]\n---\n",
            "---\nother:\n  chunklint: {disable: [CL203]}\n---\n",
            "---\nchunklint: {disable: []}\n---\n",
            '+++\nx = 1\n[chunklint]\ndisable = "CL203\n+++\n',
            "---\nchunklint: {disabled: [CL203]}\n---\n",
        ],
    )
    def test_other_front_matter_switches_nothing_off(self, matter: str) -> None:
        assert [code for code, _ in found(matter + "# A\n\n### B\n\nText.\n")] == [SKIPPED]

    @pytest.mark.parametrize(
        "text",
        [
            "```html\n<!-- chunklint-disable CL203 -->\n```",
            "    <!-- chunklint-disable CL203 -->",
            "`<!-- chunklint-disable CL203 -->`",
            "`` <!-- chunklint-disable CL203 --> `` and <b>more</b>",
            "| a |\n| --- |\n| `<!-- chunklint-disable CL203 -->` |",
            "$$\n<!-- chunklint-disable CL203 -->\n$$",
            "<script>\n// <!-- chunklint-disable CL203 -->\n</script>",
            "<!-- not yet: chunklint-disable CL203 -->",
            "\\<!-- chunklint-disable CL203 -->",
            "chunklint-disable CL203",
            "[//]: # (see chunklint-disable CL203)",
            "[link]: # (chunklint-disable CL203)",
        ],
    )
    def test_what_is_text_switches_nothing_off(self, text: str) -> None:
        assert [code for code, _ in found(f"# A\n\n{text}\n\n### B\n\nText.\n")] == [SKIPPED]

    def test_a_comment_that_never_ends_switches_nothing_off(self) -> None:
        assert SKIPPED in dict(found("# A\n\n### B\n\nText.\n\n<!-- chunklint-disable-file CL203\n"))


class TestWhatIsCovered:
    def test_the_next_line_with_something_on_it(self) -> None:
        comment = "<!-- chunklint-disable-next-line CL203 -->"
        assert found(f"# A\n\n{comment}\n\n\n\n### B\n\nText.\n") == []
        assert found(f"# A\n\n{comment}\n\nText.\n\n### B\n\nText.\n") == [("CL901", 3), (SKIPPED, 7)]

    def test_suppressions_may_follow_each_other(self) -> None:
        one, two = (f"<!-- chunklint-disable-next-line {code} -->" for code in ("CL203", "CL901"))
        assert found(f"# A\n\n{one}\n\n{two}\n\n### B\n\nText.\n") == []

    def test_a_comment_at_the_end_of_the_page(self) -> None:
        assert found("# A\n\nText.\n\n<!-- chunklint-disable-next-line CL203 -->") == [("CL901", 5)]

    def test_a_stretch(self) -> None:
        page = "# A\n\n### B\n\n<!-- chunklint-disable {} -->\n\n# C\n\n### D\n\n"
        page += "<!-- chunklint-enable {} -->\n\n# E\n\n### F\n\nText.\n"
        for off, on in (("CL203", "CL203"), ("", ""), ("CL203", ""), ("heading-level-skipped CL205", "CL2")):
            assert [line for code, line in found(page.format(off, on)) if code == SKIPPED] == [3, 15]

    def test_a_rule_switched_on_again_among_all(self) -> None:
        page = "<!-- chunklint-disable -->\n\n##X\n\n<!-- chunklint-enable CL203 -->\n\n# A\n\n### B\n\n##Y\n\nText.\n"
        assert found(page) == [(SKIPPED, 9)]

    def test_a_stretch_on_one_line_holds_for_its_line(self) -> None:
        page = (
            "# A\n\n### B <!-- chunklint-disable CL203 --> c <!-- chunklint-enable CL203 -->\n\n# C\n\n### D\n\nText.\n"
        )
        assert found(page) == [(SKIPPED, 7)]

    def test_the_same_twice_is_used_twice(self) -> None:
        once = "<!-- chunklint-disable CL203 -->\n\n"
        assert found(f"{once}{once}# A\n\n### B\n\nText.\n") == []
        assert found(f"{once}# A\n\n### B\n\nText.\n\n{once}") == [("CL901", 9)]

    def test_what_spans_a_block_is_covered_where_it_starts(self) -> None:
        table = "| a | b |\n| - | - |\n" + "| some words | more of them |\n" * 400
        page = f"# A\n\n<!-- chunklint-disable-next-line CL101 -->\n\n{table}\n\n{table}"
        assert found(page, "page.md", "CL101", "CL9") == [("CL101", 409)]

    def test_what_yields_to_a_finding_stays_hidden_when_that_is_switched_off(self) -> None:
        def twin(code: str, *yields_to: str) -> LoadedRule:
            texts = {"default": {"en": "x", "zh-CN": "x"}}
            facts = Rule(
                code, code.lower(), "document", "warning", {"en": "x", "zh-CN": "x"}, texts, yields_to=yields_to
            )
            return LoadedRule(facts, lambda document, _: [Report(0, 1)], "", "")

        registry = Registry([*REGISTRY.rules, twin("TT1"), twin("TT2", "TT1")])
        settings = Settings(select=("TT", "CL9"))
        assert codes(lint_text("A", settings=settings, registry=registry)) == ["TT1"]
        for names, left in (("TT1", []), ("TT2", ["TT1"]), ("TT1 TT2", [])):
            page = f"A <!-- chunklint-disable-line {names} -->"
            assert codes(lint_text(page, settings=settings, registry=registry)) == left


class TestUnused:
    def test_only_rules_that_run_can_tell(self) -> None:
        page = "# A\n\n<!-- chunklint-disable CL101 CL203 -->\n\nText.\n"
        assert [marked(f) for f in lint_text(page, settings=Settings(select=("CL203", "CL9")), registry=REGISTRY)] == [
            "CL203"
        ]
        assert found(page, "page.md", "CL101", "CL203", "CL9") == [("CL901", 3)]
        off = Settings(
            rules={"heading-level-skipped": RuleSettings("off"), "table-split-from-header": RuleSettings("off")}
        )
        assert lint_text(page, settings=off, registry=REGISTRY) == []

    def test_all_rules_are_unused_only_if_all_run(self) -> None:
        page = "<!-- chunklint-disable-file -->\n\nText.\n"
        assert codes(lint_text(page, registry=REGISTRY)) == ["CL901"]
        assert codes(lint_text(page, settings=Settings(ignore=("CL203",)), registry=REGISTRY)) == []

    def test_a_suppression_of_a_rule_over_a_run_is_left_alone(self) -> None:
        texts = {"default": {"en": "x", "zh-CN": "x"}}
        run = LoadedRule(
            Rule("T1", "run-rule", "run", "warning", {"en": "x", "zh-CN": "x"}, texts), lambda *_: (), "", ""
        )
        registry = Registry([*load_rules().rules, run])
        page = "<!-- chunklint-disable-file run-rule -->\n\nText.\n"
        assert lint_text(page, settings=Settings(select=("T1", "CL9")), registry=registry) == []

    def test_it_can_be_switched_off_itself_by_name_only(self) -> None:
        unused = "<!-- chunklint-disable-next-line CL205 -->\n\nText.\n"
        assert found(f"<!-- chunklint-disable-file CL901 -->\n\n{unused}") == []
        assert ("CL901", 3) in found(f"<!-- chunklint-disable -->\n\n{unused}")

    def test_nothing_is_said_of_an_enable_with_a_disable_before_it(self) -> None:
        on = "<!-- chunklint-enable{0} -->\n\n"
        page = f"<!-- chunklint-disable{{0}} -->\n\n##X\n\n{on}Text.\n\n{on}"
        assert found(page.format(" CL205")) == [("CL901", 9)]
        assert found(page.format("")) == [], "not all rules run here"
        assert codes(lint_text(page.format(""), registry=REGISTRY)) == ["CL901"]


class TestUnknown:
    def test_an_unknown_name_does_not_stand_for_all(self) -> None:
        assert found(DEEP.format("<!-- chunklint-disable-next-line CL999 -->\n")) == [("CL902", 3), (SKIPPED, 5)]

    def test_the_other_names_of_its_comment_hold(self) -> None:
        assert found(DEEP.format("<!-- chunklint-disable-next-line nonsense, CL203 -->\n")) == [("CL902", 3)]

    @pytest.mark.parametrize("command", ["disable-nextline", "disable-next", "ignore", "disabel", "enable-all"])
    def test_a_wrong_command_is_said_and_does_nothing(self, command: str) -> None:
        assert found(DEEP.format(f"<!-- chunklint-{command} CL203 -->\n")) == [("CL902", 3), (SKIPPED, 5)]

    @pytest.mark.parametrize("text", ["chunklint-lsp reads this page", "chunklint: see below", "chunklint-config x"])
    def test_other_comments_are_nobodys_business(self, text: str) -> None:
        assert found(DEEP.format(f"<!-- {text} -->\n")) == [(SKIPPED, 5)]

    def test_a_letter_is_no_family(self) -> None:
        assert ("CL902", 3) in found(DEEP.format("<!-- chunklint-disable C -->\n"))


@pytest.mark.parametrize(
    "page",
    [
        "<!-- chunklint-disable-next-line CL203 -->\n" * 4000,
        "<!-- chunklint-disable CL203 -->\n\n### B\n\n<!-- chunklint-enable CL203 -->\n\n" * 1500,
        "<!-- chunklint-disable " * 4000,
        "text <!-- chunklint-disable-line no-such-rule --> " * 1500,
        "".join(f"<!-- chunklint-disable-line word-{n} -->\n\n" for n in range(1500)),
        "[//]: # (chunklint-disable CL203)\n" * 4000,
        "{/* chunklint-disable " * 4000,
    ],
)
def test_many_suppressions_do_not_hang(page: str) -> None:
    started = time.process_time()
    for path in ("page.md", "page.mdx"):
        found(page, path)
    # They take under 4 s on a slow machine; what is quadratic in them takes a minute.
    assert time.process_time() - started < 20
