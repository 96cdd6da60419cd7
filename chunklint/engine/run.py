"""Runs the rules over documents and makes findings of what they report; what is reported is decided by settings."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from chunklint.documents.reader import is_page_index
from chunklint.engine.context import Analysis, Context
from chunklint.engine.facts import Facts
from chunklint.engine.model import SEVERITIES, Finding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from chunklint.documents.model import Document
    from chunklint.engine.model import LoadedRule, Report, Rule, Severity
    from chunklint.engine.registry import Registry
    from chunklint.settings.model import Settings
    from chunklint.tokens import TokenCounter


# What a page without suppressions does not hold, so that they cost it nothing.
SUPPRESSION_MARK = "chunklint"
# What is about chunks and about prose: an llms.txt is read whole, and its lists of links are meant to be short.
_NOT_FOR_PAGE_INDEX = ("CL1", "CL201", "CL210", "CL211", "CL3", "CL4", "CL6")


class _Active(NamedTuple):
    """A rule that runs, with the severity and context that settings and profile give it."""

    loaded: LoadedRule
    severity: Severity
    is_set: bool
    context: Context


def lint(
    document: Document,
    settings: Settings,
    registry: Registry,
    count: Callable[[Analysis], None] | None = None,
    before: Sequence[Analysis] | None = None,
) -> list[Finding]:
    """The findings of a document in source order; the same problem under several profiles is one finding.

    ``count`` is called with the analysis under each profile: what rules about profiles want to know of the pages.
    ``before`` are the analyses of another version of the document, empty for the first of several: what they found out
    about texts that are still there is not found out again.
    """
    if not document.text:
        return []
    facts = Facts(document, before[0].facts if before else None)
    counts = None if before is None else partial(_known_counts, before)
    findings: dict[tuple[str, int, int], Finding] = {}
    for profile in settings.profiles:
        analysis = Analysis(document, profile, facts, settings.root, counts)
        for finding in _lint_profile(analysis, settings, registry):
            key = (finding.code, finding.start, finding.end)
            known = findings.get(key)
            findings[key] = finding if known is None else _merged(known, finding)
        if count is not None:
            count(analysis)
    found = list(findings.values())
    kept = list(_without_yielding(found))
    if SUPPRESSION_MARK in document.text:
        kept = _without_suppressed(found, kept, Analysis(document, settings.profiles[0], facts), settings, registry)
    return sorted(kept, key=lambda f: (f.start, f.code, f.end))


def unreadable(printed: str, error: OSError, registry: Registry, settings: Settings) -> Finding | None:
    """The finding for a file that cannot be read; None where that rule is off."""
    from chunklint.documents.reader import read_document
    from chunklint.settings.selection import selected

    loaded = registry.find("unreadable-file")
    severity = selected(loaded.rule, settings) if loaded else "off"
    if loaded is None or severity == "off":
        return None
    reason = error.strerror or type(error).__name__
    document = read_document("", printed)
    (report,) = loaded.check(reason, None)
    return Finding(loaded.rule, severity, document, report.start, report.end, report.data, anchor=report.anchor)


def read_file(path: Path, printed: str) -> Document:
    """The document of a file; ``printed`` is the path that findings show. Raises OSError where it cannot be read."""
    return read_bytes(path.read_bytes(), printed)


def read_bytes(data: bytes, printed: str) -> Document:
    """The document of a file's bytes; what could not be decoded is replaced and remembered."""
    from chunklint.documents.model import Document
    from chunklint.documents.reader import reader_for
    from chunklint.text.decoding import decode
    from chunklint.text.positions import LineIndex

    text, encoding, has_bom, undecodable = decode(data)
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


def _lint_profile(analysis: Analysis, settings: Settings, registry: Registry) -> Iterator[Finding]:
    document = analysis.document
    active = _active_rules(analysis, settings, registry)
    for rule in active.get("document", ()):
        yield from _findings(rule, document)
    if "section" in active:
        for section in document.sections:
            for rule in active["section"]:
                yield from _findings(rule, section)
    if "block" in active:
        by_kind: dict[str, list[_Active]] = {}
        for rule in active["block"]:
            for kind in rule.loaded.rule.kinds:
                by_kind.setdefault(kind, []).append(rule)
        for kind, rules in by_kind.items():
            for block in document.of_kind(kind):
                for rule in rules:
                    yield from _findings(rule, block)
    if "chunk" in active:
        for chunk in analysis.chunks:
            for rule in active["chunk"]:
                yield from _findings(rule, chunk)


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
    rules = _active_rules(analysis, settings, registry).get(SCOPE, ())
    about = [finding for one in suppressions.all for rule in rules for finding in _findings(rule, one)]
    return [finding for finding in kept if id(finding) not in off] + suppressions.without_covered(about)


def _active_rules(analysis: Analysis, settings: Settings, registry: Registry) -> dict[str, list[_Active]]:
    from chunklint.settings.selection import is_asked_for, rule_options, selected

    active: dict[str, list[_Active]] = {}
    is_index = is_page_index(analysis.document.path)
    for loaded in registry.rules:
        rule = loaded.rule
        severity = selected(rule, settings)
        if severity != "off" and not (is_index and rule.code.startswith(_NOT_FOR_PAGE_INDEX)):
            chosen = settings.rules.get(rule.name)
            is_set = chosen is not None and chosen.severity is not None
            context = Context(analysis, rule_options(rule, settings), is_asked_for(rule, settings))
            active.setdefault(rule.scope, []).append(_Active(loaded, severity, is_set, context))
    return active


def _findings(active: _Active, unit: object) -> Iterator[Finding]:
    reports: Iterable[Report] = active.loaded.check(unit, active.context)
    for report in reports:
        rule: Rule = active.loaded.rule
        severity = active.severity
        # A check may choose another severity than its rule's, but the user's choice always wins.
        if report.severity is not None and not active.is_set:
            severity = report.severity if rule.severity == "off" else _lower_or_raised(report.severity, rule, severity)
        yield Finding(
            rule,
            severity,
            active.context.document,
            report.start,
            report.end,
            report.data,
            report.variant,
            (active.context.profile.name,),
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
        graver.fix,
        graver.anchor,
        graver.cause,
    )


def _without_yielding(findings: Sequence[Finding]) -> Iterator[Finding]:
    """Leave out findings where another rule's finding at the same place tells the cause (one cause, one finding)."""
    spans: dict[str, list[tuple[int, int]]] = {}
    for finding in findings:
        spans.setdefault(finding.code, []).append(finding.cause or (finding.start, finding.end))
    for finding in findings:
        if not any(
            start < finding.end and finding.start < end
            for code in finding.rule.yields_to
            for start, end in spans.get(code, ())
        ):
            yield finding
