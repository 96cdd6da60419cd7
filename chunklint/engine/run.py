"""Runs the rules over documents and makes findings of what they report; what is reported is decided by settings."""

from __future__ import annotations

from bisect import bisect_left
from functools import partial
from itertools import accumulate, chain
from typing import TYPE_CHECKING, NamedTuple

from chunklint.documents.reader import is_generated, is_legal_text, is_page_index
from chunklint.engine.analysis import Analysis
from chunklint.engine.context import Context
from chunklint.engine.facts import Facts
from chunklint.engine.model import SEVERITIES, Finding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from chunklint.documents.model import Block, Document, Section
    from chunklint.engine.analysis import Cut
    from chunklint.engine.model import LoadedRule, Report, Rule, Severity
    from chunklint.engine.registry import Registry
    from chunklint.settings.model import OptionValue, Settings
    from chunklint.tokens import TokenCounter


# What a page without suppressions does not hold, so that they cost it nothing.
SUPPRESSION_MARK = "chunklint"
# What is about chunks and about prose: an llms.txt is read whole, and its lists of links are meant to be short.
_NOT_FOR_PAGE_INDEX = ("CL1", "CL201", "CL210", "CL211", "CL3", "CL4", "CL6")
# What is for a writer to mend; a licence and a page that a program wrote have none. Broken files are reported anyway.
_FOR_WRITERS = ("CL1", "CL2", "CL3", "CL4", "CL6", "CL703", "CL704", "CL705", "CL706")


# Settings of so many folders are remembered with the rules that they choose; most runs have one.
_MOST_CHOSEN = 64


class Chosen(NamedTuple):
    """A rule that runs, with what the settings make of it."""

    loaded: LoadedRule
    severity: Severity
    is_set: bool
    options: Mapping[str, OptionValue]
    is_asked_for: bool

    def context(self, analysis: Analysis) -> Context:
        """The analysis as this rule sees it."""
        return Context(analysis, self.options, self.is_asked_for)


class _Active(NamedTuple):
    """A rule that runs, with its context under one profile."""

    chosen: Chosen
    context: Context


def lint(
    document: Document,
    settings: Settings,
    registry: Registry,
    count: Callable[[Analysis], None] | None = None,
    before: Sequence[Analysis] | None = None,
    cut: Cut | None = None,
) -> list[Finding]:
    """The findings of a document in source order; the same problem under several profiles is one finding.

    ``count`` is called with the analysis under each profile: what rules about profiles want to know of the pages.
    ``before`` are the analyses of another version of the document, empty for the first of several: what they found out
    about texts that are still there is not found out again. ``cut`` gives the chunks in place of the splitter.
    """
    if not document.text:
        return []
    analyses = analyses_of(document, settings, before, cut)
    found = reported(analyses, chosen_rules(settings, registry, document), count)
    return settled(found, analyses[0], settings, registry)


def analyses_of(
    document: Document, settings: Settings, before: Sequence[Analysis] | None = None, cut: Cut | None = None
) -> tuple[Analysis, ...]:
    """The analyses of a document, one a profile; ``before`` and ``cut`` are as for `lint`."""
    facts = Facts(document, before[0].facts if before else None)
    counts = None if before is None else partial(_known_counts, before)
    return tuple(Analysis(document, profile, facts, settings.root, counts, cut) for profile in settings.profiles)


def chosen_rules(settings: Settings, registry: Registry, document: Document) -> tuple[Chosen, ...]:
    """The rules that run on a page under some settings; few are for an llms.txt, a licence or a generated page."""
    left_out: tuple[str, ...] = ()
    if is_page_index(document.path):
        left_out += _NOT_FOR_PAGE_INDEX
    if is_legal_text(document.path) or is_generated(document.text):
        left_out += _FOR_WRITERS
    # Choosing takes 0.08 ms, a fortieth of the time of a page of 10 KB. The settings are kept with it, so that none
    # come to have their id.
    key = (id(settings), left_out)
    known = registry.chosen.get(key)
    if known is None:
        if len(registry.chosen) >= _MOST_CHOSEN:
            registry.chosen.clear()
        known = registry.chosen[key] = (settings, _chosen(settings, registry, left_out))
    return known[1]


def _chosen(settings: Settings, registry: Registry, left_out: tuple[str, ...]) -> tuple[Chosen, ...]:
    """The rules that settings turn on, without those whose codes begin in some ways."""
    from chunklint.settings.selection import is_asked_for, rule_options, selected

    found: list[Chosen] = []
    for loaded in registry.rules:
        rule = loaded.rule
        severity = selected(rule, settings)
        if severity != "off" and not rule.code.startswith(left_out):
            chosen = settings.rules.get(rule.name)
            is_set = chosen is not None and chosen.severity is not None
            found.append(Chosen(loaded, severity, is_set, rule_options(rule, settings), is_asked_for(rule, settings)))
    return tuple(found)


def reported(
    analyses: Iterable[Analysis], rules: Iterable[Chosen], count: Callable[[Analysis], None] | None = None
) -> list[Finding]:
    """All that some rules report under some profiles, in no order, the same problem once."""
    rules = tuple(rules)
    findings: dict[tuple[str, int, int], Finding] = {}
    for analysis in analyses:
        for finding in _under_profile(analysis, rules):
            key = (finding.rule.code, finding.start, finding.end)
            known = findings.get(key)
            findings[key] = finding if known is None else _merged(known, finding)
        if count is not None:
            count(analysis)
    return list(findings.values())


def settled(found: Sequence[Finding], analysis: Analysis, settings: Settings, registry: Registry) -> list[Finding]:
    """What is left of all that was reported on a page, in source order: what tells the cause, and is not switched off.

    ``analysis`` is the page's under the first profile.
    """
    kept = without_yielding(found)
    if SUPPRESSION_MARK in analysis.document.text:
        kept = _without_suppressed(found, kept, analysis, settings, registry)
    return in_order(kept)


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """Findings in source order."""
    return sorted(findings, key=lambda f: (f.start, f.rule.code, f.end))


def unreadable(printed: str, error: OSError, registry: Registry, settings: Settings) -> Finding | None:
    """The finding for a file that cannot be read; None where that rule is off."""
    from chunklint.documents.model import Document
    from chunklint.documents.reader import reader_for
    from chunklint.settings.selection import selected

    loaded = registry.find("unreadable-file")
    severity = selected(loaded.rule, settings) if loaded else "off"
    if loaded is None or severity == "off":
        return None
    reason = error.strerror or type(error).__name__
    document = Document(printed, "", reader_for(printed), ())
    (report,) = loaded.check(reason, None)
    start, end, data, variant = report.start, report.end, report.data, report.variant
    return Finding(loaded.rule, severity, document, start, end, data, variant, anchor=report.anchor)


def read_file(path: Path, printed: str) -> Document:
    """The document of a file; ``printed`` is the path that findings show. Raises OSError where it cannot be read."""
    return read_bytes(path.read_bytes(), printed)


def read_bytes(data: bytes, printed: str) -> Document:
    """The document of a file's bytes; what could not be decoded is replaced and remembered.

    Raises NotebookError, an OSError, for a notebook that is none.
    """
    from chunklint.documents.model import Document
    from chunklint.documents.reader import format_of, reader_for
    from chunklint.text.decoding import decode
    from chunklint.text.positions import LineIndex

    text, encoding, has_bom, undecodable = decode(data)
    if format_of(printed) == "notebook":
        from chunklint.documents.notebook import read_notebook

        return read_notebook(text, printed, encoding=encoding, has_bom=has_bom, is_damaged=bool(undecodable))
    reader, lines = reader_for(printed), LineIndex(text)
    return Document(
        printed,
        text,
        reader,
        reader.read(text, lines),
        lines,
        encoding=encoding,
        has_bom=has_bom,
        undecodable=undecodable,
    )


def _under_profile(analysis: Analysis, rules: Sequence[Chosen]) -> Iterator[Finding]:
    document = analysis.document
    active: dict[str, list[_Active]] = {}
    for chosen in rules:
        active.setdefault(chosen.loaded.rule.scope, []).append(_Active(chosen, chosen.context(analysis)))
    # A rule is asked of thousands of units, and has nothing to say of nearly all: no call of ours is made for those.
    for rule in active.get("document", ()):
        for report in rule.chosen.loaded.check(document, rule.context):
            yield _finding(rule, report)
    for rule in (*active.get("section", ()), *active.get("block", ())):
        check, context = rule.chosen.loaded.check, rule.context
        for unit in _units(rule, document):
            for report in check(unit, context):
                yield _finding(rule, report)
    if "chunk" in active:
        for chunk in analysis.chunks:
            for rule in active["chunk"]:
                for report in rule.chosen.loaded.check(chunk, rule.context):
                    yield _finding(rule, report)


def _units(active: _Active, document: Document) -> Iterable[Section | Block]:
    """The sections or blocks that a rule is asked about."""
    loaded = active.chosen.loaded
    if loaded.candidates is not None:
        return loaded.candidates(document, active.context)
    if loaded.rule.scope == "section":
        return document.sections
    kinds = loaded.rule.kinds
    return document.of_kind(kinds[0]) if len(kinds) == 1 else chain.from_iterable(map(document.of_kind, kinds))


def _known_counts(before: Sequence[Analysis], counter: TokenCounter) -> Mapping[str, int]:
    """How many tokens texts of another version have."""
    measures = (analysis.measure for analysis in before)
    return next((measure.seen for measure in measures if measure.counter is counter), {})


def _without_suppressed(
    found: Sequence[Finding], kept: Sequence[Finding], analysis: Analysis, settings: Settings, registry: Registry
) -> list[Finding]:
    """Leave out the findings that the page switches off, and add what there is to say about its suppressions."""
    from chunklint.engine.suppressions import SCOPE, Suppressions

    suppressions = Suppressions(analysis.document, registry, settings)
    if not suppressions.all:
        return list(kept)
    # A finding that yields to another was there all the same: what switches it off is in use.
    off = {id(finding) for finding in found if suppressions.cover(finding)}
    chosen = chosen_rules(settings, registry, analysis.document)
    rules = [_Active(rule, rule.context(analysis)) for rule in chosen if rule.loaded.rule.scope == SCOPE]
    about = [
        _finding(rule, report)
        for one in suppressions.all
        for rule in rules
        for report in rule.chosen.loaded.check(one, rule.context)
    ]
    return [finding for finding in kept if id(finding) not in off] + suppressions.without_covered(about)


def _finding(active: _Active, report: Report) -> Finding:
    chosen, context = active
    rule: Rule = chosen.loaded.rule
    severity = chosen.severity
    # A check may choose another severity than its rule's, but the user's choice always wins.
    if report.severity is not None and not chosen.is_set:
        severity = report.severity if rule.severity == "off" else _lower_or_raised(report.severity, rule, severity)
    return Finding(
        rule,
        severity,
        context.document,
        report.start,
        report.end,
        report.data,
        report.variant,
        (context.profile.name,),
        report.related,
        report.fix,
        report.anchor,
        report.cause,
    )


def _lower_or_raised(reported: Severity, rule: Rule, effective: Severity) -> Severity:
    """What a check asked for, unless the settings made the rule milder than it is by itself."""
    return reported if SEVERITIES.index(effective) >= SEVERITIES.index(rule.severity) else effective


def _merged(known: Finding, other: Finding) -> Finding:
    """One finding for the same problem under two profiles: the graver severity, both names."""
    graver = known if SEVERITIES.index(known.severity) >= SEVERITIES.index(other.severity) else other
    return Finding(
        graver.rule,
        graver.severity,
        graver.document,
        graver.start,
        graver.end,
        graver.data,
        graver.variant,
        known.profiles + other.profiles,
        graver.related,
        graver.reported_fix,
        graver.anchor,
        graver.cause,
    )


def without_yielding(findings: Sequence[Finding]) -> list[Finding]:
    """Leave out findings where another rule's finding at the same place tells the cause (one cause, one finding).

    A place that a finding is related to counts as well: of two equal headings one may be there by mistake.
    """
    wanted = {code for finding in findings for code in finding.rule.yields_to}
    spans: dict[str, list[tuple[int, int]]] = {}
    for finding in findings:
        if finding.rule.code in wanted:
            spans.setdefault(finding.rule.code, []).append(finding.cause or (finding.start, finding.end))
    if not spans:
        return list(findings)
    causes = {code: _Spans(sorted(of_code)) for code, of_code in spans.items()}
    return [finding for finding in findings if not _has_cause(finding, causes)]


def _has_cause(finding: Finding, causes: Mapping[str, _Spans]) -> bool:
    places = [(finding.start, finding.end), *((place.start, place.end) for place in finding.related)]
    return any(
        code in causes and any(causes[code].meet(start, end) for start, end in places)
        for code in finding.rule.yields_to
    )


class _Spans:
    """Sorted stretches, to be asked whether one of them shares something with another."""

    def __init__(self, spans: Sequence[tuple[int, int]]) -> None:
        self._starts = [start for start, _ in spans]
        self._furthest = list(accumulate((end for _, end in spans), max))

    def meet(self, start: int, end: int) -> bool:
        before = bisect_left(self._starts, end)
        return before > 0 and self._furthest[before - 1] > start
