"""Exact counts in pure Python from the memory-mapped vocabulary: slow per byte, but ready at once."""

from __future__ import annotations

from itertools import accumulate

from chunklint.tokens.counter import EncodingCounter
from chunklint.tokens.merging import merge
from chunklint.tokens.splitting import word_splitter
from chunklint.tokens.vocabulary import ABSENT, Vocabulary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MEMO_ENTRIES = 1 << 16
"""At most about 10 MB a memo; 6.5 MB of Markdown pages from many projects had 70,000 different words."""

MEMO_WORD_LENGTH = 64
"""Longer words (code points) are looked up again: they are rarely repeated, and cost memory."""


class TableCounter(EncodingCounter):
    """Counts with the shipped table, remembering each word's count and each short byte string's rank."""

    __slots__ = ("_counts", "_ends_of", "_split", "vocabulary")

    engine = "table"

    def __init__(self, name: str, vocabulary: Vocabulary, encoding: str) -> None:
        """`name` is what the settings say, `encoding` whose table and pattern of words it is."""
        ranks = _Ranks(vocabulary)
        self.name = name
        self.vocabulary = vocabulary
        self._split = word_splitter(encoding)
        self._counts = _WordCounts(ranks)
        self._ends_of = _WordEnds(ranks)

    def _count(self, text: str) -> int:
        return sum(map(self._counts.__getitem__, self._split(text)))

    def _ends(self, text: str) -> list[int]:
        ends: list[int] = []
        start = 0
        for word in self._split(text):
            ends += [start + end for end in self._ends_of[word]]
            start += len(word)
        return ends


class _Ranks(dict[bytes, int]):
    """Ranks of bytes, `ABSENT` included: pairs of bytes come again and again, and a dict answers in 56 ns, not 433."""

    __slots__ = ("_vocabulary",)

    def __init__(self, vocabulary: Vocabulary) -> None:
        super().__init__()
        self._vocabulary = vocabulary

    def __missing__(self, token: bytes) -> int:
        rank = self._vocabulary.rank(token)
        if len(token) <= MEMO_WORD_LENGTH:
            _remember(self, token, rank)
        return rank


class _WordCounts(dict[str, int]):
    """The number of a word's tokens."""

    __slots__ = ("_ranks",)

    def __init__(self, ranks: _Ranks) -> None:
        super().__init__()
        self._ranks = ranks

    def __missing__(self, word: str) -> int:
        count = len(_token_ends(word.encode(), self._ranks))
        if len(word) <= MEMO_WORD_LENGTH:
            _remember(self, word, count)
        return count


class _WordEnds(dict[str, list[int]]):
    """Where a word's tokens end, in code points from the word's start."""

    __slots__ = ("_ranks",)

    def __init__(self, ranks: _Ranks) -> None:
        super().__init__()
        self._ranks = ranks

    def __missing__(self, word: str) -> list[int]:
        encoded = word.encode()
        ends = _token_ends(encoded, self._ranks)
        if len(encoded) != len(word):
            # Characters begun by then: every byte counts but those that continue a character.
            begun = list(accumulate((byte & 0xC0 != 0x80 for byte in encoded), initial=0))
            ends = [begun[end] for end in ends]
        if len(word) <= MEMO_WORD_LENGTH:
            _remember(self, word, ends)
        return ends


def _token_ends(word: bytes, ranks: _Ranks) -> list[int]:
    """Where the tokens of `word` end, in bytes. A word that is a token is never merged, as in tiktoken."""
    return merge(word, ranks) if ranks[word] == ABSENT else [len(word)]


def _remember(memo: dict[Any, Any], key: str | bytes, value: int | list[int]) -> None:
    """Keep an entry; a full memo starts again, which costs less than keeping track of what was used."""
    if len(memo) >= MEMO_ENTRIES:
        memo.clear()
    memo[key] = value
