"""The `structure` splitter: cuts at headings first, joins what is too small, packs block by block what is too large."""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from chunklint.chunking.kinds import kind_of
from chunklint.chunking.model import Chunk
from chunklint.chunking.packing import SUM_SLACK, Packer
from chunklint.chunking.parts import parts_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunklint.chunking.measure import Measure
    from chunklint.chunking.model import ChunkKind, Profile, Span
    from chunklint.chunking.packing import Piece
    from chunklint.chunking.parts import Part
    from chunklint.documents.model import Block, Document, Section


class Unit(NamedTuple):
    """Sections that are never parted: headings without own text and the section that they lead to."""

    sections: tuple[Section, ...]

    @property
    def level(self) -> int:
        return self.sections[0].level

    @property
    def start(self) -> int:
        return self.sections[0].start

    @property
    def end(self) -> int:
        return self.sections[-1].own_end

    @property
    def blocks(self) -> list[Block]:
        """Headings and own bodies in source order."""
        return [b for s in self.sections for b in ((s.heading, *s.blocks) if s.heading else s.blocks)]


class Structure(NamedTuple):
    """The chunks of a document, and where it can be parted without changing any.

    ``firm`` are the starts of sections at which it can: what stands before and after such a place is large enough by
    itself, so that neither is joined with the other, whatever else changes. ``begins_firm`` and ``ends_firm`` tell the
    same of the document's start and end.
    """

    chunks: list[Chunk]
    firm: list[int]
    begins_firm: bool
    ends_firm: bool


def structure_chunks(document: Document, profile: Profile, measure: Measure) -> list[Chunk]:
    """The chunks of a document under a `structure` profile, in source order."""
    return structure_of(document, profile, measure).chunks


def structure_of(document: Document, profile: Profile, measure: Measure) -> Structure:
    """The chunks of a document under a `structure` profile with the places at which it could be parted."""
    splitter = StructureSplitter(document, profile, measure)
    for group in splitter.groups(units_of(document.sections)):
        splitter.emit(group)
    starts = splitter.starts
    firm = [start for (_, before), (start, after) in pairwise(starts) if before and after]
    ends = bool(starts) and starts[-1][1] and bool(document.sections[-1].blocks)
    return Structure(splitter.chunks, firm, bool(starts) and starts[0][1], ends)


def units_of(sections: Sequence[Section]) -> list[Unit]:
    """Headings without own text go with what follows, unless that is of a higher level."""
    units: list[Unit] = []
    pending: list[Section] = []
    for at, section in enumerate(sections):
        pending.append(section)
        following = sections[at + 1] if at + 1 < len(sections) else None
        if section.blocks or following is None or following.level < section.level:
            units.append(Unit(tuple(pending)))
            pending = []
    return units


def path_prefix(path: Sequence[str], profile: Profile, measure: Measure) -> str:
    """A heading path as it stands before a chunk's text, with a blank line after it; empty for no path.

    Outer headings are left out where the path would take over half of a chunk.
    """
    if not profile.heading_path or not path:
        return ""
    for first in range(len(path)):
        prefix = " > ".join(path[first:]) + "\n\n"
        if measure.count_text(prefix) <= profile.max_tokens // 2:
            return prefix
    return ""


def ancestor_path(section: Section) -> tuple[str, ...]:
    """The heading path of a section without its own heading."""
    if section.heading is None:
        return section.path
    above = section.parent.path if section.parent else section.path[:-1]
    return above if len(above) < len(section.path) else section.path[:-1]


class StructureSplitter:
    """Groups sections and packs what is too large; splitters that cut further inside sections build on it."""

    def __init__(self, document: Document, profile: Profile, measure: Measure) -> None:
        self.document = document
        self.profile = profile
        self.measure = measure
        self.counter = measure.counter
        self.chunks: list[Chunk] = []
        # Where each group started and whether it was large enough by itself, before a small one joined the one before.
        self.starts: list[tuple[int, bool]] = []
        self._prefixes: dict[tuple[str, ...], str] = {}
        self.gaps = [b.start for b in document.blocks if b.kind in ("comment", "definition", "footnote", "esm")]

    def groups(self, units: list[Unit]) -> list[list[Unit]]:
        """Join units under ``min-tokens`` with the next one at the same or a deeper level, else the one before."""
        self._prefetch(units)
        groups: list[list[Unit]] = []
        at = 0
        while at < len(units):
            group = [units[at]]
            at += 1
            while (
                at < len(units)
                and self._is_small(group)
                and units[at].level >= group[0].level
                and self.fits([*group, units[at]])
            ):
                group.append(units[at])
                at += 1
            is_small = self._is_small(group)
            self.starts.append((group[0].start, not is_small))
            if groups and is_small and _under_same_parent(groups[-1], group):
                joined = [*groups[-1], *group]
                if self.fits(joined):
                    groups[-1] = joined
                    continue
            groups.append(group)
        return groups

    def emit(self, group: list[Unit]) -> None:
        """Add the chunk of a group that fits, or the pieces of a unit that does not."""
        if len(group) > 1 or self.fits(group):
            sections = [section for unit in group for section in unit.sections]
            path = _common([s.path for s in sections if s.blocks] or [s.path for s in sections])
            blocks = [block for unit in group for block in unit.blocks]
            prefix = self.prefix(_common([ancestor_path(s) for s in sections]))
            self._add(self._spans(blocks), prefix, path, kind_of([b.kind for b in blocks]))
            return
        self._pack(group[0])

    def _pack(self, unit: Unit) -> None:
        own = unit.sections[-1]
        first = self.prefix(ancestor_path(unit.sections[0]))
        self.pack(parts_of(self.document, unit.blocks), own, first, self.prefix(own.path))

    def pack(self, parts: Sequence[Part], own: Section, first_prefix: str, next_prefix: str) -> None:
        """Add the chunks of parts of one section; the first one has another heading path before it."""
        packer = Packer(self.document, self.measure, self.profile, first_prefix, next_prefix)
        for piece in packer.pack(parts):
            self.add(piece, own)

    def add(self, piece: Piece, own: Section) -> None:
        """Add the chunk of a piece of a section."""
        if self.document.text[piece.start : piece.end].isspace():
            return  # a window of a tiny budget can hold nothing else, and there is nothing to embed
        kind = kind_of([part.shown_kind for part in piece.parts if part.tie in ("", "signature")])
        spans = self._gapless(piece.start, piece.end)
        self._add(spans, piece.prefix, own.path, kind, piece.suffix, piece.overlap)

    def _add(
        self,
        spans: tuple[Span, ...],
        prefix: str,
        path: tuple[str, ...],
        kind: ChunkKind,
        suffix: str = "",
        overlap: Span | None = None,
    ) -> None:
        index = len(self.chunks)
        self.chunks.append(
            Chunk(
                index,
                self.document,
                self.counter,
                spans,
                prefix=prefix,
                suffix=suffix,
                overlap=overlap,
                heading_path=path,
                kind=kind,
                code_parser=self.profile.code_parser,
            )
        )

    def _spans(self, blocks: Sequence[Block]) -> tuple[Span, ...]:
        return self._gapless(blocks[0].start, blocks[-1].end)

    def _gapless(self, start: int, end: int) -> tuple[Span, ...]:
        """A stretch of the source without the gap blocks inside it."""
        if not self.gaps or bisect_left(self.gaps, end) == bisect_left(self.gaps, start):
            return ((start, end),)
        from chunklint.chunking.gaps import without_gaps

        return without_gaps(self.document, start, end)

    def prefix(self, path: tuple[str, ...]) -> str:
        """A heading path as it stands before a chunk's text."""
        known = self._prefixes.get(path)
        if known is None:
            known = self._prefixes[path] = path_prefix(path, self.profile, self.measure)
        return known

    def _prefetch(self, units: Sequence[Unit]) -> None:
        """Count in one call every unit whose size its bounds leave open."""
        least, limit = self.profile.min_tokens, self.profile.max_tokens
        self.measure.prefetch(
            (unit.start, unit.end)
            for unit in units
            if least < self.measure.upper_bound(unit.start, unit.end) and unit.end - unit.start <= 6 * limit
        )

    def _is_small(self, group: Sequence[Unit]) -> bool:
        least = self.profile.min_tokens
        start, end = group[0].start, group[-1].end
        if least <= 0 or self.measure.has_words(start, end, least):
            return False
        if self.measure.upper_bound(start, end) < least:
            return True
        # Up to the limit, since whether it fits is asked next.
        return self.measure.capped(start, end, self.profile.max_tokens + SUM_SLACK) < least

    def fits(self, group: Sequence[Unit]) -> bool:
        """Whether prefix and body are at most ``max-tokens``."""
        sections = [section for unit in group for section in unit.sections]
        prefix = self.prefix(_common([ancestor_path(section) for section in sections]))
        room = self.profile.max_tokens - self.measure.count_text(prefix)
        start, end = group[0].start, group[-1].end
        spans = self._gapless(start, end)
        if len(spans) > 1 or spans[0] != (start, end):
            return self._parts_fit(spans, prefix, room, "\n\n".join(self.document.text[s:e] for s, e in spans))
        if len(group) > 1:
            return self._parts_fit([(u.start, u.end) for u in group], prefix, room, self.document.text[start:end])
        if self.measure.upper_bound(start, end) <= room - SUM_SLACK:
            return True
        size = self.measure.capped(start, end, room + SUM_SLACK)
        if not room - SUM_SLACK < size <= room + SUM_SLACK:
            return size <= room
        return self.counter.count(prefix + self.document.text[start:end]) <= self.profile.max_tokens

    def _parts_fit(self, spans: Sequence[Span], prefix: str, room: int, joined: str) -> bool:
        """Whether several stretches fit together: by the sum of their sizes unless that is close to the limit."""
        total = sum(self.measure.upper_bound(start, end) + 2 for start, end in spans)
        if total <= room - SUM_SLACK:
            return True
        total = sum(self.measure.capped(start, end, room) + 2 for start, end in spans)
        if total <= room - SUM_SLACK:
            return True
        if total > room + 2 * len(spans) + SUM_SLACK:
            return False
        return self.counter.count(prefix + joined) <= self.profile.max_tokens


def _common(paths: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The longest path that all paths start with."""
    first = paths[0]
    if len(paths) == 1:
        return first
    length = min(len(path) for path in paths)
    for at in range(length):
        if any(path[at] != first[at] for path in paths):
            return first[:at]
    return first[:length]


def _under_same_parent(before: Sequence[Unit], group: Sequence[Unit]) -> bool:
    """Whether the section before, which may lead in others, is under the parent of this group's first section."""
    parent = group[0].sections[0].parent
    above = before[-1].sections[-1].parent
    while above is not None and above is not parent:
        above = above.parent
    return above is parent
