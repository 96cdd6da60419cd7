"""Somebody else's splitter in the editor: it may hang or crash, and the editor goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunklint.server.uris import uri_of
from tests.server.client import Client

if TYPE_CHECKING:
    from pathlib import Path

PAGE = "# A\n\n### B\n\nThe pump runs day and night.\n"


def project(folder: Path, body: str, settings: str = "timeout = 1") -> None:
    (folder / "cutting_here.py").write_text(f"import os, time\n\n\ndef cut(text):\n    {body}\n", "utf-8")
    (folder / "chunklint.toml").write_text(f'splitter = "cutting_here:cut"\n{settings}\n', "utf-8")


def codes(client: Client, uri: str, version: int) -> list[str]:
    return [one["code"] for one in client.published(uri, version)]


def test_a_splitter_that_hangs_is_a_finding_and_the_server_goes_on(tmp_path: Path) -> None:
    project(tmp_path, "time.sleep(600)")
    uri = uri_of(str(tmp_path / "page.md"))
    with Client() as client:
        client.start({}, [uri_of(str(tmp_path))], options={"trusted": True})
        client.open(uri, PAGE)
        assert codes(client, uri, 1) == ["CL407", "CL203"]
        client.change(uri, 2, PAGE.replace("### B", "## B"))
        assert codes(client, uri, 2) == ["CL407"]
        assert client.stop() == 0


def test_a_splitter_that_crashes_is_a_finding_and_the_next_version_is_cut(tmp_path: Path) -> None:
    project(tmp_path, "os._exit(3) if '###' in text else None\n    return [text]")
    uri = uri_of(str(tmp_path / "page.md"))
    with Client() as client:
        client.start({}, [uri_of(str(tmp_path))], options={"trusted": True})
        client.open(uri, PAGE)
        assert codes(client, uri, 1) == ["CL407", "CL203"]
        client.change(uri, 2, PAGE.replace("### B", "## B"))
        assert codes(client, uri, 2) == []


def test_without_trust_nothing_of_the_workspace_runs(tmp_path: Path) -> None:
    project(tmp_path, "open('ran', 'w').close()\n    return [text]")
    uri = uri_of(str(tmp_path / "page.md"))
    with Client(cwd=tmp_path) as client:
        client.start({}, [uri_of(str(tmp_path))])
        assert "not trusted" in client.notified("window/showMessage")["message"]
        client.open(uri, PAGE)
        assert codes(client, uri, 1) == ["CL203"]
    assert not (tmp_path / "ran").exists()
    assert not list(tmp_path.glob("__pycache__"))
