"""Reads standard input as a document, as a file of some name would be read; files are read by the engine."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from chunklint.documents.model import Document

STDIN = "-"


def read_stdin(name: str) -> Document:
    """All of standard input as a document with the format that a file of this name would have."""
    from chunklint.documents.model import Document
    from chunklint.documents.reader import reader_for
    from chunklint.text.decoding import decode
    from chunklint.text.positions import LineIndex

    data: bytes = sys.stdin.buffer.read() if sys.stdin is not None else b""
    decoded = decode(data)
    reader = reader_for(name)
    lines = LineIndex(decoded.text)
    return Document(
        name,
        decoded.text,
        reader,
        reader.read(decoded.text, lines),
        lines,
        encoding=decoded.encoding,
        has_bom=decoded.has_bom,
        undecodable=decoded.undecodable,
    )
