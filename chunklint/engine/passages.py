"""Parts a page into passages that are read, cut and checked by themselves; it does not say which an edit makes stale.

A passage is a run of whole sections. It starts at a heading where it makes no difference to the rest of the page what
stands behind: to the parser, since the blocks before are closed, and to the `structure` splitter, since the sections on
both sides are large enough to be joined with no other. All else that a passage has to know of the page are its
`Surroundings`.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from chunklint.chunking.structure import Structure, structure_of
from chunklint.documents.incremental import opened_containers
from chunklint.documents.model import Document, Surroundings
from chunklint.documents.reader import is_generated
from chunklint.engine.analysis import Analysis
from chunklint.engine.run import Chosen, analyses_of, chosen_rules, in_order, reported, without_yielding
from chunklint.text.positions import LineIndex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from chunklint.documents.model import Block, Section
    from chunklint.engine.context import Context
    from chunklint.engine.registry import Registry
    from chunklint.settings.model import Settings

# Bytes in UTF-8 that a passage has at least where the page allows it. Checking so many takes about a millisecond; with
# smaller ones the page has more of them to go through after each edit. A Chinese character says as much as two or three
# letters and takes as long: counted in characters, each edit of a Chinese page of 11 KB checked all of it.
SIZE = 2_500
# A passage that was edited is parted anew from this size on.
LARGEST = 3 * SIZE

_BLANK_LINE_AT_END = re.compile(r"(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)\Z")
# Nothing that follows belongs to such a block, whatever it is.
_CLOSED = frozenset({"paragraph", "heading", "table", "break", "definition"})
_SENTINEL = "# x\n"
# What rules about one page are about.
_SCOPES = frozenset({"block", "section", "chunk", "document"})


class Rules(NamedTuple):
    """The rules that run on a page, those whose findings are found passage by passage apart.

    ``codes_by_passage`` are the codes of the former, ``yield_to_page`` those of others that they yield to.
    """

    by_passage: tuple[Chosen, ...]
    by_page: tuple[Chosen, ...]
    settings: Settings
    registry: Registry
    codes_by_passage: frozenset[str]
    yield_to_page: frozenset[str]

    @classmethod
    def of(cls, settings: Settings, registry: Registry, document: Document) -> Rules:
        """The rules for a page."""
        chosen = [one for one in chosen_rules(settings, registry, document) if one.loaded.rule.scope in _SCOPES]
        own = tuple(one for one in chosen if one.loaded.is_by_passage)
        page = tuple(one for one in chosen if not one.loaded.is_by_passage)
        codes = frozenset(one.loaded.rule.code for one in own)
        yielded_to = frozenset(code for one in own for code in one.loaded.rule.yields_to)
        return cls(own, page, settings, registry, codes, yielded_to - codes)


class Passage:
    """A passage as a document of its own, with its chunks and findings; offsets and lines count from its start.

    ``found`` is all that was reported in it, ``codes`` by which rules, ``kept`` what tells the cause, in source order.
    """

    __slots__ = ("_digests", "analyses", "codes", "document", "found", "kept")

    def __init__(self, document: Document, analyses: tuple[Analysis, ...], rules: Rules) -> None:
        self.document = document
        self.analyses = analyses
        self.found = reported(analyses, rules.by_passage)
        self.codes = frozenset(finding.rule.code for finding in self.found)
        self.kept = in_order(without_yielding(self.found))
        self._digests: list[object] | None = None

    @property
    def level(self) -> int:
        """The level of the heading that it starts with; 0 where it starts with none."""
        return self.document.sections[0].level

    def digests(self, rules: Rules) -> list[object]:
        """What of it the findings of each rule about the page can depend on, under every profile."""
        if self._digests is None:
            self._digests = [
                _digest(chosen, [chosen.context(analysis) for analysis in self.analyses]) for chosen in rules.by_page
            ]
        return self._digests

    def open_after(self, level: int) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """The sections of the page that a heading of a level behind the passage belongs to, outermost first."""
        return _above(self.document.sections[-1], level)


def can_be_parted(document: Document, settings: Settings) -> bool:
    """Whether a page is one that passages are known to be independent of each other in."""
    return (
        document.format == "markdown"
        and not is_generated(document.text)
        and not document.undecodable
        and not document.cells
        and all(profile.splitter == "structure" for profile in settings.profiles)
    )


class Draft:
    """A text with its chunks, before any rule has run on it.

    ``before`` is the passage that it was before an edit: what is known of its texts is not found out again.
    """

    def __init__(self, document: Document, rules: Rules, before: Passage | None = None) -> None:
        self.document = document
        self._rules = rules
        self._analyses = analyses_of(document, rules.settings, () if before is None else before.analyses)
        self._structures = [_structure(analysis) for analysis in self._analyses]
        self.begins_firm = all(structure.begins_firm for structure in self._structures)
        self.ends_firm = all(structure.ends_firm for structure in self._structures)

    def passage(self) -> Passage:
        """It as one passage."""
        return Passage(self.document, self._analyses, self._rules)

    def passages(self) -> list[Passage]:
        """The passages that it is parted into, or itself as the only one."""
        document = self.document
        size = _characters_of(SIZE, document.text)
        cuts = _cuts(document, self._structures, size) if len(document.text) > LARGEST // SIZE * size else []
        if not cuts:
            return [self.passage()]
        found: list[Passage] = []
        for part in _parts(document, cuts):
            analyses = analyses_of(part, self._rules.settings, self._analyses)
            found.append(Passage(part, analyses, self._rules))
        return found


def cut_again(passage: Passage, surroundings: Surroundings, rules: Rules) -> Draft:
    """The same passage in other surroundings."""
    old = passage.document
    document = Document(old.path, old.text, old.reader, old.blocks, old.lines, surroundings=surroundings)
    return Draft(document, rules, passage)


def begins_like_one(document: Document) -> bool:
    """Whether a text that is not the page's beginning starts as a passage does, whatever stands before it."""
    blocks = document.blocks
    return bool(blocks) and blocks[0].kind == "heading" and blocks[0].line == 0 and _is_plain_heading(blocks[0])


def is_closed(document: Document) -> bool:
    """Whether what stands behind a text, starting with a heading, is read as if it did not stand there."""
    blocks = document.blocks
    if not blocks or _BLANK_LINE_AT_END.search(document.text, max(0, len(document.text) - 1_000)) is None:
        return False
    last = blocks[-1]
    if any(end >= last.end_line for _, end in opened_containers(blocks)) or (last.kind == "list" and not last.info):
        return False
    sets = tab_sets_of(document)
    if sets and sets[-1][1] > len(document.text):
        return False
    return last.kind in _CLOSED or (last.kind == "code" and bool(last.fence) and last.closed) or _stops(document, last)


def tab_sets_of(document: Document) -> list[tuple[int, int]]:
    """The sets of tabs of a text."""
    from chunklint.documents.tabs import tab_sets

    return tab_sets(document)


def _stops(document: Document, last: Block) -> bool:
    """Whether a text's last block ends before a heading behind it: an open comment or container does not."""
    start = document.lines.start(last.line)
    source = document.text[start:] + _SENTINEL
    blocks = document.reader.read_slice(source, lines := LineIndex(source), 0, len(lines))
    return (
        len(blocks) == 2
        and blocks[0].end == last.end - start
        and blocks[1].kind == "heading"
        and blocks[1].start == len(source) - len(_SENTINEL)
    )


def _is_plain_heading(heading: Block) -> bool:
    """Whether no block before it could take a heading's line in, as a list of definitions takes one that starts so."""
    return heading.info == "atx" or heading.content[:1].isalnum()


def _structure(analysis: Analysis) -> Structure:
    """The structure of a text under a profile; its chunks become those of the analysis."""
    structure = structure_of(analysis.document, analysis.profile, analysis.measure)
    analysis.chunks = structure.chunks
    return structure


def _characters_of(size: int, text: str) -> int:
    """About how many code points of a text take up so many bytes."""
    return size if text.isascii() else max(1, size * len(text) // len(text.encode("utf-8", "surrogatepass")))


def _cuts(document: Document, structures: Sequence[Structure], size: int) -> list[int]:
    """Where a text is parted: at lines that start with a heading, at least so many code points apart."""
    firm = set(structures[0].firm).intersection(*(structure.firm for structure in structures[1:]))
    regions = opened_containers(document.blocks)
    sets = tab_sets_of(document)
    cuts: list[int] = []
    last = 0
    for before, block in pairwise(document.blocks):
        start = document.lines.start(block.line)
        if block.start not in firm or start - last < size or len(document.text) - start < size:
            continue
        is_open = (before.kind == "list" and not before.info) or not _is_plain_heading(block)
        if is_open or not _follows_a_blank_line(document, block):
            continue
        if any(a < block.line < b for a, b in regions) or any(a < start < b for a, b in sets):
            continue
        cuts.append(start)
        last = start
    return cuts


def _follows_a_blank_line(document: Document, block: Block) -> bool:
    return block.line > 0 and not document.lines.line_text(block.line - 1).strip(" \t")


def _parts(document: Document, cuts: Sequence[int]) -> Iterator[Document]:
    """The documents of the passages that a text is parted into."""
    bounds = [0, *cuts, len(document.text)]
    blocks, sections = document.blocks, document.sections
    around = document.surroundings or Surroundings(None, (), 0)
    title = page_title(document)
    headings = [sections[_section_at(sections, start, document)] for start in cuts]
    for number, (start, end) in enumerate(pairwise(bounds)):
        line = document.lines.line_of(start)
        first = bisect_left(blocks, start, key=lambda block: block.start)
        last = bisect_left(blocks, end, key=lambda block: block.start)
        text = document.text[start:end]
        following = headings[number].level if number < len(headings) else around.following
        if number == 0:
            surroundings = Surroundings(around.title, around.above, following)
        else:
            heading = headings[number - 1]
            surroundings = Surroundings(title, _above(heading.parent, heading.level), following)
        moved = tuple([block.shifted(-start, -line) for block in blocks[first:last]]) if start else blocks[first:last]
        yield Document(document.path, text, document.reader, moved, LineIndex(text), surroundings=surroundings)


def page_title(document: Document) -> str:
    """The title that a page's front matter gives it, as one of its passages knows it."""
    from chunklint.documents.outline import document_title

    around = document.surroundings
    return document_title(document) if around is None or around.title is None else around.title


def _section_at(sections: Sequence[Section], line_start: int, document: Document) -> int:
    """The index of the section whose heading stands on the line that starts at an offset."""
    end = document.lines.end(document.lines.line_of(line_start))
    return bisect_right(sections, end, key=lambda section: section.start) - 1


def _above(section: Section | None, level: int) -> tuple[tuple[int, tuple[str, ...]], ...]:
    found: list[tuple[int, tuple[str, ...]]] = []
    while section is not None:
        if section.heading is not None and section.level < level:
            found.append((section.level, section.path))
        section = section.parent
    return tuple(found[::-1])


def _digest(chosen: Chosen, contexts: Sequence[Context]) -> object:
    digest = chosen.loaded.digest
    if digest is None:
        return None
    found = [digest(context.document, context) for context in contexts]
    return None if any(one is None for one in found) else tuple(found)
