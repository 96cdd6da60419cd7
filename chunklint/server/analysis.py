"""Keeps what was found out about each open document up to date: one job a document, and no stale result is reported.

Changes that come while a job waits or runs are taken together by the next one. What a job does is what ``chunklint
check`` does with the same text and settings.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from chunklint.engine.analysis import Analysis
from chunklint.engine.model import Finding
from chunklint.server.interruption import CheckInterrupted, Interruption
from chunklint.server.ranges import CellRanges, Ranges, ranges_of
from chunklint.server.worker import NOW, Worker

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from chunklint.chunking.model import Chunk, Profile
    from chunklint.documents.model import Document
    from chunklint.documents.notebook import Cell
    from chunklint.engine.live import LivePage
    from chunklint.engine.model import Language
    from chunklint.server.client import Encoding
    from chunklint.server.documents import OpenDocument, Update
    from chunklint.server.notebooks import OpenNotebook
    from chunklint.server.settings import Effective

log = logging.getLogger(__name__)

# A check that takes no longer (seconds) always starts with the key that made it due: a person does not see it.
_FAST = 0.02
# A longer one starts at once too, unless keys come faster than checks end. Then the next one waits until typing pauses
# for as long as it takes, and at most this long: a tenth of a second feels like at once, and a quarter is what editors
# wait by themselves.
_LONGEST_WAIT = 0.25
# Editors make several changes at once (replace all, format, undo), each a message of its own. The next one is there
# within this time (seconds; ten took half a millisecond), so a check waits so long for it, and so often at most.
_BURST_STEP, _BURST_STEPS = 0.002, 25


class Failure(NamedTuple):
    """Why a document could not be checked. ``sentence`` is for people; empty where the error is ours."""

    sentence: str
    type: str


class Checked(NamedTuple):
    """One version of a document with all that was found out about it.

    ``listed`` are its findings and ``analyses`` its analyses, one a profile, in the order of the settings; a ``page``
    that the next version can be made of has both itself, and puts them together when they are asked for. ``cell`` is
    the one of a notebook from which it is seen; then ``others`` are the URIs and versions of all its cells.
    """

    uri: str
    revision: int
    version: int | None
    document: Document
    effective: Effective
    listed: tuple[Finding, ...]
    analyses: tuple[Analysis, ...]
    encoding: Encoding
    language: Language
    seconds: float = 0.0
    failure: Failure | None = None
    cell: Cell | None = None
    others: tuple[tuple[str, int | None], ...] = ()
    page: LivePage | None = None

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings in source order."""
        return self.listed if self.page is None else self.page.findings

    @property
    def previews(self) -> tuple[Analysis, ...]:
        """The analyses, one a profile, in the order of the settings."""
        return self.analyses if self.page is None else self.page.analyses

    @property
    def ranges(self) -> Ranges:
        """The client's positions in this version."""
        if self.cell is not None:
            return CellRanges(self.document, self.encoding, self.cell)
        return ranges_of(self.document, self.encoding)

    @property
    def chunks(self) -> list[Chunk]:
        """The chunks under the first profile."""
        return self.previews[0].chunks if self.previews else []

    @property
    def profile(self) -> Profile:
        """The first profile: what is shown where only one can be."""
        return self.effective.settings.profiles[0]


def check(
    document: Document,
    effective: Effective,
    uri: str,
    update: Update,
    encoding: Encoding,
    language: Language,
    before: Checked | None = None,
    page: LivePage | None = None,
    interruption: Interruption | None = None,
) -> Checked:
    """The findings of a document and its chunks; an error becomes a failure and costs only this document's findings.

    ``before`` is the version before this one: what is known of its texts is not found out again. ``page`` is the
    document where it was made of that version. With ``interruption`` a check can be left before its end; raises
    CheckInterrupted then.
    """
    previews: list[Analysis] = []
    findings: list[Finding] = []
    failure = None
    start = time.perf_counter()
    try:
        page = page or _live(document, effective, interruption)
        if page is None:
            findings, previews = _listed(document, effective, before, interruption)
    except CheckInterrupted:
        raise
    except BaseException as error:  # compiled libraries panic with a BaseException
        failure, findings, previews = _failure(error), [], []
    seconds = time.perf_counter() - start
    return Checked(
        uri,
        update.revision,
        update.version,
        document,
        effective,
        tuple(findings),
        tuple(previews),
        encoding,
        language,
        seconds,
        failure,
        page=page,
    )


def edited(before: Checked | None, effective: Effective, update: Update) -> LivePage | None:
    """The page of an update, made of the version before; None where it has to be checked anew."""
    page = None if before is None else before.page
    if before is None or page is None or update.change is None or before.effective is not effective:
        return None
    document, (start, end, new) = page.document, update.change
    text = update.text
    if document.text is text:
        return page
    # Being out of step with the editor would show findings in wrong places from then on.
    is_in_step = document.text[:start] + new + document.text[end:] == text and document.has_bom == update.has_bom
    if not is_in_step or not text:
        return None
    try:
        return page.edited(update.change, update.lines)
    except CheckInterrupted:
        raise
    except BaseException as error:  # what is wrong is said of the whole page, if it is still wrong then
        log.error("an edit could not be followed", exc_info=error)
        return None


def _live(document: Document, effective: Effective, interruption: Interruption | None) -> LivePage | None:
    """A page whose next versions can be made of it; None where each is checked as a whole."""
    from chunklint.engine.live import LivePage

    settings, registry, excluded = effective
    if interruption is not None:
        registry = interruption.registry(registry, until_gone=True)
    return None if excluded or not document.text else LivePage.of(document, settings, registry)


def _listed(
    document: Document, effective: Effective, before: Checked | None, interruption: Interruption | None
) -> tuple[list[Finding], list[Analysis]]:
    from chunklint.engine.folding import folded_page
    from chunklint.engine.run import analyses_of, lint

    settings, registry, excluded = effective
    if interruption is not None:
        registry = interruption.registry(registry)
    previews: list[Analysis] = []
    findings: list[Finding] = []
    if not excluded:
        findings = lint(document, settings, registry, previews.append, before.analyses if before else ())
        findings = folded_page(findings, previews, settings, registry)
    previews = previews or [*analyses_of(document, settings)]
    for preview in previews:
        _ = preview.chunks
    return findings, previews


class _State:
    """One open document with the job that is due or running for it."""

    __slots__ = ("began", "cost", "document", "is_running", "latest", "parsed", "timer", "waiting")

    def __init__(self, document: OpenDocument | OpenNotebook) -> None:
        self.document = document
        self.parsed: Document | None = None
        self.latest: Checked | None = None
        self.is_running = False
        self.cost = 0.0
        self.began = 0.0
        self.timer: asyncio.Handle | None = None
        self.waiting: list[asyncio.Future[Checked | None]] = []


class Analyzer:
    """Checks open documents when they change. Everything but the checking itself happens in the event loop's thread.

    ``effective`` says what settings hold for a document, ``printed`` its path as people see it, ``language`` that of
    its messages. ``is_busy`` tells whether
    messages are waiting to be read. ``report`` is called with every result that is not stale.
    """

    def __init__(
        self,
        worker: Worker,
        encoding: Encoding,
        effective: Callable[[OpenDocument | OpenNotebook], Effective],
        printed: Callable[[OpenDocument | OpenNotebook], str],
        language: Callable[[Effective], Language],
        is_busy: Callable[[], bool],
        report: Callable[[Checked], None],
    ) -> None:
        self._worker = worker
        self._encoding = encoding
        self._effective = effective
        self._printed = printed
        self._language = language
        self._is_busy = is_busy
        self._report = report
        self._states: dict[str, _State] = {}
        self._is_settled = False
        self.interruption = Interruption(worker.breathe)

    def opened(self, document: OpenDocument | OpenNotebook) -> None:
        """Check a document that was opened."""
        self.closed(document.uri)
        self._states[document.uri] = _State(document)
        self._schedule(self._states[document.uri], 0)

    def changed(self, document: OpenDocument | OpenNotebook) -> None:
        """Check a document again, because its text or its settings changed."""
        state = self._states.get(document.uri)
        if state is not None and not state.is_running:
            is_settled = state.timer is None
            self._schedule(state, _BURST_STEP if is_settled else _pause(state))
        elif state is not None:
            self.interruption.interrupt(state)

    def closed(self, uri: str) -> None:
        """Forget a document; whoever waits for it gets None."""
        state = self._states.pop(uri, None)
        if state is not None:
            if state.timer is not None:
                state.timer.cancel()
            self.interruption.interrupt(state, is_gone=True)
            _answer(state, None)

    def latest(self, uri: str) -> Checked | None:
        """What is known of a document, whether or not it has changed since."""
        state = self._states.get(uri)
        return None if state is None else state.latest

    async def current(self, uri: str, seconds: float | None = None) -> Checked | None:
        """What holds for a document as it is now; None for one that is not open, or when it takes too long."""
        state = self._states.get(uri)
        if state is None:
            return None
        if state.latest is not None and state.latest.revision == state.document.revision:
            return state.latest
        future: asyncio.Future[Checked | None] = asyncio.get_running_loop().create_future()
        state.waiting.append(future)
        try:
            return await asyncio.wait_for(future, seconds)
        except TimeoutError:
            return None

    def _schedule(self, state: _State, delay: float) -> None:
        if state.timer is not None:
            state.timer.cancel()
        loop = asyncio.get_running_loop()
        state.timer = loop.call_later(delay, self._start, state) if delay else loop.call_soon(self._start, state)

    def _start(self, state: _State, waited: int = 0) -> None:
        state.timer = None
        if self._is_busy() and waited < _BURST_STEPS:
            loop = asyncio.get_running_loop()
            state.timer = loop.call_later(_BURST_STEP, self._start, state, waited + 1)
            return
        state.is_running = True
        state.began = time.monotonic()
        document = state.document
        effective = self._effective(document)
        language = self._language(effective)
        name = self._printed(document)
        update, before = document.take(), state.latest

        def job() -> Checked:
            start = time.perf_counter()
            if self._states.get(document.uri) is not state:
                raise CheckInterrupted  # it was closed while it waited for its turn
            with self.interruption.of(state):
                page = edited(before, effective, update)
                state.parsed = parsed(state.parsed, update, name) if page is None else page.document
                self._worker.breathe()
                checked = check(
                    state.parsed,
                    effective,
                    document.uri,
                    update,
                    self._encoding,
                    language,
                    before,
                    page,
                    self.interruption,
                )
            return checked._replace(seconds=time.perf_counter() - start)

        loop = asyncio.get_running_loop()

        def done(future: Future[Checked]) -> None:
            with suppress(RuntimeError):  # the client has gone, and the loop with it
                loop.call_soon_threadsafe(self._finished, state, future)

        self._worker.submit(job, NOW).add_done_callback(done)

    def _finished(self, state: _State, done: Future[Checked]) -> None:
        state.is_running = False
        if self._states.get(state.document.uri) is not state:
            return
        error = done.exception()
        if isinstance(error, CheckInterrupted):
            # It takes at least as long as it ran.
            state.cost = max(state.cost, time.monotonic() - state.began)
            self._schedule(state, _pause(state))
            return
        if error is not None:
            # Nothing is known of this version; the next change tries again from the whole text.
            log.error("reading %s failed", state.document.uri, exc_info=error)
            state.parsed = None
            _answer(state, None)
            return
        checked = state.latest = done.result()
        state.cost = checked.seconds
        if checked.revision != state.document.revision:
            self._schedule(state, _pause(state))
            return
        _answer(state, checked)
        self._report(checked)
        if not self._is_settled:
            self._is_settled = True
            # What has been imported and made by now stays. Looking through all of it again and again for what could be
            # thrown away takes 30 ms each time, in the middle of somebody's typing.
            gc.collect()
            gc.freeze()


def _pause(state: _State) -> float:
    """How long typing has to pause before a document is checked, where it is faster than checks are."""
    return _BURST_STEP if state.cost <= _FAST else min(state.cost, _LONGEST_WAIT)


def parsed(before: Document | None, update: Update, name: str) -> Document:
    """The document of an update, parsed around what changed since the one before."""
    from chunklint.documents.reader import read_document

    if update.sources is not None:
        from chunklint.documents.notebook import notebook_document

        return notebook_document(update.sources, name)
    if before is not None and update.change is not None:
        if before.text is update.text:
            return before
        document = before.edited(update.change)
        # Being out of step with the editor would show findings in wrong places from then on.
        if document.text == update.text and document.has_bom == update.has_bom:
            return document
        log.error("%s was out of step with the editor and has been read anew", name)
    return read_document("\ufeff" + update.text if update.has_bom else update.text, name)


def _answer(state: _State, checked: Checked | None) -> None:
    for future in state.waiting:
        if not future.done():
            future.set_result(checked)
    state.waiting.clear()


def _failure(error: BaseException) -> Failure:
    from chunklint.chunking.adapters.errors import SplitterError
    from chunklint.tokens.counter import TokenizerError

    if isinstance(error, (SplitterError, TokenizerError)):
        return Failure(str(error), type(error).__name__)
    log.error("a check failed", exc_info=error)
    return Failure("", type(error).__name__)
