"""A page that is being edited, with its findings and chunks kept up to date; they equal those of a fresh check.

After an edit only the passages around it are read, cut and checked again. A rule about the whole page runs again where
what it depends on has changed; otherwise its findings move with their text. A version is not changed by the next one.
"""

from __future__ import annotations

from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

from chunklint.documents.incremental import edited_lines
from chunklint.documents.model import Document
from chunklint.documents.reader import is_generated
from chunklint.engine.analysis import Analysis
from chunklint.engine.facts import Facts
from chunklint.engine.moving import Mover
from chunklint.engine.passages import Draft, Passage, Rules, can_be_parted
from chunklint.engine.renewal import renewed
from chunklint.engine.run import SUPPRESSION_MARK, in_order, reported, settled, without_yielding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from chunklint.chunking.model import Chunk, Profile
    from chunklint.documents.model import Block, TextChange
    from chunklint.engine.model import Finding
    from chunklint.engine.registry import Registry
    from chunklint.settings.model import Settings
    from chunklint.text.positions import LineIndex


class LivePage:
    """One version of a page.

    ``passages`` make up its text; ``starts`` are their offsets (code points) and ``first_lines`` their lines (0-based).
    ``on_page`` is what each of ``rules.by_page`` reported.
    """

    def __init__(self, document: Document, passages: tuple[Passage, ...], rules: Rules) -> None:
        self.document = document
        self.passages = passages
        self.rules = rules
        self.starts = _sums(len(passage.document.text) for passage in passages)
        self.first_lines = _sums(len(passage.document.lines) - 1 for passage in passages)
        self.on_page: list[Sequence[Finding]] = []
        # For each rule about the page, the passages in which any edit can change what it reports.
        self._restless: list[int] = []

    @classmethod
    def of(cls, document: Document, settings: Settings, registry: Registry) -> LivePage | None:
        """The first version of a page; None for one that can only be checked as a whole.

        Raises TokenizerError where a profile's tokenizer cannot be had.
        """
        if not can_be_parted(document, settings):
            return None
        rules = Rules.of(settings, registry, document)
        page = cls(document, tuple(Draft(document, rules).passages()), rules)
        page.on_page = page._run_on_page()
        page._restless = page._count_restless()
        return page

    def edited(self, change: TextChange, lines: LineIndex | None = None) -> LivePage | None:
        """The version after one change; ``lines`` are those of the changed text, where they are known.

        None where the page has to be read anew. Raises ValueError where the change lies outside the text.
        """
        start, end, new = change
        old = self.document
        if not 0 <= start <= end <= len(old.text):
            raise ValueError(f"change from {start} to {end} lies outside a text of {len(old.text)} characters")
        if lines is None:
            lines = edited_lines(old.lines, change, old.text[:start] + new + old.text[end:])
        # What stands at its head can make it a page that is not checked.
        found = None if is_generated(lines.text) else renewed(self.passages, self.starts, change, lines, self.rules)
        if found is None:
            return None
        blocks = _blocks_of(found.passages)
        document = Document(old.path, lines.text, old.reader, blocks, lines, has_bom=old.has_bom)
        page = LivePage(document, found.passages, self.rules)
        if found.only is None or len(found.passages) == 1:
            page.on_page, page._restless = page._run_on_page(), page._count_restless()
        else:
            page._move_on_page(self, change, *found.only)
        return page

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """The findings in source order."""
        if self.are_apart:
            found = [finding for own in self._in_page([passage.kept for passage in self.passages]) for finding in own]
            return tuple(in_order([*found, *self.kept_on_page]) if self.kept_on_page else found)
        found = [finding for own in self._in_page([passage.found for passage in self.passages]) for finding in own]
        found += [finding for of_rule in self.on_page for finding in of_rule]
        return tuple(settled(found, self.analyses[0], self.rules.settings, self.rules.registry))

    @cached_property
    def are_apart(self) -> bool:
        """Whether the findings are what the passages have kept, and `kept_on_page`: none decides about another's."""
        if SUPPRESSION_MARK in self.document.text:
            return False
        rules = {finding.rule.code: finding.rule for of_rule in self.on_page for finding in of_rule}
        if self.rules.yield_to_page.intersection(rules):
            return False
        causes = self.rules.codes_by_passage.intersection(code for rule in rules.values() for code in rule.yields_to)
        return all(causes.isdisjoint(passage.codes) for passage in self.passages)

    @cached_property
    def kept_on_page(self) -> list[Finding]:
        """The findings of the rules about the whole page, if they are apart from the others."""
        return in_order(without_yielding([finding for of_rule in self.on_page for finding in of_rule]))

    @cached_property
    def analyses(self) -> tuple[Analysis, ...]:
        """The analyses of the page, one a profile, in the order of the settings."""
        if len(self.passages) == 1:
            return self.passages[0].analyses
        facts = Facts(self.document)
        settings = self.rules.settings
        return tuple(
            _PageAnalysis(
                self.document, profile, facts, settings.root, _chunks_of(self.document, self.passages, number)
            )
            for number, profile in enumerate(settings.profiles)
        )

    def _in_page(self, by_passage: Sequence[Sequence[Finding]]) -> list[list[Finding]]:
        """Findings of each passage as findings of the page."""
        document = self.document
        return [
            [finding.moved(document, start, line) for finding in own]
            for own, start, line in zip(by_passage, self.starts, self.first_lines, strict=True)
        ]

    def _run_on_page(self) -> list[Sequence[Finding]]:
        return [reported(self.analyses, (chosen,)) for chosen in self.rules.by_page]

    def _count_restless(self) -> list[int]:
        """For each rule about the page, the passages in which any edit can change what it reports."""
        digests = [passage.digests(self.rules) for passage in self.passages]
        return [sum(one is None for one in of_rule) for of_rule in zip(*digests, strict=True)]

    def _move_on_page(self, before: LivePage, change: TextChange, old: Passage, new: Passage) -> None:
        """Find what the rules report on the page after an edit of one passage: moved where nothing can have changed."""
        mover = Mover(before.document.lines, change, self.document)
        digests = list(zip(old.digests(self.rules), new.digests(self.rules), strict=True))
        self._restless = [
            number - (was is None) + (now is None) for number, (was, now) in zip(before._restless, digests, strict=True)
        ]
        for number, chosen in enumerate(self.rules.by_page):
            was, now = digests[number]
            is_same = was == now and not self._restless[number]
            moved = mover.moved(before.on_page[number]) if is_same else None
            self.on_page.append(reported(self.analyses, (chosen,)) if moved is None else moved)


class _PageAnalysis(Analysis):
    """The analysis of a page whose chunks are those of its passages."""

    def __init__(
        self, document: Document, profile: Profile, facts: Facts, root: Path | None, chunks: Callable[[], list[Chunk]]
    ) -> None:
        super().__init__(document, profile, facts, root)
        self._chunks = chunks

    @cached_property
    def chunks(self) -> list[Chunk]:
        """The chunks in source order."""
        return self._chunks()


def _chunks_of(document: Document, passages: Sequence[Passage], profile: int) -> Callable[[], list[Chunk]]:
    """The chunks of a page under the profile of a number, made when they are wanted."""

    def make() -> list[Chunk]:
        found: list[Chunk] = []
        start = 0
        for passage in passages:
            for chunk in passage.analyses[profile].chunks:
                found.append(chunk.moved(document, len(found), start))
            start += len(passage.document.text)
        return found

    return make


def _blocks_of(passages: Sequence[Passage]) -> Callable[[], tuple[Block, ...]]:
    """The blocks of a page, made when they are wanted."""

    def make() -> tuple[Block, ...]:
        found: list[Block] = []
        start = line = 0
        for passage in passages:
            blocks = passage.document.blocks
            found += [block.shifted(start, line) for block in blocks] if start else blocks
            start += len(passage.document.text)
            line += len(passage.document.lines) - 1
        return tuple(found)

    return make


def _sums(lengths: Iterable[int]) -> list[int]:
    """What comes before each of some lengths."""
    return [0, *accumulate(lengths)][:-1]
