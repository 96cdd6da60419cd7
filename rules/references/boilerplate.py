"""CL607: a passage that stands in many pages and fills much of a chunk."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from chunklint.api import Chunk, Context, Document, Option, Report, Rule

if TYPE_CHECKING:
    from chunklint.api import Block, ComparingContext, PageFacts, PageReport

RULE = Rule(
    code="CL607",
    name="boilerplate",
    scope="run",
    severity="off",
    summary={
        "en": "The same passage stands in many pages and fills much of a chunk",
        "zh-CN": "同一段文字出现在许多页面里，并占去一块的不少篇幅",
    },
    messages={
        "default": {
            "en": "This passage stands in {pages} pages and takes up {percent} % of its chunk. A question about it "
            "finds all of them, and the rest of the chunk is harder to find. Keep it on one page and link to it, or "
            "leave it out of what is stored.",
            "zh-CN": "这段文字出现在 {pages} 个页面里，占所在块的 {percent}%。读者问到它时会查到所有这些页面，"
            "同一块里的其他内容则更难查到。请只保留在一个页面并改用链接，或不收录这段文字。",
        },
    },
    options={
        # A list of results shows about five: so many copies fill it.
        "min-pages": Option(
            5,
            "In how many pages a passage has to stand.",
            2,
            summary_zh="至少出现在多少个页面里才报告。",
        ),
        "min-percent": Option(
            25, "How much of a chunk it has to take up, in percent.", summary_zh="至少占去一块的百分之几。"
        ),
    },
)

# Bytes in UTF-8, in which Chinese text and its English translation are about equally long. A shorter block, such as
# "Example:", is a turn of phrase; a shorter passage, such as one command, is no burden on any chunk.
_SHORTEST_BLOCK = 30
_SHORTEST_PASSAGE = 150
_TEXT_KINDS = frozenset({"paragraph", "code", "html", "table", "math"})
_BLANKS = re.compile(r"[\s>]+")


class _Leaf(NamedTuple):
    """A block without blocks inside it: what stands for its text, its length in bytes, and its place."""

    digest: int
    length: int
    start: int
    end: int


def gather(document: Document, context: Context) -> list[Any]:
    """What stands for the page itself; then, by chunk, its length in bytes and its blocks."""
    chunks = context.chunks
    starts = [chunk.start for chunk in chunks]
    leaves: dict[int, list[_Leaf]] = {}
    for block in document.walk():
        if block.kind in _TEXT_KINDS and not block.children:
            leaf = _leaf(document, block)
            if leaf.length >= _SHORTEST_BLOCK:
                leaves.setdefault(max(0, bisect_right(starts, block.start) - 1), []).append(leaf)
    return [_identity(document), [[_length(chunks[at]), found] for at, found in leaves.items() if chunks]]


def check(pages: Sequence[PageFacts], context: ComparingContext) -> Iterator[PageReport]:
    """Report each passage once, on the first page where it takes up so much of a chunk."""
    from chunklint.api import PageReport

    least, share = int(context.options["min-pages"]), int(context.options["min-percent"])
    counts = _count_pages(pages)
    reported: set[int] = set()
    for number, page in enumerate(pages):
        for length, found in page.facts[1]:
            for passage in _passages(found, counts, least):
                size = sum(leaf.length for leaf in passage)
                if size < _SHORTEST_PASSAGE or size * 100 < share * length:
                    continue
                digests = {leaf.digest for leaf in passage}
                if digests <= reported:
                    continue
                reported |= digests
                data = {"pages": min(counts[digest] for digest in digests), "percent": min(100, size * 100 // length)}
                yield PageReport(number, Report(passage[0].start, passage[-1].end, data))


def _count_pages(pages: Sequence[PageFacts]) -> Counter[int]:
    """In how many pages each block stands; versions of a page, of one name and title, count once."""
    versions: dict[tuple[str, int], set[int]] = {}
    for page in pages:
        title, chunks = page.facts
        name = page.path.rpartition("/")[2] if title else page.path
        digests = (leaf[0] for _, found in chunks for leaf in found)
        versions.setdefault((name, title), set()).update(digests)
    counts: Counter[int] = Counter()
    for of_page in versions.values():
        counts.update(of_page)
    return counts


def _passages(found: Sequence[Sequence[int]], counts: Counter[int], least: int) -> Iterator[list[_Leaf]]:
    """The blocks of a chunk that stand in so many pages, those next to each other together."""
    for is_repeated, leaves in groupby(map(_Leaf._make, found), key=lambda leaf: counts[leaf.digest] >= least):
        if is_repeated:
            yield list(leaves)


def _leaf(document: Document, block: Block) -> _Leaf:
    text = _BLANKS.sub(" ", document.slice(block.start, block.end)).encode("utf-8", "surrogatepass")
    return _Leaf(_digest(text), len(text), block.start, block.end)


def _length(chunk: Chunk) -> int:
    return len(
        _BLANKS.sub(" ", "".join(chunk.document.slice(*span) for span in chunk.spans)).encode("utf-8", "replace")
    )


def _identity(document: Document) -> int:
    """What stands for a page's title; 0 for a page without one."""
    title = next((section.title for section in document.sections if section.heading is not None), "")
    return _digest(title.encode("utf-8", "surrogatepass")) if title else 0


def _digest(data: bytes) -> int:
    from hashlib import blake2b

    return int.from_bytes(blake2b(data, digest_size=8).digest(), "big")
