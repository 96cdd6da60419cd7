"""Checks the files of a workspace's folders that are not open; what is open is checked as it is in the editor."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from lsprotocol import types

from chunklint.documents.reader import format_of
from chunklint.server.analysis import check
from chunklint.server.diagnostics import diagnostics
from chunklint.server.documents import Update
from chunklint.server.interruption import CheckInterrupted
from chunklint.server.phrases import phrase
from chunklint.server.profile_findings import count
from chunklint.server.uris import path_of
from chunklint.server.wire import identifier_of
from chunklint.server.worker import LATER

if TYPE_CHECKING:
    from collections.abc import Callable

    from chunklint.engine.profiles import PageCounts
    from chunklint.server.app import Server
    from chunklint.server.documents import OpenDocument
    from chunklint.server.session import Session
    from chunklint.server.settings import Effective

    Item = types.WorkspaceFullDocumentDiagnosticReport | types.WorkspaceUnchangedDocumentDiagnosticReport
    Partial = Callable[[list[Item]], None]
    Step = Callable[[int, int], None]

# Clients ask again two seconds after each answer. Looking for files takes far longer than answering, so it is done
# anew after as many times what it took, and not sooner than a person would wait for a file from outside to show up.
_LOOK_AFTER, _LOOK_FACTOR = 5.0, 20.0
# Files whose findings are sent together, where the client takes them in parts.
_PART = 20
# Seconds between two words on how far the check is.
_TELL_AFTER = 0.2


class _Known(NamedTuple):
    """A file's findings with what they depend on: the file's time and size, and its settings."""

    stamp: tuple[int, int]
    effective: Effective
    items: list[types.Diagnostic]
    identifier: str


class WorkspaceChecker:
    """Answers ``workspace/diagnostic``. ``changed`` tells it that files may have come, gone or changed."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._known: dict[str, _Known] = {}
        self._paths: list[str] = []
        self._look_at = 0.0
        # The path of the file that is checked now; the tuple stands for its check.
        self._checking: tuple[str] = ("",)

    def changed(self) -> None:
        """Look for files anew when next asked."""
        self._look_at = 0.0

    def opened(self, document: OpenDocument) -> None:
        """Leave the check of a file that was opened: it is checked as it is in the editor."""
        if document.path == self._checking[0]:
            self._session.analyzer.interruption.interrupt(self._checking, is_gone=True)

    async def report(self, previous: dict[str, str], send: Partial | None, step: Step) -> list[Item]:
        """The reports of all files, those of ``previous`` (identifiers by URI) as unchanged where they are.

        With ``send`` they are given away in parts, and what is returned are the rest. ``step`` is told how many files
        are done. Files that are gone are reported without findings.
        """
        paths = await self._find()
        items: list[Item] = []
        reported = set()
        for done, path in enumerate(paths, 1):
            item = await self._item(path, previous)
            if item is not None:
                items.append(item)
                reported.add(item.uri)
            step(done, len(paths))
            if send is not None and len(items) >= _PART:
                send(items)
                items = []
        gone = [uri for uri in previous if uri not in reported]
        return items + [_full(uri, None, "", []) for uri in gone if previous[uri]]

    async def _find(self) -> list[str]:
        """The workspace's files by the same walk as the command line's."""
        if time.monotonic() >= self._look_at:
            start = time.monotonic()
            self._paths = await asyncio.wrap_future(self._session.worker.submit(self._walk, LATER))
            seconds = time.monotonic() - start
            self._look_at = time.monotonic() + max(_LOOK_AFTER, _LOOK_FACTOR * seconds)
        return self._paths

    def _walk(self) -> list[str]:
        from chunklint.settings.errors import PathError, SettingsError
        from chunklint.settings.files import find_files

        paths: dict[str, None] = {}
        for uri in self._session.folders:
            folder = path_of(uri)
            if folder is not None and os.path.isdir(folder):  # noqa: PTH112
                try:
                    found = find_files([folder], self._session.settings.resolver(), force_exclude=True)
                except (PathError, SettingsError):
                    continue  # said where it is about: on the settings file
                # Findings in a notebook belong to cells, which only a client that has it open knows.
                paths.update((str(file.path), None) for file in found.files if format_of(file.path.name) != "notebook")
        return list(paths)

    async def _item(self, path: str, previous: dict[str, str]) -> Item | None:
        session = self._session
        uri = session.uri(path)
        version = None
        open_document = session.documents.of_file(path)
        if open_document is not None:
            checked = await session.analyzer.current(uri)
            if checked is None:
                return None
            shown = session.shown(checked)
            items, identifier, version = diagnostics(checked, session.client), shown.identifier, checked.version
        else:
            try:
                known = await self._check(path, uri)
            except CheckInterrupted:  # it was opened meanwhile
                return await self._item(path, previous)
            if known is None:
                return None
            items, identifier = known.items, known.identifier
        if previous.get(uri) == identifier:
            return types.WorkspaceUnchangedDocumentDiagnosticReport(uri, identifier, version=version)
        return _full(uri, version, identifier, items)

    async def _check(self, path: str, uri: str) -> _Known | None:
        try:
            status = os.stat(path)  # noqa: PTH116
        except (OSError, ValueError):
            self._known.pop(path, None)
            return None
        stamp = (status.st_mtime_ns, status.st_size)
        effective = self._session.settings.effective(path)
        known = self._known.get(path)
        if known is None or known.stamp != stamp or known.effective is not effective:
            checking = self._checking = (path,)

            def check_file() -> tuple[_Known, list[PageCounts]]:
                with self._session.analyzer.interruption.of(checking):
                    return self._check_file(path, uri, stamp, effective)

            job = self._session.worker.submit(check_file, LATER)
            answer = await asyncio.wrap_future(job)
            known, counts = answer
            self._known[path] = known
            self._session.count_page(uri, effective, counts)
        return known

    def _check_file(
        self, path: str, uri: str, stamp: tuple[int, int], effective: Effective
    ) -> tuple[_Known, list[PageCounts]]:
        from chunklint.engine.run import read_file, unreadable

        session = self._session
        language = session.language(effective)
        if session.documents.of_file(path) is not None:
            raise CheckInterrupted
        try:
            document = read_file(Path(path), session.printed(path))
        except OSError as error:
            finding = unreadable(session.printed(path), error, effective.registry, effective.settings)
            items = [] if finding is None else [_unreadable(finding.message(language), finding.code)]
            return _Known(stamp, effective, items, identifier_of(items)), []
        update = Update(0, None, document.text, document.lines, document.has_bom, None)
        interruption = session.analyzer.interruption
        checked = check(document, effective, uri, update, session.client.encoding, language, interruption=interruption)
        items = diagnostics(checked, session.client)
        return _Known(stamp, effective, items, identifier_of(items)), count(checked)


async def report_with_progress(
    checker: WorkspaceChecker, server: Server, params: types.WorkspaceDiagnosticParams
) -> types.WorkspaceDiagnosticReport:
    """Answer a client, and tell it meanwhile how far the check is and, in parts, what it found, if it wants to know."""
    session = server.session
    language = session.language(session.settings.effective(None))
    progress, token, parts = server.work_done_progress, params.work_done_token, params.partial_result_token
    previous = {one.uri: one.value for one in params.previous_result_ids}
    told = time.monotonic()

    def step(done: int, files: int) -> None:
        nonlocal told
        if token is not None and time.monotonic() - told > _TELL_AFTER:
            told = time.monotonic()
            message = phrase("checked files", language, done=done, files=files)
            progress.report(token, types.WorkDoneProgressReport(message=message, percentage=100 * done // files))

    def send(items: list[Item]) -> None:
        assert parts is not None
        # What pygls' progress sends is of work done only.
        server.protocol.notify(
            types.PROGRESS, types.ProgressParams(parts, types.WorkspaceDiagnosticReportPartialResult(items))
        )

    if token is not None:
        title = phrase("checking workspace", language)
        progress.begin(token, types.WorkDoneProgressBegin(title, cancellable=False, percentage=0))
    try:
        items = await checker.report(previous, send if parts is not None else None, step)
    finally:
        if token is not None:
            progress.end(token, types.WorkDoneProgressEnd())
            progress.tokens.pop(token, None)
    return types.WorkspaceDiagnosticReport(items)


def _full(uri: str, version: int | None, identifier: str, items: list[types.Diagnostic]) -> Item:
    return types.WorkspaceFullDocumentDiagnosticReport(uri, items, version=version, result_id=identifier or None)


def _unreadable(message: str, code: str) -> types.Diagnostic:
    start = types.Position(0, 0)
    return types.Diagnostic(
        types.Range(start, start), message, severity=types.DiagnosticSeverity.Error, code=code, source="chunklint"
    )
