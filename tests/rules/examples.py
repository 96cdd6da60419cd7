"""Runs the examples of rule pages with the settings of their info strings; what is expected is the tests' part."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from chunklint.api import Profile, Settings
from chunklint.engine.analysis import Analysis
from chunklint.engine.comparing import NotedPage, compare, note
from chunklint.engine.facts import Facts
from chunklint.engine.profiles import ProfileUses
from chunklint.engine.run import lint, read_bytes
from chunklint.settings.model import RuleSettings
from tests.rules.linting import REGISTRY
from tests.rules.pages import pages, profile_values

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunklint.api import Edit, Finding, Rule
    from tests.rules.pages import Example

NEXT_PAGE = b"<!-- next page -->\n"
PAGES = list(pages(REGISTRY))
# A rule about stored chunks: a page alone has none.
NOT_OF_A_PAGE = frozenset({"CL708"})
RUNNABLE = [
    (loaded.rule, page)
    for loaded, page in PAGES
    if (loaded.rule.scope != "run" or loaded.gather) and loaded.rule.code not in NOT_OF_A_PAGE
]
"""Rules with their pages, but for those about what no text can show, such as a file that cannot be read."""


def findings(rule: Rule, example: Example, text: str | None = None) -> list[Finding]:
    """What the rule alone reports in an example, or in another text under the example's settings."""
    options = {name: _option(rule, name, word) for name, word in example.options.items()}
    # A suppression of a rule that does not run is neither used nor unused.
    select = ("ALL",) if rule.scope == "suppression" else (rule.code,)
    settings = Settings(
        profiles=(Profile(**profile_values(example.settings)),),
        select=select,
        rules={rule.name: RuleSettings(None, options)},
    )
    data = (example.text if text is None else text).encode(example.encoding)
    if rule.scope == "profile":
        return _profile_findings(data, settings)
    if rule.scope == "run":
        return compared(data.split(NEXT_PAGE), settings)
    document = read_bytes(data, example.format if "." in example.format else f"page.{example.format}")
    found = lint(document, settings, REGISTRY)
    return [finding for finding in found if finding.code == rule.code]


def _profile_findings(data: bytes, settings: Settings) -> list[Finding]:
    """What a run over the pages of an example reports about the profile; the pages are parted by ``NEXT_PAGE``."""
    uses = ProfileUses()
    count = uses.counter(settings, settings, REGISTRY.about_profiles(settings.profiles))
    for page in data.split(NEXT_PAGE):
        lint(read_bytes(page, "page.md"), settings, REGISTRY, count)
    return uses.findings()


def compared(pages: Sequence[bytes], settings: Settings) -> list[Finding]:
    """What the rules that compare pages report in some, each under a name of its own."""
    rules = REGISTRY.comparing_pages(settings)
    documents = [read_bytes(page, f"page-{number}.md") for number, page in enumerate(pages, 1)]
    facts = []
    for document in documents:
        noted = [note(Analysis(document, profile, Facts(document)), rules, settings) for profile in settings.profiles]
        # As the cache and other processes hand it on.
        facts.append(NotedPage(document.path, settings, rules, json.loads(json.dumps(noted))))
    found = compare(facts, documents.__getitem__, lambda number: documents[number].text)
    return [finding for number in sorted(found) for finding in found[number]]


def fixed(example: Example, found: list[Finding]) -> str:
    """An example with the fixes of findings applied; where two fixes say the same, it is done once."""
    text = example.text
    edits: set[Edit] = {edit for finding in found if finding.fix for edit in finding.fix.edits}
    for edit in sorted(edits, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def _option(rule: Rule, name: str, word: str) -> int | bool | str:
    default = rule.options[name].default
    return word == "true" if isinstance(default, bool) else int(word) if isinstance(default, int) else word
