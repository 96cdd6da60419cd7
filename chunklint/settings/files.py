"""Finds the documents that a run is about, from the files and folders that were named; it reads none of them."""

# Paths are strings here: a walk meets tens of thousands, and `Path.resolve` would follow links.
# ruff: noqa: PTH100, PTH109, PTH113, PTH114, PTH116, PTH118, PTH119, PTH120, PTH206

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from chunklint.documents.reader import FORMATS, format_of
from chunklint.settings.errors import PathError, printed_path, working_folder
from chunklint.settings.globs import has_negation, matches
from chunklint.settings.ignored import NO_RULES, IgnoreFiles, IgnoreRules
from chunklint.text.decoding import HEAD, is_binary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from chunklint.settings.model import Settings
    from chunklint.settings.resolver import SettingsResolver

MAX_BYTES = 10_000_000
"""The largest file that a folder walk finds: four times the largest page among 500 real ones, a bundle of a whole
manual; beyond that it is a dump and no document."""

SKIPPED_FOLDERS = frozenset(
    (
        *(".git", ".hg", ".svn", ".bzr", ".jj"),
        *("node_modules", "bower_components", "site-packages"),
        *(".venv", ".tox", ".nox", ".direnv", ".eggs", "__pycache__", "__pypackages__"),
        *(".mypy_cache", ".pytest_cache", ".ruff_cache", ".ipynb_checkpoints", ".idea", ".vscode"),
    )
)
"""Folders of tools and of other people's files, wherever they lie. Other hidden folders are looked into, since docs
are kept in `.github`; so are `build` and `dist`, which may be about building, unless .gitignore names them."""

DEPENDENCIES = frozenset(("node_modules", "bower_components", "site-packages"))
"""Those of them in which pages do lie, so that leaving them out is worth a note (unless .gitignore names them)."""


class FoundFile(NamedTuple):
    """A file to lint: its absolute path, and how it is shown (relative to the working directory, with ``/``)."""

    absolute: str
    printed: str

    @property
    def path(self) -> Path:
        """The absolute path; a run over thousands of files does without this."""
        return Path(self.absolute)


class FoundFiles(NamedTuple):
    """The files to lint, each once and in a stable order, and sentences about what was left out."""

    files: list[FoundFile]
    notes: list[str]


def find_files(
    paths: Iterable[Path | str],
    resolver: SettingsResolver,
    *,
    force_exclude: bool = False,
    is_known: Callable[[str, os.stat_result], bool] | None = None,
) -> FoundFiles:
    """The documents among the files and below the folders named.

    A folder is walked with what its settings include and exclude, and without what Git ignores. A file named
    explicitly is linted even if excluded, unless ``force_exclude`` or its settings say otherwise. Raises PathError for
    a path that does not exist, SettingsError for settings that can't be used.

    ``is_known`` says of a file with a status whether it was read before and is text: most of a walk's time goes into
    reading the head of every file.
    """
    search = _Search(resolver, force_exclude=force_exclude, is_known=is_known)
    for path in paths:
        search.named(os.fspath(path))
    return search.result()


def is_excluded(path: Path | str, resolver: SettingsResolver, ignored: IgnoreFiles | None = None) -> bool:
    """Whether a walk of the whole project would leave a file out: skipped folders, globs, .gitignore.

    The project is the Git repository or the settings file's folder, whichever is larger. The file need not exist. A
    caller with many questions passes one ``IgnoreFiles``. Raises SettingsError.
    """
    ignored = ignored or IgnoreFiles()
    path = os.path.abspath(path)
    folder = os.path.dirname(path)
    if _is_folder_excluded(folder, resolver, ignored):
        return True
    settings = resolver.for_folder(folder)
    rules = ignored.rules_in(folder) if settings.respect_gitignore else NO_RULES
    return rules.ignores(path, folder=False) or not _is_wanted(path, settings)


def _is_folder_excluded(folder: str, resolver: SettingsResolver, ignored: IgnoreFiles) -> bool:
    """Whether a walk of the whole project would not look into a folder (absolute)."""
    root = resolver.for_folder(folder).root
    roots = [ignored.rules_in(folder).repository, str(root or ""), os.getcwd()]
    project = min((one for one in roots[:2] if _is_inside(folder, one)), default=roots[2], key=len)
    while _is_inside(folder, project):
        parent = os.path.dirname(folder)
        settings = resolver.for_folder(parent)
        rules = ignored.rules_in(parent) if settings.respect_gitignore else NO_RULES
        if _is_skipped(folder) or _prunes(settings, folder) or rules.ignores(folder, folder=True):
            return True
        folder = parent
    return False


def _prunes(settings: Settings, folder: str) -> bool:
    """Whether ``exclude`` makes it needless to look into a folder."""
    return matches(settings.exclude, folder, folder=True) and not has_negation(settings.exclude)


class _Search:
    """One run of `find_files`; real paths tell which files and folders were met already."""

    def __init__(
        self,
        resolver: SettingsResolver,
        *,
        force_exclude: bool,
        is_known: Callable[[str, os.stat_result], bool] | None,
    ) -> None:
        self.resolver = resolver
        self.force_exclude = force_exclude
        self.is_known = is_known
        self.ignored = IgnoreFiles()
        self.found: dict[str, str] = {}  # real path: path as it was met
        self.walked: set[str] = set()  # real paths of folders
        self.notes: list[str] = []
        self.dependencies: list[str] = []

    def named(self, path: str) -> None:
        """A path from the command line."""
        shown = printed_path(path) if path else "''"
        try:
            status = os.stat(path)
        except (FileNotFoundError, NotADirectoryError):
            what = "is a link to nothing" if os.path.islink(path) else "does not exist"
            raise PathError(f"{shown} {what}") from None
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise PathError(f"{shown} can't be read: {reason}") from None
        path = os.path.abspath(path)
        if stat.S_ISDIR(status.st_mode):
            self.named_folder(path, shown)
        elif format_of(shown) is None:
            self.notes.append(f"{shown} is skipped: chunklint reads {_endings()} files")
        elif not stat.S_ISREG(status.st_mode):
            raise PathError(f"{shown} is not a regular file")
        else:
            self.named_file(path, status.st_size)

    def named_file(self, path: str, size: int) -> None:
        forced = self.force_exclude or self.resolver.for_folder(os.path.dirname(path)).force_exclude
        if forced and (is_excluded(path, self.resolver, self.ignored) or self.is_huge(path, size)):
            return
        # Named by hand, a file that is no text is an error of whoever reads it; a hook names whatever was changed.
        if not (forced and self.is_binary(path)):
            self.found.setdefault(os.path.realpath(path), path)

    def named_folder(self, path: str, shown: str) -> None:
        forced = self.force_exclude or self.resolver.for_folder(path).force_exclude
        if forced and _is_folder_excluded(path, self.resolver, self.ignored):
            self.notes.append(f"{shown} is excluded")
            return
        before = len(self.found)
        overruled = self.overruled_rules(path)
        links = [(path, os.path.realpath(path))]
        # Real folders before links, so that a file is shown by its own path where it has one here.
        while links:
            later: list[tuple[str, str]] = []
            for folder, real in links:
                self.walk(folder, real, overruled, later)
            links = sorted(later)
        if len(self.found) == before and not any(_is_inside(file, path) for file in self.found.values()):
            self.notes.append(f"{shown} holds no documents: chunklint reads {_endings()} files that are not excluded")

    def overruled_rules(self, path: str) -> IgnoreRules:
        """The .gitignore rules from above a named folder that would ignore it: naming it overrules them."""
        folder = path
        while (parent := os.path.dirname(folder)) != folder:
            rules = self.ignored.rules_in(parent)
            if rules.ignores(folder, folder=True):
                return rules
            folder = parent
        return NO_RULES

    def walk(self, top: str, top_real: str, overruled: IgnoreRules, links: list[tuple[str, str]]) -> None:
        """Collects below one folder without following links, which are left for later in ``links``."""
        waiting = [(top, top_real)]
        linked_files: list[str] = []
        while waiting:
            folder, real = waiting.pop()
            if real in self.walked:
                continue
            self.walked.add(real)
            settings = self.resolver.for_folder(folder)
            rules = self.rules_in(folder, overruled) if settings.respect_gitignore else NO_RULES
            for entry in self.entries(folder):
                if self.is_folder(entry):
                    if (
                        _prunes(settings, entry.path)
                        or rules.ignores(entry.path, folder=True)
                        or self.skips(entry.path)
                    ):
                        continue
                    if entry.is_symlink():
                        self.follow(entry.path, real, links)
                    else:
                        waiting.append((entry.path, os.path.join(real, entry.name)))
                elif _is_wanted(entry.path, settings) and not rules.ignores(entry.path, folder=False):
                    if entry.is_symlink():
                        linked_files.append(entry.path)
                    else:
                        self.add(entry.path, os.path.join(real, entry.name))
        for path in linked_files:
            self.add(path, os.path.realpath(path))

    def rules_in(self, folder: str, overruled: IgnoreRules) -> IgnoreRules:
        rules = self.ignored.rules_in(folder)
        if not overruled.levels:
            return rules
        return rules._replace(levels=tuple(level for level in rules.levels if level not in overruled.levels))

    def entries(self, folder: str) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(folder) as entries:
                return list(entries)
        except OSError as error:
            # A folder that vanished during the walk is nobody's problem.
            if not isinstance(error, FileNotFoundError):
                self.notes.append(f"{printed_path(folder)} can't be read: {error.strerror}")
            return []

    def is_folder(self, entry: os.DirEntry[str]) -> bool:
        try:
            return entry.is_dir()
        except OSError:
            return False  # a link that goes in a circle, or to where we may not look

    def skips(self, folder: str) -> bool:
        if not _is_skipped(folder):
            return False
        if os.path.basename(folder) in DEPENDENCIES:
            self.dependencies.append(printed_path(folder))
        return True

    def follow(self, link: str, real_folder: str, links: list[tuple[str, str]]) -> None:
        target = os.path.realpath(link)
        if real_folder == target or _is_inside(real_folder, target):
            self.notes.append(f"{printed_path(link)} is skipped: it links to a folder that it lies in")
        elif not _is_skipped(target):
            links.append((link, target))

    def add(self, path: str, real: str) -> None:
        """A file that a walk has met."""
        if real in self.found:
            return
        try:
            status = os.stat(path)
        except OSError:
            return  # a link to nothing, or a file that vanished
        if not stat.S_ISREG(status.st_mode):
            self.notes.append(f"{printed_path(path)} is skipped: it is not a regular file")
        elif not self.is_huge(path, status.st_size) and (
            (self.is_known is not None and self.is_known(path, status)) or not self.is_binary(path)
        ):
            self.found[real] = path

    def is_huge(self, path: str, size: int) -> bool:
        if size <= MAX_BYTES:
            return False
        limit = MAX_BYTES // 1_000_000
        self.notes.append(f"{printed_path(path)} is skipped: it is larger than {limit} MB (name it to lint it anyway)")
        return True

    def is_binary(self, path: str) -> bool:
        try:
            # Without Python's own file objects, which take as long again as reading does.
            descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
            try:
                head = os.read(descriptor, HEAD)
            finally:
                os.close(descriptor)
        except OSError:
            return False  # whoever reads it reports that
        if not is_binary(head):
            return False
        self.notes.append(f"{printed_path(path)} is skipped: it is not text but binary data")
        return True

    def result(self) -> FoundFiles:
        if self.dependencies:
            first, more = min(self.dependencies), len(self.dependencies) - 1
            others = f" and {more} more" if more else ""
            self.notes.append(f"{first}{others} skipped: folders of dependencies (name a file in them to lint it)")
        # By folder, then name: the order of the paths named, and of the file system, does not show.
        paths = sorted(self.found.values(), key=lambda path: path.split(os.sep))
        here = working_folder()
        files = [FoundFile(path, printed_path(path, here)) for path in paths]
        return FoundFiles(files, sorted(dict.fromkeys(self.notes)))


def _is_wanted(path: str, settings: Settings) -> bool:
    """Whether a file's format, ``include`` and ``exclude`` let a walk find it."""
    if format_of(os.path.basename(path)) is None or matches(settings.exclude, path):
        return False
    return not settings.include or matches(settings.include, path)


def _is_skipped(folder: str) -> bool:
    return os.path.basename(folder) in SKIPPED_FOLDERS or os.path.isfile(os.path.join(folder, "pyvenv.cfg"))


def _is_inside(path: str, folder: str) -> bool:
    return bool(folder) and path.startswith(folder if folder.endswith(os.sep) else folder + os.sep)


def _endings() -> str:
    *first, last = sorted(FORMATS)
    return f"{', '.join(first)} and {last}" if first else last
