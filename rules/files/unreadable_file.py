"""CL709: a file that was found but cannot be read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunklint.api import Report, Rule

RULE = Rule(
    code="CL709",
    name="unreadable-file",
    scope="run",
    severity="error",
    summary={"en": "The file cannot be read", "zh-CN": "文件无法读取"},
    messages={
        "default": {
            "en": "This file cannot be read: {reason}. Nothing in it was checked, and it will be missing from answers "
            "too. Make it readable or exclude it.",
            "zh-CN": "无法读取这个文件（{reason}）。其中的内容没有检查，读者也查不到。请使它可以读取，或把它排除在外。",
        },
        "denied": {
            "en": "This file cannot be read: Permission denied. Nothing in it was checked, and it will be missing from "
            "answers too. Make it readable or exclude it.",
            "zh-CN": "没有读取这个文件的权限。其中的内容没有检查，读者也查不到。请修正权限，或把它排除在外。",
        },
        "broken": {
            "en": "This notebook cannot be read: its JSON is broken at line {line}. Nothing in it was checked, and it "
            "will be missing from answers too. Save it anew from Jupyter, or exclude it.",
            "zh-CN": "无法读取这个 notebook：JSON 从第 {line} 行起有误。其中的内容没有检查，读者也查不到。"
            "请用 Jupyter 重新保存，或把它排除在外。",
        },
        "cells": {
            "en": "This file is no notebook: it has no list of cells. Nothing in it was checked, and it will be "
            "missing from answers too. Save it anew from Jupyter, or exclude it.",
            "zh-CN": "这个文件不是 notebook：没有单元格列表。其中的内容没有检查，读者也查不到。"
            "请用 Jupyter 重新保存，或把它排除在外。",
        },
        "old": {
            "en": "This notebook has an old format that is not read. Nothing in it was checked, and it may be missing "
            "from answers too. Convert it: jupyter nbconvert --to notebook.",
            "zh-CN": "这个 notebook 的格式太旧，无法读取。其中的内容没有检查，读者也可能查不到。"
            "请用 jupyter nbconvert --to notebook 转换。",
        },
    },
)

# Reasons of the system and of the reader of notebooks for which there is better advice than their own words.
_KNOWN = {
    "denied": r"Permission denied",
    "broken": r"not a notebook: no JSON \(line (?P<line>\d+)\)",
    "cells": r"not a notebook: no list of cells",
    "old": r"a notebook of an old format: .*",
}


def check(reason: str, context: object) -> Iterator[Report]:
    """Report the file with the reason that the operating system, or the reader of its format, gives."""
    data: dict[str, object] = {"reason": reason}
    for variant, pattern in _KNOWN.items():
        match = re.fullmatch(pattern, reason)
        if match:
            lines = {name: int(line) for name, line in match.groupdict().items()}
            yield Report(0, 0, data | lines, variant, anchor="unreadable")
            return
    yield Report(0, 0, data, anchor="unreadable")
