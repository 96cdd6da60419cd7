"""A settings file that is open in the editor is checked as it stands there; pages go by what was saved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from chunklint.server.uris import uri_of
from tests.server.client import Client

if TYPE_CHECKING:
    from pathlib import Path

PAGE = "# A\n\n### B\n\nText.\n"


def started(client: Client, folder: Path) -> tuple[str, str]:
    """A page and a settings file of a folder, the page open and known to have one finding."""
    client.start(folders=[uri_of(str(folder))])
    page = uri_of(str(folder / "page.md"))
    client.open(page, PAGE)
    assert [one["code"] for one in client.published(page, 1)] == ["CL203"]
    return page, uri_of(str(folder / "chunklint.toml"))


def lines(diagnostics: list[dict[str, Any]]) -> list[tuple[int, str]]:
    return [(one["range"]["start"]["line"], one["code"]) for one in diagnostics]


def test_a_mistake_shows_before_it_is_saved_and_goes_with_it(tmp_path: Path) -> None:
    (tmp_path / "chunklint.toml").write_text("max-tokens = 300\n")
    with Client(cwd=tmp_path) as client:
        page, settings = started(client, tmp_path)
        client.open(settings, "max-tokens = 300\n", "toml")
        client.change(settings, 2, ((1, 0, 1, 0), 'ignore = ["CL203"]\nmax-tokenz = 3\n'))
        (problem,) = client.published(settings)
        assert lines([problem]) == [(2, "settings")]
        assert "did you mean 'max-tokens'" in problem["message"]
        # Nothing is told in the window, and no page is checked by it: nothing was saved.
        assert all(one.get("method") != "window/showMessage" for one in client.quiet())
        client.change(page, 2, ((4, 0, 4, 0), "More. "))
        assert [one["code"] for one in client.published(page, 2)] == ["CL203"]
        client.change(settings, 3, ((2, 0, 3, 0), ""))
        assert client.published(settings) == []


def test_closing_without_saving_leaves_what_is_wrong_with_the_file(tmp_path: Path) -> None:
    (tmp_path / "chunklint.toml").write_text("\nmax-tokenz = 3\n")
    with Client(cwd=tmp_path) as client:
        _, settings = started(client, tmp_path)
        assert lines(client.published(settings)) == [(1, "settings")]
        client.open(settings, "\nmax-tokenz = 3\n", "toml")
        client.change(settings, 2, "max-tokens = 300\n")
        assert client.published(settings) == []
        client.close(settings)
        assert lines(client.published(settings)) == [(1, "settings")]


def test_what_was_saved_holds_and_is_said_once(tmp_path: Path) -> None:
    file = tmp_path / "chunklint.toml"
    file.write_text("max-tokens = 300\n")
    with Client(cwd=tmp_path) as client:
        page, settings = started(client, tmp_path)
        client.open(settings, "max-tokens = 300\n", "toml")
        text = 'ignore = ["CL203"]\nselect = ["CL999"]\n'
        client.change(settings, 2, text)
        assert lines(client.published(settings)) == [(1, "settings")]
        file.write_text(text)
        client.notify("textDocument/didSave", {"textDocument": {"uri": settings}})
        assert "CL999" in client.notified("window/showMessage")["message"]
        assert [one["code"] for one in client.published(page)] == ["CL203"]
        client.change(settings, 3, 'ignore = ["CL203"]\n')
        assert client.published(settings) == []
        file.write_text('ignore = ["CL203"]\n')
        client.notify("textDocument/didSave", {"textDocument": {"uri": settings}})
        assert client.published(page) == []


def test_a_finding_about_a_profile_moves_with_its_key_and_goes_when_that_changes(tmp_path: Path) -> None:
    (tmp_path / "chunklint.toml").write_text("max-tokens = 400\noverlap = 300\n")
    with Client(cwd=tmp_path) as client:
        _, settings = started(client, tmp_path)
        assert lines(client.published(settings)) == [(1, "CL801")]
        client.open(settings, "max-tokens = 400\noverlap = 300\n", "toml")
        client.change(settings, 2, ((0, 0, 0, 0), "# a comment\n\n"))
        assert lines(client.published(settings)) == [(3, "CL801")]
        client.change(settings, 3, ((3, 10, 3, 13), "30"))
        assert client.published(settings) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[project]\nname = 'x'\n", []),
        ("[project]\nname = \n", []),
        ("[project]\nname = 'x'\n[tool.chunklint]\nmax-tokenz = 1\n", [(3, "settings")]),
        ("[tool.chunklint]\nmax-tokens = [\n", [(1, "settings")]),
    ],
)
def test_a_project_file_is_ours_only_where_it_says_so(
    tmp_path: Path, text: str, expected: list[tuple[int, str]]
) -> None:
    with Client(cwd=tmp_path) as client:
        started(client, tmp_path)
        project = uri_of(str(tmp_path / "pyproject.toml"))
        client.open(project, "", "toml")
        client.change(project, 2, text)
        if expected:
            assert lines(client.published(project)) == expected
        else:
            sent = [one for one in client.quiet(0.8) if one.get("method") == "textDocument/publishDiagnostics"]
            assert all(one["params"]["diagnostics"] == [] for one in sent)


def test_rule_packs_that_are_being_typed_are_not_loaded(tmp_path: Path) -> None:
    (tmp_path / "pack.py").write_text(f"open({str(tmp_path / 'was-run')!r}, 'w')\n")
    (tmp_path / "pack-1.dist-info").mkdir()
    (tmp_path / "pack-1.dist-info/METADATA").write_text("Metadata-Version: 2.1\nName: pack\nVersion: 1\n")
    (tmp_path / "pack-1.dist-info/entry_points.txt").write_text("[chunklint.rules]\npack = pack\n")
    with Client(cwd=tmp_path, environ={"PYTHONPATH": str(tmp_path)}) as client:
        client.start(folders=[uri_of(str(tmp_path))], options={"trusted": True})
        settings = uri_of(str(tmp_path / "chunklint.toml"))
        client.open(settings, "", "toml")
        client.change(settings, 2, 'plugins = ["pack"]\nselect = ["XY1"]\nmax-tokens = "x"\n')
        assert lines(client.published(settings)) == [(2, "settings")]
    assert not (tmp_path / "was-run").exists()
