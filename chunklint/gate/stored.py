"""Turns the records of findings into what JSON holds, and back; the cache keeps nothing else of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chunklint.report.record import Excerpt, FindingRecord, Place, PlacedEdit, RelatedRecord

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_AT = {name: at for at, name in enumerate(FindingRecord._fields)}
_PATH, _PROFILES, _RELATED, _DATA = _AT["path"], _AT["profiles"], _AT["related"], _AT["data"]
_EXCERPTS, _PLACE, _RELATED_PLACES = _AT["excerpts"], _AT["place"], _AT["related_places"]
_EDITS, _MERGED_EDIT = _AT["edits"], _AT["merged_edit"]


def to_json(records: Iterable[FindingRecord]) -> list[list[Any]]:
    """Records as lists of their fields, without the path that was printed: the next run may print another."""
    stored = []
    for record in records:
        fields: list[Any] = list(record)
        fields[_PATH] = None
        fields[_RELATED] = [[None, *related[1:]] for related in record.related]
        fields[_DATA] = dict(record.data)
        stored.append(fields)
    return stored


def from_json(stored: Sequence[list[Any]], printed: str) -> list[FindingRecord]:
    """The records again, with the path that is printed now. Raises TypeError for anything else than was stored."""
    records = []
    for given in stored:
        fields = list(given)
        fields[_PATH] = printed
        fields[_PROFILES] = tuple(fields[_PROFILES])
        fields[_EXCERPTS] = tuple([Excerpt(*excerpt) for excerpt in fields[_EXCERPTS]])
        # Most findings have nothing of what follows, and a run meets thousands of findings.
        if fields[_RELATED]:
            fields[_RELATED] = tuple([RelatedRecord(printed, *related[1:]) for related in fields[_RELATED]])
            fields[_RELATED_PLACES] = tuple([Place(*place) for place in fields[_RELATED_PLACES]])
        else:
            fields[_RELATED] = fields[_RELATED_PLACES] = ()
        if fields[_EDITS]:
            fields[_EDITS] = tuple([PlacedEdit(Place(*place), text) for place, text in fields[_EDITS]])
        else:
            fields[_EDITS] = ()
        if fields[_PLACE] is not None:
            fields[_PLACE] = Place(*fields[_PLACE])
        if fields[_MERGED_EDIT] is not None:
            place, text = fields[_MERGED_EDIT]
            fields[_MERGED_EDIT] = PlacedEdit(Place(*place), text)
        records.append(FindingRecord(*fields))
    return records
