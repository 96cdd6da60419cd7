"""Compares texts by a function of the project's own, ``module:callable``, that gives a vector for each text."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any

from chunklint.chunking.adapters.own import load

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from chunklint.chunking.adapters.request import Request


def likeness(request: Request) -> list[list[float]]:
    """How alike every two texts of the request are. Raises ValueError for anything else than vectors."""
    return compared(load(request.splitter, request.root), request.options["texts"])


def compared(embed: Callable[[Sequence[str]], Any], texts: Sequence[str]) -> list[list[float]]:
    """The cosine of the vectors of each two texts in a row of its own; each text is embedded once."""
    distinct = list(dict.fromkeys(texts))
    vectors = [[float(number) for number in vector] for vector in embed(distinct)]
    if len(vectors) != len(distinct) or len(set(map(len, vectors))) > 1:
        raise ValueError(f"{len(distinct)} texts gave {len(vectors)} vectors, or of different lengths")
    known = dict(zip(distinct, map(_unit, vectors), strict=True))
    return [
        [sum(a * b for a, b in zip(known[texts[at]], known[texts[at + 1]], strict=True))]
        for at in range(0, len(texts), 2)
    ]


def _unit(vector: list[float]) -> list[float]:
    length = sqrt(sum(number * number for number in vector))
    return [number / length for number in vector] if length else vector
