"""Leaves out single findings that a finding about their profile stands for; whether there is one is for a rule to say.

A rule about profiles folds findings by naming their codes in its data, under ``folds``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chunklint.engine.damage import KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from chunklint.engine.analysis import Analysis
    from chunklint.engine.model import Finding
    from chunklint.engine.registry import Registry
    from chunklint.settings.model import Settings

FOLDS = "folds"
# Of tables and code only what a chunk could hold is the splitter's doing; a larger one is the page's.
_ONLY_WHOLE = frozenset(code for kind, codes in KINDS if kind in ("tables", "code") for code in codes)

Folds = dict[str, frozenset[str]]
"""The codes that are folded, by the profile's name."""


def folds_of(findings: Iterable[Finding]) -> Folds:
    """What some findings about profiles stand for."""
    folds: Folds = {}
    for finding in findings:
        for name in finding.profiles:
            folds[name] = folds.get(name, frozenset()) | frozenset(finding.data.get(FOLDS, ()))
    return folds


def is_folded(code: str, profiles: Sequence[str], data: Mapping[str, Any], folds: Folds) -> bool:
    """Whether a finding about a page is stood for under every profile that it holds for."""
    if not profiles or not all(code in folds.get(name, ()) for name in profiles):
        return False
    return code not in _ONLY_WHOLE or data.get("tokens", 0) <= data.get("limit", 0)


def folded_page(
    findings: list[Finding], analyses: Sequence[Analysis], settings: Settings, registry: Registry
) -> list[Finding]:
    """The findings of one page that is a run of its own, as in an editor: what stands for others is on its first line.

    ``analyses`` are the page's, one a profile.
    """
    from dataclasses import replace

    from chunklint.engine.profiles import ProfileUses

    rules = registry.about_profiles(settings.profiles)
    if not rules or not analyses:
        return findings
    uses = ProfileUses()
    count = uses.counter(settings, settings, rules)
    for analysis in analyses:
        count(analysis)
    about = [finding for finding in uses.findings() if finding.data.get(FOLDS)]
    if not about:
        return findings
    document, folds = analyses[0].document, folds_of(about)
    end = document.lines.end(0)
    heads = [replace(finding, document=document, start=0, end=end) for finding in about]
    return heads + [one for one in findings if not is_folded(one.code, one.profiles, one.data, folds)]
