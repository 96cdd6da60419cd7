"""Wires the protocol's messages to the features; what a feature does is in its own module."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import FeatureRequestError, JsonRpcException, JsonRpcInternalError, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import default_converter

from chunklint.report.chinese import in_language
from chunklint.server import preview, transport
from chunklint.server.code_actions import KINDS, OPEN_RULE, Wanted, code_actions, resolved
from chunklint.server.code_lens import code_lenses
from chunklint.server.documents import carried
from chunklint.server.hover import hover
from chunklint.server.inlay_hints import inlay_hints
from chunklint.server.notebooks import origin
from chunklint.server.phrases import phrase
from chunklint.server.protocol import Protocol
from chunklint.server.rule_pages import open_page
from chunklint.server.session import Session
from chunklint.server.settings import WATCHED
from chunklint.server.uris import path_of
from chunklint.server.wire import Prepared
from chunklint.server.workspace import WorkspaceChecker, report_with_progress
from chunklint.tokens.adaptive import prefer_little_memory

if TYPE_CHECKING:
    from chunklint.engine.model import Language
    from chunklint.server.analysis import Checked

log = logging.getLogger(__name__)

# Seconds that a hover or a list of actions waits for a check to end: from about a fifth on people notice, and making
# the answer takes some of that.
_PATIENCE = 0.1
_DOCUMENTS = "**/*.{md,markdown,mdx}"
# All their cells: code is cut into chunks too, and a heading over nothing but code is not empty.
_NOTEBOOKS = types.NotebookDocumentFilterWithNotebook(types.NotebookDocumentFilterNotebookType("jupyter-notebook"))


class Server(LanguageServer):
    """One server for one client, ``language`` being that of people whose client says nothing of theirs."""

    session: Session
    workspace_checker: WorkspaceChecker

    def __init__(self, language: Language, connection: transport.Connection, *, is_local: bool = True) -> None:
        from importlib.metadata import version

        super().__init__(
            "chunklint",
            version("chunklint-lsp"),
            notebook_document_sync=types.NotebookDocumentSyncOptions([_NOTEBOOKS]),
            protocol_cls=Protocol,
            converter_factory=default_converter,
        )
        self.has_begun = False
        self._language = language
        self._connection = connection
        self._is_local = is_local

    def begin(self, params: types.InitializeParams) -> None:
        """Start the session, with the features that the client's abilities allow."""
        if self.has_begun:
            raise JsonRpcInvalidParams("there was an initialize before")
        self.session = Session(self, params, self._language, self._connection.is_busy)
        self.workspace_checker = WorkspaceChecker(self.session)
        self.session.on_reload.append(self.workspace_checker.changed)
        self.session.on_opened.append(self.workspace_checker.opened)
        _register(self)
        self.has_begun = True
        if self._is_local and params.process_id is not None:
            transport.end_with(params.process_id)

    def end(self, code: int) -> None:
        """End the process with an exit code."""
        self._connection.end(code)

    def publish(self, params: Prepared) -> None:
        """Publish diagnostics whose message is JSON already."""
        protocol = self.protocol
        assert isinstance(protocol, Protocol)
        protocol.notify_prepared(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, params)

    def bad_message(self, reason: str) -> None:
        """Note a message that could not be understood; people are told once."""
        log.warning("bad message: %s", reason)
        if self.has_begun:
            language = self.session.language(self.session.settings.effective(None))
            self.session.tell(phrase("bad message", language, reason=reason.partition("\n")[0][:200]))

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Note an error of ours; what a request asked for has its own answer, and so has a request that is none."""
        if isinstance(error, JsonRpcException) and not isinstance(error, JsonRpcInternalError):
            log.warning("a request was refused: %s", error)
            return
        log.error("internal error", exc_info=error)
        if source is not FeatureRequestError and self.has_begun:
            language = self.session.language(self.session.settings.effective(None))
            self.session.tell(phrase("internal server", language, type=type(error).__name__))


async def serve(language: Language, tcp: tuple[str, int] | None = None) -> int:
    """Serve one client, at standard input and output or at a TCP address, until it goes; the exit code."""
    connection = transport.Connection()
    server = Server(language, connection, is_local=tcp is None)
    protocol = server.protocol
    assert isinstance(protocol, Protocol)
    if tcp is None:
        return await transport.serve_stdio(connection, protocol, protocol)
    return await transport.serve_tcp(connection, protocol, protocol, *tcp)


def run(language: Language, tcp: tuple[str, int] | None = None) -> int:
    """The exit code of a server that has served its client: 0 if that said goodbye, 1 if it just went."""
    prefer_little_memory()
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    # pygls logs every odd message with a traceback, and says it again to the client.
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    return asyncio.run(serve(language, tcp))


def _register(server: Server) -> None:
    """Offer what this client can use; what it cannot is not announced."""
    client, options = server.session.client, server.session.options
    feature = server.feature
    feature(types.INITIALIZED)(_initialized)
    feature(types.TEXT_DOCUMENT_DID_SAVE)(_saved)
    feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)(_configured)
    feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)(_files_changed)
    feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)(_folders_changed)
    anything = types.FileOperationRegistrationOptions(
        [types.FileOperationFilter(types.FileOperationPattern("**"), scheme="file")]
    )
    feature(types.WORKSPACE_DID_DELETE_FILES, anything)(_deleted)
    feature(types.WORKSPACE_DID_RENAME_FILES, anything)(_renamed)
    if client.pulls:
        diagnostic_options = types.DiagnosticOptions(
            inter_file_dependencies=False, workspace_diagnostics=options.workspace_diagnostics, identifier="chunklint"
        )
        feature(types.TEXT_DOCUMENT_DIAGNOSTIC, diagnostic_options)(_pulled)
        if options.workspace_diagnostics:
            feature(types.WORKSPACE_DIAGNOSTIC)(_workspace_pulled)
    feature(types.TEXT_DOCUMENT_HOVER)(_hover)
    kinds = [types.CodeActionKind(kind) if kind in _STANDARD_KINDS else kind for kind in KINDS]
    feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(code_action_kinds=kinds, resolve_provider=client.resolves_edits),
    )(_code_actions)
    if client.resolves_edits:
        feature(types.CODE_ACTION_RESOLVE)(_resolved)
    feature(types.TEXT_DOCUMENT_CODE_LENS)(_code_lenses)
    feature(types.TEXT_DOCUMENT_INLAY_HINT)(_inlay_hints)
    feature(preview.PREVIEW)(_preview)
    server.command(OPEN_RULE)(_open_rule)


_STANDARD_KINDS = {kind.value for kind in types.CodeActionKind}


# Documents and settings


async def _initialized(ls: Server, _: types.InitializedParams) -> None:
    session = ls.session
    watched = [f"**/{name}" for name in WATCHED]
    if session.client.pulls and session.options.workspace_diagnostics:
        watched.append(_DOCUMENTS)
    registrations = []
    if session.client.watches_files:
        options: Any = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher(one) for one in watched])
        method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
        registrations.append(types.Registration("chunklint-files", method, options))
    if session.client.watches_configuration:
        options = types.DidChangeConfigurationRegistrationOptions(section="chunklint")
        method = types.WORKSPACE_DID_CHANGE_CONFIGURATION
        registrations.append(types.Registration("chunklint-configuration", method, options))
    if registrations:
        ls.client_register_capability(types.RegistrationParams(registrations))
    session.tell_of_settings()
    await _fetch_configuration(ls)


async def _configured(ls: Server, params: types.DidChangeConfigurationParams) -> None:
    if params.settings:
        ls.session.configured(params.settings)
    await _fetch_configuration(ls)


async def _fetch_configuration(ls: Server) -> None:
    """Ask for the client's settings where it gives them on request."""
    if not ls.session.client.gives_configuration:
        return
    try:
        (given,) = await ls.workspace_configuration_async(
            types.ConfigurationParams([types.ConfigurationItem(section="chunklint")])
        )
    except Exception as error:  # a client that announces it and cannot do it
        log.warning("the client gave no configuration: %s", error)
        return
    ls.session.configured(given)


def _saved(ls: Server, params: types.DidSaveTextDocumentParams) -> None:
    ls.session.files_changed([params.text_document.uri])
    ls.workspace_checker.changed()


def _files_changed(ls: Server, params: types.DidChangeWatchedFilesParams) -> None:
    deleted = types.FileChangeType.Deleted
    ls.session.files_changed(change.uri for change in params.changes)
    ls.session.files_gone(change.uri for change in params.changes if change.type == deleted)
    ls.workspace_checker.changed()


def _folders_changed(ls: Server, params: types.DidChangeWorkspaceFoldersParams) -> None:
    event = params.event
    ls.session.folders_changed([folder.uri for folder in event.added], [folder.uri for folder in event.removed])


def _deleted(ls: Server, params: types.DeleteFilesParams) -> None:
    ls.session.gone(file.uri for file in params.files)
    ls.workspace_checker.changed()


def _renamed(ls: Server, params: types.RenameFilesParams) -> None:
    ls.session.gone(file.old_uri for file in params.files)
    ls.workspace_checker.changed()


# Diagnostics


async def _pulled(ls: Server, params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport | Prepared:
    checked = await ls.session.current(params.text_document.uri)
    if checked is None:
        return types.RelatedFullDocumentDiagnosticReport([])
    shown = ls.session.shown(checked)
    if params.previous_result_id == shown.identifier:
        return types.RelatedUnchangedDocumentDiagnosticReport(shown.identifier)
    return Prepared(f'{{"kind": "full", "items": {shown.items}, "resultId": "{shown.identifier}"}}')


async def _workspace_pulled(ls: Server, params: types.WorkspaceDiagnosticParams) -> types.WorkspaceDiagnosticReport:
    return await report_with_progress(ls.workspace_checker, ls, params)


# What is asked about a place


async def _hover(ls: Server, params: types.HoverParams) -> types.Hover | None:
    place = types.Range(params.position, params.position)
    found = await _current_or_latest(ls, params.text_document.uri, place)
    return None if found is None else hover(found[0], found[1], ls.session.client)


async def _code_actions(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction]:
    session = ls.session
    document = session.documents.get(params.text_document.uri)
    if document is None:
        return []
    revision, (start, end) = document.unit.revision, document.ranges.span(params.range)
    checked = await session.current(document.uri, _PATIENCE)
    # Edits are for one version. A client asks again when it has the findings of the next one.
    if checked is None or checked.revision != revision:
        return []
    only = tuple(str(getattr(kind, "value", kind)) for kind in params.context.only or ())
    _, first = origin(checked)
    wanted = Wanted(first + start, first + end, only, params.context.trigger_kind)
    return await asyncio.wrap_future(session.worker.submit(lambda: code_actions(checked, wanted, session.client)))


async def _resolved(ls: Server, params: types.CodeAction) -> types.CodeAction:
    uri = params.data.get("uri") if isinstance(params.data, dict) else None
    session = ls.session
    checked = await session.current(uri, _PATIENCE) if isinstance(uri, str) else None
    job = session.worker.submit(lambda: resolved(params, checked, session.client))
    return await asyncio.wrap_future(job)


async def _code_lenses(ls: Server, params: types.CodeLensParams) -> list[types.CodeLens]:
    options = ls.session.options
    checked = await ls.session.current(params.text_document.uri) if options.show_chunks else None
    return [] if checked is None else code_lenses(checked, options.lens_command)


async def _inlay_hints(ls: Server, params: types.InlayHintParams) -> list[types.InlayHint]:
    if not ls.session.options.show_chunks:
        return []
    found = await _current_or_latest(ls, params.text_document.uri, params.range)
    return [] if found is None else inlay_hints(*found)


async def _current_or_latest(ls: Server, uri: str, place: types.Range) -> tuple[Checked, int, int] | None:
    """What is known about a place (code points); of the version before, where checking this one takes too long."""
    document = ls.session.documents.get(uri)
    if document is None:
        return None
    text, span = document.text, document.ranges.span(place)
    session = ls.session
    checked = await session.current(document.uri, _PATIENCE) or session.latest(document.uri)
    if checked is None:
        return None
    known, first = origin(checked)
    start, end = (carried(offset, text, known) for offset in span)
    return None if start is None or end is None else (checked, first + start, first + end)


# Messages and commands of ours


async def _preview(ls: Server, params: Any) -> dict[str, Any] | None:
    session = ls.session
    uri, profile = preview.asked_for(params)
    session.shows_previews = True
    checked = await session.whole(uri)
    if checked is None:
        return None
    path = path_of(checked.uri)

    def job() -> dict[str, Any]:
        return preview.answer(checked, profile, lambda name: session.settings.with_profile(path, name))

    try:
        return await asyncio.wrap_future(session.worker.submit(job))
    except ValueError as error:  # a profile or tokenizer that cannot be had, in a sentence for people
        raise JsonRpcInvalidParams(in_language(str(error), checked.language)) from None


def _open_rule(ls: Server, *arguments: Any) -> dict[str, Any] | None:
    code, uri = (*(str(one) for one in arguments[:2]), "", "")[:2]
    document = ls.session.documents.get(uri)
    effective = ls.session.settings.effective(document.path if document else None)
    language = ls.session.language(effective)
    page = open_page(effective.registry, code, language)
    if page is None:
        raise JsonRpcInvalidParams(phrase("unknown rule", language, code=code))
    if ls.session.client.shows_documents and page["uri"] is not None:
        ls.window_show_document(types.ShowDocumentParams(page["uri"], take_focus=True))
    return page
