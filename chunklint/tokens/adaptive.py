"""The counter of a shipped encoding, which changes its engine when that pays; it counts nothing itself."""

from __future__ import annotations

from chunklint.tokens.counter import TokenCounter
from chunklint.tokens.table_engine import TableCounter
from chunklint.tokens.vocabulary import Vocabulary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

BYTES_BEFORE_LOADING = {"cl100k_base": 300_000, "o200k_base": 700_000}
"""Bytes that the table counts in the time that a faster engine takes to load.

The table counts 2.0 to 3.2 MB/s of English pages and 1.2 to 1.5 of Chinese. Loading takes toktok-rs 0.13 s for
cl100k_base and 0.39 for o200k_base, and tiktoken 0.11 and 0.23; then they count 8 to 42 and 7 to 15 MB/s.
"""

BYTES_IN_A_SERVER = 64_000_000
"""The same for a process that counts a page once and then a few hundred bytes a key: there the faster engine would only
cost memory (40 MB) and, when it is loaded, a pause that is felt."""


def prefer_little_memory() -> None:
    """Let counters that are made from now on keep to the table for all that an editor asks for."""
    BYTES_BEFORE_LOADING.update(dict.fromkeys(BYTES_BEFORE_LOADING, BYTES_IN_A_SERVER))


class AdaptiveCounter(TokenCounter):
    """Counts with the table at first, and with a faster engine once so much was counted that loading it pays.

    toktok-rs is the faster engine where it is installed, else tiktoken. All three count alike, so the
    change shows in nothing but time.
    """

    __slots__ = ("_bytes_left", "_counter", "_encoding", "_table")

    adds_up = True  # both shipped encodings cut text into words first, by patterns that no word of two lines matches

    def __init__(self, name: str, encoding: str, table_path: str) -> None:
        """Raises OSError or ValueError where the table is missing or damaged: a broken installation."""
        self.name = name
        self._encoding = encoding
        self._table = TableCounter(name, Vocabulary(table_path), encoding)
        self._counter: TokenCounter = self._table
        self._bytes_left = BYTES_BEFORE_LOADING[encoding]

    @property
    def engine(self) -> str:
        return self._counter.engine

    def count(self, text: str) -> int:
        return self._counter_for((text,)).count(text)

    def count_many(self, texts: Sequence[str]) -> list[int]:
        return self._counter_for(texts).count_many(texts)

    def ends(self, text: str) -> list[int]:
        return self._counter_for((text,)).ends(text)

    def _counter_for(self, texts: Sequence[str]) -> TokenCounter:
        """The counter for the next texts: a faster one from when the table's time would exceed its loading."""
        if self._bytes_left >= 0:
            self._bytes_left -= sum(len(text.encode("utf-8", "surrogatepass")) for text in texts)
            if self._bytes_left < 0:
                self._counter = self._load_faster()
        return self._counter

    def _load_faster(self) -> TokenCounter:
        try:
            from chunklint.tokens.toktok_engine import ToktokCounter

            return ToktokCounter(self.name, self._encoding, self._table)
        except Exception:  # not installed, or without the interface that is used
            from chunklint.tokens.tiktoken_engine import TiktokenCounter, shipped_encoding
        try:
            encoding = shipped_encoding(self._encoding, self._table.vocabulary)
            return TiktokenCounter(self.name, encoding, self._table)
        except Exception:  # a broken installation of tiktoken: slow counts are better than none
            return self._table
