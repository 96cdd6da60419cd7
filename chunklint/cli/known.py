"""Leaves out the findings that a baseline knows, and says what is wrong with the baseline; it writes none."""

# Paths are strings here: pathlib costs start-up.
# ruff: noqa: PTH100, PTH118, PTH120

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from chunklint.cli.errors import MisuseError
from chunklint.gate.errors import GateError
from chunklint.gate.fingerprints import mark
from chunklint.report.phrases import phrase

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from chunklint.cli.linting import Linted
    from chunklint.cli.session import Session, Source
    from chunklint.engine.model import Language
    from chunklint.gate.baseline import Baseline
    from chunklint.gate.fingerprints import KnownFindings, Mark
    from chunklint.report.record import FindingRecord
    from chunklint.settings.model import Settings

# Stale entries that are spelled out in a note; `chunklint baseline` lists them all.
_SHOWN = 3


class _Opened(NamedTuple):
    """A baseline in use, and the paths that were checked against it."""

    path: str
    baseline: Baseline
    known: KnownFindings
    checked: dict[str, Settings]

    @property
    def root(self) -> str:
        return os.path.dirname(self.path)

    def is_gone(self, path: str) -> bool:
        """Whether a file of the baseline is not there any more, so that another may be it under a new name."""
        return not os.path.lexists(os.path.join(self.root, path))


class BaselineFilter:
    """Takes out the findings that the baseline of each source's settings (or the one given) knows.

    Raises MisuseError for a baseline that cannot be used.
    """

    def __init__(
        self, session: Session, language: Language, given: str | None = None, baseline: Baseline | None = None
    ) -> None:
        """``given`` is the path of a baseline for all files; ``baseline`` is its content, where that is known."""
        self._session = session
        self._language = language
        self._given = None if given is None else os.path.abspath(given)
        self._opened: dict[str, _Opened | None] = {}
        self._notes: list[str] = []
        if baseline is not None and self._given:
            self._opened[self._given] = _Opened(self._given, baseline, baseline.known(), {})

    def new(self, linted: Iterable[Linted]) -> Iterator[Linted]:
        """The same sources without the findings that were known."""
        for one in linted:
            yield one._replace(records=self.new_records(one.source, one.records))

    def new_about_settings(self, records: Iterable[FindingRecord]) -> list[FindingRecord]:
        """The findings about settings files that their baselines do not know."""
        from chunklint.cli.session import Source

        return [
            record for record in records if self.new_records(Source(record.path, record.path), [record], is_page=False)
        ]

    def new_records(
        self, source: Source, records: Sequence[FindingRecord], *, is_page: bool = True
    ) -> list[FindingRecord]:
        """The findings of a source that its baseline does not know."""
        settings = self._session.settings(source.path)
        opened = self._open(self._given or settings.baseline)
        if opened is None:
            return list(records)
        path = path_in_baseline(opened.path, source.path)
        marks = [
            mark(record, path)._replace(rank=0) if is_severity_set(record, settings) else mark(record, path)
            for record in records
        ]
        if is_page:
            opened.checked[path] = settings
        new = opened.known.new_in_file(path, marks, lambda: text_of(source))
        new = opened.known.new_elsewhere(marks, new, opened.is_gone)
        opened.known.outgrow(path, marks, new)
        return [records[index] for index in new]

    def outgrown(self, baseline: str) -> list[tuple[Mark, int]]:
        """The entries of a baseline whose findings became more severe, with counts."""
        opened = self._open(baseline)
        return list(opened.known.outgrown()) if opened else []

    def left(self, baseline: str) -> list[tuple[Mark, int]]:
        """All entries of a baseline that accounted for nothing so far, looked for or not."""
        opened = self._open(baseline)
        return list(opened.known.left()) if opened else []

    def stale(self, baseline: str, scope: Sequence[str]) -> list[tuple[Mark, int]]:
        """The entries of a baseline that are about the paths named, and account for nothing any more, with counts.

        What the rules that did not run would have found is not stale.
        """
        opened = self._open(baseline)
        if opened is None:
            return []
        within = [path_in_baseline(opened.path, path) for path in scope]
        return [
            (one, count)
            for one, count in opened.known.left()
            if self._is_checked(opened, one, within) and self._has_run(opened, one)
        ]

    def notes(self, scope: Sequence[str] | None) -> list[str]:
        """What there is to say of the baselines when everything named has been linted.

        Without a ``scope`` too little was looked at to call any entry stale.
        """
        notes = list(self._notes)
        for path in self._opened if scope is not None else ():
            stale = self.stale(path, scope or ())
            if stale:
                shown = phrase("list separator", self._language).join(describe(one) for one, _ in stale[:_SHOWN])
                notes.append(
                    phrase(
                        "stale entries",
                        self._language,
                        path=_printed(path),
                        entries=sum(count for _, count in stale),
                        shown=shown + (" …" if len(stale) > _SHOWN else ""),
                    )
                )
        return notes

    def _open(self, path: str | None) -> _Opened | None:
        if path is None:
            return None
        if path not in self._opened:
            from chunklint.gate.baseline import profiles_hash, read_baseline

            opened = None
            try:
                baseline = read_baseline(path)
                opened = _Opened(path, baseline, baseline.known(), {})
                now = profiles_hash(self._session.settings_of_folder(opened.root).profiles)
                if baseline.profiles not in ("", now):
                    self._notes.append(phrase("baseline profile", self._language, path=_printed(path)))
            except GateError as error:
                # A baseline that the settings speak of may not be written yet; then everything is new.
                sentence = sentence_about(error, self._language)
                if error.name != "baseline missing" or self._given:
                    raise MisuseError(sentence) from None
                self._notes.append(sentence)
            self._opened[path] = opened
        return self._opened[path]

    def _is_checked(self, opened: _Opened, one: Mark, within: Sequence[str]) -> bool:
        if one.path in opened.checked:
            return True
        return any(top == "." or one.path == top or one.path.startswith(top + "/") for top in within)

    def _has_run(self, opened: _Opened, one: Mark) -> bool:
        from chunklint.settings.selection import selected

        settings = opened.checked.get(one.path) or self._session.settings(os.path.join(opened.root, one.path))
        rule = self._session.rules(settings).get(one.code)
        return rule is None or selected(rule, settings) != "off"


def is_severity_set(record: FindingRecord, settings: Settings) -> bool:
    """Whether the user settled how severe a finding is: then a severity tells nothing of how bad it has become."""
    chosen = settings.rules.get(record.name)
    return (chosen is not None and chosen.severity is not None) or any(
        custom.code == record.code for custom in settings.custom
    )


def path_in_baseline(baseline: str, path: str) -> str:
    """A path as the baseline says it: relative to the baseline's folder, with ``/``, whatever the working directory."""
    if path.startswith("<"):  # what a command line says lies in no file
        return path
    try:
        relative = os.path.relpath(path, os.path.dirname(os.path.abspath(baseline)))
    except ValueError:  # another drive
        relative = os.path.abspath(path)
    relative = relative.replace(os.sep, "/")
    return relative if relative.isascii() else os.fsencode(relative).decode("utf-8", "backslashreplace")


def describe(one: Mark) -> str:
    """An entry for people: the file, the rule, and the text that it is about."""
    return f"{one.path} {one.code} “{one.anchor}”"


def sentence_about(error: GateError, language: Language) -> str:
    """What is wrong with a baseline or a revision, for the user."""
    values = dict(error.values)
    if "path" in values:
        values["path"] = _printed(values["path"])
    return phrase(error.name, language, **values)


def _printed(path: str) -> str:
    from chunklint.settings.errors import printed_path

    return printed_path(path)


def text_of(source: Source) -> str | None:
    """The text of a file that was linted; None where it cannot be had again."""
    from chunklint.cli.session import read_source
    from chunklint.documents.reader import format_of
    from chunklint.engine.run import read_bytes
    from chunklint.text.decoding import decode

    if source.is_stdin:
        return None
    try:
        data = read_source(source)
        return read_bytes(data, source.printed).text if format_of(source.printed) == "notebook" else decode(data).text
    except OSError:
        return None
