"""Turns a file's bytes into text, and says which bytes were not text; it opens no file and writes none."""

from __future__ import annotations

import re
from typing import NamedTuple

REPLACEMENT = "\ufffd"

# Longest first: the UTF-32 mark for little endian begins with the UTF-16 one.
_MARKS = (
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)

HEAD = 8192
"""How many bytes of a file `is_binary` wants to see; Git looks at 8,000."""

# Control characters that text does not use: all of C0 but tab, line feed, vertical tab, form feed, return and escape.
_CONTROLS = bytes(code for code in range(32) if code not in (9, 10, 11, 12, 13, 27))

# A page with one stray NUL is still a page, and its other lines are worth linting. Of 30,134 binary files (programs,
# libraries, images, compiled Python) that hold a NUL in their head, all but 111 have more than 5 % control characters;
# in evenly distributed bytes (compressed data) it is 10 %.
_BINARY_SHARE = 0.05
_BINARY_AT_LEAST = 4

# Compiled by the first file that has bad bytes, not at every start.
_REPLACED = REPLACEMENT + "+"
_SURROGATES = "[\ud800-\udfff]+"


class Decoded(NamedTuple):
    """A file's text without its byte order mark, its line endings and NULs kept.

    ``undecodable`` are the places in ``text`` (code points, ends exclusive) where U+FFFD stands for bytes that are no
    text, one span for each run of them. ``encoding`` and ``has_bom`` are what `encode` needs to write the text back.
    """

    text: str
    encoding: str = "utf-8"
    has_bom: bool = False
    undecodable: tuple[tuple[int, int], ...] = ()


def decode(data: bytes) -> Decoded:
    """The text of a file: UTF-8, or UTF-16 or UTF-32 where a byte order mark says so. Never raises.

    Bytes that are no text become U+FFFD as they do in editors and browsers: one for each longest start of a character.

    >>> decode(b"Andr\\xe9.").undecodable
    ((4, 5),)
    >>> decode("标题".encode("utf-16")).text
    '标题'
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decode(data[len(mark) :], encoding, has_bom=True)
    return _decode(data, "utf-8", has_bom=False)


def encode(text: str, encoding: str = "utf-8", *, has_bom: bool = False) -> bytes:
    """The bytes of a text as `decode` found it; the inverse of `decode` where nothing was undecodable.

    Raises UnicodeEncodeError for a text with lone surrogates.
    """
    mark = next(mark for mark, name in _MARKS if name == encoding) if has_bom else b""
    return mark + text.encode(encoding)


def is_binary(head: bytes) -> bool:
    """Whether a file that starts with these bytes (`HEAD` of them are enough) is no text at all.

    It has a NUL and many control characters, and no byte order mark that would make NULs part of text.

    >>> is_binary(b"# A page\\n\\nwith one NUL \\x00 in it"), is_binary(b"\\x89PNG\\r\\n\\x1a\\n\\x00\\x00\\x00\\rIHDR")
    (False, True)
    """
    if b"\0" not in head or any(head.startswith(mark) for mark, _ in _MARKS):
        return False
    controls = len(head) - len(head.translate(None, _CONTROLS))
    return controls >= _BINARY_AT_LEAST and controls > _BINARY_SHARE * len(head)


def _decode(data: bytes, encoding: str, *, has_bom: bool) -> Decoded:
    try:
        return Decoded(data.decode(encoding), encoding, has_bom)
    except UnicodeDecodeError:
        pass
    text, spans = _decode_utf16(data, encoding) if encoding.startswith("utf-16") else _decode_marked(data, encoding)
    return Decoded(text, encoding, has_bom, spans)


def _decode_marked(data: bytes, encoding: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Decodes UTF-8 or UTF-32 that is known to have bad bytes.

    A U+FFFD that the file itself holds is no bad byte. It is told apart by swapping it, before decoding, for a
    character that the file does not use: everything stays in the decoder's own speed, whatever the bytes are.
    """
    own = REPLACEMENT.encode(encoding)
    text = data.decode(encoding, "replace")
    if encoding != "utf-8" or own not in data:
        # In UTF-32 (never seen in docs) a U+FFFD of the file's own is reported along with the bad ones.
        return text, _spans(_REPLACED, text)
    used = set(text)
    # From the first code point that Unicode keeps free of characters; a file can't hold all those above it and bad
    # bytes within the size of what is linted, and if it did, nothing worse than a surplus span would follow.
    stand_in = next((chr(code) for code in range(0xFDD0, 0x110000) if chr(code) not in used), REPLACEMENT)
    marked = data.replace(own, stand_in.encode(encoding)).decode(encoding, "replace")
    return text, _spans(_REPLACED, marked)


def _decode_utf16(data: bytes, encoding: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Decodes UTF-16 with lone surrogates or an odd number of bytes."""
    text = data[: len(data) // 2 * 2].decode(encoding, "surrogatepass")
    if len(data) % 2:
        # Any lone surrogate will do for the half character at the end: it is replaced with the others.
        text += "\udfff"
    spans = _spans(_SURROGATES, text)
    return re.sub(_SURROGATES, lambda run: REPLACEMENT * len(run[0]), text), spans


def _spans(pattern: str, text: str) -> tuple[tuple[int, int], ...]:
    return tuple(match.span() for match in re.finditer(pattern, text))
