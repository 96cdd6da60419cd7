"""A notebook is checked as one document, and what is found in it is shown in its cells."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from chunklint.api import lint_text
from chunklint.server.uris import uri_of
from tests.cli.program import chunklint
from tests.server.client import PULLS, Client, merged
from tests.shared_material import shared

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

NOTEBOOKS: dict[str, Any] = {"notebookDocument": {"synchronization": {"dynamicRegistration": True}}}
NOTEBOOK = "file:///docs/guide.ipynb"
MARKUP, CODE = 1, 2
LANGUAGES = {"markdown": "markdown", "code": "python", "raw": "raw"}
CELLS = [
    (MARKUP, "markdown", "# Pumps\n\nFirst 😀 pass\u200bword."),
    (CODE, "python", "# no heading\nprint('x')"),
    (MARKUP, "markdown", "### Deep\n\n```\nleft open"),
    (MARKUP, "markdown", "## 标题\n\nNot swallowed."),
    (CODE, "python", ""),
]


def cell_uri(number: int) -> str:
    return f"vscode-notebook-cell:/docs/guide.ipynb#W{number}sZmlsZQ%3D%3D"


def item(number: int, language: str, text: str, version: int = 1) -> dict[str, Any]:
    return {"uri": cell_uri(number), "languageId": language, "version": version, "text": text}


def open_notebook(client: Client, cells: Sequence[tuple[int, str, str]] = CELLS, uri: str = NOTEBOOK) -> None:
    notebook = {
        "uri": uri,
        "notebookType": "jupyter-notebook",
        "version": 1,
        "cells": [{"kind": kind, "document": cell_uri(number)} for number, (kind, _, _) in enumerate(cells)],
    }
    texts = [item(number, language, text) for number, (_, language, text) in enumerate(cells)]
    client.notify("notebookDocument/didOpen", {"notebookDocument": notebook, "cellTextDocuments": texts})


def change_notebook(client: Client, version: int, **cells: Any) -> None:
    params = {"notebookDocument": {"uri": NOTEBOOK, "version": version}, "change": {"cells": cells}}
    client.notify("notebookDocument/didChange", params)


def typed(number: int, version: int, line: int, start: int, end: int, text: str) -> dict[str, Any]:
    place = {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}
    document = {"uri": cell_uri(number), "version": version}
    return {"document": document, "changes": [{"range": place, "text": text}]}


def shown(diagnostics: list[dict[str, Any]]) -> list[tuple[str, int, int]]:
    places = [(one["code"], one["range"]["start"]) for one in diagnostics]
    return [(code, start["line"], start["character"]) for code, start in places]


def as_file(cells: Sequence[tuple[int, str, str]]) -> str:
    names = {MARKUP: "markdown", CODE: "code"}
    made = [{"cell_type": names[kind], "metadata": {}, "source": text} for kind, _, text in cells]
    return json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def test_findings_are_published_in_their_cells_as_the_command_line_finds_them() -> None:
    with Client() as client:
        announced = client.start(NOTEBOOKS)
        assert announced["notebookDocumentSync"]["notebookSelector"]
        open_notebook(client)
        assert shown(client.published(cell_uri(0), 1)) == [("CL703", 2, 13)]
        assert shown(client.published(cell_uri(2), 1)) == [("CL203", 0, 0), ("CL501", 2, 0)]
        assert client.published(cell_uri(3), 1) == []
        assert client.published(cell_uri(1), 1) == []
    found = lint_text(as_file(CELLS), "guide.ipynb")
    assert [one.code for one in found] == ["CL703", "CL203", "CL501"]


def test_related_places_may_be_in_other_cells() -> None:
    with Client() as client:
        client.start(merged(NOTEBOOKS, {"textDocument": {"publishDiagnostics": {"relatedInformation": True}}}))
        open_notebook(client)
        (related,) = client.published(cell_uri(2))[0]["relatedInformation"]
        assert related["location"]["uri"] == cell_uri(0)
        assert related["location"]["range"]["start"] == {"line": 0, "character": 0}


def test_an_edit_of_one_cell_may_change_what_is_found_in_another() -> None:
    with Client() as client:
        client.start(NOTEBOOKS)
        open_notebook(client)
        client.published(cell_uri(2), 1)
        change_notebook(client, 2, textContent=[typed(0, 2, 0, 0, 1, "##")])
        assert shown(client.published(cell_uri(2))) == [("CL501", 2, 0)]
        assert shown(client.published(cell_uri(0), 2)) == [("CL703", 2, 13)]
        change_notebook(client, 3, textContent=[typed(0, 3, 2, 13, 14, ""), typed(2, 2, 3, 9, 9, "\n```")])
        assert client.published(cell_uri(0), 3) == []
        assert client.published(cell_uri(2), 2) == []


def test_cells_come_and_go_and_move() -> None:
    with Client() as client:
        client.start(NOTEBOOKS)
        open_notebook(client)
        for number in (0, 2, 3):
            client.published(cell_uri(number))
        array = {"start": 1, "deleteCount": 2, "cells": [{"kind": MARKUP, "document": cell_uri(9)}]}
        opened, closed = [item(9, "markdown", "##No space")], [{"uri": cell_uri(1)}, {"uri": cell_uri(2)}]
        change_notebook(client, 2, structure={"array": array, "didOpen": opened, "didClose": closed})
        assert client.published(cell_uri(2)) == []
        assert shown(client.published(cell_uri(9), 1)) == [("CL205", 0, 0)]
        # Cells now: 0, 9, 3, 4. The last two change places with the first two.
        moved = [{"kind": MARKUP, "document": cell_uri(one)} for one in (3, 0, 9)]
        change_notebook(client, 3, structure={"array": {"start": 0, "deleteCount": 3, "cells": moved}})
        change_notebook(client, 4, textContent=[typed(9, 2, 0, 2, 2, " ")])
        assert shown(client.published(cell_uri(9), 2)) == [("CL202", 0, 0)]
        change_notebook(client, 5, data=[{"kind": CODE, "document": cell_uri(9)}])
        assert client.published(cell_uri(9)) == []
        client.notify("notebookDocument/didClose", {"notebookDocument": {"uri": NOTEBOOK}, "cellTextDocuments": []})
        client.published(cell_uri(3))
        assert client.stop() == 0


def test_a_client_that_pulls_asks_for_each_cell() -> None:
    refreshes = {"workspace": {"diagnostics": {"refreshSupport": True}}}
    with Client() as client:
        client.start(merged(NOTEBOOKS, PULLS, refreshes))
        open_notebook(client)
        report = client.pull(cell_uri(2))
        assert shown(report["items"]) == [("CL203", 0, 0), ("CL501", 2, 0)]
        assert client.pull(cell_uri(2), report["resultId"])["kind"] == "unchanged"
        assert client.pull(cell_uri(4))["items"] == []
        for number in (0, 1, 3):
            client.pull(cell_uri(number))
        change_notebook(client, 2, textContent=[typed(0, 2, 0, 0, 1, "##")])
        client.wait(lambda one: one.get("method") == "workspace/diagnostic/refresh")
        assert shown(client.pull(cell_uri(2), report["resultId"])["items"]) == [("CL501", 2, 0)]
        assert [one for one in client.quiet() if one.get("method") == "textDocument/publishDiagnostics"] == []


def test_hover_and_actions_work_in_a_cell() -> None:
    with Client() as client:
        client.start(merged(NOTEBOOKS, {"workspace": {"workspaceEdit": {"documentChanges": True}}}))
        open_notebook(client)
        client.published(cell_uri(2))
        place = {"textDocument": {"uri": cell_uri(2)}, "position": {"line": 0, "character": 5}}
        assert "CL203" in client.request("textDocument/hover", place)["contents"]["value"]
        assert "chunk 1" in client.request("textDocument/hover", place)["contents"]["value"]
        zero = {"start": {"line": 0, "character": 0}, "end": {"line": 3, "character": 0}}
        asked = {"textDocument": {"uri": cell_uri(2)}, "range": zero, "context": {"diagnostics": []}}
        actions = {one["title"]: one for one in client.request("textDocument/codeAction", asked)}
        (edit,) = actions["Fix CL203 (heading-level-skipped), which needs a look afterwards"]["edit"]["documentChanges"]
        assert edit["textDocument"] == {"uri": cell_uri(2), "version": 1}
        assert edit["edits"][0]["range"]["start"]["line"] == 0
        (edit,) = actions["Disable CL203 (heading-level-skipped) here"]["edit"]["documentChanges"]
        assert edit["edits"][0]["newText"].startswith("<!-- chunklint-disable-next-line CL203 -->")
        (edit,) = actions["Disable CL501 (fence-never-closed) in this file"]["edit"]["documentChanges"]
        assert edit["textDocument"]["uri"] == cell_uri(0)
        for number in (1, 4):
            asked["textDocument"]["uri"] = cell_uri(number)
            assert all("Disable" not in one["title"] for one in client.request("textDocument/codeAction", asked))
        asked["textDocument"]["uri"] = cell_uri(0)
        actions = {one["title"]: one for one in client.request("textDocument/codeAction", asked)}
        (edit,) = actions["Fix all safe chunklint problems"]["edit"]["documentChanges"]
        assert edit["textDocument"]["uri"] == cell_uri(0)
        assert edit["edits"] == [
            {"range": {"start": {"line": 2, "character": 13}, "end": {"line": 2, "character": 14}}, "newText": ""}
        ]


def test_chunks_are_shown_in_the_cells_where_they_begin() -> None:
    with Client() as client:
        client.start(NOTEBOOKS, options={"showChunks": True, "chunksChanged": True})
        open_notebook(client)
        assert client.notified("chunklint/chunksChanged")["uri"] == NOTEBOOK
        everywhere = {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}
        for number, lines in ((0, [0]), (1, []), (2, [0]), (3, [0]), (4, [])):
            document = {"textDocument": {"uri": cell_uri(number)}}
            lenses = client.request("textDocument/codeLens", document)
            assert [one["range"]["start"]["line"] for one in lenses] == lines
            hints = client.request("textDocument/inlayHint", {**document, "range": everywhere})
            assert len(hints) == (number == 0)


@pytest.mark.parametrize("is_deleted", [True, False])
def test_a_notebook_that_is_gone_has_no_findings_left(is_deleted: bool) -> None:
    with Client() as client:
        client.start(NOTEBOOKS)
        open_notebook(client)
        client.published(cell_uri(2))
        if is_deleted:
            client.notify("workspace/didDeleteFiles", {"files": [{"uri": NOTEBOOK}]})
        else:
            client.notify("workspace/didRenameFiles", {"files": [{"oldUri": NOTEBOOK, "newUri": NOTEBOOK + "x"}]})
        assert client.published(cell_uri(2)) == []


def test_settings_of_its_folder_hold_for_a_notebook(tmp_path: Path) -> None:
    (tmp_path / "chunklint.toml").write_text('ignore = ["CL203"]\n')
    with Client() as client:
        client.start(NOTEBOOKS, [uri_of(str(tmp_path))])
        open_notebook(client, uri=uri_of(str(tmp_path / "guide.ipynb")))
        assert shown(client.published(cell_uri(2))) == [("CL501", 2, 0)]
        (tmp_path / "chunklint.toml").write_text('ignore = ["CL501"]\n')
        event = {"changes": [{"uri": uri_of(str(tmp_path / "chunklint.toml")), "type": 2}]}
        client.notify("workspace/didChangeWatchedFiles", event)
        assert shown(client.published(cell_uri(2))) == [("CL203", 0, 0)]


def test_a_notebook_opened_as_text_is_left_alone() -> None:
    with Client() as client:
        client.start(NOTEBOOKS)
        client.open(NOTEBOOK, as_file(CELLS), language="json")
        assert client.quiet() == []


def test_changes_that_make_no_sense_do_no_harm() -> None:
    with Client() as client:
        client.start(NOTEBOOKS)
        change_notebook(client, 2, textContent=[typed(0, 2, 0, 0, 1, "##")])
        open_notebook(client)
        client.published(cell_uri(2))
        change_notebook(client, 3, textContent=[typed(77, 2, 0, 0, 1, "##")])
        array = {"start": 90, "deleteCount": 7, "cells": [{"kind": MARKUP, "document": "cell:unknown"}]}
        change_notebook(client, 4, structure={"array": array})
        change_notebook(client, 5, textContent=[typed(0, 2, 0, 0, 1, "##")])
        assert shown(client.published(cell_uri(2))) == [("CL501", 2, 0)]
        assert client.stop() == 0


def test_real_notebooks_have_the_same_findings_in_the_editor_and_in_a_terminal(tmp_path: Path) -> None:
    for path in sorted(shared("wild").rglob("*.ipynb")):
        notebook = json.loads(path.read_bytes())
        cells = [
            (MARKUP if one["cell_type"] == "markdown" else CODE, LANGUAGES[one["cell_type"]], "".join(one["source"]))
            for one in notebook["cells"]
        ]
        # The terminal reads what the editor would save; outputs are of no account.
        (tmp_path / "guide.ipynb").write_text(as_file(cells), "utf-8")
        done = chunklint(tmp_path, "check", "--output-format", "json", "--select", "ALL", "--fail-on", "never", ".")
        expected = [
            (one["cell"], one["code"], one["line"] - 1, one["utf16_column"] - 1, one["message"])
            for one in json.loads(done.stdout)
            if not one["code"].startswith("CL8")
        ]
        assert expected
        found = []
        with Client() as client:
            client.start(merged(NOTEBOOKS, PULLS))
            (tmp_path / "chunklint.toml").write_text('select = ["ALL"]\n')
            open_notebook(client, cells, uri_of(str(tmp_path / "guide.ipynb")))
            for number in range(len(cells)):
                for one in client.pull(cell_uri(number))["items"]:
                    start = one["range"]["start"]
                    found.append((number, one["code"], start["line"], start["character"], one["message"]))
        assert found == expected, path.name


def test_the_preview_of_a_notebook_says_in_which_cells_chunks_lie() -> None:
    sentences = "\n".join(f"Pump {one} runs at {one + 20} degrees and stops by itself." for one in range(60))
    cells = [
        (MARKUP, "markdown", f"# Pumps\n\n{sentences}"),
        (CODE, "python", "print('x')"),
        (CODE, "python", ""),
        (MARKUP, "markdown", "## Deep 😀\n\nA pass\u200bword."),
    ]
    with Client() as client:
        client.start(NOTEBOOKS)
        open_notebook(client, cells)
        whole = client.request("chunklint/preview", {"textDocument": {"uri": NOTEBOOK}})
        assert client.request("chunklint/preview", {"textDocument": {"uri": cell_uri(3)}}) == whole
        assert whole["uri"] == NOTEBOOK
        assert whole["cells"] == [cell_uri(number) for number in range(4)]
        assert len(whole["chunks"]) > 2
        places = [place for chunk in whole["chunks"] for place in chunk["ranges"]]
        # The first cell is cut in several chunks, one of which goes on in the code; the empty one is in none.
        assert [place["cell"] for place in places] == sorted(place["cell"] for place in places)
        assert {place["cell"] for place in places} == {0, 1, 3}
        assert whole["chunks"][0]["ranges"][0]["start"] == {"line": 0, "character": 0}
        last = places[-1]
        assert (last["cell"], last["end"]) == (3, {"line": 2, "character": 12})
        (invisible,) = [one for one in whole["findings"] if one["code"] == "CL703"]
        assert invisible["range"] == {
            "start": {"line": 2, "character": 6},
            "end": {"line": 2, "character": 7},
            "cell": 3,
        }
        fixed = client.request("chunklint/preview", {"textDocument": {"uri": NOTEBOOK}, "profile": "fixed"})
        (other,) = {place["cell"] for place in fixed["chunks"][0]["ranges"]}
        assert (fixed["profile"]["name"], other) == ("fixed", 0)


def test_the_preview_of_a_notebook_has_every_word_once() -> None:
    cells = [(MARKUP, "markdown", f"## Part {one}\n\n{'Some words of it. ' * (40 * one % 97)}") for one in range(9)]
    with Client() as client:
        client.start(NOTEBOOKS)
        open_notebook(client, cells)
        whole = client.request("chunklint/preview", {"textDocument": {"uri": NOTEBOOK}})
        texts = dict.fromkeys(range(len(cells)), "")
        for chunk in whole["chunks"]:
            for place in chunk["ranges"]:
                lines = cells[place["cell"]][2].split("\n")
                start, end = place["start"], place["end"]
                cut = lines[start["line"] : end["line"] + 1]
                cut[-1] = cut[-1][: end["character"]]
                cut[0] = cut[0][start["character"] :]
                texts[place["cell"]] += " " + "\n".join(cut)
        for number, (_, _, text) in enumerate(cells):
            assert texts[number].split() == text.split()
