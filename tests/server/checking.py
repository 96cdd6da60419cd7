"""Checks texts as the server does, without a server: for tests of the features."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from chunklint.chunking.model import Profile
from chunklint.documents.reader import read_document
from chunklint.engine.registry import load_rules
from chunklint.server.analysis import Checked, check
from chunklint.server.client import Client
from chunklint.server.documents import Update
from chunklint.server.settings import Effective
from chunklint.settings.model import Settings

if TYPE_CHECKING:
    from lsprotocol.types import TextEdit, WorkspaceEdit

    from chunklint.engine.model import Finding, Language
    from chunklint.server.client import Encoding

URI = "file:///docs/page.md"
EVERYTHING = Client(
    related_information=True,
    tags=True,
    code_description=True,
    diagnostic_data=True,
    document_changes=True,
    shows_documents=True,
)
RULES = load_rules()


def checked(
    text: str,
    path: str = "page.md",
    *,
    settings: Settings | None = None,
    encoding: Encoding = "utf-16",
    language: Language = "en",
    excluded: bool = False,
    **profile: int,
) -> Checked:
    """What the server would know of a text; ``profile`` are fields of the only profile."""
    settings = settings or Settings(profiles=(Profile(**profile),))  # type: ignore[arg-type]
    document = read_document(text, path)
    update = Update(1, 1, document.text, document.lines, document.has_bom, None)
    return check(document, Effective(settings, RULES, excluded), URI, update, encoding, language)


def applied(found: Checked, edit: WorkspaceEdit | None) -> str:
    """A document's text after an edit, applied as a client does: by positions, all in terms of the old text."""
    assert edit is not None
    if edit.document_changes:
        (change,) = edit.document_changes
        edits = list(change.edits)  # type: ignore[union-attr]
    else:
        assert edit.changes is not None
        edits = list(edit.changes[URI])
    return apply_edits(found, edits)  # type: ignore[arg-type]


def apply_edits(found: Checked, edits: list[TextEdit]) -> str:
    text, ranges = found.document.text, found.ranges
    spans = sorted(((*ranges.span(edit.range), edit.new_text) for edit in edits), reverse=True)
    for (start, _, _), (_, end, _) in pairwise(spans):
        assert end <= start, "edits overlap"
    for start, end, new in spans:
        text = text[:start] + new + text[end:]
    return text


def key(finding: Finding) -> tuple[object, ...]:
    """All of a finding that people and fixes see, for comparing."""
    return (
        finding.code,
        finding.severity,
        finding.start,
        finding.end,
        finding.message(),
        finding.profiles,
        finding.related,
        finding.fix,
    )
