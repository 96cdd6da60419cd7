"""Which documents a change touches, with their contents before and after; what is wrong with them is found elsewhere.

A change is counted from where the branch began (the merge base of the revision and HEAD), as reviews show it, up to
what is on disk, uncommitted and new files included, or up to what is staged.
"""

# Paths are strings here: pathlib costs start-up.
# ruff: noqa: PTH118

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from chunklint.documents.reader import FORMATS, NAMES, format_of
from chunklint.gate.errors import GateError
from chunklint.gate.git import FileChange, Repository, SubmoduleChange

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# What is asked for as Git wants to hear it: names in any case, in any folder.
_DOCUMENTS = [f":(top,icase,glob)**/{name}" for name in (*(f"*{ending}" for ending in FORMATS), *NAMES)]


class ChangedFile(NamedTuple):
    """A file with its absolute paths before and after; None where it was not there, or is not any more.

    ``staged`` is the name of its staged content, where that is what the change ends with.
    """

    repository: Repository
    old_path: str | None
    new_path: str | None
    old_blob: str | None
    staged: str | None = None


class Changes:
    """The documents that differ between a base and today.

    ``touched`` are the paths of all files that differ, documents or not; ``skipped`` names submodules whose base is
    not here. All paths are absolute.
    """

    def __init__(self, repository: Repository, base: str, *, staged: bool) -> None:
        self.repository = repository
        self.base = base
        self.staged = staged
        self.skipped: list[str] = []
        self.touched: set[str] = set()
        self.files = list(self._collect(repository, base, None))
        self._old: dict[tuple[str, str], bytes | None] | None = None

    def before(self, file: ChangedFile) -> bytes | None:
        """A file's content before the change; None where it was not there. Raises GateError where Git lacks it."""
        if file.old_blob is None:
            return None
        if self._old is None:
            self._old = self._read([(one.repository, one.old_blob) for one in self.files if one.old_blob])
        content = self._old[file.repository.top, file.old_blob]
        if content is None:
            raise GateError("old version missing", path=file.old_path, revision=self.base[:12])
        return content

    def staged_contents(self, files: Sequence[ChangedFile]) -> list[bytes]:
        """The staged contents of files. Raises GateError where Git lacks one."""
        found = self._read([(one.repository, one.staged) for one in files if one.staged])
        contents = []
        for one in files:
            content = found.get((one.repository.top, one.staged or ""))
            if content is None:
                raise GateError("old version missing", path=one.new_path, revision="index")
            contents.append(content)
        return contents

    def committed(self, path: str) -> bytes | None:
        """The content of any file (absolute path) in the base; None where it is not there."""
        relative = os.path.relpath(os.path.realpath(path), os.path.realpath(self.repository.top)).replace(os.sep, "/")
        return self.repository.blobs([name := f"{self.base}:{relative}"]).get(name)

    def _read(self, wanted: Sequence[tuple[Repository, str]]) -> dict[tuple[str, str], bytes | None]:
        by_top: dict[str, tuple[Repository, list[str]]] = {}
        for repository, blob in wanted:
            by_top.setdefault(repository.top, (repository, []))[1].append(blob)
        return {
            (top, blob): content
            for top, (repository, blobs) in by_top.items()
            for blob, content in repository.blobs(blobs).items()
        }

    def _collect(self, repository: Repository, base: str, end: str | None) -> Iterator[ChangedFile]:
        """The changed files of one working tree and of its submodules; ``end`` is a commit, None the index or disk."""
        of_index = self.staged and end is None
        known = set()
        for change in repository.changes(base, end, staged=of_index):
            if isinstance(change, SubmoduleChange):
                yield from self._in_submodule(repository, change)
                continue
            if of_index and change.new_path and not change.new_blob:
                continue  # a file in conflict has nothing staged yet
            known.add(change.new_path)
            if change.new_path:
                self.touched.add(os.path.join(repository.top, change.new_path))
            if any(path and format_of(path) for path in (change.old_path, change.new_path)):
                yield _absolute(repository, change, staged=self.staged)
        if not self.staged:
            for path in repository.untracked(_DOCUMENTS):
                if path not in known and not os.path.islink(os.path.join(repository.top, path)):  # noqa: PTH114
                    yield _absolute(repository, FileChange(None, path, None, None), staged=False)

    def _in_submodule(self, repository: Repository, change: SubmoduleChange) -> Iterator[ChangedFile]:
        inner = repository.submodule(change.path)
        if inner is None:
            return  # there are no files of it on disk
        try:
            base = inner.commit(change.old_commit)
        except GateError:
            self.skipped.append(os.path.join(repository.top, change.path))
            return
        yield from self._collect(inner, base, change.new_commit if self.staged else None)


def find_changes(folder: str, revision: str | None, *, staged: bool = False) -> Changes:
    """The documents that changed since a revision (None: since HEAD) in the repository of a folder.

    Raises GateError where there is no Git, no repository, no such revision, or no common ancestor with it.
    """
    from chunklint.gate.git import open_repository

    repository = open_repository(folder)
    if revision is None:
        # Before the first commit, everything is new.
        base = repository.commit("HEAD") if repository.has_commits() else repository.tree_of_nothing()
    else:
        base = repository.merge_base(revision)
    return Changes(repository, base, staged=staged)


def _absolute(repository: Repository, change: FileChange, *, staged: bool) -> ChangedFile:
    def absolute(path: str | None) -> str | None:
        return None if path is None else os.path.join(repository.top, *path.split("/"))

    blob = change.new_blob if staged else None
    return ChangedFile(repository, absolute(change.old_path), absolute(change.new_path), change.old_blob, blob)
