"""CL709: a file that was found but cannot be read."""

from __future__ import annotations

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
            "zh-CN": "无法读取这个文件：{reason}。其中的内容没有检查，读者也查不到。请修正权限，或把它排除在外。",
        },
    },
)


def check(reason: str, context: object) -> Iterator[Report]:
    """Report the file with the reason that the operating system gives."""
    yield Report(0, 0, {"reason": reason}, anchor="unreadable")
