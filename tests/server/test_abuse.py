"""Clients send nonsense: whatever comes in whatever order, the server answers, goes on, and then tells the truth."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from chunklint.api import lint_text
from chunklint.server.uris import uri_of
from tests.server.client import PULLS, UTF8, Client, merged

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PAGE = "# A\n\n### B\n\nText pass\u200bword 😀.\n\n| a | b |\n| - | - |\n" + "| some words | and more |\n" * 40
CELL = "vscode-notebook-cell:/docs/n.ipynb#W0sZmlsZQ%3D%3D"
NOTEBOOK = "file:///docs/n.ipynb"
CLIENTS = [{}, PULLS, merged(PULLS, UTF8, {"workspace": {"diagnostics": {"refreshSupport": True}}})]
SETTINGS = [
    'ignore = ["CL203"]\n',
    "max-tokens = [",
    "max-tokenz = 3\n",
    "\0\1",
    '[profiles.x]\nsplitter = "structure"\nmax-tokens = 50\n',
    'profile = "x"\n',
    "a" * 300_000,
]
REQUESTS = [
    "textDocument/hover",
    "textDocument/codeAction",
    "textDocument/diagnostic",
    "workspace/diagnostic",
    "textDocument/codeLens",
    "textDocument/inlayHint",
    "chunklint/preview",
    "workspace/executeCommand",
    "codeAction/resolve",
    "textDocument/definition",
    "no/such",
]
STEPS = 150


class Abuser:
    """Sends random messages, some of them right; ``pending`` are the requests that want an answer."""

    def __init__(self, client: Client, folder: Path, chosen: random.Random) -> None:
        self.client = client
        self.chosen = chosen
        self.pending: list[int] = []
        self.roots = [folder / "a b", folder / "文档"]
        for root in self.roots:
            root.mkdir()
        pages = [uri_of(str(root / name)) for root in self.roots for name in ("x.md", "chunklint.toml")]
        self.uris = [
            *pages,
            pages[0].replace("%20", " "),
            pages[2].replace("%", "%25"),
            CELL,
            "untitled:Untitled-1",
            'git:/x.md?{"ref":"~"}',
            "file:///%E6%E6%E6",
            "file://%%%",
            "http://[::1",
            "file:///no/%00.md",
            "\0",
            "",
        ]

    def step(self) -> None:
        """Send one message."""
        acts: list[tuple[Callable[[], None], int]] = [
            (self.opens, 4),
            (self.changes, 5),
            (self.closes, 2),
            (self.writes_settings, 1),
            (self.notebook, 1),
            (self.configures, 1),
            (self.moves, 1),
            (self.asks, 5),
        ]
        self.chosen.choices([act for act, _ in acts], [weight for _, weight in acts])[0]()

    def uri(self) -> str:
        return self.chosen.choice(self.uris)

    def position(self) -> dict[str, int]:
        line = self.chosen.choice([0, 1, 5, 10**6, 2**31 - 1, -1])
        return {"line": line, "character": self.chosen.choice([0, 3, 10**6, 2**31 - 1, -5])}

    def range(self) -> dict[str, Any]:
        return {"start": self.position(), "end": self.position()}

    def junk(self) -> Any:
        return self.chosen.choice([None, 5, -1.5, "x", [], {}, True, {"textDocument": 5}, {"textDocument": {"uri": 7}}])

    def text(self) -> str:
        return self.chosen.choice([PAGE, "", PAGE * 3, "\ufeff" + PAGE, *SETTINGS])

    def opens(self) -> None:
        language = self.chosen.choice(["markdown", "mdx", "toml", "python", ""])
        self.client.open(self.uri(), self.text(), language, self.chosen.choice([1, 0, -3, 99]))

    def changes(self) -> None:
        edit = {"range": self.range(), "text": self.chosen.choice(["", "x", "\n\n", "```\n", "😀"])}
        changes = self.chosen.choice([[{"text": self.text()}], [edit], [edit] * 5, [], [{"no": 1}], "bad"])
        version = self.chosen.choice([1, 5, 2, None, "x", 10**12])
        document = {"uri": self.uri(), "version": version}
        self.client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": changes})

    def closes(self) -> None:
        method = self.chosen.choice(["textDocument/didClose", "textDocument/didSave"])
        self.client.notify(method, {"textDocument": {"uri": self.uri()}})

    def writes_settings(self) -> None:
        file = self.chosen.choice(self.roots) / "chunklint.toml"
        if self.chosen.random() < 0.7:
            file.write_text(self.chosen.choice(SETTINGS))
        else:
            file.unlink(missing_ok=True)
        changes = [{"uri": uri_of(str(file)), "type": self.chosen.choice([1, 2, 3, 9])}]
        self.client.notify("workspace/didChangeWatchedFiles", {"changes": changes})

    def notebook(self) -> None:
        cells = [{"kind": 1, "document": CELL}]
        opened = {"uri": NOTEBOOK, "notebookType": "jupyter-notebook", "version": 1, "cells": cells}
        texts = [{"uri": CELL, "languageId": "markdown", "version": 1, "text": PAGE}]
        array = {"start": self.chosen.choice([0, 5, -1]), "deleteCount": self.chosen.choice([0, 1, 9]), "cells": []}
        change = {"cells": {"structure": {"array": array}}}
        method, params = self.chosen.choice(
            [
                ("didOpen", {"notebookDocument": opened, "cellTextDocuments": texts}),
                ("didChange", {"notebookDocument": {"uri": NOTEBOOK, "version": 2}, "change": change}),
                ("didClose", {"notebookDocument": {"uri": NOTEBOOK}, "cellTextDocuments": []}),
                ("didChange", self.junk()),
            ]
        )
        self.client.notify(f"notebookDocument/{method}", params)

    def configures(self) -> None:
        section = {
            "profile": self.chosen.choice(["fixed", "no-such", 5, None]),
            "underline": self.chosen.choice(["start", "whole", 5]),
            "showChunks": self.chosen.choice([True, False, "x"]),
            "config": self.chosen.choice(["/no/such", 5, None]),
        }
        settings = self.chosen.choice([None, {}, {"chunklint": 5}, {"chunklint": section}])
        self.client.notify("workspace/didChangeConfiguration", {"settings": settings})

    def moves(self) -> None:
        first, second = (uri_of(str(root)) for root in self.chosen.sample(self.roots, 2))
        if self.chosen.random() < 0.5:
            renamed = {"oldUri": self.chosen.choice([first, self.uri()]), "newUri": second}
            self.client.notify("workspace/didRenameFiles", {"files": [renamed]})
        else:
            event = {"added": [{"uri": first, "name": "n"}], "removed": [{"uri": second, "name": "n"}]}
            self.client.notify("workspace/didChangeWorkspaceFolders", {"event": event})

    def asks(self) -> None:
        method = self.chosen.choice(REQUESTS)
        params: Any = {
            "textDocument": {"uri": self.uri()},
            "position": self.position(),
            "range": self.range(),
            "context": {"diagnostics": [], "only": self.chosen.choice([None, ["quickfix"], [5]])},
            "previousResultIds": [{"uri": self.uri(), "value": "x"}],
            "profile": self.chosen.choice([None, "fixed", "no-such", 5]),
            "command": self.chosen.choice(["chunklint.openRule", "x"]),
            "arguments": self.chosen.choice([None, ["CL101"], [5, 6, 7]]),
            "title": "t",
            "data": {"uri": self.uri(), "revision": 0, "do": self.chosen.choice(["fix all", "line", 5]), "start": "x"},
        }
        self.pending.append(self.client.ask(method, params if self.chosen.random() < 0.75 else self.junk()))
        if self.chosen.random() < 0.2:
            self.client.notify("$/cancelRequest", {"id": self.chosen.choice([self.pending[-1], 10**6, "x"])})


@pytest.mark.parametrize("seed", range(3))
def test_after_any_nonsense_the_server_still_tells_the_truth(tmp_path: Path, seed: int) -> None:
    chosen = random.Random(seed)
    capabilities = CLIENTS[seed % len(CLIENTS)]
    with Client(cwd=tmp_path) as client:
        abuser = Abuser(client, tmp_path, chosen)
        client.start(capabilities, [uri_of(str(root)) for root in abuser.roots], {"showChunks": True})
        for _ in range(STEPS):
            abuser.step()
        for number in abuser.pending:
            # -32603 is an internal error: what was wrong with a request is to be said in other codes.
            assert client.answer(number).get("error", {}).get("code") != -32603
        client.notify("workspace/didChangeConfiguration", {"settings": {"chunklint": {"profile": "", "config": None}}})
        client.notify("workspace/didChangeConfiguration", {"settings": {"chunklint": {"underline": "whole"}}})
        page = "file:///somewhere/else.md"
        client.open(page, PAGE)
        pulls = "textDocument" in capabilities
        found = client.pull(page)["items"] if pulls else client.published(page, 1)
        assert [one["code"] for one in found] == [one.code for one in lint_text(PAGE, "else.md")]
        assert not [line for line in client.log if "Traceback" in line or "internal error" in line]
        assert client.stop() == 0
