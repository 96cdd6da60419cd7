"""Chunks that somebody else made and handed over, each with what was stored beside its text; nothing is cut here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunklint.chunking.adapters.align import Alignment, Place, align, uncovered
from chunklint.chunking.adapters.errors import PageError
from chunklint.chunking.adapters.request import Stored
from chunklint.chunking.model import Chunk
from chunklint.chunking.splitters import add_context

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunklint.chunking.dump import DumpedChunk
    from chunklint.documents.model import Document
    from chunklint.tokens import TokenCounter

GIVEN = "given"
"""What stands for the splitter of such chunks, which is not known."""

# Characters that a chunk may repeat of the one before: more than any splitter does by default.
_OVERLAP = 4_000


class GivenChunk(Chunk):
    """A chunk with the record that it came from."""

    __slots__ = ("dumped",)

    dumped: DumpedChunk

    @property
    def metadata(self) -> dict[str, object]:
        """What was stored beside the text."""
        return dict(self.dumped.metadata)


def given_chunks(
    document: Document, dumped: Sequence[DumpedChunk], counter: TokenCounter, name: str
) -> list[GivenChunk]:
    """The chunks of a dump at their places in a document; a dump in another order than the document's is sorted.

    ``name`` is what a message calls the dump. Raises PageError for chunks that are not of this document.
    """
    kept = [chunk for chunk in dumped if chunk.text.strip()]
    kept, alignment = _aligned(document.text, kept, name)
    chunks: list[GivenChunk] = []
    at = 0
    for one, place in zip(kept, alignment.places, strict=True):
        spans = place.spans or ((at, at),)
        chunk = GivenChunk(len(chunks), document, counter, spans, overlap=place.overlap, text=one.text)
        chunk.dumped = one
        chunks.append(chunk)
        at = spans[-1][1]
    add_context(document, list(chunks))
    return chunks


def as_previewed(previewed: Sequence[Chunk], dumped: Sequence[DumpedChunk]) -> list[GivenChunk] | None:
    """The chunks of a dump as those of a preview, where both say exactly the same, in whatever order."""
    left: dict[str, list[DumpedChunk]] = {}
    for one in reversed(dumped):
        if one.text.strip():
            left.setdefault(one.text, []).append(one)
    if sum(map(len, left.values())) != len(previewed):
        return None
    chunks: list[GivenChunk] = []
    for chunk in previewed:
        if not left.get(chunk.text):
            return None
        same = GivenChunk(
            chunk.index,
            chunk.document,
            chunk.counter,
            chunk.spans,
            prefix=chunk.prefix,
            suffix=chunk.suffix,
            overlap=chunk.overlap,
            heading_path=chunk.heading_path,
            kind=chunk.kind,
            parent_id=chunk.parent_id,
            text=chunk.text,
            code_parser=chunk.code_parser,
        )
        same.dumped = left[chunk.text].pop()
        chunks.append(same)
    return chunks


def joined_text(dumped: Sequence[DumpedChunk]) -> tuple[str, list[tuple[int, int]]]:
    """The texts of chunks without a source as one text, and the span of each."""
    spans = []
    at = 0
    for chunk in dumped:
        spans.append((at, at + len(chunk.text)))
        at += len(chunk.text) + len(_JOINT)
    return _JOINT.join(chunk.text for chunk in dumped), spans


_JOINT = "\n\n"


def chunks_by_themselves(
    document: Document, dumped: Sequence[DumpedChunk], spans: Sequence[tuple[int, int]], counter: TokenCounter
) -> list[GivenChunk]:
    """The chunks of a dump whose source is not at hand, in the document made of their own texts."""
    chunks: list[GivenChunk] = []
    for one, span in zip(dumped, spans, strict=True):
        chunk = GivenChunk(len(chunks), document, counter, (span,), text=one.text)
        chunk.dumped = one
        chunks.append(chunk)
    add_context(document, list(chunks))
    return chunks


def _aligned(source: str, dumped: list[DumpedChunk], name: str) -> tuple[list[DumpedChunk], Alignment]:
    """The chunks in the order in which most of them have a place and least is lost, the dump's own order first."""
    told = _as_told(source, dumped)
    if told is not None:
        return told
    best: tuple[tuple[int, int], list[DumpedChunk], Alignment] | None = None
    problem: PageError | None = None
    for order in (dumped, _in_order(source, dumped)):
        stored = [Stored(chunk.text, chunk.start, chunk.section) for chunk in order]
        try:
            alignment = align(source, stored, _OVERLAP, name, _nearest)
        except PageError as error:
            problem = problem or error
            continue
        homeless = sum(not place.spans and place.overlap is None for place in alignment.places)
        wrong = homeless, sum(end - start for start, end in alignment.lost)
        # Where words alone tell nothing better, the order that they show is the likelier one.
        if best is None or wrong <= best[0]:
            best = wrong, order, alignment
        if wrong == (0, 0):
            break
    if best is None:
        assert problem is not None
        raise problem
    return best[1], best[2]


def _as_told(source: str, dumped: Sequence[DumpedChunk]) -> tuple[list[DumpedChunk], Alignment] | None:
    """The places that a preview's own export says, where all of them still hold what the chunks say."""
    if not all(chunk.spans and _is_true(source, chunk) for chunk in dumped):
        return None
    order = sorted(dumped, key=lambda chunk: chunk.spans)
    places = [Place(chunk.spans, chunk.overlap) for chunk in order]
    return order, Alignment(places, uncovered(source, places))


def _is_true(source: str, chunk: DumpedChunk) -> bool:
    """Whether a chunk says what stands at its places, one behind the other and to the end but for a closing mark."""
    at = 0
    last = 0
    for start, end in (*((chunk.overlap,) if chunk.overlap else ()), *chunk.spans):
        found = chunk.text.find(source[start:end], at)
        if found < 0 or start < last or end > len(source):
            return False
        at, last = found + (end - start), end
    return not any(sign.isalnum() for sign in chunk.text[at:])


def _nearest(end: int) -> int:
    """Where an overlap is expected to start: how much the splitter repeats is not known, so nothing is best."""
    return end


def _in_order(source: str, dumped: Sequence[DumpedChunk]) -> list[DumpedChunk]:
    """The chunks by where they say or show that they stand."""
    from chunklint.chunking.adapters.order import in_order

    order = in_order(source, [chunk.text for chunk in dumped], [chunk.start for chunk in dumped])
    return [dumped[index] for index in order]
