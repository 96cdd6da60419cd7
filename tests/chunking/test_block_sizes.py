"""Sizes of stretches of blocks are sums, and those have to be what counting the stretch itself gives."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklint.api import read_document
from chunklint.chunking.measure import Measure
from chunklint.tokens import get_counter
from tests.shared_material import shared

if TYPE_CHECKING:
    from collections.abc import Sequence

ENCODINGS = ("cl100k_base", "o200k_base")
# What tokenizers treat each in its own way: blanks, marks that swallow line breaks, contractions, numbers, accents
# apart from their letters, letters newer than some tables of letters, halves of pairs.
PIECES = [
    *(
        "word",
        "It's",
        "don'",
        "12345",
        "3.14",
        "中文",
        "请看：",
        "。",
        "！",
        "a\u0301",
        "\u0301",
        "🙂",
        "👨\u200d👩",
        "\ud83d",
    ),
    *(
        ".",
        "...",
        "):",
        "**):",
        "```",
        "---",
        "//",
        "/path",
        "\\",
        "'s",
        "'",
        '"',
        "«",
        "\u2028",
        "\x0b",
        "\x1c",
        "\xa0",
    ),
    *(" ", "  ", "\t", "\u3000", "\n", "\n\n", "\n \n", "\r\n", "\r\n\r\n", "\r", "\n\n\n", " \n", "\U00016ea0"),
]
texts = st.lists(st.sampled_from(PIECES), min_size=1, max_size=40).map("".join)


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(text=texts, data=st.data())
@settings(max_examples=300, deadline=None)
def test_sizes_add_up_wherever_blocks_start_and_stretches_end(encoding: str, text: str, data: st.DataObject) -> None:
    counter = get_counter(encoding)
    starts = sorted(data.draw(st.sets(st.integers(0, len(text)), max_size=12)))
    measure = Measure(text, counter, starts=starts)
    for start in starts:
        for end in data.draw(st.lists(st.integers(start, len(text)), max_size=4)):
            assert measure.count(start, end) == counter.count(text[start:end]), (start, end)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_sizes_add_up_on_hard_pages(encoding: str) -> None:
    counter = get_counter(encoding)
    for file in sorted(shared("torture").glob("*.md"))[::4]:
        text = file.read_bytes().decode("utf-8", "replace")[:20_000]
        document = read_document(text)
        spans = _stretches([(block.start, block.end) for block in document.blocks])
        measure = Measure(document.text, counter, starts=[block.start for block in document.blocks])
        measure.prefetch(spans[::2])
        for start, end in spans:
            assert measure.count(start, end) == counter.count(document.text[start:end]), (file.name, start, end)


def _stretches(blocks: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Each block, and each with up to three that follow it."""
    return [(start, end) for at, (start, _) in enumerate(blocks) for _, end in blocks[at : at + 4]]


def test_a_block_is_counted_once_for_all_stretches_that_it_is_in() -> None:
    text = "# Title\n\nFirst words.\n\n- an item\n- another\n\nLast words"
    counted: list[str] = []

    class Counter(type(get_counter("cl100k_base"))):  # type: ignore[misc]
        def count(self, text: str) -> int:
            counted.append(text)
            return int(super().count(text))

        def count_many(self, texts: Sequence[str]) -> list[int]:
            counted.extend(texts)
            return list(super().count_many(texts))

    shipped = get_counter("cl100k_base")
    counter = Counter.__new__(Counter)
    for name in ("name", "_bytes_left", "_counter", "_encoding", "_table"):
        setattr(counter, name, getattr(shipped, name))
    blocks = read_document(text).blocks
    measure = Measure(text, counter, starts=[block.start for block in blocks])
    for first, second in pairwise(blocks):
        measure.count(first.start, first.end)
        measure.count(first.start, second.end)
    measure.count(0, len(text))
    whole = [one for one in counted if len(one) > 3]
    assert len(whole) == len(set(whole)) == len(blocks)


def test_a_size_up_to_a_cap_is_over_it_where_the_true_one_is() -> None:
    text = "\n\n".join(["# Title", *(f"Paragraph {number} has a few words. " * 9 for number in range(60))])
    counter = get_counter("cl100k_base")
    starts = [block.start for block in read_document(text).blocks]
    true = counter.count(text)
    for cap in (0, 50, 400, true - 1, true, true + 1):
        size = Measure(text, counter, starts=starts).capped(0, len(text), cap)
        assert size == true if true <= cap else cap < size <= true
