"""What an evaluation asks of a retriever, and the one that needs no model: word search with BM25, by bm25s.

How text becomes terms is in ``terms``, search by meaning in ``embedding``.
"""

from __future__ import annotations

from array import array
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from chunklint.evaluation.errors import EvaluationError
from chunklint.evaluation.terms import Vocabulary

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy
    from numpy.typing import NDArray

# The usual parameters: a term's frequency saturates early, a chunk's length counts for three quarters.
K1, B = 1.5, 0.75


class Index(Protocol):
    """The chunks of all documents under one profile, ready to be searched."""

    def add(self, texts: Sequence[str]) -> None:
        """Take in more chunks, as they would be embedded; they are numbered in the order in which they come."""
        ...

    def scores(self, queries: Sequence[str]) -> Iterator[NDArray[numpy.float32]]:
        """The scores of all chunks, question by question; 0 or less means that a chunk is no result."""
        ...


class Retriever(Protocol):
    """A way to search; ``name`` is what reports call it."""

    name: str

    def new_index(self) -> Index:
        """An empty index."""
        ...


class Bm25:
    """Scores chunks by the terms of the question: Lucene's BM25 with k1 = 1.5 and b = 0.75.

    Raises EvaluationError where bm25s or numpy is not installed.
    """

    name = "bm25"

    def __init__(self) -> None:
        self._vocabulary = Vocabulary()
        try:
            self._bm25s = import_module("bm25s")
        except ImportError as error:
            raise EvaluationError("extra missing", module=error.name or "bm25s", extra="eval") from None

    def new_index(self) -> Index:
        """An empty index; what it learns about Chinese runs is shared with the others."""
        return _Bm25Index(self._vocabulary, self._bm25s)


class _Bm25Index:
    def __init__(self, vocabulary: Vocabulary, bm25s: Any) -> None:
        self._vocabulary = vocabulary
        self._bm25s = bm25s
        # Numbers of this index only: bm25s' table has a row for every term.
        self._own: dict[int, int] = {}
        self._ids: list[array[int]] = []

    def add(self, texts: Sequence[str]) -> None:
        own = self._own
        for text in texts:
            numbers = self._vocabulary.numbers(text)
            self._ids.append(array("i", [own.setdefault(number, len(own)) for number in numbers]))

    def scores(self, queries: Sequence[str]) -> Iterator[NDArray[numpy.float32]]:
        import numpy

        own, size = self._own, len(self._ids)
        index = None
        if own:
            # With the backend named, numba or SciPy in the environment change no digit.
            index = self._bm25s.BM25(k1=K1, b=B, method="lucene", backend="numpy", csc_backend="numpy")
            index.index((self._ids, {str(at): at for at in own.values()}), show_progress=False)
            self._ids = []  # bm25s has its own table of them
        for query in queries:
            wanted = [own[number] for number in self._vocabulary.numbers(query) if number in own]
            if index is None or not wanted:
                yield numpy.zeros(size, dtype=numpy.float32)
            else:
                yield index.get_scores_from_ids(wanted)
