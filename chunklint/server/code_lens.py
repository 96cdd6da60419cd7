"""A line over each heading that says how its section is cut; shown only where the user asked to see chunks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol.types import CodeLens, Command

from chunklint.server.chunk_views import chunks_of, summary

if TYPE_CHECKING:
    from chunklint.server.analysis import Checked


def code_lenses(checked: Checked, command: str = "") -> list[CodeLens]:
    """A lens for each heading.

    ``command`` is one of the client's, called with the URI and the index of the section's first chunk; without one a
    lens is only text.
    """
    if not checked.previews:
        return []
    ranges, chunks = checked.ranges, checked.chunks
    sections = checked.document.sections
    lenses = []
    for section in sections:
        if section.heading is None:
            continue
        title = summary(section, chunks, sections, checked.profile, checked.language)
        first = next((chunk.index for chunk in chunks_of(section, chunks)), None)
        arguments = [checked.uri, first] if command else None
        place = ranges.range(section.heading.start, section.heading.end)
        lenses.append(CodeLens(place, Command(title, command, arguments=arguments)))
    return lenses
