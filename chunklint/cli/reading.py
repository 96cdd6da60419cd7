"""Reads the documents of a run one after the other, beside a progress bar; it does nothing else with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunklint.cli.session import read_source

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from chunklint.chunking.adapters.errors import PageError
    from chunklint.cli.progress import ProgressBar
    from chunklint.cli.session import Session, Source
    from chunklint.documents.model import Document
    from chunklint.engine.model import Language


def documents(
    session: Session, sources: Sequence[Source], bar: ProgressBar, language: Language
) -> Iterator[tuple[Source, Document | None]]:
    """Each source with its document; None where it cannot be read, which is said and fails the run. ``bar`` follows."""
    for done, source in enumerate(sources, 1):
        document = None
        try:
            document = session.document(source, read_source(source))
        except OSError as error:
            session.misused = True
            bar.pause()
            say_unreadable(source, error, language)
        yield source, document
        bar.advance(done)


def say_unreadable(source: Source, error: OSError, language: Language) -> None:
    """Say that a source cannot be read, and why."""
    from chunklint.cli.output import reason, say
    from chunklint.report.phrases import phrase

    say(phrase("not a document", language, path=source.printed, reason=reason(error)), language)


def say_uncut(session: Session, source: Source, error: PageError, language: Language) -> None:
    """Say that a splitter failed on a document, which fails the run."""
    from chunklint.cli.errors import sentence_for_user
    from chunklint.cli.output import say
    from chunklint.report.phrases import phrase

    session.misused = True
    say(phrase("not cut", language, path=source.printed, reason=sentence_for_user(error, language)), language)
