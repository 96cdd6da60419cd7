"""Which findings the comments of a page switch off, and which of these comments do nothing; it finds no comments."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from chunklint.engine.suppression_comments import read_comments
from chunklint.settings.model import ALL, covers
from chunklint.settings.selection import selected

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from chunklint.documents.model import Document
    from chunklint.engine.model import Finding, Fix, Rule
    from chunklint.engine.registry import Registry
    from chunklint.engine.suppression_comments import Comment, Name
    from chunklint.settings.model import Settings

SCOPE = "suppression"
"""The scope of the rules about suppressions; they run when all other findings are known."""

# Rules over more than one page, whose findings cannot be known from this page, and those about suppressions.
_NOT_OF_THE_PAGE = ("run", "profile", SCOPE)

# Comments of a page whose removal is tried out, each at the cost of parsing what is around it. The others have no fix
# until these are gone.
_MOST_REMOVALS = 100

# Words for which the rule that was meant is looked for: each takes about a millisecond.
_MOST_GUESSES = 50


class Suppression:
    """One comment, or front matter entry, that switches rules off or on again: what the rules about it look at."""

    __slots__ = ("_judge", "_used", "comment")

    def __init__(self, comment: Comment, judge: _Judge) -> None:
        self.comment = comment
        self._judge = judge
        self._used: set[str] = set()

    @property
    def start(self) -> int:
        """Where the comment starts (code points)."""
        return self.comment.start

    @property
    def end(self) -> int:
        """Where the comment ends, exclusive."""
        return self.comment.end

    @property
    def command(self) -> str:
        """What it asks for: ``disable``, ``disable-next-line``, …; not necessarily a word that means anything."""
        return self.comment.command

    @property
    def near_command(self) -> str | None:
        """The command that was probably meant where this one means nothing, None where it does."""
        return self.comment.near_command

    @property
    def names(self) -> tuple[Name, ...]:
        """The rules that it names; none stands for all rules."""
        return self.comment.names

    @property
    def selectors(self) -> tuple[str, ...]:
        """What it covers: codes, family prefixes, ``ALL``."""
        if not self.comment.names:
            return (ALL,)
        return tuple(name.selector for name in self.comment.names if name.selector is not None)

    @property
    def unknown(self) -> tuple[Name, ...]:
        """The names that no rule answers to."""
        return tuple(name for name in self.comment.names if name.selector is None)

    @property
    def unused(self) -> tuple[Name, ...]:
        """The names without which the same would be reported, of rules that run."""
        if self.near_command is not None:
            return ()
        return tuple(n for n in self.comment.names if n.selector is not None and self._is_unused(n.selector))

    @property
    def is_unused(self) -> bool:
        """Whether the whole comment could go: nothing in it had anything to do."""
        if self.near_command is not None or self.unknown:
            return False
        return all(self._is_unused(selector) for selector in self.selectors)

    def use(self, selector: str) -> None:
        """Note that one of its selectors had something to do."""
        self._used.add(selector)

    def near(self, name: Name) -> str | None:
        """The rule that was probably meant by an unknown name."""
        return self._judge.near(name.text)

    def removal(self, names: Sequence[Name] = ()) -> Fix | None:
        """The edits that take out some of its names, or all of it; None where they would change what is rendered."""
        from chunklint.engine.suppression_removal import removal

        return removal(self.comment, names) if self._judge.may_remove() else None

    def _is_unused(self, selector: str) -> bool:
        return selector not in self._used and self._judge.runs_whole(selector)


class _Judge:
    """What suppressions need to know about rules and settings, found out once."""

    def __init__(self, registry: Registry, settings: Settings) -> None:
        self._rules = [loaded.rule for loaded in registry.rules]
        self._settings = settings
        self._runs_whole: dict[str, bool] = {}
        self._near: dict[str, str | None] = {}
        self._removals = 0

    def runs_whole(self, selector: str) -> bool:
        """Whether every rule that a selector stands for looked at the page, as far as rules are on by default."""
        known = self._runs_whole.get(selector)
        if known is None:
            taken_in = [rule for rule in self._rules if covers(selector, rule.code)]
            if selector not in (rule.code for rule in taken_in):
                taken_in = [rule for rule in taken_in if rule.severity != "off" and rule.scope not in _NOT_OF_THE_PAGE]
            known = self._runs_whole[selector] = bool(taken_in) and all(map(self._runs, taken_in))
        return known

    def may_remove(self) -> bool:
        """Whether one more removal may be tried out."""
        self._removals += 1
        return self._removals <= _MOST_REMOVALS

    def near(self, word: str) -> str | None:
        """The code or name that is nearest to a word, None where none is near."""
        if word not in self._near and len(self._near) < _MOST_GUESSES:
            from difflib import get_close_matches

            words = {name.lower(): name for rule in self._rules for name in (rule.code, rule.name)}
            # The same cutoff as for the words of settings files.
            found = get_close_matches(word.lower(), words, n=1, cutoff=0.6)
            self._near[word] = words[found[0]] if found else None
        return self._near.get(word)

    def _runs(self, rule: Rule) -> bool:
        return rule.scope not in _NOT_OF_THE_PAGE and selected(rule, self._settings) != "off"


class _Range:
    """Where a selector is switched off: from one offset to another, except where narrower selectors are on again."""

    __slots__ = ("_unused", "end", "exceptions", "start")

    def __init__(self, start: int) -> None:
        self.start = start
        self.end: float = float("inf")
        self.exceptions: dict[str, int] = {}
        # Suppressions that ask for the same, each with the offset from which it does, the last one first.
        self._unused: list[tuple[int, Suppression]] = []

    def ask(self, start: int, suppression: Suppression) -> None:
        """Note that a suppression asks for this from an offset on."""
        self._unused.insert(0, (start, suppression))

    def holds(self, offset: int, code: str) -> bool:
        """Whether a finding of a rule that starts at an offset is covered."""
        if not self.start <= offset < self.end:
            return False
        return not any(offset >= at and covers(selector, code) for selector, at in self.exceptions.items())

    def use(self, offset: int, selector: str) -> None:
        """Note that those who asked for it before an offset did so with reason."""
        while self._unused and self._unused[-1][0] <= offset:
            self._unused.pop()[1].use(selector)


class Suppressions:
    """All suppressions of a document, ready to be asked about findings."""

    def __init__(self, document: Document, registry: Registry, settings: Settings) -> None:
        judge = _Judge(registry, settings)
        self.all = [Suppression(comment, judge) for comment in read_comments(document, registry)]
        self._document = document
        self._lines: dict[int, list[tuple[str, Suppression]]] = {}
        self._whole_file: dict[str, _Range] = {}
        self._ranges: dict[str, list[_Range]] = {}
        self._open: dict[str, _Range] = {}
        for suppression in self.all:
            self._enter(suppression)

    def cover(self, finding: Finding) -> bool:
        """Whether a finding is switched off; what switches it off counts as used from then on."""
        code, offset = finding.code, finding.start
        covered = False
        for selector, suppression in self._lines.get(self._document.lines.line_of(offset), ()):
            if covers(selector, code) and _may_cover(selector, finding.rule):
                suppression.use(selector)
                covered = True
        for selector in (ALL, *(code[:length] for length in range(1, len(code) + 1))):
            for held in self._held(selector, offset):
                if held.holds(offset, code) and _may_cover(selector, finding.rule):
                    held.use(offset, selector)
                    covered = True
        return covered

    def without_covered(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings that are not switched off."""
        return [finding for finding in findings if not self.cover(finding)]

    def _held(self, selector: str, offset: int) -> Iterator[_Range]:
        if selector in self._whole_file:
            yield self._whole_file[selector]
        ranges = self._ranges.get(selector, ())
        at = bisect_right(ranges, offset, key=lambda held: held.start) - 1
        if at >= 0:
            yield ranges[at]

    def _enter(self, suppression: Suppression) -> None:
        if suppression.near_command is not None:
            return
        enter: Callable[[Suppression, str], None] = self._disable_lines
        if suppression.command == "enable":
            enter = self._enable
        elif suppression.command == "disable":
            enter = self._disable
        elif suppression.command == "disable-file":
            enter = self._disable_file
        for selector in suppression.selectors:
            enter(suppression, selector)

    def _disable_lines(self, suppression: Suppression, selector: str) -> None:
        for line in range(*suppression.comment.lines):
            self._lines.setdefault(line, []).append((selector, suppression))

    def _disable_file(self, suppression: Suppression, selector: str) -> None:
        self._whole_file.setdefault(selector, _Range(0)).ask(0, suppression)

    def _disable(self, suppression: Suppression, selector: str) -> None:
        lines = self._document.lines
        # As in other linters it holds for all of its own line.
        start = lines.start(lines.line_of(suppression.start))
        held = self._open.get(selector)
        if held is None:
            held = self._open[selector] = _Range(start)
            self._ranges.setdefault(selector, []).append(held)
        held.ask(start, suppression)

    def _enable(self, suppression: Suppression, selector: str) -> None:
        for wider, held in list(self._open.items()):
            if covers(selector, wider):
                held.end = suppression.start
                del self._open[wider]
                suppression.use(selector)
            elif covers(wider, selector) and selector not in held.exceptions:
                held.exceptions[selector] = suppression.start
                suppression.use(selector)


def _may_cover(selector: str, rule: Rule) -> bool:
    """Whether a suppression may hide a finding: those about suppressions only if it names them."""
    return rule.scope != SCOPE or selector == rule.code
