"""CL702: bytes that are not valid in the file's encoding."""

from __future__ import annotations

from collections.abc import Iterator

from chunklint.api import Context, Document, Report, Rule

RULE = Rule(
    code="CL702",
    name="not-utf8",
    scope="document",
    by_passage=True,
    severity="error",
    summary={"en": "The file is not valid UTF-8", "zh-CN": "文件不是有效的 UTF-8"},
    messages={
        "default": {
            "en": "The file holds bytes that are not valid {encoding} ({places:place|places}, the first here). Readers "
            "and searches get replacement signs instead of letters. Save the file as UTF-8.",
            "zh-CN": "文件里有不符合 {encoding} 编码的字节（共 {places} 处，这是第一处）。"
            "读者看到的、搜索用到的都是乱码。请把文件另存为 UTF-8。",
        },
    },
)


def check(document: Document, context: Context) -> Iterator[Report]:
    """Report the first such place of a file."""
    if document.undecodable:
        start, end = document.undecodable[0]
        encoding = document.encoding.upper()
        yield Report(start, end, {"encoding": encoding, "places": len(document.undecodable)}, anchor=encoding)
