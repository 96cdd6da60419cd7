"""The values of the rule engine: a rule, what its check reports, and the finding made of it; no rule is run here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from chunklint.chunking.model import Profile
    from chunklint.documents.model import Document

Severity: TypeAlias = Literal["error", "warning", "info", "off"]
Scope: TypeAlias = Literal["block", "section", "chunk", "document", "run", "profile", "suppression"]
Language: TypeAlias = Literal["en", "zh-CN"]
SEVERITIES: tuple[Severity, ...] = ("off", "info", "warning", "error")
LANGUAGES: tuple[Language, ...] = ("en", "zh-CN")


class Option(NamedTuple):
    """One option of a rule: its default, the smallest value allowed for numbers, and one line for people.

    ``summary_zh`` says the same in Chinese; where it is empty, ``summary`` is shown.
    """

    default: int | bool | str | tuple[str, ...]
    summary: str
    minimum: int = 1
    summary_zh: str = ""

    def said(self, language: Language) -> str:
        """The line for people in a language."""
        return (language == "zh-CN" and self.summary_zh) or self.summary


@dataclass(frozen=True, slots=True)
class Rule:
    """The facts of one rule.

    ``messages`` maps a variant (``"default"`` and others that the check may choose) to its text in each language; both
    languages use the same named placeholders, filled from ``Report.data``. A placeholder may say its noun in both
    numbers: ``{chunks:chunk|chunks}``. ``kinds`` narrows a block rule to blocks of those kinds. ``options`` are named
    as in the settings file (kebab-case).

    ``scope`` says what a check is given, and so what can make its findings stale. Those of a block, section or chunk
    depend on no more of a page than the passage around it (`chunklint.engine.passages`), its heading path and the
    level of the heading after it. A rule for documents sees all of the page, and runs again whenever that changes,
    unless ``by_passage`` is true: then the findings of a page are those of its passages.
    """

    code: str
    name: str
    scope: Scope
    severity: Severity
    summary: Mapping[Language, str]
    messages: Mapping[str, Mapping[Language, str]]
    kinds: tuple[str, ...] = ()
    yields_to: tuple[str, ...] = ()
    options: Mapping[str, Option] = field(default_factory=dict)
    fixable: Literal["no", "safe", "unsafe"] = "no"
    by_passage: bool = False


class Edit(NamedTuple):
    """Replace the code points ``start`` to ``end`` of the source by ``text``."""

    start: int
    end: int
    text: str


class Fix(NamedTuple):
    """Edits that belong together; a safe fix keeps what is rendered but for the characters it repairs."""

    safe: bool
    edits: tuple[Edit, ...]


class Related(NamedTuple):
    """Another place that belongs to a finding, such as the other side of a cut; ``message`` is by language."""

    start: int
    end: int
    message: Mapping[Language, str]


class Line(int):
    """A 1-based line number in a finding's data: it moves with the text that it is a line of."""

    __slots__ = ()


class Lines(str):
    """Several line numbers in a finding's data, as a message lists them.

    >>> Lines.of([Line(3), Line(12)])
    '3, 12'
    """

    numbers: tuple[int, ...]

    @classmethod
    def of(cls, numbers: Iterable[int]) -> Lines:
        """The list of some lines."""
        listed = tuple(numbers)
        made = cls(", ".join(map(str, listed)))
        made.numbers = listed
        return made


class LaterFix:
    """A fix that is worked out when somebody asks for it, and once: many findings are only shown or counted."""

    __slots__ = ("_fix", "_make")

    def __init__(self, make: Callable[[], Fix | None]) -> None:
        self._make: Callable[[], Fix | None] | None = make
        self._fix: Fix | None = None

    def fix(self) -> Fix | None:
        """The fix, None where there turns out to be none."""
        make = self._make
        if make is not None:
            self._fix, self._make = make(), None
        return self._fix


class Report(NamedTuple):
    """What a rule's check yields: the span (code points) and the numbers for its message.

    ``severity`` may lower the rule's own. ``fix`` may be worked out later. ``anchor`` is the text that identifies the
    problem when its lines move; empty means the start of the reported source. ``cause`` is the stretch whose problem
    this tells, where that is not the span itself: findings of rules that yield to this one are dropped there.
    """

    start: int
    end: int
    data: Mapping[str, Any] = {}
    variant: str = "default"
    severity: Severity | None = None
    related: tuple[Related, ...] = ()
    fix: Fix | LaterFix | None = None
    anchor: str = ""
    cause: tuple[int, int] | None = None


Check: TypeAlias = "Callable[[Any, Any], Iterable[Report]]"


Candidates: TypeAlias = "Callable[[Document, Any], Iterable[Any]]"
"""The blocks or sections of a document (second: the context) of which the check could report something.

It is for rules that can rule out most of them at once, far quicker than by a call for each.
"""

Digest: TypeAlias = "Callable[[Document, Any], object]"
"""What of a passage (its document and context) a rule's findings anywhere on the page can depend on.

While it is equal before and after an edit, the findings are the same and only move. None says that any edit of the page
can change them.
"""


class LoadedRule(NamedTuple):
    """A rule with its check and the package that it came from (for its page).

    ``concerns`` is for rules about profiles: whether a profile might be reported at all, told before any page is read.
    ``gather`` is for rules that compare the pages of a run: what they note of one page, as JSON holds it.
    ``digest`` is for rules about documents that run again only when they have to: see `Digest`.
    ``candidates`` is for rules about blocks and sections: see `Candidates`; without it all are checked.
    """

    rule: Rule
    check: Check
    package: str
    module: str
    concerns: Callable[[Profile], bool] | None = None
    gather: Callable[[Document, Any], Any] | None = None
    digest: Digest | None = None
    candidates: Candidates | None = None

    @property
    def is_by_passage(self) -> bool:
        """Whether the findings of a page are those of its passages."""
        if self.rule.scope == "document":
            return self.rule.by_passage
        # The time that a rule of the settings may take is counted a page.
        return self.rule.scope in ("block", "section", "chunk") and bool(self.package)


@dataclass(frozen=True, slots=True)
class Finding:
    """One problem at one place of one document, under the profiles named.

    ``start`` and ``end`` are code-point offsets into ``document.text``, ``end`` exclusive.
    """

    rule: Rule
    severity: Severity
    document: Document = field(repr=False)
    start: int
    end: int
    data: Mapping[str, Any] = field(default_factory=dict)
    variant: str = "default"
    profiles: tuple[str, ...] = ()
    related: tuple[Related, ...] = ()
    reported_fix: Fix | LaterFix | None = None
    anchor: str = ""
    cause: tuple[int, int] | None = None

    @property
    def fix(self) -> Fix | None:
        """What mends it, None where nothing does it by itself."""
        fix = self.reported_fix
        return fix.fix() if isinstance(fix, LaterFix) else fix

    @property
    def code(self) -> str:
        """The rule's code, such as CL101."""
        return self.rule.code

    @property
    def name(self) -> str:
        """The rule's name, such as table-split-from-header."""
        return self.rule.name

    @property
    def path(self) -> str:
        """The document's path as it should be printed."""
        return self.document.path

    def message(self, language: Language = "en") -> str:
        """What is wrong, what it does to a reader's question, and what to do."""
        return self.rule.messages[self.variant][language].format(**_numbered(self.data))

    def moved(self, document: Document, offset: int, lines: int) -> Finding:
        """The same finding in a document where its text stands further down by some code points and lines."""
        fix = self.reported_fix
        return Finding(
            self.rule,
            self.severity,
            document,
            self.start + offset,
            self.end + offset,
            moved_data(self.data, lines) if lines else self.data,
            self.variant,
            self.profiles,
            tuple([Related(one.start + offset, one.end + offset, one.message) for one in self.related]),
            None if fix is None else LaterFix(lambda: _moved_fix(self.fix, offset)),
            self.anchor,
            None if self.cause is None else (self.cause[0] + offset, self.cause[1] + offset),
        )


def moved_data(data: Mapping[str, Any], lines: int) -> Mapping[str, Any]:
    """A finding's numbers with the lines among them moved down; the same object where there are none."""
    if not any(type(value) in (Line, Lines) for value in data.values()):
        return data
    return {name: _moved_value(value, lines) for name, value in data.items()}


def _moved_value(value: Any, lines: int) -> Any:
    if type(value) is Line:
        return Line(value + lines)
    if type(value) is Lines:
        return Lines.of(number + lines for number in value.numbers)
    return value


def _moved_fix(fix: Fix | None, offset: int) -> Fix | None:
    if fix is None:
        return None
    return Fix(fix.safe, tuple([Edit(edit.start + offset, edit.end + offset, edit.text) for edit in fix.edits]))


def filled(text: str, values: Mapping[str, Any]) -> str:
    """A text with its placeholders filled, whole numbers as `Number`; without values it is left as it is.

    >>> filled("{chunks:chunk|chunks} of {path}", {"chunks": 2, "path": "a.md"})
    '2 chunks of a.md'
    """
    return text.format(**_numbered(values)) if values else text


def _numbered(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: Number(value) if type(value) in (int, Line) else value for name, value in values.items()}


class Number(int):
    """An integer that prints with thousands separators, and with its noun where the format gives one.

    >>> f"{Number(1701)} {Number(1):chunk|chunks} {Number(4):chunk|chunks}"
    '1,701 1 chunk 4 chunks'
    """

    def __format__(self, spec: str) -> str:
        if "|" in spec:
            one, many = spec.split("|")
            return f"{int(self):,} {one if self == 1 else many}"
        return format(int(self), spec or ",")
