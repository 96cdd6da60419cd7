"""A check that runs is left when its document changes or goes: nobody waits for what nobody wants."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

from chunklint.chunking.model import Profile
from chunklint.engine.model import LoadedRule
from chunklint.engine.registry import Registry
from chunklint.server.analysis import Analyzer
from chunklint.server.documents import OpenDocument
from chunklint.server.settings import Effective
from chunklint.server.worker import Worker
from chunklint.settings.model import Settings
from tests.server.checking import RULES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chunklint.documents.model import Section
    from chunklint.engine.model import Report
    from chunklint.server.analysis import Checked

SECTIONS = 20
PAGE = "".join(f"# Part {number}\n\nText.\n\n" for number in range(SECTIONS))


class SlowRule:
    """A rule about sections that waits in the first one till it may go on, and notes those that it was asked about."""

    def __init__(self) -> None:
        self.has_begun = threading.Event()
        self.may_go_on = threading.Event()
        self.asked: list[str] = []

    def check(self, section: Section, context: object) -> Iterator[Report]:
        self.asked.append(section.title)
        self.has_begun.set()
        assert self.may_go_on.wait(30)
        return iter(())

    def loaded(self) -> LoadedRule:
        rule = next(one.rule for one in RULES.rules if one.rule.scope == "section")
        return LoadedRule(rule, self.check, "", "")


async def scene(rule: SlowRule, *, closes: bool) -> list[Checked]:
    """Open a page and, in the middle of its check, change or close it; what was reported."""
    reported: list[Checked] = []
    # Under this splitter a page is checked as a whole.
    settings = Settings(profiles=(Profile(splitter="fixed"),), select=("ALL",))
    effective = Effective(settings, Registry([rule.loaded()]))
    document = OpenDocument("untitled:1", "markdown", 1, PAGE, "utf-16")
    analyzer = Analyzer(
        Worker(),
        "utf-16",
        lambda _: effective,
        lambda _: "page.md",
        lambda _: "en",
        lambda: False,
        reported.append,
    )
    analyzer.opened(document)
    await asyncio.to_thread(rule.has_begun.wait, 30)
    if closes:
        analyzer.closed(document.uri)
    else:
        document.apply(2, [])
        analyzer.changed(document)
    rule.may_go_on.set()
    if not closes:
        assert await analyzer.current(document.uri, 30) is not None
    await asyncio.to_thread(lambda: None)
    return reported


def test_a_change_ends_the_check_of_the_version_before() -> None:
    rule = SlowRule()
    (checked,) = asyncio.run(scene(rule, closes=False))
    assert checked.version == 2
    assert rule.asked == ["Part 0", *(f"Part {number}" for number in range(SECTIONS))]


def test_closing_ends_a_check() -> None:
    rule = SlowRule()
    assert asyncio.run(scene(rule, closes=True)) == []
    assert len(rule.asked) < SECTIONS
