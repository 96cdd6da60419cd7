"""The encoders that libraries want where a count of tokens is not enough; nothing is ever downloaded."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from chunklint.tokens.registry import SAME_TOKENS, SHIPPED_ENCODINGS, get_counter, table_path

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def measure_of(tokenizer: str, root: Path | None) -> Callable[[str], int]:
    """What gives the size of a text in the unit of a tokenizer."""
    return len if tokenizer == "characters" else get_counter(tokenizer, root=root).count


@cache
def _shipped(encoding: str) -> Any:
    """The encoder of a shipped vocabulary; making it takes 0.1 s, and every page asks for it."""
    from chunklint.tokens.tiktoken_engine import shipped_encoding
    from chunklint.tokens.vocabulary import Vocabulary

    return shipped_encoding(encoding, Vocabulary(table_path(encoding)))


def encoder_of(tokenizer: str, root: Path | None) -> Any:
    """An object that encodes and decodes: ``tiktoken.Encoding``, ``tokenizers.Tokenizer``; "character" for characters.

    Raises TokenizerError where the tokenizer cannot be had.
    """
    if tokenizer == "characters":
        return "character"
    encoding = SAME_TOKENS.get(tokenizer, tokenizer)
    if encoding in SHIPPED_ENCODINGS:
        return _shipped(encoding)
    get_counter(tokenizer, root=root)  # says what is wrong with it, and fetches nothing
    if tokenizer.endswith(".json") or "/" in tokenizer or "\\" in tokenizer:
        from tokenizers import Tokenizer

        found = Tokenizer.from_file(str(root / tokenizer if root else tokenizer))
        found.no_truncation()
        return found
    import tiktoken

    return tiktoken.get_encoding(tokenizer)
