"""Findings as SARIF 2.1.0, for GitHub code scanning and other viewers of static analysis; uploads nothing.

Columns are in UTF-16 units. Paths are relative to ``%SRCROOT%``, the repository's root. Results are written as they
come; the rules, with their pages as help, follow them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from chunklint.report.repository import Occurrences, repository_path, without_surrogates

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from chunklint.engine.model import Severity
    from chunklint.report.formats import Style, Tally
    from chunklint.report.record import FindingRecord, Place
    from chunklint.report.rule_pages import RulePage

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS: dict[Severity, str] = {"error": "error", "warning": "warning", "info": "note", "off": "none"}
# What GitHub sorts alerts by.
_PROBLEM_SEVERITIES: dict[Severity, str] = {
    "error": "error",
    "warning": "warning",
    "info": "recommendation",
    "off": "recommendation",
}
# In a message, [text](1) would be a link to a related place, and a backslash is what takes that away.
_LINK = re.compile(r"\\|\[(?=[^\[\]]*\]\()")
_ROOT = "%SRCROOT%"


class Reporter:
    """Writes one log with one run, a result a finding."""

    def __init__(self, write: Callable[[str], object], style: Style) -> None:
        self._write = write
        self._language = style.language
        self._occurrences = Occurrences()
        self._before = ""

    def add(self, records: Sequence[FindingRecord]) -> None:
        for record in records:
            self._start()
            self._write(self._before + "\n" + _dumps(self._result(record)))
            self._before = ","

    def finish(self, tally: Tally) -> None:
        self._start()
        self._write(f"\n],\n{_dumps('tool')}: {_dumps(self._tool(tally))}\n}}\n]\n}}\n")

    def _start(self) -> None:
        if self._before:
            return
        self._before = " "
        root = {_ROOT: {"description": {"text": "The root of the repository."}}}
        self._write(
            f'{{\n"$schema": {_dumps(SCHEMA)},\n"version": "2.1.0",\n"runs": [\n{{\n"columnKind": "utf16CodeUnits",\n'
            f'"originalUriBaseIds": {_dumps(root)},\n"invocations": [{{"executionSuccessful": true}}],\n"results": ['
        )

    def _result(self, record: FindingRecord) -> dict[str, Any]:
        result: dict[str, Any] = {
            "ruleId": record.code,
            "level": _LEVELS[record.severity],
            "message": {"text": _message(record.message)},
            "locations": [{"physicalLocation": _location(record.path, record.place)}],
            "partialFingerprints": {
                "chunklint/v1": record.fingerprint,
                "chunklintOccurrence/v1": f"{record.fingerprint}:{self._occurrences.number(record)}",
            },
        }
        if record.related:
            result["relatedLocations"] = [
                {"id": number, "message": {"text": _message(other.message)}}
                | {"physicalLocation": _location(other.path, place)}
                for number, (other, place) in enumerate(zip(record.related, record.related_places, strict=True))
            ]
        if record.edits:
            result["fixes"] = [self._fix(record)]
        result["properties"] = {"profiles": record.profiles, "data": dict(record.data)}
        return result

    def _fix(self, record: FindingRecord) -> dict[str, Any]:
        safe = bool(record.fix and record.fix["safe"])
        descriptions = (
            ("安全的修复。", "需要检查的修复。")
            if self._language == "zh-CN"
            else ("Safe fix.", "Fix that needs a look.")
        )
        replacements = [
            {"deletedRegion": _region(edit.place)} | ({"insertedContent": {"text": edit.text}} if edit.text else {})
            for edit in record.edits
        ]
        return {
            "description": {"text": descriptions[0] if safe else descriptions[1]},
            "artifactChanges": [{"artifactLocation": _artifact(record.path), "replacements": replacements}],
        }

    def _tool(self, tally: Tally) -> dict[str, Any]:
        from importlib.metadata import version

        from chunklint.report.rule_pages import rule_pages

        return {
            "driver": {
                "name": "chunklint",
                "semanticVersion": version("chunklint-lsp"),
                "language": self._language,
                "rules": [_rule(page) for page in rule_pages(tally, self._language)],
            }
        }


def _rule(page: RulePage) -> dict[str, Any]:
    introduction = page.introduction or page.summary
    return {
        "id": page.code,
        "name": "".join(part.capitalize() for part in page.name.split("-")),
        "shortDescription": {"text": page.summary},
        "fullDescription": {"text": introduction.split("\n\n")[0]},
        "help": {"text": introduction, "markdown": page.markdown or page.summary},
        "defaultConfiguration": {"level": _LEVELS[page.severity], "enabled": page.severity != "off"},
        "properties": {
            "tags": ["documentation", *([page.family] if page.family else [])],
            "precision": "high",
            "problem.severity": _PROBLEM_SEVERITIES[page.severity],
        },
    }


def _message(text: str) -> str:
    return _LINK.sub(r"\\\g<0>", text)


def _location(path: str, place: Place | None) -> dict[str, Any]:
    location: dict[str, Any] = {"artifactLocation": _artifact(path)}
    if place is not None:
        location["region"] = _region(place)
    return location


def _region(place: Place) -> dict[str, int]:
    return {
        "startLine": place.line,
        "startColumn": place.utf16_column,
        "endLine": place.end_line,
        "endColumn": place.utf16_end_column,
    }


def _artifact(path: str) -> dict[str, str]:
    """Where a file lies, as a URI: relative to the repository's root, or absolute for a file outside of it."""
    from pathlib import PurePath
    from urllib.parse import quote

    path = repository_path(path)
    pure = PurePath(path)
    if pure.is_absolute():
        return {"uri": pure.as_uri()}
    return {"uri": quote(path.encode("utf-8", "surrogateescape"), safe="/"), "uriBaseId": _ROOT}


def _dumps(value: Any) -> str:
    import json

    return without_surrogates(json.dumps(value, ensure_ascii=False, default=list))
