"""Lints many files: with the results that the cache has, and with several processes where that is faster.

What comes out is what linting one file after another gives, in the same order.
"""

# Paths are strings here: a run meets thousands.
# ruff: noqa: PTH109, PTH116, PTH118, PTH120, PTH123

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from chunklint.chunking.adapters.catalogue import is_adapted
from chunklint.cli.errors import MisuseError
from chunklint.cli.linting import Linted, say_internal
from chunklint.gate.cache import content_hash, status_of_open
from chunklint.gate.stored import Stored, restore, store
from chunklint.report.phrases import phrase
from chunklint.report.record import record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from concurrent.futures import ProcessPoolExecutor

    from chunklint.chunking.model import Profile
    from chunklint.cli.session import Session, Source
    from chunklint.engine.model import Language
    from chunklint.settings.model import FailOn, Settings

# Bytes from which on a second process pays: it costs about 0.2 s to start, which is what this much takes to lint.
_WORTH_A_PROCESS = 500_000
# Sources handed to a process at a time: few enough to share them out evenly, many enough to hide the way there.
_AT_A_TIME = 8
_MOST_JOBS = 1_000  # no machine has more processors; a larger number is a slip of the finger


class Result(NamedTuple):
    """What linting one file gave, as the cache keeps it and processes send it.

    ``status`` and ``digest`` are those of the content; a result without a digest is not kept.
    """

    stored: Stored
    status: list[int]
    digest: str
    broken: bool = False


class Batch:
    """One run over many sources; the records are ``full`` where somebody compares them or reports them to programs.

    Raises what the user has to mend, such as SettingsError.
    """

    def __init__(self, session: Session, language: Language, values: Mapping[str, Any], *, full: bool) -> None:
        self._session = session
        self._language = language
        self._values = values
        self._full = full
        self._jobs = jobs(values, language)
        self._cache = None if values.get("no_cache") else session.result_cache()
        self._keys: dict[int, tuple[Settings, str]] = {}

    def each(self, sources: Sequence[Source]) -> Iterator[Linted]:
        """What each source gave, in their order; what is new is kept for the next run."""
        settings = [self._session.settings(source.path) for source in sources]
        found = [self._look_up(source, of_source) for source, of_source in zip(sources, settings, strict=True)]
        missing = [source for source, result in zip(sources, found, strict=True) if result is None]
        fresh = self._lint(missing)
        for source, of_source, known in zip(sources, settings, found, strict=True):
            result = known
            if result is None:
                result = next(fresh)
                self._keep(source, of_source, result)
            records, counts, noted = restore(result.stored, source.printed, fully=self._full)
            self._session.add_page(source, counts, noted)
            fail_on: FailOn = "never" if result.broken else of_source.fail_on
            yield Linted(source, records, fail_on, result.broken)
        if self._cache is not None:
            self._cache.save()

    def _look_up(self, source: Source, settings: Settings) -> Result | None:
        if self._cache is None or source.is_stdin or source.data is not None:
            return None
        try:
            looked = self._cache.look_up(source.path, self._key(settings))
        except OSError:
            return None  # linting says what is wrong with it
        return None if looked.stored is None else Result(looked.stored, looked.status, "")

    def _keep(self, source: Source, settings: Settings, result: Result) -> None:
        if self._cache is None or not result.digest:
            return
        if settings.custom and self._session.stopped_patterns():
            return  # findings are missing, and another time they may not be
        self._cache.put(source.path, self._key(settings), result.stored, result.status, result.digest)

    def _key(self, settings: Settings) -> str:
        """What stands for all that findings depend on besides the file and the code."""
        known = self._keys.get(id(settings))
        if known is None:
            parts = [settings.fingerprint(), self._language, *cutting_stamp(settings.profiles)]
            if settings.plugins:
                parts.append(self._session.plugins_stamp(settings))
            known = self._keys[id(settings)] = (settings, content_hash(" ".join(parts).encode()))
        return known[1]

    def _lint(self, sources: Sequence[Source]) -> Iterator[Result]:
        processes = min(self._jobs, 1 + _size(sources, self._jobs * _WORTH_A_PROCESS) // _WORTH_A_PROCESS)
        if processes < 2:
            for source in sources:
                yield lint_alone(self._session, source, self._language)
            return
        # What the settings lack is said once, and before any process starts.
        for source in sources:
            self._session.rules_for(source)
        yield from _in_processes(self._session, sources, self._language, self._values, processes)


def lint_alone(session: Session, source: Source, language: Language) -> Result:
    """The result of one source, which changes nothing in this run."""
    status: list[int] = []
    digest = ""
    try:
        if not source.is_stdin and source.data is None:
            with open(source.path, "rb") as file:
                status = status_of_open(file.fileno())
                source = source._replace(data=file.read())
            digest = content_hash(source.data or b"")
        findings, counts, noted = session.lint_alone(source)
    except OSError as error:
        findings, counts, noted, digest = session.unreadable(source, error), [], [], ""
    except Exception as error:
        say_internal(error, source, language)
        return Result(store([], [], []), [], "", broken=True)
    records = (record(finding, language) for finding in findings)
    return Result(store(records, list(counts), noted), status, digest)


def jobs(values: Mapping[str, Any], language: Language) -> int:
    """The most processes to lint with: what ``--jobs`` says, else one a processor. Raises MisuseError."""
    given = values.get("jobs")
    if given is None:
        available = getattr(os, "sched_getaffinity", None)
        return len(available(0)) if available else os.cpu_count() or 1
    if not (given.isascii() and given.isdigit()) or not 1 <= int(given) <= _MOST_JOBS:
        raise MisuseError(phrase("not a number of jobs", language, value=given, most=_MOST_JOBS))
    return int(given)


def cache_root(session: Session) -> str:
    """The folder of the project: that of the settings file, else of the Git repository, else the working directory."""
    here = os.getcwd()
    root = session.settings_of_folder(here).root
    if root is not None:
        return str(root)
    folder = here
    while not os.path.lexists(os.path.join(folder, ".git")):
        if folder == os.path.dirname(folder):
            return here
        folder = os.path.dirname(folder)
    return folder


def _size(sources: Sequence[Source], enough: int) -> int:
    """The bytes of sources, or so many as are enough to know."""
    size = 0
    for source in sources:
        try:
            size += len(source.data) if source.data is not None else os.stat(source.path).st_size
        except OSError:
            continue
        if size >= enough:
            break
    return size


def cutting_stamp(profiles: Sequence[Profile]) -> list[str]:
    """What changes with the files and libraries that profiles cut with."""
    parts = [_file_stamp(profile.tokenizer) for profile in profiles]
    if any(is_adapted(profile.splitter) or profile.splitter == "semantic" for profile in profiles):
        from chunklint.chunking.adapters.versions import stamp

        parts += map(stamp, profiles)
    return parts


def _file_stamp(tokenizer: str) -> str:
    """What changes with a tokenizer's file; the shipped encodings change with the code."""
    if os.sep not in tokenizer:
        return tokenizer
    try:
        status = os.stat(tokenizer)
    except OSError:
        return ""
    return f"{status.st_mtime_ns}:{status.st_size}"


def _in_processes(
    session: Session, sources: Sequence[Source], language: Language, values: Mapping[str, Any], processes: int
) -> Iterator[Result]:
    """The results of sources in their order; where a process is killed, this one does the rest of the work."""
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    batches = [sources[at : at + _AT_A_TIME] for at in range(0, len(sources), _AT_A_TIME)]
    # Forking takes over what is loaded already; elsewhere than on Linux, system libraries do not bear it.
    context = get_context("fork" if os.uname().sysname == "Linux" else "spawn") if os.name == "posix" else None
    done = 0
    with ProcessPoolExecutor(
        processes, mp_context=context, initializer=_begin, initargs=(dict(values), language)
    ) as pool:
        try:
            for results, stopped in _started(pool, batches):
                session.note_stopped(stopped)
                for result in results:
                    yield result
                    done += 1
        except BrokenProcessPool:
            pass
        finally:
            pool.shutdown(cancel_futures=True)
    for source in sources[done:]:
        yield lint_alone(session, source, language)


def _started(
    pool: ProcessPoolExecutor, batches: Sequence[Sequence[Source]]
) -> Iterator[tuple[list[Result], list[tuple[str, str]]]]:
    """Start the processes of a pool on all batches; what interrupts this process waits until they have begun.

    A process that Ctrl-C reaches before it could say that it ignores it would end with a traceback.
    """
    import signal

    mask = getattr(signal, "pthread_sigmask", None)
    if mask is None:
        return pool.map(_lint_some, batches)
    before = mask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.map(_lint_some, batches)
    finally:
        mask(signal.SIG_SETMASK, before)


_worker: tuple[Session, Language] | None = None


def _begin(values: Mapping[str, Any], language: Language) -> None:
    """Get a new process ready: it finds the same settings by itself."""
    import gc
    import signal

    from chunklint.cli.session import open_session

    global _worker
    gc.disable()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started this one ends it
    _worker = open_session(values), language


def _lint_some(sources: Sequence[Source]) -> tuple[list[Result], list[tuple[str, str]]]:
    """What a process does: the results of some sources, and the patterns that took too long so far."""
    assert _worker is not None
    session, language = _worker
    return [lint_alone(session, source, language) for source in sources], session.stopped_patterns()
