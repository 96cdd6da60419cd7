"""What identifies a finding when lines move, files are renamed or settings change; compares nothing.

A fingerprint says nothing of line numbers, file or message. Two equal problems under one heading have one fingerprint:
whoever compares must count.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chunklint.documents.model import Document
    from chunklint.engine.model import Finding

ANCHOR_LENGTH = 80  # code points; long enough to tell sentences apart, short enough to outlive edits of their end
_LENGTH = 32  # hexadecimal digits, 128 bits: no two of a million differ by accident

# White space can make up much of a source slice; a block of only white space is no anchor.
_SOURCE_LIMIT = 10 * ANCHOR_LENGTH


def anchor(finding: Finding) -> str:
    """The text that stands for a finding's place: the rule's own anchor, else the start of the reported source.

    White space counts as one space, so that a re-wrapped paragraph or changed line endings keep the anchor. A
    finding without extent is anchored to its line.
    """
    text = finding.anchor
    if not text:
        document = finding.document
        start, end = finding.start, finding.end
        if start >= end:
            line = document.lines.line_of(start)
            start, end = document.lines.start(line), document.lines.end(line)
        text = document.text[start : min(end, start + _SOURCE_LIMIT)]
    return " ".join(text.split())[:ANCHOR_LENGTH]


def heading_path(document: Document, offset: int) -> tuple[str, ...]:
    """The headings above a code-point offset, outermost first; a heading is on its own path."""
    sections = document.sections
    at = bisect_right(sections, offset, key=lambda section: section.start) - 1
    return sections[at].path if at >= 0 else ()


def fingerprint(finding: Finding) -> str:
    """32 hexadecimal digits of the SHA-256 of the rule's code, the heading path and the anchor."""
    from hashlib import sha256

    parts = (finding.code, *heading_path(finding.document, finding.start), "", anchor(finding))
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:_LENGTH]
