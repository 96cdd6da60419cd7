"""Cuts code into units, each level finer than the one before: definitions, statements, and lines where nothing else is.

The same for every parser, which only says how deep each line lies and what it defines.
"""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from chunklint.chunking.code.definitions import name_at, signature_end
from chunklint.chunking.code.languages import known_language
from chunklint.chunking.code.lines import DECORATORS, line_levels
from chunklint.chunking.code.model import ATTACHED, NEVER, CodeUnit, is_no_place

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from chunklint.chunking.code.model import CodeParser, Level


class Outline:
    """The units of some lines of code.

    >>> code = ["import os", "", "def f():", "    pass", "@x", "class C:", "    pass"]
    >>> [(unit.first, unit.symbol) for unit in Outline(code, "python").units]
    [(0, ''), (2, 'f'), (4, 'C')]
    """

    def __init__(self, lines: Sequence[str], language: str = "", parser: CodeParser = "lines") -> None:
        """``parser`` is how depth is found; raises SplitterError where its package is not installed."""
        self.lines = lines
        self.language = known_language(language)
        self._names: Mapping[int, str] | None = None
        self._levels: Sequence[Level] = ()
        if parser == "tree-sitter":
            from chunklint.chunking.code.grammars import parse

            syntax = parse(lines, self.language)
            if syntax is not None:
                self._levels, self._names = syntax
        if not self._levels:
            self._levels = line_levels(lines, self.language)
        self._whole = CodeUnit(0, len(lines))
        self._definitions: dict[CodeUnit, list[CodeUnit]] = {}

    @cached_property
    def units(self) -> list[CodeUnit]:
        """The top-level definitions, each with the decorators and comments right above it, and what is between them."""
        return self._grouped(self._whole) if self.lines else [self._whole]

    def finer(self, unit: CodeUnit) -> Sequence[CodeUnit]:
        """The units that a unit consists of; itself alone where it is a line.

        Definitions first, then statements between blank lines, then single statements, lines last.
        """
        if unit.last - unit.first < 2:
            return [unit]
        return self._by_definition(unit) or self._by_statement(unit) or self._by_line(unit)

    def symbol_of(self, first: int, last: int) -> str:
        """The definition that holds some lines, else the first one that they touch; empty for none."""
        symbol, units = "", self.units
        while True:
            named = [unit for unit in units if unit.symbol and not unit.head]
            touched = [unit for unit in named if unit.first < last and first < unit.last]
            holder = next((unit for unit in touched if unit.first <= first and last <= unit.last), None)
            if holder is None:
                return symbol or (touched[0].symbol if touched else "")
            symbol, units = holder.symbol, self._by_definition(holder)

    def _by_definition(self, unit: CodeUnit) -> list[CodeUnit]:
        """Definitions and the runs of statements between them; empty where there is no definition to cut at.

        A definition that is too large with the comment above it may not be without.
        """
        known = self._definitions.get(unit)
        if known is None:
            known = self._definitions[unit] = self._parted(unit)
        return known

    def _parted(self, unit: CodeUnit) -> list[CodeUnit]:
        if unit.symbol and not unit.head and (first := self._after_comment(unit)) > unit.first:
            return [unit._replace(last=first, head=True), unit._replace(first=first)]
        found = self._grouped(unit)
        return found if len(found) > 1 and any(one.symbol and not one.head for one in found) else []

    def _grouped(self, unit: CodeUnit) -> list[CodeUnit]:
        scope, outer = self._inside(unit)
        found: list[CodeUnit] = []
        begun = False  # a head or a run of statements that the next ones belong to
        last = unit.first
        for first, last in self._ranges(unit, self._cuts(unit)):
            is_head = first == unit.first and bool(unit.symbol)
            name = "" if is_head else self._name(first, last)
            if begun and not name:
                continue
            if found:
                found[-1] = found[-1]._replace(last=first)
            if is_head:
                found.append(CodeUnit(first, last, unit.symbol, head=True, scope=unit.scope))
            else:
                found.append(CodeUnit(first, last, f"{outer}.{name}" if outer and name else name, scope=scope))
            begun = not name
        if found:
            found[-1] = found[-1]._replace(last=last)
        tail = self._tail(unit) if unit.symbol and len(found) > 1 and found[-1].symbol else unit.last
        if tail < unit.last:
            # What closes a class is not part of its last method.
            found[-1] = found[-1]._replace(last=tail)
            found.append(CodeUnit(tail, unit.last, scope=scope))
        return found

    def _by_statement(self, unit: CodeUnit) -> list[CodeUnit]:
        """Statements, those between two blank lines together if there are several such groups."""
        cuts = self._cuts(unit)
        after_blank = [line for line in cuts if not self.lines[line - 1].strip()]
        return self._cut(unit, after_blank) or self._cut(unit, cuts)

    def _by_line(self, unit: CodeUnit) -> list[CodeUnit]:
        """Nothing is left but a string, a comment, or brackets in a line of their own."""
        lines = range(unit.first + 1, unit.last)
        after_blank = [line for line in lines if self.lines[line].strip() and not self.lines[line - 1].strip()]
        return self._cut(unit, after_blank) or self._cut(unit, lines)

    def _cut(self, unit: CodeUnit, cuts: Iterable[int]) -> list[CodeUnit]:
        scope, _ = self._inside(unit)
        body = scope[-1][1] if unit.symbol else 0
        found = [
            CodeUnit(first, last, scope=scope if first >= body else unit.scope)
            for first, last in self._ranges(unit, cuts)
        ]
        if unit.symbol:
            found[0] = found[0]._replace(symbol=unit.symbol, head=True)
        return found if len(found) > 1 else []

    def _cuts(self, unit: CodeUnit) -> list[int]:
        """The lines inside a unit that lie least deep, behind what a definition starts with."""
        levels = self._levels
        if unit is self._whole:
            start = 0
        elif unit.symbol:
            start = self._signature(unit)[1]
        else:
            start = unit.first + 1
        least = min(levels[start : unit.last], default=NEVER)
        return [] if is_no_place(least) else [line for line in range(start, unit.last) if levels[line] == least]

    def _inside(self, unit: CodeUnit) -> tuple[tuple[tuple[int, int], ...], str]:
        """The signatures and the name of what the units inside a unit lie in."""
        return ((*unit.scope, self._signature(unit)), unit.symbol) if unit.symbol else (unit.scope, "")

    def _signature(self, unit: CodeUnit) -> tuple[int, int]:
        """The lines of a definition from its name to its body, without the decorators and comments above."""
        first = next((line for line in self._head(unit.first, unit.last) if self._defined(line, unit.last)), unit.first)
        return first, signature_end(self.lines, first, unit.last, self.language)

    def _after_comment(self, unit: CodeUnit) -> int:
        """The line after the comment that a definition begins with, its first line if it begins with none."""
        first, _ = self._signature(unit)
        lines = range(unit.first, first)
        return next((line for line in lines if self.lines[line].strip().startswith(DECORATORS)), first)

    def _tail(self, unit: CodeUnit) -> int:
        """The line of the brackets that close a definition, the line after its last where nothing does."""
        first = self.lines[self._signature(unit)[0]]
        indent = len(first) - len(first.lstrip())
        last = max((line for line in range(unit.first, unit.last) if self.lines[line].strip()), default=unit.first)
        text = self.lines[last]
        return last if text.lstrip()[:1] in ("}", ")", "]") and len(text) - len(text.lstrip()) <= indent else unit.last

    def _name(self, first: int, last: int) -> str:
        """What the statement that starts at a line defines."""
        return next((name for line in self._head(first, last) if (name := self._defined(line, last))), "")

    def _head(self, first: int, last: int) -> Iterable[int]:
        """A statement's first line and those that belong to it: decorators and comments stand above a definition."""
        yield first
        for line in range(first + 1, last):
            if self._levels[line] != ATTACHED:
                return
            yield line

    def _defined(self, line: int, last: int) -> str:
        if self._names is not None:
            return self._names.get(line, "")
        return name_at(self.lines, line, last, self.language) if self.lines[line].strip() else ""

    @staticmethod
    def _ranges(unit: CodeUnit, cuts: Iterable[int]) -> list[tuple[int, int]]:
        return list(pairwise([unit.first, *(cut for cut in cuts if cut > unit.first), unit.last]))
