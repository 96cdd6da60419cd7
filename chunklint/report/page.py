"""The frame of a report that is one web page: its head, styles and script; knows nothing of findings.

The page may load nothing and run only its own script (by hash), whatever a document's text brings into it. That text
must still go through `text`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunklint.report.repository import without_surrogates
from chunklint.report.width import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from chunklint.engine.model import Language

_SPECIAL = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


def text(words: str) -> str:
    """A text as it may stand in a page or in a quoted attribute; controls and direction marks are made visible.

    >>> text('<b onclick="x">')
    '&lt;b onclick=&quot;x&quot;&gt;'
    """
    return printable(without_surrogates(words)).translate(_SPECIAL)


def page(title: str, parts: Iterable[str], language: Language) -> Iterator[str]:
    """A whole page in pieces; ``parts`` are HTML and what stands in them is the caller's to escape."""
    style, script = _asset("page.css"), _asset("page.js")
    policy = f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; base-uri 'none'"
    yield (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}; form-action \'none\'">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="referrer" content="no-referrer">\n<title>{text(title)}</title>\n<style>{style}</style>\n'
        "</head>\n<body>\n"
    )
    yield from parts
    yield f"<script>{script}</script>\n</body>\n</html>\n"


def _asset(name: str) -> str:
    from importlib.resources import files

    return files("chunklint.report").joinpath(name).read_text("utf-8").replace("\r\n", "\n")


def _hash(content: str) -> str:
    """What lets a page use a style or script of its own, and no other."""
    from base64 import b64encode
    from hashlib import sha256

    return f"'sha256-{b64encode(sha256(content.encode()).digest()).decode()}'"
