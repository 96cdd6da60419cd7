"""Findings of every kind that a format must write: all severities, fixes, related places, wide characters, CRLF."""

from __future__ import annotations

from chunklint.engine.model import Edit, Fix
from chunklint.report.record import FindingRecord
from tests.report.findings import RULE, recorded, related

PAGE = "# 指南\r\n\r\n😀 | 表头 |\r\n| - |\r\n| 𠮷 b |\r\n"
# What a document, or whoever names a file, may want a report to do.
HOSTILE = '<img src=x onerror="alert(1)">]]>&%0A::error::x##[group]</script>`|[a](1)\x1b[31m\u202e\x00'
HOSTILE_PATH = 'docs/a b,c:d%/<b>"页"\udce9.md'


def every_kind() -> list[FindingRecord]:
    """One finding of each kind, in two files."""
    header = related(PAGE, "| 表头 |")
    fixable = Fix(
        True, (Edit(PAGE.index("表头"), PAGE.index("表头") + 2, "列"), Edit(PAGE.index("b |"), len(PAGE), ""))
    )
    rule = RULE
    hostile = {"default": {"en": HOSTILE.replace("{", "{{"), "zh-CN": HOSTILE}}
    hostile_rule = type(rule)("CL999", "hostile-rule", "block", "error", rule.summary, hostile)
    return [
        recorded(PAGE, "| 𠮷 b |", related=(header,)),
        recorded(PAGE, "| 𠮷 b |\r\n", severity="error", fix=fixable),
        recorded(PAGE, "表头 |\r\n| - |\r\n| 𠮷", severity="info"),
        recorded(PAGE, "| 𠮷 b |", related=(header,)),
        recorded(f"one {HOSTILE} two", HOSTILE, path=HOSTILE_PATH, rule=hostile_rule, severity="error"),
        recorded("", "", path=HOSTILE_PATH),
    ]
