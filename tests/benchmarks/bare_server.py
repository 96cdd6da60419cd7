"""A language server of pygls that keeps documents and finds nothing: what any server of pygls takes at least."""

from __future__ import annotations

from lsprotocol import types
from pygls.lsp.server import LanguageServer

server = LanguageServer("bare", "1", text_document_sync_kind=types.TextDocumentSyncKind.Incremental)


@server.feature(types.TEXT_DOCUMENT_DID_OPEN)
def _opened(ls: LanguageServer, params: types.DidOpenTextDocumentParams) -> None:
    document = params.text_document
    ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(document.uri, [], document.version))


@server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
def _changed(ls: LanguageServer, params: types.DidChangeTextDocumentParams) -> None:
    document = params.text_document
    ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(document.uri, [], document.version))


if __name__ == "__main__":
    server.start_io()
