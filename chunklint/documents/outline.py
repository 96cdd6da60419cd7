"""Derives a document's sections, titles and heading paths from its blocks; cuts nothing."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from chunklint.documents.model import GAP_KINDS, Block, Section

if TYPE_CHECKING:
    from chunklint.documents.model import Document, Surroundings

_HEADING_ID = re.compile(r"\s*(?:\{\s*#[^{}]*\}|\{/\*\s*#.*?\*/\}|<a\s[^<>]*>\s*</a>|\[#[\w-]+\])\s*$")
_MARKUP = re.compile(r"[\\`*_\[\]<>&$~{!]")
_MARKUP_BUT_CODE = re.compile(r"[\\*_\[\]<>&$~{!]|``")
# Emoji and what joins them; ZWNJ stays, it is a letter's form in Persian.
_EMOJI = re.compile("[\u200d\ufe0f\u20e3\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff\U000e0020-\U000e007f]+")
_SHORTCODE = re.compile(r"(?<!\w):[a-z0-9_+-]+:(?!\w)")
_YAML_TITLE = re.compile(r"^title[ \t]*:[ \t]*(\S.*?)[ \t]*$", re.MULTILINE)


def sections(document: Document) -> tuple[Section, ...]:
    """The sections of a document in source order; without any content there is none."""
    around = document.surroundings
    root = document_title(document) if around is None or around.title is None else around.title
    groups: list[tuple[Block | None, list[Block]]] = [(None, [])]
    for block in document.blocks:
        if block.kind == "heading":
            groups.append((block, []))
        elif block.kind not in GAP_KINDS:
            groups[-1][1].append(block)
    if not groups[0][1]:
        del groups[0]
    result: list[Section] = []
    open_sections = [] if around is None else _above(around)
    for heading, blocks in groups:
        level = heading.level if heading else 0
        while open_sections and (open_sections[-1].level >= level or open_sections[-1].heading is None):
            open_sections.pop()
        parent = open_sections[-1] if open_sections else None
        base = parent.path if parent else (root,) if root else ()
        title = heading_title(heading.content) if heading else ""
        path = base if heading is None or (parent is None and base == (title,)) else (*base, title)
        section = Section(len(result), heading, tuple(blocks), parent, path)
        result.append(section)
        open_sections.append(section)
    for section in reversed(result):
        if section.parent is not None and section.parent.end < section.end:
            section.parent.end = section.end
    if around is not None:
        for section in open_sections:
            # Its subsections go on behind the passage.
            if section.index >= 0 and section.heading is not None and section.level < around.following:
                section.end = len(document.text)
    return tuple(result)


def _above(around: Surroundings) -> list[Section]:
    """The sections that are open where a passage starts; their headings stand before it."""
    found: list[Section] = []
    for number, (level, path) in enumerate(around.above, start=1):
        heading = Block("heading", -1, -1, -1, -1, level)
        found.append(Section(-number, heading, (), found[-1] if found else None, path))
    return found


@lru_cache(maxsize=4096)
def heading_title(content: str) -> str:
    """A heading as a reader sees it, without ids, emoji, markup and link targets.

    >>> heading_title("Use `npm` [now](x.md) 🚀 {#use}")
    'Use npm now'
    """
    title = _HEADING_ID.sub("", content)
    if _MARKUP.search(title):
        title = _plain_text(title)
    if not title.isascii():
        title = _EMOJI.sub("", title)
    if ":" in title:
        title = _SHORTCODE.sub("", title)
    return " ".join(title.split())


def _plain_text(content: str) -> str:
    """Content without its markup, the text of code spans and formulas kept."""
    if not _MARKUP_BUT_CODE.search(content):
        return content.replace("`", "")
    from chunklint.documents.inline import visible
    from chunklint.text.words import PLACEHOLDER

    shown = visible(content)
    text = shown.text
    for run in shown.runs:
        if run.kind in ("code", "math"):
            text = text.replace(PLACEHOLDER, content[run.text_start : run.text_end], 1)
    return text


def document_title(document: Document) -> str:
    """The title in the front matter, empty without one."""
    block = document.front_matter
    if block is None:
        return ""
    text = document.text[block.start : block.end]
    if block.info == "toml":
        return _toml_title(text)
    match = _YAML_TITLE.search(text)
    if match is None:
        return ""
    value = match[1]
    if value[0] in "\"'":
        end = value.find(value[0], 1)
        return value[1:end].strip() if end > 0 else ""
    return "" if value[0] in "|>{[&*" else re.sub(r"\s+#.*$", "", value)


def _toml_title(text: str) -> str:
    import tomllib

    try:
        title = tomllib.loads(text.strip("+ \t\r\n")).get("title", "")
    except tomllib.TOMLDecodeError:
        return ""
    return title.strip() if isinstance(title, str) else ""
