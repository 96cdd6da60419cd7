"""Rules' pages as an editor shows them: where they lie, and their text with one finding's message before it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from chunklint.server.uris import uri_of

if TYPE_CHECKING:
    from chunklint.engine.model import Finding, Language, LoadedRule
    from chunklint.engine.registry import Registry

_FENCE = re.compile("`{3,}|~{3,}")
_TITLE = re.compile(r"\A# [^\n]*\n+")


def page_url(registry: Registry, code: str, language: Language) -> str | None:
    """The URI of a rule's page among the installed files; None for a rule that has none there."""
    loaded = registry.find(code)
    return None if loaded is None or not loaded.package else _page_url(loaded.module, language)


def page(registry: Registry, loaded: LoadedRule, language: Language) -> str:
    """A rule's page without its title, as Markdown; its summary where it has no page."""
    text = registry.shown_page(loaded, language)
    if not text:
        return loaded.rule.summary[language] + "\n"
    return _TITLE.sub("", text)


def explained(registry: Registry, finding: Finding, language: Language, *, whole: bool = True) -> str:
    """A finding's message under its rule's name and, if ``whole``, the rule's page, as Markdown."""
    head = f"**{finding.code} {finding.name}**\n\n{_escaped(finding.message(language))}\n"
    loaded = registry.find(finding.code)
    if not whole or loaded is None:
        return head
    return f"{head}\n---\n\n{_quiet(page(registry, loaded, language))}"


def open_page(registry: Registry, code: str, language: Language) -> dict[str, Any] | None:
    """A rule's page for a client to show: ``code``, ``name``, ``markdown`` and the ``uri`` of its file or None."""
    loaded = registry.find(code)
    if loaded is None:
        return None
    rule = loaded.rule
    markdown = f"# {rule.code} {rule.name}\n\n{page(registry, loaded, language)}"
    return {
        "code": rule.code,
        "name": rule.name,
        "markdown": markdown,
        "uri": page_url(registry, rule.code, language),
    }


@lru_cache(maxsize=256)
def _page_url(module: str, language: Language) -> str | None:
    from importlib.resources import files
    from pathlib import Path

    folder, _, name = module.rpartition(".")
    for page_name in ([f"{name}.zh.md"] if language == "zh-CN" else []) + [f"{name}.md"]:
        found = files(folder).joinpath(page_name)
        if isinstance(found, Path) and found.is_file():
            return uri_of(str(found.absolute()))
    return None


def _quiet(markdown: str) -> str:
    """A page whose headings are no larger than bold text: a hover is small, and its message is what counts."""
    lines, fence = markdown.split("\n"), ""
    for number, line in enumerate(lines):
        opening = _FENCE.match(line)
        if opening is not None and not fence:
            fence = opening[0]
        elif fence:
            fence = "" if line.startswith(fence) and not line.strip().strip(fence[0]) else fence
        elif line.startswith("## "):
            lines[number] = f"##{line}"
    return "\n".join(lines)


def _escaped(text: str) -> str:
    """Text that Markdown shows as it is."""
    return re.sub(r"([\\`*_{}\[\]<>#|~])", r"\\\1", text)
