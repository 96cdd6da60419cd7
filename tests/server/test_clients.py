"""What real clients announce, old and new ones, gets each of them what it can show, through a client of pytest-lsp."""

from __future__ import annotations

import sys

# pytest-lsp reads the types of its fixtures when it runs.
from collections.abc import AsyncIterator
from pathlib import Path
from weakref import WeakKeyDictionary

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from chunklint.server.uris import uri_of

CLIENTS = (
    *("visual_studio_code", "emacs", "neovim@0.6.1", "neovim@0.7.0", "neovim@0.8.0", "neovim@0.9.1"),
    *("neovim@0.10.0", "neovim@0.11.0"),
)
PAGE = "# Pumps 泵\n\n启动 😀 pass\u200bword.\n\n### Deep\n\nSome text.\n"
# Columns of the character in the third line, by the unit that was agreed on.
COLUMNS = {"utf-8": 16, "utf-16": 10, "utf-32": 9}
ENCODINGS: WeakKeyDictionary[LanguageClient, str] = WeakKeyDictionary()


@pytest_lsp.fixture(
    params=CLIENTS, config=ClientServerConfig(server_command=[sys.executable, "-m", "chunklint", "server"])
)
async def client(request: pytest.FixtureRequest, lsp_client: LanguageClient, tmp_path: Path) -> AsyncIterator[None]:
    folder = types.WorkspaceFolder(uri_of(str(tmp_path)), "docs")
    params = types.InitializeParams(client_capabilities(request.param), workspace_folders=[folder])
    lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)(lambda params: None)
    answer = await lsp_client.initialize_session(params)
    ENCODINGS[lsp_client] = str(answer.capabilities.position_encoding or "utf-16")
    yield
    await lsp_client.shutdown_session()


async def shown(client: LanguageClient, uri: str) -> list[types.Diagnostic]:
    """The findings of a document, asked for or waited for as the client does."""
    assert client.capabilities is not None
    text_document = client.capabilities.text_document
    if text_document is not None and text_document.diagnostic is not None:
        params = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri))
        report = await client.text_document_diagnostic_async(params)
        assert uri not in client.diagnostics, "pushed what the client asks for"
        assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
        return list(report.items)
    await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    return list(client.diagnostics[uri])


@pytest.mark.asyncio
async def test_a_page_is_opened_changed_fixed_and_closed(client: LanguageClient, tmp_path: Path) -> None:
    uri = uri_of(str(tmp_path / "页 one.md"))
    client.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "markdown", 1, PAGE)))
    found = await shown(client, uri)
    assert [one.code for one in found] == ["CL703", "CL203"]
    assert found[0].range.start == types.Position(2, COLUMNS[ENCODINGS[client]])
    place = types.TextDocumentPositionParams(types.TextDocumentIdentifier(uri), found[0].range.start)
    hover = await client.text_document_hover_async(types.HoverParams(place.text_document, place.position))
    assert hover is not None
    assert "Why it hurts retrieval" in str(hover.contents)
    context = types.CodeActionContext(found[:1])
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(place.text_document, found[0].range, context)
    )
    assert any(isinstance(one, types.CodeAction) and one.is_preferred for one in actions or ())
    change = types.TextDocumentContentChangePartial(found[0].range, "")
    version = types.VersionedTextDocumentIdentifier(2, uri)
    client.text_document_did_change(types.DidChangeTextDocumentParams(version, [change]))
    assert [one.code for one in await shown(client, uri)] == ["CL203"]
    client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))
    assert await shown(client, uri) == []
