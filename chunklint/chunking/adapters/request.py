"""What a library is asked and what it answers, as plain values; nothing is run or aligned here.

The modules that call libraries run in a process of their own, perhaps under another Python: they may import only this
module, `encodings`, `chunklint.tokens` and their library.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Request(NamedTuple):
    """One text to cut; ``size`` and ``overlap`` are in the unit of ``tokenizer``.

    ``options`` are the adapter's own, by their names in the settings. ``root`` is the folder that a tokenizer file and
    a project's own module are found from.
    """

    text: str
    splitter: str
    tokenizer: str
    size: int
    overlap: int
    separators: tuple[str, ...] | None = None
    keep_separator: str | None = None
    options: Mapping[str, Any] = {}
    root: str | None = None


class Stored(NamedTuple):
    """One chunk as a library gives it.

    ``start`` is the code point of the source at which the library says that it starts, where it says so. ``headings``
    are headings that it keeps beside the text, as metadata.
    """

    text: str
    start: int | None = None
    headings: tuple[str, ...] = ()
