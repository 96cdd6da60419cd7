"""A quiet word where each chunk begins; shown only where the user asked to see chunks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol.types import InlayHint

from chunklint.server.chunk_views import boundaries, unit
from chunklint.server.phrases import phrase

if TYPE_CHECKING:
    from chunklint.server.analysis import Checked


def inlay_hints(checked: Checked, start: int, end: int) -> list[InlayHint]:
    """The hints between two offsets (code points), both included."""
    if not checked.previews:
        return []
    ranges, word = checked.ranges, unit(checked.profile, checked.language)
    return [
        InlayHint(
            ranges.position(boundary.offset),
            phrase(
                "boundary",
                checked.language,
                number=boundary.chunk.index + 1,
                tokens=boundary.chunk.tokens,
                unit=word,
            ),
            padding_right=True,
        )
        for boundary in boundaries(checked.document, checked.chunks)
        if start <= boundary.offset <= end
    ]
