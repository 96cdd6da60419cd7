"""Actions fix, switch off and explain; their edits are tried out on real pages and do what they say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from lsprotocol.types import CodeActionTriggerKind

from chunklint.documents.reader import read_document
from chunklint.engine.fixes import fix
from chunklint.engine.run import lint
from chunklint.server.client import Client
from chunklint.server.code_actions import FIX_ALL, OPEN_RULE, Wanted, code_actions, resolved
from chunklint.server.edits import applied as applied_edits
from chunklint.server.suppress import suppress_here, suppress_in_file
from chunklint.settings.model import Settings
from tests.server.checking import EVERYTHING, RULES, applied, checked
from tests.shared_material import shared

if TYPE_CHECKING:
    from lsprotocol.types import CodeAction

    from chunklint.server.analysis import Checked

PAGE = "# A\n\n### B\n\nText with pass\u200bword.\n\nAnd pass\u200bword.\n"
RESOLVES = EVERYTHING._replace(resolves_edits=True)


def all_of(found: Checked, client: Client = EVERYTHING, only: tuple[str, ...] = ()) -> list[CodeAction]:
    return code_actions(found, Wanted(0, len(found.document.text), only), client)


def titled(actions: list[CodeAction], words: str) -> CodeAction:
    return next(action for action in actions if words in action.title)


def codes(text: str, path: str = "page.md") -> list[str]:
    return [one.code for one in lint(read_document(text, path), Settings(), RULES)]


def test_a_quick_fix_is_preferred_only_where_it_is_safe() -> None:
    found = checked(PAGE)
    fixes = [one for one in all_of(found) if one.title.startswith("Fix CL")]
    assert [(one.title, one.is_preferred) for one in fixes] == [
        ("Fix CL203 (heading-level-skipped), which needs a look afterwards", None),
        ("Fix CL703 (invisible-character)", True),
        ("Fix CL703 (invisible-character)", True),
    ]
    assert applied(found, fixes[0].edit) == PAGE.replace("###", "##")
    assert applied(found, fixes[1].edit) == PAGE.replace("\u200b", "", 1)


def test_actions_are_about_the_place_that_was_asked_about() -> None:
    found = checked(PAGE)
    at = PAGE.index("And")
    actions = code_actions(found, Wanted(at, at + 20), EVERYTHING)
    assert {one.title.partition(" (")[0] for one in actions} == {
        "Fix CL703",
        "Disable CL703",
        "Explain CL703",
        "Fix all safe chunklint problems",
    }
    assert code_actions(found, Wanted(2, 2, ("quickfix",)), EVERYTHING) == []


def test_fix_all_does_what_check_fix_does() -> None:
    found = checked(PAGE)
    (action,) = all_of(found, only=("source.fixAll",))
    assert action.kind == FIX_ALL
    assert applied(found, action.edit) == fix(found.document, Settings(), RULES).document.text
    assert all_of(found, only=("source.organizeImports",)) == []
    assert all_of(checked("# A\n\nText.\n"), only=(FIX_ALL,)) == []


def test_a_client_that_resolves_edits_gets_them_when_it_chooses() -> None:
    found = checked(PAGE)
    actions = all_of(found, RESOLVES)
    lazy = [one for one in actions if one.data is not None]
    assert {one.title.partition(" (")[0] for one in lazy} == {
        "Disable CL203",
        "Disable CL703",
        "Fix all safe chunklint problems",
    }
    for action in lazy:
        assert action.edit is None
        assert applied(found, resolved(action, found, RESOLVES).edit) != PAGE


def test_an_action_of_another_version_is_resolved_to_nothing() -> None:
    found = checked(PAGE)
    action = titled(all_of(found, RESOLVES), "Fix all")
    assert resolved(action, found._replace(revision=2), RESOLVES).edit is None
    assert resolved(action, None, RESOLVES).edit is None


def test_moving_the_cursor_makes_no_edits_that_cost_a_check() -> None:
    found = checked(PAGE)
    wanted = Wanted(0, len(PAGE), trigger=CodeActionTriggerKind.Automatic)
    titles = {one.title.partition(" ")[0] for one in code_actions(found, wanted, EVERYTHING)}
    assert titles == {"Fix", "Explain"}


def test_each_rule_is_explained_once() -> None:
    actions = [one for one in all_of(checked(PAGE)) if one.command is not None]
    assert [(one.command.command, one.command.arguments) for one in actions if one.command] == [
        (OPEN_RULE, ["CL203", "file:///docs/page.md"]),
        (OPEN_RULE, ["CL703", "file:///docs/page.md"]),
    ]


def test_edits_keep_the_line_endings_of_the_page() -> None:
    page = "# A\r\n\r\n### B\r\n\r\nText.\r\n"
    found = checked(page)
    for words in ("here", "file"):
        text = applied(found, titled(all_of(found), words).edit)
        assert text.count("\n") == text.count("\r\n")
        assert codes(text) == []


def test_a_client_without_document_changes_gets_plain_ones() -> None:
    found = checked(PAGE)
    edit = titled(all_of(found, Client()), "Fix CL703").edit
    assert edit is not None
    assert edit.document_changes is None
    assert applied(found, edit) == PAGE.replace("\u200b", "", 1)


@pytest.mark.parametrize(
    ("page", "path"),
    [
        ("# A\n\n### B\n\nText.\n", "page.md"),
        ("Plain text\nwith a pass\u200bword in the middle\nof it.\n", "page.md"),
        ("> Quoted text\n> with a pass\u200bword in it.\n", "page.md"),
        ("1. One\n\n   pass\u200bword\n2. Two\n", "page.md"),
        ("- One\n- pass\u200bword\n- Three\n", "page.md"),
        ("| a | b |\n| - | - |\n| c | d |\n| pass\u200bword | e |\n", "page.md"),
        ("Text.\n\n```\ncode\n\n# Swallowed\n", "page.md"),
        ("import A from 'a'\n\n# A\n\n### B\n\nText.\n", "page.mdx"),
        ("---\ntitle: A\n---\n# A\n\n### B\n\nText.\n", "page.md"),
        ("### B pass\u200bword", "page.md"),
    ],
)
def test_switching_off_leaves_the_page_as_it_is_rendered(page: str, path: str) -> None:
    document = read_document(page, path)
    found = lint(document, Settings(), RULES)
    assert found
    for finding in found:
        for edits in (suppress_here(finding, RULES, Settings()), suppress_in_file(finding, RULES, Settings())):
            if edits is None:
                continue
            text = applied_edits(document, edits)
            left = codes(text, path)
            assert left.count(finding.code) < codes(page, path).count(finding.code)
            assert "CL901" not in left
    assert any(suppress_here(finding, RULES, Settings()) for finding in found)


def test_switching_off_works_on_real_pages() -> None:
    tried = done = 0
    for path in sorted(shared("wild").rglob("*.md")):
        text = path.read_bytes().decode("utf-8", "replace").removeprefix("\ufeff")
        if len(text) > 60_000:
            continue
        document = read_document(text, path.name)
        for finding in lint(document, Settings(), RULES)[:2]:
            tried += 1
            edits = suppress_here(finding, RULES, Settings())
            if edits is None:
                continue
            done += 1
            left = codes(applied_edits(document, edits), path.name)
            before = [one.code for one in lint(document, Settings(), RULES)]
            assert left.count(finding.code) < before.count(finding.code), (path, finding)
    assert tried > 20
    assert done > 0.8 * tried
