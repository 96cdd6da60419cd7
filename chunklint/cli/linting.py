"""Lints sources one after another and gives their findings as records, in the order of the sources; reports nothing."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from chunklint.cli.errors import sentence_for_user, show_traceback
from chunklint.cli.output import say
from chunklint.report.phrases import phrase
from chunklint.report.record import record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from chunklint.cli.session import Session, Source
    from chunklint.engine.model import Finding, Language
    from chunklint.report.record import FindingRecord
    from chunklint.settings.model import FailOn

    Lint = Callable[[Source], tuple[list[Finding], FailOn]]

# Bytes that take about a fifth of a second to lint; reading the results of a large project takes half of that.
_MUCH = 300_000


class Linted(NamedTuple):
    """What linting a source gave; ``fail_on`` is the severity from which on its findings fail the run.

    ``broken`` says that an error of ours cost the source's findings.
    """

    source: Source
    records: list[FindingRecord]
    fail_on: FailOn
    broken: bool = False


class Filter(Protocol):
    """Leaves out findings that are nobody's concern now, such as old ones."""

    def new(self, linted: Iterable[Linted]) -> Iterator[Linted]:
        """The same sources in the same order, with fewer findings."""
        ...

    def new_about_settings(self, records: Iterable[FindingRecord]) -> list[FindingRecord]:
        """The same for findings about the settings of the run."""
        ...


class Linter:
    """Lints the sources of a run. Raises MisuseError for a number of processes that is none."""

    def __init__(self, session: Session, language: Language, values: Mapping[str, Any], *, fingerprints: bool) -> None:
        if values.get("jobs") is not None:
            from chunklint.cli.batch import jobs

            jobs(values, language)  # wrong even where so little is linted that nobody asks
        self._session = session
        self._values = values
        self._language = language
        self._fingerprints = fingerprints

    def each(self, sources: Sequence[Source]) -> Iterator[Linted]:
        """What each source gave. Raises what the user has to mend, such as SettingsError.

        Where rules compare pages, the first one comes when all are linted. What a change touches is too little to
        compare, and what is found there would all look new.
        """
        linted = self._each(sources)
        if self._values.get("changed_since") or self._values.get("staged") or not self._session.compares(sources):
            yield from linted
            return
        from chunklint.cli.comparing import compare_pages

        everything = list(linted)
        found = compare_pages(self._session, [one.source for one in everything])
        for one in everything:
            more = self.records(found.get(one.source.path, ()))
            yield one._replace(records=sorted([*one.records, *more], key=_place)) if more else one

    def _each(self, sources: Sequence[Source]) -> Iterator[Linted]:
        if not self._session.measures_sizes and is_much(sources):
            from chunklint.cli.batch import Batch

            batch = Batch(self._session, self._language, self._values, full=self._fingerprints)
            yield from batch.each(sources)
        else:
            for source in sources:
                yield self.one(source)

    def one(self, source: Source) -> Linted:
        """The findings of one source in their order; an error of ours costs them, but not the run."""
        return self.guarded(source, self._session.lint)

    def old(self, source: Source) -> Linted:
        """The same for an old version, which nothing is fixed in and no count of the run takes in."""
        return self.guarded(source, lambda source: self._session.lint(source, counts=False))

    def guarded(self, source: Source, lint: Lint) -> Linted:
        """What ``lint`` finds in a source; an error of ours costs its findings, but not the run."""
        try:
            findings, fail_on = lint(source)
            return Linted(source, self.records(findings), fail_on)
        except Exception as error:
            say_internal(error, source, self._language)
            return Linted(source, [], "never", broken=True)

    def records(self, findings: Iterable[Finding]) -> list[FindingRecord]:
        """Findings as the reports want them."""
        return [record(finding, self._language, fingerprints=self._fingerprints) for finding in findings]


def _place(record: FindingRecord) -> tuple[int, str, int]:
    return record.start, record.code, record.end


def say_internal(error: Exception, source: Source, language: Language) -> None:
    """Say that an error of ours stopped the check of a file. Raises an error again that is the user's to mend."""
    if sentence_for_user(error) is not None:
        raise error
    show_traceback(error)
    name = type(error).__name__
    say(phrase("internal in file", language, path=source.printed, type=name), language)


def is_much(sources: Sequence[Source]) -> bool:
    """Whether there is so much to lint that keeping results, or several processes, may pay."""
    size = 0
    for source in sources:
        if not source.is_stdin and source.data is None:
            try:
                size += os.stat(source.path).st_size  # noqa: PTH116
            except OSError:
                continue
            if size >= _MUCH:
                return True
    return False


def kept_by(session: Session) -> Callable[[str, os.stat_result], bool]:
    """Says of the files that a walk meets which have kept results; there has to be much before it reads these."""
    size = 0

    def is_kept(path: str, status: os.stat_result) -> bool:
        nonlocal size
        size += status.st_size
        return size >= _MUCH and session.result_cache().knows(path, status)

    return is_kept
