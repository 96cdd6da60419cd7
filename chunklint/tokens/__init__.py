"""Sizes of texts in tokens or characters, exact and offline; it does not decide what a size is compared with."""

from __future__ import annotations

from chunklint.tokens.counter import TokenCounter, TokenizerError
from chunklint.tokens.registry import SHIPPED_ENCODINGS, get_counter

__all__ = ["SHIPPED_ENCODINGS", "TokenCounter", "TokenizerError", "get_counter"]
