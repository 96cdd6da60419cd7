"""A check that runs is left when its document changes or goes: nobody waits for what nobody wants."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import TYPE_CHECKING

import pytest

from chunklint.chunking.model import Profile
from chunklint.engine.model import LoadedRule
from chunklint.engine.registry import Registry
from chunklint.server import worker
from chunklint.server.analysis import Analyzer
from chunklint.server.documents import OpenDocument
from chunklint.server.settings import Effective
from chunklint.server.uris import uri_of
from chunklint.server.worker import Worker
from chunklint.settings.model import Settings
from tests.server.checking import RULES
from tests.server.client import PULLS, Client

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

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


def analyzer_with(rule: SlowRule, splitter: str, reported: list[Checked]) -> Analyzer:
    settings = Settings(profiles=(Profile(splitter=splitter),), select=("ALL",))
    effective = Effective(settings, Registry([rule.loaded()]))
    worker = Worker()
    return Analyzer(
        worker, "utf-16", lambda _: effective, lambda _: "page.md", lambda _: "en", lambda: False, reported.append
    )


async def scene(rule: SlowRule, splitter: str, *, closes: bool) -> list[Checked]:
    """Open a page and, in the middle of its check, change or close it; what was reported."""
    reported: list[Checked] = []
    document = OpenDocument("untitled:1", "markdown", 1, PAGE, "utf-16")
    analyzer = analyzer_with(rule, splitter, reported)
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
    # Under this splitter a page is checked as a whole.
    (checked,) = asyncio.run(scene(rule, "fixed", closes=False))
    assert checked.version == 2
    assert rule.asked == ["Part 0", *(f"Part {number}" for number in range(SECTIONS))]


def test_a_change_does_not_end_a_check_that_the_next_one_is_made_of() -> None:
    rule = SlowRule()
    (checked,) = asyncio.run(scene(rule, "structure", closes=False))
    assert checked.version == 2
    assert rule.asked[:SECTIONS] == [f"Part {number}" for number in range(SECTIONS)]


@pytest.mark.parametrize("splitter", ["fixed", "structure"])
def test_closing_ends_a_check(splitter: str) -> None:
    rule = SlowRule()
    assert asyncio.run(scene(rule, splitter, closes=True)) == []
    assert len(rule.asked) < SECTIONS


async def crowd(rule: SlowRule) -> list[Checked]:
    """Open two pages one after the other, the second one while a long check of the first is running."""
    reported: list[Checked] = []
    analyzer = analyzer_with(rule, "structure", reported)
    analyzer.opened(OpenDocument("untitled:long", "markdown", 1, PAGE, "utf-16"))
    await asyncio.to_thread(rule.has_begun.wait, 30)
    analyzer.opened(OpenDocument("untitled:short", "markdown", 1, "# Short\n\nText.\n", "utf-16"))
    await asyncio.sleep(2 * worker._LONG)
    rule.may_go_on.set()
    assert await analyzer.current("untitled:long", 30) is not None
    return reported


def test_a_page_is_checked_in_the_middle_of_the_long_check_of_another() -> None:
    rule = SlowRule()
    reported = asyncio.run(crowd(rule))
    assert [one.uri for one in reported] == ["untitled:short", "untitled:long"]
    assert rule.asked == ["Part 0", "Short", *(f"Part {number}" for number in range(1, SECTIONS))]


async def closing_in_the_queue(rule: SlowRule) -> None:
    """Close a page whose check has not begun yet, since that of another one takes its time."""
    analyzer = analyzer_with(rule, "fixed", [])
    analyzer.opened(OpenDocument("untitled:long", "markdown", 1, PAGE, "utf-16"))
    await asyncio.to_thread(rule.has_begun.wait, 30)
    analyzer.opened(OpenDocument("untitled:short", "markdown", 1, "# Short\n\nText.\n", "utf-16"))
    await asyncio.sleep(0.01)
    analyzer.closed("untitled:short")
    rule.may_go_on.set()
    assert await analyzer.current("untitled:long", 30) is not None


def test_a_page_that_was_closed_before_its_turn_is_not_checked() -> None:
    rule = SlowRule()
    asyncio.run(closing_in_the_queue(rule))
    assert "Short" not in rule.asked


def test_a_file_that_is_opened_while_the_workspace_is_checked_is_checked_as_it_is_in_the_editor(tmp_path: Path) -> None:
    # Large enough to be read from the disk for a good while.
    (tmp_path / "page.md").write_text("# A\n\n### B\n\n" + "## Part\n\nSome words about it.\n\n" * 8_000)
    page = uri_of(str(tmp_path / "page.md"))
    with Client(cwd=tmp_path) as client:
        client.start(PULLS, [uri_of(str(tmp_path))])
        number = client.ask("workspace/diagnostic", {"previousResultIds": []})
        time.sleep(0.15)
        client.open(page, "# A\n\nText.\n", version=7)
        (item,) = client.answer(number)["result"]["items"]
        assert (item["uri"], item["version"], item["items"]) == (page, 7, [])


def test_what_can_wait_does_not_go_first_and_a_short_job_is_left_alone() -> None:
    jobs, done = worker.Worker(), []

    def job(seconds: float) -> None:
        jobs.submit(lambda: done.append("later"), worker.LATER)
        jobs.submit(lambda: done.append("now"))
        time.sleep(seconds)
        jobs.breathe()
        done.append("job")

    jobs.submit(lambda: job(0.0)).result(30)
    jobs.submit(lambda: None, worker.LATER).result(30)
    assert done == ["job", "now", "later"]
    done.clear()
    jobs.submit(lambda: job(2 * worker._LONG)).result(30)
    jobs.submit(lambda: None, worker.LATER).result(30)
    assert done == ["now", "job", "later"]
