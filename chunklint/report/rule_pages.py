"""What a report says of the rules that it names: their summaries and pages; the findings themselves are elsewhere."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from chunklint.engine.model import Language, LoadedRule, Severity
    from chunklint.report.formats import Tally

_HEADING = re.compile(r"^## +(.+?)\s*$", re.MULTILINE)


class RulePage(NamedTuple):
    """A rule with its page as Markdown; ``markdown`` is empty where a rule has no page, as a custom rule's.

    ``severity`` is the rule's own. ``family`` is the folder that the rule lies in, ``tables`` for instance.
    """

    code: str
    name: str
    summary: str
    severity: Severity
    family: str
    markdown: str

    @property
    def introduction(self) -> str:
        """The page's first section, which says what is reported and what is not."""
        _, *sections = _HEADING.split(self.markdown)
        return sections[1].strip() if sections else ""


def rule_pages(tally: Tally, language: Language) -> list[RulePage]:
    """The rules that a run's findings name, by code; one that nobody knows any more has its name for a summary."""
    from chunklint.engine.registry import Registry

    find = tally.find_rule or _built_in()
    pages: dict[str, RulePage] = {}
    for code, name, severity in sorted(tally.by_rule):
        loaded = find(code)
        if code in pages:
            continue
        if loaded is None:
            pages[code] = RulePage(code, name, name, severity, "", "")
            continue
        rule = loaded.rule
        family = loaded.module.split(".")[-2] if loaded.module.count(".") > 1 else ""
        markdown = Registry([]).shown_page(loaded, language)
        pages[code] = RulePage(code, rule.name, rule.summary[language], rule.severity, family, markdown)
    return list(pages.values())


@cache
def _built_in() -> Callable[[str], LoadedRule | None]:
    from chunklint.engine.registry import load_rules

    return load_rules().find
