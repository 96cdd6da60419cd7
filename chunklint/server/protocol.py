"""pygls' protocol with our own documents in place of its own, and with bad messages answered instead of feared."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any, cast

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidRequest, JsonRpcParseError, JsonRpcServerNotInitialized
from pygls.protocol import JsonRPCNotification, JsonRPCRequestMessage, LanguageServerProtocol, lsp_method

from chunklint.server.wire import Prepared

if TYPE_CHECKING:
    from collections.abc import Generator

    from chunklint.server.app import Server

log = logging.getLogger(__name__)

# Messages of ours: their parameters stay as JSON has them.
_OWN = "chunklint/"


class Protocol(LanguageServerProtocol):
    """The language server protocol over one connection; changes of documents go to the server's session."""

    @property
    def server(self) -> Server:
        """The server that this is the protocol of."""
        return cast("Server", self._server)

    def receive(self, body: bytes) -> None:
        """Handle one message; a bad one gets an error as its answer, or a line in the log."""
        try:
            data = json.loads(body)
        except (ValueError, RecursionError):
            self._refuse(None, JsonRpcParseError("not JSON"))
            return
        for one in data if isinstance(data, list) else [data]:
            self._receive(one)

    def garbled(self) -> None:
        """Note that there were bytes between messages."""
        self.server.bad_message("no header")

    def structure_message(self, data: dict[str, Any]) -> Any:
        """The message as an object; parameters of our own messages are left alone."""
        method = data.get("method")
        if isinstance(method, str) and method.startswith(_OWN):
            params = data.get("params")
            if "id" in data:
                return JsonRPCRequestMessage(data["id"], method, self.VERSION, params)
            return JsonRPCNotification(method, self.VERSION, params)
        return super().structure_message(data)

    def _receive(self, data: object) -> None:
        if not isinstance(data, dict) or data.get("jsonrpc") != self.VERSION:
            self._refuse(None, JsonRpcInvalidRequest("no JSON-RPC 2.0"))
            return
        if not self.server.has_begun and data.get("method") not in (types.INITIALIZE, types.EXIT):
            self._refuse(data, JsonRpcServerNotInitialized("send initialize first"))
            return
        try:
            message = self.structure_message(data)
        except JsonRpcException as error:
            self._refuse(data, error)
            return
        try:
            self.handle_message(message)
        except BrokenPipeError:
            self.server.end(1)
        except Exception as error:  # nothing that a client sends may end the server
            log.exception("a message could not be handled")
            self._refuse(data, JsonRpcInvalidRequest(type(error).__name__))

    def _refuse(self, data: dict[str, Any] | None, error: JsonRpcException) -> None:
        identifier = data.get("id") if data else None
        if data and "method" in data and isinstance(identifier, (int, str)):
            self._send_response(identifier, error=error.to_response_error())
        elif not (data and "method" not in data):
            self.server.bad_message(f"{data['method']}: {error}" if data else str(error))

    def notify_prepared(self, method: str, params: Prepared) -> None:
        """Send a notification whose parameters are JSON already."""
        self._write_prepared(f'{{"jsonrpc": "{self.VERSION}", "method": {json.dumps(method)}, "params": {params}}}')

    def _send_response(
        self, msg_id: str | int, result: object = None, error: types.ResponseError | None = None
    ) -> None:
        if error is not None or not isinstance(result, Prepared):
            super()._send_response(msg_id, result, error)
            return
        self._result_types.pop(msg_id, None)
        self._write_prepared(f'{{"jsonrpc": "{self.VERSION}", "id": {json.dumps(msg_id)}, "result": {result}}}')

    def _write_prepared(self, body: str) -> None:
        data = body.encode("utf-8")
        if self.writer is not None:
            # The writers that there are here, of standard output and of asyncio, have taken it when they return.
            self.writer.write(b"Content-Length: %d\r\n\r\n%b" % (len(data), data))

    # What pygls does by itself and we do otherwise

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(self, params: types.InitializeParams) -> Generator[Any, Any, types.InitializeResult]:
        """Choose what the client's abilities allow, then answer as pygls does."""
        self.server.begin(params)
        general = params.capabilities.general
        if general is not None and general.position_encodings:
            # pygls takes the client's first choice; columns here are in the unit that the session chose.
            general.position_encodings = [types.PositionEncodingKind(self.server.session.client.encoding)]
        result = yield from super().lsp_initialize(params)
        return result

    @lsp_method(types.EXIT)
    def lsp_exit(self, *_: Any) -> None:  # type: ignore[override]
        """End with 0 after a shutdown, else with 1."""
        self.server.end(0 if self._shutdown else 1)

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        """Check what was opened."""
        document = params.text_document
        self.server.session.opened(document.uri, document.language_id, document.version, document.text)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        """Apply the changes and check again."""
        document = params.text_document
        self.server.session.changed(document.uri, document.version, params.content_changes)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        """Forget what was closed, and its findings."""
        self.server.session.closed(params.text_document.uri)

    @lsp_method(types.NOTEBOOK_DOCUMENT_DID_OPEN)
    def lsp_notebook_document__did_open(self, params: types.DidOpenNotebookDocumentParams) -> None:
        """Check what was opened."""
        self.server.session.notebook_opened(params.notebook_document, params.cell_text_documents)

    @lsp_method(types.NOTEBOOK_DOCUMENT_DID_CHANGE)
    def lsp_notebook_document__did_change(self, params: types.DidChangeNotebookDocumentParams) -> None:
        """Apply the changes and check again."""
        notebook = params.notebook_document
        self.server.session.notebook_changed(notebook.uri, notebook.version, params.change)

    @lsp_method(types.NOTEBOOK_DOCUMENT_DID_CLOSE)
    def lsp_notebook_document__did_close(self, params: types.DidCloseNotebookDocumentParams) -> None:
        """Forget what was closed, and its findings."""
        self.server.session.closed(params.notebook_document.uri)
