"""``chunklint rule``: shows a rule's page, rendered at a terminal and as Markdown in a pipe."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

from chunklint.cli.errors import CLEAN, MisuseError
from chunklint.cli.options import COLOR, LANGUAGE, Command
from chunklint.report.phrases import phrase, suggestion

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chunklint.engine.model import Language
    from chunklint.engine.registry import Registry

COMMAND = Command(
    "rule",
    ("Explain a rule, named by its code or name.", "说明一条规则（代码或名称）。"),
    (LANGUAGE, COLOR),
    argument="CODE",
    required=True,
)

# Wider lines are hard to read; rich would use the whole terminal.
_PAGE_WIDTH = 100


def run(values: Mapping[str, Any]) -> int:
    """Write the page of one rule; raises MisuseError for a rule that is not there."""
    from chunklint.cli.language import choose
    from chunklint.cli.output import is_terminal, use_color
    from chunklint.engine.registry import load_rules

    language = choose(values["language"], None, os.environ, for_people=True)
    registry = load_rules()
    page = _page(registry, values["arguments"][0], language)
    if is_terminal(sys.stdout) or values["color"] == "always":
        _render(page, color=use_color(values["color"], os.environ, sys.stdout))
    else:
        sys.stdout.write(page if page.endswith("\n") else page + "\n")
    sys.stdout.flush()
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
    return registry.page(loaded, language) or f"# {rule.code} {rule.name}\n\n{rule.summary[language]}\n"


def _render(page: str, *, color: bool) -> None:
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(file=sys.stdout, no_color=not color, highlight=False)
    console.print(Markdown(page), width=min(console.width, _PAGE_WIDTH))
