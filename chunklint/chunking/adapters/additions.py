"""Takes off a chunk's text what was put around it (a heading path, a table's header again, a fence); places nothing.

The body that is left stands in the source as it is, so that it can be placed exactly: matched by their words, two
chunks whose texts both start with the same heading path would be parted at the wrong place.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from chunklint.chunking.adapters.request import Stored

_Key: TypeAlias = "tuple[str, ...]"

_WORD = re.compile(r"[^\W_]+")
# What a heading line has beside its text: an identifier, a tag, a link's target, a key of front matter.
_BESIDE = re.compile(r"\{[^{}\n]*\}|<[^<>\n]*>|(?<=\])\([^()\n]*\)|^\s*\w+:(?=\s)")

# Six levels of headings, a table's title and units, and header rows as many as an HTML table may have. More lines are
# text that stands in the source several times, with other white space between.
_MOST = 16


def without_additions(source: str, chunks: Sequence[Stored]) -> list[Stored]:
    """The chunks with the text that the source has; those that cannot be cleared so stay as they are.

    Only lines that the source has elsewhere are taken off, alone or several on a line as a path; they are kept as
    headings of the chunk.
    """
    known: set[_Key] = set()
    cleared = []
    for chunk in chunks:
        if chunk.text not in source:
            known = known or set(_known_lines(source))
            chunk = _cleared(source, chunk, known)
        cleared.append(chunk)
    return cleared


def _cleared(source: str, chunk: Stored, known: set[_Key]) -> Stored:
    text = chunk.text.rstrip()
    for end in (len(text), _before_closing(text)):
        start = _first_in_source(source, text[:end])
        body = text[start:end]
        if not _WORD.search(body):
            continue
        parts = _known_parts(text[:start], known | {_words(heading) for heading in chunk.headings})
        if parts is None or len(parts) > _MOST or (parts and _stands_before(source, body, parts[-1])):
            continue
        return chunk._replace(text=body, headings=(*chunk.headings, *(" ".join(part) for part in parts)))
    return chunk


def _before_closing(text: str) -> int:
    """The end of a text without a last line that is a fence's, which closes again."""
    line = text.rfind("\n")
    return line if line >= 0 and set(text[line:].strip(" \t\n>")) in ({"`"}, {"~"}) else len(text)


def _first_in_source(source: str, text: str) -> int:
    """The first line of a text (code points) from which on the source has it as it is; its end where there is none."""
    starts = [0, *(found.end() for found in re.finditer(r"\n+", text)), len(text)]
    low, high = 0, len(starts) - 1
    # What ends a text that the source has is in the source as well.
    while low < high:
        middle = (low + high) // 2
        if text[starts[middle] :] in source:
            high = middle
        else:
            low = middle + 1
    return starts[low]


def _known_lines(source: str) -> Iterator[_Key]:
    for line in source.splitlines():
        yield _words(line)
        yield _words(_BESIDE.sub("", line))


def _known_parts(added: str, known: set[_Key]) -> list[_Key] | None:
    """What is said by lines that were added, as lines of the source; None where they say anything else."""
    parts: list[_Key] = []
    for line in added.splitlines():
        found = _parted(_words(line), known)
        # Half a sign at the start of a chunk is a part of its body.
        if found is None or "\ufffd" in line:
            return None
        parts += found
    return parts


def _parted(words: _Key, known: set[_Key]) -> list[_Key] | None:
    """Words as known lines one behind the other, the fewest of them."""
    best: list[list[_Key] | None] = [[]]
    for end in range(1, len(words) + 1):
        ways = [
            [*way, words[start:end]] for start, way in enumerate(best) if way is not None and words[start:end] in known
        ]
        best.append(min(ways, key=len, default=None))
    return best[-1]


def _stands_before(source: str, body: str, part: _Key) -> bool:
    """Whether a line stands right before a body, of which it then is a part whose white space was changed."""
    at = source.find(body)
    while at >= 0:
        if _words(source[max(0, at - 2 * len(" ".join(part)) - 20) : at])[-len(part) :] == part:
            return True
        at = source.find(body, at + 1)
    return False


def _words(text: str) -> _Key:
    return tuple(_WORD.findall(text))
