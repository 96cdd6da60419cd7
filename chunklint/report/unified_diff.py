"""Writes the difference between two texts as a unified diff, as ``patch`` and ``git apply`` read it; applies none."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# Comparing lines may take the product of both numbers; what is longer is shown as taken out and put in whole.
_MOST_LINES = 20_000
_CONTEXT = 3  # lines, as in every unified diff
_HUNK = re.compile(r"@@ -(\d+)(,\d+)? \+(\d+)(,\d+)? @@")


def unified_diff(before: str, after: str, printed: str) -> Iterator[str]:
    """The pieces of a unified diff between two texts, as ``patch`` and ``git apply -p0`` read it.

    >>> print("".join(unified_diff("a\\n##b\\n", "a\\n## b\\n", "page.md")), end="")
    --- page.md
    +++ page.md
    @@ -1,2 +1,2 @@
     a
    -##b
    +## b
    """
    old, new = _lines(before), _lines(after)
    first = 0
    while first < min(len(old), len(new)) and old[first] == new[first]:
        first += 1
    last = 0
    while last < min(len(old), len(new)) - first and old[-1 - last] == new[-1 - last]:
        last += 1
    # Only what lies between needs comparing, with the lines around it that a diff shows.
    skipped = max(0, first - _CONTEXT)
    last = max(0, last - _CONTEXT)
    hunks = _hunks(old[skipped : len(old) - last], new[skipped : len(new) - last])
    for number, line in enumerate(hunks):
        if number < 2:
            yield f"{line[:4]}{printed}\n"
            continue
        place = _HUNK.match(line) if line.startswith("@@") else None
        if place:
            line = f"@@ -{_moved(place[1], place[2], skipped)} +{_moved(place[3], place[4], skipped)} @@\n"
        yield line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"


def _hunks(old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    if max(len(old), len(new)) > _MOST_LINES:
        yield from ("--- \n", "+++ \n", f"@@ -1,{len(old)} +1,{len(new)} @@\n")
        yield from (f"-{line}" for line in old)
        yield from (f"+{line}" for line in new)
        return
    from difflib import unified_diff

    yield from unified_diff(old, new, n=_CONTEXT)


def _moved(line: str, count: str | None, by: int) -> str:
    return f"{int(line) + by}{count or ''}"


def _lines(text: str) -> list[str]:
    """Lines as diffs know them: they end with ``\\n`` only."""
    lines = text.split("\n")
    kept = [f"{line}\n" for line in lines[:-1]]
    return [*kept, lines[-1]] if lines[-1] else kept
