"""``chunklint rule``: shows a rule's page, rendered at a terminal and as Markdown in a pipe."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from chunklint.cli.errors import CLEAN, MisuseError
from chunklint.cli.options import COLOR, LANGUAGE, Command
from chunklint.report.phrases import phrase, suggestion

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chunklint.engine.model import Language
    from chunklint.engine.registry import Registry
    from chunklint.report.formats import Style

COMMAND = Command(
    "rule",
    ("Explain a rule, named by its code or name.", "显示一条规则的说明，以代码或名称指定。"),
    (LANGUAGE, COLOR),
    argument="CODE",
    required=True,
)

# Wider lines are hard to read; rich would use the whole terminal.
_PAGE_WIDTH = 100


def run(values: Mapping[str, Any]) -> int:
    """Write the page of one rule; raises MisuseError for a rule that is not there."""
    from chunklint.cli.language import choose
    from chunklint.cli.output import Output
    from chunklint.cli.session import rules_here

    language = choose(values["language"], None, os.environ, for_people=True)
    registry = rules_here()
    page = _page(registry, values["arguments"][0], language)
    with Output(None, language, for_people=True) as output:
        if output.is_terminal or values["color"] == "always":
            page = _rendered(page, output.style(language, values["color"]))
        output.write(page if page.endswith("\n") else page + "\n")
    return CLEAN


def _page(registry: Registry, name: str, language: Language) -> str:
    loaded = registry.find(name) or registry.find(name.lower())
    if loaded is None:
        from difflib import get_close_matches

        known = {word.lower(): word for found in registry.rules for word in (found.rule.code, found.rule.name)}
        near = [known[word] for word in get_close_matches(name.lower(), known)]
        raise MisuseError(phrase("no such rule", language, name=name, hint=suggestion(near, language)))
    rule = loaded.rule
    # A rule of somebody else's pack may come without a page.
    return registry.shown_page(loaded, language) or f"# {rule.code} {rule.name}\n\n{rule.summary[language]}\n"


def _rendered(page: str, style: Style) -> str:
    """A page as it looks at a terminal."""
    from io import StringIO

    from rich.console import Console
    from rich.markdown import Markdown

    out = StringIO()
    width = min(style.width, _PAGE_WIDTH)
    console = Console(file=out, force_terminal=style.color, no_color=not style.color, width=width, highlight=False)
    console.print(Markdown(page))
    return out.getvalue()
