"""A finding as a plain value that every report is written from; holds no Document, so that a file can be let go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chunklint.documents.model import Document
    from chunklint.engine.model import Finding, Language, Severity

# Code points kept of a line before and after the reported place: more than the widest terminal shows, and a megabyte
# of embedded data on one line is not kept once a finding.
_KEPT = 400


# Code points between a fix's first and last edit up to which both are also given as one: what a reviewer can take in.
_MERGED = 10_000


class Place(NamedTuple):
    """A stretch of the source as other programs count: lines and columns are 1-based, ends exclusive.

    Columns are in UTF-16 units (SARIF, editors) and in UTF-8 bytes (reviewdog).
    """

    line: int
    utf16_column: int
    utf8_column: int
    end_line: int
    utf16_end_column: int
    utf8_end_column: int


class PlacedEdit(NamedTuple):
    """An edit of a fix with its place: what is there becomes ``text``."""

    place: Place
    text: str


class Excerpt(NamedTuple):
    """Part of one source line: ``text`` starts at the 0-based column ``first``.

    ``start`` and ``end`` are offsets into ``text`` of what is reported; ``more`` says that the line goes on after it.
    """

    line: int
    text: str
    first: int
    start: int
    end: int
    more: bool


class RelatedRecord(NamedTuple):
    """Another place of the same file that belongs to a finding; lines and columns are 1-based, in code points."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    start: int
    end: int
    message: str


class FindingRecord(NamedTuple):
    """One finding with all that the reports say of it.

    ``line`` to ``utf16_end_column`` are 1-based, columns in code points and UTF-16 units; ``start`` and ``end`` are
    0-based code points, ends exclusive. ``cell`` counts a notebook's cells from 0. ``excerpts`` are the first and, if
    it is another, the last line reported.

    The fields after it are for formats that count columns in other units; a record for people has none of them.
    ``related_places`` goes with ``related``, ``edits`` with the edits of ``fix``; ``merged_edit`` does what all edits
    do together, None where they lie too far apart. ``anchor`` is the text that stands for the place in the fingerprint.
    """

    code: str
    name: str
    severity: Severity
    message: str
    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    utf16_column: int
    utf16_end_column: int
    cell: int | None
    start: int
    end: int
    profiles: tuple[str, ...]
    related: tuple[RelatedRecord, ...]
    fix: dict[str, Any] | None
    data: Mapping[str, Any]
    fingerprint: str
    url: str | None
    excerpts: tuple[Excerpt, ...]
    place: Place | None = None
    related_places: tuple[Place, ...] = ()
    edits: tuple[PlacedEdit, ...] = ()
    merged_edit: PlacedEdit | None = None
    anchor: str = ""


def record(finding: Finding, language: Language, *, fingerprints: bool = True) -> FindingRecord:
    """The record of a finding, its messages in one language.

    Without ``fingerprints`` that field and all places stay empty: a report for people does not show them, and hashing
    costs start-up.
    """
    document = finding.document
    lines = document.lines
    start, end = finding.start, finding.end
    line, end_line = lines.line_of(start), lines.line_of(end)
    print_of = anchored_to = ""
    if fingerprints:
        from chunklint.report.fingerprint import anchor, fingerprint

        print_of, anchored_to = fingerprint(finding), anchor(finding)
    return FindingRecord(
        code=finding.code,
        name=finding.name,
        severity=finding.severity,
        message=finding.message(language),
        path=finding.path,
        line=line + 1,
        column=lines.column(start) + 1,
        end_line=end_line + 1,
        end_column=lines.column(end) + 1,
        utf16_column=lines.utf16_column(start) + 1,
        utf16_end_column=lines.utf16_column(end) + 1,
        cell=None,
        start=start,
        end=end,
        profiles=finding.profiles,
        related=_related(finding, language),
        fix=_fix(finding),
        data=finding.data,
        fingerprint=print_of,
        url=None,
        excerpts=_excerpts(document, start, end),
        anchor=anchored_to,
        **(_places(finding) if fingerprints else {}),
    )


def _places(finding: Finding) -> dict[str, Any]:
    """The fields that only some of the formats for programs want."""
    document = finding.document
    edits = sorted(finding.fix.edits) if finding.fix else []
    merged = None
    if edits and edits[-1].end - edits[0].start <= _MERGED:
        text, at = "", edits[0].start
        for edit in edits:
            text += document.text[at : edit.start] + edit.text
            at = edit.end
        merged = PlacedEdit(place_of(document, edits[0].start, at), text)
    return {
        "place": place_of(document, finding.start, finding.end),
        "related_places": tuple(place_of(document, other.start, other.end) for other in finding.related),
        "edits": tuple(PlacedEdit(place_of(document, edit.start, edit.end), edit.text) for edit in edits),
        "merged_edit": merged,
    }


def place_of(document: Document, start: int, end: int) -> Place:
    """The place of a stretch of code points."""
    lines = document.lines
    return Place(
        lines.line_of(start) + 1,
        lines.utf16_column(start) + 1,
        lines.utf8_column(start) + 1,
        lines.line_of(end) + 1,
        lines.utf16_column(end) + 1,
        lines.utf8_column(end) + 1,
    )


def last_line(record: FindingRecord) -> int:
    """The last line (1-based) that a finding touches: one that ends at a line's start does not touch that line."""
    return record.end_line - (record.end_column == 1 and record.end_line > record.line)


def _related(finding: Finding, language: Language) -> tuple[RelatedRecord, ...]:
    lines = finding.document.lines
    return tuple(
        RelatedRecord(
            finding.path,
            lines.line_of(place.start) + 1,
            lines.column(place.start) + 1,
            lines.line_of(place.end) + 1,
            lines.column(place.end) + 1,
            place.start,
            place.end,
            place.message[language],
        )
        for place in finding.related
    )


def _fix(finding: Finding) -> dict[str, Any] | None:
    if finding.fix is None:
        return None
    edits = [{"start": edit.start, "end": edit.end, "text": edit.text} for edit in finding.fix.edits]
    return {"safe": finding.fix.safe, "edits": edits}


def _excerpts(document: Document, start: int, end: int) -> tuple[Excerpt, ...]:
    if not document.text:
        return ()
    lines = document.lines
    first = lines.line_of(start)
    # A span that ends at a line's start does not touch that line.
    last = lines.line_of(end - 1) if end > start else first
    if first == last:
        return (_excerpt(document, first, start, end),)
    last_line = document.text[lines.start(last) : end]
    indent = len(last_line) - len(last_line.lstrip())
    return (
        _excerpt(document, first, start, lines.end(first)),
        _excerpt(document, last, lines.start(last) + indent, end),
    )


def _excerpt(document: Document, line: int, start: int, end: int) -> Excerpt:
    line_start, line_end = document.lines.start(line), document.lines.end(line)
    # A span may lie in the line ending itself, behind the line's content.
    start, end = min(start, line_end), min(end, line_end)
    kept_start = max(line_start, start - _KEPT)
    kept_end = min(line_end, max(end, start + 1) + _KEPT, start + 2 * _KEPT)
    end = min(end, kept_end)
    text = document.text[kept_start:kept_end]
    return Excerpt(line, text, kept_start - line_start, start - kept_start, end - kept_start, kept_end < line_end)
