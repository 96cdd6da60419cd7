"""Writes the README's tables of rules from the rules themselves: `python -m tests.rules.readme_table`."""

from __future__ import annotations

import re
from pathlib import Path

from chunklint.engine.registry import load_rules

README = Path(__file__).resolve().parents[2] / "README.md"
_FIXES = {"no": "", "safe": "safe", "unsafe": "needs a look"}
_TABLE = re.compile(r"(<!-- rules -->\n).*?(<!-- /rules -->)", re.DOTALL)


def tables() -> str:
    """One table a family, each under its heading: no chunk could hold a table of all rules."""
    written: list[str] = []
    families: set[str] = set()
    for loaded in load_rules().rules:
        rule = loaded.rule
        page = loaded.module.removeprefix("chunklint_").replace(".", "/") + ".md"
        family = page.split("/")[1]
        if family not in families:
            families.add(family)
            written += ["", f"### {family.capitalize()}", "", "| code | name | default | fix |", "| --- | --- | --- | --- |"]
        written.append(f"| {rule.code} | [{rule.name}]({page}) | {rule.severity} | {_FIXES[rule.fixable]} |")
    return "\n".join(written) + "\n\n"


if __name__ == "__main__":
    text = README.read_text("utf-8")
    README.write_text(_TABLE.sub(lambda match: match[1] + tables() + match[2], text), "utf-8")
