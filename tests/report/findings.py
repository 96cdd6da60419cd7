"""Findings to write reports of, made by hand so that no rule's change breaks a report's test."""

from __future__ import annotations

from typing import Any

from chunklint.documents.reader import read_document
from chunklint.engine.model import Finding, Related, Rule
from chunklint.report.formats import Style, Tally, reporter
from chunklint.report.record import FindingRecord, record

RULE = Rule(
    code="CL101",
    name="table-split-from-header",
    scope="block",
    severity="warning",
    summary={"en": "A table is cut.", "zh-CN": "表格被切开。"},
    messages={
        "default": {
            "en": "This table needs {chunks:chunk|chunks} ({tokens:token|tokens}).",
            "zh-CN": "这张表会被切成 {chunks} 块（{tokens} token）。",
        }
    },
)


def finding(text: str, marked: str, **changes: Any) -> Finding:
    """A finding on the first place of a text that reads ``marked``."""
    document = read_document(text, changes.pop("path", "docs/page.md"))
    start = document.text.index(marked)
    values: dict[str, Any] = {
        "rule": RULE,
        "severity": "warning",
        "document": document,
        "start": start,
        "end": start + len(marked),
        "data": {"chunks": 4, "tokens": 1701},
        "profiles": ("default",),
    }
    if "fix" in changes:
        values["reported_fix"] = changes.pop("fix")
    return Finding(**(values | changes))


def recorded(text: str, marked: str, **changes: Any) -> FindingRecord:
    """The English record of such a finding."""
    return record(finding(text, marked, **changes), "en")


def related(text: str, marked: str) -> Related:
    """Another place of a text."""
    start = text.index(marked)
    return Related(start, start + len(marked), {"en": "the header is here", "zh-CN": "表头在这里"})


def written(
    name: str,
    *files: list[FindingRecord],
    statistics: bool = False,
    style: Style | None = None,
    tally: Tally | None = None,
) -> str:
    """The report of some files' findings in a format."""
    out: list[str] = []
    tally = tally or Tally()
    report = reporter(name, out.append, style or Style(), statistics=statistics)
    for records in files:
        tally.add(records)
        report.add(records)
    report.finish(tally)
    return "".join(out)
