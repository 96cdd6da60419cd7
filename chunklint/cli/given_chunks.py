"""Lints chunks that somebody else made (``check --chunks``), against their source where it is at hand."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from chunklint.chunking.given import GIVEN, as_previewed, chunks_by_themselves, given_chunks, joined_text
from chunklint.cli.dumps import groups, open_dump
from chunklint.cli.linting import Linter
from chunklint.cli.session import Source, read_source
from chunklint.report.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from chunklint.chunking.given import GivenChunk
    from chunklint.chunking.measure import Measure
    from chunklint.chunking.model import Chunk, Profile
    from chunklint.cli.dumps import Group
    from chunklint.cli.linting import Linted
    from chunklint.cli.session import Session
    from chunklint.documents.model import Document
    from chunklint.engine.model import Finding, Language
    from chunklint.settings.model import FailOn, Settings

# What can be told of chunks without their page: the others speak of its sections, tables and lines.
_ABOUT_CHUNKS = ("CL201", "CL305", "CL307", "CL4", "CL5", "CL6", "CL7")


class GivenChunksLinter(Linter):
    """Lints the documents behind a dump, with the dump's chunks in place of a splitter's."""

    def __init__(self, session: Session, language: Language, values: Mapping[str, Any], paths: Sequence[str]) -> None:
        super().__init__(session, language, values, fingerprints=True)
        self._dump = open_dump(values["chunks"], language)
        self._groups = groups(self._dump, session, paths, language)

    @property
    def sources(self) -> list[Source]:
        """The documents, the dump itself standing for those that are not at hand."""
        return [group.source or self._dump_source for group in self._groups]

    @property
    def notes(self) -> list[str]:
        """What there is to say of documents that are not at hand."""
        missing = [group for group in self._groups if group.source is None]
        if not missing:
            return []
        names = phrase("list separator", self._language).join(group.name or "-" for group in missing[:3])
        more = " …" if len(missing) > 3 else ""
        return [phrase("no source of chunks", self._language, documents=len(missing), names=names + more)]

    @property
    def _dump_source(self) -> Source:
        """The dump as what is reported."""
        return Source(self._dump.printed, self._dump.printed)

    @cached_property
    def _dump_document(self) -> Document:
        """The dump as lines of text."""
        from chunklint.documents.model import Document
        from chunklint.documents.reader import reader_for

        return Document(self._dump.printed, self._dump.text, reader_for("dump.txt"), ())

    def each(self, sources: Sequence[Source]) -> Iterator[Linted]:
        """What the chunks of each document gave."""
        for group, source in zip(self._groups, sources, strict=True):
            yield self.guarded(source, partial(self._by_themselves if group.source is None else self._against, group))

    def _against(self, group: Group, source: Source) -> tuple[list[Finding], FailOn]:
        from chunklint.engine.run import lint

        settings, registry = self._session.rules_for(source)
        try:
            document = self._session.document(source, read_source(source))
        except OSError as error:
            return self._session.unreadable(source, error), settings.fail_on

        previewed = _previewed(document, group, settings)

        def cut(document: Document, profile: Profile, measure: Measure) -> list[Chunk]:
            return list(previewed or given_chunks(document, group.chunks, measure.counter, self._dump.printed))

        # What equals the preview is the work of the profile's splitter, and is judged as such.
        settings = settings._replace(profiles=settings.profiles[:1]) if previewed else _as_given(settings)
        return lint(document, settings, registry, cut=cut), settings.fail_on

    def _by_themselves(self, group: Group, source: Source) -> tuple[list[Finding], FailOn]:
        """The findings of chunks without their source, each on its record in the dump."""
        from chunklint.documents.reader import read_document
        from chunklint.engine.run import lint

        settings, registry = self._session.rules_for(source)
        text, spans = joined_text(group.chunks)
        name = group.name if "." in group.name else "chunks.md"
        document = read_document(text, name)

        def cut(document: Document, profile: Profile, measure: Measure) -> list[Chunk]:
            return list(chunks_by_themselves(document, group.chunks, spans, measure.counter))

        findings = lint(document, _as_given(settings), registry, cut=cut)
        about_chunks = [finding for finding in findings if finding.code.startswith(_ABOUT_CHUNKS)]
        document = self._dump_document
        return [_on_record(finding, group, spans, document) for finding in about_chunks], settings.fail_on


def _previewed(document: Document, group: Group, settings: Settings) -> list[GivenChunk] | None:
    """The chunks as the first profile's preview, where they equal it; others' splitters are not run for it."""
    from chunklint.chunking.splitters import SPLITTERS, chunk_document

    profile = settings.profiles[0]
    if profile.splitter not in SPLITTERS:
        return None
    return as_previewed(chunk_document(document, profile, settings.root), group.chunks)


def _as_given(settings: Settings) -> Settings:
    """Settings under which nothing is cut: sizes are compared with those of the first profile."""
    return settings._replace(profiles=(replace(settings.profiles[0], splitter=GIVEN),))


def _on_record(finding: Finding, group: Group, spans: Sequence[tuple[int, int]], document: Document) -> Finding:
    """A finding at the record of the chunk that it lies in."""
    index = max(0, bisect_right(spans, finding.start, key=lambda span: span[0]) - 1)
    start, end = group.chunks[index].place
    return replace(finding, document=document, start=start, end=end, reported_fix=None, related=(), cause=None)
