"""What rules about profiles find, for the settings file; counts the pages that were checked, while nobody types.

A page's counts are taken anew a while after its last check: they hardly change with an edit, and take as long as one.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from chunklint.engine.profiles import PageCounts, ProfileUses, page_counts
from chunklint.server.worker import LATER

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from chunklint.engine.model import Finding
    from chunklint.server.analysis import Checked
    from chunklint.server.settings import Effective
    from chunklint.server.worker import Worker
    from chunklint.settings.model import Settings

log = logging.getLogger(__name__)

# Seconds without a check before pages are counted: as long as people pause between two sentences.
_IDLE = 0.5


def count(checked: Checked) -> list[PageCounts]:
    """What rules about profiles want to know of a page, a profile at a time; empty where there is no such rule."""
    effective = checked.effective
    if effective.excluded or not effective.registry.about_profiles(effective.settings.profiles):
        return []
    return [page_counts(preview) for preview in checked.previews]


class _Page:
    """A page with its settings and those of its folder; ``checked`` is what is still to be counted."""

    __slots__ = ("base", "checked", "counts", "effective")

    def __init__(self, effective: Effective, base: Settings, checked: Checked | None, counts: list[PageCounts]) -> None:
        self.effective = effective
        self.base = base
        self.checked = checked
        self.counts = counts


class ProfileFindings:
    """Counts pages and calls ``found`` with the findings about their profiles. Used in the event loop's thread.

    ``base`` gives the settings of a file's folder, which decide on the rules that run.
    """

    def __init__(
        self, worker: Worker, base: Callable[[str | None], Settings], found: Callable[[list[Finding]], None]
    ) -> None:
        self._worker = worker
        self._base = base
        self._found = found
        self._pages: dict[str, _Page] = {}
        self._timer: asyncio.TimerHandle | None = None

    def seen(self, uri: str, path: str | None, effective: Effective, found: Checked | list[PageCounts]) -> None:
        """Take a page that was checked, or counted too; ``path`` is its file if it is one."""
        if effective.excluded or not effective.registry.about_profiles(effective.settings.profiles):
            self.gone(uri)
            return
        checked, counts = (None, found) if isinstance(found, list) else (found, [])
        self._pages[uri] = _Page(effective, self._base(path), checked, counts)
        self._schedule()

    def gone(self, uri: str) -> None:
        """Forget a page that was deleted or renamed."""
        if self._pages.pop(uri, None) is not None:
            self._schedule()

    def reset(self) -> None:
        """Forget all pages, because other settings hold."""
        if self._pages:
            self._pages.clear()
            self._schedule()

    def _schedule(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(_IDLE, self._start)

    def _start(self) -> None:
        self._timer = None
        pages = list(self._pages.values())
        loop = asyncio.get_running_loop()

        def done(future: Future[list[Finding]]) -> None:
            if future.exception() is not None:
                log.error("counting pages failed", exc_info=future.exception())
            else:
                loop.call_soon_threadsafe(self._found, future.result())

        self._worker.submit(lambda: _findings(pages), LATER).add_done_callback(done)


def _findings(pages: list[_Page]) -> list[Finding]:
    uses = ProfileUses()
    for page in pages:
        if page.checked is not None:
            page.counts = count(page.checked)
            page.checked = None
        settings, registry, _ = page.effective
        rules = registry.about_profiles(settings.profiles)
        # A page that could not be checked counts for nothing.
        for profile, counts in zip(settings.profiles, page.counts, strict=False):
            uses.add_page(page.base, settings, rules, profile, counts)
    return uses.findings()
