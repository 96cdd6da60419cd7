"""Packs the parts of one section that does not fit into pieces that do; what is joined or cut where is decided here."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from chunklint.chunking.fixed import window_pieces
from chunklint.chunking.model import joint
from chunklint.chunking.parts import Part, break_up

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunklint.chunking.measure import Measure
    from chunklint.chunking.model import Profile, Span
    from chunklint.documents.model import Block, Document

# Sums of counts can be short by a token or two where parts meet; closer than this to the limit they are counted anew.
SUM_SLACK = 4
_PROSE = frozenset({"paragraph", "item", "list", "quote", "admonition", "footnote"})


class Piece(NamedTuple):
    """One packed chunk: its parts, what the splitter adds, and the span repeated from the piece before."""

    parts: tuple[Part, ...]
    prefix: str
    suffix: str
    overlap: Span | None

    @property
    def start(self) -> int:
        return self.parts[0].start

    @property
    def end(self) -> int:
        return self.parts[-1].end


class Packer:
    """Packs one section's parts in order.

    ``first_prefix`` is the heading path of the first piece, ``next_prefix`` that of the others, which have to name the
    section's own heading too.
    """

    def __init__(
        self, document: Document, measure: Measure, profile: Profile, first_prefix: str, next_prefix: str
    ) -> None:
        self.document = document
        self.measure = measure
        self.profile = profile
        self.limit = profile.max_tokens
        self.next_prefix = next_prefix
        self.pieces: list[Piece] = []
        self._current: list[Part] = []
        self._prefix = first_prefix
        self._overlap: Span | None = None
        self._used = measure.count_text(first_prefix)
        # What stands between two parts is nearly always one of two or three texts.
        self._joints: dict[str, int] = {}

    def pack(self, parts: Sequence[Part]) -> list[Piece]:
        """The pieces of the parts; every part's text is in exactly one piece's body."""
        self._prefetch(parts)
        waiting = list(reversed(parts))
        while waiting:
            run = [waiting.pop()]
            while run[-1].tie and waiting:
                run.append(waiting.pop())
            waiting.extend(reversed(self._place(run)))
        self._close()
        return self.pieces

    def _place(self, run: list[Part]) -> list[Part]:
        """Put a run of tied parts into a piece; what could not be placed yet is returned, broken up."""
        if self._current:
            cost = self._cost(run, self._ends_at())
            if self._fits_current(run, cost):
                self._add(run, cost)
                return []
        if self._fits_fresh(run):
            self._close(before=run[0])
            cost = self._cost(run, self._ends_at())
            if not self._fits_current(run, cost):
                self._drop_overlap()
                cost = self._cost(run, self._ends_at())
            self._add(run, cost)
            return []
        if len(run) > 1 and not self._fits_fresh(run[:-1], room=self.limit // 8):
            # What leads in leaves no room for what follows: it is packed by itself, heading and lead-in together.
            if len(run) > 2 and run[-2].tie != "heading":
                return [*run[:-2], run[-2]._replace(tie=""), run[-1]]
            head = [run[0]] if self._fits_fresh(run[:1]) else self._finer(run[:1])
            return [*(part._replace(tie="") for part in head), *run[1:]]
        if len(run) > 1 and _may_stay_behind(run) and self._fits_fresh(run[-1:]):
            # The block stays whole; its lead-in stays behind, which a rule reports.
            return [*run[:-2], run[-2]._replace(tie=""), run[-1]]
        if self._current and self._used - self._prefix_cost() >= self.profile.min_tokens:
            self._close(before=run[0])
            self._drop_overlap()
        return self._broken(run)

    def _broken(self, run: list[Part]) -> list[Part]:
        finer = self._finer(run)
        if len(finer) < 2:
            self._force(run)
            return []
        self._prefetch(finer)
        return [*run[:-1], *finer]

    def _finer(self, run: Sequence[Part]) -> list[Part]:
        """The last part of a run, broken up; what has no finer structure is cut into windows between graphemes."""
        part = run[-1]
        finer = break_up(self.document, part, self.profile.code_parser)
        if len(finer) > 1:
            return finer
        prefix = max(self._prefix_cost(), self.measure.count_text(self.next_prefix))
        before = self._cost(run[:-1], None) + self._between(run[-2].end, part.start) if len(run) > 1 else 0
        extra = max(self._extra(run[0]), self._extra(part))
        room = self.limit - prefix - before - extra - SUM_SLACK
        counter = self.measure.counter
        windows = window_pieces(self.document.text, part.start, part.end, max(1, room), counter.count_many)
        last = len(windows) - 1
        return [
            part._replace(
                start=window.start,
                end=window.end,
                kind="fragment",
                opens=part.opens and at == 0,
                closes=part.closes and at == last,
            )
            for at, window in enumerate(windows)
        ]

    def _force(self, run: list[Part]) -> None:
        """Place what cannot be cut at all in a piece of its own, too large as it is."""
        if self._current:
            self._close(before=run[0])
            self._drop_overlap()
        self._add(run, self._cost(run, self._ends_at()))

    def _prefetch(self, parts: Sequence[Part]) -> None:
        longest = 6 * self.limit
        self.measure.prefetch([(part.start, part.end) for part in parts if part.end - part.start <= longest])

    def _cost(self, run: Sequence[Part], after: int | None) -> int:
        """The size of a run, and of what stands before each of its parts; ``after`` is where the piece ends so far."""
        cost = 0
        for part in run:
            if after is not None:
                cost += self._between(after, part.start)
            cost += self.measure.capped(part.start, part.end, self.limit)
            after = part.end
        return cost

    def _between(self, end: int, start: int) -> int:
        """The size of what stands between two parts: white space, quote marks, or a blank line in place of a gap."""
        between = self.document.text[end:start]
        known = self._joints.get(between)
        if known is None:
            known = self._joints[between] = self.measure.count_text(joint(between))
        return known

    def _ends_at(self) -> int | None:
        """Where the current piece ends so far, its overlap included; None for an empty one."""
        if self._current:
            return self._current[-1].end
        return self._overlap[1] if self._overlap else None

    def _extra(self, part: Part) -> int:
        """What a cut code block or table adds to a piece that starts or ends inside it."""
        owner = part.owner
        if owner is None:
            return 0
        added = self._reopening(part._replace(opens=False)) + self._closing(owner)
        return self.measure.count_text(added) if added else 0

    def _prefix_cost(self) -> int:
        return self.measure.count_text(self._prefix)

    def _fits_current(self, run: Sequence[Part], cost: int) -> bool:
        """Whether the current piece has room for a run that costs so much more, and for what closes it."""
        closing = self._closing(run[-1].owner) if run[-1].owner is not None and not run[-1].closes else ""
        cost += self._used + (self.measure.count_text(closing) if closing else 0)
        return cost <= self.limit - SUM_SLACK or (
            cost <= self.limit + SUM_SLACK and self._exact([*self._current, *run], closing) <= self.limit
        )

    def _fits_fresh(self, run: Sequence[Part], room: int = 0) -> bool:
        """Whether a run fits into a piece of its own and leaves so much room."""
        first, last = run[0], run[-1]
        prefix = (self.next_prefix if self.pieces or self._current else self._prefix) + self._reopening(first)
        closing = self._closing(last.owner) if last.owner is not None and not last.closes else ""
        cost = (
            room
            + self.measure.count_text(prefix)
            + self._cost(run, None)
            + (self.measure.count_text(closing) if closing else 0)
        )
        if cost <= self.limit - SUM_SLACK:
            return True
        if cost > self.limit + SUM_SLACK:
            return False
        text = prefix + self.document.text[first.start : last.end] + closing
        return room + self.measure.counter.count(text) <= self.limit

    def _exact(self, parts: Sequence[Part], closing: str) -> int:
        start, text = parts[0].start, self.document.text
        overlap = text[slice(*self._overlap)] + joint(text[self._overlap[1] : start]) if self._overlap else ""
        return self.measure.counter.count(self._prefix + overlap + text[start : parts[-1].end] + closing)

    def _add(self, run: Sequence[Part], cost: int) -> None:
        if not self._current:
            reopening = self._reopening(run[0])
            if reopening:
                self._prefix += reopening
                self._used += self.measure.count_text(reopening)
        self._used += cost
        self._current.extend(run)

    def _close(self, before: Part | None = None) -> None:
        """End the current piece; ``before`` is the part that the next one will start with."""
        if not self._current:
            return
        last = self._current[-1]
        suffix = self._closing(last.owner) if last.owner is not None and not last.closes else ""
        self.pieces.append(Piece(tuple(self._current), self._prefix, suffix, self._overlap))
        self._prefix = self.next_prefix
        self._used = self._prefix_cost()
        self._overlap = self._overlap_for(last, before) if before is not None else None
        if self._overlap:
            self._used += self.measure.count(*self._overlap)
        self._current = []

    def _drop_overlap(self) -> None:
        if self._overlap:
            self._used -= self.measure.count(*self._overlap)
            self._overlap = None

    def _overlap_for(self, last: Part, following: Part) -> Span | None:
        """Whole sentences at a piece's end, about ``overlap`` tokens, where prose goes on in the next piece."""
        size = self.profile.overlap
        if size <= 0 or last.owner or following.owner or following.tie:
            return None
        if last.block.kind not in _PROSE or following.block.kind not in _PROSE:
            return None
        from chunklint.text.sentences import sentence_spans

        start, text = last.start, self.document.text
        spans = sentence_spans(text[start : last.end])
        begin = last.end
        for first, _ in reversed(spans):
            if self.measure.count(start + first, last.end) > size:
                break
            begin = start + first
        return (begin, last.end) if self._current[0].start < begin < last.end else None

    def _reopening(self, part: Part) -> str:
        """What a piece that starts inside a code block or table repeats of its beginning."""
        owner = part.owner
        if owner is None or part.opens:
            return ""
        if owner.kind == "code":
            return (f"{owner.fence}{owner.info}\n" if owner.fence else "") + self._signatures(part)
        if not self.profile.repeat_table_header:
            return ""
        return self._table_header(owner) if owner.kind == "table" else self._within_half(f"{part.scope[0]}\n")

    def _signatures(self, part: Part) -> str:
        """The signatures of what a part lies in: the inner ones that a quarter of a chunk's room holds."""
        if not part.scope:
            return ""
        room = (self.limit - self.measure.count_text(self.next_prefix)) // 4
        texts = ("".join(f"{line}\n" for line in part.scope[first:]) for first in range(len(part.scope)))
        return next((text for text in texts if self.measure.count_text(text) <= room), "")

    def _closing(self, owner: Block) -> str:
        if owner.kind == "html":
            return "\n</table>" if self.profile.repeat_table_header else ""
        return f"\n{owner.fence}" if owner.kind == "code" and owner.fence else ""

    def _table_header(self, table: Block) -> str:
        """A table's title or units line, its header rows and delimiter row."""
        from chunklint.documents.tables import header_rows

        lines = self.document.lines
        last = table.line + 2 + header_rows(self.document, table)
        header = "".join(f"{lines.line_text(n).strip()}\n" for n in range(table.line, last))
        title = next((part for part in self._placed() if part.tie == "title" and part.end <= table.start), None)
        if title is not None:
            header = f"{self.document.text[title.start : title.end]}\n\n{header}"
        return self._within_half(header)

    def _within_half(self, header: str) -> str:
        """A header, if half of the room in a chunk holds it."""
        room = self.limit - self.measure.count_text(self.next_prefix)
        return header if self.measure.count_text(header) <= room // 2 else ""

    def _placed(self) -> list[Part]:
        return [part for piece in reversed(self.pieces[-3:]) for part in piece.parts][::-1] + self._current


def _may_stay_behind(run: Sequence[Part]) -> bool:
    """Whether the last part of a run is worth more whole than beside what leads in: not under a heading.

    A definition's first lines stay behind what is a definition itself, such as the method of a class; statements are
    cut to begin beside them.
    """
    if run[-2].tie == "signature":
        return run[-1].unit is not None and bool(run[-1].unit.symbol)
    return run[-2].tie != "heading"
