"""Finds what a reader sees of a document and no chunk holds, block by block; it does not judge whose fault that is."""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import chain, groupby
from typing import TYPE_CHECKING, Literal, NamedTuple

from chunklint.documents.model import GAP_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from chunklint.chunking.model import Chunk, Profile, Span
    from chunklint.documents.model import Block, Document
    from chunklint.engine.facts import Facts

# Han and kana one by one, other words whole.
_CJK = r"\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORD = re.compile(rf"[{_CJK}]|[^\W_{_CJK}]+")
_TAG = re.compile(r"<!--.*?-->|<(script|style)\b.*?</\1\s*>|<[A-Za-z/!][^<>]*>", re.DOTALL | re.IGNORECASE)
_SILENT = GAP_KINDS | {"break", "expression"}
# A library that rewrites text (escapes, tables as sentences) may change a word or two without losing what they say.
_FEWEST_CHANGED = 6


class Loss(NamedTuple):
    """A stretch of source (code points) with what a reader would miss of it."""

    start: int
    end: int
    words: int
    text: str
    kind: Literal["heading", "text"]


class _Word(NamedTuple):
    """A word that a reader sees, at its place in the source."""

    start: int
    end: int
    text: str
    block: Block


def losses(document: Document, profile: Profile, chunks: Sequence[Chunk], facts: Facts) -> list[Loss]:
    """What is lost, in source order."""
    from chunklint.chunking.adapters.align import Place, uncovered
    from chunklint.chunking.adapters.catalogue import adapter_of

    lost = uncovered(document.text, [Place(chunk.spans, chunk.overlap) for chunk in chunks])
    if not lost:
        return []
    adapter = adapter_of(profile.splitter)
    changes_words = adapter is not None and not adapter.keeps_words
    missing: dict[int, list[_Word]] = {}
    for top, words in _by_block(document, facts, lost):
        lacking = [word for word in words if _is_lost(word, lost)]
        if lacking and not (changes_words and _may_be_changed(lacking, words)):
            missing.setdefault(top, []).extend(lacking)
    return _joined(document, [_loss(document, words) for words in missing.values()])


def _loss(document: Document, words: Sequence[_Word]) -> Loss:
    """What a block lacks as one loss, told by its first stretch."""
    last = 0
    while last + 1 < len(words) and not _WORD.search(document.text, words[last].end, words[last + 1].start):
        last += 1
    text = " ".join(document.text[words[0].start : words[last].end].split())
    kind: Literal["heading", "text"] = "heading" if all(word.block.kind == "heading" for word in words) else "text"
    return Loss(words[0].start, words[-1].end, len(words), text, kind)


def _joined(document: Document, found: Iterable[Loss]) -> list[Loss]:
    """Losses with nothing between them but marks are one."""
    joined: list[Loss] = []
    for loss in found:
        before = joined[-1] if joined else None
        if before is not None and not _WORD.search(document.text, before.end, loss.start):
            text = " ".join(document.text[before.start : loss.end].split())
            kind = before.kind if before.kind == loss.kind else "text"
            joined[-1] = Loss(before.start, loss.end, before.words + loss.words, text, kind)
        else:
            joined.append(loss)
    return joined


def _may_be_changed(missing: Sequence[_Word], words: Sequence[_Word]) -> bool:
    """Whether a library may have told the words otherwise: they are few, and not all that a block shows."""
    return len(missing) < _FEWEST_CHANGED and len(missing) < len(words)


def _is_lost(word: _Word, lost: Sequence[Span]) -> bool:
    at = bisect_right(lost, (word.start, word.end))
    return any(start < word.end and word.start < end for start, end in lost[max(0, at - 1) : at + 1])


def _by_block(document: Document, facts: Facts, lost: Sequence[Span]) -> Iterator[tuple[int, list[_Word]]]:
    """The words that a reader sees in each block that lost stretches touch, with the outermost block that it is in."""
    at = 0
    for top, block in enumerate(document.blocks):
        while at < len(lost) and lost[at][1] <= block.start:
            at += 1
        if at == len(lost):
            return
        if lost[at][0] < block.end and block.kind not in _SILENT:
            for _, words in groupby(_words_of(document, facts, block, lost), key=lambda word: id(word.block)):
                yield top, list(words)


def _words_of(document: Document, facts: Facts, block: Block, lost: Sequence[Span]) -> Iterator[_Word]:
    if not any(start < block.end and block.start < end for start, end in lost):
        return
    if block.kind == "table":
        lines = range(block.line, block.end_line)
        cells = chain.from_iterable(facts.cells(block, line) for line in lines if line != block.line + 1)
        for cell in cells:
            yield from _inline(facts, block, document.text[cell.start : cell.end], cell.start)
    elif block.children:
        for child in block.children:
            if child.kind not in _SILENT:
                yield from _words_of(document, facts, child, lost)
    elif block.content:
        from chunklint.documents.content import ContentMap

        shown, offset = facts.visible(block), ContentMap(document, block).source
        for found in _WORD.finditer(shown.text):
            first, last = shown.source(found.start()), shown.source(found.end() - 1)
            yield _Word(offset(first), offset(last) + 1, found[0], block)
    elif block.kind in ("code", "html", "math"):
        start, end = _inside(document, block)
        text = _TAG.sub(lambda tag: " " * len(tag[0]), document.text[start:end]) if block.kind == "html" else None
        for found in _WORD.finditer(document.text[start:end] if text is None else text):
            yield _Word(start + found.start(), start + found.end(), found[0], block)


def _inline(facts: Facts, block: Block, content: str, start: int) -> Iterator[_Word]:
    from chunklint.documents.inline import visible

    shown = visible(content, mdx=facts.mdx)
    for found in _WORD.finditer(shown.text):
        first, last = shown.source(found.start()), shown.source(found.end() - 1)
        yield _Word(start + first, start + last + 1, found[0], block)


def _inside(document: Document, block: Block) -> Span:
    """A block without the lines of its fences."""
    if block.kind != "code" or not block.fence:
        return block.start, block.end
    first = document.lines.end(block.line)
    last = document.lines.start(block.end_line - 1) if block.closed else block.end
    return min(first, block.end), max(min(first, block.end), last)
