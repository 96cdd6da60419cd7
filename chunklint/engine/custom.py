"""Turns the rules that a settings file describes into rules that run like any other, without ever hanging.

A pattern has `SECONDS` for a page. One that needs more is stopped for the rest of the run; `stopped` tells which.
"""

from __future__ import annotations

import re
import time
from bisect import bisect_right
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from chunklint.engine.model import LoadedRule, Report, Rule
from chunklint.text.patterns import compile_pattern, search
from chunklint.text.words import is_mostly_han, sentence_length

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from chunklint.chunking.model import Chunk
    from chunklint.documents.model import Block, Document
    from chunklint.engine.context import Context
    from chunklint.engine.model import Scope
    from chunklint.settings.model import CustomRule

SECONDS = 1.0
"""What the pattern of one rule may take for one page; a whole check of a large page takes less."""

LONGEST_UNIT = 100_000
"""Code points of one chunk or sentence that a pattern sees; no chunk that a model reads comes near."""

# Shown of what a pattern matched; a message is one line.
_SHOWN = 40

_SCOPES: Mapping[str, tuple[Scope, tuple[str, ...]]] = {
    "chunk-start": ("chunk", ()),
    "chunk": ("chunk", ()),
    "heading": ("block", ("heading",)),
    "sentence": ("block", ("paragraph",)),
}
_KEPT = re.compile(r"\{(match|size|limit)\}")
_NO_START = ("heading", "comment", "front_matter", "definition", "esm", "break")


class _Unit(NamedTuple):
    """What a pattern or a limit is applied to: its text, its place, and how to find an offset of the text in it."""

    text: str
    start: int
    end: int
    tokens: int | None = None
    offsets: tuple[Block, int] | None = None

    def place(self, context: Context, start: int, end: int) -> tuple[int, int]:
        """The source stretch of a stretch of the text; all of it for an empty one."""
        if start == end:
            return self.start, self.end
        if self.offsets is None:
            return self.start + start, self.start + end
        block, shift = self.offsets
        first, last = context.visible(block).source_span(shift + start, shift + end)
        offset = context.document.content_offset
        return offset(block, first), offset(block, last - 1) + 1


class CustomCheck:
    """The check of one custom rule; ``stopped_at`` is the page for which its pattern needed too long, or None."""

    def __init__(self, rule: CustomRule) -> None:
        self.stopped_at: str | None = None
        self._rule = rule
        self._pattern = None if rule.pattern is None else compile_pattern(rule.pattern)
        self._document: Document | None = None
        self._spent = 0.0
        self._leaves: list[Block] = []

    def __call__(self, unit: Any, context: Context) -> Iterator[Report]:
        """Report a chunk, heading or sentence once, at what the pattern matches first, or where a limit is passed."""
        if self.stopped_at is not None:
            return
        if context.document is not self._document:
            self._document, self._spent, self._leaves = context.document, 0.0, []
        for part in self._units(unit, context):
            if self._is_for(part.text):
                found = self._over(part, context) if self._pattern is None else self._matched(part, context)
                if found is not None:
                    yield found

    def _units(self, unit: Any, context: Context) -> Iterable[_Unit]:
        match self._rule.scope:
            case "chunk-start":
                return self._chunk_start(unit, context)
            case "chunk":
                return _chunk(unit, context)
            case "heading":
                return _visible_units(unit, context, whole=True)
            case _:
                return _visible_units(unit, context, whole=False)

    def _is_for(self, text: str) -> bool:
        languages = self._rule.languages
        return not languages or ("zh-CN" if is_mostly_han(text) else "en") in languages

    def _matched(self, unit: _Unit, context: Context) -> Report | None:
        assert self._pattern is not None
        started = time.perf_counter()
        try:
            at_start = self._rule.scope == "chunk-start"
            found = search(self._pattern, unit.text[:LONGEST_UNIT], SECONDS - self._spent, at_start=at_start)
        except TimeoutError:
            self.stopped_at = context.document.path
            return None
        finally:
            self._spent += time.perf_counter() - started
        if found is None:
            return None
        start, end = unit.place(context, *found.span())
        shown = " ".join(found[0].split())
        shown = shown if len(shown) <= _SHOWN else f"{shown[: _SHOWN - 1]}…"
        return Report(start, end, {"match": shown}, anchor=found[0] or unit.text)

    def _over(self, unit: _Unit, context: Context) -> Report | None:
        for name, limit in self._rule.limits:
            size = _size(name, unit, context)
            if size > limit:
                end = min(unit.end, context.document.lines.end(context.line(unit.start) - 1))
                place = (unit.start, unit.end if self._rule.scope == "sentence" else end)
                shown = " ".join(unit.text[: 2 * _SHOWN].split())[:_SHOWN]
                return Report(*place, {"match": shown, "size": size, "limit": limit}, anchor=shown)
        return None

    def _chunk_start(self, chunk: Chunk, context: Context) -> Iterator[_Unit]:
        """Where a chunk's text begins, its headings left out, as a reader sees it."""
        document = context.document
        if not self._leaves:
            self._leaves = [block for block in document.walk() if not block.children and block.kind not in _NO_START]
        at = bisect_right(self._leaves, chunk.start, key=lambda leaf: leaf.end)
        if at == len(self._leaves) or self._leaves[at].start >= chunk.end:
            return
        leaf = self._leaves[at]
        if leaf.kind == "paragraph" and leaf.start >= chunk.start:
            yield from _visible_units(leaf, context, whole=True)
            return
        start = max(leaf.start, chunk.start)
        text = document.slice(start, min(leaf.end, chunk.end))
        blanks = len(text) - len(text.lstrip())
        if text.strip():
            yield _Unit(text[blanks:], start + blanks, start + len(text))


def custom_rules(rules: Iterable[CustomRule]) -> list[LoadedRule]:
    """The rules of the settings as rules with their checks; they have no page."""
    return [LoadedRule(_rule(rule), CustomCheck(rule), "", "[[custom]]") for rule in rules]


def stopped(rules: Iterable[LoadedRule]) -> Iterator[tuple[str, str]]:
    """The names of the custom rules whose pattern took too long, each with the path of the page where it did."""
    for loaded in rules:
        if isinstance(loaded.check, CustomCheck) and loaded.check.stopped_at is not None:
            yield loaded.rule.name, loaded.check.stopped_at


def _rule(rule: CustomRule) -> Rule:
    scope, kinds = _SCOPES[rule.scope]
    messages: dict[Any, str] = {language: _template(text) for language, text in rule.messages}
    summary: dict[Any, str] = dict(rule.messages)
    return Rule(rule.code, rule.name, scope, rule.severity, summary, {"default": messages}, kinds)


def _template(text: str) -> str:
    """A message as a template: braces around anything but our placeholders are themselves."""
    pieces = _KEPT.split(text)
    escaped = [
        f"{{{piece}}}" if at % 2 else piece.replace("{", "{{").replace("}", "}}") for at, piece in enumerate(pieces)
    ]
    return "".join(escaped)


def _chunk(chunk: Chunk, context: Context) -> Iterator[_Unit]:
    """The source of a chunk's body, its longest stretch at once."""
    spans = chunk.spans
    if len(spans) == 1 or all(before[1] == after[0] for before, after in pairwise(spans)):
        yield _Unit(context.document.slice(chunk.start, chunk.end), chunk.start, chunk.end, chunk.tokens)
        return
    for start, end in spans:
        yield _Unit(context.document.slice(start, end), start, end, chunk.tokens)


def _visible_units(block: Block, context: Context, *, whole: bool) -> Iterator[_Unit]:
    """A heading or paragraph as a reader sees it, in sentences or whole."""
    shown = context.visible(block)
    if whole:
        if shown.text.strip():
            yield _Unit(shown.text, block.start, block.end, None, (block, 0))
        return
    at = 0
    for sentence in context.sentences(block):
        at = shown.text.find(sentence.text, at)
        yield _Unit(sentence.text, sentence.start, sentence.end, None, (block, at))
        at += len(sentence.text)


def _size(name: str, unit: _Unit, context: Context) -> int:
    if name == "max-tokens":
        return context.size(unit.start, unit.end) if unit.tokens is None else unit.tokens
    if name == "max-characters":
        return len(unit.text)
    words, han = sentence_length(unit.text)
    return words if name == "max-words" else han
