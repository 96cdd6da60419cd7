"""Finds the comments that switch rules off, in every form that a page can hold them; it judges no finding.

``<!-- chunklint-disable-next-line CL101 -->``, ``{/* … */}`` in MDX, ``[//]: # (…)``, and ``chunklint: {disable: […]}``
in front matter. In code, formulas and scripts they are text. What follows `` -- `` is a reason for other people.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from chunklint.settings.model import ALL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from chunklint.documents.model import Block, Document
    from chunklint.engine.registry import Registry

MARK = "chunklint"

COMMANDS = ("disable-next-line", "disable-line", "disable", "enable", "disable-file")

# Blanks between the comment's sign and the command; a bound keeps every search linear.
_HTML = re.compile(r"<!--[\s>]{0,100}(?=chunklint-)")
_HTML_END = re.compile(r"--!?>")
_MDX = re.compile(r"\{\s{0,100}/\*[\s>*]{0,100}(?=chunklint-)")
_MDX_END = re.compile(r"\*/\s{0,100}\}")
# A link definition that defines nothing: the one form of a comment that every Markdown tool leaves out.
_DEFINITION = re.compile(r"\[(?://|comment)\]:\s*\S+\s+[\"'(]\s*(?=chunklint-)")
_COMMAND = re.compile(r"chunklint-([a-z][\w-]*)[:：]?\s*")
_MEANT_AS_COMMAND = ("disable", "enable", "ignore")
_REASON = re.compile(r"(?:^|\s)(?:-{2,}|[—–]+)(?:\s|$)")
_NAME = re.compile(r"[^\s,，、;；>]+")
# In these, what looks like a comment is none.
_RAW_ELEMENT = re.compile(r"<(?:script|style|textarea|xmp|title)\b")


class Name(NamedTuple):
    """One rule as a suppression names it: the words at a place of the source, and the code, family or ``ALL`` meant.

    ``selector`` is None where no rule answers to it.
    """

    text: str
    start: int
    end: int
    selector: str | None


class Comment(NamedTuple):
    """One suppression as it is written.

    ``start`` and ``end`` are code points. ``lines`` (0-based, end exclusive) are those that a command for lines is
    about. ``near_command`` is what was probably meant by a command that is none. ``removable`` is the stretch to take
    out with the comment, None where that would leave something broken.
    """

    document: Document
    start: int
    end: int
    form: str
    command: str
    names: tuple[Name, ...]
    near_command: str | None = None
    lines: tuple[int, int] = (0, 0)
    removable: tuple[int, int] | None = None


def read_comments(document: Document, registry: Registry) -> list[Comment]:
    """The suppressions of a document in source order, those in its front matter first."""
    text = document.text
    if MARK not in text:
        return []
    reader = _Reader(document, registry)
    comments: list[Comment] = []
    front = document.front_matter
    if front is not None and text.find(MARK, front.start, front.end) >= 0:
        from chunklint.engine.suppression_front_matter import read_front_matter

        comments += read_front_matter(document, front, reader.selector)
    for block in document.walk():
        if not block.children and text.find(f"{MARK}-", block.start, block.end) >= 0:
            comments += reader.read(block)
    comments.sort(key=lambda comment: comment.start)
    return _with_next_lines(document, comments)


class _Reader:
    """Reads the comments of one document, block by block."""

    def __init__(self, document: Document, registry: Registry) -> None:
        self._document = document
        self._registry = registry
        self._mdx = document.format == "mdx"

    def read(self, block: Block) -> Iterator[Comment]:
        """The suppressions in a block that has no blocks inside."""
        if block.kind == "comment" or (block.kind == "html" and not self._is_raw(block)):
            yield from self._in_source(block)
        elif block.kind == "definition":
            yield from self._in_definition(block)
        elif block.kind in ("paragraph", "heading"):
            yield from self._inline(block.content, lambda at: self._document.content_offset(block, at))
        elif block.kind == "table":
            yield from self._in_table(block)

    def selector(self, word: str) -> str | None:
        """What a name stands for: a code, a family prefix or ``ALL``; None if no rule answers to it.

        A prefix has at least a code's letters: ``CL`` and ``CL1``, not ``C``.
        """
        upper = word.upper()
        if upper == ALL:
            return ALL
        loaded = self._registry.find(word)
        if loaded is not None:
            return loaded.rule.code
        codes = (known.rule.code for known in self._registry.rules)
        letters = len(upper.rstrip("0123456789"))
        return upper if any(c.startswith(upper) and len(c.rstrip("0123456789")) == letters for c in codes) else None

    def _is_raw(self, block: Block) -> bool:
        return _RAW_ELEMENT.match(self._document.text, block.start) is not None

    def _in_source(self, block: Block) -> Iterator[Comment]:
        signs = [(_HTML, _HTML_END), (_MDX, _MDX_END)] if self._mdx else [(_HTML, _HTML_END)]
        text = self._document.text
        for opening, closing in signs:
            for found in opening.finditer(text, block.start, block.end):
                end = closing.search(text, found.end(), block.end)
                if end is None:
                    break
                yield from self._comment(found.start(), end.end(), text[found.end() : end.start()], found.end())

    def _in_definition(self, block: Block) -> Iterator[Comment]:
        text = self._document.text
        found = _DEFINITION.match(text, block.start, block.end)
        if found is not None:
            body = text[found.end() : block.end].rstrip()[:-1]
            yield from self._comment(block.start, block.end, body, found.end(), form="definition")

    def _in_table(self, block: Block) -> Iterator[Comment]:
        from chunklint.documents.tables import row_cells

        document = self._document
        for line in range(block.line, block.end_line):
            if f"{MARK}-" in document.lines.line_text(line):
                for cell in row_cells(document, block, line):
                    yield from self._inline(document.text[cell.start : cell.end], cell.start.__add__)

    def _inline(self, content: str, place: Callable[[int], int]) -> Iterator[Comment]:
        """The comments in inline content; ``place`` gives the source offset of one in the content."""
        from chunklint.documents.inline import visible

        if f"{MARK}-" not in content:
            return
        for run in visible(content, mdx=self._mdx).runs:
            if run.kind not in ("html", "expression"):
                continue
            signs = (_HTML, _HTML_END) if run.kind == "html" else (_MDX, _MDX_END)
            opening = signs[0].match(content, run.start, run.end)
            closing = opening and signs[1].search(content, opening.end(), run.end)
            if opening and closing:
                body = content[opening.end() : closing.start()]
                start, end = place(run.start), place(run.end - 1) + 1
                yield from self._comment(start, end, body, opening.end(), place, form="inline")

    def _comment(
        self, start: int, end: int, body: str, at: int, place: Callable[[int], int] | None = None, form: str = "block"
    ) -> Iterator[Comment]:
        """The suppression in a comment's body, which starts at ``at``; none where it says something else."""
        command = _COMMAND.match(body)
        if command is None:
            return
        word = command[1]
        near = None
        if word not in COMMANDS:
            near = _near_command(word)
            if near is None:
                return
        reason = _REASON.search(body, command.end())
        names = []
        for found in _NAME.finditer(body, command.end(), reason.start() if reason else len(body)):
            first, last = at + found.start(), at + found.end()
            if place is not None:
                first, last = place(first), place(last - 1) + 1
            names.append(Name(found[0], first, last, self.selector(found[0])))
        lines = self._document.lines
        covered = (lines.line_of(start), lines.line_of(end - 1) + 1)
        yield Comment(self._document, start, end, form, word, tuple(names), near, covered, (start, end))


def _near_command(word: str) -> str | None:
    """The command that a word was probably meant for, None for a word that has nothing to do with them."""
    from difflib import get_close_matches

    if not word.startswith(_MEANT_AS_COMMAND):
        near = get_close_matches(word, COMMANDS, n=1, cutoff=0.8)
    else:
        near = get_close_matches(word.replace("ignore", "disable"), COMMANDS, n=1, cutoff=0.5) or ["disable"]
    return near[0] if near else None


def _with_next_lines(document: Document, comments: list[Comment]) -> list[Comment]:
    """The comments with the lines that those for the next line are about.

    That is the next line with something on it: formatters put a blank line after a comment, and further suppressions
    may stand between.
    """
    passed = _lines_of_their_own(document, comments)
    known: dict[int, int] = {}
    result = []
    for comment in reversed(comments):
        if comment.command == "disable-next-line":
            line = first = comment.lines[1]
            while line < len(document.lines) and (line in passed or not document.lines.line_text(line).strip(" \t>")):
                if line in known:
                    line = known[line]
                    break
                line += 1
            known[first] = line
            comment = comment._replace(lines=(line, line + 1))
        result.append(comment)
    return result[::-1]


def _lines_of_their_own(document: Document, comments: list[Comment]) -> set[int]:
    """The lines on which there is nothing but suppressions."""
    found: set[int] = set()
    for comment in comments:
        if comment.form == "front_matter":
            continue
        first, last = document.lines.line_of(comment.start), document.lines.line_of(comment.end - 1)
        before = document.text[document.lines.start(first) : comment.start]
        after = document.text[comment.end : document.lines.end(last)]
        if not before.strip(" \t>") and not after.strip():
            found.update(range(first, last + 1))
    return found
