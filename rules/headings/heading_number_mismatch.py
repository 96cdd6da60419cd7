"""CL204: a heading whose number says that it stands below another one, although its level does not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from chunklint.api import Block, Context, Document, Edit, Fix, Related, Report, Rule, Section

RULE = Rule(
    code="CL204",
    name="heading-number-mismatch",
    scope="document",
    severity="warning",
    summary={
        "en": "A heading's number and its level disagree",
        "zh-CN": "标题的编号与级别不一致",
    },
    messages={
        "default": {
            "en": 'By its number this heading is lower than "{above}", by its level ({level}) it is not. Its text is '
            "stored without the heading above it, so an answer may not say what it is about. Use level {right}.",
            "zh-CN": "按编号，这个标题应在“{above}”之下，级别（第 {level} 级）却没有更低。"
            "正文存下来时缺少上级标题，读者可能看不出它讲的是什么。请改用第 {right} 级。",
        },
        "missing": {
            "en": 'This heading belongs to {missing}, which is missing, and is no lower than "{above}". An answer may '
            "not say what it is about. Use level {right}, and add a heading for {missing} above it.",
            "zh-CN": "按编号，这个标题属于 {missing}，前面却没有这个标题，级别也不比“{above}”低。"
            "读者可能看不出它讲的是什么。请改用第 {right} 级，并在前面补上 {missing} 的标题。",
        },
    },
    yields_to=("CL701", "CL503"),
    fixable="unsafe",
)

# Numbers of up to two digits, so that no year is one; what follows is a letter, so that neither is a date or a range.
_DECIMAL = re.compile(r"(\d{1,2}(?:\.\d{1,2})*)(?:[.．、]?[ \t\u3000]+|[.．、](?!\d))[^\w\s]{0,2}(?=[^\W\d_])")
_APPENDIX = re.compile(r"(?:Appendix|Annex|附录)\s*([A-Z])\b|([A-Z](?:\.\d{1,2})+)[.．]?\s+(?=\w)")
_CHAPTER = re.compile(r"第\s*(\d{1,2}|[一二三四五六七八九十]{1,3})\s*([章节])|(?:Chapter|CHAPTER)\s+(\d{1,2})\b")
_HAN = re.compile(r"[一二三四五六七八九十]{1,3}[、．.](?=\s*\S)|([（(])[一二三四五六七八九十]{1,3}[）)]\s*(?=\S)")
_HAN_DIGITS = "零一二三四五六七八九"
# Titles of versions and of what comes in numbers: "2.1 Released", "3 天". Sections are not called so.
_VERSION = re.compile(
    r"\b(?:released?|versions?|beta|alpha|rc\d*|LTS)\b|版本|升级|发布|^\S+\s*[年月日天个条种次倍万亿元%％°]",
    re.IGNORECASE,
)
_DEEPEST = 6


class _Mismatch(NamedTuple):
    """A heading with the one that its number stands under, and the level that it should have."""

    section: Section
    over: Section
    right: int


def digest(document: Document, context: Context) -> object:
    """The headings and their chunks."""
    return context.outline


def check(document: Document, context: Context) -> Iterator[Report]:
    """Report headings at the level of the heading that their number stands under, or at a higher one."""
    if context.is_changelog:
        return
    found = {mismatch.section.index: mismatch for mismatch in _mismatches(document.sections)}
    edits = _edits(document, found) if found else {}
    for index, (section, over, right) in found.items():
        heading, above = section.heading, over.heading
        assert heading is not None
        assert above is not None
        number = _number(section.title)
        # Without the heading between, a lower level alone files the text under its neighbour.
        is_missing = "." in number and not number.startswith(f"{_number(over.title)}.")
        data: dict[str, object] = {"above": _shortened(over.title), "level": heading.level, "right": right}
        if is_missing:
            data["missing"] = number.rpartition(".")[0]
        yield Report(
            heading.start,
            heading.end,
            data,
            "missing" if is_missing else "default",
            related=(Related(above.start, above.end, {"en": "the heading above it", "zh-CN": "上级标题"}),),
            fix=Fix(False, tuple(edits[index])) if edits.get(index) else None,
            anchor=section.title,
        )


def _mismatches(sections: Sequence[Section]) -> Iterator[_Mismatch]:
    last: dict[str, Section] = {}
    right: dict[int, int] = {}
    for section in sections:
        number = _number(section.title) if section.heading is not None else ""
        if not number:
            # What was numbered below an earlier heading of this level has nothing to do with what comes.
            last = {known: other for known, other in last.items() if other.level <= section.level}
            continue
        over = _over(number, last)
        if over is not None and over.level >= section.level and _is_in_order(number, last):
            steps = max(1, number.count(".") - _number(over.title).count("."))
            right[section.index] = min(_DEEPEST, right.get(over.index, over.level) + steps)
            yield _Mismatch(section, over, right[section.index])
        last[number] = section


def _number(title: str) -> str:
    """A heading's number, such as ``1.2`` for both "1.2 Doors" and "1.2. Doors"; empty for none.

    A chapter's is that of its sections (``1``); for ranks without a common number it is the rank: 节, 一, （一）.
    """
    decimal = _DECIMAL.match(title)
    if decimal is not None:
        parts = decimal[1].split(".")
        is_version = "0" in parts or _VERSION.search(title) is not None
        return "" if is_version else ".".join(part.lstrip("0") for part in parts)
    chapter = _CHAPTER.match(title)
    if chapter is not None:
        return "节" if chapter[2] == "节" else _arabic(chapter[1] or chapter[3])
    han = _HAN.match(title)
    if han is not None:
        return "（一）" if han[1] else "一"
    appendix = _APPENDIX.match(title)
    return (appendix[1] or appendix[2]) if appendix else ""


def _arabic(number: str) -> str:
    """A number up to 99 in digits.

    >>> _arabic("二十三"), _arabic("十"), _arabic("7")
    ('23', '10', '7')
    """
    if number.isdigit() or not set(number) <= {*_HAN_DIGITS, "十"}:
        return number.lstrip("0")
    tens, ten, ones = number.rpartition("十")
    return str((_HAN_DIGITS.find(tens) if tens else 1) * 10 * bool(ten) + (_HAN_DIGITS.find(ones) if ones else 0))


def _over(number: str, last: dict[str, Section]) -> Section | None:
    """The last heading that a number stands under: 1.1 for 1.1.1, or 1 where there is no 1.1.

    Where that heading is missing as well, the last one with a shorter number of two parts or more: 1.1 for 1.3.1.
    """
    if number == "（一）":
        return last.get("一")
    if number == "节":
        chapters = [section for known, section in last.items() if "章" in section.title and known.isdigit()]
        return max(chapters, key=lambda section: section.index, default=None)
    above = number
    while "." in above:
        above = above.rpartition(".")[0]
        if above in last:
            return last[above]
    shorter = [section for known, section in last.items() if 1 <= known.count(".") < number.count(".")]
    return max(shorter, key=lambda section: section.index, default=None)


def _is_in_order(number: str, last: dict[str, Section]) -> bool:
    """Whether a number is the first of its kind or comes after another of its kind, as no single "3.5" does."""
    above, dot, own = number.rpartition(".")
    return not dot or "." in above or own == "1" or any(known.startswith(f"{above}.") for known in last)


def _edits(document: Document, found: dict[int, _Mismatch]) -> dict[int, list[Edit]]:
    """The edits of each such heading: its own level, and as much for the headings below it that have none of their own.

    Every heading is edited by one fix only, so that fixes can be applied together or alone.
    """
    edits: dict[int, list[Edit]] = {}
    moving: _Mismatch | None = None
    for section in document.sections:
        heading = section.heading
        if heading is None:
            continue
        if section.index in found:
            moving = found[section.index]
        elif moving is not None and section.level <= moving.section.level:
            moving = None
        if moving is None:
            continue
        level = min(_DEEPEST, section.level + moving.right - moving.section.level)
        edit = _with_level(document, heading, level)
        if edit is not None and level != section.level:
            edits.setdefault(moving.section.index, []).append(edit)
    return edits


def _with_level(document: Document, heading: Block, level: int) -> Edit | None:
    """The edit that gives a heading another level; an underlined one becomes one with ``#`` if it has one line."""
    if heading.info == "atx":
        return Edit(heading.start, heading.start + heading.level, "#" * level)
    if heading.info == "setext" and "\n" not in heading.content:
        return Edit(heading.start, heading.end, f"{'#' * level} {heading.content}")
    return None


def _shortened(title: str) -> str:
    return title if len(title) <= 24 else title[:23] + "…"
