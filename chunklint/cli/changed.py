"""``check --changed-since`` and ``--staged``: lints what a change touches and keeps the findings that are new by it.

Both versions of a file are linted, under the settings of today: an old finding in a touched line is old, and a new one
far below the touched lines is new. What moved from one changed file to another stays old.
"""

# Paths are strings here: pathlib costs start-up.
# ruff: noqa: PTH100, PTH112, PTH113, PTH118, PTH120, PTH123, PTH202

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from chunklint.cli.errors import MisuseError
from chunklint.cli.known import sentence_about, text_of
from chunklint.cli.session import STDIN, Source, read_source, stdin_name
from chunklint.documents.reader import format_of
from chunklint.gate.changes import find_changes
from chunklint.gate.errors import GateError
from chunklint.gate.fingerprints import KnownFindings, mark
from chunklint.report.phrases import phrase
from chunklint.settings.errors import printed_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from chunklint.cli.linting import Linted, Linter
    from chunklint.cli.session import Session
    from chunklint.engine.model import Language
    from chunklint.gate.changes import ChangedFile, Changes
    from chunklint.gate.fingerprints import Mark
    from chunklint.report.record import FindingRecord


class ChangedSources:
    """The sources that a walk of the paths named would find and that a change touches.

    Raises MisuseError for what Git cannot answer.
    """

    def __init__(self, session: Session, paths: Sequence[str], language: Language, values: Mapping[str, Any]) -> None:
        self.changes: Changes
        self.sources: list[Source] = []
        self._language = language
        self._files: dict[str, ChangedFile] = {}  # by the path of today
        try:
            self.changes = find_changes(_folder(paths), values["changed_since"], staged=values["staged"])
            self._find(session, paths, values)
        except GateError as error:
            raise MisuseError(sentence_about(error, language)) from None

    def old(self, source: Source) -> Source | None:
        """A source as it was before the change, under its path of today; None where it was not there."""
        try:
            file = self._files.get(source.path)
            if file is not None:
                data, path = self.changes.before(file), file.old_path
            else:
                # What comes through standard input is compared with the file of its name, which may be unchanged.
                data, path = self.changes.committed(source.path), source.path
        except GateError as error:
            raise MisuseError(sentence_about(error, self._language)) from None
        if data is None or path is None:
            return None
        return Source(source.path, printed_path(path), data=_ending_as(_bytes_of(source), data))

    def deleted(self) -> Iterator[Source]:
        """The files that the change takes away, as they were."""
        for file in self.changes.files:
            if file.new_path is None and file.old_path is not None and self._named.wants(file.old_path):
                self._files[file.old_path] = file
                old = self.old(Source(file.old_path, ""))
                if old is not None:
                    yield old

    def notes(self) -> list[str]:
        """What there is to say of the change, besides findings."""
        skipped = self.changes.skipped
        return [phrase("submodule skipped", self._language, path=printed_path(path)) for path in skipped]

    def _find(self, session: Session, paths: Sequence[str], values: Mapping[str, Any]) -> None:
        self._files = {file.new_path: file for file in self.changes.files if file.new_path}
        named = _Named(session, self.changes, paths, self._language, forced=values.get("force_exclude", False))
        self._named = named
        wanted = sorted(filter(named.wants, self._files), key=lambda path: path.split(os.sep))  # noqa: PTH206
        contents: list[bytes] | list[None] = [None] * len(wanted)
        if self.changes.staged:
            contents = self.changes.staged_contents([self._files[path] for path in wanted])
        if STDIN in paths:
            name = stdin_name(values.get("stdin_filename"))
            self.sources.append(Source(os.path.abspath(name), name, is_stdin=True))
        for path, data in zip(wanted, contents, strict=True):
            source = Source(path, printed_path(path), data=data)
            if _is_text(source, named=named.is_explicit(path)):
                self.sources.append(source)


class _Named:
    """The paths that were named, as what takes in or leaves out a changed file."""

    def __init__(
        self, session: Session, changes: Changes, paths: Sequence[str], language: Language, *, forced: bool
    ) -> None:
        from chunklint.settings.ignored import IgnoreFiles

        self._session = session
        self._forced = forced
        self._ignored = IgnoreFiles()
        real_top = os.path.realpath(changes.repository.top)
        # A file that the change deletes or only has staged is none that is missing.
        present = {file.new_path for file in changes.files} | {file.old_path for file in changes.files}
        kept = [path for path in paths if path != STDIN and os.path.abspath(path) in present]
        usable = [*kept, *session.usable([path for path in paths if path not in kept], language)]
        self._paths = []
        for path in usable:
            real = os.path.realpath(path)
            if real != real_top and not real.startswith(real_top + os.sep):
                top = changes.repository.top
                raise MisuseError(phrase("outside repository", language, path=path, top=top))
            self._paths.append(real)

    def is_explicit(self, path: str) -> bool:
        """Whether a file was named itself."""
        return os.path.realpath(path) in self._paths

    def wants(self, path: str) -> bool:
        """Whether a walk of the paths named would find a file."""
        if format_of(path) is None or os.path.islink(path):  # noqa: PTH114
            return False
        if self.is_explicit(path) and not (self._forced or self._session.settings(path).force_exclude):
            return True
        real = os.path.realpath(path)
        inside = any(real == top or real.startswith(top.rstrip(os.sep) + os.sep) for top in self._paths)
        return inside and not self._session.is_excluded(path, self._ignored)


class ChangesFilter:
    """Takes out the findings that were there before a change."""

    def __init__(self, linter: Linter, changed: ChangedSources) -> None:
        self._linter = linter
        self._changed = changed
        self._known: dict[str, KnownFindings] = {}

    def new(self, linted: Iterable[Linted]) -> Iterator[Linted]:
        """The same sources with their new findings only. Raises MisuseError where an old version cannot be had."""
        everything = list(linted)
        marks = [[mark(record, one.source.path) for record in one.records] for one in everything]
        new = [self._new_in_file(one.source, of_file) for one, of_file in zip(everything, marks, strict=True)]
        if any(new):
            elsewhere = self._left([one.source for one in everything])
            new = [
                elsewhere.new_elsewhere(of_file, indices, lambda path: True)
                for of_file, indices in zip(marks, new, strict=True)
            ]
        for one, indices in zip(everything, new, strict=True):
            yield one._replace(records=[one.records[index] for index in indices])

    def new_about_settings(self, records: Iterable[FindingRecord]) -> list[FindingRecord]:
        """The findings about settings files that the change touches: no other change has brought them."""
        touched = {os.path.realpath(path) for path in self._changed.changes.touched}
        return [record for record in records if os.path.realpath(record.path) in touched]

    def _new_in_file(self, source: Source, marks: Sequence[Mark]) -> list[int]:
        if not marks:
            return []
        return self._known_of(source).new_in_file(source.path, marks, lambda: text_of(source))

    def _left(self, sources: Iterable[Source]) -> KnownFindings:
        """What was there before, deleted files included, and accounted for nothing in its own file."""
        known = [self._known_of(source) for source in sources]
        known += [_known(self._marks_of(old)) for old in self._changed.deleted()]
        return KnownFindings(pair for one in known for pair in one.left())

    def _known_of(self, source: Source) -> KnownFindings:
        if source.path not in self._known:
            old = self._changed.old(source)
            self._known[source.path] = _known(self._marks_of(old) if old else ())
        return self._known[source.path]

    def _marks_of(self, old: Source) -> list[Mark]:
        return [mark(record, old.path) for record in self._linter.old(old).records]


def _known(marks: Iterable[Mark]) -> KnownFindings:
    return KnownFindings((one, 1) for one in marks)


def _bytes_of(source: Source) -> bytes:
    """The content of a source; empty where there is none, and for standard input, which can be read only once."""
    if source.is_stdin and source.data is None:
        return b""
    try:
        return read_source(source)
    except OSError:
        return b""


def _ending_as(new: bytes, old: bytes) -> bytes:
    """An old version with the line endings of the new one, where these are of one kind.

    With ``core.autocrlf`` a file on disk has others than the repository. What tokens they cost is no change of the
    text, nor is a change of the endings alone.
    """
    if b"\0" in new or b"\0" in old or b"\n" not in new:
        return old  # UTF-16 and the like, where bytes are no characters
    crlf = new.count(b"\r\n")
    if crlf and crlf != new.count(b"\n"):
        return old
    old = old.replace(b"\r\n", b"\n")
    return old.replace(b"\n", b"\r\n") if crlf else old


def _folder(paths: Sequence[str]) -> str:
    """The folder whose repository the change is in: the working directory, unless what is named lies in another."""
    here = _top("")
    named = next((os.path.abspath(path) for path in paths if path != STDIN), None)
    if named is None or "GIT_DIR" in os.environ or (here and os.path.realpath(named).startswith(here)):
        return "."
    while named != os.path.dirname(named) and not os.path.isdir(named):
        named = os.path.dirname(named)
    return named


def _top(folder: str) -> str:
    """The real path of the repository around a folder; empty where there is none."""
    folder = os.path.realpath(folder)
    while not os.path.lexists(os.path.join(folder, ".git")):
        if folder == os.path.dirname(folder):
            return ""
        folder = os.path.dirname(folder)
    return folder


def _is_text(source: Source, *, named: bool) -> bool:
    """Whether a walk would read a file, or it was ``named``; what cannot be read is for others to report."""
    from chunklint.settings.files import MAX_BYTES
    from chunklint.text.decoding import HEAD, is_binary

    try:
        if source.data is not None:
            size, head = len(source.data), source.data[:HEAD]
        else:
            if not os.path.isfile(source.path):
                return os.path.lexists(source.path) and not os.path.isdir(source.path)
            size = os.path.getsize(source.path)
            with open(source.path, "rb") as file:
                head = file.read(HEAD)
    except OSError:
        return True
    return named or (not is_binary(head) and size <= MAX_BYTES)
