"""Search by meaning with an embedding model that lies on this machine; nothing is ever downloaded.

A model is a folder that sentence-transformers can load, or a function of the project's own, ``module:callable``, that
takes a list of texts and gives a vector for each.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from chunklint.evaluation.errors import EvaluationError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy
    from numpy.typing import NDArray

    from chunklint.evaluation.retrieval import Index

    Embed = Callable[[Sequence[str]], Any]

# Texts that are embedded at a time: enough to keep a small model busy, and little to hold.
_AT_A_TIME = 256


class Embedding:
    """Scores chunks by the cosine of their vector and the question's; opposite ones, below 0, are no results.

    Texts that occur under several profiles are embedded once. Raises EvaluationError for a model that cannot be had.
    """

    def __init__(self, model: str) -> None:
        self.name = model
        self._embed = _function(model) if _is_function(model) else _folder(model)
        self._known: dict[str, NDArray[numpy.float32]] = {}

    def new_index(self) -> Index:
        """An empty index; vectors are shared with the others."""
        return _EmbeddingIndex(self)

    def vectors(self, texts: Sequence[str]) -> list[NDArray[numpy.float32]]:
        """The vectors of texts, each of length 1. Raises EvaluationError for what is none."""
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        for at in range(0, len(new), _AT_A_TIME):
            batch = new[at : at + _AT_A_TIME]
            self._known.update(zip(batch, self._units(batch), strict=True))
        return [self._known[text] for text in texts]

    def _units(self, texts: Sequence[str]) -> NDArray[numpy.float32]:
        import numpy

        try:
            vectors = numpy.asarray(self._embed(list(texts)), dtype=numpy.float32)
        except Exception as error:  # whatever somebody else's code raises
            raise EvaluationError("model unusable", model=self.name, reason=_short(error)) from error
        if vectors.ndim != 2 or len(vectors) != len(texts) or not numpy.isfinite(vectors).all():
            reason = f"{len(texts)} texts gave no {len(texts)} vectors of finite numbers"
            raise EvaluationError("model unusable", model=self.name, reason=reason)
        lengths = numpy.linalg.norm(vectors, axis=1, keepdims=True)
        return numpy.divide(vectors, numpy.where(lengths > 0, lengths, 1), dtype=numpy.float32)


class _EmbeddingIndex:
    def __init__(self, model: Embedding) -> None:
        self._model = model
        self._texts: list[str] = []

    def add(self, texts: Sequence[str]) -> None:
        self._texts += texts

    def scores(self, queries: Sequence[str]) -> Iterator[NDArray[numpy.float32]]:
        import numpy

        chunks = numpy.array(self._model.vectors(self._texts))
        for query in self._model.vectors(queries):
            yield chunks @ query if len(chunks) else numpy.zeros(0, dtype=numpy.float32)


def _is_function(model: str) -> bool:
    module, colon, name = model.partition(":")
    return bool(colon) and not os.path.exists(model) and name.isidentifier() and module.replace(".", "").isidentifier()  # noqa: PTH110


def _function(model: str) -> Embed:
    import sys
    from importlib import import_module

    module, _, name = model.partition(":")
    if "" not in sys.path and os.getcwd() not in sys.path:  # noqa: PTH109
        sys.path.insert(0, os.getcwd())  # noqa: PTH109 (as `python -m` does: the project's own modules lie here)
    try:
        found = getattr(import_module(module), name)
    except Exception as error:
        raise EvaluationError("model unusable", model=model, reason=_short(error)) from error
    if not callable(found):
        raise EvaluationError("model unusable", model=model, reason=f"{name} cannot be called")
    embed: Embed = found
    return embed


def _folder(model: str) -> Embed:
    if not os.path.isdir(model):  # noqa: PTH112
        raise EvaluationError("model unusable", model=model, reason="no such folder, and no module:callable")
    # What the libraries would fetch must lie in the folder already.
    os.environ["HF_HUB_OFFLINE"] = os.environ["TRANSFORMERS_OFFLINE"] = "1"
    try:
        from sentence_transformers import SentenceTransformer  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        raise EvaluationError("extra missing", module="sentence-transformers", extra="semantic") from None
    try:
        loaded = SentenceTransformer(model, local_files_only=True)
    except Exception as error:
        raise EvaluationError("model unusable", model=model, reason=_short(error)) from error

    def embed(texts: Sequence[str]) -> Any:
        return loaded.encode(list(texts), show_progress_bar=False)

    return embed


def _short(error: BaseException) -> str:
    """The first line of what an error says."""
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0][:200]}" if lines else type(error).__name__
