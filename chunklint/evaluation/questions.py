"""Reads questions with their gold (the text that answers them) and finds the gold in the documents; searches nothing.

A file of questions has one JSON object a line:

    {"query": "How long is a key valid?", "doc": "guide/keys.md", "gold": "A key is valid for 90 days."}

``gold`` is a text, a list of texts, or a list of ``[start, end]`` (code points of the document). ``id``, ``kind``,
``lang``, ``origin``, ``doc_type``, ``draft`` and ``gold_text_sha1`` may be there; what else there is, is not looked at.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from chunklint.chunking.model import Span
    from chunklint.documents.model import Document

_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")

# Places of a gold text that count as answers; a text that stands more often on its page says nothing.
MOST_PLACES = 50


class Problem(NamedTuple):
    """Why a question is not measured: the name of a sentence and its values; ``line`` is 1-based in the file."""

    line: int
    name: str
    values: Mapping[str, Any] = {}


class Asked(NamedTuple):
    """A question as its line says it; ``gold`` holds texts and spans, as they were given."""

    line: int
    id: str
    query: str
    doc: str
    gold: tuple[str | Span, ...]
    kind: str = ""
    language: str = ""
    origin: str = ""
    doc_type: str = ""
    draft: bool = False
    sha1: str = ""


class Question(NamedTuple):
    """A question whose gold was found.

    ``answers`` are the places that answer it, each for itself; a place is one or more spans (code points) that belong
    together. There is more than one where a gold text stands more than once on its page.
    """

    id: str
    query: str
    doc: str
    answers: tuple[tuple[Span, ...], ...]
    kind: str
    language: str
    origin: str
    doc_type: str
    draft: bool = False


def read_questions(text: str) -> tuple[list[Asked], list[Problem]]:
    """The questions of a file's text, and what is wrong with those of its lines that cannot be used.

    >>> read_questions('{"query": "?", "doc": "a.md", "gold": "Text."}')[0][0].gold
    ('Text.',)
    """
    asked: list[Asked] = []
    problems: list[Problem] = []
    lines: dict[str, int] = {}
    unnamed: dict[str, int] = {}
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if not line.strip():
            continue
        read = _read_line(number, line)
        if isinstance(read, Asked) and not read.id:
            read = read._replace(id=_id(read, unnamed))
        if isinstance(read, Asked) and read.id in lines:
            read = Problem(number, "same id", {"id": read.id, "first": lines[read.id]})
        if isinstance(read, Problem):
            problems.append(read)
        else:
            lines[read.id] = number
            asked.append(read)
    return asked, problems


def _read_line(number: int, line: str) -> Asked | Problem:
    try:
        given = json.loads(line)
    except (ValueError, RecursionError):
        return Problem(number, "not json")
    if not isinstance(given, dict):
        return Problem(number, "not an object")
    for key in ("query", "doc"):
        if not isinstance(given.get(key), str) or not given[key].strip():
            return Problem(number, "key missing", {"key": key})
    if given.get("gold") in (None, "", []):
        return Problem(number, "no gold")
    gold = _read_gold(given["gold"])
    if gold is None:
        return Problem(number, "gold malformed")
    named = {key: given.get(key, "") for key in ("kind", "lang", "origin", "doc_type", "gold_text_sha1")}
    wrong = next((key for key, value in named.items() if not isinstance(value, str)), None)
    if wrong:
        return Problem(number, "not a text", {"key": wrong})
    if not isinstance(given.get("id", ""), str | int):
        return Problem(number, "not a text", {"key": "id"})
    return Asked(
        number,
        str(given.get("id", "")),
        given["query"],
        given["doc"],
        gold,
        named["kind"],
        named["lang"] or ("zh" if _HAN.search(given["query"]) else "en"),
        named["origin"],
        named["doc_type"],
        given.get("draft") is True,
        named["gold_text_sha1"],
    )


def _id(asked: Asked, unnamed: dict[str, int]) -> str:
    """A name for a question that has none, the same wherever its line moves to and however its gold is edited."""
    from hashlib import sha256

    digest = sha256(f"{asked.doc}\0{asked.query}".encode("utf-8", "surrogatepass")).hexdigest()[:12]
    unnamed[digest] = unnamed.get(digest, 0) + 1
    return digest if unnamed[digest] == 1 else f"{digest}-{unnamed[digest]}"


def _read_gold(given: object) -> tuple[str | Span, ...] | None:
    parts = given if isinstance(given, list) else [given]
    if len(parts) == 2 and all(type(part) is int for part in parts):
        parts = [parts]  # one span without the outer list
    gold: list[str | Span] = []
    for part in parts:
        if isinstance(part, str) and part.strip():
            gold.append(part)
        elif isinstance(part, list) and len(part) == 2 and all(type(end) is int for end in part):
            gold.append((part[0], part[1]))
        else:
            return None
    return tuple(gold)


def place(asked: Asked, document: Document) -> Question | Problem:
    """The question with the places of its gold in its document, or what is wrong with the gold."""
    spans: list[list[Span]] = []
    for part in asked.gold:
        if isinstance(part, str):
            found = _find(document.text, part)
            if not found:
                return Problem(asked.line, "gold not found", {"gold": _shortened(part), "doc": asked.doc})
        elif 0 <= part[0] < part[1] <= len(document.text) and document.text[part[0] : part[1]].strip():
            found = [part]
        else:
            values = {"start": part[0], "end": part[1], "doc": asked.doc, "length": len(document.text)}
            return Problem(asked.line, "gold outside", values)
        spans.append(found)
    if asked.sha1 and not _has_sha1(asked, spans, document):
        return Problem(asked.line, "gold changed", {"doc": asked.doc})
    # Where only one text is given, each of its places is an answer by itself; parts that belong together are taken
    # where they stand first.
    answers = [[span] for span in spans[0]] if len(spans) == 1 else [[found[0] for found in spans]]
    return Question(
        asked.id,
        asked.query,
        asked.doc,
        tuple(tuple(_merged(answer)) for answer in answers),
        asked.kind,
        asked.language,
        asked.origin,
        asked.doc_type or document.format,
        asked.draft,
    )


def _find(text: str, wanted: str) -> list[Span]:
    """Where a text stands, as it is or with other white space between its words; at most `MOST_PLACES` places."""
    places: list[Span] = []
    wanted = wanted.strip()
    at = text.find(wanted)
    while at >= 0 and len(places) < MOST_PLACES:
        places.append((at, at + len(wanted)))
        at = text.find(wanted, at + len(wanted))
    if places:
        return places
    pattern = re.compile(r"\s+".join(re.escape(word) for word in wanted.split()))
    for match in pattern.finditer(text):
        places.append(match.span())
        if len(places) == MOST_PLACES:
            break
    return places


def _has_sha1(asked: Asked, spans: Sequence[Sequence[Span]], document: Document) -> bool:
    """Whether the gold's text, its parts joined by ``\\n``, has the hash (SHA-1 in hexadecimal, or its beginning)."""
    from hashlib import sha1

    text = "\n".join(document.text[start:end] for (start, end), *_ in spans)
    known = sha1(text.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()
    return known.startswith(asked.sha1.lower())


def _merged(spans: Sequence[Span]) -> list[Span]:
    """The spans in order, those that meet made one, so that no character counts twice."""
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 40 else line[:39] + "…"
