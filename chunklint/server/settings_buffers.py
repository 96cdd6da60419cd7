"""Settings files that the client has open: their text, and what would be wrong with it if it were saved now.

Documents are checked under settings that were saved, as other servers do it: a half-typed limit would cut every open
page anew at each key. What is being typed is looked at all the same, so that a mistake shows before it is saved.
"""

from __future__ import annotations

import asyncio
import os
from typing import TYPE_CHECKING

from chunklint.server.documents import OpenDocument
from chunklint.server.uris import path_of
from chunklint.settings.layers import MAX_BYTES, SETTINGS_FILES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from lsprotocol.types import TextDocumentContentChangeEvent

    from chunklint.server.client import Encoding
    from chunklint.server.settings import Problem

# Seconds without a key before a text is looked at: half a word is wrong at every key, and nobody wants to hear it.
_PAUSE = 0.3


class SettingsBuffers:
    """Looks at open settings files with ``problem_with`` and calls ``changed`` when something else may be wrong now.

    Used in the event loop's thread.
    """

    def __init__(
        self, encoding: Encoding, problem_with: Callable[[str, str], Problem | None], changed: Callable[[], None]
    ) -> None:
        self._encoding = encoding
        self._problem_with = problem_with
        self._changed = changed
        self._open: dict[str, OpenDocument] = {}
        self._problems: dict[str, Problem] = {}
        self._texts: dict[str, str] = {}
        self._timer: asyncio.TimerHandle | None = None

    @property
    def texts(self) -> dict[str, str]:
        """The texts that were looked at, by path, where they are not the files' own."""
        return self._texts

    def opened(self, uri: str, language: str, version: int | None, text: str, config: str | None) -> None:
        """Take a document that was opened, if it is a settings file; ``config`` is one of another name."""
        path = path_of(uri)
        if path is not None and (path == config or os.path.basename(path) in SETTINGS_FILES):  # noqa: PTH119
            self._open[uri] = OpenDocument(uri, language, version, text, self._encoding)
            self._look_later(0.0)

    def apply(self, uri: str, version: int | None, changes: Iterable[TextDocumentContentChangeEvent]) -> bool:
        """Apply changes to a settings file; whether it is an open one."""
        document = self._open.get(uri)
        if document is not None:
            document.apply(version, changes)
            self._look_later(_PAUSE)
        return document is not None

    def closed(self, uri: str) -> None:
        """Forget a document that was closed: what is wrong with the file counts again."""
        if self._open.pop(uri, None) is not None:
            self._look_later(0.0)

    def uri(self, path: str) -> str | None:
        """What the client calls an open settings file."""
        return next((uri for uri, document in self._open.items() if document.path == path), None)

    def problems(self, of_files: Iterable[Problem]) -> list[Problem]:
        """What is wrong with the files, but with open ones what is wrong with their texts."""
        kept = [problem for problem in of_files if problem.path not in self._texts]
        return list(dict.fromkeys([*kept, *self._problems.values()]))

    def look(self) -> None:
        """Look at all texts that are not saved."""
        self._texts, self._problems = {}, {}
        for document in self._open.values():
            path = document.path
            # What is too large is not read as settings, and is told of as a file.
            if path is None or len(document.text) > MAX_BYTES or _is_saved(path, document.text):
                continue
            self._texts[path] = document.text
            # TOML is read as the file is: with one kind of line ending.
            problem = self._problem_with(path, document.text.replace("\r\n", "\n"))
            if problem is not None:
                self._problems[path] = problem

    def _look_later(self, pause: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(pause, self._look_now)

    def _look_now(self) -> None:
        self._timer = None
        self.look()
        self._changed()


def _is_saved(path: str, text: str) -> bool:
    """Whether a file's text is that of the editor; also for one that is too large to be read as settings."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123
            data = file.read(MAX_BYTES + 1)
    except OSError:
        return False
    return len(data) > MAX_BYTES or data.decode("utf-8-sig", "replace") == text
