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
    """One option of a rule: its default, the smallest value allowed for numbers, and one line for people."""

    default: int | bool | str | tuple[str, ...]
    summary: str
    minimum: int = 1


@dataclass(frozen=True, slots=True)
class Rule:
    """The facts of one rule.

    ``messages`` maps a variant (``"default"`` and others that the check may choose) to its text in each language; both
    languages use the same named placeholders, filled from ``Report.data``. A placeholder may say its noun in both
    numbers: ``{chunks:chunk|chunks}``. ``kinds`` narrows a block rule to blocks of those kinds. ``options`` are named
    as in the settings file (kebab-case).
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


class Report(NamedTuple):
    """What a rule's check yields: the span (code points) and the numbers for its message.

    ``severity`` may lower the rule's own. ``anchor`` is the text that identifies the problem when its lines move;
    empty means the start of the reported source. ``cause`` is the stretch whose problem this tells, where that is not
    the span itself: findings of rules that yield to this one are dropped there.
    """

    start: int
    end: int
    data: Mapping[str, Any] = {}
    variant: str = "default"
    severity: Severity | None = None
    related: tuple[Related, ...] = ()
    fix: Fix | None = None
    anchor: str = ""
    cause: tuple[int, int] | None = None


Check: TypeAlias = "Callable[[Any, Any], Iterable[Report]]"


class LoadedRule(NamedTuple):
    """A rule with its check and the package that it came from (for its page).

    ``concerns`` is for rules about profiles: whether a profile might be reported at all, told before any page is read.
    """

    rule: Rule
    check: Check
    package: str
    module: str
    concerns: Callable[[Profile], bool] | None = None


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
    fix: Fix | None = None
    anchor: str = ""
    cause: tuple[int, int] | None = None

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
        template = self.rule.messages[self.variant]
        values = {name: Number(value) if type(value) is int else value for name, value in self.data.items()}
        return template[language].format(**values)


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
