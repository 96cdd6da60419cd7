"""Runs the examples of rule pages with the settings of their info strings; what is expected is the tests' part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunklint.api import Profile, Settings
from chunklint.engine.profiles import ProfileUses
from chunklint.engine.run import lint, read_bytes
from chunklint.settings.model import RuleSettings
from tests.rules.linting import REGISTRY
from tests.rules.pages import pages, profile_values

if TYPE_CHECKING:
    from chunklint.api import Edit, Finding, Rule
    from tests.rules.pages import Example

NEXT_PAGE = b"<!-- next page -->\n"
PAGES = list(pages(REGISTRY))
RUNNABLE = [(loaded.rule, page) for loaded, page in PAGES if loaded.rule.scope != "run"]
"""Rules with their pages, but for those about a run (such as a file that cannot be read), which no text can show."""


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
