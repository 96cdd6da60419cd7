"""Paths and fingerprints as CI systems want them: relative to the repository's root, unique in a report."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chunklint.report.record import FindingRecord

# Where GitHub and GitLab say that the repository was checked out.
_ROOTS = ("GITHUB_WORKSPACE", "CI_PROJECT_DIR")


def repository_path(path: str, environ: Mapping[str, str] | None = None) -> str:
    """A printed path relative to the root of the repository that a CI system checked out; elsewhere as it is.

    A job that runs in a subfolder would otherwise report places that the CI system does not find.

    >>> import os
    >>> repository_path("page.md", {"GITHUB_WORKSPACE": os.path.dirname(os.getcwd())}) == (
    ...     os.path.basename(os.getcwd()) + "/page.md"
    ... )
    True
    """
    environ = os.environ if environ is None else environ
    root = next((environ[name] for name in _ROOTS if environ.get(name)), "")
    if not root or path.startswith(("<", "-")):
        return path
    try:
        relative = os.path.relpath(os.path.abspath(path), root)  # noqa: PTH100 (pathlib has no relative path upwards)
    except ValueError:  # another drive
        return path
    return path if relative.startswith(os.pardir) else relative.replace(os.sep, "/")


def without_surrogates(text: str) -> str:
    """A text that any JSON or XML reader takes: a byte of a file name that is no text becomes U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


class Occurrences:
    """Numbers the findings of a file that have one fingerprint; they must come file by file."""

    def __init__(self) -> None:
        self._path = ""
        self._seen: dict[str, int] = {}

    def number(self, record: FindingRecord) -> int:
        """How many equal findings of the file came before this one."""
        if record.path != self._path:
            self._path = record.path
            self._seen = {}
        number = self._seen.get(record.fingerprint, 0)
        self._seen[record.fingerprint] = number + 1
        return number
