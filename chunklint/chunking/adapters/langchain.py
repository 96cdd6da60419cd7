"""Cuts by LangChain's text splitters: recursive, Markdown, Markdown headers, and headers followed by recursive."""

from __future__ import annotations

import logging
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from langchain_text_splitters import (
    Language,
    MarkdownHeaderTextSplitter,
    MarkdownTextSplitter,
    RecursiveCharacterTextSplitter,
)

from chunklint.chunking.adapters.encodings import measure_of
from chunklint.chunking.adapters.request import Stored

if TYPE_CHECKING:
    from chunklint.chunking.adapters.request import Request

logging.getLogger("langchain_text_splitters").setLevel(logging.ERROR)  # it warns of every long chunk

# What LangChain's guide to Markdown splits at.
_HEADERS = ("#", "##", "###")


def recursive(request: Request) -> list[Stored]:
    """`RecursiveCharacterTextSplitter`, for a programming or markup language where the option names one."""
    return [Stored(text) for text in _recursive(request).split_text(request.text)]


def markdown(request: Request) -> list[Stored]:
    """`MarkdownTextSplitter`: recursive with the separators of Markdown."""
    return [Stored(text) for text in MarkdownTextSplitter(**_sizes(request)).split_text(request.text)]


def markdown_header(request: Request) -> list[Stored]:
    """`MarkdownHeaderTextSplitter`: a chunk a section, whatever its size; its headings are metadata."""
    return [Stored(found.page_content, None, _headings(found)) for found in _by_headers(request)]


def markdown_header_recursive(request: Request) -> list[Stored]:
    """The same, each section then cut by `RecursiveCharacterTextSplitter`."""
    found = _recursive(request).split_documents(_by_headers(request))
    return [Stored(one.page_content, None, _headings(one)) for one in found]


def _recursive(request: Request) -> RecursiveCharacterTextSplitter:
    options = _sizes(request)
    if "language" in request.options:
        return RecursiveCharacterTextSplitter.from_language(Language(request.options["language"]), **options)
    if request.separators is not None:
        options["separators"] = list(request.separators)
    if request.keep_separator is not None:
        options["keep_separator"] = False if request.keep_separator == "none" else request.keep_separator
    options["is_separator_regex"] = request.options.get("is-separator-regex", False)
    return RecursiveCharacterTextSplitter(**options)


def _sizes(request: Request) -> dict[str, Any]:
    root = Path(request.root) if request.root else None
    # It asks for the same separators and pieces over and over.
    measure = cache(measure_of(request.tokenizer, root))
    options = {"chunk_size": request.size, "chunk_overlap": request.overlap, "length_function": measure}
    if "strip-whitespace" in request.options:
        options["strip_whitespace"] = request.options["strip-whitespace"]
    return options


def _by_headers(request: Request) -> list[Any]:
    options = request.options
    headers = [(mark, f"Header {len(mark)}") for mark in options.get("headers", _HEADERS)]
    splitter = MarkdownHeaderTextSplitter(
        headers,
        return_each_line=options.get("return-each-line", False),
        strip_headers=options.get("strip-headers", True),
    )
    return list(splitter.split_text(request.text))


def _headings(document: Any) -> tuple[str, ...]:
    return tuple(text for name, text in document.metadata.items() if name.startswith("Header "))
