"""Runs the rules that compare the pages of a run; no page is kept, only what those rules noted of each.

Such a rule notes facts of each page (``gather``, what JSON holds, so that the cache and other processes can pass them
on) and looks at those of all pages together when the last one has been linted (``check``).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from chunklint.engine.context import Context
from chunklint.engine.model import Finding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from chunklint.documents.model import Document
    from chunklint.engine.analysis import Analysis
    from chunklint.engine.model import LoadedRule, Report
    from chunklint.settings.model import Settings

Noted = dict[str, Any]
"""What the rules noted of one page under one profile, by rule code."""


class PageFacts(NamedTuple):
    """What a rule noted of a page, with the path that is printed for it."""

    path: str
    facts: Any


class PageReport(NamedTuple):
    """What a rule that compares pages reports: a report, and the number of the page that it is about."""

    page: int
    report: Report


class ComparingContext(NamedTuple):
    """A rule's own options, and the texts of the pages, which are read again: ask only for what decides."""

    options: Mapping[str, Any]
    read_text: Callable[[int], str]

    def text(self, page: int, start: int, end: int) -> str:
        """A stretch (code points) of a page that was noted; empty where the page is gone."""
        return self.read_text(page)[start:end]


class NotedPage(NamedTuple):
    """A page of the run: its settings, the rules that noted something of it, and what, by profile."""

    path: str
    settings: Settings
    rules: Sequence[LoadedRule]
    noted: Sequence[Noted]


def note(analysis: Analysis, rules: Iterable[LoadedRule], settings: Settings) -> Noted:
    """What rules want to know of a page under one profile."""
    from chunklint.settings.selection import rule_options

    return {
        loaded.rule.code: loaded.gather(analysis.document, Context(analysis, rule_options(loaded.rule, settings)))
        for loaded in rules
        if loaded.gather is not None
    }


def compare(
    pages: Sequence[NotedPage], read: Callable[[int], Document | None], read_text: Callable[[int], str | None]
) -> dict[int, list[Finding]]:
    """The findings of the rules that compare pages, by the number of the page.

    ``read`` gives a page once more, ``read_text`` only its text, which is cheaper; None where it is gone.
    """
    texts = _Texts(read_text)
    found: dict[int, dict[tuple[str, int, int], Finding]] = {}
    for loaded, profile, numbers in _comparisons(pages):
        code = loaded.rule.code
        facts = [PageFacts(pages[n].path, pages[n].noted[profile].get(code, [])) for n in numbers]
        context = _context(loaded, pages[numbers[0]].settings, partial(texts.of, numbers))
        for page, report in cast("Iterator[PageReport]", loaded.check(facts, context)):
            number = numbers[page]
            document = read(number)
            if document is None:
                continue
            finding = _finding(loaded, report, document, pages[number].settings, profile)
            same = found.setdefault(number, {})
            key = (code, report.start, report.end)
            if key in same:
                finding = _under_both(same[key], finding)
            same[key] = finding
    return {number: sorted(of_page.values(), key=_place) for number, of_page in found.items()}


class _Texts:
    """The texts of the pages that were asked for last: pages are compared in order, mostly with few others."""

    _MOST = 200

    def __init__(self, read: Callable[[int], str | None]) -> None:
        self._read = read
        self._known: dict[int, str] = {}

    def of(self, numbers: Sequence[int], page: int) -> str:
        """The text of one of some pages."""
        number = numbers[page]
        text = self._known.pop(number, None)
        if text is None:
            text = self._read(number) or ""
            if len(self._known) >= self._MOST:
                del self._known[next(iter(self._known))]
        self._known[number] = text
        return text


def _comparisons(pages: Sequence[NotedPage]) -> Iterator[tuple[LoadedRule, int, list[int]]]:
    """Each rule with each profile (by its place in the settings) and the pages that it noted something of."""
    together: dict[tuple[str, str, int], tuple[LoadedRule, list[int]]] = {}
    for number, page in enumerate(pages):
        for at, profile in enumerate(page.settings.profiles[: len(page.noted)]):
            for loaded in page.rules:
                key = (loaded.rule.code, profile.name, at)
                together.setdefault(key, (loaded, []))[1].append(number)
    for (_, _, at), (loaded, numbers) in together.items():
        yield loaded, at, numbers


def _context(loaded: LoadedRule, settings: Settings, text: Callable[[int], str]) -> ComparingContext:
    from chunklint.settings.selection import rule_options

    return ComparingContext(rule_options(loaded.rule, settings), text)


def _finding(loaded: LoadedRule, report: Report, document: Document, settings: Settings, profile: int) -> Finding:
    from chunklint.settings.selection import selected

    return Finding(
        loaded.rule,
        selected(loaded.rule, settings),
        document,
        report.start,
        report.end,
        report.data,
        report.variant,
        (settings.profiles[profile].name,),
        anchor=report.anchor,
    )


def _under_both(known: Finding, other: Finding) -> Finding:
    from dataclasses import replace

    return replace(known, profiles=known.profiles + other.profiles)


def _place(finding: Finding) -> tuple[int, str, int]:
    return finding.start, finding.code, finding.end
