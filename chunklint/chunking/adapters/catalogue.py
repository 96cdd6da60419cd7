"""The one table of splitters that other people's libraries give: names, what has to be installed, what can be set.

No library is imported here: that happens in a process of its own, see `process`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chunklint.chunking.model import Profile

OptionKind: TypeAlias = Literal["boolean", "integer", "string", "strings"]

OWN = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*:[^\W\d]\w*(?:\.[^\W\d]\w*)*")
"""A splitter of the project's own, ``module:callable``."""


class Adapter(NamedTuple):
    """One splitter of a library: the function that calls it, the extra that brings it, and its own options.

    ``distribution`` is the package whose version decides what the splitter does. ``overlaps`` says whether the
    profile's overlap reaches it; ``cuts_at_headings`` whether it looks for headings by itself, and may take
    something else for one; ``keeps_words`` whether its chunks say the source's words, whatever it does to white space
    and marks.
    """

    module: str
    function: str
    extra: str
    distribution: str
    options: Mapping[str, OptionKind] = {}
    overlaps: bool = True
    cuts_at_headings: bool = False
    keeps_words: bool = True


_RECURSIVE: Mapping[str, OptionKind] = {
    "language": "string",
    "is-separator-regex": "boolean",
    "strip-whitespace": "boolean",
}
_HEADERS: Mapping[str, OptionKind] = {
    "headers": "strings",
    "strip-headers": "boolean",
    "return-each-line": "boolean",
}

ADAPTERS: Mapping[str, Adapter] = {
    "langchain-recursive": Adapter("langchain", "recursive", "langchain", "langchain-text-splitters", _RECURSIVE),
    "langchain-markdown": Adapter(
        "langchain",
        "markdown",
        "langchain",
        "langchain-text-splitters",
        {"strip-whitespace": "boolean"},
        # It takes its patterns for headings literally (version 1.1), so it never finds one.
    ),
    "langchain-markdown-header": Adapter(
        "langchain",
        "markdown_header",
        "langchain",
        "langchain-text-splitters",
        _HEADERS,
        overlaps=False,
        cuts_at_headings=True,
    ),
    "langchain-markdown-header-recursive": Adapter(
        "langchain",
        "markdown_header_recursive",
        "langchain",
        "langchain-text-splitters",
        {**_HEADERS, **_RECURSIVE},
        cuts_at_headings=True,
    ),
    "open-webui": Adapter(
        "open_webui", "markdown", "open-webui", "langchain-text-splitters", cuts_at_headings=True, keeps_words=False
    ),
    "llamaindex-sentence": Adapter(
        "llamaindex",
        "sentence",
        "llamaindex",
        "llama-index-core",
        {"separator": "string", "paragraph-separator": "string", "secondary-chunking-regex": "string"},
    ),
    "llamaindex-markdown": Adapter(
        "llamaindex", "markdown", "llamaindex", "llama-index-core", overlaps=False, cuts_at_headings=True
    ),
    "chonkie-recursive": Adapter(
        "chonkie", "recursive", "chonkie", "chonkie", {"min-characters-per-chunk": "integer"}, overlaps=False
    ),
    "chonkie-sentence": Adapter(
        "chonkie",
        "sentence",
        "chonkie",
        "chonkie",
        {
            "min-sentences-per-chunk": "integer",
            "min-characters-per-sentence": "integer",
            "approximate": "boolean",
            "delim": "strings",
        },
    ),
    "semantic-text-splitter": Adapter(
        "semantic_text_splitter",
        "markdown",
        "semantic-text-splitter",
        "semantic-text-splitter",
        {"trim": "boolean", "least-size": "integer"},
        cuts_at_headings=True,
    ),
    "docling-hybrid": Adapter(
        "docling",
        "hybrid",
        "docling",
        "docling",
        {"merge-peers": "boolean"},
        overlaps=False,
        cuts_at_headings=True,
        keeps_words=False,
    ),
    "unstructured-by-title": Adapter(
        "unstructured",
        "by_title",
        "unstructured",
        "unstructured",
        {
            "combine-text-under-n-chars": "integer",
            "new-after-n-chars": "integer",
            "overlap-all": "boolean",
            "multipage-sections": "boolean",
        },
        cuts_at_headings=True,
        keeps_words=False,
    ),
}


def adapter_of(splitter: str) -> Adapter | None:
    """The adapter of a splitter's name; None for a splitter of our own and for ``module:callable``."""
    return ADAPTERS.get(splitter)


def is_own(splitter: str) -> bool:
    """Whether a splitter is a function of the project's own: its code runs, so its owner has to be trusted."""
    return OWN.fullmatch(splitter) is not None


def runs_code(profile: Profile) -> bool:
    """Whether a profile runs code that its settings name: a function of the project's own, or another Python.

    A model's folder may name code too.
    """
    return is_own(profile.splitter) or profile.python is not None or profile.embedding != "lexical"


def is_adapted(splitter: str) -> bool:
    """Whether a splitter is somebody else's, a library's or the project's own."""
    return splitter in ADAPTERS or is_own(splitter)
