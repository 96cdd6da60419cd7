"""Writes the comment that switches one finding off, where it does that and changes nothing that is rendered."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from chunklint.documents.model import TextChange
from chunklint.engine.model import Edit, Finding
from chunklint.engine.suppressions import Suppressions
from chunklint.server.edits import line_ending

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from chunklint.documents.model import Block, Document
    from chunklint.engine.registry import Registry
    from chunklint.settings.model import Settings

# What a line stands behind inside quotes and lists, so that a comment above it stands behind the same.
_BEFORE_TEXT = re.compile(r"[ \t>]*")


def suppress_here(finding: Finding, registry: Registry, settings: Settings) -> list[Edit] | None:
    """Edits that switch a finding off at its place; None where no comment does that without changing the page.

    Tried in this order: a comment in the line above, one at the line's end, one before and one after its block.
    """
    for edits in _candidates(finding):
        if _holds(finding, edits, registry, settings):
            return edits
    return None


def suppress_in_file(finding: Finding, registry: Registry, settings: Settings) -> list[Edit] | None:
    """Edits that switch a finding's rule off in its file, at its start or behind its front matter."""
    document = finding.document
    front = document.front_matter
    at = document.lines.start(front.end_line) if front is not None else 0
    ending = line_ending(document, at)
    before = "" if at == 0 or document.text[at - 1] in "\r\n" else ending
    after = ending if at >= len(document.text) else ending * 2
    edits = [Edit(at, at, before + _comment(document, "disable-file", finding.code) + after)]
    return edits if _holds(finding, edits, registry, settings) else None


def _candidates(finding: Finding) -> Iterator[list[Edit]]:
    document, code = finding.document, finding.code
    lines = document.lines
    line = lines.line_of(finding.start)
    start, end = lines.start(line), lines.end(line)
    ending = line_ending(document, start)
    indent = _BEFORE_TEXT.match(document.text, start, end)
    above = (indent[0] if indent else "") + _comment(document, "disable-next-line", code) + ending
    yield [Edit(start, start, above)]
    at_end = _comment(document, "disable-line", code)
    text = document.text[start:end].rstrip()
    # The last cell of a row ends before its bar.
    at = start + len(text[:-1].rstrip() if text.endswith("|") else text)
    yield [Edit(at, at, f" {at_end}")]
    block = _top_block(document, finding.start)
    if block is not None:
        first, last = lines.start(block.line), lines.end(max(block.line, block.end_line - 1))
        disable, enable = (_comment(document, command, code) for command in ("disable", "enable"))
        yield [
            Edit(first, first, disable + ending * 2),
            Edit(last, last, ending * 2 + enable),
        ]


def _comment(document: Document, command: str, code: str) -> str:
    signs = ("{/*", "*/}") if document.format == "mdx" else ("<!--", "-->")
    return f"{signs[0]} chunklint-{command} {code} {signs[1]}"


def _top_block(document: Document, offset: int) -> Block | None:
    at = bisect_right(document.blocks, offset, key=lambda block: block.start) - 1
    return document.blocks[at] if at >= 0 else None


def _holds(finding: Finding, edits: Sequence[Edit], registry: Registry, settings: Settings) -> bool:
    """Whether a page with the comments has the same blocks as before, and the finding is switched off."""
    document, changed, start = finding.document, finding.document, finding.start
    for edit in sorted(edits, reverse=True):
        if document.cells and not any(cell.start <= edit.start <= edit.end <= cell.end for cell in changed.cells):
            return False
        changed = changed.edited(TextChange(*edit))
        start += len(edit.text) if edit.start <= finding.start else 0
    comments = [edit.text.strip().lstrip(" \t>") for edit in edits]
    if _shape(document, []) != _shape(changed, comments):
        return False
    moved = Finding(
        finding.rule, finding.severity, changed, start, start + finding.end - finding.start, variant=finding.variant
    )
    return Suppressions(changed, registry, settings).cover(moved)


def _shape(document: Document, comments: Sequence[str]) -> list[tuple[object, ...]]:
    """The blocks of a document and what is in them, but for some comments."""
    shape: list[tuple[object, ...]] = []
    for block in document.walk():
        text = "" if block.children else document.text[block.start : block.end]
        for comment in comments:
            if comment in text:
                text = text.replace(f" {comment}", "").replace(comment, "")
                if not text.strip(" \t>"):
                    break
        else:
            shape.append((block.kind, block.level, block.info, block.fence, block.closed, text))
    return shape
