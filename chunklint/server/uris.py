"""Tells which file a URI means and the other way round; a URI that a client gave is never made anew."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING
from urllib.parse import quote, unquote, urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterable

_DRIVE = re.compile(r"/[A-Za-z]:")


def path_of(uri: str) -> str | None:
    """The path of a ``file:`` URI, however it is encoded; None for any other (``untitled:``, ``git:``, nonsense).

    >>> path_of("file:///c%3A/docs/my%20notes/%E6%96%87.md"), path_of("untitled:Untitled-1")
    ('c:/docs/my notes/文.md', None)
    """
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    if parts.scheme.lower() != "file":
        return None
    # File names need not be text: stray bytes go through as Python's own file functions want them.
    path = unquote(parts.path, errors="surrogateescape")
    host = unquote(parts.netloc)
    if host and host.lower() != "localhost":
        path = f"//{host}{path}"
    elif _DRIVE.match(path):
        path = path[1].lower() + path[2:]
    # Paths cannot hold it, and functions of the system refuse it with an error of their own.
    if not path or "\0" in path:
        return None
    return path.replace("/", os.sep) if os.sep != "/" else path


def uri_of(path: str) -> str:
    """The ``file:`` URI of an absolute path, for a file whose URI no client has given.

    >>> uri_of("/docs/my notes/文.md")
    'file:///docs/my%20notes/%E6%96%87.md'
    """
    path = path.replace(os.sep, "/")
    if path.startswith("//"):
        host, _, rest = path[2:].partition("/")
        return f"file://{quote(host)}/{_quoted(rest)}"
    return f"file:///{_quoted(path.removeprefix('/'))}"


def uri_below(folders: Iterable[str], path: str) -> str:
    """The URI of a file by that of the folder which holds it, so that the client's own spelling of it is kept.

    >>> uri_below(["file:///c%3A/docs"], "c:/docs/a b.md")
    'file:///c%3A/docs/a%20b.md'
    """
    for folder in folders:
        root = (path_of(folder) or "").rstrip(os.sep)
        if root and path.startswith(root + os.sep):
            return f"{folder.rstrip('/')}/{_quoted(path[len(root) + 1 :].replace(os.sep, '/'))}"
    return uri_of(path)


def name_of(uri: str) -> str:
    """What to call a document that is no file: the last part of its URI.

    >>> name_of("untitled:Untitled-1"), name_of("git:/docs/a.md?ref=HEAD")
    ('Untitled-1', 'a.md')
    """
    try:
        path = urlsplit(uri).path
    except ValueError:
        path = ""
    return unquote(path).rstrip("/").rpartition("/")[2].replace("\0", "") or "untitled"


def _quoted(path: str) -> str:
    return quote(path, safe="/~", errors="surrogateescape")
