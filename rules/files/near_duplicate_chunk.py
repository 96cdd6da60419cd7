"""CL706: a chunk that says nearly the same as another chunk of the run."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from chunklint.api import Context, Document, Option, Report, Rule, sentence_length

if TYPE_CHECKING:
    from chunklint.api import ComparingContext, PageFacts, PageReport

RULE = Rule(
    code="CL706",
    name="near-duplicate-chunk",
    scope="run",
    severity="off",
    summary={
        "en": "A chunk says nearly the same as another",
        "zh-CN": "一块内容与另一块几乎相同",
    },
    messages={
        "default": {
            "en": "{copies:other chunk says|other chunks say} nearly the same ({percent} % alike), for example {path} "
            "line {line}. A search lists the copies side by side, and other answers fall off the list. Keep one and "
            "link to it.",
            "zh-CN": "另有 {copies} 块与这里几乎相同（{percent}% 一致），例如 {path} 第 {line} 行。"
            "检索时这些副本会并排列出，别的答案就被挤掉了。请只保留一处，其余改为链接。",
        },
    },
    options={
        "min-percent": Option(
            80,
            "How much two chunks have to have in common, in percent of what either holds.",
            summary_zh="两块共有的内容至少占两块全部内容的百分之几。",
        ),
    },
)

# Words, and Han characters one by one; a shingle is four of them in a row.
_UNIT = r"[^\W\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+|[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]"
# A chunk of fewer units is a stub, such as "This page has moved."
_FEWEST = 30
# The smallest hashes of a chunk's shingles stand for it: of two chunks with 80 % in common they share 14 of 16 on the
# average, and 8 all but always.
_SKETCH = 16
_SHARED = 8
# A shingle in more kinds of chunks than this tells nothing, and looking at all of them would take quadratic time.
_MOST_COMMON = 200
_MOST_COMPARED = 5
# Han characters a word from which on a page is Chinese, code included; English ones hold names at the most.
_CHINESE = 0.1
_ENOUGH = 4_000  # characters that tell a page's language


class _Chunk(NamedTuple):
    """What was noted of a chunk: its page's number, its place and line, what stands for its text, and its sketch."""

    page: int
    start: int
    end: int
    line: int
    digest: int
    sketch: tuple[int, ...]


class _Known(NamedTuple):
    """The groups so far: by the number for a chunk's text, and by the shingles in the sketch of their first chunk."""

    same: dict[int, _Group]
    by_hash: dict[int, list[int]]


class _Group:
    """A chunk with those that say nearly the same."""

    __slots__ = ("copies", "example", "first", "percent")

    def __init__(self, first: _Chunk) -> None:
        self.first = first
        self.copies = 0
        self.example: _Chunk | None = None
        self.percent = 100

    def add(self, copy: _Chunk, percent: int) -> None:
        self.copies += 1
        if self.example is None:
            self.example, self.percent = copy, percent


def gather(document: Document, context: Context) -> list[Any]:
    """Whether the page is Chinese; then each chunk that is no stub: its place, its line, a number for its text and the
    sketch of its shingles.
    """
    from hashlib import blake2b

    words, han = sentence_length(document.text[:_ENOUGH])
    found: list[Any] = []
    for chunk in context.chunks:
        units = _units("\n".join(document.slice(*span) for span in chunk.spans))
        if len(units) >= _FEWEST:
            sketch = sorted(_hashes(units))[:_SKETCH]
            whole = blake2b(" ".join(units).encode("utf-8", "surrogatepass"), digest_size=8).digest()
            found.append([chunk.start, chunk.end, context.line(chunk.start), int.from_bytes(whole, "big"), sketch])
    return [int(han > _CHINESE * words), found]


def check(pages: Sequence[PageFacts], context: ComparingContext) -> Iterator[PageReport]:
    """Report the first chunk of each group, with how many others there are and where the next of them is."""
    from chunklint.api import PageReport

    for group in _groups(pages, context):
        first, other = group.first, group.example
        if other is not None:
            data = {
                "copies": group.copies,
                "percent": group.percent,
                "path": pages[other.page].path,
                "line": other.line,
            }
            yield PageReport(first.page, Report(first.start, first.end, data))


def _groups(pages: Sequence[PageFacts], context: ComparingContext) -> list[_Group]:
    least = int(context.options["min-percent"])
    groups: list[_Group] = []
    # By language: a page and its translation share their code, and have to.
    known: tuple[_Known, _Known] = (_Known({}, {}), _Known({}, {}))
    for number, page in enumerate(pages):
        language, chunks = page.facts
        same, by_hash = known[language]
        for start, end, line, digest, sketch in chunks:
            chunk = _Chunk(number, start, end, line, digest, tuple(sketch))
            group, percent = same.get(digest), 100
            if group is None:
                group, percent = _nearest(chunk, groups, by_hash, context, least)
                if group is None:
                    group = _Group(chunk)
                    for shingle in sketch:
                        by_hash.setdefault(shingle, []).append(len(groups))
                    groups.append(group)
                    same[digest] = group
                    continue
                same[digest] = group
            group.add(chunk, percent)
    return groups


def _nearest(
    chunk: _Chunk, groups: list[_Group], by_hash: dict[int, list[int]], context: ComparingContext, least: int
) -> tuple[_Group | None, int]:
    """The group whose first chunk is most like a chunk, if it is like enough, and how much in percent."""
    shared: Counter[int] = Counter()
    for shingle in chunk.sketch:
        known = by_hash.get(shingle, ())
        if len(known) <= _MOST_COMMON:
            shared.update(known)
    wanted = min(_SHARED, len(chunk.sketch))
    best, most = None, least - 1
    for at, count in shared.most_common(_MOST_COMPARED):
        if count < wanted:
            break
        percent = _percent_alike(chunk, groups[at].first, context)
        if percent > most:
            best, most = groups[at], percent
    return best, most


def _percent_alike(one: _Chunk, other: _Chunk, context: ComparingContext) -> int:
    """How many of the shingles of two chunks are in both, in percent; read from the pages, since sketches only hint."""
    shingles = [_hashes(_units(context.text(chunk.page, chunk.start, chunk.end))) for chunk in (one, other)]
    together = len(shingles[0] | shingles[1])
    return len(shingles[0] & shingles[1]) * 100 // together if together else 0


def _units(text: str) -> list[str]:
    return re.findall(_UNIT, text.lower())


def _hashes(units: Sequence[str]) -> set[int]:
    """A number for each shingle, the same in every process; the factors are primes that spread numbers over 32 bits."""
    codes = [crc32(unit.encode("utf-8", "surrogatepass")) for unit in units]
    rows = zip(codes, codes[1:], codes[2:], codes[3:], strict=False)
    return {(a * 0x9E3779B1 ^ b * 0x85EBCA77 ^ c * 0xC2B2AE3D ^ d * 0x27D4EB2F) & 0xFFFFFFFF for a, b, c, d in rows}
