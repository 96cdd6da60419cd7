"""Asks Git, through its own program and never a shell; what the answers mean is decided elsewhere.

Nothing here changes a repository, prompts, or reaches the network: a partial clone is not completed on the way.
"""

# Paths are strings here: pathlib costs start-up.
# ruff: noqa: PTH118

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING, NamedTuple

from chunklint.gate.errors import GateError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

# What a hook's environment says of its own repository, which is wrong for another one (as git rev-parse lists it).
_OF_ONE_REPOSITORY = (
    *("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_PREFIX", "GIT_NAMESPACE"),
    *("GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_GRAFT_FILE", "GIT_SHALLOW_FILE"),
    *("GIT_INTERNAL_SUPER_PREFIX", "GIT_CONFIG", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_COUNT"),
)
_SETTLED = {
    "GIT_OPTIONAL_LOCKS": "0",  # an index that is refreshed on the way is not written
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "LC_ALL": "C",
}
# Of what Git compares: whatever the user's configuration says, all paths from the top, and no program of theirs is run.
_PLAIN = ("--raw", "-z", "--no-abbrev", "--no-relative", "--no-ext-diff", "--no-textconv", "--no-color")
_SUBMODULE, _LINK = "160000", "120000"


class FileChange(NamedTuple):
    """A file that differs; paths are relative to the repository's top, with ``/``, None where there is no such file.

    Blobs are object names, None where there is none (or, of a file on disk, none is known).
    """

    old_path: str | None
    new_path: str | None
    old_blob: str | None
    new_blob: str | None


class SubmoduleChange(NamedTuple):
    """A submodule whose commit differs, or whose files do; the new commit is None where it is that of the disk."""

    path: str
    old_commit: str
    new_commit: str | None


class Repository:
    """One working tree; ``top`` is its folder."""

    def __init__(self, top: str, *, is_shallow: bool, environ: Mapping[str, str]) -> None:
        self.top = top
        self.is_shallow = is_shallow
        self._environ = environ

    def commit(self, revision: str) -> str:
        """The name of a revision's commit. Raises GateError where there is none."""
        try:
            name = self.run("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
        except GateError:
            if not self.has_commits():
                raise GateError("no commits") from None
            kind = "revision missing in shallow" if self.is_shallow else "revision missing"
            raise GateError(kind, revision=revision) from None
        return name.decode("ascii").strip()

    def has_commits(self) -> bool:
        """Whether there is a commit to compare with yet."""
        try:
            self.run("rev-parse", "--verify", "--quiet", "HEAD^{commit}")
        except GateError:
            return False
        return True

    def merge_base(self, revision: str) -> str:
        """The commit at which HEAD and a revision parted. Raises GateError where none is known."""
        try:
            return self.run("merge-base", "--end-of-options", f"{revision}^{{commit}}", "HEAD").decode("ascii").strip()
        except GateError:
            self.commit(revision)  # where that is what is wrong
            kind = "no merge base in shallow" if self.is_shallow else "no merge base"
            raise GateError(kind, revision=revision) from None

    def changes(self, old: str, new: str | None = None, *, staged: bool = False) -> list[FileChange | SubmoduleChange]:
        """What differs between a commit or tree and another one, the index (``staged``) or, else, the disk."""
        which = ["--cached", old] if staged else [old, *([new] if new else [])]
        # Git would note in its index that a file with new times has its old content, whatever is said of locks.
        return _changes(
            self.run(
                "-c", "diff.autoRefreshIndex=false", "diff", *_PLAIN, "-M", "--ignore-submodules=none", *which, "--"
            )
        )

    def untracked(self, patterns: Sequence[str]) -> list[str]:
        """The files on disk that Git neither has nor ignores, by pathspecs."""
        found = self.run("ls-files", "-z", "--others", "--exclude-standard", "--full-name", "--", *patterns)
        return [os.fsdecode(path) for path in found.split(b"\0") if path and not path.endswith(b"/")]

    def tree_of_nothing(self) -> str:
        """The name of the empty tree, in this repository's kind of hash."""
        return self.run("hash-object", "-t", "tree", "--stdin").decode("ascii").strip()

    def blobs(self, names: Iterable[str]) -> dict[str, bytes | None]:
        """The contents of objects by name (``HASH`` or ``COMMIT:PATH``), None where there is no such file here."""
        asked = [name for name in dict.fromkeys(names) if "\n" not in name]
        if not asked:
            return {}
        answer = self.run("cat-file", "--batch", stdin=b"".join(os.fsencode(name) + b"\n" for name in asked))
        found: dict[str, bytes | None] = {}
        at = 0
        for name in asked:
            end = answer.find(b"\n", at)
            kind, _, size = answer[at:end].rpartition(b" ")
            at = end + 1
            if kind.endswith((b" blob", b" tree", b" commit", b" tag")):
                found[name] = answer[at : at + int(size)] if kind.endswith(b" blob") else None
                at += int(size) + 1
            else:
                found[name] = None
        return found

    def submodule(self, path: str) -> Repository | None:
        """The working tree of a submodule; None where it is not checked out."""
        folder = os.path.join(self.top, path)
        if not os.path.lexists(os.path.join(folder, ".git")):
            return None
        try:
            return open_repository(folder, inside=True)
        except GateError:
            return None

    def run(self, *arguments: str, stdin: bytes = b"") -> bytes:
        """What Git writes to standard output. Raises GateError for any other exit code than 0."""
        return _run(self.top, self._environ, arguments, stdin)


def open_repository(folder: str, *, inside: bool = False) -> Repository:
    """The repository of a folder; ``inside`` another one, whose environment does not count. Raises GateError."""
    environ = {**os.environ, **_SETTLED}
    if inside:
        for name in _OF_ONE_REPOSITORY:
            environ.pop(name, None)
    try:
        answer = _run(folder, environ, ("rev-parse", "--is-shallow-repository", "--show-toplevel"))
    except GateError as error:
        reason = str(error.values.get("reason", ""))
        if error.name == "git failed" and "not a git repository" in reason:
            raise GateError("no repository", path=folder) from None
        raise
    shallow, _, top = answer.partition(b"\n")
    return Repository(os.fsdecode(top.removesuffix(b"\n")), is_shallow=shallow == b"true", environ=environ)


def _run(folder: str, environ: Mapping[str, str], arguments: Sequence[str], stdin: bytes = b"") -> bytes:
    try:
        done = subprocess.run(
            ["git", *arguments], cwd=folder, env=environ, input=stdin, capture_output=True, check=False
        )
    except FileNotFoundError:
        raise GateError("git missing") from None
    except OSError as error:
        raise GateError("git failed", reason=error.strerror or type(error).__name__) from None
    if done.returncode:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines()
        reason = lines[0].removeprefix("fatal: ").removeprefix("error: ") if lines else f"exit code {done.returncode}"
        raise GateError("git failed", reason=reason.rstrip("."))
    return done.stdout


def _changes(raw: bytes) -> list[FileChange | SubmoduleChange]:
    """The answer of ``git diff --raw -z``, a path once; links are no files here."""
    fields = iter(raw.split(b"\0"))
    found: dict[str, FileChange | SubmoduleChange] = {}
    for header in fields:
        if not header.startswith(b":"):
            continue
        old_mode, new_mode, old_blob, new_blob, status = header[1:].decode("ascii").split(" ")
        old = new = os.fsdecode(next(fields))
        if status[0] in "RC":
            new = os.fsdecode(next(fields))
        if _SUBMODULE in (old_mode, new_mode):
            if old_mode == new_mode:
                found[new] = SubmoduleChange(new, old_blob, _known(new_blob))
            continue
        # A file in conflict is on disk, with its markers; where Git says more of it than that, the rest counts.
        is_conflict = status[0] == "U"
        has_old, has_new = _is_file(old_mode), _is_file(new_mode) or is_conflict
        if (has_old or has_new) and not (is_conflict and new in found):
            found[new] = FileChange(
                old if has_old else None,
                new if has_new else None,
                _known(old_blob) if has_old else None,
                _known(new_blob) if has_new else None,
            )
    return list(found.values())


def _is_file(mode: str) -> bool:
    return mode != "000000" and mode != _LINK


def _known(name: str) -> str | None:
    return name if name.strip("0") else None
