"""A finding as a plain value that every report is written from; holds no Document, so that a file can be let go."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chunklint.documents.model import Document
    from chunklint.documents.notebook import Cell
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
    cell: int | None = None


class FindingRecord(NamedTuple):
    """One finding with all that the reports say of it.

    ``line`` to ``utf16_end_column`` are 1-based, columns in code points and UTF-16 units; ``start`` and ``end`` are
    0-based code points, ends exclusive. ``cell`` counts a notebook's cells from 0; lines, columns and offsets, those of
    the fix too, then count in that cell's source. ``excerpts`` are the first and, if it is another, the last line
    reported.

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
    place = _located(document, finding.start, finding.end)
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
        line=place.line,
        column=place.column,
        end_line=place.end_line,
        end_column=place.end_column,
        utf16_column=place.utf16_column,
        utf16_end_column=place.utf16_end_column,
        cell=place.cell,
        start=place.start,
        end=place.end,
        profiles=finding.profiles,
        related=_related(finding, language),
        fix=_fix(finding),
        data=finding.data,
        fingerprint=print_of,
        url=None,
        excerpts=_excerpts(document, place),
        anchor=anchored_to,
        **(_places(finding) if fingerprints else {}),
    )


class _Located(NamedTuple):
    """A stretch of a document as records give it: 1-based lines and columns, and offsets.

    In a notebook they count in a cell; ``first`` and ``last`` are the offsets into the document's text all the same.
    """

    line: int
    column: int
    utf16_column: int
    end_line: int
    end_column: int
    utf16_end_column: int
    start: int
    end: int
    first: int
    last: int
    cell: int | None = None


def _located(document: Document, start: int, end: int) -> _Located:
    cell = _cell(document, start)
    lines, above, before = document.lines, 0, 0
    if cell is not None:
        above, before = cell.line, cell.start
        # What goes on in the next cell is reported to the end of the one where it begins.
        start, end = before + cell.inside(start), before + cell.inside(end)
    return _Located(
        lines.line_of(start) - above + 1,
        lines.column(start) + 1,
        lines.utf16_column(start) + 1,
        lines.line_of(end) - above + 1,
        lines.column(end) + 1,
        lines.utf16_column(end) + 1,
        start - before,
        end - before,
        start,
        end,
        None if cell is None else cell.number,
    )


def _cell(document: Document, offset: int) -> Cell | None:
    if not document.cells:
        return None
    from chunklint.documents.notebook import cell_at

    return cell_at(document, offset)


def _places(finding: Finding) -> dict[str, Any]:
    """The fields that only some of the formats for programs want."""
    document = finding.document
    if document.cells:
        from chunklint.report.notebook_places import place_in_file

        return {
            "place": place_in_file(document, finding.start, finding.end),
            "related_places": tuple(place_in_file(document, one.start, one.end) for one in finding.related),
        }
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
    related = []
    for one in finding.related:
        place = _located(finding.document, one.start, one.end)
        related.append(
            RelatedRecord(
                finding.path,
                place.line,
                place.column,
                place.end_line,
                place.end_column,
                place.start,
                place.end,
                one.message[language],
                place.cell,
            )
        )
    return tuple(related)


def _fix(finding: Finding) -> dict[str, Any] | None:
    """A fix as data; None without one, and for what would change more than one cell of a notebook."""
    fix, before = finding.fix, 0
    if fix is None:
        return None
    cell = _cell(finding.document, finding.start)
    if cell is not None:
        before = cell.start
        if not all(cell.start <= edit.start <= edit.end <= cell.end for edit in fix.edits):
            return None
    edits = [{"start": edit.start - before, "end": edit.end - before, "text": edit.text} for edit in fix.edits]
    return {"safe": fix.safe, "edits": edits}


def _excerpts(document: Document, place: _Located) -> tuple[Excerpt, ...]:
    if not document.text:
        return ()
    lines, start, end = document.lines, place.first, place.last
    above = lines.line_of(start) - place.line + 1
    first = lines.line_of(start)
    # A span that ends at a line's start does not touch that line.
    last = lines.line_of(end - 1) if end > start else first
    if first == last:
        return (_excerpt(document, first, start, end, above),)
    last_line = document.text[lines.start(last) : end]
    indent = len(last_line) - len(last_line.lstrip())
    return (
        _excerpt(document, first, start, lines.end(first), above),
        _excerpt(document, last, lines.start(last) + indent, end, above),
    )


def _excerpt(document: Document, line: int, start: int, end: int, above: int) -> Excerpt:
    """Part of a line of the document's text; ``above`` are the lines before the source that it belongs to."""
    line_start, line_end = document.lines.start(line), document.lines.end(line)
    # A span may lie in the line ending itself, behind the line's content.
    start, end = min(start, line_end), min(end, line_end)
    kept_start = max(line_start, start - _KEPT)
    kept_end = min(line_end, max(end, start + 1) + _KEPT, start + 2 * _KEPT)
    end = min(end, kept_end)
    text = document.text[kept_start:kept_end]
    return Excerpt(
        line - above, text, kept_start - line_start, start - kept_start, end - kept_start, kept_end < line_end
    )
