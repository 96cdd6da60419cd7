"""Writes the README's table of rules from the rules themselves: `python -m tests.rules.readme_table`."""

from __future__ import annotations

import re
from pathlib import Path

from chunklint.engine.registry import load_rules

README = Path(__file__).resolve().parents[2] / "README.md"
_FIXES = {"no": "", "safe": "safe", "unsafe": "needs a look"}
_TABLE = re.compile(r"(<!-- rules -->\n).*?(<!-- /rules -->)", re.DOTALL)


def table() -> str:
    """The table as Markdown: code, name with a link to its page, severity, fix, what it reports."""
    rows = ["| code | name | default | fix | reports |", "| --- | --- | --- | --- | --- |"]
    for loaded in load_rules().rules:
        rule = loaded.rule
        page = loaded.module.removeprefix("chunklint_").replace(".", "/") + ".md"
        rows.append(
            f"| {rule.code} | [{rule.name}]({page}) | {rule.severity} | {_FIXES[rule.fixable]} | {rule.summary['en']} |"
        )
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    text = README.read_text("utf-8")
    README.write_text(_TABLE.sub(lambda match: match[1] + table() + match[2], text), "utf-8")
