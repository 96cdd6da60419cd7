"""Bytes that are text, nearly text, and no text."""

from __future__ import annotations

import os
import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklint.text.decoding import Decoded, decode, encode, is_binary
from tests.shared_material import shared

TEXT = "# 标题 Title\r\n\n表格 𠮷 e\u0301\ttab\rend"


def test_plain_utf8_is_kept_with_its_line_endings() -> None:
    decoded = decode(TEXT.encode())
    assert decoded == Decoded(TEXT, "utf-8", False, ())


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (b"\xef\xbb\xbf", "utf-8"),
        (b"\xff\xfe", "utf-16-le"),
        (b"\xfe\xff", "utf-16-be"),
        (b"\xff\xfe\0\0", "utf-32-le"),
        (b"\0\0\xfe\xff", "utf-32-be"),
    ],
)
def test_a_byte_order_mark_names_the_encoding_and_is_no_text(mark: bytes, encoding: str) -> None:
    data = mark + TEXT.encode(encoding)
    decoded = decode(data)
    assert decoded == Decoded(TEXT, encoding, True, ())
    assert encode(decoded.text, decoded.encoding, has_bom=decoded.has_bom) == data


def test_only_the_first_byte_order_mark_is_taken_off() -> None:
    assert decode(b"\xef\xbb\xbf\xef\xbb\xbfx").text == "\ufeffx"


def test_empty_files() -> None:
    assert decode(b"") == Decoded("", "utf-8", False, ())
    assert decode(b"\xef\xbb\xbf") == Decoded("", "utf-8", True, ())


def test_a_bad_byte_is_replaced_and_its_place_reported() -> None:
    decoded = decode(b"# Note\n\nAndr\xe9 and a NUL \x00.\n")
    assert decoded.text == "# Note\n\nAndr\ufffd and a NUL \x00.\n"
    assert decoded.undecodable == ((12, 13),)


def test_places_are_code_points_not_bytes() -> None:
    assert decode("中文𠮷".encode() + b"\xff" + "字".encode()).undecodable == ((3, 4),)


def test_neighbouring_bad_bytes_are_one_place() -> None:
    decoded = decode("中".encode() + "国".encode("gb18030") + b" \xe4\xb8")
    assert decoded.text == "中\ufffd\ufffd \ufffd"
    assert decoded.undecodable == ((1, 3), (4, 5))


def test_a_replacement_character_of_the_files_own_is_not_reported() -> None:
    decoded = decode(b"\xff" + "\ufffd\ufffd 很好 \ufffd".encode() + b"\xff\xfe")
    assert decoded.text == "\ufffd\ufffd\ufffd 很好 \ufffd\ufffd\ufffd"
    assert decoded.undecodable == ((0, 1), (8, 10))
    assert decode("\ufffd".encode()).undecodable == ()


def test_broken_utf16_is_replaced_too() -> None:
    lone = b"\x3d\xd8"  # the first half of an emoji
    decoded = decode(b"\xff\xfe" + "a".encode("utf-16-le") + lone + "好\ufffd".encode("utf-16-le") + b"x")
    assert decoded.text == "a\ufffd好\ufffd\ufffd"
    assert decoded.undecodable == ((1, 2), (4, 5))


def test_utf32_with_an_impossible_code_point() -> None:
    assert decode(b"\xff\xfe\0\0" + b"\xff\xff\xff\xff" + b"a\0\0\0").undecodable == ((0, 1),)


@given(st.binary(max_size=60))
def test_any_bytes_decode_as_in_an_editor(data: bytes) -> None:
    """The text is what Python's own replacing decoder gives, and every place holds replacement characters only."""
    data = b"x" + data  # no byte order mark
    decoded = decode(data)
    assert decoded.text == data.decode("utf-8", "replace")
    assert all(set(decoded.text[start:end]) == {"\ufffd"} for start, end in decoded.undecodable)
    assert all(end < start for (_, end), (start, _) in zip(decoded.undecodable, decoded.undecodable[1:], strict=False))


@given(st.lists(st.sampled_from([b"\xff", b"\xe4\xb8", "\ufffd".encode(), b"a", "中".encode(), "\ufdd0".encode()])))
def test_own_replacement_characters_are_told_from_bad_bytes(parts: list[bytes]) -> None:
    """The oracle decodes with one escape for each bad byte, which no valid text can hold."""
    data = b"x" + b"".join(parts)
    escaped = data.decode("utf-8", "surrogateescape")
    bad = len(re.findall("[\udc80-\udcff]+", escaped))
    decoded = decode(data)
    assert len(decoded.undecodable) == bad
    own = sum(part == "\ufffd".encode() for part in parts)
    assert decoded.text.count("\ufffd") == own + sum(end - start for start, end in decoded.undecodable)


@given(st.text())
def test_text_survives_in_both_directions(text: str) -> None:
    for encoding in ("utf-8", "utf-16-le", "utf-16-be"):
        data = encode(text, encoding, has_bom=True)
        if encoding != "utf-16-le" or not text.startswith("\0"):  # those bytes say UTF-32
            assert decode(data) == Decoded(text, encoding, True, ())


@pytest.mark.parametrize("prefix", [b"", "\ufffd".encode(), b"\xff\xfe"])
def test_random_bytes_take_linear_time(prefix: bytes) -> None:
    def seconds(size: int) -> float:
        data = prefix + os.urandom(size)
        start = time.process_time()
        decode(data)
        return time.process_time() - start

    small = min(seconds(500_000) for _ in range(3))
    # Ten times the bytes may take ten times as long; quadratic time would be a hundred.
    assert seconds(5_000_000) < max(40 * small, 0.5)


def test_binary_files_are_known_by_their_head() -> None:
    assert is_binary(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\0")
    assert is_binary(b"\x7fELF\2\1\1" + bytes(9) + b"\3\0\x3e\0")
    assert is_binary(b"P\0l\0a\0i\0n\0")  # UTF-16 that does not say so
    assert is_binary(b"\0" + os.urandom(8191))


@pytest.mark.parametrize(
    "head",
    [
        b"",
        "# 标题\n\n正文。".encode(),
        b"# Note\n\nThe name is Andr\xe9 and a NUL \0 follows.\n\n### Deep\n",
        "中文 UTF-16 with marks".encode("utf-16"),
        "标题".encode("gb18030") * 50,
        b"\x1b[31mcolours\x1b[0m of a terminal\f",
    ],
)
def test_text_in_any_encoding_is_not_binary(head: bytes) -> None:
    assert not is_binary(head)


def test_no_real_page_is_taken_for_binary() -> None:
    pages = [path for path in sorted(shared("wild").rglob("*")) if path.is_file()]
    assert pages
    assert [path.name for path in pages if is_binary(path.read_bytes()[:8192])] == []
