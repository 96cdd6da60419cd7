"""URIs name files however clients spell them, and a file's URI starts as the client's own do."""

from __future__ import annotations

import os

import pytest

from chunklint.server.uris import name_of, path_of, uri_below, uri_of

posix = pytest.mark.skipif(os.sep != "/", reason="paths of other systems")


@posix
@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///docs/a.md", "/docs/a.md"),
        ("file:///docs/my%20notes/%E6%96%87%E6%A1%A3.md", "/docs/my notes/文档.md"),
        ("file:///docs/文档.md", "/docs/文档.md"),
        ("file:///docs/a;b%23c%3Fd.md", "/docs/a;b#c?d.md"),
        ("file:///c%3A/docs/a.md", "c:/docs/a.md"),
        ("file:///C:/docs/a.md", "c:/docs/a.md"),
        ("file://localhost/docs/a.md", "/docs/a.md"),
        ("file://server/share/a.md", "//server/share/a.md"),
        ("FILE:///docs/a.md", "/docs/a.md"),
        ("file:///docs/%FF.md", "/docs/\udcff.md"),
        ("untitled:Untitled-1", None),
        ("git:/docs/a.md?ref", None),
        ("file:///a%00b", None),
        ("file://[", None),
        ("nonsense", None),
        ("", None),
    ],
)
def test_the_path_of_a_uri(uri: str, path: str | None) -> None:
    assert path_of(uri) == path


@posix
@pytest.mark.parametrize(
    "path", ["/docs/a.md", "/docs/my notes/文 档.md", "/docs/a;b#c?d%25.md", "//server/share/a.md", "/docs/\udcff.md"]
)
def test_a_path_comes_back_from_its_uri(path: str) -> None:
    assert path_of(uri_of(path)) == path


@posix
def test_a_file_below_a_folder_is_called_as_the_client_calls_the_folder() -> None:
    folders = ["file:///other", "file:///c%3A/My%20Docs/"]
    assert uri_below(folders, "c:/My Docs/a b.md") == "file:///c%3A/My%20Docs/a%20b.md"
    assert uri_below(folders, "/others/a.md") == "file:///others/a.md"


def test_names_of_buffers() -> None:
    assert [name_of(uri) for uri in ("untitled:Untitled-1", "nofile://", "", "git:/a/b.md?x")] == [
        "Untitled-1",
        "untitled",
        "untitled",
        "b.md",
    ]
