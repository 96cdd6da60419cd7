"""Cuts by semantic-text-splitter's Markdown splitter."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from semantic_text_splitter import MarkdownSplitter

from chunklint.chunking.adapters.encodings import measure_of
from chunklint.chunking.adapters.request import Stored

if TYPE_CHECKING:
    from chunklint.chunking.adapters.request import Request

# It carries these vocabularies itself, by a model's name; counting in Rust is several times as fast as calling back.
_MODELS = {"cl100k_base": "gpt-4", "o200k_base": "gpt-4o"}


def markdown(request: Request) -> list[Stored]:
    """`MarkdownSplitter`; its offsets are exact."""
    options: dict[str, Any] = {"overlap": request.overlap, "trim": request.options.get("trim", True)}
    least = request.options.get("least-size")
    capacity = request.size if least is None else (least, request.size)
    if request.tokenizer == "characters":
        splitter = MarkdownSplitter(capacity, **options)
    elif request.tokenizer in _MODELS:
        splitter = MarkdownSplitter.from_tiktoken_model(_MODELS[request.tokenizer], capacity, **options)
    else:
        measure = measure_of(request.tokenizer, Path(request.root) if request.root else None)
        splitter = MarkdownSplitter.from_callback(measure, capacity, **options)
    return [Stored(text, start) for start, text in splitter.chunk_indices(request.text)]
