"""CL705: what a converter left of the printed page: dot leaders, page numbers, running headers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from chunklint.api import Block, Context, Document, Related, Report, Rule

RULE = Rule(
    code="CL705",
    name="conversion-residue",
    scope="document",
    severity="warning",
    summary={
        "en": "Dot leaders, page numbers or page headers are left over from a conversion",
        "zh-CN": "文档转换后残留了目录点线、页码或页眉",
    },
    messages={
        "default": {
            "en": "{entries:entry|entries} of a printed table of contents are left here, with dots and page numbers. "
            "They match many questions and answer none. Delete them: the headings say the same.",
            "zh-CN": "这里残留了纸质目录的 {entries} 个条目，带着点线和页码。它们会命中很多问题，却一个也答不了。"
            "请删去：各级标题已经够用。",
        },
        "number": {
            "en": "{pages:page number|page numbers} of the printed page are left in the text, the first one here. They "
            "cut paragraphs and sentences in two, and answers with them. Delete them and join what they part.",
            "zh-CN": "正文里残留了 {pages} 个纸质页码，这是第一个。它们会把段落和句子断开，读者看到的答案也会残缺。"
            "请删去页码，并把断开的文字接起来。",
        },
        "header": {
            "en": "The page header “{header}” is left in the text {pages:time|times}, first here. It cuts "
            "sentences in two, and answers with them. Delete it and join what it parts.",
            "zh-CN": "正文里残留了 {pages} 处页眉“{header}”，这是第一处。它会把句子断开，读者看到的答案也会残缺。"
            "请删去页眉，并把断开的句子接起来。",
        },
    },
)

# Three in a place are a table of contents; one or two are an ellipsis, or a line of a form.
_LEAST = 3
_MARKS = ("....", ". . . .", "……", "····", "・・・・", "⋯⋯")
# Patterns are compiled where they are needed, which on most pages is nowhere.
_LEADER = r"(?:(?:\.[ \t]?){5,}|[…⋯]{2,}|[·・]{5,})"
# The page number may be in the next cell of a table, with the last of the dots.
_PAGE = r"[ \t|.]{0,40}(?:\d{1,4}|[ivxlcIVXLC]{1,7})(?![\w.,%])"
# Lines of one table of contents are no further apart than this: a blank line, and one that lost its dots.
_APART = 3
_NUMBER = (
    r"(?i)[-–—~·]?[ \t]*(?:(?:page|p\.|页码|第)[ \t:：]*)?(\d{1,4})[ \t]*页?"
    r"(?:[ \t]*(?:of|/|／|共)[ \t]*(?:共[ \t]*)?\d{1,4}[ \t]*页?)?[ \t]*[-–—~·]?"
)
_AROUND_NUMBER = "-–—~· \t页"
_NO_DIGITS = dict.fromkeys(map(ord, "0123456789"))
_LONGEST_TITLE = 200  # characters looked at before the dots
# Characters: a third of a printed page of Chinese, a sixth of one in English. Steps and slides are shorter.
_SHORTEST_PAGE = 500
_MARGIN_KINDS = frozenset({"paragraph", "heading", "list"})
_SHORTEST_HEADER = 4
_LONGEST_HEADER = 90  # characters, as is the shortest: what fits on the line of a printed page
_SENTENCE_END = tuple(".!?:;。！？：；…”』」)）*`>|")


class _Margin(NamedTuple):
    """A line that may come from a page's margin, and its place among the document's blocks."""

    place: int
    block: Block
    text: str


class _Entry(NamedTuple):
    """An entry with a dot leader: its 0-based line, and its page number where it has one in arabic digits."""

    line: int
    page: int | None
    start: int
    has_page: bool


def digest(document: Document, context: Context) -> object:
    """The short lines and what they interrupt; of dot leaders only whether there are any, and if lines lie between.

    Page numbers depend on how far apart they are, so on everything.
    """
    shown: list[tuple[str, str, bool]] = []
    for place, block in enumerate(document.blocks):
        if block.end - block.start <= _LONGEST_HEADER and block.end_line - block.line == 1:
            text = block.content or document.text[block.start : block.end]
            if block.kind not in _MARGIN_KINDS:
                continue
            if text.strip(_AROUND_NUMBER)[-1:].isdigit() and re.fullmatch(_NUMBER, text.strip()):
                return None
            words = _header(text)
            if words:
                shown.append((block.kind, words, _interrupts(document, place)))
    second, last = document.blocks[1:2], document.blocks[-1]
    marks = object() if any(mark in document.text for mark in _MARKS) else min(len(document.lines), _APART + 2)
    edges = [(block.kind, block.content[:1]) for block in second]
    return marks, tuple(shown), *edges, last.kind, last.content.rstrip().endswith(_SENTENCE_END)


def check(document: Document, context: Context) -> Iterator[Report]:
    """Report each table of contents once, and page numbers and headers once a document."""
    text = document.text
    if any(mark in text for mark in _MARKS):
        yield from _tables_of_contents(document)
    lines = _margin_lines(document) if _may_have_margins(document) else ()
    if len(lines) >= _LEAST:
        yield from _page_numbers(document, lines)
        yield from _page_headers(document, lines)


def _may_have_margins(document: Document) -> bool:
    """Whether short lines end in digits or, numbers aside, come again at all; on most pages none does often enough."""
    text = document.text
    short = [
        text[block.start : block.end]
        for block in document.blocks
        if block.end - block.start <= _LONGEST_HEADER and block.end_line - block.line == 1
    ]
    if len(short) < _LEAST:
        return False
    # One call for all of them: each has its own cost.
    repeated = len(short) - len(set("\n".join(short).translate(_NO_DIGITS).split("\n")))
    return repeated >= _LEAST - 1 or sum(line.strip(_AROUND_NUMBER)[-1:].isdigit() for line in short) >= _LEAST


def _tables_of_contents(document: Document) -> Iterator[Report]:
    for group in _groups(_entries(document)):
        numbered = [entry for entry in group if entry.has_page]
        pages = [entry.page for entry in numbered if entry.page is not None]
        rising = sum(first <= second for first, second in pairwise(pages))
        # In a price list or a log, the numbers go up and down.
        if len(numbered) < _LEAST or 2 * len(numbered) < len(group) or 4 * rising < 3 * (len(pages) - 1):
            continue
        last = document.lines.end(group[-1].line)
        yield Report(group[0].start, last, {"entries": len(group)}, anchor=document.slice(group[0].start, last))


def _entries(document: Document) -> Iterator[_Entry]:
    """The dot leaders behind a word in text and tables."""
    text, lines = document.text, document.lines
    leader, page = re.compile(_LEADER), re.compile(_PAGE)
    for block in document.walk():
        if block.kind not in ("paragraph", "heading", "table"):
            continue
        before = block.start
        for match in leader.finditer(text, block.start, block.end):
            title = text[max(before, match.start() - _LONGEST_TITLE) : match.start()]
            if any(map(str.isalpha, title)):
                line = lines.line_of(match.start())
                number = page.match(text, match.end(), lines.end(line))
                # "Reading … 30 pages" is a quantity; behind a page number there is nothing, or the next title.
                if number and text[number.end() : number.end() + 2].strip()[:1].islower():
                    number = None
                digits = re.search(r"\d+", number[0]) if number else None
                start = max(lines.start(line), block.start)
                yield _Entry(line, int(digits[0]) if digits else None, start, number is not None)
            before = match.end()


def _groups(entries: Iterator[_Entry]) -> Iterator[list[_Entry]]:
    group: list[_Entry] = []
    for entry in entries:
        if group and entry.line - group[-1].line > _APART:
            yield group
            group = []
        group.append(entry)
    if group:
        yield group


def _margin_lines(document: Document) -> list[_Margin]:
    """The blocks of one short line that a page's margin may have become; ``- 3 -`` is a list to Markdown."""
    return [
        _Margin(index, block, block.content or document.slice(block.start, block.end))
        for index, block in enumerate(document.blocks)
        if block.end - block.start <= _LONGEST_HEADER
        and block.kind in _MARGIN_KINDS
        and block.end_line - block.line == 1
    ]


def _page_numbers(document: Document, lines: Sequence[_Margin]) -> Iterator[Report]:
    """Lines of nothing but a number that counts on from one to the next, with text between them."""
    run: list[_Margin] = []
    number = 0
    for line in lines:
        if line.block.kind == "heading" or not line.text.strip(_AROUND_NUMBER)[-1:].isdigit():
            continue
        match = re.fullmatch(_NUMBER, line.text.strip())
        if match is None:
            continue
        if run and not (number < int(match[1]) <= number + 2 and line.place > run[-1].place + 1):
            if _are_page_numbers(document, run):
                break
            run = []
        run.append(line)
        number = int(match[1])
    if _are_page_numbers(document, run):
        yield _report(run, "number", "")


def _are_page_numbers(document: Document, run: Sequence[_Margin]) -> bool:
    """Whether a series is one of pages: it says so, or bare numbers stand a printed page apart or within sentences."""
    if len(run) < _LEAST:
        return False
    if not all(line.text.strip().isdigit() for line in run):
        return True
    apart = (run[-1].block.start - run[0].block.end) / (len(run) - 1)
    return apart >= _SHORTEST_PAGE or 2 * sum(_interrupts(document, line.place) for line in run) >= len(run)


def _page_headers(document: Document, lines: Sequence[_Margin]) -> Iterator[Report]:
    """The same line again and again, but for a page number, that cuts a sentence in two more than once."""
    by_text: dict[str, list[_Margin]] = {}
    for line in lines:
        words = _header(line.text)
        if words:
            by_text.setdefault(words, []).append(line)
    for words, same in by_text.items():
        if len(same) >= _LEAST and 2 * sum(_interrupts(document, line.place) for line in same) >= len(same):
            yield _report(same, "header", words)


def _header(line: str) -> str:
    """What is the same in a header on each page; empty for a line that is none."""
    words = line.translate(_NO_DIGITS).strip(" \t|-–—·/")
    return words if len(words) >= _SHORTEST_HEADER and not words.endswith((":", "：")) else ""


def _interrupts(document: Document, index: int) -> bool:
    """Whether the paragraphs around a block are two halves of a sentence."""
    if not 0 < index < len(document.blocks) - 1:
        return False
    before, after = document.blocks[index - 1], document.blocks[index + 1]
    if before.kind != "paragraph" or after.kind != "paragraph":
        return False
    first = after.content[:1]
    goes_on = first.islower() or "\u4e00" <= first <= "\u9fff"
    return goes_on and not before.content.rstrip().endswith(_SENTENCE_END)


def _report(lines: Sequence[_Margin], variant: str, header: str) -> Report:
    blocks = [line.block for line in lines]
    others = tuple(
        Related(block.start, block.end, {"en": "the next one", "zh-CN": "下一处"}) for block in blocks[1:_LEAST]
    )
    data = {"pages": len(blocks), "header": header}
    return Report(blocks[0].start, blocks[0].end, data, variant, related=others, anchor=header or variant)
