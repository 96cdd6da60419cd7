"""CL408: a footnote or link definition that is stored apart from the place that uses it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunklint.api import Block, Chunk, Context, Document, Related, Report, Rule

RULE = Rule(
    code="CL408",
    name="note-far-away",
    scope="document",
    severity="off",
    summary={
        "en": "A footnote or link definition is not in the chunk that uses it",
        "zh-CN": "脚注或链接定义不在用到它的那一块里",
    },
    messages={
        "default": {
            "en": "The footnote “{label}” (line {line}) is not stored in this chunk. An answer from here leaves out "
            "what it says. Put the note into the sentence, or in brackets after it.",
            "zh-CN": "脚注“{label}”（第 {line} 行）的内容不在这一块里。查到这一段时，看不到脚注说了什么。"
            "请把脚注内容写进句子，或放在句后的括号里。",
        },
        "link": {
            "en": "The address of “{label}” (line {line}) is not stored in this chunk. An answer from here has a link "
            "that leads nowhere. Write the address next to the text: [text](address).",
            "zh-CN": "“{label}”的链接地址（第 {line} 行）不在这一块里。查到这一段时，链接没有去处。"
            "请把地址写在文字旁边：[文字](地址)。",
        },
        "links": {
            "en": "The addresses of “{label}” (line {line}) and {others:other link|other links} are not stored in this "
            "chunk. An answer from here has links that lead nowhere. Write each next to its text: [text](address).",
            "zh-CN": "“{label}”（第 {line} 行）等链接的地址不在这一块里，另有 {others} 个也是这样。"
            "查到这一段时，链接没有去处。请把地址写在文字旁边：[文字](地址)。",
        },
    },
)

_FOOTNOTE = re.compile(r"\[\^([^\s\[\]]{1,100})\](?!:)")
_NOTE_LABEL = re.compile(r"\[\^([^\s\[\]]{1,100})\]:")
_DEFINITION = re.compile(r"^[ >]{0,8}\[((?:[^\[\]\\\n]|\\.){1,200})\]:", re.MULTILINE)
# [text][label], [label][] and [label]; not [text](target).
_REFERENCE = re.compile(r"\[((?:[^\[\]\\]|\\.){1,300})\](?:\[((?:[^\[\]\\]|\\.){0,200})\])?(?![(:\[])")


def check(document: Document, context: Context) -> Iterator[Report]:
    """Report each use of a footnote, and the first link of a chunk, whose definition no text of the chunk holds."""
    text = document.text
    if "]:" not in text:
        return
    notes, links = _definitions(document)
    if not notes and not links:
        return
    linked: dict[int, list[tuple[int, int, str]]] = {}
    for block in document.walk():
        if block.kind not in ("paragraph", "heading") or "[" not in block.content:
            continue
        for start, end, label, is_note in _uses(block, context, notes, links):
            chunk = context.chunk_at(start)
            place = (notes if is_note else links)[label]
            if chunk is None or _holds(chunk, place):
                continue
            if is_note:
                yield _report(start, end, label, place, context)
            else:
                linked.setdefault(chunk.index, []).append((start, end, label))
    for uses in linked.values():
        start, end, label = uses[0]
        others = len({other for _, _, other in uses}) - 1
        yield _report(start, end, label, links[label], context, others)


def _definitions(document: Document) -> tuple[dict[str, tuple[int, int]], dict[str, tuple[int, int]]]:
    """The places of footnotes and of link definitions by label; the first of equal labels counts."""
    notes: dict[str, tuple[int, int]] = {}
    links: dict[str, tuple[int, int]] = {}
    for block in document.walk():
        if block.kind == "footnote":
            match = _NOTE_LABEL.match(document.text, block.start)
            if match:
                notes.setdefault(match[1], (block.start, block.end))
        elif block.kind == "definition":
            for match in _DEFINITION.finditer(document.text, block.start, block.end):
                if not match[1].startswith("^"):
                    line = document.lines.line_of(match.start())
                    links.setdefault(_normal(match[1]), (match.start(), document.lines.end(line)))
    return notes, links


def _uses(
    block: Block, context: Context, notes: dict[str, tuple[int, int]], links: dict[str, tuple[int, int]]
) -> Iterator[tuple[int, int, str, bool]]:
    content = block.content
    code = [(run.start, run.end) for run in context.visible(block).runs if run.kind in ("code", "math", "image")]
    place = context.document.content_offset
    found = [(*m.span(), m[1], True) for m in _FOOTNOTE.finditer(content) if m[1] in notes] if notes else []
    if links:
        for match in _REFERENCE.finditer(content):
            label = _normal(match[2] or match[1])
            if label in links and content[match.start() - 1 : match.start()] != "!":
                found.append((*match.span(), label, False))
    for start, end, label, is_note in sorted(found):
        if not any(first <= start < last for first, last in code):
            yield place(block, start), place(block, end - 1) + 1, label, is_note


def _holds(chunk: Chunk, place: tuple[int, int]) -> bool:
    """Whether a chunk's text has what stands at a place; gap blocks are in no text."""
    spans = chunk.spans if chunk.overlap is None else (chunk.overlap, *chunk.spans)
    return any(start <= place[0] < end for start, end in spans)


def _report(start: int, end: int, label: str, place: tuple[int, int], context: Context, others: int = -1) -> Report:
    return Report(
        start,
        end,
        {"label": label, "line": context.line(place[0]), "others": max(0, others)},
        variant="default" if others < 0 else "links" if others else "link",
        related=(Related(*place, {"en": "defined here", "zh-CN": "定义在这里"}),),
        anchor=label,
    )


def _normal(label: str) -> str:
    return " ".join(label.split()).casefold()
