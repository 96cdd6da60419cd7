"""Writes the tables of rules in both READMEs from the rules themselves: `python -m tests.rules.readme_table`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from chunklint.engine.registry import load_rules
from tests.rules.pages import WORDS_ZH

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chunklint.engine.model import Language, LoadedRule

ROOT = Path(__file__).resolve().parents[2]
READMES: dict[Language, Path] = {"en": ROOT / "README.md", "zh-CN": ROOT / "README.zh-CN.md"}
FAMILIES_ZH = {
    "tables": "表格",
    "headings": "标题",
    "sizes": "长度",
    "boundaries": "切点",
    "code": "代码",
    "references": "指代与引用",
    "files": "文件",
    "profiles": "切分方案",
    "suppressions": "屏蔽注释",
}
"""What the families are called in Chinese: a new one needs its name here."""

_HEADS: dict[Language, str] = {
    "en": "| code | name | default | fix |\n| --- | --- | --- | --- |",
    "zh-CN": "| 代码 | 名称 | 说明 | 默认级别 | 修复 |\n| --- | --- | --- | --- | --- |",
}
_FIXES = {"no": "", "safe": "safe", "unsafe": "needs a look"}
_TABLE = re.compile(r"(<!-- rules -->\n).*?(<!-- /rules -->)", re.DOTALL)


def tables(language: Language = "en") -> str:
    """One table a family, each under its heading: no chunk could hold a table of all rules."""
    families: dict[str, list[LoadedRule]] = {}
    for loaded in load_rules().rules:
        families.setdefault(loaded.module.split(".")[1], []).append(loaded)
    written = ["\n"]
    for family, rules in families.items():
        heading = FAMILIES_ZH[family] if language == "zh-CN" else family.capitalize()
        rows = "\n".join(f"| {' | '.join(_cells(loaded, language))} |" for loaded in rules)
        written.append(f"### {heading}\n\n{_HEADS[language]}\n{rows}\n\n")
        if language == "zh-CN":
            written.append("\n".join(f"[{loaded.rule.code}]: {_page(loaded)}" for loaded in rules) + "\n\n")
    return "".join(written)


def table_in(readme: str) -> str:
    """The tables as a README has them; raises ValueError where its marks are missing."""
    match = _TABLE.search(readme)
    if match is None:
        raise ValueError("the README has no place for the rules between <!-- rules --> and <!-- /rules -->")
    return match[0].removeprefix(match[1]).removesuffix(match[2])


def _cells(loaded: LoadedRule, language: Language) -> Iterator[str]:
    """The cells of a rule's row.

    Names are English, so the Chinese table also says what each means; its links stand below it, since with them the
    longest table would not fit into a chunk.
    """
    rule = loaded.rule
    if language == "en":
        yield from (rule.code, f"[{rule.name}]({_path(loaded)}.md)", rule.severity, _FIXES[rule.fixable])
        return
    words = {english: chinese for chinese, english in WORDS_ZH.items()}
    summary = rule.summary["zh-CN"].replace("|", r"\|")
    fix = "" if rule.fixable == "no" else words[rule.fixable]
    yield from (f"[{rule.code}]", rule.name, summary, words[rule.severity], fix)


def _page(loaded: LoadedRule) -> str:
    """A rule's Chinese page, its English one where there is no other."""
    own = f"{_path(loaded)}.zh.md"
    return own if (ROOT / own).is_file() else f"{_path(loaded)}.md"


def _path(loaded: LoadedRule) -> str:
    return loaded.module.removeprefix("chunklint_").replace(".", "/")


if __name__ == "__main__":
    for language, path in READMES.items():
        text = path.read_text("utf-8")
        written = tables(language)
        path.write_text(_TABLE.sub(lambda match, new=written: match[1] + new + match[2], text), "utf-8")  # type: ignore[misc]
