"""One client's session: what it has open, the settings that hold, and what it is told without asking for it."""

from __future__ import annotations

import json
import logging
import os
from typing import TYPE_CHECKING, NamedTuple

from lsprotocol import types

from chunklint.report.chinese import in_language
from chunklint.server import preview
from chunklint.server.analysis import Analyzer, Checked
from chunklint.server.client import client_of, initial_options, language_of_locale, options_of
from chunklint.server.documents import Documents
from chunklint.server.notebooks import OpenCell, OpenNotebook, seen_from, seen_whole
from chunklint.server.phrases import phrase
from chunklint.server.profile_findings import ProfileFindings
from chunklint.server.settings import WATCHED, ServerSettings
from chunklint.server.settings_buffers import SettingsBuffers
from chunklint.server.settings_diagnostics import SettingsDiagnostics
from chunklint.server.uris import path_of, uri_below
from chunklint.server.wire import Prepared, Wire
from chunklint.server.worker import Worker
from chunklint.settings.errors import printed_path

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from chunklint.engine.model import Finding, Language
    from chunklint.engine.profiles import PageCounts
    from chunklint.server.app import Server
    from chunklint.server.documents import OpenDocument
    from chunklint.server.settings import Effective
    from chunklint.settings.model import Settings

log = logging.getLogger(__name__)


class Shown(NamedTuple):
    """The diagnostics of one check as JSON; ``identifier`` is the same for the same diagnostics."""

    checked: Checked
    items: Prepared
    identifier: str


class Session:
    """What is known between a client's first message and its last; used in the event loop's thread only."""

    def __init__(
        self, server: Server, params: types.InitializeParams, language: Language, is_busy: Callable[[], bool]
    ) -> None:
        self._server = server
        self.options = initial_options(params.initialization_options)
        self.client = client_of(params)._replace(underlines_starts=self.options.underline == "start")
        self.folders = folders_of(params)
        self.documents = Documents(self.client.encoding)
        self.settings = ServerSettings(self.options, self._root())
        self.worker = Worker()
        self.analyzer = Analyzer(
            self.worker, self.client.encoding, self._effective, self._printed, self.language, is_busy, self._report
        )
        self._locale = language_of_locale(params.locale, language)
        self._shown: dict[str, Shown] = {}
        self._wires: dict[str, Wire] = {}
        self._views: dict[str, tuple[Checked, Checked | None]] = {}
        self._told: set[str] = set()
        self._told_of_settings: set[str] = set()
        self._outlines: dict[str, object] = {}
        self._settings_shown = SettingsDiagnostics(self.client.encoding, shows_links=self.client.code_description)
        self._buffers = SettingsBuffers(self.client.encoding, self.settings.problem_with, self.tell_of_settings)
        self._profile_findings = ProfileFindings(self.worker, self._base, self._found_of_profiles)
        self.shows_previews = self.options.chunks_changed
        self.on_reload: list[Callable[[], None]] = []
        self.on_opened: list[Callable[[OpenDocument], None]] = []

    # Documents

    def opened(self, uri: str, language_id: str, version: int | None, text: str) -> None:
        """Take a document that the client opened, and check it."""
        document = self.documents.open(uri, language_id, version, text)
        if document is not None:
            for listener in self.on_opened:
                listener(document)
            self.analyzer.opened(document)
        else:
            self._buffers.opened(uri, language_id, version, text, self.options.config)

    def changed(self, uri: str, version: int | None, changes: Iterable[types.TextDocumentContentChangeEvent]) -> None:
        """Apply changes to an open document, and check it."""
        document = self.documents.get(uri)
        if document is None:
            if not self._buffers.apply(uri, version, changes):
                log.warning("a change of %s, which is not open", uri)
            return
        document.apply(version, changes)
        if self.settings.have_changed():
            self.reload()
        else:
            self.analyzer.changed(document)

    def closed(self, uri: str) -> None:
        """Forget a document or notebook, and take its findings from the client's view."""
        self._buffers.closed(uri)
        closed = self.documents.close(uri)
        if closed is not None:
            self.analyzer.closed(uri)
            self._outlines.pop(uri, None)
            for one in closed.cells if isinstance(closed, OpenNotebook) else [closed]:
                self._forget(one.uri)

    def notebook_opened(self, notebook: types.NotebookDocument, texts: Sequence[types.TextDocumentItem]) -> None:
        """Take a notebook that the client opened, and check it."""
        opened = OpenNotebook(notebook, texts, self.client.encoding)
        self.documents.open_notebook(opened)
        self.analyzer.opened(opened)

    def notebook_changed(self, uri: str, version: int | None, change: types.NotebookDocumentChangeEvent) -> None:
        """Apply changes to an open notebook, and check it."""
        notebook = self.documents.notebook(uri)
        if notebook is None:
            log.warning("a change of %s, which is not open", uri)
            return
        for cell in notebook.apply(version, change):
            self._forget(cell.uri)
        self.documents.open_notebook(notebook)
        if self.settings.have_changed():
            self.reload()
        else:
            self.analyzer.changed(notebook)

    async def current(self, uri: str, seconds: float | None = None) -> Checked | None:
        """What holds for a document or cell as it is now; None for one that is not open, or when it takes too long."""
        document = self.documents.get(uri)
        if document is None:
            return None
        return self._seen(document, await self.analyzer.current(document.unit.uri, seconds))

    async def whole(self, uri: str) -> Checked | None:
        """What holds for a document as it is now, or for the notebook of that URI or of a cell's."""
        document = self.documents.get(uri)
        notebook = self.documents.notebook(uri) or (document.notebook if isinstance(document, OpenCell) else None)
        if notebook is None:
            return await self.current(uri)
        while (checked := await self.analyzer.current(notebook.uri)) is not None:
            # A cell may have come or gone since then: numbers of cells would lead to others.
            if checked.revision == notebook.revision:
                return seen_whole(notebook, checked)
        return None

    def latest(self, uri: str) -> Checked | None:
        """What is known of a document, whether or not it has changed since; of a cell, only if it has not."""
        document = self.documents.get(uri)
        return None if document is None else self._seen(document, self.analyzer.latest(document.unit.uri))

    def _seen(self, document: OpenDocument, checked: Checked | None) -> Checked | None:
        """What was found out about a document; of a notebook, what is seen from one of its cells."""
        if not isinstance(document, OpenCell):
            return checked
        if checked is None or checked.revision != document.notebook.revision:
            return None
        known = self._views.get(document.uri)
        if known is None or known[0] is not checked:
            known = self._views[document.uri] = (checked, seen_from(document, checked))
        return known[1]

    def _forget(self, uri: str) -> None:
        self._shown.pop(uri, None)
        self._wires.pop(uri, None)
        self._views.pop(uri, None)
        if not self.client.pulls:
            self._server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def gone(self, uris: Iterable[str]) -> None:
        """Forget what was deleted or renamed: files, or folders with all that is in them."""
        for uri in uris:
            self._profile_findings.gone(uri)
            path = path_of(uri)
            for document in self.documents.inside(path) if path is not None else []:
                self.closed(document.uri)

    def uri(self, path: str) -> str:
        """What the client calls a file: as it has it open, else by its folder's URI, else by the path alone."""
        document = self.documents.of_file(path)
        return document.uri if document is not None else uri_below(self.folders, path)

    def printed(self, path: str) -> str:
        """A file's path as people see it: from its workspace folder, or as the command line prints it."""
        for uri in self.folders:
            root = (path_of(uri) or "").rstrip(os.sep)
            if root and path.startswith(root + os.sep):
                return path[len(root) + 1 :].replace(os.sep, "/")
        return printed_path(path)

    def files_gone(self, uris: Iterable[str]) -> None:
        """Take findings on files that were deleted from the client's view; what is still open stays."""
        for uri in uris:
            if self.documents.get(uri) is None and not self.client.pulls:
                self._server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def language(self, effective: Effective) -> Language:
        """The language of messages: what the editor's settings say, the settings file, or the client's locale."""
        for wish in (self.options.language, effective.settings.language):
            if wish != "auto":
                return wish
        return self._locale

    def shown(self, checked: Checked) -> Shown:
        """A check's diagnostics, made once."""
        known = self._shown.get(checked.uri)
        if known is None or known.checked is not checked:
            wire = self._wires.get(checked.uri) or Wire(self.client)
            known = Shown(checked, *wire.items(checked))
            if self.documents.get(checked.uri) is not None:
                self._shown[checked.uri], self._wires[checked.uri] = known, wire
        return known

    def _effective(self, document: OpenDocument | OpenNotebook) -> Effective:
        return self.settings.effective(document.path)

    def _printed(self, document: OpenDocument | OpenNotebook) -> str:
        return document.name if document.path is None else self.printed(document.name)

    def _report(self, checked: Checked) -> None:
        notebook = self.documents.notebook(checked.uri)
        if notebook is not None:
            self._show_in_cells(notebook, checked)
        elif not self.client.pulls:
            self._publish(checked)
        if self.shows_previews:
            self._tell_of_chunks(checked)
        self.count_page(checked.uri, checked.effective, checked)
        self._tell_of_failure(checked)
        self.tell_of_settings()

    def _publish(self, checked: Checked) -> None:
        version = "" if checked.version is None else f', "version": {checked.version}'
        params = f'{{"uri": {json.dumps(checked.uri)}, "diagnostics": {self.shown(checked).items}{version}}}'
        self._server.publish(Prepared(params))

    def _show_in_cells(self, notebook: OpenNotebook, checked: Checked) -> None:
        """Publish the findings of all cells where they are others than before, or ask a client that pulls to do so."""
        changed = False
        for cell in notebook.cells:
            before, seen = self._shown.get(cell.uri), self._seen(cell, checked)
            if seen is None:
                if before is not None:
                    self._forget(cell.uri)
                continue
            after = self.shown(seen)
            if before is None or (before.identifier, before.checked.version) != (after.identifier, seen.version):
                if not self.client.pulls:
                    self._publish(seen)
                changed = changed or (bool(seen.findings) if before is None else before.identifier != after.identifier)
        if changed and self.client.pulls and self.client.refreshes_diagnostics:
            # A client asks for the cell that was edited; what was found in another one it would not learn.
            self._server.workspace_diagnostic_refresh(None)

    def count_page(self, uri: str, effective: Effective, found: Checked | list[PageCounts]) -> None:
        """Take a page into account for what is said of its profiles."""
        self._profile_findings.seen(uri, path_of(uri), effective, found)

    def _base(self, path: str | None) -> Settings:
        return self.settings.base(path)

    def _found_of_profiles(self, findings: list[Finding]) -> None:
        effective = self.settings.effective(None)
        self._settings_shown.found(findings, self.language(effective), effective.registry)
        self.tell_of_settings()

    def _tell_of_chunks(self, checked: Checked) -> None:
        params = preview.chunks_changed(checked)
        outline = (params["profile"], params["problems"], preview.outline_of_chunks(checked))
        if self._outlines.get(checked.uri) != outline:
            self._outlines[checked.uri] = outline
            self._server.protocol.notify(preview.CHUNKS_CHANGED, params)

    # Settings

    def configured(self, given: object) -> None:
        """Take the client's settings, whole or the section ``chunklint`` alone."""
        section = given.get("chunklint", given) if isinstance(given, dict) else None
        options = options_of(section, self.options)
        if options != self.options:
            self.options = options
            self.client = self.client._replace(underlines_starts=options.underline == "start")
            self._wires.clear()
            self.shows_previews = self.shows_previews or options.chunks_changed
            self.reload()

    def files_changed(self, uris: Iterable[str]) -> None:
        """Look at the settings again if one of these files has to do with them."""
        if any(os.path.basename(path_of(uri) or "") in WATCHED for uri in uris):  # noqa: PTH119
            self.reload()

    def folders_changed(self, added: Sequence[str], removed: Sequence[str]) -> None:
        """Take the workspace's folders as they are from now on."""
        self.folders = [uri for uri in self.folders if uri not in removed] + list(added)
        self.reload()

    def reload(self) -> None:
        """Read all settings anew, and check everything again."""
        self.settings.reload(self.options, self._root())
        self._buffers.look()
        self._profile_findings.reset()
        for document in self.documents:
            document.touch()
            self.analyzer.changed(document)
        for listener in self.on_reload:
            listener()
        self.tell_of_settings()
        if self.client.pulls and self.client.refreshes_diagnostics:
            self._server.workspace_diagnostic_refresh(None)
        if self.client.refreshes_lenses:
            self._server.workspace_code_lens_refresh(None)
        if self.client.refreshes_hints:
            self._server.workspace_inlay_hint_refresh(None)

    def _root(self) -> str:
        """The folder whose settings hold for buffers that are no files."""
        paths = [path for uri in self.folders if (path := path_of(uri)) is not None]
        return paths[0] if paths else os.getcwd()  # noqa: PTH109

    # What people are told

    def tell(self, sentence: str, kind: types.MessageType = types.MessageType.Error) -> None:
        """Show a sentence in the client's window, once until the settings are read anew."""
        if sentence not in self._told:
            self._told.add(sentence)
            self._server.window_show_message(types.ShowMessageParams(kind, sentence))

    def tell_of_settings(self) -> None:
        """Say what is wrong with the settings that hold for the workspace and for what is open in it."""
        effective = self.settings.effective(None)
        for document in self.documents:
            self._effective(document)
        language = self.language(effective)
        for path, plugins in self.settings.untrusted.items():
            sentence = phrase("untrusted", language, path=path, plugins=", ".join(plugins))
            self.tell(sentence, types.MessageType.Warning)
        for path, profiles in self.settings.untrusted_profiles.items():
            sentence = phrase("untrusted profiles", language, path=path, profiles=", ".join(profiles))
            self.tell(sentence, types.MessageType.Warning)
        problems = self.settings.problems
        sentences = {
            phrase("bad settings", language, sentence=str(problem.told(language)).rstrip(".。")) for problem in problems
        }
        # What was mended and is broken again is worth a word again.
        self._told -= self._told_of_settings - sentences
        self._told_of_settings = sentences
        for sentence in sorted(sentences):
            self.tell(sentence)
        told = [problem.told(language) for problem in self._buffers.problems(problems)]
        for path, items in self._settings_shown.changed(told, self._buffers.texts):
            uri = self._buffers.uri(path) or self.uri(path)
            self._server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, items))

    def _tell_of_failure(self, checked: Checked) -> None:
        failure = checked.failure
        if failure is not None and failure.sentence:
            self.tell(f"chunklint: {in_language(failure.sentence, checked.language)}")
        elif failure is not None:
            name = os.path.basename(checked.document.path)  # noqa: PTH119
            self.tell(phrase("internal", checked.language, type=failure.type, path=name))


def folders_of(params: types.InitializeParams) -> list[str]:
    """The URIs of a workspace's folders, as the client gives them."""
    if params.workspace_folders:
        return [folder.uri for folder in params.workspace_folders]
    if params.root_uri:
        return [params.root_uri]
    if params.root_path:
        from chunklint.server.uris import uri_of

        return [uri_of(params.root_path)]
    return []
