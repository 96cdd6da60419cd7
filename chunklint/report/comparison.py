"""Two ways of cutting one document side by side: where both cut, where only one does, and what each damages.

The names in the JSON are a contract.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from chunklint.documents.notebook import cell_line
from chunklint.report.chunks import ChunkPlace, place_in_words, preview_as_json
from chunklint.report.color import BOLD, CYAN, DIM, YELLOW, paint
from chunklint.report.columns import columns
from chunklint.report.phrases import phrase
from chunklint.report.width import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from chunklint.chunking.model import Chunk, Profile
    from chunklint.documents.model import Document
    from chunklint.engine.model import Finding
    from chunklint.report.formats import Style

# Of the text after a cut so much is shown as tells where it is.
_SHOWN = 60
_GRAVE = ("error", "warning")


class Side(NamedTuple):
    """One profile with its chunks and the findings that hold under it."""

    profile: Profile
    chunks: Sequence[Chunk]
    findings: Sequence[Finding]

    @property
    def starts(self) -> list[int]:
        """Where the chunks' texts start, blanks before them left out (code points)."""
        return [_text_start(chunk) for chunk in self.chunks]

    @property
    def mean(self) -> float:
        """The mean size of a chunk, 0 without any."""
        return sum(chunk.tokens for chunk in self.chunks) / len(self.chunks) if self.chunks else 0.0

    def number_of(self, *, grave: bool) -> int:
        """How many findings are errors or warnings, or are not."""
        return sum((finding.severity in _GRAVE) == grave for finding in self.findings)


class Cut(NamedTuple):
    """A place before which one of the profiles cuts, or both do; ``text`` is what stands there.

    ``line`` is 1-based; in a notebook it counts in ``cell``, which counts from 0.
    """

    offset: int
    line: int
    first: bool
    second: bool
    text: str
    cell: int | None = None


class Comparison(NamedTuple):
    """Two previews of a document; ``equal`` chunks have the same body under both."""

    document: Document
    first: Side
    second: Side
    cuts: list[Cut]
    equal: int


def compare(document: Document, first: Side, second: Side) -> Comparison:
    """Compare two ways of cutting a document."""
    one, other = set(first.starts[1:]), set(second.starts[1:])
    cuts = []
    for at in sorted(one | other):
        cell, line = cell_line(document, at)
        cuts.append(Cut(at, line + 1, at in one, at in other, _excerpt(document, at), cell))
    bodies = {_body(chunk) for chunk in first.chunks}
    return Comparison(document, first, second, cuts, sum(_body(chunk) in bodies for chunk in second.chunks))


def _text_start(chunk: Chunk) -> int:
    text = chunk.document.text
    start, end = chunk.start, chunk.end
    while start < end and text[start].isspace():
        start += 1
    return start


def _body(chunk: Chunk) -> tuple[int, int]:
    body = chunk.document.text[chunk.start : chunk.end]
    return _text_start(chunk), chunk.end - len(body) + len(body.rstrip())


def _excerpt(document: Document, at: int) -> str:
    line = document.text[at : document.lines.end(document.lines.line_of(at))].strip()
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1].rstrip() + "…"


def as_text(comparison: Comparison, style: Style) -> Iterator[str]:
    """The lines for a terminal: both profiles' figures, then the cuts in source order with who makes them."""
    language, color = style.language, style.color
    document, first, second, cuts, equal = comparison
    names = (first.profile.name, second.profile.name)
    yield paint(printable(document.path), BOLD, color=color)
    both = sum(cut.first and cut.second for cut in cuts)
    yield phrase("compared", language, equal=equal, both=both, cuts=len(cuts))
    yield ""
    rows = [[("",), *((printable(name), BOLD) for name in names)]]
    for label, values in _figures(first, second):
        is_size = label in ("mean", "largest")
        units = [f" {_unit(side.profile, style)}" if is_size else "" for side in (first, second)]
        cells = [(f"{value:,.0f}{unit}",) for value, unit in zip(values, units, strict=True)]
        rows.append([(phrase(f"compare {label}", language),), *cells])
    yield from columns(rows, color=color)
    if cuts:
        yield ""
    width = max((len(f"{cut.line:,}") for cut in cuts), default=0)
    for cut in cuts:
        who = "both" if cut.first and cut.second else "first" if cut.first else "second"
        mark = {"both": "= ", "first": "< ", "second": "> "}[who]
        tone = {"both": DIM, "first": CYAN, "second": YELLOW}[who]
        line = phrase("compare line", language, line=f"{cut.line:>{width},}")
        if cut.cell is not None:
            line = place_in_words(ChunkPlace(cut.line, cut.line, cut.cell, cut.cell), language)
        yield paint(f"{mark}{line}  {printable(cut.text)}", tone, color=color)
    if cuts:
        yield ""
        yield phrase("compare marks", language, first=names[0], second=names[1])


def _unit(profile: Profile, style: Style) -> str:
    from chunklint.report.page_words import word

    return word("characters" if profile.tokenizer == "characters" else "tokens", style.language)


def _figures(first: Side, second: Side) -> Iterator[tuple[str, tuple[float, float]]]:
    yield "chunks", (len(first.chunks), len(second.chunks))
    yield "mean", (first.mean, second.mean)
    largest = [max((chunk.tokens for chunk in side.chunks), default=0) for side in (first, second)]
    yield "largest", (largest[0], largest[1])
    yield "problems", (first.number_of(grave=True), second.number_of(grave=True))
    yield "infos", (first.number_of(grave=False), second.number_of(grave=False))


def as_json(comparison: Comparison) -> dict[str, Any]:
    """The comparison for programs, with both previews; offsets are code points, lines 1-based."""
    document, first, second, cuts, equal = comparison
    names = (first.profile.name, second.profile.name)
    return {
        "path": document.path,
        "profiles": list(names),
        "equal_chunks": equal,
        "cuts": [
            {
                "offset": cut.offset,
                "line": cut.line,
                **({} if cut.cell is None else {"cell": cut.cell}),
                "profiles": [name for name, makes in zip(names, (cut.first, cut.second), strict=True) if makes],
                "text": cut.text,
            }
            for cut in cuts
        ],
        "problems": {side.profile.name: _by_code(side) for side in (first, second)},
        "previews": [preview_as_json(document, side.profile, side.chunks) for side in (first, second)],
    }


def _by_code(side: Side) -> dict[str, int]:
    found: dict[str, int] = {}
    for finding in sorted(side.findings, key=lambda finding: finding.code):
        found[finding.code] = found.get(finding.code, 0) + 1
    return found
