"""Cuts by LlamaIndex: its sentence splitter and its Markdown node parser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from llama_index.core import Document
from llama_index.core.node_parser import MarkdownNodeParser, SentenceSplitter

from chunklint.chunking.adapters.encodings import measure_of
from chunklint.chunking.adapters.request import Stored

if TYPE_CHECKING:
    from chunklint.chunking.adapters.request import Request

_TEXT_OPTIONS = ("separator", "paragraph-separator", "secondary-chunking-regex")


def sentence(request: Request) -> list[Stored]:
    """`SentenceSplitter` over a text without metadata, which would take from its budget."""
    measure = measure_of(request.tokenizer, Path(request.root) if request.root else None)
    splitter = SentenceSplitter(
        chunk_size=request.size,
        chunk_overlap=request.overlap,
        tokenizer=lambda text: range(measure(text)),  # it only takes the length
        **{name.replace("-", "_"): request.options[name] for name in _TEXT_OPTIONS if name in request.options},
    )
    return [Stored(text) for text in splitter.split_text(request.text)]


def markdown(request: Request) -> list[Stored]:
    """`MarkdownNodeParser`: a node a section, whatever its size."""
    nodes = MarkdownNodeParser().get_nodes_from_documents([Document(text=request.text)])
    return [Stored(node.get_content()) for node in nodes]
