"""``check --watch``: checks anew whenever something changes that a check reads, until Ctrl+C; it lints nothing itself.

It looks at regular intervals instead of waiting for the system to tell: so it sees exactly what a check would read, new
files and changed settings included, and sees it on network drives and in containers too, which tell of no changes.
"""

# Paths are strings here: every look meets all files.
# ruff: noqa: PTH116, PTH118, PTH120

from __future__ import annotations

import os
import sys
from time import localtime, monotonic, sleep, strftime
from typing import TYPE_CHECKING, Any, NamedTuple

from chunklint.cli.errors import CLEAN, MisuseError, sentence_for_user
from chunklint.cli.language import choose
from chunklint.cli.output import is_terminal, say
from chunklint.cli.session import STDIN, open_session
from chunklint.report.formats import FORMATS_FOR_PEOPLE
from chunklint.report.phrases import phrase
from chunklint.settings.errors import PathError, SettingsError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from chunklint.engine.model import Language
    from chunklint.settings.resolver import SettingsResolver

# Seconds between two looks: less than it takes to turn from the editor to the terminal.
_PAUSE = 0.3
# How much longer than a look the pause after it is: looking takes at most a tenth of one processor, however many files.
_REST = 9

_Status = tuple[int, int, int] | None


class _Seen(NamedTuple):
    """What a look saw: the status of every file that counts, the settings' language, and what was wrong with them."""

    files: dict[str, _Status]
    documents: int = 0
    language: str | None = None
    wrong: str = ""


def watch(values: Mapping[str, Any], check: Callable[[Mapping[str, Any]], int]) -> int:
    """Check again and again until Ctrl+C, which is success. Raises MisuseError for what cannot be watched."""
    language = choose(values["language"], None, os.environ, for_people=True)
    _refuse_what_cannot_be_watched(values, language)
    seen: _Seen | None = None
    try:
        while True:
            began = monotonic()
            now = _look(values)
            spent = monotonic() - began
            if now != seen:
                language = choose(values["language"], now.language, os.environ, for_people=True)
                _clear()
                _check(values, check, language, is_first=seen is None)
                seen = now
                time = strftime("%H:%M:%S", localtime())
                print(phrase("watching", language, time=time, files=now.documents), flush=True)  # noqa: T201
            sleep(max(_PAUSE, _REST * spent))
    except KeyboardInterrupt:
        return CLEAN


def _refuse_what_cannot_be_watched(values: Mapping[str, Any], language: Language) -> None:
    if STDIN in values["arguments"]:
        raise MisuseError(phrase("not with", language, option="--watch", other=STDIN))
    missing = next((path for path in values["arguments"] if not os.path.lexists(path)), None)
    if missing is not None:
        raise MisuseError(phrase("no such file", language, path=missing))
    form = values["output_format"]
    if form not in FORMATS_FOR_PEOPLE and not values["output_file"]:
        raise MisuseError(phrase("watch needs file", language, format=form))


def _check(
    values: Mapping[str, Any], check: Callable[[Mapping[str, Any]], int], language: Language, *, is_first: bool
) -> None:
    """One check; settings that are being written may be broken for a while, and so may a repository."""
    try:
        check(values)
    except Exception as error:
        sentence = sentence_for_user(error, language)
        from_file = isinstance(error, SettingsError) and error.path is not None
        if sentence is None or (is_first and not from_file):
            raise
        say(sentence, language)


def _clear() -> None:
    """Begin with an empty screen, where there is one."""
    if is_terminal(sys.stdout):
        import click

        click.clear()


def _look(values: Mapping[str, Any]) -> _Seen:
    """What a check would read now, as it is now."""
    from chunklint.settings.files import find_files

    files: dict[str, _Status] = {}
    documents: list[str] = []
    language, wrong = None, ""
    try:
        session = open_session(values)
        resolver, language = session.resolver, session.language
        there = [path for path in values["arguments"] or (".",) if os.path.lexists(path)]
        documents = [file.absolute for file in find_files(there, resolver).files]
        for path in {*_settings_files(documents, resolver), *_compared_with(values)}:
            files[path] = _status(path)
    except (SettingsError, PathError) as error:
        wrong = str(error)
        if isinstance(error, SettingsError) and error.path is not None:
            files[str(error.path)] = _status(str(error.path))
    files |= {path: _status(path) for path in documents}
    return _Seen(files, len(documents), language, wrong)


def _settings_files(documents: list[str], resolver: SettingsResolver) -> Iterator[str]:
    """The settings files of documents with those that they extend, and the files that they name."""
    from pathlib import Path

    from chunklint.settings.layers import read_layers

    folders = {".", *(os.path.dirname(path) for path in documents)}
    for file in {resolver.settings_file(folder) for folder in folders} - {None}:
        yield from (str(layer.path) for layer in read_layers(Path(str(file))))
        settings = resolver.for_folder(os.path.dirname(str(file)))
        yield from (profile.tokenizer for profile in settings.profiles if os.sep in profile.tokenizer)
        if settings.baseline:
            yield settings.baseline


def _compared_with(values: Mapping[str, Any]) -> Iterator[str]:
    """What findings are held against: a baseline, or the state of the repository."""
    if values["baseline"]:
        yield values["baseline"]
    if values["changed_since"] or values["staged"]:
        yield from (os.path.join(".git", name) for name in ("HEAD", "index"))


def _status(path: str) -> _Status:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
