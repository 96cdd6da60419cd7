"""Counts by tiktoken, given an encoding that is loaded already; it never makes tiktoken load one."""

from __future__ import annotations

from itertools import accumulate

from chunklint.tokens.counter import EncodingCounter, TokenCounter, TokenWidths, is_engine_failure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tiktoken import Encoding

    from chunklint.tokens.vocabulary import Vocabulary

SPACES_BLOCK = 200_000
"""Code points. tiktoken's pattern engine takes a run of 600,000 spaces, runs out of stack on one of 1,000,000, and
prints a backtrace before it raises; a run that contains a whole block of spaces is kept away from it."""


class TiktokenCounter(EncodingCounter):
    """Counts with an `Encoding`; what would break its pattern engine is counted by `fallback`.

    Texts are counted one by one: tiktoken's batch call took 1.1 to 2.2 times as long on two cores, as its threads
    wait for each other while the tokens become Python objects.
    """

    __slots__ = ("_encoding", "_fallback", "_widths")

    engine = "tiktoken"

    def __init__(self, name: str, encoding: Encoding, fallback: TokenCounter) -> None:
        self.name = name
        self._encoding = encoding
        self._fallback = fallback
        self._widths = TokenWidths(encoding.decode_single_token_bytes)

    def _count(self, text: str) -> int:
        tokens = self._encode(text)
        return self._fallback.count(text) if tokens is None else len(tokens)

    def _ends(self, text: str) -> list[int]:
        text.encode()  # tiktoken itself repairs what cannot be encoded, which moves offsets
        tokens = self._encode(text)
        if tokens is None:
            return self._fallback.ends(text)
        return list(accumulate(map(self._widths.__getitem__, tokens)))

    def _encode(self, text: str) -> list[int] | None:
        """The text's tokens, or None where tiktoken cannot tell."""
        if holds_block_of_spaces(text):
            return None
        try:
            return self._encoding.encode_ordinary(text)
        except BaseException as error:
            if not is_engine_failure(error):
                raise
            return None


class SplitInPythonCounter(EncodingCounter):
    """Counts with an `Encoding` whose words are found by `regex`: slow, but without a limit on runs of spaces."""

    __slots__ = ("_encoding", "_widths")

    engine = "tiktoken"

    def __init__(self, name: str, encoding: Encoding) -> None:
        self.name = name
        self._encoding = encoding
        self._widths = TokenWidths(encoding.decode_single_token_bytes)

    def _count(self, text: str) -> int:
        return len(self._encoding._encode_only_native_bpe(text))

    def _ends(self, text: str) -> list[int]:
        tokens = self._encoding._encode_only_native_bpe(text)
        return list(accumulate(map(self._widths.__getitem__, tokens)))


def shipped_encoding(encoding: str, vocabulary: Vocabulary) -> Encoding:
    """tiktoken's own encoder over a shipped vocabulary, without special tokens and without the network."""
    from tiktoken import Encoding

    from chunklint.tokens.splitting import word_pattern

    return Encoding(
        encoding,
        pat_str=word_pattern(encoding, mapped=False),
        mergeable_ranks={token: rank for rank, token in enumerate(vocabulary)},
        special_tokens={},
    )


def holds_block_of_spaces(text: str) -> bool:
    """True if `text` has a run of white space of twice `SPACES_BLOCK` (some of half that length are found too)."""
    starts = range(0, len(text) - SPACES_BLOCK + 1, SPACES_BLOCK)
    return any(text[at].isspace() and text[at : at + SPACES_BLOCK].isspace() for at in starts)
