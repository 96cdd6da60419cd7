"""Byte-pair merging of one word over a vocabulary's ranks; it does not split text into words.

Both functions give what every byte-pair encoder gives: the pair of neighbouring tokens with the lowest
rank, the leftmost of equals, is joined until no pair is a token.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from chunklint.tokens.vocabulary import ABSENT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

LONG_WORD = 20
"""Bytes from which the heap is faster: 3 against 5 µs a word at 4 to 7 bytes, 11 and 14 at 8, 19 and 19 at 20,
55 and 37 at 52, and a microsecond a byte from there on, where scanning takes three times that at 200."""


def merge(word: bytes, ranks: Mapping[bytes, int]) -> list[int]:
    """The byte offsets at which the tokens of `word` end, in O(n log n).

    `ranks[token]` must answer for any bytes, with `ABSENT` where they are no token.
    """
    return _merge_short(word, ranks) if len(word) < LONG_WORD else _merge_long(word, ranks)


def _merge_short(word: bytes, ranks: Mapping[bytes, int]) -> list[int]:
    """Merge by looking for the lowest pair each time: quadratic, but `min` and `index` run in C."""
    bounds = list(range(len(word) + 1))
    pairs = [ranks[word[at : at + 2]] for at in range(len(word) - 1)]
    while pairs:
        lowest = min(pairs)
        if lowest == ABSENT:
            break
        at = pairs.index(lowest)
        del bounds[at + 1], pairs[at]
        if at < len(pairs):
            pairs[at] = ranks[word[bounds[at] : bounds[at + 2]]]
        if at:
            pairs[at - 1] = ranks[word[bounds[at - 1] : bounds[at + 1]]]
    del bounds[0]
    return bounds


def _merge_long(word: bytes, ranks: Mapping[bytes, int]) -> list[int]:
    """Merge with a heap of pairs; an entry whose pair has changed since is skipped when its turn comes.

    An entry is `rank * length + start`, which sorts by rank and then from left to right, and takes a
    third of a tuple's memory.
    """
    length = len(word)
    after = list(range(1, length + 1))  # where the token that starts here ends, and the next one starts
    before = list(range(-1, length - 1))  # where the token before the one that starts here starts
    pairs = [ranks[word[at : at + 2]] for at in range(length - 1)]
    pairs.append(ABSENT)
    heap = [rank * length + at for at, rank in enumerate(pairs) if rank != ABSENT]
    heapify(heap)
    while heap:
        rank, start = divmod(heappop(heap), length)
        if pairs[start] != rank:
            continue
        middle = after[start]
        end = after[start] = after[middle]
        pairs[middle] = ABSENT
        pairs[start] = ABSENT
        if end < length:
            before[end] = start
            joined = pairs[start] = ranks[word[start : after[end]]]
            if joined != ABSENT:
                heappush(heap, joined * length + start)
        previous = before[start]
        if previous >= 0:
            joined = pairs[previous] = ranks[word[previous:end]]
            if joined != ABSENT:
                heappush(heap, joined * length + previous)
    ends = []
    at = 0
    while at < length:
        at = after[at]
        ends.append(at)
    return ends
