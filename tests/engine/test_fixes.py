"""Applying fixes: whole or not at all, in an order that is settled, until nothing is left, and never for the worse."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from mdit_py_plugins.front_matter import front_matter_plugin

from chunklint.api import Edit, Fix, Report, Rule, Settings, read_document
from chunklint.engine.fixes import Fixed, apply, choose, fix
from chunklint.engine.model import LoadedRule
from chunklint.engine.registry import Registry
from chunklint.engine.run import lint, read_bytes
from tests.documents.nasty_markdown import EXTENDED, LINE_ENDS, PLAIN, markdown
from tests.rules.examples import PAGES
from tests.rules.linting import REGISTRY, SMALL
from tests.shared_material import shared

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from chunklint.api import Context, Document, Finding, Severity

TEXTS = {"default": {"en": "x", "zh-CN": "x"}}


def rule(
    code: str, check: Callable[[Document, Context], Iterator[Report]], severity: Severity = "warning"
) -> LoadedRule:
    """A rule over documents for one test."""
    facts = Rule(code, code.lower(), "document", severity, {"en": "x", "zh-CN": "x"}, TEXTS, fixable="unsafe")
    return LoadedRule(facts, check, "", code)


def replace(code: str, pattern: str, by: str, *, safe: bool = True, severity: Severity = "warning") -> LoadedRule:
    """A rule that reports every place of a pattern, and whose fix puts something else there."""

    def check(document: Document, context: Context) -> Iterator[Report]:
        for found in re.finditer(pattern, document.text):
            yield Report(*found.span(), fix=Fix(safe, (Edit(*found.span(), found.expand(by)),)))

    return rule(code, check, severity)


def fixed(text: str, *rules: LoadedRule, unsafe: bool = False) -> Fixed:
    return fix(read_document(text), Settings(select=("ALL",)), Registry(rules), unsafe=unsafe)


def result(text: str, *rules: LoadedRule, unsafe: bool = False) -> str:
    return fixed(text, *rules, unsafe=unsafe).document.text


class TestOrder:
    def test_every_safe_fix_is_applied_and_unsafe_ones_only_when_asked(self) -> None:
        rules = (replace("T1", "a", "A"), replace("T2", "b", "B", safe=False))
        assert result("a b a b", *rules) == "A b A b"
        assert result("a b a b", *rules, unsafe=True) == "A B A B"

    def test_problems_are_counted_and_what_is_left_is_reported(self) -> None:
        done = fixed("a b a", replace("T1", "a", "A"), replace("T2", "b", "B", safe=False))
        assert done.problems == 2
        assert [finding.code for finding in done.findings] == ["T2"]

    def test_of_two_that_overlap_the_first_wins_and_the_other_waits(self) -> None:
        assert result("abc", replace("T1", "ab", "x"), replace("T2", "bc", "y")) == "xc"
        assert result("abc", replace("T1", "bc", "y"), replace("T2", "ab", "x")) == "xc"
        assert result("abc", replace("T1", "ab", "b"), replace("T2", "bc", "y")) == "y"

    def test_the_safe_one_wins_over_one_further_up(self) -> None:
        rules = (replace("T1", "ab", "x", safe=False), replace("T2", "bc", "y"))
        assert result("abc", *rules, unsafe=True) == "ay"

    def test_fixes_with_only_blanks_between_wait_for_each_other(self) -> None:
        document = read_document("a\n\n>\n\nb\n\nc a")
        findings = lint(document, Settings(select=("ALL",)), Registry([replace("T1", "[abc]", "x")]))
        assert [finding.start for finding in choose(document, findings)] == [0, 9]
        assert result(document.text, replace("T1", "[abc]", "x")) == "x\n\n>\n\nx\n\nx x"

    def test_a_fix_is_applied_whole_or_not_at_all(self) -> None:
        def both_ends(document: Document, context: Context) -> Iterator[Report]:
            text = document.text
            if text.startswith("<"):
                yield Report(0, 1, fix=Fix(True, (Edit(len(text) - 1, len(text), ")"), Edit(0, 1, "("))))

        assert result("<word>", rule("T1", both_ends)) == "(word)"
        document = read_document("<word>")
        rules = Registry([rule("T1", both_ends), replace("T2", "d>", "D]")])
        findings = lint(document, Settings(select=("ALL",)), rules)
        (first,) = choose(document, [finding for finding in findings if finding.code == "T2"] + findings[:1])
        assert first.code == "T1"
        assert apply(document, [first]) == "(word)"

    def test_a_fix_that_overlaps_itself_is_none(self) -> None:
        def wrong(document: Document, context: Context) -> Iterator[Report]:
            yield Report(0, 1, fix=Fix(True, (Edit(0, 2, "x"), Edit(1, 3, "y"))))

        assert result("abc", rule("T1", wrong)) == "abc"


class TestRounds:
    def test_a_fix_may_make_room_for_another(self) -> None:
        rules = [replace(f"T{n}", f"<{n}>", f"<{n + 1}>") for n in range(9)]
        assert result("<0>", *rules) == "<9>"
        assert fixed("<0>", *rules).problems == 9

    def test_fixes_that_undo_each_other_end(self) -> None:
        rules = (replace("T1", "ping", "pong"), replace("T2", "pong", "ping"))
        once = result("ping", *rules)
        assert result(once, *rules) == once
        assert fixed("ping", *rules).problems == 0

    def test_a_fix_without_an_end_ends(self) -> None:
        assert len(result("a", replace("T1", "a+", r"\g<0>a"))) <= 200

    def test_line_endings_are_those_of_the_place(self) -> None:
        add = replace("T1", r"\bX\b", "Y\n\nZ")
        assert result("a\r\nX\r\n", add) == "a\r\nY\r\n\r\nZ\r\n"
        assert result("a\r\nX", add) == "a\r\nY\r\n\r\nZ"
        assert result("a\rX\r", add) == "a\rY\r\rZ\r"
        assert result("a\nX\r\n", add) == "a\nY\r\n\r\nZ\r\n"
        assert result("X", add) == "Y\n\nZ"

    def test_no_line_ending_is_cut_in_two(self) -> None:
        assert result("a\r\nb", replace("T1", r"\n", "")) == "a\r\nb"
        assert result("a\r\nb", replace("T1", r"\r\n", " ")) == "a b"


class TestForTheWorse:
    ERROR = replace("T9", "ERROR", "ERROR", safe=False, severity="error")

    def test_a_fix_that_makes_an_error_is_refused(self) -> None:
        assert result("a", replace("T1", "a", "ERROR"), self.ERROR) == "a"

    def test_the_other_fixes_are_applied_all_the_same(self) -> None:
        rules = (replace("T1", "[a-z]", "."), replace("T2", "!", "ERROR"), self.ERROR)
        text = "a ! b c ! d e f ! g"
        assert result(text, *rules) == ". ! . . ! . . . ! ."
        assert [f.code for f in fixed(text, *rules).findings] == ["T2"] * 3

    def test_an_error_that_was_there_before_is_no_reason(self) -> None:
        assert result("a ERROR", replace("T1", "a", "b"), self.ERROR) == "b ERROR"

    def test_bytes_that_were_no_text_keep_a_page_as_it_is(self) -> None:
        document = read_bytes(b"##Title\n\nCaf\xe9\n", "page.md")
        done = fix(document, Settings(), REGISTRY)
        assert (done.document, done.problems) == (document, 0)
        assert {finding.code for finding in done.findings} >= {"CL205", "CL702"}

    def test_encoding_and_byte_order_mark_are_remembered(self) -> None:
        done = fix(read_bytes("##标题\n\n正文。\n".encode("utf-16"), "page.md"), Settings(), REGISTRY)
        assert done.document.text == "## 标题\n\n正文。\n"
        assert (done.document.encoding, done.document.has_bom) == ("utf-16-le", True)


# --- the fixes of the built-in rules ----------------------------------------------------------------

_FIXABLE = (
    *("##Title", "## 安装", "#　标题", "#### C", "pass\u200bword", "软\u00ad件", "1.1 标题", "**Bold**", "> ##Q"),
    *(
        "| a |\n|---|\n| b | c |",
        "```py\nx = 1",
        "- item\n\n  more",
        "<!-- note -->",
        "[//]: # (chunklint-disable CL205)",
    ),
    *("<!-- chunklint-disable-next-line CL205 -->", "<!-- chunklint-disable CL101, CL203 -->"),
    *(
        "<!-- chunklint-enable CL205 -->",
        "<!-- chunklint-disable-file nonsense -->",
        "a <!-- chunklint-disable-line -->",
    ),
)
_PAGES = markdown(*_FIXABLE, *_FIXABLE, *_FIXABLE, *PLAIN, *EXTENDED, *LINE_ENDS)
_PLAIN_PAGES = markdown(*_FIXABLE, *_FIXABLE, *_FIXABLE, *PLAIN, "\r\n")
"""Without the flavours that the renderer which the tests compare with does not know."""


@settings(max_examples=150, deadline=None)
@given(_PAGES, st.booleans())
def test_fixing_twice_changes_nothing_more(page: str, unsafe: bool) -> None:
    chosen = Settings(select=("ALL",), profiles=(SMALL,))
    once = fix(read_document(page), chosen, REGISTRY, unsafe=unsafe)
    again = fix(once.document, chosen, REGISTRY, unsafe=unsafe)
    assert again.document.text == once.document.text
    assert again.problems == 0
    assert _places(once.findings) == _places(lint(read_document(once.document.text), chosen, REGISTRY))


@settings(max_examples=150, deadline=None)
@given(_PLAIN_PAGES)
def test_taking_suppressions_out_changes_nothing_that_is_shown(page: str) -> None:
    document = read_document(page)
    found = _only(lint(document, Settings(select=("ALL",)), REGISTRY), "CL901")
    _assert_renders_the_same(document, found)
    for finding in found:
        _assert_renders_the_same(document, [finding])


def _wild() -> list[Path]:
    return sorted(path for path in shared("wild").iterdir() if path.suffix in (".md", ".mdx"))


def test_real_pages_are_settled_after_one_run() -> None:
    for path in _wild():
        document = read_bytes(path.read_bytes(), path.name)
        # With all fixes the safe ones are tried too; the largest pages are not linted twice as often for them alone.
        for unsafe in (False, True) if len(document.text) < 30_000 else (True,):
            once = fix(document, Settings(), REGISTRY, unsafe=unsafe)
            assert not once.problems or fix(once.document, Settings(), REGISTRY, unsafe=unsafe).problems == 0, path.name


def test_safe_fixes_change_only_what_they_mend_in_real_pages() -> None:
    for path in _wild():
        if path.suffix == ".md":
            document = read_bytes(path.read_bytes(), path.name)
            if not document.undecodable:
                _assert_safe_fixes_are_safe(document)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(e.text, id=f"{p.code}-{e.section}-{e.number}")
        for _, p in PAGES
        for e in p.examples
        if e.format == "md"
    ],
)
def test_safe_fixes_change_only_what_they_mend_in_the_examples(text: str) -> None:
    _assert_safe_fixes_are_safe(read_document(text))


def _assert_safe_fixes_are_safe(document: Document) -> None:
    found = lint(document, Settings(select=("ALL",)), REGISTRY)
    _assert_renders_the_same(document, _only(found, "CL901"))
    cells = _only(found, "CL103")
    # Bars that cut a cell in two are escaped: then their row shows what it was to show.
    escapes = [finding for finding in cells if any("\\" in edit.text for edit in _edits(finding))]
    _assert_renders_the_same(document, [finding for finding in cells if finding not in escapes])
    _assert_only_rows_change(document, escapes)
    _assert_only_lines_change(document, _only(found, "CL205"))
    _assert_only_characters_change(document, _only(found, "CL703"))


def _only(findings: list[Finding], code: str) -> list[Finding]:
    return [finding for finding in findings if finding.code == code and finding.fix and finding.fix.safe]


def _edits(finding: Finding) -> tuple[Edit, ...]:
    return finding.fix.edits if finding.fix else ()


def _assert_renders_the_same(document: Document, findings: list[Finding]) -> None:
    chosen = choose(document, findings)
    if chosen:
        assert _html(apply(document, chosen)) == _html(document.text), [finding.fix for finding in chosen]


def _assert_only_rows_change(document: Document, findings: list[Finding]) -> None:
    if findings:
        before, after = _html(document.text).split("<tr>"), _html(apply(document, findings)).split("<tr>")
        rows = {document.lines.line_of(edit.start) for finding in findings for edit in _edits(finding)}
        assert len(before) == len(after)
        assert 0 < sum(old != new for old, new in zip(before, after, strict=True)) <= len(rows)


def _assert_only_lines_change(document: Document, findings: list[Finding]) -> None:
    """The lines that are mended become headings; every other line is what it was."""
    if not findings:
        return
    changed = read_document(apply(document, findings))
    mended = {document.lines.line_of(finding.start) for finding in findings}
    assert len(changed.lines) == len(document.lines)
    for line in set(range(len(document.lines))) - mended:
        assert changed.lines.line_text(line) == document.lines.line_text(line)
    headings = {block.line for block in changed.walk() if block.kind == "heading"}
    assert mended <= headings
    assert {block.line for block in document.walk() if block.kind == "heading"} <= headings


def _assert_only_characters_change(document: Document, findings: list[Finding]) -> None:
    """Invisible characters go, and nothing else of the text that is shown."""
    if findings and not any(edit.text for finding in findings for edit in _edits(finding)):
        before, after = _html(document.text), _html(apply(document, findings))
        invisible = re.compile("[\u200b\u2060\ufeff\u180e\u00ad\u200d]|%E2%80%8B|%C2%AD|%EF%BB%BF|%E2%81%A0")
        # Two spaces show as one: there may have been one on either side.
        assert re.sub(" +", " ", invisible.sub("", after)) == re.sub(" +", " ", invisible.sub("", before))


def _html(text: str) -> str:
    """What CommonMark and GFM tables render, comments and blanks between blocks left out."""
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"]).use(front_matter_plugin)
    html = re.sub(r"<!--(?:-?>|.*?-->)", "", parser.render(text), flags=re.DOTALL)
    return re.sub(r"\s*(</?[a-z0-9]+[^>]*>)\s*", r"\1", re.sub(r"\s+", " ", html)).strip()


def _places(findings: list[Finding]) -> list[tuple[str, int, int]]:
    return [(finding.code, finding.start, finding.end) for finding in findings]
