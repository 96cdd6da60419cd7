"""What hovering shows: on a finding its rule's page with its own message, on a heading the chunks of its section."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from lsprotocol.types import Hover, MarkupContent, MarkupKind

from chunklint.engine.model import SEVERITIES
from chunklint.server.chunk_views import chunks_of, unit
from chunklint.server.diagnostics import marked_end
from chunklint.server.phrases import phrase
from chunklint.server.rule_pages import explained

if TYPE_CHECKING:
    from chunklint.documents.model import Section
    from chunklint.engine.model import Finding
    from chunklint.server.analysis import Checked
    from chunklint.server.client import Client

# Chunks of one heading that are listed; more do not fit an editor's hover.
_LISTED = 12


def hover(checked: Checked, offset: int, client: Client) -> Hover | None:
    """What there is to say about a place (code points); None where there is nothing."""
    parts = _about_findings(checked, offset, client) + _about_heading(checked, offset)
    if not parts:
        return None
    text = "\n\n---\n\n".join(part.strip() for part in parts)
    if client.markdown:
        return Hover(MarkupContent(MarkupKind.Markdown, text))
    return Hover(MarkupContent(MarkupKind.PlainText, _plain(text)))


def findings_at(checked: Checked, offset: int, client: Client) -> list[Finding]:
    """The findings that are marked at a place, the gravest and then the shortest first."""
    found = [one for one in checked.findings if one.start <= offset <= one.end and offset <= marked_end(one, client)]
    return sorted(found, key=lambda one: (-SEVERITIES.index(one.severity), one.end - one.start))


def _about_findings(checked: Checked, offset: int, client: Client) -> list[str]:
    found = findings_at(checked, offset, client)
    registry = checked.effective.registry
    # One page is as much as anybody reads in a hover; the others are a click away.
    return [explained(registry, one, checked.language, whole=at == 0) for at, one in enumerate(found)][::-1]


def _about_heading(checked: Checked, offset: int) -> list[str]:
    section = _section_of_heading(checked, offset)
    return (
        [] if section is None else ["\n\n".join(_listed(checked, section, at) for at in range(len(checked.previews)))]
    )


def _section_of_heading(checked: Checked, offset: int) -> Section | None:
    sections = checked.document.sections
    at = bisect_right(sections, offset, key=lambda section: section.start) - 1
    if at < 0:
        return None
    heading = sections[at].heading
    if heading is None or not heading.start <= offset <= heading.end:
        return None
    return sections[at]


def _listed(checked: Checked, section: Section, at: int) -> str:
    """The chunks of a section under one profile."""
    language = checked.language
    preview = checked.previews[at]
    profile, lines = preview.profile, checked.document.lines
    word = unit(profile, language)
    head = phrase("heading chunks", language, profile=profile.name, limit=profile.max_tokens, unit=word)
    found = chunks_of(section, preview.chunks)
    if not found:
        return f"{head}\n\n{phrase('no chunk', language)}"
    items = [
        phrase("one chunk", language, number=chunk.index + 1, tokens=chunk.tokens, unit=word)
        if checked.cell is not None  # lines count in each cell anew
        else phrase(
            "chunk line",
            language,
            number=chunk.index + 1,
            tokens=chunk.tokens,
            unit=word,
            line=lines.line_of(chunk.start) + 1,
            end_line=lines.line_of(max(chunk.start, chunk.end - 1)) + 1,
        )
        for chunk in found[:_LISTED]
    ]
    more = ["…"] if len(found) > _LISTED else []
    return "\n".join([head, "", *(f"- {item}" for item in items + more)])


def _plain(text: str) -> str:
    """Markdown of ours for clients that show it as it is."""
    return re.sub(r"\\([\\`*_{}\[\]<>#|~])", r"\1", text.replace("**", ""))
