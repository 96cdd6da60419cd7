"""Applies the fixes of findings to a document until nothing is left to fix; it writes no file.

A fix is applied whole or not at all. Of fixes that meet, the safe one comes first, then the one further up; the others
wait for the next round, when the page has been linted anew. A fix after which the page has more errors than before is
refused.
"""

from __future__ import annotations

import re
from bisect import bisect_left, insort
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from chunklint.engine.model import Edit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from chunklint.documents.model import Document
    from chunklint.engine.model import Finding
    from chunklint.engine.registry import Registry
    from chunklint.settings.model import Settings

    Wanted = Callable[[Sequence[Finding]], Sequence[Finding]]

# Each round lints the page again. Real pages are settled after two or three; a page that needs more is left as it is
# after so many, and another run goes on from there.
MOST_ROUNDS = 100

# Between two fixes with nothing but this between them, what one of them relies on may be what the other takes away.
_BLANK = re.compile(r"[\s>]*")


class Fixed(NamedTuple):
    """A document after its fixes: ``findings`` are those that are left, ``problems`` the number of those fixed."""

    document: Document
    findings: list[Finding]
    problems: int = 0


def fix(
    document: Document, settings: Settings, registry: Registry, *, unsafe: bool = False, wanted: Wanted | None = None
) -> Fixed:
    """The document with all safe fixes applied, with ``unsafe`` the others too; fixing it again changes nothing.

    ``wanted`` says which findings of a version may be fixed, where that is not all of them. A document with bytes that
    could not be decoded stays as it is: what was read is not what is in the file.
    """
    from chunklint.engine.run import lint

    findings = lint(document, settings, registry)
    if document.undecodable:
        return Fixed(document, findings)
    state = Fixed(document, findings)
    seen = {document.text}
    refused: set[tuple[str, ...]] = set()
    for _ in range(MOST_ROUNDS):
        chosen = choose(state.document, _applicable(state, unsafe, refused, wanted))
        while chosen:
            changed = _changed(state.document, chosen)
            left = lint(changed, settings, registry)
            if not _is_worse(state.findings, left):
                break
            if len(chosen) == 1:
                refused.add(_key(state.document, chosen[0]))
            chosen = chosen[: len(chosen) // 2]
        if not chosen and not _applicable(state, unsafe, refused, wanted):
            break
        if chosen:
            state = Fixed(changed, left, state.problems + len(chosen))
            if changed.text in seen:
                break  # fixes that undo each other
            seen.add(changed.text)
    return state if state.document.text != document.text else Fixed(document, state.findings)


def choose(document: Document, findings: Iterable[Finding]) -> list[Finding]:
    """Those findings whose fixes can be applied together, in the order in which they come first."""
    taken: list[tuple[int, int]] = []
    chosen = []
    for finding in sorted(findings, key=_precedence):
        edits = sorted(finding.fix.edits) if finding.fix else []
        spans = [(edit.start, edit.end) for edit in edits]
        if not spans or any(after.start < before.end for before, after in pairwise(edits)):
            continue
        if document.cells and not _in_cells(document, spans):
            continue
        if any(_meets(document.text, span, taken) or _splits_line_ending(document.text, span) for span in spans):
            continue
        for span in spans:
            insort(taken, span)
        chosen.append(finding)
    return chosen


def apply(document: Document, findings: Iterable[Finding]) -> str:
    """The document's text after the fixes of findings that do not meet; line endings are those of the document."""
    edits = sorted(edit for finding in findings if finding.fix for edit in finding.fix.edits)
    pieces, at = [], 0
    for edit in edits:
        pieces += [document.text[at : edit.start], _with_line_endings(document, edit)]
        at = edit.end
    return "".join([*pieces, document.text[at:]])


def _applicable(state: Fixed, unsafe: bool, refused: set[tuple[str, ...]], wanted: Wanted | None) -> list[Finding]:
    findings = [
        finding
        for finding in (wanted(state.findings) if wanted else state.findings)
        if finding.fix is not None
        and (finding.fix.safe or unsafe)
        and (not refused or _key(state.document, finding) not in refused)
    ]
    # A suppression whose name is mended hides findings that would be fixed beside it.
    return [f for f in findings if f.rule.scope == "suppression" and f.fix and not f.fix.safe] or findings


def _precedence(finding: Finding) -> tuple[bool, int]:
    assert finding.fix is not None
    return not finding.fix.safe, min((edit.start for edit in finding.fix.edits), default=0)


def _meets(text: str, span: tuple[int, int], taken: Sequence[tuple[int, int]]) -> bool:
    """Whether a span overlaps one of those taken (sorted, apart from each other) or only blanks lie between them."""
    at = bisect_left(taken, span)
    before, after = taken[max(at - 1, 0) : at], taken[at : at + 1]
    return any(_touch(text, other, span) for other in before) or any(_touch(text, span, other) for other in after)


def _touch(text: str, first: tuple[int, int], second: tuple[int, int]) -> bool:
    if first[1] >= second[0]:
        return True
    blank = _BLANK.match(text, first[1], second[0])
    return blank is not None and blank.end() == second[0]


def _in_cells(document: Document, spans: Iterable[tuple[int, int]]) -> bool:
    """Whether each span lies in the source of a notebook's cell: what is between them is not in the file."""
    return all(any(cell.start <= start and end <= cell.end for cell in document.cells) for start, end in spans)


def _splits_line_ending(text: str, span: tuple[int, int]) -> bool:
    return any(text.startswith("\r\n", at - 1) for at in span if at)


def _with_line_endings(document: Document, edit: Edit) -> str:
    """What an edit puts in, with the line ending of the place instead of ``\\n``."""
    if "\n" not in edit.text or "\r" in edit.text:
        return edit.text
    lines = document.lines
    line = lines.line_of(edit.start)
    ending = document.text[lines.end(line) : lines.start(line + 1)]
    if not ending and line:
        ending = document.text[lines.end(line - 1) : lines.start(line)]
    return edit.text.replace("\n", ending) if ending else edit.text


def _changed(document: Document, findings: Sequence[Finding]) -> Document:
    """The document after the fixes of findings that do not meet."""
    if document.cells:
        from chunklint.documents.model import TextChange
        from chunklint.documents.notebook import edited_notebook

        edits = [edit for finding in findings if finding.fix for edit in finding.fix.edits]
        return edited_notebook(
            document, [TextChange(edit.start, edit.end, _with_line_endings(document, edit)) for edit in edits]
        )
    return _reread(document, apply(document, findings))


def _reread(document: Document, text: str) -> Document:
    from chunklint.documents.model import Document
    from chunklint.text.positions import LineIndex

    lines = LineIndex(text)
    blocks = document.reader.read(text, lines)
    return Document(
        document.path, text, document.reader, blocks, lines, encoding=document.encoding, has_bom=document.has_bom
    )


def _is_worse(before: Iterable[Finding], after: Iterable[Finding]) -> bool:
    """Whether some rule has more errors than it had."""
    had: dict[str, int] = {}
    for code in _errors(before):
        had[code] = had.get(code, 0) + 1
    for code in _errors(after):
        had[code] = had.get(code, 0) - 1
    return any(left < 0 for left in had.values())


def _errors(findings: Iterable[Finding]) -> Iterator[str]:
    return (finding.code for finding in findings if finding.severity == "error")


def _key(document: Document, finding: Finding) -> tuple[str, ...]:
    """What makes a fix the same wherever it moves: its rule, what it replaces, and by what."""
    edits = finding.fix.edits if finding.fix else ()
    return (finding.code, *(part for edit in edits for part in (document.slice(edit.start, edit.end), edit.text)))
