"""Cuts text at given delimiters and joins what is small, as retrieval products do by default; it knows no structure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from chunklint.chunking.recursive import DEFAULT_SEPARATORS, Piece, recursive_pieces

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from chunklint.chunking.model import Merge
    from chunklint.chunking.recursive import Count

DEFAULT_DELIMITERS = ("\n\n",)
# The sum of sizes from which on a joined text is counted: sums were up to 3 % short for short sentences.
_NEARLY = 0.9


def delimiter_pieces(
    text: str,
    *,
    delimiters: Sequence[str],
    size: int,
    overlap: int,
    merge: Merge,
    separators: Sequence[str] | None,
    count: Count,
) -> list[Piece]:
    """Cut ``text`` behind every delimiter; sizes are in the unit of ``count``, offsets code points.

    ``merge`` says what happens to what is small: ``none`` leaves every part a chunk, ``fill`` joins parts while they
    fit into ``size`` together, ``overfill`` until they reach it, so that the last one may exceed it. A part above
    ``size`` is cut at ``separators``, coarsest first, with ``overlap``. White space around a chunk is left out.

    >>> lengths = lambda texts: [len(text) for text in texts]
    >>> [tuple(piece[:2]) for piece in delimiter_pieces("a\\n\\nb", delimiters=["\\n\\n"], size=9, overlap=0,
    ...     merge="none", separators=None, count=lengths)]
    [(0, 1), (3, 4)]
    """
    parts = _parts(text, delimiters or DEFAULT_DELIMITERS)
    sizes = count([text[start:end] for start, end in parts])
    pieces: list[Piece] = []
    joined: tuple[int, int, int] | None = None  # start, end and size of the chunk in the making
    for (start, end), part_size in zip(parts, sizes, strict=True):
        if joined and merge == "fill" and size * _NEARLY < joined[2] + part_size <= size:
            # The parts' sizes may add up to less than the size of the text that they make.
            (whole,) = count([text[joined[0] : end].strip()])
            part_size = max(part_size, whole - joined[2])
        if joined and (merge == "none" or (joined[2] + (part_size if merge == "fill" else 0)) > size):
            pieces += _stripped(text, joined[0], joined[1])
            joined = None
        if part_size > size and merge != "overfill":
            if joined:
                pieces += _stripped(text, joined[0], joined[1])
                joined = None
            pieces += _cut(text, start, end, separators, size, overlap, count)
        else:
            joined = (joined[0], end, joined[2] + part_size) if joined else (start, end, part_size)
    if joined:
        pieces += _stripped(text, joined[0], joined[1])
    return pieces


def _parts(text: str, delimiters: Sequence[str]) -> list[tuple[int, int]]:
    """The stretches that end behind a delimiter, those without text left out."""
    pattern = re.compile("|".join(re.escape(one) for one in sorted(delimiters, key=len, reverse=True)))
    ends = [found.end() for found in pattern.finditer(text)]
    parts = []
    at = 0
    for end in (*ends, len(text)):
        if text[at:end].strip():
            parts.append((at, end))
            at = end
    return parts


def _stripped(text: str, start: int, end: int) -> Iterator[Piece]:
    stretch = text[start:end]
    first = start + len(stretch) - len(stretch.lstrip())
    if stretch.strip():
        yield Piece(first, first + len(stretch.strip()))


def _cut(
    text: str, start: int, end: int, separators: Sequence[str] | None, size: int, overlap: int, count: Count
) -> Iterator[Piece]:
    pieces = recursive_pieces(
        text[start:end],
        separators=DEFAULT_SEPARATORS if separators is None else separators,
        size=size,
        overlap=overlap,
        count=count,
        keep_separator="end",
    )
    for piece in pieces:
        yield Piece(start + piece.start, start + piece.end)
