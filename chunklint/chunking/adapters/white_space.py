"""Places chunks that equal their source but for white space, which many libraries strip, collapse or put elsewhere.

Words say less than text: in examples that a page repeats with one value changed they fit in several places.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from chunklint.chunking.adapters.exact import exact_places

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from chunklint.chunking.adapters.request import Stored
    from chunklint.chunking.model import Span


def places_but_for_white_space(
    source: str, chunks: Sequence[Stored], overlap: int, earliest: Callable[[int], int]
) -> list[Span] | None:
    """The span of each chunk as `exact_places` gives it, offsets in code points; None where not all are found.

    >>> from chunklint.chunking.adapters.request import Stored
    >>> places_but_for_white_space("{\\n  1\\n}\\n", [Stored("{  \\n1"), Stored("}")], 0, lambda end: end)
    [(0, 5), (6, 7)]
    """
    offsets = [at for at, sign in enumerate(source) if not sign.isspace()]
    bodies = [chunk._replace(text="".join(chunk.text.split()), start=None) for chunk in chunks]

    def earliest_sign(end: int) -> int:
        return bisect_left(offsets, earliest(offsets[end - 1] + 1 if end else 0))

    found = exact_places("".join(source.split()), bodies, overlap, earliest_sign)
    spans: list[Span] = []
    for span in found:
        if span is None:
            return None
        start, end = span
        after = offsets[end - 1] + 1 if end else 0
        spans.append((offsets[start] if start < end else after, after))
    return spans
