"""Each engine of the shipped encodings by itself, without the adaptive counter's choice."""

from __future__ import annotations

from functools import cache

import pytest

from chunklint.tokens import TokenCounter
from chunklint.tokens.registry import table_path
from chunklint.tokens.table_engine import TableCounter
from chunklint.tokens.tiktoken_engine import TiktokenCounter, shipped_encoding
from chunklint.tokens.vocabulary import Vocabulary

ENGINES = ("table", "tiktoken", "toktok")


@cache
def engine_counter(engine: str, encoding: str) -> TokenCounter:
    """The counter of one engine; the test is skipped where the engine is not installed."""
    table = TableCounter(encoding, Vocabulary(table_path(encoding)), encoding)
    if engine == "table":
        return table
    if engine == "tiktoken":
        return TiktokenCounter(encoding, shipped_encoding(encoding, table.vocabulary), table)
    pytest.importorskip("toktok")
    from chunklint.tokens.toktok_engine import ToktokCounter

    return ToktokCounter(encoding, encoding, table)
