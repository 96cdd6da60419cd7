"""Messages are found in any stream of bytes, however it is cut and whatever stands between them."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklint.server.transport import Splitter


def split(data: bytes, *cuts: int) -> tuple[list[bytes], int]:
    skipped = []
    splitter = Splitter(lambda: skipped.append(1))
    messages: list[bytes] = []
    places = [0, *sorted(cuts), len(data)]
    for start, end in pairwise(places):
        messages += splitter.feed(data[start:end])
    return messages, len(skipped)


def framed(body: bytes, header: bytes = b"Content-Length: %d") -> bytes:
    return header % len(body) + b"\r\n\r\n" + body


@given(st.lists(st.binary(max_size=20), max_size=4), st.lists(st.integers(0, 200), max_size=6))
def test_a_stream_may_be_cut_anywhere(bodies: list[bytes], cuts: list[int]) -> None:
    data = b"".join(map(framed, bodies))
    assert split(data, *(min(cut, len(data)) for cut in cuts)) == (bodies, 0)


@pytest.mark.parametrize(
    "header",
    [
        b"content-length: %d",
        b"Content-Length:%d",
        b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: %d",
        b"Content-Length: %d\r\nContent-Type: application/vscode-jsonrpc",
    ],
)
def test_headers_may_look_different(header: bytes) -> None:
    assert split(framed(b"{}", header) * 2) == ([b"{}", b"{}"], 0)


@pytest.mark.parametrize(
    "garbage",
    [b"nonsense\r\n\r\n", b"Content-Length: -5\r\n\r\n", b"Content-Length: 99999999999999\r\n\r\n", b"x" * 9000],
)
def test_after_garbage_the_next_message_is_found(garbage: bytes) -> None:
    messages, skipped = split(garbage + framed(b"{}"), len(garbage))
    assert (messages, skipped) == ([b"{}"], 1)
