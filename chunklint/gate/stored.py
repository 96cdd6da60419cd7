"""Turns the records of findings into what a cache keeps, and back; the cache keeps nothing else of a page.

They are kept in two parts: what every report shows, and the rest, which only formats for programs and comparisons with
other findings want, and which takes as long again to read.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from chunklint.report.record import Excerpt, FindingRecord, Place, PlacedEdit, RelatedRecord

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_AT = {name: at for at, name in enumerate(FindingRecord._fields)}
_PATH, _PROFILES, _RELATED, _DATA = _AT["path"], _AT["profiles"], _AT["related"], _AT["data"]
_FINGERPRINT, _EXCERPTS = _AT["fingerprint"], _AT["excerpts"]
# From here on a record for people has nothing, nor has it a fingerprint.
_REST = _AT["place"]
_DECODER = json.JSONDecoder()
# What a record for people has there.
_LITTLE = [FindingRecord._field_defaults[name] for name in FindingRecord._fields[_REST:]]


class Stored(NamedTuple):
    """What linting a file gave, as JSON in UTF-8: what every report needs, and the rest of the records."""

    shown: bytes
    rest: bytes


class Restored(NamedTuple):
    """What linting a file gave: ``counts`` are by profile, and ``noted`` is what rules that compare pages noted."""

    records: list[FindingRecord]
    counts: Sequence[Sequence[int]]
    noted: list[Any]


def store(records: Iterable[FindingRecord], counts: Sequence[Sequence[int]], noted: Sequence[Any]) -> Stored:
    """Records, without the path that was printed (the next run may print another), and what was counted and noted."""
    shown, rest = [], []
    for record in records:
        fields: list[Any] = list(record)
        fields[_PATH] = None
        fields[_RELATED] = [[None, *related[1:]] for related in record.related]
        fields[_DATA] = dict(record.data)
        rest.append([fields[_FINGERPRINT], *fields[_REST:]])
        fields[_FINGERPRINT] = ""
        shown.append(fields[:_REST])
    return Stored(_dump([shown, counts, noted]), _dump(rest) if rest else b"")


def restore(stored: Stored, printed: str, *, fully: bool) -> Restored:
    """The same again, with the path that is printed now.

    Unless ``fully``, they are as `record` makes them without fingerprints. Raises ValueError or TypeError for anything
    else than was stored.
    """
    shown, counts, noted = _load(stored.shown)
    rest = _load(stored.rest) if fully and shown else [()] * len(shown)
    return Restored([_record(*parts, printed) for parts in zip(shown, rest, strict=True)], counts, noted)


def _record(fields: list[Any], rest: Sequence[Any], printed: str) -> FindingRecord:
    fields[_PATH] = printed
    fields[_PROFILES] = tuple(fields[_PROFILES])
    fields[_EXCERPTS] = tuple([Excerpt._make(excerpt) for excerpt in fields[_EXCERPTS]])
    # Most findings have none, and a run meets thousands of findings.
    fields[_RELATED] = tuple([RelatedRecord(printed, *one[1:]) for one in fields[_RELATED]]) if fields[_RELATED] else ()
    if not rest:
        return FindingRecord._make(fields + _LITTLE)
    fields[_FINGERPRINT], place, related_places, edits, merged_edit, anchor = rest
    fields += (
        None if place is None else Place(*place),
        tuple([Place(*place) for place in related_places]),
        tuple([PlacedEdit(Place(*place), text) for place, text in edits]),
        None if merged_edit is None else PlacedEdit(Place(*merged_edit[0]), merged_edit[1]),
        anchor,
    )
    return FindingRecord(*fields)


def _dump(value: Any) -> bytes:
    # Chinese takes half the room unescaped; a file name may hold half a surrogate pair.
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def _load(data: bytes) -> Any:
    # What looks for white space around it, and for the encoding, takes a third of the time for a page's findings.
    return _DECODER.raw_decode(data.decode("utf-8", "surrogatepass"))[0]
