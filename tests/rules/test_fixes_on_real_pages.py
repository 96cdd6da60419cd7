"""Each rule's fixes on real pages: nothing is lost, what they mend is gone, and a second time changes nothing.

What safe fixes leave of the rendered page is shown in tests/engine/test_fixes.py.
"""

from __future__ import annotations

import re
from functools import cache

import pytest
from markdown_it import MarkdownIt

from chunklint.api import Document, Rule, Settings
from chunklint.engine.fixes import fix
from chunklint.engine.run import lint, read_bytes
from tests.rules.linting import REGISTRY
from tests.shared_material import shared

FIXABLE = [
    loaded.rule for loaded in REGISTRY.rules if loaded.rule.fixable != "no" and loaded.rule.scope != "suppression"
]
# What an unsafe fix puts in for its writer to replace: a table's header once more, a number for a part, a mark.
PUT_IN = {"CL101"}


def words(text: str) -> list[str]:
    """The words of a page as it is rendered."""
    html = MarkdownIt("commonmark").enable("table").render(text)
    # A zero-width space or soft hyphen is what one of the fixes takes out.
    return re.findall(r"[^\W_]+", re.sub(r"[\u00ad\u200b-\u200f\u2060\ufeff]", "", re.sub(r"<[^>]*>", " ", html)))


def is_kept(before: list[str], after: list[str]) -> bool:
    """Whether all words are still there, in their order."""
    rest = iter(after)
    return all(word in rest for word in before)


@cache
def fixable_pages() -> list[tuple[Document, frozenset[str]]]:
    """The real pages with the codes of what can be fixed on them."""
    settings = Settings(select=tuple(rule.code for rule in FIXABLE))
    found = []
    for folder in ("wild", "retrieval/docs"):
        for path in sorted(shared(*folder.split("/")).iterdir()):
            if path.suffix in (".md", ".mdx"):
                document = read_bytes(path.read_bytes(), path.name)
                codes = frozenset(finding.code for finding in lint(document, settings, REGISTRY) if finding.fix)
                if codes and not document.undecodable:
                    found.append((document, codes))
    return found


@pytest.mark.parametrize("rule", [pytest.param(rule, id=rule.code) for rule in FIXABLE])
def test_a_fix_mends_what_it_is_for_and_loses_nothing(rule: Rule) -> None:
    settings = Settings(select=(rule.code,))
    for document, codes in fixable_pages():
        if rule.code not in codes:
            continue
        found = lint(document, settings, REGISTRY)
        done = fix(document, settings, REGISTRY, unsafe=True)
        assert done.problems, document.path
        assert [f for f in done.findings if f.fix] == [], document.path
        assert len(done.findings) <= sum(f.fix is None for f in found), document.path
        assert fix(done.document, settings, REGISTRY, unsafe=True).problems == 0, document.path
        before, after = words(document.text), words(done.document.text)
        assert is_kept(before, after), document.path
        assert rule.code in PUT_IN or len(after) == len(before), document.path
        assert ("\r\n" in done.document.text) == ("\r\n" in document.text), document.path
