"""Cuts documents under every profile in one pass, and notes which chunks hold how much of which answer.

Documents come one at a time and are not kept; what is left of a profile is an index, sizes, and the covers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from chunklint.evaluation.questions import Problem, Question, place

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from chunklint.chunking.measure import Measure
    from chunklint.chunking.model import Chunk, Profile, Span
    from chunklint.documents.model import Document
    from chunklint.evaluation.questions import Asked
    from chunklint.evaluation.retrieval import Index, Retriever

# What every size in an evaluation is counted in, whatever a profile's own unit is: profiles are compared by it.
TOKENIZER = "cl100k_base"

# A chunk counts as found where it holds at least this part of an answer.
HALF = 0.5

# A page of which one letter in twenty is Chinese is a Chinese page: of real ones, full of code, the least Chinese have
# one in ten, and English pages next to none.
_CHINESE_SHARE = 0.05


class Measures:
    """What a document's stretches are counted with, by tokenizer; ``root`` is what a tokenizer file is relative to."""

    def __init__(self, text: str, root: Path | None = None) -> None:
        self.root = root
        self._text = text
        self._by_tokenizer: dict[str, Measure] = {}

    def of(self, tokenizer: str) -> Measure:
        """The measure of a tokenizer. Raises TokenizerError."""
        from chunklint.chunking.measure import Measure
        from chunklint.tokens import get_counter

        if tokenizer not in self._by_tokenizer:
            self._by_tokenizer[tokenizer] = Measure(self._text, get_counter(tokenizer, root=self.root))
        return self._by_tokenizer[tokenizer]


class Cover(NamedTuple):
    """What a chunk holds of an answer: its number in the index, which part (up to 1), and the spans (code points).

    ``reach`` is how many tokens of the chunk have to be read until half of the answer is there; 0 where it never is.
    """

    chunk: int
    share: float
    spans: tuple[Span, ...]
    reach: int


class Answer(NamedTuple):
    """An answer to a question under one profile: the chunks that hold some of it, its tokens and code points."""

    covers: tuple[Cover, ...]
    tokens: int
    length: int


class Part:
    """The chunks of one language under one profile: what one search goes through.

    ``owners`` are the numbers of the chunks that are read where another one is found, by the number of the one found;
    empty where every chunk stands for itself. ``sizes`` and ``answers`` are of the chunks that are read, ``searched``
    the tokens of those that are found where these are others.
    """

    def __init__(self, index: Index) -> None:
        self.index = index
        self.sizes: list[int] = []
        self.owners: list[int] = []
        self.searched = 0
        self.questions: list[int] = []
        self.answers: list[tuple[Answer, ...]] = []

    def add(self, cut: Cut, profile: Profile, placed: Sequence[tuple[int, Question]], measure: Measure) -> None:
        """Take in the chunks of a document and the numbered questions that it answers; ``measure`` counts tokens."""
        first, chunks = len(self.sizes), cut.read
        self.index.add([chunk.text for chunk in (chunks if cut.found is None else cut.found)])
        self.owners += [first + owner for owner in cut.owners]
        self.sizes += _sizes(chunks, profile, measure)
        if cut.found is not None:
            self.searched += sum(_sizes(cut.found, profile, measure))
        for number, question in placed:
            self.questions.append(number)
            self.answers.append(tuple(_answer(spans, chunks, first, measure) for spans in question.answers))


def _sizes(chunks: Sequence[Chunk], profile: Profile, measure: Measure) -> list[int]:
    if profile.tokenizer == TOKENIZER:
        return [chunk.tokens for chunk in chunks]
    return measure.counter.count_many([chunk.text for chunk in chunks])


class Cut(NamedTuple):
    """A document's chunks: those that are read and, where they are others, those that are found, with their owners."""

    read: Sequence[Chunk]
    found: Sequence[Chunk] | None = None
    owners: Sequence[int] = ()


class Pool:
    """All chunks under one profile, by language."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.parts: dict[str, Part] = {}

    @property
    def sizes(self) -> list[int]:
        """The tokens of every chunk."""
        return [size for part in self.parts.values() for size in part.sizes]


class Corpus:
    """The documents of an evaluation under all its profiles."""

    def __init__(
        self,
        profiles: Sequence[Profile],
        retriever: Retriever,
        asked: Mapping[str, Sequence[Asked]],
        *,
        one_index: bool = False,
    ) -> None:
        """``asked`` are the questions by the path of their document.

        What splitters fail on is in ``failures``: the document's path, and a sentence. A question searches the
        documents in the language of its own; with ``one_index``, all of them.
        """
        self._asked = asked
        self._retriever = retriever
        self._one_index = one_index
        self.pools = [Pool(profile) for profile in profiles]
        self.questions: list[Question] = []
        self.problems: list[Problem] = []
        self.failures: list[tuple[str, str]] = []
        self.documents = 0

    def add(self, document: Document, measures: Measures) -> None:
        """Take in one document, counted with its measures; where a splitter fails on it, it has no chunks.

        Raises TokenizerError and SplitterError where a profile cannot be used at all.
        """
        from chunklint.chunking.adapters.errors import PageError

        self.documents += 1
        placed = self._place(document)
        language = "" if self._one_index else document_language(document.text)
        tokens = measures.of(TOKENIZER)
        for pool in self.pools:
            profile = pool.profile
            measure = measures.of(profile.tokenizer)
            part = pool.parts.get(language)
            if part is None:
                part = pool.parts[language] = Part(self._retriever.new_index())
            try:
                cut = _cut(document, profile, measures.root, measure)
            except PageError as error:
                self.failures.append((document.path, str(error)))
                cut = Cut(())
            part.add(cut, profile, placed, tokens)

    def _place(self, document: Document) -> list[tuple[int, Question]]:
        placed = []
        for asked in self._asked.get(document.path, ()):
            found = place(asked, document)
            if isinstance(found, Problem):
                self.problems.append(found)
            else:
                placed.append((len(self.questions), found))
                self.questions.append(found)
        return placed


def _cut(document: Document, profile: Profile, root: Path | None, measure: Measure) -> Cut:
    from chunklint.chunking.splitters import chunk_document

    if profile.splitter != "parents":
        return Cut(chunk_document(document, profile, root, measure))
    from chunklint.chunking.parents import family, id_of

    parents, children = family(document, profile, measure)
    places = {id_of(parent): at for at, parent in enumerate(parents)}
    return Cut(parents, children, [places[child.parent_id or ""] for child in children])


def document_language(text: str) -> str:
    """``zh`` where at least one letter in twenty is Chinese, else ``en``."""
    from chunklint.text.words import count_han

    han = count_han(text)
    return "zh" if han and han >= _CHINESE_SHARE * sum(map(str.isalpha, text)) else "en"


def _answer(spans: Sequence[Span], chunks: Sequence[Chunk], first: int, measure: Measure) -> Answer:
    text = measure.text
    whole = sum(_visible(text, start, end) for start, end in spans)
    start, end = spans[0][0], spans[-1][1]
    covers = []
    for at, chunk in enumerate(chunks):
        held = chunk.spans if chunk.overlap is None else (chunk.overlap, *chunk.spans)
        if held[0][0] >= end or held[-1][1] <= start:
            continue
        shared = tuple(_shared(spans, held))
        covered = sum(_visible(text, *span) for span in shared)
        if covered:
            share = covered / whole
            reach = _reach(chunk, held, shared, HALF * whole, measure) if share >= HALF else 0
            covers.append(Cover(first + at, share, shared, reach))
    tokens = sum(measure.count(*span) for span in spans)
    return Answer(tuple(covers), tokens, sum(end - start for start, end in spans))


def _reach(chunk: Chunk, held: Sequence[Span], shared: Sequence[Span], wanted: float, measure: Measure) -> int:
    """The tokens from a chunk's beginning to the place where so many visible code points of an answer are read."""
    text, place = measure.text, shared[-1][1]
    for start, end in shared:
        visible = _visible(text, start, end)
        if visible >= wanted:
            place = _after(text, start, wanted)
            break
        wanted -= visible
    before = sum(measure.counter.count(text[start : min(end, place)]) for start, end in held if start < place)
    return measure.count_text(chunk.prefix) + before


def _after(text: str, at: int, wanted: float) -> int:
    """Where so many visible code points from a place on are read."""
    while wanted > 0:
        wanted -= not text[at].isspace()
        at += 1
    return at


def _shared(spans: Sequence[Span], others: Sequence[Span]) -> Iterator[Span]:
    """What both have in common; neither overlaps itself."""
    for start, end in spans:
        for other_start, other_end in others:
            left, right = max(start, other_start), min(end, other_end)
            if left < right:
                yield left, right


def _visible(text: str, start: int, end: int) -> int:
    """How many code points of a stretch are no white space: where a chunk ends in blanks must not matter."""
    return len("".join(text[start:end].split()))
