"""What is said when settings or paths are wrong: one sentence, with the place; nothing is checked here."""

# Paths are strings here: a walk prints tens of thousands.
# ruff: noqa: PTH109, PTH118

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


class SettingsError(ValueError):
    """A settings file or a command line option that can't be used.

    ``sentence`` says what is wrong and what to do; ``path`` and ``line`` (1-based) say where, None where there is no
    such place; ``key`` is the dotted key or the option, empty where it is about the file. ``str()`` gives all of it.
    """

    def __init__(self, sentence: str, path: Path | None = None, line: int | None = None, key: str = "") -> None:
        self.sentence = sentence
        self.path = path
        self.line = line
        self.key = key
        super().__init__(sentence)

    def __str__(self) -> str:
        if self.path is None:
            return self.sentence
        place = printed_path(str(self.path))
        return f"{place}:{self.line}: {self.sentence}" if self.line is not None else f"{place}: {self.sentence}"


class PathError(ValueError):
    """A path that was named explicitly and can't be linted; ``str()`` is a sentence for the user."""


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of a sentence that proposes the nearest known word; empty where none is near.

    >>> did_you_mean("max_tokens", ["max-tokens", "overlap"])
    "; did you mean 'max-tokens'?"
    """
    from difflib import get_close_matches

    by_lower = {name.lower(): name for name in known}
    # difflib's own cutoff of 0.6 finds swapped, missing and doubled letters and not much else.
    near = get_close_matches(word.lower(), by_lower, n=1, cutoff=0.6)
    return f"; did you mean {by_lower[near[0]]!r}?" if near else ""


def working_folder() -> str:
    """What paths below the working directory begin with; empty where that directory is gone."""
    with suppress(OSError):
        return os.path.join(os.getcwd(), "")
    return ""


def printed_path(path: str, here: str | None = None) -> str:
    """A path as it is shown: relative to the working directory, with ``/``, and always printable as UTF-8.

    ``here`` is the `working_folder`, for a caller with many paths.
    """
    here = working_folder() if here is None else here
    with suppress(OSError, ValueError):  # another drive, or a working directory that is gone
        path = path[len(here) :] if path.startswith(here) else os.path.relpath(path)
    path = path.replace(os.sep, "/")
    # A file name need not be text; its stray bytes are shown as \xNN instead of failing on output.
    return path if path.isascii() else os.fsencode(path).decode("utf-8", "backslashreplace")
