"""A line over each heading that says how its section is cut; shown only where the user asked to see chunks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol.types import CodeLens, Command

from chunklint.server.chunk_views import chunks_of, summary
from chunklint.server.notebooks import is_here

if TYPE_CHECKING:
    from chunklint.server.analysis import Checked


def code_lenses(checked: Checked, command: str = "") -> list[CodeLens]:
    """A lens for each heading.

    ``command`` is one of the client's, called with the URI, the index of the section's first chunk and how many chunks
    it has; without one a lens is only text.
    """
    if not checked.previews:
        return []
    ranges, chunks = checked.ranges, checked.chunks
    sections = checked.document.sections
    lenses = []
    for section in sections:
        if section.heading is None or not is_here(checked, section.heading.start):
            continue
        title = summary(section, chunks, sections, checked.profile, checked.language)
        found = chunks_of(section, chunks)
        arguments = [checked.uri, found[0].index if found else None, len(found)] if command else None
        place = ranges.range(section.heading.start, section.heading.end)
        lenses.append(CodeLens(place, Command(title, command, arguments=arguments)))
    return lenses
