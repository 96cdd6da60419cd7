"""A real server process serves clients of several kinds, and outlives none of them."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

from chunklint.server.uris import uri_of
from tests.server.client import PATIENCE, PULLS, UTF8, Client, framed, merged

if TYPE_CHECKING:
    from pathlib import Path

URI = "file:///c%3A/docs/my%20notes/%E6%96%87%E6%A1%A3.md"
PAGE = "# A\n\n### B\n\n😀 pass\u200bword.\n"


def codes(diagnostics: list[dict[str, Any]]) -> list[str]:
    return [one["code"] for one in diagnostics]


def of_type(messages: list[dict[str, Any]], method: str) -> list[dict[str, Any]]:
    return [one["params"] for one in messages if one.get("method") == method]


@pytest.mark.parametrize(
    "uri",
    [URI, "file:///C:/docs/a.md", "untitled:Untitled-1", "nofile://preview", "file:///docs/caf%C3%A9;v=1%23.md"],
)
def test_a_uri_comes_back_as_it_was_given(uri: str) -> None:
    with Client() as client:
        client.start()
        client.open(uri, PAGE)
        assert codes(client.published(uri, 1)) == ["CL203", "CL703"]
        client.close(uri)
        assert client.published(uri) == []
        assert client.stop() == 0


@pytest.mark.parametrize(("capabilities", "column"), [({}, 7), (UTF8, 9)])
def test_columns_follow_what_was_agreed_on(capabilities: dict[str, Any], column: int) -> None:
    with Client() as client:
        announced = client.start(capabilities)
        assert announced["positionEncoding"] == ("utf-8" if capabilities else "utf-16")
        client.open(URI, PAGE)
        found = client.published(URI, 1)[1]
        assert found["range"]["start"] == {"line": 4, "character": column}
        client.change(URI, 2, ((4, column, 4, column + (3 if capabilities else 1)), ""))
        assert codes(client.published(URI, 2)) == ["CL203"]


def test_a_client_that_pulls_is_pushed_nothing() -> None:
    with Client() as client:
        announced = client.start(PULLS)
        assert announced["diagnosticProvider"]["identifier"] == "chunklint"
        client.open(URI, PAGE)
        report = client.pull(URI)
        assert (report["kind"], codes(report["items"])) == ("full", ["CL203", "CL703"])
        again = client.pull(URI, report["resultId"])
        assert again == {"kind": "unchanged", "resultId": report["resultId"]}
        client.change(URI, 2, ((2, 0, 2, 3), "##"))
        changed = client.pull(URI, report["resultId"])
        assert codes(changed["items"]) == ["CL703"]
        client.change(URI, 3, ((0, 2, 0, 3), "Another title"))
        assert client.pull(URI, changed["resultId"])["kind"] == "unchanged"
        client.close(URI)
        assert client.pull(URI)["items"] == []
        assert of_type(client.quiet(), "textDocument/publishDiagnostics") == []


def test_a_client_that_does_not_pull_is_not_offered_it() -> None:
    with Client() as client:
        assert "diagnosticProvider" not in client.start({})


def test_answers_come_in_the_language_of_the_client() -> None:
    for more, word in (({"locale": "zh-cn"}, "标题"), ({"locale": "de"}, "heading")):
        with Client() as client:
            client.start({}, **more)
            client.open(URI, PAGE)
            assert word in client.published(URI)[0]["message"]
    with Client() as client:
        client.start({}, options={"language": "zh-CN"}, locale="en")
        client.open(URI, PAGE)
        assert "标题" in client.published(URI)[0]["message"]
        client.notify("workspace/didChangeConfiguration", {"settings": {"chunklint": {"language": "en"}}})
        assert "heading" in client.published(URI)[0]["message"]


def test_lenses_and_hints_are_shown_to_those_who_asked_for_chunks() -> None:
    document = {"textDocument": {"uri": URI}}
    everywhere = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}
    with Client() as client:
        client.start(merged({"workspace": {"codeLens": {"refreshSupport": True}}}))
        client.open(URI, PAGE)
        assert client.request("textDocument/codeLens", document) == []
        assert client.request("textDocument/inlayHint", {**document, "range": everywhere}) == []
        client.notify("workspace/didChangeConfiguration", {"settings": {"chunklint": {"showChunks": True}}})
        client.wait(lambda one: one.get("method") == "workspace/codeLens/refresh")
        lenses = client.request("textDocument/codeLens", document)
        assert [one["command"]["title"] for one in lenses] == ["chunk 1 · 12 tokens, with 1 other section"] * 2
        hints = client.request("textDocument/inlayHint", {**document, "range": everywhere})
        assert [one["label"] for one in hints] == ["chunk 1 · 12 tokens"]


def test_a_preview_and_the_word_that_chunks_have_changed() -> None:
    with Client() as client:
        client.start({})
        client.open(URI, PAGE)
        client.published(URI)
        assert of_type(client.quiet(), "chunklint/chunksChanged") == []
        shown = client.request("chunklint/preview", {"textDocument": {"uri": URI}})
        assert [one["heading_path"] for one in shown["chunks"]] == [["A", "B"]]
        fixed = client.request("chunklint/preview", {"textDocument": {"uri": URI}, "profile": "fixed"})
        assert fixed["profile"]["splitter"] == "fixed"
        client.change(URI, 2, ((2, 0, 2, 3), "##"))
        assert client.notified("chunklint/chunksChanged") == {
            "uri": URI,
            "version": 2,
            "revision": shown["revision"] + 1,
            "profile": "default",
            "chunks": 1,
            "problems": 1,
        }
        for params in ({"textDocument": {"uri": URI}, "profile": "none"}, {"textDocument": 3}, None, [1]):
            assert client.answer(client.ask("chunklint/preview", params))["error"]["code"] == -32602
        assert client.request("chunklint/preview", {"textDocument": {"uri": "file:///other.md"}}) is None


def test_a_rule_is_opened_where_the_client_shows_documents() -> None:
    with Client() as client:
        client.start({"window": {"showDocument": {"support": True}}})
        page = client.request("workspace/executeCommand", {"command": "chunklint.openRule", "arguments": ["CL203"]})
        assert page["markdown"].startswith("# CL203 heading-level-skipped")
        shown = client.wait(lambda one: one.get("method") == "window/showDocument")["params"]
        assert shown["uri"] == page["uri"]
        unknown = client.ask("workspace/executeCommand", {"command": "chunklint.openRule", "arguments": ["CL000"]})
        assert "CL000" in client.answer(unknown)["error"]["message"]


def test_settings_that_are_written_hold_at_once(tmp_path: Path) -> None:
    file = tmp_path / "chunklint.toml"
    uri, page = uri_of(str(file)), uri_of(str(tmp_path / "page.md"))
    event = {"changes": [{"uri": uri, "type": 2}]}
    with Client() as client:
        client.start({}, [uri_of(str(tmp_path))])
        client.open(page, PAGE)
        assert codes(client.published(page)) == ["CL203", "CL703"]
        file.write_text('ignore = ["CL203"]\n')
        client.notify("workspace/didChangeWatchedFiles", event)
        assert codes(client.published(page)) == ["CL703"]
        file.write_text('ignore = ["CL203"]\nmax-tokenz = 3\n')
        client.notify("workspace/didChangeWatchedFiles", event)
        (problem,) = client.published(uri)
        assert (problem["range"]["start"]["line"], problem["severity"]) == (1, 1)
        assert codes(client.published(page)) == ["CL703"]
        (message,) = of_type(client.quiet(), "window/showMessage")
        assert f"{file}:2: " in message["message"]
        client.change(page, 2, ((0, 2, 0, 3), "B"))
        client.published(page, 2)
        assert len(of_type(client.quiet(), "window/showMessage")) == 1
        file.write_text("")
        client.notify("textDocument/didSave", {"textDocument": {"uri": uri}})
        assert client.published(uri) == []
        assert codes(client.published(page)) == ["CL203", "CL703"]


def test_a_client_is_asked_to_watch_and_gives_its_settings(tmp_path: Path) -> None:
    capabilities = {
        "workspace": {
            "didChangeWatchedFiles": {"dynamicRegistration": True},
            "didChangeConfiguration": {"dynamicRegistration": True},
            "configuration": True,
        }
    }
    with Client() as client:
        client.on_request["workspace/configuration"] = lambda params: [{"language": "zh-CN"}]
        client.start(capabilities, [uri_of(str(tmp_path))])
        registered = client.wait(lambda one: one.get("method") == "client/registerCapability")["params"]
        watchers = registered["registrations"][0]["registerOptions"]["watchers"]
        assert {one["globPattern"] for one in watchers} >= {"**/chunklint.toml", "**/pyproject.toml", "**/.gitignore"}
        client.wait(lambda one: one.get("method") == "workspace/configuration")
        client.open(URI, PAGE)
        assert "标题" in client.published(URI)[0]["message"]


def test_each_folder_of_a_workspace_has_its_own_settings(tmp_path: Path) -> None:
    for name, text in (("a", 'ignore = ["CL203"]\n'), ("b", "")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "chunklint.toml").write_text(text)
    with Client() as client:
        client.start({}, [uri_of(str(tmp_path / "a")), uri_of(str(tmp_path / "b"))])
        for name, expected in (("a", ["CL703"]), ("b", ["CL203", "CL703"])):
            uri = uri_of(str(tmp_path / name / "page.md"))
            client.open(uri, PAGE)
            assert codes(client.published(uri)) == expected
        client.open("untitled:one", PAGE)
        assert codes(client.published("untitled:one")) == ["CL703"]


def test_what_is_deleted_or_renamed_has_no_findings_left(tmp_path: Path) -> None:
    pages = [uri_of(str(tmp_path / name)) for name in ("docs/a.md", "docs/b.md", "c.md")]
    with Client() as client:
        client.start({"workspace": {"fileOperations": {"didDelete": True, "didRename": True}}})
        for page in pages:
            client.open(page, PAGE)
            client.published(page)
        client.notify("workspace/didDeleteFiles", {"files": [{"uri": uri_of(str(tmp_path / "docs"))}]})
        assert client.published(pages[0]) == []
        assert client.published(pages[1]) == []
        renamed = {"files": [{"oldUri": pages[2], "newUri": pages[2] + "x"}]}
        client.notify("workspace/didRenameFiles", renamed)
        assert client.published(pages[2]) == []


def test_a_workspace_is_checked_with_progress_and_in_parts(tmp_path: Path) -> None:
    for number in range(45):
        (tmp_path / f"page{number}.md").write_text(PAGE, "utf-8")
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules/README.md").write_text(PAGE, "utf-8")
    folder = uri_of(str(tmp_path))
    opened = f"{folder}/page7.md"
    with Client() as client:
        announced = client.start(PULLS, [folder])
        assert announced["diagnosticProvider"]["workspaceDiagnostics"] is True
        client.open(opened, "# A\n", version=4)
        params: dict[str, Any] = {"previousResultIds": [], "workDoneToken": "w", "partialResultToken": "p"}
        last = client.request("workspace/diagnostic", params)["items"]
        progress = of_type(client.seen, "$/progress")
        parts = [one["value"]["items"] for one in progress if one["token"] == "p"]
        assert len(parts) == 2
        items = {one["uri"]: one for part in [*parts, last] for one in part}
        assert len(items) == 45
        assert items[opened]["version"] == 4
        assert items[opened]["items"] == []
        assert codes(items[f"{folder}/page8.md"]["items"]) == ["CL203", "CL703"]
        kinds = [one["value"]["kind"] for one in progress if one["token"] == "w"]
        assert (kinds[0], kinds[-1]) == ("begin", "end")
        previous = [{"uri": uri, "value": one["resultId"]} for uri, one in items.items()]
        (tmp_path / "page8.md").write_text("# A\n", "utf-8")
        (tmp_path / "page9.md").unlink()
        changes = [{"uri": f"{folder}/page9.md", "type": 3}]
        client.notify("workspace/didChangeWatchedFiles", {"changes": changes})
        again = client.request("workspace/diagnostic", {"previousResultIds": previous})["items"]
        full = {one["uri"]: one["items"] for one in again if one["kind"] == "full"}
        assert full == {f"{folder}/page8.md": [], f"{folder}/page9.md": []}


def test_workspaces_are_left_alone_if_the_user_wants_that() -> None:
    with Client() as client:
        announced = client.start(PULLS, options={"workspaceDiagnostics": False})
        assert announced["diagnosticProvider"]["workspaceDiagnostics"] is False


def test_rule_packs_are_named_where_they_are_not_trusted(tmp_path: Path) -> None:
    (tmp_path / "chunklint.toml").write_text('plugins = ["some-pack"]\n')
    with Client() as client:
        client.start({}, [uri_of(str(tmp_path))])
        assert "some-pack" in client.notified("window/showMessage")["message"]


BAD = (
    framed({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": 5}}),
    framed({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": None}),
    framed({"jsonrpc": "2.0", "method": "no/such/method", "params": {}}),
    framed({"jsonrpc": "2.0", "id": 77, "result": None}),
    framed({"jsonrpc": "2.0", "id": 78, "error": {"code": 1, "message": "no"}}),
    framed({"jsonrpc": "1.0"}),
    framed({"jsonrpc": "2.0"}),
    framed({"method": {"a": 1}, "jsonrpc": "2.0"}),
    b"Content-Length: 9\r\n\r\nnot JSON!",
    b"Content-Length: 2\r\n\r\n[]",
    b"Content-Length: 6\r\n\r\n[1, 2]",
    b"Content-Length: 4\r\n\r\n\xff\xfe\xfd\xfc",
    b"Content-Length: 40000\r\n\r\n" + b"[" * 40000,
    b"hello\r\n\r\n",
)


def test_bad_messages_do_no_harm() -> None:
    with Client() as client:
        client.start()
        for version, data in enumerate(BAD):
            client.send_bytes(data)
            client.open(URI, PAGE, version=version)
            assert codes(client.published(URI, version)) == ["CL203", "CL703"], data
        told = [one["message"] for one in of_type(client.seen, "window/showMessage")]
        assert any("textDocument/didOpen" in one for one in told)
        assert len(told) == len(set(told))
        assert client.stop() == 0


def test_bad_requests_are_answered() -> None:
    with Client() as client:
        client.start()
        for method, params, code in (
            ("textDocument/hover", {"textDocument": {}}, -32602),
            ("no/such/method", {}, -32601),
            ("textDocument/hover", None, -32602),
        ):
            assert client.answer(client.ask(method, params))["error"]["code"] == code
        nowhere = {"textDocument": {"uri": "file:///no.md"}, "position": {"line": 2147483647, "character": 2147483647}}
        assert client.request("textDocument/hover", nowhere) is None
        client.change("file:///no.md", 3, "text")
        client.close("file:///no.md")
        assert client.stop() == 0


def test_nothing_is_done_before_the_client_has_introduced_itself() -> None:
    with Client() as client:
        number = client.ask(
            "textDocument/hover", {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}}
        )
        assert client.answer(number)["error"]["code"] == -32002
        client.open(URI, PAGE)
        client.start()
        client.open(URI, PAGE)
        client.published(URI)


def test_an_unexpected_start_and_end_of_a_document_do_no_harm() -> None:
    with Client() as client:
        client.start()
        client.open(URI, PAGE)
        client.open(URI, "# A\n", version=2)
        assert client.published(URI, 2) == []
        client.change(URI, 3)
        assert client.published(URI, 3) == []
        client.change(URI, 4, "")
        assert client.published(URI, 4) == []
        client.change(URI, 5, PAGE)
        assert codes(client.published(URI, 5)) == ["CL203", "CL703"]


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
@pytest.mark.parametrize("leaves_the_pipe_open", [False, True])
def test_a_client_that_dies_takes_its_server_with_it(leaves_the_pipe_open: bool) -> None:
    stand_in = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        with Client() as client:
            client.start({}, processId=stand_in.pid)
            client.open(URI, PAGE)
            client.published(URI)
            if leaves_the_pipe_open:
                stand_in.send_signal(signal.SIGKILL)
                stand_in.wait()
            else:
                assert client.process.stdin is not None
                client.process.stdin.close()
            assert client.process.wait(PATIENCE) == 1
    finally:
        stand_in.kill()
        stand_in.wait()


def test_a_client_that_goes_during_a_long_check_takes_its_server_with_it() -> None:
    with Client() as client:
        client.start()
        client.open(URI, "Some *words* in a paragraph, and some more of them.\n\n" * 20_000)
        assert client.process.stdin is not None
        client.process.stdin.close()
        start = time.monotonic()
        assert client.process.wait(PATIENCE) == 1
        assert time.monotonic() - start < 5


def test_leaving_without_a_goodbye_is_an_error() -> None:
    with Client() as client:
        client.start()
        client.notify("exit", None)
        assert client.process.wait(PATIENCE) == 1


def test_a_request_can_be_cancelled() -> None:
    with Client() as client:
        client.start(PULLS)
        client.open(URI, "Some *words* in a paragraph.\n\n" * 5000)
        number = client.ask("textDocument/diagnostic", {"textDocument": {"uri": URI}})
        client.notify("$/cancelRequest", {"id": number})
        assert client.answer(number)["error"]["code"] == -32800
        assert client.pull(URI)["kind"] == "full"


def test_five_megabytes_are_no_reason_to_fall(tmp_path: Path) -> None:
    text = ("# Heading\n\n" + "Words of a page that somebody has generated. " * 20 + "\n\n") * 5500
    assert len(text) > 5_000_000
    with Client() as client:
        client.start()
        client.open(URI, text)
        client.change(URI, 2, ((0, 2, 0, 3), "h"))
        start = time.monotonic()
        place = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 3}}
        client.request("textDocument/hover", place)
        assert time.monotonic() - start < 20
        assert client.published(URI, 2, seconds=120)
        assert client.stop() == 0


def test_a_server_can_be_reached_at_a_port() -> None:
    with Client("--tcp", "0") as server:
        end = time.monotonic() + PATIENCE
        while not (line := next((one for one in server.log if "listening" in one), "")) and time.monotonic() < end:
            time.sleep(0.05)
        port = int(line.rsplit(":", 1)[1])
        with socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
            params = {"processId": None, "rootUri": None, "capabilities": {}}
            connection.sendall(framed({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}))
            received = b""
            while b'"chunklint"' not in received:
                received += connection.recv(65536)
        assert server.process.wait(PATIENCE) == 1


@pytest.mark.parametrize("address", ["x", "99999", "1.2.3.4:y"])
def test_an_address_that_is_none_is_misuse(address: str) -> None:
    with Client("--tcp", address) as server:
        assert server.process.wait(PATIENCE) == 2


def test_what_is_printed_by_mistake_does_not_reach_the_client(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import threading, time\n"
        "def shout():\n"
        "    while True:\n"
        "        print('noise', flush=True); time.sleep(0.01)\n"
        "import os\n"
        "if os.environ.get('SHOUT'):\n"
        "    threading.Timer(1.5, shout).start()\n"
    )
    paths = os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH", "")]))
    with Client(environ={"PYTHONPATH": paths, "SHOUT": "1"}) as client:
        client.start()
        time.sleep(2)
        client.open(URI, PAGE)
        assert codes(client.published(URI)) == ["CL203", "CL703"]
        client.process.kill()


def test_what_is_wrong_with_a_profile_is_shown_on_the_settings_file(tmp_path: Path) -> None:
    file, page = tmp_path / "chunklint.toml", uri_of(str(tmp_path / "page.md"))
    uri = uri_of(str(file))
    file.write_text("max-tokens = 400\noverlap = 300\n")
    with Client() as client:
        client.start(PULLS, [uri_of(str(tmp_path))], locale="zh-cn")
        client.open(page, PAGE)
        (finding,) = client.published(uri)
        assert (finding["code"], finding["severity"], finding["source"]) == ("CL801", 2, "chunklint")
        assert finding["range"] == {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 13}}
        assert "重复" in finding["message"]
        client.change(page, 2, ((0, 2, 0, 3), "B"))
        client.pull(page)
        assert of_type(client.quiet(1.0), "textDocument/publishDiagnostics") == []
        file.write_text("max-tokens = 400\noverlap = 300\nmax-tokenz = 3\n")
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri, "type": 2}]})
        shown = {one["code"]: one["message"] for one in client.published(uri)}
        assert shown["settings"] == "没有 'max-tokenz' 这个键，是不是 'max-tokens'？"
        file.write_text("max-tokens = 400\noverlap = 30\n")
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri, "type": 2}]})
        while client.published(uri):
            pass


def test_pages_that_are_not_open_count_for_what_is_said_of_profiles(tmp_path: Path) -> None:
    file = tmp_path / "chunklint.toml"
    file.write_text("max-tokens = 400\noverlap = 300\n")
    (tmp_path / "page.md").write_text(PAGE, "utf-8")
    with Client() as client:
        client.start(PULLS, [uri_of(str(tmp_path))])
        client.request("workspace/diagnostic", {"previousResultIds": []})
        assert codes(client.published(uri_of(str(file)))) == ["CL801"]


@pytest.mark.parametrize("data", [b"\xff\xfe\x00ignore", b"ignore = [", b"\x00" * 9, b"max-tokens = -3\n", None])
def test_a_settings_file_that_cannot_be_read_is_said_to_be_and_costs_no_finding(
    tmp_path: Path, data: bytes | None
) -> None:
    file, page = tmp_path / "chunklint.toml", uri_of(str(tmp_path / "page.md"))
    if data is None:
        file.symlink_to(tmp_path / "chunklint.toml")  # a link to itself
    else:
        file.write_bytes(data)
    with Client() as client:
        client.start({}, [uri_of(str(tmp_path))])
        client.open(page, PAGE)
        assert codes(client.published(page)) == ["CL203", "CL703"]
        if data is not None:
            assert "chunklint.toml" in client.notified("window/showMessage")["message"]
            assert codes(client.published(uri_of(str(file)))) == ["settings"]
        assert client.stop() == 0
