"""Reads chunks that somebody exported (LangChain documents, LlamaIndex nodes, plain text and metadata); aligns nothing.

One JSON object a line, an array of them, or an object that holds the array, as vector stores and programs write them.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from chunklint.chunking.model import Span

_TEXT = ("page_content", "text", "content", "chunk", "document", "pageContent")
_SOURCE = ("source", "file_path", "path", "file_name", "filename", "document_id", "doc_id", "ref_doc_id", "url")
_SECTION = ("section", "heading_path", "header_path", "headings", "header", "title", "heading")
_ID = ("id", "id_", "chunk_id", "node_id", "uuid", "doc_hash")
_START = ("start_index", "start_char_idx", "start")
_LISTS = ("chunks", "documents", "nodes", "data", "points", "results")
_INSIDE = ("kwargs", "node", "payload", "__data__", "_source", "document")
_HEADER = re.compile(r"(?:header|h)[ _-]?[1-6]", re.IGNORECASE)
_BLANK = re.compile(r"[ \t\r\n,]*")


class DumpError(ValueError):
    """A dump that cannot be read; its text is one sentence that can be shown to a user, without the file's name."""


class DumpedChunk(NamedTuple):
    """One exported chunk.

    ``source``, ``id`` and ``start`` (code points of the source) are None, ``section`` and ``spans`` empty where the
    record says nothing of them. ``spans`` and ``overlap`` are those of our own preview's export. ``place`` is where the
    record stands in the dump (code points).
    """

    text: str
    metadata: Mapping[str, Any]
    source: str | None = None
    section: tuple[str, ...] = ()
    id: str | None = None
    start: int | None = None
    place: tuple[int, int] = (0, 0)
    spans: tuple[Span, ...] = ()
    overlap: Span | None = None


def read_dump(text: str) -> list[DumpedChunk]:
    """The chunks of a dump, in its order. Raises DumpError.

    >>> read_dump('{"page_content": "Text.", "metadata": {"source": "a.md"}}')[0].source
    'a.md'
    """
    found = [_chunk(record, place, text) for record, place in _records(text)]
    if not found:
        raise DumpError("holds no chunks")
    return found


def _records(text: str) -> Iterator[tuple[Any, tuple[int, int]]]:
    """The records with their places, whatever holds them."""
    start = _skip(text, 0)
    if text[start : start + 1] == "[":
        yield from _elements(text, start)
        return
    while start < len(text):
        value, end = _decoded(text, start)
        yield from _unpacked(text, value, (start, end))
        start = _skip(text, end)


def _unpacked(text: str, value: Any, place: tuple[int, int]) -> Iterator[tuple[Any, tuple[int, int]]]:
    """A record, or the records of an object that holds many."""
    if not isinstance(value, dict):
        raise DumpError(f"line {_line(text, place[0])} is no JSON object")
    columns = _columns(value)
    if columns is not None:
        yield from ((record, place) for record in columns)
        return
    stored = value.get("docstore/data")
    inside = list(stored.values()) if isinstance(stored, dict) else None
    for name in _LISTS:
        if inside is None and isinstance(value.get(name), list) and not _text_of(value):
            inside = value[name]
    if inside is None:
        yield value, place
        return
    shared = {name: value[name] for name in _SOURCE if isinstance(value.get(name), str)}
    for record in inside:
        yield {**shared, **record} if isinstance(record, dict) else record, place


def _columns(value: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    """The records of an export by column, as Chroma writes it: texts, ids and metadata in a list each."""
    texts, metadata, ids = (value.get(name) for name in ("documents", "metadatas", "ids"))
    if not isinstance(texts, list) or not (isinstance(metadata, list) or isinstance(ids, list)):
        return None
    records = []
    for index, text in enumerate(texts):
        record = {"text": text}
        for name, column in (("metadata", metadata), ("id", ids)):
            if isinstance(column, list) and index < len(column):
                record[name] = column[index]
        records.append(record)
    return records


def _elements(text: str, start: int) -> Iterator[tuple[Any, tuple[int, int]]]:
    """The elements of an array, each with its own place."""
    at = _skip(text, start + 1)
    while text[at : at + 1] != "]":
        if at >= len(text):
            raise DumpError("ends inside a JSON array")
        value, end = _decoded(text, at)
        yield value, (at, end)
        at = _skip(text, end)


def _decoded(text: str, start: int) -> tuple[Any, int]:
    try:
        return json.JSONDecoder().raw_decode(text, start)
    except (ValueError, RecursionError):
        raise DumpError(f"line {_line(text, start)} is no JSON") from None


def _skip(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


def _chunk(record: Any, place: tuple[int, int], text: str) -> DumpedChunk:
    fields = _flattened(record)
    content = _text_of(fields)
    if content is None:
        names = ", ".join(_TEXT[:4])
        raise DumpError(f"line {_line(text, place[0])} holds a record without a text (looked for {names})")
    metadata = fields.get("metadata")
    metadata = metadata if isinstance(metadata, dict) else {}
    both = {**fields, **metadata}
    start = next((both[name] for name in _START if type(both.get(name)) is int and both[name] >= 0), None)
    spans = fields.get("spans")
    return DumpedChunk(
        content,
        metadata,
        _first_string(both, _SOURCE),
        _section(metadata),
        _first_string(both, _ID),
        start,
        place,
        _spans(spans) if isinstance(spans, list) else (),
        next(iter(_spans([fields.get("overlap")])), None),
    )


def _spans(values: list[Any]) -> tuple[Span, ...]:
    """Pairs of offsets; none where one of them is no such pair."""
    spans = []
    for value in values:
        match value:
            case [int(start), int(end)] if 0 <= start < end:
                spans.append((start, end))
            case _:
                return ()
    return tuple(spans)


def _flattened(record: Any) -> Mapping[str, Any]:
    """A record's fields, those of the object that it wraps included."""
    fields: dict[str, Any] = dict(record) if isinstance(record, dict) else {}
    for name in _INSIDE:
        inside = fields.get(name)
        if isinstance(inside, dict):
            fields = {**{key: value for key, value in fields.items() if key != name}, **_flattened(inside)}
    return fields


def _text_of(fields: Mapping[str, Any]) -> str | None:
    return next((fields[name] for name in _TEXT if isinstance(fields.get(name), str)), None)


def _first_string(fields: Mapping[str, Any], names: tuple[str, ...]) -> str | None:
    values = (fields.get(name) for name in names)
    return next((str(value) for value in values if isinstance(value, (str, int)) and str(value).strip()), None)


def _section(metadata: Mapping[str, Any]) -> tuple[str, ...]:
    """The headings that a record keeps, outermost first."""
    headers = tuple(str(value) for name, value in metadata.items() if _HEADER.fullmatch(name) and value)
    if headers:
        return headers
    for name in _SECTION:
        value = metadata.get(name)
        if isinstance(value, list) and value:
            return tuple(map(str, value))
        if isinstance(value, str) and value.strip(" /"):
            return tuple(part.strip() for part in re.split(r" > |/", value) if part.strip())
    return ()
