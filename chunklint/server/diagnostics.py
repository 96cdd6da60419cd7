"""Findings as the protocol's diagnostics; which findings there are is decided elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol.types import (
    CodeDescription,
    Diagnostic,
    DiagnosticRelatedInformation,
    DiagnosticSeverity,
    DiagnosticTag,
    Location,
)

from chunklint.server.notebooks import is_within, located
from chunklint.server.phrases import phrase
from chunklint.server.rule_pages import page_url

if TYPE_CHECKING:
    from chunklint.engine.model import Finding, Fix
    from chunklint.server.analysis import Checked
    from chunklint.server.client import Client
    from chunklint.server.ranges import Ranges

SOURCE = "chunklint"

# An info is worth knowing, so it has to be seen: editors hardly show hints.
SEVERITIES = {
    "error": DiagnosticSeverity.Error,
    "warning": DiagnosticSeverity.Warning,
    "info": DiagnosticSeverity.Information,
}


# What is underlined as a whole: four rows of a narrow editor, which is what a sentence too long takes. Tables and code
# blocks take forty and more, and a page full of lines is one that nobody can read.
_WHOLE_LINES, _WHOLE_LENGTH = 4, 400
# Of what is larger its first line is, as far as a line of a page commonly goes (code points).
_START_LENGTH = 80


def diagnostics(checked: Checked, client: Client) -> list[Diagnostic]:
    """The diagnostics of one version of a document, in source order, with no more than the client understands."""
    ranges = checked.ranges
    return [diagnostic(finding, checked, client, ranges) for finding in checked.findings]


def diagnostic(finding: Finding, checked: Checked, client: Client, ranges: Ranges) -> Diagnostic:
    """One finding as a diagnostic; ``data`` has its numbers, its profiles and the edits of its fix."""
    url = page_url(checked.effective.registry, finding.code, checked.language) if client.code_description else None
    return Diagnostic(
        range=ranges.range(finding.start, marked_end(finding, client)),
        message=_message(finding, checked),
        severity=SEVERITIES[finding.severity],
        code=finding.code,
        code_description=CodeDescription(url) if url else None,
        source=SOURCE,
        tags=[DiagnosticTag.Unnecessary] if client.tags and takes_out_itself(finding) else None,
        related_information=_related(finding, checked) if client.related_information else None,
        data=_data(finding, checked, ranges) if client.diagnostic_data else None,
    )


def marked_end(finding: Finding, client: Client) -> int:
    """Where the part of a finding that an editor marks ends (code points): at its own end, unless it is large.

    That is for the client to choose. The finding is the same, and so is what can be done about it anywhere in it.
    """
    start, end, lines = finding.start, finding.end, finding.document.lines
    if not client.underlines_starts:
        return end
    line = lines.line_of(start)
    if lines.line_of(end) - line < _WHOLE_LINES and end - start <= _WHOLE_LENGTH:
        return end
    text = finding.document.text[start : min(end, lines.end(line), start + _START_LENGTH)].rstrip()
    return start + len(text) if text else end


def takes_out_itself(finding: Finding) -> bool:
    """Whether what is reported does nothing: its safe fix takes it out and puts nothing in its place."""
    fix = finding.fix
    return (
        fix is not None
        and fix.safe
        and finding.end > finding.start
        and not any(edit.text for edit in fix.edits)
        and any(edit.start <= finding.start and finding.end <= edit.end for edit in fix.edits)
    )


def _message(finding: Finding, checked: Checked) -> str:
    """The finding's message; where several profiles are active, with those that it holds for."""
    message = finding.message(checked.language)
    if len(checked.effective.settings.profiles) > 1:
        separator = "、" if checked.language == "zh-CN" else ", "
        message += "\n" + phrase("profiles", checked.language, names=separator.join(finding.profiles))
    return message


def _related(finding: Finding, checked: Checked) -> list[DiagnosticRelatedInformation] | None:
    return [
        DiagnosticRelatedInformation(_location(checked, place.start, place.end), place.message[checked.language])
        for place in finding.related
    ] or None


def _location(checked: Checked, start: int, end: int) -> Location:
    uri, _, ranges = located(checked, start, end)
    return Location(uri, ranges.range(start, end))


def _data(finding: Finding, checked: Checked, ranges: Ranges) -> dict[str, Any]:
    return {
        "name": finding.name,
        "numbers": {key: _plain(value) for key, value in finding.data.items()},
        "profiles": list(finding.profiles),
        "fix": _fix(finding.fix, ranges) if finding.fix and is_within(checked, finding.fix.edits) else None,
    }


def _fix(fix: Fix, ranges: Ranges) -> dict[str, Any]:
    def position(offset: int) -> dict[str, int]:
        place = ranges.position(offset)
        return {"line": place.line, "character": place.character}

    return {
        "safe": fix.safe,
        "edits": [
            {"range": {"start": position(edit.start), "end": position(edit.end)}, "newText": edit.text}
            for edit in fix.edits
        ],
    }


def _plain(value: Any) -> Any:
    """A value as JSON can say it."""
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value if isinstance(value, (bool, int, float, str)) or value is None else str(value)
