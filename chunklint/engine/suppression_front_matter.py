"""Reads ``chunklint: {disable: […]}`` from front matter, YAML or TOML, with the place of each name; no other key.

Of YAML it knows what people write for one list of words: flow and block style, quotes and comments. Whatever else
stands in the front matter is not looked at, so that a mistake there does no harm here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from chunklint.engine.suppression_comments import Comment, Name
from chunklint.settings.model import ALL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from chunklint.documents.model import Block, Document

FORM = "front_matter"

_YAML_KEY = re.compile(r"^(?:chunklint|\"chunklint\"|'chunklint')[ \t]*:", re.MULTILINE)
# The next key of the top level, or the end of the front matter.
_YAML_NEXT = re.compile(r"^(?![ \t\r\n#\-}\]])|^(?:---|\.\.\.)", re.MULTILINE)
_YAML_DISABLE = re.compile(r"(?:^[ \t]+|[{,][ \t\r\n]*)([\"']?)disable\1[ \t]*:[ \t]*", re.MULTILINE)
_YAML_OTHER = re.compile(r"^[ \t]*[\"']?([\w-]+)[\"']?[ \t]*:|[{,][ \t\r\n]*[\"']?([\w-]+)[\"']?[ \t]*:", re.MULTILINE)
_YAML_ITEM = re.compile(r"[ \t]*-[ \t]+([^\r\n]*)(?:\r\n?|\n|\Z)")
_YAML_BLANK = re.compile(r"[ \t]*(?:#[^\r\n]*)?(?:\r\n?|\n)")
_YAML_COMMENT = re.compile(r"(?:^|(?<=\s))#[^\r\n]*")
_WORD = re.compile(r"[^\s,，、;；\"'\[\]{}]+")


def read_front_matter(document: Document, block: Block, selector: Callable[[str], str | None]) -> Iterator[Comment]:
    """The suppression in a front matter block, if there is one; ``selector`` gives what a name stands for."""
    if block.info == "toml":
        yield from _read_toml(document, block, selector)
        return
    text = document.text
    key = _YAML_KEY.search(text, block.start, block.end)
    if key is None:
        return
    # A closing brace may stand at a line's start; what follows the key's own line is indented otherwise.
    after = _YAML_NEXT.search(text, document.lines.start(document.lines.line_of(key.end()) + 1), block.end)
    end = after.start() if after else block.end
    value = _YAML_DISABLE.search(text, key.end(), end)
    if value is None:
        return
    words = list(_yaml_words(text, value.end(), end))
    if not words:
        return
    others = {name for pair in _YAML_OTHER.findall(text[key.end() : end]) for name in pair if name} - {"disable"}
    removable = None if others else (key.start(), end)
    yield _comment(document, key.start(), words, selector, removable)


def _yaml_words(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The places of the words of a value that starts here: a flow list, one line, or a block list below."""
    line_end = re.compile(r"[\r\n]|\Z").search(text, start, end)
    last = line_end.start() if line_end else end
    if text.startswith("[", start):
        closing = text.find("]", start, end)
        yield from _words(text, start, closing if closing >= 0 else last)
    elif not _YAML_COMMENT.sub("", text[start:last]).strip(" \t}"):
        at = last + (2 if text.startswith("\r\n", last) else 1)
        while at < end:
            blank = _YAML_BLANK.match(text, at, end)
            item = None if blank else _YAML_ITEM.match(text, at, end)
            if item:
                yield from _words(text, item.start(1), item.end(1))
            elif not blank:
                return
            at = (item or blank).end()  # type: ignore[union-attr]
    else:
        brace = text.find("}", start, last)
        yield from _words(text, start, brace if brace >= 0 else last)


def _words(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The words between two offsets, comments left out."""
    comments = [found.span() for found in _YAML_COMMENT.finditer(text, start, end)]
    for found in _WORD.finditer(text, start, end):
        if not any(first <= found.start() < last for first, last in comments):
            yield found.span()


def _read_toml(document: Document, block: Block, selector: Callable[[str], str | None]) -> Iterator[Comment]:
    import tomllib

    from chunklint.settings.toml_lines import key_lines

    lines = document.lines
    # Lines count from the fence on, and TOML knows no lone carriage return.
    inner = "\n".join(lines.line_text(line) for line in range(block.line + 1, block.end_line - 1))
    try:
        table = tomllib.loads(inner).get("chunklint")
    except (tomllib.TOMLDecodeError, RecursionError):
        return
    value = table.get("disable") if isinstance(table, dict) else None
    names = [value] if isinstance(value, str) else [ALL] if value is True else value
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        return
    places = key_lines(inner)
    words: list[tuple[int, int]] = []
    at = 0
    for index, name in enumerate(names):
        line = places.get(("chunklint", "disable", index)) or places.get(("chunklint", "disable")) or 1
        at = max(at, lines.start(block.line + line))
        for word in _WORD.findall(name) if value is not True else ["true"]:
            found = document.text.find(word, at, block.end)
            if found >= 0:
                at = found + len(word)
                words.append((found, at))
    if words:
        yield _comment(document, lines.start(lines.line_of(words[0][0])), words, selector, None)


def _comment(
    document: Document,
    start: int,
    words: list[tuple[int, int]],
    selector: Callable[[str], str | None],
    removable: tuple[int, int] | None,
) -> Comment:
    names = []
    for first, last in words:
        text = document.text[first:last]
        names.append(Name(text, first, last, ALL if text.lower() == "true" else selector(text)))
    return Comment(document, start, words[-1][1], FORM, "disable-file", tuple(names), removable=removable)
