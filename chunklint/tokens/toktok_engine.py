"""Counts by toktok-rs, the fastest engine, for the shipped encodings; it is an optional dependency."""

from __future__ import annotations

from importlib import import_module
from itertools import accumulate

from chunklint.tokens.counter import EncodingCounter, TokenCounter, TokenWidths, is_engine_failure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class ToktokCounter(EncodingCounter):
    """Counts with toktok-rs, which takes the text as it is (it normalises for other encodings only).

    What it refuses is counted by `fallback`. Letters that are new in Unicode 17 (some 4,700, none in common use) are
    letters to it and none to tiktoken 0.14, so beside one of them a count may differ by a token. To look for them would
    take a fifth of the time that counting takes.
    """

    __slots__ = ("_fallback", "_tokenizer", "_widths")

    engine = "toktok"

    def __init__(self, name: str, encoding: str, fallback: TokenCounter) -> None:
        """Raises ImportError, or whatever a version without this interface raises."""
        self.name = name
        self._fallback = fallback
        # Its public interface counts only batches, and has no tokens to take offsets from.
        self._tokenizer = import_module("toktok")._encoding(encoding)
        self._widths = TokenWidths(self._tokenizer.decode_single_token_bytes)

    def _count(self, text: str) -> int:
        try:
            count: int = self._tokenizer.count(text)
        except BaseException as error:
            if not is_engine_failure(error):
                raise
            return self._fallback.count(text)
        return count

    def _count_many(self, texts: Sequence[str]) -> list[int]:
        try:
            # One call a text: the batch call starts threads, which costs more than the few texts of a document.
            counts: list[int] = [*map(self._tokenizer.count, texts)]
        except BaseException as error:
            if not is_engine_failure(error):
                raise
            return [self._count(text) for text in texts]
        return counts

    def _ends(self, text: str) -> list[int]:
        try:
            tokens: list[int] = self._tokenizer.encode_ordinary(text)
        except BaseException as error:
            if not is_engine_failure(error):
                raise
            return self._fallback.ends(text)
        return list(accumulate(map(self._widths.__getitem__, tokens)))
