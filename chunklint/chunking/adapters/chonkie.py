"""Cuts by Chonkie: its recursive and its sentence chunker."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from chonkie import RecursiveChunker, SentenceChunker

from chunklint.chunking.adapters.encodings import encoder_of
from chunklint.chunking.adapters.request import Stored

if TYPE_CHECKING:
    from chunklint.chunking.adapters.request import Request


def recursive(request: Request) -> list[Stored]:
    """`RecursiveChunker` with its own rules; it knows no overlap."""
    chunker = RecursiveChunker(chunk_size=request.size, **_options(request, "min-characters-per-chunk"))
    return _stored(chunker.chunk(request.text))


def sentence(request: Request) -> list[Stored]:
    """`SentenceChunker`."""
    options = _options(request, "min-sentences-per-chunk", "min-characters-per-sentence", "approximate", "delim")
    chunker = SentenceChunker(chunk_size=request.size, chunk_overlap=request.overlap, **options)
    return _stored(chunker.chunk(request.text))


def _options(request: Request, *names: str) -> dict[str, Any]:
    encoder = encoder_of(request.tokenizer, Path(request.root) if request.root else None)
    return {"tokenizer": encoder} | {
        name.replace("-", "_"): request.options[name] for name in names if name in request.options
    }


def _stored(chunks: list[Any]) -> list[Stored]:
    return [Stored(chunk.text, chunk.start_index) for chunk in chunks]
