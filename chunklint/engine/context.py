"""What a rule's check may ask about the document, its chunks and its own options; it reports nothing itself."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from chunklint.documents.model import GAP_KINDS
from chunklint.engine.facts import Sentence
from chunklint.engine.model import Line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from chunklint.chunking.adapters.errors import PageError
    from chunklint.chunking.code.model import CodeUnit
    from chunklint.chunking.given import GivenChunk
    from chunklint.chunking.model import Chunk
    from chunklint.documents.html_tables import HtmlTable
    from chunklint.documents.inline import VisibleText
    from chunklint.documents.model import Block, Section
    from chunklint.documents.tables import Cell
    from chunklint.engine.analysis import Analysis
    from chunklint.engine.losses import Loss
    from chunklint.engine.model import Severity

# Characters of a lead-in, markup and colon aside, that say nothing about what follows.
SHORTEST_LEAD_IN = 6
# A paragraph is nearly all of a section if it takes up this share of it; the rest is a line or two.
MOST_OF_A_SECTION = 0.8
# Below this share of visible text a paragraph is markup for the most part.
LEAST_VISIBLE = 0.4
# Percent over the limit up to which a few words less would do, and only a little is cut off: every fourth section of
# well-kept pages that is over the limit is over it by no more.
HARDLY_OVER = 15

# What is left without all that could be hidden; where that is so much of it, it is prose without a closer look.
_MAY_BE_HIDDEN = re.compile(
    r"`[^`]*`+|!\[[^\[\]]*\](?:\([^()]*\)?)?|\]\([^()]*\)?|<[^<>]*>|https?://\S+|\$[^$]*\$|[*_~\[\]\\]"
)
SURELY_VISIBLE = 0.6

# How a paragraph of linked pictures begins.
_BADGES = ("[![", "![", "<a ", "<img ", "<p ")

_CHANGELOG = re.compile(
    r"(?:^|[/_-])(?:change-?logs?(?:\b|_)|(?:changes|release[-_]?notes?|releases|history|news)(?:\b|_v?\d))[^/]*$",
    re.IGNORECASE,
)


def is_most_of(section: Section, block: Block) -> bool:
    """Whether a block is all of a section but for a line or two: then the section's finding tells it."""
    return block.end - block.start >= MOST_OF_A_SECTION * (section.own_end - section.start)


class Context:
    """The analysis as one rule sees it; offsets are code points, sizes are in the profile's unit."""

    __slots__ = ("_analysis", "document", "is_asked_for", "options", "profile")

    def __init__(self, analysis: Analysis, options: Mapping[str, Any], is_asked_for: bool = False) -> None:
        self._analysis = analysis
        self.document = analysis.document
        self.profile = analysis.profile
        self.options = options
        # Whether a selector names the rule (ALL does): then it reports what it leaves to opt-in otherwise.
        self.is_asked_for = is_asked_for

    # Chunks and boundaries

    @property
    def chunks(self) -> Sequence[Chunk]:
        """All chunks in source order."""
        return self._analysis.chunks

    def begins_page(self, chunk: Chunk) -> bool:
        """Whether a chunk is the page's first."""
        return chunk.index == 0 and self.document.begins_page

    def is_only_chunk(self, chunk: Chunk) -> bool:
        """Whether the page has no other chunk than this one."""
        return len(self._analysis.chunks) == 1 and self.document.is_page

    def chunks_of(self, start: int, end: int) -> Sequence[Chunk]:
        """The chunks whose bodies share something with a stretch of the source."""
        chunks = self._analysis.chunks
        first = bisect_right(self._analysis.ends, start)
        last = first
        while last < len(chunks) and chunks[last].start < end:
            last += 1
        return chunks[first:last]

    def parted_blocks(self, kind: str) -> Sequence[Block]:
        """The blocks of one kind that no chunk's body holds whole, in source order."""
        return self._analysis.parted_blocks(kind)

    def parted_sections(self) -> list[Section]:
        """The sections with text of their own that no chunk's body holds whole, heading and text together."""
        starts, ends = self._analysis.starts, self._analysis.ends
        return [
            section
            for section in self.document.sections
            if section.blocks and starts[bisect_right(ends, section.start) + 1] < section.own_end
        ]

    def in_one_chunk(self, start: int, end: int) -> bool:
        """Whether one chunk's body holds a stretch whole: then it fits, and nothing need be counted."""
        return len(self.chunks_of(start, end)) <= 1

    def chunk_at(self, offset: int) -> Chunk | None:
        """The chunk whose body holds an offset."""
        found = self.chunks_of(offset, offset + 1)
        return found[0] if found else None

    def parted(self, first: int, second: int) -> tuple[Chunk, Chunk] | None:
        """The two chunks that hold two places, if no chunk's text holds both; an overlap may bring them together."""
        before, after = self.chunk_at(first), self.chunk_at(second)
        if before is None or after is None or before is after:
            return None
        if after.overlap is not None and after.overlap[0] <= first:
            return None
        return before, after

    @property
    def adds_heading_path(self) -> bool:
        """Whether the profile puts the headings above a chunk before its text."""
        return self.profile.heading_path and self.profile.cuts_at_structure

    @property
    def cut_severity(self) -> Severity | None:
        """``info`` where the splitter does not look at structure: then the cut is its doing, not the writer's."""
        return None if self.profile.cuts_at_structure else "info"

    @property
    def given_chunks(self) -> Sequence[GivenChunk]:
        """The chunks with their records where somebody handed them over; none where a splitter made them."""
        if not self._analysis.is_given:
            return ()
        from chunklint.chunking.given import GivenChunk

        return [chunk for chunk in self.chunks if isinstance(chunk, GivenChunk)]

    @property
    def splitter_failure(self) -> PageError | None:
        """Why somebody else's splitter gave no chunks for this page; None where it gave some."""
        return self._analysis.failure if not self._analysis.chunks else None

    @property
    def losses(self) -> Sequence[Loss]:
        """What a reader sees of the document and no chunk holds; always empty under splitters of our own."""
        return self._analysis.losses

    @property
    def looks_for_headings(self) -> bool:
        """Whether the splitter looks for headings in its own way, and may take something else for one."""
        from chunklint.chunking.splitters import SPLITTERS

        if self.profile.splitter in SPLITTERS:
            return False
        from chunklint.chunking.adapters.catalogue import adapter_of

        adapter = adapter_of(self.profile.splitter)
        # LangChain's recursive splitter does where it is told that the text is Markdown.
        is_told = ("language", "markdown") in self.profile.splitter_options
        return adapter is not None and (adapter.cuts_at_headings or is_told)

    # Sizes

    @property
    def limit(self) -> int:
        """The most that a chunk may hold."""
        return self.profile.max_tokens

    @property
    def section_limit(self) -> int:
        """The most that a reader is given of a section at a time, under `parents` more than what is searched."""
        profile = self.profile
        return profile.parent_max_tokens if profile.splitter == "parents" else profile.max_tokens

    def size(self, start: int, end: int) -> int:
        """The size of a stretch of the source."""
        return self._analysis.measure.count(start, end)

    def measure_blocks(self, blocks: Iterable[Block]) -> None:
        """Find the sizes of several blocks together, which is quicker than one by one, before they are asked for."""
        self._analysis.measure.prefetch((block.start, block.end) for block in blocks)

    def size_of_text(self, text: str) -> int:
        """The size of a text that does not stand in the source as it is, such as a heading path."""
        return self._analysis.measure.count_text(text)

    def at_most(self, start: int, end: int, limit: int) -> bool:
        """Whether a stretch is no larger than a limit; far cheaper than `size` where that is plain to see."""
        return self._analysis.measure.at_most(start, end, limit)

    def plain_tokens(self, text: str) -> int:
        """The size of a text in tokens of cl100k_base, whatever the unit of the profile."""
        from chunklint.tokens import get_counter

        return get_counter("cl100k_base").count(text)

    @property
    def model_limit(self) -> int | None:
        """The most that the embedding model reads, in its own tokens; None where the profile says nothing of it."""
        limit = self._analysis.model_limit
        return None if limit is None else limit.limit

    def model_overflow(self, chunk: Chunk) -> int:
        """A chunk's size in the embedding model's tokens if it is over the limit with hardly a doubt, else 0.

        It is an estimate where the profile counts in other tokens than the model.
        """
        limit = self._analysis.model_limit
        if limit is None or limit.fits(chunk.text):
            return 0
        is_own = limit.model is None and self._analysis.measure.counter.unit == "tokens"
        counted = is_own or self.profile.tokenizer == "cl100k_base"
        return limit.overflow(chunk.text, chunk.tokens if counted else self.plain_tokens(chunk.text))

    def room(self, section: Section, *, own_heading: bool = True) -> int:
        """What a chunk of a section has left for its text beside its heading path."""
        from chunklint.chunking.structure import ancestor_path, path_prefix

        known = self._analysis.rooms.get((section.index, own_heading))
        if known is None:
            path = section.path if own_heading else ancestor_path(section)
            measure = self._analysis.measure
            # Only structure puts the heading path before the text.
            prefix = path_prefix(path, self.profile, measure) if self.profile.cuts_at_structure else ""
            known = self.profile.max_tokens - measure.count_text(prefix)
            self._analysis.rooms[section.index, own_heading] = known
        return known

    def stored_size(self, start: int, end: int, room: int) -> int:
        """The size of a stretch as it would be stored: with the heading path that leaves a chunk so much room."""
        return self.size(start, end) + self.profile.max_tokens - room

    def section_of(self, block: Block) -> Section | None:
        """The section whose own body or heading holds a block."""
        sections = self.document.sections
        at = bisect_right(sections, block.start, key=lambda section: section.start) - 1
        return sections[at] if at >= 0 else None

    def is_hardly_over(self, size: int) -> bool:
        """Whether what is stored in such a size exceeds the limit by so little that a few words less would do."""
        return size * 100 <= self.profile.max_tokens * (100 + HARDLY_OVER)

    def room_for(self, block: Block) -> int:
        """What a chunk has left for a block beside the heading path of its section."""
        section = self.section_of(block)
        return self.room(section) if section is not None else self.profile.max_tokens

    def counted_apart(self, section: Section, room: int) -> list[Block]:
        """The blocks of a section that make it too large without its text being so.

        Those are blocks too large for a chunk (``room``), which have a rule of their own, the parts of a divided
        table: each has its header, so that a cut between them costs nothing, what no chunk holds, and rows of badges.
        """
        parts = self._parts_of_divided_tables(section)
        return self._in_no_chunk(section) + [
            block
            for block in section.blocks
            if block.start in parts
            or (block.kind == "paragraph" and block.content.startswith(_BADGES) and not self.is_prose(block))
            or (
                (
                    block.kind in ("table", "code")
                    or (block.kind == "paragraph" and not is_most_of(section, block))
                    or self.html_tables(block)
                )
                and not self.at_most(block.start, block.end, room)
            )
        ]

    def _in_no_chunk(self, section: Section) -> list[Block]:
        """The comments, definitions and the like that stand among a section's text and are stored with none of it."""
        blocks = self.document.blocks
        first = bisect_left(blocks, section.start, key=lambda block: block.start)
        last = bisect_left(blocks, section.own_end, first, key=lambda block: block.start)
        return [block for block in blocks[first:last] if block.kind in GAP_KINDS]

    def _parts_of_divided_tables(self, section: Section) -> set[int]:
        """The starts of tables with the same header row as the table before or after them in the section."""
        lines = self.document.lines
        tables = [
            (block.start, lines.line_text(block.line).strip()) for block in section.blocks if block.kind == "table"
        ]
        return {
            start
            for (first, header), (second, other) in pairwise(tables)
            if header == other
            for start in (first, second)
        }

    def chunks_needed(self, section: Section) -> int:
        """The fewest chunks that a section's own text takes, however well it is packed.

        What `counted_apart` gives is set aside.
        """
        if not section.blocks or self.in_one_chunk(section.start, section.own_end):
            return 1
        room = self.room(section, own_heading=section.heading is None)
        tokens = self.size(section.start, section.own_end)
        tokens -= sum(self.size(block.start, block.end) for block in self.counted_apart(section, room))
        return max(1, -(-tokens // max(1, room)))

    # Text

    @property
    def is_page_index(self) -> bool:
        """Whether the document is an llms.txt: a list of pages that is read whole, not cut."""
        from chunklint.documents.reader import is_page_index

        return is_page_index(self.document.path)

    @property
    def is_changelog(self) -> bool:
        """Whether the document is a changelog by its name, where versions follow each other and little is mended."""
        return _CHANGELOG.search(self.document.path) is not None

    @property
    def longest_line(self) -> int:
        """The length of the document's longest line in code points; most runs can be ruled out by it."""
        return self._analysis.facts.longest_line

    def line(self, offset: int) -> Line:
        """The 1-based line of an offset, as messages name it: in a notebook the line of its cell."""
        line = self.document.lines.line_of(offset)
        if self.document.cells:
            from chunklint.documents.notebook import cell_at

            cell = cell_at(self.document, offset)
            line -= cell.line if cell else 0
        return Line(line + 1)

    def line_end(self, offset: int) -> int:
        """The offset at which the line of an offset ends, its line ending left out."""
        lines = self.document.lines
        return lines.end(lines.line_of(offset))

    def visible(self, block: Block) -> VisibleText:
        """What a reader sees of a paragraph or heading."""
        return self._analysis.facts.visible(block)

    def heading_title(self, heading: Block) -> str:
        """A heading as a heading path shows it, without ids, emoji, markup and link targets."""
        from chunklint.documents.outline import heading_title

        return heading_title(heading.content)

    def visible_share(self, block: Block) -> float:
        """How much of a paragraph's source a reader sees, from 0 to 1; little in demos and playground links."""
        content = block.content
        if "](" not in content and "<" not in content:
            return 1.0
        return len(self.visible(block).text) / max(1, len(content))

    def is_prose(self, paragraph: Block) -> bool:
        """Whether enough of a paragraph is shown; a demo, a playground link or a list of links is no prose."""
        content = paragraph.content
        if "<!--" not in content and len(_MAY_BE_HIDDEN.sub("", content)) >= SURELY_VISIBLE * len(content):
            return True
        return self.visible_share(paragraph) >= LEAST_VISIBLE

    def sentences(self, block: Block) -> list[Sentence]:
        """The sentences of a paragraph."""
        return self._analysis.facts.sentences(block)

    # Blocks

    def lead_in(self, block: Block, following: Block) -> bool:
        """Whether a paragraph announces the list, table or code block right after it."""
        from chunklint.chunking.lead_ins import is_lead_in

        return is_lead_in(block, following)

    def parted_lead_ins(self, kind: str) -> Iterator[tuple[Block, Block]]:
        """Each lead-in with the block of a kind that it announces, where the two start in different chunks.

        A lead-in of six characters or fewer besides markup ("Note:", 例如：) tells a reader nothing that is missed.
        """
        from chunklint.chunking.lead_ins import is_lead_in, lead_in_length

        starts, ends = self._analysis.starts, self._analysis.ends
        for before, after in self.document.preceded(kind):
            last = before.end - 1
            at = bisect_right(ends, last)
            # Nearly all stand in one chunk.
            if (at < len(ends) and starts[at] <= last and after.start < ends[at]) or not is_lead_in(before, after):
                continue
            if lead_in_length(before) > SHORTEST_LEAD_IN and self._lead_in_is_parted(before, after):
                yield before, after

    def _lead_in_is_parted(self, before: Block, after: Block) -> bool:
        """Whether no chunk holds both the lead-in's last sentence, whole, and the start of what it announces."""
        if self.chunk_at(before.end - 1) is self.chunk_at(after.start):
            return False
        sentences = self.sentences(before)
        return self.parted(sentences[-1].start if sentences else before.start, after.start) is not None

    def table_title(self, block: Block, following: Block) -> bool:
        """Whether a paragraph is the title, caption or units line of the table right after it."""
        from chunklint.chunking.lead_ins import is_table_title

        return is_table_title(block, following)

    def cells(self, table: Block, line: int) -> list[Cell]:
        """The cells of one line (0-based, of the document) of a table."""
        return self._analysis.facts.cells(table, line)

    def html_tables(self, block: Block) -> list[HtmlTable]:
        """The tables with a header in a block of HTML; their offsets are those of the document."""
        if block.kind != "html":
            return []
        from chunklint.documents.html_tables import html_tables

        tables = html_tables(self.document.text[block.start : block.end])
        return [table.moved(block.start) for table in tables if any(table.columns)]

    @property
    def outline(self) -> tuple[tuple[object, ...], ...]:
        """What there is to know of the headings besides their places: for digests of rules about headings.

        For each section: its heading's level, style and content, whether it has text of its own, and its first chunk.
        """
        numbers: dict[Chunk | None, int] = {}
        return tuple(
            (
                section.level,
                section.heading and section.heading.info,
                section.heading and section.heading.content,
                bool(section.blocks),
                numbers.setdefault(self.chunk_at(section.start), len(numbers)),
            )
            for section in self.document.sections
        )

    @property
    def may_have_tabs(self) -> bool:
        """Whether the document holds a mark of tabs."""
        from chunklint.documents.tabs import may_have_tabs

        return may_have_tabs(self.document.text)

    @property
    def has_tabs(self) -> bool:
        """Whether the document has tabs, of which a reader sees one panel at a time."""
        return bool(self._analysis.facts.tab_panels)

    def in_sibling_tabs(self, first: int, second: int) -> bool:
        """Whether two places stand in different panels of one set of tabs."""
        panels = self._analysis.facts.tab_panels
        if not panels:
            return False
        from chunklint.documents.tabs import panels_at

        held = {panel.group: panel for panel in panels_at(panels, first)}
        return any(held.get(panel.group, panel) != panel for panel in panels_at(panels, second))

    def same_tab(self, first: int, second: int) -> bool:
        """Whether two places are shown together: in the same panel of tabs, or both in none."""
        panels = self._analysis.facts.tab_panels
        if not panels:
            return True
        from chunklint.documents.tabs import panels_at

        return list(panels_at(panels, first)) == list(panels_at(panels, second))

    def code_units(self, block: Block) -> list[tuple[int, CodeUnit]]:
        """The top-level units of a code block, each with the source offset at which it starts.

        A unit that is a function or a class has its name for a symbol; keys of YAML and JSON are none.
        """
        from chunklint.chunking.code.blocks import code_lines, code_outline
        from chunklint.chunking.code.languages import DATA

        first, _ = code_lines(self.document, block)
        outline = code_outline(self.document, block, self.profile.code_parser)
        units = [unit._replace(symbol="") for unit in outline.units] if outline.language in DATA else outline.units
        return [(self.document.lines.start(first + unit.first), unit) for unit in units]

    def code_language(self, block: Block) -> str:
        """The language that a code block names, lower case; empty where it names none."""
        from chunklint.chunking.code.languages import code_language

        return code_language(block.info)
