"""The formats that findings can be written in, and what a format's module has to offer; writes nothing itself.

A new format is one module, ``chunklint/report/<name>.py`` with a class ``Reporter``, and its name in `FORMATS`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from chunklint.engine.model import Language, LoadedRule, Severity
    from chunklint.report.record import FindingRecord
    from chunklint.report.sizes import Sizes

FORMATS = ("text", "concise", "json", "jsonl", "sarif", "github", "gitlab", "junit", "rdjson", "html")

# Formats for people: they follow the terminal's language, colours and encoding. All others are written in UTF-8, and
# in English unless a language is asked for.
FORMATS_FOR_PEOPLE = frozenset({"text", "concise"})

# Formats in the language of whoever called: a page is for people too, though no terminal shows it.
FORMATS_IN_YOUR_LANGUAGE = FORMATS_FOR_PEOPLE | {"html"}

# Formats for programs that show files: a finding in a notebook is shown on a line of the notebook's JSON.
FORMATS_OF_FILES = frozenset({"sarif", "github", "gitlab", "junit", "rdjson"})

# Formats that show the chunks' sizes, which cost a count of every chunk.
FORMATS_WITH_SIZES = frozenset({"html"})


class Style(NamedTuple):
    """How a report should look.

    ``width`` is the terminal's in columns; ``unicode`` says that the output can show more than ASCII.
    """

    language: Language = "en"
    color: bool = False
    width: int = 120
    unicode: bool = True


class Tally:
    """Counts over a run: files checked, findings by severity and by rule, those with a safe and with an unsafe fix.

    Where the caller knows them, also the sizes of the chunks, and how a rule is found by its code.
    """

    __slots__ = ("by_rule", "by_severity", "files", "find_rule", "fixable", "fixable_unsafely", "sizes")

    def __init__(self, find_rule: Callable[[str], LoadedRule | None] | None = None, sizes: Sizes | None = None) -> None:
        self.files = 0
        self.fixable = 0
        self.fixable_unsafely = 0
        self.find_rule = find_rule
        self.sizes = sizes
        self.by_severity: dict[Severity, int] = {}
        self.by_rule: dict[tuple[str, str, Severity], int] = {}

    @property
    def problems(self) -> int:
        """The number of findings."""
        return sum(self.by_severity.values())

    def add(self, records: Iterable[FindingRecord], files: int = 1) -> None:
        """Count the findings of one more file (of none, where they are about settings)."""
        self.files += files
        for record in records:
            self.by_severity[record.severity] = self.by_severity.get(record.severity, 0) + 1
            key = (record.code, record.name, record.severity)
            self.by_rule[key] = self.by_rule.get(key, 0) + 1
            if record.fix is not None and record.fix["safe"]:
                self.fixable += 1
            elif record.fix is not None:
                self.fixable_unsafely += 1


class Reporter(Protocol):
    """Writes the findings of a run, file by file; made with a function that takes text, and a style."""

    def add(self, records: Sequence[FindingRecord]) -> None:
        """Write the findings of one file or several, in the order in which they come."""
        ...

    def finish(self, tally: Tally) -> None:
        """Write what comes after the last file."""
        ...


def reporter(name: str, write: Callable[[str], object], style: Style, *, statistics: bool = False) -> Reporter:
    """The reporter of one of `FORMATS`; with ``statistics`` one that writes only the counts by rule."""
    from importlib import import_module

    if statistics:
        from chunklint.report.statistics import StatisticsReporter

        return StatisticsReporter(write, style, as_json=name not in FORMATS_FOR_PEOPLE)
    made: Reporter = import_module(f"chunklint.report.{name}").Reporter(write, style)
    if name in FORMATS_OF_FILES:
        from chunklint.report.notebook_places import InFile

        return InFile(made, style)
    return made
