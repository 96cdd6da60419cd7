"""Edits of a document as the client applies them; what is to be edited is decided elsewhere."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from lsprotocol.types import (
    OptionalVersionedTextDocumentIdentifier,
    TextDocumentEdit,
    TextEdit,
    WorkspaceEdit,
)

from chunklint.engine.model import Edit
from chunklint.server.notebooks import located

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from chunklint.documents.model import Document
    from chunklint.server.analysis import Checked
    from chunklint.server.client import Client
    from chunklint.server.ranges import Ranges


def line_ending(document: Document, offset: int) -> str:
    """The line ending of the line that holds an offset, else of the line before it, else ``\\n``."""
    lines = document.lines
    line = lines.line_of(offset)
    for near in (line, line - 1):
        if near >= 0 and (ending := document.text[lines.end(near) : lines.start(near + 1)]):
            return ending
    return "\n"


def applied(document: Document, edits: Iterable[Edit]) -> str:
    """The document's text after edits that do not overlap."""
    pieces, at = [], 0
    for edit in sorted(edits):
        pieces += [document.text[at : edit.start], edit.text]
        at = edit.end
    return "".join([*pieces, document.text[at:]])


def with_line_endings(document: Document, edits: Iterable[Edit]) -> list[Edit]:
    """Edits in source order whose text has the line endings of the place."""
    return [
        edit if "\n" not in edit.text or "\r" in edit.text else _with_ending(edit, line_ending(document, edit.start))
        for edit in sorted(edits)
    ]


def edits_between(before: str, text: str, at: int = 0) -> list[Edit]:
    """Edits that turn a text into another one, as small as whole lines allow; the text starts ``at`` an offset."""
    from difflib import SequenceMatcher

    old, new = before.splitlines(keepends=True), text.splitlines(keepends=True)
    starts = [at]
    for line in old:
        starts.append(starts[-1] + len(line))
    # Junk heuristics would make edits larger, not quicker: fixes change few lines, and most lines are unique.
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    return [
        _trimmed(before, at, Edit(starts[first], starts[last], "".join(new[new_first:new_last])))
        for tag, first, last, new_first, new_last in matcher.get_opcodes()
        if tag != "equal"
    ]


def text_edits(edits: Iterable[Edit], ranges: Ranges) -> list[TextEdit]:
    """Edits in the client's positions."""
    return [TextEdit(ranges.range(edit.start, edit.end), edit.text) for edit in edits]


def workspace_edit(checked: Checked, edits: Iterable[Edit], client: Client) -> WorkspaceEdit:
    """Edits of one version of a document; a client that minds versions refuses them for another one."""
    changes: dict[str, list[TextEdit]] = {}
    versions: dict[str, int | None] = {}
    for edit in with_line_endings(checked.document, edits):
        uri, versions[uri], ranges = located(checked, edit.start, edit.end)
        changes.setdefault(uri, []).extend(text_edits([edit], ranges))
    if not client.document_changes:
        return WorkspaceEdit(changes=dict(changes))
    return WorkspaceEdit(
        document_changes=[
            TextDocumentEdit(OptionalVersionedTextDocumentIdentifier(uri, versions[uri]), list(of_uri))
            for uri, of_uri in changes.items()
        ]
    )


def overlap(edits: Iterable[Edit]) -> bool:
    """Whether some edits meet, so that they cannot be applied together."""
    return any(after.start < before.end for before, after in pairwise(sorted(edits)))


def _with_ending(edit: Edit, ending: str) -> Edit:
    return Edit(edit.start, edit.end, edit.text.replace("\n", ending))


def _trimmed(text: str, at: int, edit: Edit) -> Edit:
    """An edit without what it replaces by itself at its start and end; the text starts ``at`` an offset."""
    old = text[edit.start - at : edit.end - at]
    head = _equal(zip(old, edit.text, strict=False))
    tail = _equal(zip(reversed(old[head:]), reversed(edit.text[head:]), strict=False))
    return Edit(edit.start + head, edit.end - tail, edit.text[head : len(edit.text) - tail])


def _equal(pairs: Iterator[tuple[str, str]]) -> int:
    """How many pairs are equal before the first one that is not."""
    number = 0
    for one, other in pairs:
        if one != other:
            break
        number += 1
    return number
