"""Profiles of pipelines that people run, as the keys of a settings file; whether they are wise is not judged here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Preset(NamedTuple):
    """Keys with their values, where the numbers come from, and whether the cuts equal the pipeline's own."""

    values: Mapping[str, Any]
    source: str
    exact: bool


# What every pipeline but our own has in common: nothing is put before a chunk, and small pieces are left alone.
_PLAIN = {"heading-path": False, "repeat-table-header": False, "min-tokens": 0}

PRESETS = {
    "structure": Preset(
        {
            "splitter": "structure",
            "tokenizer": "cl100k_base",
            "max-tokens": 400,
            "overlap": 50,
            "min-tokens": 100,
            "heading-path": True,
            "repeat-table-header": False,
        },
        "chunklint's own splitter with its defaults",
        exact=True,
    ),
    "langchain-recursive": Preset(
        {
            **_PLAIN,
            "splitter": "recursive",
            "tokenizer": "characters",
            "max-tokens": 1000,
            "overlap": 200,
            "separators": ("\n\n", "\n", " ", ""),
            "keep-separator": "start",
        },
        "RecursiveCharacterTextSplitter's separators, with the sizes of LangChain's retrieval tutorial "
        "(the class itself defaults to 4000 and 200)",
        exact=True,
    ),
    "fixed": Preset(
        {**_PLAIN, "splitter": "fixed", "tokenizer": "cl100k_base", "max-tokens": 400, "overlap": 50},
        "windows of the default size, for comparison",
        exact=True,
    ),
    "openai-file-search": Preset(
        {**_PLAIN, "splitter": "fixed", "tokenizer": "cl100k_base", "max-tokens": 800, "overlap": 400},
        "the default chunking strategy in OpenAI's file search documentation; where exactly it cuts is not published",
        exact=False,
    ),
}
