"""Compares chunks before and after a change: which are added, removed, altered or moved; it cuts and prints nothing.

What counts is the text as embedded, heading path, repeated header and overlap included: chunks with the same text have
the same vector. A chunk that moved keeps it, though its file, place or order is another.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterable, Iterator, Sequence

    from chunklint.chunking.model import Chunk
    from chunklint.documents.model import Document

Kind: TypeAlias = Literal["added", "removed", "altered", "moved"]
KINDS: tuple[Kind, ...] = ("added", "altered", "removed", "moved")

# How much two texts share (0 to 1, twice the common words by all words) for one to be the other, altered: half of it.
_ALIKE = 0.5
# Pairs of chunks compared in one gap between unchanged ones; beyond that, a page was written anew.
_MOST_PAIRS = 10_000
# A word, or a Han character, which is about as much.
_WORD = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]|[^\W\u3400-\u9fff\U00020000-\U0003ffff]+")


class Piece(NamedTuple):
    """A chunk as it is compared: its place (as a `ChunkPlace` has it), its size in the profile's unit, its text.

    The text is what would be embedded.
    """

    path: str
    chunk_index: int
    line: int
    end_line: int
    tokens: int
    heading_path: tuple[str, ...]
    text: str
    cell: int | None = None
    end_cell: int | None = None


class ChunkChange(NamedTuple):
    """One chunk that differs; what was added has no ``old``, what was removed no ``new``."""

    kind: Kind
    old: Piece | None
    new: Piece | None

    @property
    def piece(self) -> Piece:
        """The chunk of today, or the one that is gone."""
        piece = self.new or self.old
        assert piece is not None
        return piece


class Versions(NamedTuple):
    """The chunks of one file before and after; a file that was not there, or is not any more, has none."""

    old: Sequence[Piece]
    new: Sequence[Piece]


class ChunkDiff(NamedTuple):
    """What a change does to the chunks of a corpus under one profile.

    ``chunks`` and ``tokens`` are those of the whole corpus after the change, in the profile's unit.
    """

    profile: str
    unit: str
    changes: tuple[ChunkChange, ...]
    files: int
    chunks: int
    tokens: int

    def count(self, kind: Kind) -> int:
        """How many chunks differ in this way."""
        return sum(change.kind == kind for change in self.changes)

    @property
    def tokens_to_embed(self) -> int:
        """The size of the texts that have no vector yet."""
        return sum(change.new.tokens for change in self.changes if change.new and change.kind != "moved")

    @property
    def share(self) -> float:
        """That size as a part (0 to 1) of the corpus."""
        return self.tokens_to_embed / self.tokens if self.tokens else 0.0


def piece(document: Document, chunk: Chunk) -> Piece:
    """A chunk of a document as it is compared."""
    from chunklint.report.chunks import chunk_place

    place = chunk_place(document, chunk)
    return Piece(
        document.path,
        chunk.index,
        place.line,
        place.end_line,
        chunk.tokens,
        chunk.heading_path,
        chunk.text,
        place.cell,
        place.end_cell,
    )


def compare(files: Iterable[Versions]) -> list[ChunkChange]:
    """The chunks that differ, file by file in the order given; each chunk of either side at most once."""
    gaps: list[tuple[list[Piece], list[Piece]]] = []
    moved: list[ChunkChange] = []
    for versions in files:
        for old, new, is_same in _aligned(versions):
            if not is_same:
                gaps.append((list(old), list(new)))
            elif old[0].path != new[0].path:
                moved += (ChunkChange("moved", *pair) for pair in zip(old, new, strict=True))
    moved += _take_moved(gaps)
    changes = moved
    for old, new in gaps:
        changes += _altered(old, new)
    return changes


def in_order(changes: Iterable[ChunkChange]) -> list[ChunkChange]:
    """Changes by file and place, what is gone where it was."""

    def place(change: ChunkChange) -> tuple[object, ...]:
        piece = change.piece
        return piece.path.split("/"), piece.cell or 0, piece.line, change.new is None

    return sorted(changes, key=place)


def _aligned(versions: Versions) -> Iterator[tuple[Sequence[Piece], Sequence[Piece], bool]]:
    """The stretches of a file's chunks that are the same in both versions, and those between them."""
    from difflib import SequenceMatcher

    old, new = versions
    matcher = SequenceMatcher(None, [one.text for one in old], [one.text for one in new], autojunk=False)
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        yield old[i1:i2], new[j1:j2], tag == "equal"


def _take_moved(gaps: Sequence[tuple[list[Piece], list[Piece]]]) -> list[ChunkChange]:
    """Take out of the gaps what stands in another one word for word."""
    by_text: dict[str, list[tuple[list[Piece], Piece]]] = {}
    for old, _ in gaps:
        for one in old:
            by_text.setdefault(one.text, []).append((old, one))
    moved = []
    for _, new in gaps:
        for one in list(new):
            candidates = by_text.get(one.text)
            if not candidates:
                continue
            here = next((at for at, (_, other) in enumerate(candidates) if other.path == one.path), 0)
            gap, other = candidates.pop(here)
            gap.remove(other)
            new.remove(one)
            moved.append(ChunkChange("moved", other, one))
    return moved


def _altered(old: Sequence[Piece], new: Sequence[Piece]) -> Iterator[ChunkChange]:
    """What became of the chunks of one gap: the most alike are the same chunk, altered."""
    pairs: list[tuple[float, int, int]] = []
    if old and new and len(old) * len(new) <= _MOST_PAIRS:
        old_words, new_words = [_words(one.text) for one in old], [_words(one.text) for one in new]
        for i, before in enumerate(old_words):
            for j, after in enumerate(new_words):
                alike = _likeness(before, after)
                if alike >= _ALIKE:
                    pairs.append((-alike, i, j))
    of_old: set[int] = set()
    of_new: set[int] = set()
    for _, i, j in sorted(pairs):
        if i not in of_old and j not in of_new:
            of_old.add(i)
            of_new.add(j)
            yield ChunkChange("altered", old[i], new[j])
    yield from (ChunkChange("removed", one, None) for i, one in enumerate(old) if i not in of_old)
    yield from (ChunkChange("added", None, one) for j, one in enumerate(new) if j not in of_new)


def _words(text: str) -> Counter[str]:
    from collections import Counter

    return Counter(_WORD.findall(text))


def _likeness(one: Counter[str], other: Counter[str]) -> float:
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 1.0
