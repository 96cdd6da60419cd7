"""Has the pages of a run compared when all of them are linted; which rules do that is for settings to say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunklint.cli.known import text_of
from chunklint.cli.session import read_source
from chunklint.engine.comparing import NotedPage, compare
from chunklint.engine.suppressions import Suppressions

if TYPE_CHECKING:
    from collections.abc import Iterable

    from chunklint.cli.session import Session, Source
    from chunklint.documents.model import Document
    from chunklint.engine.model import Finding


def compare_pages(session: Session, sources: Iterable[Source]) -> dict[str, list[Finding]]:
    """What the rules that compare pages find in sources that the session has linted, by path.

    The pages that something is found in are read again. What comes through standard input cannot be.
    """
    noted = [source for source in sources if not source.is_stdin and session.noted(source)]
    pages = [
        NotedPage(source.printed, session.settings(source.path), session.comparing_rules(source), session.noted(source))
        for source in noted
    ]
    found = compare(pages, lambda number: _again(session, noted[number]), lambda number: text_of(noted[number]))
    kept: dict[str, list[Finding]] = {}
    for number, findings in found.items():
        settings, registry = session.rules_for(noted[number])
        suppressions = Suppressions(findings[0].document, registry, settings)
        kept[noted[number].path] = suppressions.without_covered(findings)
    return kept


def _again(session: Session, source: Source) -> Document | None:
    """The document of a source that was linted before; None where it is gone."""
    try:
        return session.document(source, read_source(source))
    except OSError:
        return None
