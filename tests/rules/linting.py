"""Lints small texts for the tests of rules, and says what was found in a way that a person can compare."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunklint.api import Profile, Settings, lint_text
from chunklint.engine.registry import load_rules
from chunklint.settings.model import RuleSettings
from chunklint.tokens import get_counter

if TYPE_CHECKING:
    from chunklint.api import Finding, Severity

SMALL = Profile(max_tokens=60, min_tokens=0, overlap=0)
"""A budget that a few lines exceed, without joining and overlap."""

_SEPARATORS = ("\n\n", "\n", " ", "")
LANGCHAIN = Profile(
    "langchain", "recursive", "characters", max_tokens=1000, overlap=200, min_tokens=0, separators=_SEPARATORS
)
"""LangChain's recursive splitter with the sizes that its documentation shows."""
LANGCHAIN_TOKENS = Profile(
    "langchain-tokens", "recursive", max_tokens=512, overlap=64, min_tokens=0, separators=_SEPARATORS
)
"""The same counted in tokens of cl100k."""

REGISTRY = load_rules()


def lint(
    text: str,
    *select: str,
    profile: Profile = SMALL,
    path: str = "page.md",
    severity: Severity | None = None,
    **options: int,
) -> list[Finding]:
    """The findings of the rules selected; without any, of those that are on by default.

    ``severity`` and ``options`` (``max_words=20``) are set for the first rule selected.
    """
    rules = {}
    if options or severity:
        loaded = REGISTRY.find(select[0])
        assert loaded is not None
        values = {name.replace("_", "-"): value for name, value in options.items()}
        rules[loaded.rule.name] = RuleSettings(severity, values)
    return lint_text(text, path, Settings(profiles=(profile,), select=select or None, rules=rules), REGISTRY)


def one(text: str, code: str, profile: Profile = SMALL, path: str = "page.md", **options: int) -> Finding:
    """The only finding of a rule."""
    (finding,) = lint(text, code, profile=profile, path=path, severity=None, **options)
    return finding


def lines(findings: list[Finding]) -> list[int]:
    """The 1-based lines at which findings start."""
    return [finding.document.lines.line_of(finding.start) + 1 for finding in findings]


def marked(finding: Finding) -> str:
    """The source that a finding reports."""
    return finding.document.slice(finding.start, finding.end)


def codes(findings: list[Finding]) -> list[str]:
    """The codes of findings in source order."""
    return [finding.code for finding in findings]


def tokens(text: str) -> int:
    """The size of a text in tokens of cl100k."""
    return get_counter("cl100k_base").count(text)


def crlf(text: str) -> str:
    """The same text with the line endings of Windows."""
    return text.replace("\n", "\r\n")


def filler(length: int) -> str:
    """A paragraph with exactly so many characters."""
    words = "valve pump seal hose "
    text = (words * (length // len(words) + 1))[: length - 1]
    return (text[:-1] + "s." if text.endswith(" ") else text + ".") if length > 1 else "."


def filler_zh(length: int) -> str:
    """The same in Chinese."""
    words = "阀门水泵密封软管"
    return (words * (length // len(words) + 1))[: length - 1] + "。"
