"""Tells which findings were known before, by fingerprints with counts; it reads no file and makes no fingerprint.

Line numbers play no part. A known finding accounts for one finding of today, never for two, and is looked for in
passes, from the surest sign to the weakest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from chunklint.engine.model import SEVERITIES

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

    from chunklint.report.record import FindingRecord

# How alike (0 to 1, as difflib counts) an anchor and its corrected form are: one wrong character in a Chinese heading
# of four gives 0.75, a doubled letter or another ending of an English word over 0.85.
_ALIKE = 0.75
# Pairs of anchors compared in one file: at about 30 microseconds each, never more than a moment.
_MOST_PAIRS = 2_000

ANY_SEVERITY = len(SEVERITIES)


class Mark(NamedTuple):
    """What is compared of one finding; ``path`` is relative to whatever the comparison is about, with ``/``.

    ``rank`` is how severe the finding is. One that became more severe is as good as new.
    """

    path: str
    code: str
    fingerprint: str
    anchor: str
    rank: int = ANY_SEVERITY


def mark(record: FindingRecord, path: str) -> Mark:
    """The mark of a finding that was recorded with its fingerprint."""
    return Mark(path, record.code, record.fingerprint, record.anchor, SEVERITIES.index(record.severity))


class KnownFindings:
    """Findings that were there before, each as often as it was there; what accounts for a finding is used up.

    >>> old = Mark("a.md", "CL202", "f1", "Setup")
    >>> known = KnownFindings([(old, 1)])
    >>> known.new_in_file("a.md", [old, old])
    [1]
    """

    def __init__(self, counts: Iterable[tuple[Mark, int]]) -> None:
        self._of_file: dict[str, list[_Left]] = {}
        self._by_fingerprint: dict[Hashable, list[_Left]] | None = None
        for one, count in counts:
            self._of_file.setdefault(one.path, []).append(_Left(one, count))

    def new_in_file(
        self, path: str, marks: Sequence[Mark], read_text: Callable[[], str | None] = lambda: None
    ) -> list[int]:
        """The indices of a file's findings that nothing known of this file accounts for.

        First by heading path and anchor, then by the anchor alone, then by an anchor with small corrections whose old
        form ``read_text`` (asked only if there is need) no longer holds.
        """
        known = self._of_file.get(path)
        new = list(range(len(marks)))
        if not known:
            return new
        new = _take(known, marks, new, _place)
        if new:
            new = _take(known, marks, new, _anchor)
        if new:
            new = _take_corrected(known, marks, new, read_text)
        return new

    def new_elsewhere(self, marks: Sequence[Mark], new: Sequence[int], may_move: Callable[[str], bool]) -> list[int]:
        """Of some findings those that no finding of another file accounts for, by heading path and anchor.

        ``may_move`` says whether the findings of a path may have come here, as where a file was renamed.
        """
        if not new or not self._of_file:
            return list(new)
        if self._by_fingerprint is None:
            self._by_fingerprint = {}
            for known in self._of_file.values():
                for left in known:
                    self._by_fingerprint.setdefault(_place(left.mark), []).append(left)
        still = []
        for index in new:
            candidates = self._by_fingerprint.get(_place(marks[index]), ())
            if not _use(candidates, marks[index], may_move):
                still.append(index)
        return still

    def outgrow(self, path: str, marks: Sequence[Mark], new: Sequence[int]) -> None:
        """Set aside what is known of new findings of a file that only became more severe: it is not gone."""
        for key in (_place, _anchor):
            for index in new:
                for left in self._of_file.get(path, ()):
                    if left.count and left.mark.rank < marks[index].rank and key(left.mark) == key(marks[index]):
                        left.count -= 1
                        left.outgrown += 1
                        new = [other for other in new if other != index]
                        break

    def outgrown(self) -> Iterator[tuple[Mark, int]]:
        """The known findings that are more severe today, with how many of each are."""
        for known in self._of_file.values():
            yield from ((left.mark, left.outgrown) for left in known if left.outgrown)

    def left(self) -> Iterator[tuple[Mark, int]]:
        """The known findings that accounted for nothing, with how many of each are left."""
        for known in self._of_file.values():
            for left in known:
                if left.count:
                    yield left.mark, left.count


class _Left:
    """A known finding, how many like it are not used up, and how many are more severe by now."""

    __slots__ = ("count", "mark", "outgrown")

    def __init__(self, one: Mark, count: int) -> None:
        self.mark = one
        self.count = count
        self.outgrown = 0


def _place(one: Mark) -> Hashable:
    return one.code, one.fingerprint


def _anchor(one: Mark) -> Hashable:
    return one.code, one.anchor


def _take(
    known: Iterable[_Left], marks: Sequence[Mark], new: Iterable[int], key: Callable[[Mark], Hashable]
) -> list[int]:
    by_key: dict[Hashable, list[_Left]] = {}
    for left in known:
        if left.count:
            by_key.setdefault(key(left.mark), []).append(left)
    return [index for index in new if not _use(by_key.get(key(marks[index]), ()), marks[index])]


def _use(candidates: Iterable[_Left], one: Mark, may_move: Callable[[str], bool] = lambda path: True) -> bool:
    for left in candidates:
        if left.count and left.mark.rank >= one.rank and may_move(left.mark.path):
            left.count -= 1
            return True
    return False


def _take_corrected(
    known: Iterable[_Left], marks: Sequence[Mark], new: Sequence[int], read_text: Callable[[], str | None]
) -> list[int]:
    codes = {marks[index].code for index in new}
    waiting = [left for left in known if left.count and left.mark.code in codes and left.mark.anchor]
    if not waiting or len(waiting) * len(new) > _MOST_PAIRS:
        return list(new)
    text = read_text()
    if text is None:
        return list(new)
    # Where the old text still stands, its problem was mended, and what looks like it is another one.
    text = " ".join(text.split())
    waiting = [left for left in waiting if left.mark.anchor not in text]
    still = []
    for index in new:
        one = marks[index]
        candidates = [left for left in waiting if left.mark.code == one.code and _alike(left.mark.anchor, one.anchor)]
        if not _use(candidates, one):
            still.append(index)
    return still


def _alike(old: str, new: str) -> bool:
    """Whether one text is the other with small corrections; with other numbers it is another text."""
    from difflib import SequenceMatcher

    if [c for c in old if c.isdigit()] != [c for c in new if c.isdigit()]:
        return False
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    return matcher.real_quick_ratio() >= _ALIKE and matcher.quick_ratio() >= _ALIKE and matcher.ratio() >= _ALIKE
