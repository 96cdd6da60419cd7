"""``chunklint rules``: lists the rules that are installed."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from chunklint.cli.errors import CLEAN
from chunklint.cli.options import COLOR, LANGUAGE, Command, output_format
from chunklint.report.color import BOLD, SEVERITY_COLORS, paint
from chunklint.report.phrases import phrase
from chunklint.report.width import display_width

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from chunklint.engine.model import Language, LoadedRule, Rule
    from chunklint.report.formats import Style

COMMAND = Command(
    "rules",
    ("List all rules.", "列出所有规则。"),
    (output_format("text", "json"), LANGUAGE, COLOR),
)

_FIX_MARKS = {"no": " ", "safe": "*", "unsafe": "?"}


def run(values: Mapping[str, Any]) -> int:
    """Write the list of rules."""
    from chunklint.cli.language import choose
    from chunklint.cli.output import Output
    from chunklint.cli.session import rules_here

    for_people = values["output_format"] == "text"
    language = choose(values["language"], None, os.environ, for_people=for_people)
    rules = rules_here().rules
    with Output(None, language, for_people=for_people) as output:
        if for_people:
            for line in _rows(rules, output.style(language, values["color"])):
                output.write(line + "\n")
        else:
            import json

            listed = [_as_json(loaded, language) for loaded in rules]
            output.write(json.dumps(listed, ensure_ascii=False, indent=1, default=list) + "\n")
    return CLEAN


def _rows(rules: Sequence[LoadedRule], style: Style) -> Iterator[str]:
    language, color = style.language, style.color
    if not rules:
        yield phrase("no rules", language)
        return
    code_width = max(len(loaded.rule.code) for loaded in rules)
    name_width = max(len(loaded.rule.name) for loaded in rules)
    severities = {loaded.rule.severity: _severity(loaded.rule, language) for loaded in rules}
    severity_width = max(map(display_width, severities.values()))
    for rule in (loaded.rule for loaded in rules):
        severity = severities[rule.severity]
        padding = " " * (severity_width - display_width(severity))
        tone = SEVERITY_COLORS[rule.severity]
        yield (
            f"{paint(f'{rule.code:<{code_width}}', BOLD, color=color)} {_FIX_MARKS[rule.fixable]} "
            f"{paint(severity, tone, color=color)}{padding}  {rule.name:<{name_width}}  {rule.summary[language]}"
        )
    yield phrase("rules total", language, rules=len(rules))


def _severity(rule: Rule, language: Language) -> str:
    return phrase("off" if rule.severity == "off" else f"severity {rule.severity}", language)


def _as_json(loaded: LoadedRule, language: Language) -> dict[str, Any]:
    rule = loaded.rule
    return {
        "code": rule.code,
        "name": rule.name,
        "severity": rule.severity,
        "scope": rule.scope,
        "summary": rule.summary[language],
        "fixable": rule.fixable,
        "options": {
            name: {"default": option.default, "summary": option.said(language)} for name, option in rule.options.items()
        },
        "package": loaded.package,
    }
