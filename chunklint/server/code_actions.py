"""What can be done about the findings at a place: fix, fix all, switch off, read about; edits are made when wanted.

Making the edits of *fix all* and of switching a finding off takes a check of the changed page. A client that resolves
edits gets them when the user chooses; for others they are made when the user asks for actions, not when the cursor
moves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from lsprotocol.types import CodeAction, CodeActionKind, CodeActionTriggerKind, Command

from chunklint.documents.notebook import cell_text
from chunklint.engine.fixes import fix as fix_document
from chunklint.server.diagnostics import diagnostic
from chunklint.server.edits import edits_between, overlap, workspace_edit
from chunklint.server.notebooks import are_in_cells
from chunklint.server.phrases import phrase
from chunklint.server.suppress import suppress_here, suppress_in_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from chunklint.engine.model import Edit, Finding
    from chunklint.server.analysis import Checked
    from chunklint.server.client import Client

FIX_ALL = "source.fixAll.chunklint"
OPEN_RULE = "chunklint.openRule"
KINDS: tuple[str, ...] = (CodeActionKind.QuickFix, FIX_ALL)


class Wanted(NamedTuple):
    """What a client asks for: a stretch of the text (code points), and kinds of actions, all where there are none."""

    start: int
    end: int
    only: tuple[str, ...] = ()
    trigger: CodeActionTriggerKind | None = None

    def takes(self, kind: str) -> bool:
        """Whether actions of a kind are wanted: a kind stands for those below it."""
        return not self.only or any(kind == one or kind.startswith(f"{one}.") or not one for one in self.only)


def code_actions(checked: Checked, wanted: Wanted, client: Client) -> list[CodeAction]:
    """The actions for a place: for each finding there its fix, then switching it off and its page; then *fix all*."""
    actions: list[CodeAction] = []
    eager = wanted.trigger != CodeActionTriggerKind.Automatic or bool(wanted.only)
    if wanted.takes(CodeActionKind.QuickFix):
        touched = [one for one in checked.findings if one.start <= wanted.end and wanted.start <= one.end]
        actions += [action for one in touched if (action := _quick_fix(one, checked, client)) is not None]
        for finding in touched:
            actions += _switching_off(finding, checked, client, eager=eager)
        actions += [_open_rule(finding, checked) for finding in _one_a_rule(touched)]
    if wanted.takes(FIX_ALL) and (action := _fix_all(checked, client, eager=eager)) is not None:
        actions.append(action)
    return actions


def resolved(action: CodeAction, checked: Checked | None, client: Client) -> CodeAction:
    """An action with its edit; without one where the document has changed since it was offered."""
    data: Any = action.data
    if checked is None or not isinstance(data, dict) or data.get("revision") != checked.revision:
        return action
    if data.get("do") == "fix all":
        edits: Sequence[Edit] | None = _all_fixes(checked)
    else:
        finding = next(
            (one for one in checked.findings if one.code == data.get("code") and one.start == data.get("start")), None
        )
        edits = None if finding is None else _edits_to_switch_off(finding, checked, whole=data.get("do") == "file")
    if edits:
        action.edit = workspace_edit(checked, edits, client)
    return action


def _quick_fix(finding: Finding, checked: Checked, client: Client) -> CodeAction | None:
    fix = finding.fix
    if fix is None or not fix.edits or overlap(fix.edits) or checked.document.undecodable:
        return None
    if not are_in_cells(checked, fix.edits):
        return None
    title = phrase("fix" if fix.safe else "fix look", checked.language, code=finding.code, name=finding.name)
    return CodeAction(
        title,
        CodeActionKind.QuickFix,
        diagnostics=[diagnostic(finding, checked, client, checked.ranges)],
        is_preferred=fix.safe or None,
        edit=workspace_edit(checked, fix.edits, client),
    )


def _switching_off(finding: Finding, checked: Checked, client: Client, *, eager: bool) -> Iterator[CodeAction]:
    for what, whole in (("line", False), ("file", True)):
        action = CodeAction(
            phrase(f"suppress {what}", checked.language, code=finding.code, name=finding.name),
            CodeActionKind.QuickFix,
            diagnostics=[diagnostic(finding, checked, client, checked.ranges)],
        )
        if client.resolves_edits:
            action.data = _data(checked, what, finding)
            yield action
        elif eager and (edits := _edits_to_switch_off(finding, checked, whole=whole)):
            action.edit = workspace_edit(checked, edits, client)
            yield action


def _open_rule(finding: Finding, checked: Checked) -> CodeAction:
    title = phrase("open rule", checked.language, code=finding.code, name=finding.name)
    command = Command(title, OPEN_RULE, arguments=[finding.code, checked.uri])
    return CodeAction(title, CodeActionKind.QuickFix, command=command)


def _fix_all(checked: Checked, client: Client, *, eager: bool) -> CodeAction | None:
    if checked.document.undecodable or not any(one.fix is not None and one.fix.safe for one in checked.findings):
        return None
    action = CodeAction(phrase("fix all", checked.language), FIX_ALL)
    if client.resolves_edits:
        action.data = _data(checked, "fix all")
        return action
    if not eager:
        return None
    edits = _all_fixes(checked)
    if not edits:
        return None
    action.edit = workspace_edit(checked, edits, client)
    return action


def _all_fixes(checked: Checked) -> list[Edit]:
    """What ``chunklint check --fix`` would change."""
    settings, registry, _ = checked.effective
    before, fixed = checked.document, fix_document(checked.document, settings, registry).document
    if not before.cells:
        return edits_between(before.text, fixed.text)
    return [
        edit
        for old, new in zip(before.cells, fixed.cells, strict=True)
        if checked.cell is None or old.number == checked.cell.number
        for edit in edits_between(cell_text(before, old), cell_text(fixed, new), old.start)
    ]


def _edits_to_switch_off(finding: Finding, checked: Checked, *, whole: bool) -> list[Edit] | None:
    settings, registry, _ = checked.effective
    if checked.cell is not None and checked.cell.language:
        return None  # a comment of Markdown would be code here
    return (suppress_in_file if whole else suppress_here)(finding, registry, settings)


def _one_a_rule(findings: Sequence[Finding]) -> list[Finding]:
    return list({finding.code: finding for finding in reversed(findings)}.values())[::-1]


def _data(checked: Checked, what: str, finding: Finding | None = None) -> dict[str, Any]:
    data: dict[str, Any] = {"uri": checked.uri, "revision": checked.revision, "do": what}
    return data if finding is None else data | {"code": finding.code, "start": finding.start}
