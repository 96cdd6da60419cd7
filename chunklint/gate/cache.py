"""Keeps what linting a file gave until the file, the settings or chunklint change; a damaged cache is as good as none.

One file a project: a line with what it is worth, a line that says where the results of each document lie, and the
results, of which only those that are wanted are read. An entry holds if the document's status is the one noted (times,
size, inode), else if its content is. A document that was written a moment before it was looked at could be written
again without a new time, so its status proves nothing yet (as with Git's index).
"""

# Paths are strings here: a run meets thousands.
# ruff: noqa: PTH103, PTH110, PTH112, PTH116, PTH118, PTH123, PTH208

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, NamedTuple

from chunklint.gate.stored import Stored

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

FOLDER = ".chunklint_cache"
FILE = "results"

_VERSION = 2
# Nanoseconds: file systems note times as coarsely as every two seconds (FAT).
_SETTLED = 2_000_000_000
# Bytes of the first line at most.
_LONGEST_HEAD = 1_000
# Results kept of one file: under the settings of the terminal and of CI, in two languages, and its count of chunks.
_KEPT = 4
# What decides how a page is read, besides our own code.
_DEPENDENCIES = ("markdown_it_py-", "mdit_py_plugins-", "regex-", "tiktoken-", "toktok_rs-")

Status = list[int]


class Looked(NamedTuple):
    """What the cache says of a file; ``stored`` is None where it has to be linted.

    ``data`` is the file's content where it had to be read, ``status`` what the file was before.
    """

    stored: Stored | None
    status: Status
    data: bytes | None = None


class _Entry:
    """What is kept of a file: its status when it was linted (empty where that proves nothing), and its results by key.

    A result is where it lies in the file that was read (offset, length of its first part, of its second), or what is
    new.
    """

    __slots__ = ("digest", "results", "status")

    def __init__(self, status: Status, digest: str, results: dict[str, list[int] | Stored]) -> None:
        self.status = status
        self.digest = digest
        self.results = results


class _Contents(NamedTuple):
    """A cache's file: entries by path, and the bytes in which their results lie, from ``first`` on."""

    entries: dict[str, _Entry]
    body: bytes = b""
    first: int = 0

    def stored(self, entry: _Entry, key: str) -> Stored | None:
        """One of the results of an entry."""
        found = entry.results.get(key)
        if found is None or isinstance(found, Stored):
            return found
        at, shown, rest = found
        start, middle = self.first + at, self.first + at + shown
        return Stored(self.body[start:middle], self.body[middle : middle + rest])


class ResultCache:
    """The cached results of the files below ``root``, each under a ``key`` that stands for the settings.

    Nothing is written before `save`.
    """

    def __init__(self, root: str) -> None:
        self.root = root
        self._prefix = root if root.endswith(os.sep) else root + os.sep
        self._path = os.path.join(root, FOLDER, FILE)
        self._stamp = code_stamp()
        self._read = _status_of(self._path)
        self._contents = _load(self._path, self._stamp)
        self._touched: set[str] = set()
        self._seen: dict[str, Status] = {}
        self._changed = False

    def knows(self, path: str, status: os.stat_result) -> bool:
        """Whether there are results of a file (absolute path) as this status of it says that it is.

        The status then does for `look_up` too. Results are kept of text only.
        """
        entry = self._contents.entries.get(self._name(path))
        if entry is None:
            return False
        seen = self._seen[path] = _status(status)
        return entry.status == seen

    def look_up(self, path: str, key: str) -> Looked:
        """The result of a file (absolute path) under a key. Raises OSError where the file cannot be read."""
        name = self._name(path)
        status = self._seen.pop(path, None) or _status(os.stat(path))
        self._touched.add(name)
        entry = self._contents.entries.get(name)
        if entry is None:
            return Looked(None, status)
        if entry.status == status:
            return Looked(self._contents.stored(entry, key), status)
        with open(path, "rb") as file:
            data = file.read()
        if content_hash(data) != entry.digest:
            return Looked(None, status, data)
        self._note(entry, status)
        return Looked(self._contents.stored(entry, key), status, data)

    def put(self, path: str, key: str, stored: Stored, status: Status, digest: str) -> None:
        """Remember a result; ``status`` and ``digest`` (`content_hash`) are those of the content it is about."""
        name = self._name(path)
        entry = self._contents.entries.get(name)
        if entry is None or entry.digest != digest:
            entry = self._contents.entries[name] = _Entry([], digest, {})
        results = entry.results
        results.pop(key, None)
        results[key] = stored
        while len(results) > _KEPT:
            del results[next(iter(results))]
        self._note(entry, status)
        self._touched.add(name)
        self._changed = True

    def save(self) -> None:
        """Write what is new, with what other runs wrote in the meantime; where that is not possible, do nothing."""
        if not self._changed:
            return
        from chunklint.gate.atomic import remove_abandoned, replace_file

        folder = os.path.dirname(self._path)  # noqa: PTH120
        try:
            _make_folder(folder)
            remove_abandoned(folder)
            replace_file(self._path, _as_bytes(self._all(), self._stamp), durable=False)
        except OSError:
            return  # a folder that we may not write to, or a full disk
        self._changed = False

    def _all(self) -> Iterator[tuple[str, _Entry, _Contents]]:
        """The entries to write, each with what its results lie in; those of files that are gone are left out."""
        others = _load(self._path, self._stamp) if _status_of(self._path) != self._read else _Contents({})
        for contents, entries in ((others, others.entries), (self._contents, self._contents.entries)):
            for name, entry in entries.items():
                if contents is others and name in self._contents.entries:
                    continue
                if name in self._touched or os.path.exists(os.path.join(self.root, name)):
                    yield name, entry, contents

    def _note(self, entry: _Entry, status: Status) -> None:
        import time

        is_settled = max(status[0], status[1]) < time.time_ns() - _SETTLED
        noted = status if is_settled else []
        if entry.status != noted:
            entry.status = noted
            self._changed = True

    def _name(self, path: str) -> str:
        return path.removeprefix(self._prefix)


def content_hash(data: bytes) -> str:
    """32 hexadecimal digits that stand for a file's content."""
    from hashlib import blake2b

    return blake2b(data, digest_size=16).hexdigest()


def status_of_open(descriptor: int) -> Status:
    """The status of an open file, to be taken before it is read."""
    return _status(os.fstat(descriptor))


def code_stamp(folders: tuple[str, ...] = ()) -> str:
    """What changes with the code that makes results: chunklint's, that of ``folders``, and what pages are read with.

    An installed package is known by the list of its files with their hashes, which is part of the installation; a
    working copy by the times and sizes of its modules.
    """
    from hashlib import blake2b

    own = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
    stamp = blake2b(digest_size=16)
    stamp.update(f"{_VERSION} {sys.implementation.cache_tag}".encode())
    installed = os.path.dirname(own)  # noqa: PTH120
    names = {name for folder in sys.path for name in _distributions(folder)}
    stamp.update("\n".join(sorted(names)).encode("utf-8", "surrogateescape"))
    record = next((name for name in _distributions(installed) if name.startswith("chunklint_lsp-")), None)
    try:
        if record is None:
            raise FileNotFoundError
        with open(os.path.join(installed, record, "RECORD"), "rb") as file:
            stamp.update(file.read())
    except OSError:
        folders = (own, os.path.join(installed, "rules"), os.path.join(installed, "chunklint_rules"), *folders)
    for folder in folders:
        for path, status in sorted(_modules(folder)):
            stamp.update(f"{path} {status.st_mtime_ns} {status.st_size}\n".encode("utf-8", "surrogateescape"))
    return stamp.hexdigest()


def clean(root: str) -> bool:
    """Remove the cache of a project; the answer is whether there was one. Raises OSError."""
    import shutil

    folder = os.path.join(root, FOLDER)
    if not os.path.isdir(folder):
        return False
    shutil.rmtree(folder)
    return True


def _load(path: str, stamp: str) -> _Contents:
    """What is in a cache's file; nothing where it is damaged, or was made by other code."""
    import json
    import zlib

    try:
        with open(path, "rb") as file:
            head = json.loads(file.readline(_LONGEST_HEAD))
            body = file.read()
        if head["chunklint-cache"] != _VERSION or head["stamp"] != stamp or head["crc32"] != zlib.crc32(body):
            return _Contents({})
        end = body.index(b"\n")
        entries = json.loads(body[:end].decode("utf-8", "surrogatepass"))
        return _Contents({name: _Entry(*entry) for name, entry in entries.items()}, body, end + 1)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return _Contents({})


def _as_bytes(entries: Iterable[tuple[str, _Entry, _Contents]], stamp: str) -> bytes:
    """The content of a cache's file."""
    import json
    import zlib

    index: dict[str, list[object]] = {}
    parts: list[bytes] = []
    at = 0
    for name, entry, contents in entries:
        results: dict[str, list[int]] = {}
        for key in entry.results:
            stored = contents.stored(entry, key)
            if stored is not None:
                shown, rest = len(stored.shown), len(stored.rest)
                results[key] = [at, shown, rest]
                parts += stored
                at += shown + rest
        index[name] = [entry.status, entry.digest, results]
    # A file name may hold half a surrogate pair.
    listed = json.dumps(index, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
    body = b"".join([listed, b"\n", *parts])
    head = {"chunklint-cache": _VERSION, "stamp": stamp, "crc32": zlib.crc32(body)}
    return json.dumps(head).encode("ascii") + b"\n" + body


def _make_folder(folder: str) -> None:
    """Make the cache's folder so that neither Git nor backups take it in."""
    if os.path.isdir(folder):
        return
    os.makedirs(folder, exist_ok=True)
    for name, text in (
        (".gitignore", "*\n"),
        ("CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n# Made by chunklint; may be deleted.\n"),
    ):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)


def _status(status: os.stat_result) -> Status:
    return [status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino]


def _status_of(path: str) -> Status | None:
    try:
        return _status(os.stat(path))
    except OSError:
        return None


def _distributions(folder: str) -> list[str]:
    """The names of the installed packages in a folder of ``sys.path`` that results depend on."""
    if not folder.endswith("-packages"):
        return []
    try:
        names = os.listdir(folder)
    except OSError:
        return []
    wanted = ("chunklint_lsp-", *_DEPENDENCIES)
    return [name for name in names if name.endswith(".dist-info") and name.startswith(wanted)]


def _modules(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    """The files of a package that its code is in or reads."""
    try:
        entries = list(os.scandir(folder))
    except OSError:
        return
    for entry in entries:
        if entry.name.endswith((".py", ".txt", ".toml", ".bin")):
            yield entry.path, entry.stat()
        elif entry.is_dir() and entry.name not in ("__pycache__", "server", "cli"):
            yield from _modules(entry.path)
