"""Diagnostics as the JSON that goes over the wire; what an edit left alone is not made anew, only moved.

A page of a megabyte has thousands of them, and a key pressed changes a few.
"""

from __future__ import annotations

import json
import re
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

from chunklint.engine.model import Line, Lines
from chunklint.server.diagnostics import diagnostic

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lsprotocol.types import Diagnostic, Range

    from chunklint.engine.live import LivePage
    from chunklint.engine.model import Finding
    from chunklint.engine.passages import Passage
    from chunklint.server.analysis import Checked
    from chunklint.server.client import Client

# A position's line; inside a string the quotes would have backslashes before them.
_LINE = re.compile(r'"line": (\d+)(?=, "character": )')


class Prepared(str):
    """The JSON of a value, to go into a message as it is."""

    __slots__ = ()


class _Template(NamedTuple):
    """One diagnostic of a passage; ``lines`` are its positions' lines, counted from the passage's start.

    ``is_whole`` tells that nothing else in it moves with the passage.
    """

    text: str
    lines: tuple[int, ...]
    is_whole: bool

    def at(self, line: int) -> str:
        """The diagnostic where the passage starts on a line."""
        return self.text % tuple([line + own for own in self.lines])


class _Rendered(NamedTuple):
    """The diagnostics of a passage that starts on a line, one by one and as a list's inside."""

    line: int
    templates: list[_Template]
    items: list[str]
    joined: str


class Wire:
    """The diagnostics of one document for one client, with those of its last version."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._rendered: dict[Passage, _Rendered] = {}
        self._settled: object = None

    def items(self, checked: Checked) -> tuple[Prepared, str]:
        """The list of a version's diagnostics in source order, and what is equal for equal lists only."""
        page = checked.page
        if page is None or not page.are_apart or checked.failure is not None:
            found = [self._item(finding, checked) for finding in checked.findings]
        else:
            found = self._of_passages(page, checked)
        return _listed(found)

    def _item(self, finding: Finding, checked: Checked) -> str:
        return as_json(finding, checked, self._client)

    def _of_passages(self, page: LivePage, checked: Checked) -> list[str]:
        settled = (id(checked.effective), checked.language, checked.encoding)
        if self._settled != settled:
            self._settled, self._rendered = settled, {}
        rendered: dict[Passage, _Rendered] = {}
        known = self._rendered
        on_page = page.kept_on_page[::-1]
        found: list[str] = []
        for passage, start, line in zip(page.passages, page.starts, page.first_lines, strict=True):
            own = known.get(passage)
            if passage.kept:
                if own is None or own.line != line:
                    own = self._render(passage, start, line, own, page, checked)
                rendered[passage] = own
            if on_page and on_page[-1].start < start + len(passage.document.text):
                found += self._mixed(passage, start, own, on_page, checked)
            elif own is not None:
                found.append(own.joined)
        self._rendered = rendered
        return found + [self._item(finding, checked) for finding in reversed(on_page)]

    def _render(
        self, passage: Passage, start: int, line: int, before: _Rendered | None, page: LivePage, checked: Checked
    ) -> _Rendered:
        """The diagnostics of a passage; ``before`` are those where it started on another line."""
        templates: list[_Template] = []
        for number, finding in enumerate(passage.kept):
            template = None if before is None else before.templates[number]
            if template is None or not template.is_whole:
                template = _template(finding.moved(page.document, start, line), checked, self._client, line)
            templates.append(template)
        items = [template.at(line) for template in templates]
        return _Rendered(line, templates, items, ", ".join(items))

    def _mixed(
        self, passage: Passage, start: int, own: _Rendered | None, on_page: list[Finding], checked: Checked
    ) -> list[str]:
        """The diagnostics of a passage with those of the page inside it, which are taken off ``on_page``'s end."""
        listed: list[tuple[tuple[int, str, int], str]] = []
        if own is not None:
            places = [(one.start + start, one.rule.code, one.end + start) for one in passage.kept]
            listed += zip(places, own.items, strict=True)
        end = start + len(passage.document.text)
        while on_page and on_page[-1].start < end:
            one = on_page.pop()
            listed.append(((one.start, one.rule.code, one.end), self._item(one, checked)))
        return [text for _, text in sorted(listed)]


def identifier_of(items: Iterable[Diagnostic]) -> str:
    """What is equal for equal diagnostics only, and the same as a `Wire` gives for them."""
    return _listed(json.dumps(_plain(one)) for one in items)[1]


def as_json(finding: Finding, checked: Checked, client: Client) -> str:
    """The JSON of one finding's diagnostic, in ASCII."""
    return json.dumps(_plain(diagnostic(finding, checked, client, checked.ranges)))


def _listed(items: Iterable[str]) -> tuple[Prepared, str]:
    text = Prepared(f"[{', '.join(items)}]")
    return text, blake2b(text.encode("ascii"), digest_size=8).hexdigest()


def _template(finding: Finding, checked: Checked, client: Client, first_line: int) -> _Template:
    text = as_json(finding, checked, client)
    lines = tuple([int(number) - first_line for number in _LINE.findall(text)])
    # The numbers that a message names move as well.
    is_whole = not any(type(value) in (Line, Lines) for value in finding.data.values())
    return _Template(_LINE.sub('"line": %d', text.replace("%", "%%")), lines, is_whole)


def _plain(one: Diagnostic) -> dict[str, Any]:
    """A diagnostic as the protocol's JSON has it."""
    found: dict[str, Any] = {"range": _range(one.range), "message": one.message}
    if one.severity is not None:
        found["severity"] = one.severity.value
    if one.code is not None:
        found["code"] = one.code
    if one.code_description is not None:
        found["codeDescription"] = {"href": one.code_description.href}
    if one.source is not None:
        found["source"] = one.source
    if one.tags:
        found["tags"] = [tag.value for tag in one.tags]
    if one.related_information:
        found["relatedInformation"] = [
            {"location": {"uri": other.location.uri, "range": _range(other.location.range)}, "message": other.message}
            for other in one.related_information
        ]
    if one.data is not None:
        found["data"] = one.data
    return found


def _range(place: Range) -> dict[str, dict[str, int]]:
    return {
        "start": {"line": place.start.line, "character": place.start.character},
        "end": {"line": place.end.line, "character": place.end.character},
    }
