"""CL211: a page of several chunks without any heading."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chunklint.api import Context, Document, Option, Report, Rule

RULE = Rule(
    code="CL211",
    name="no-headings",
    scope="document",
    severity="warning",
    summary={
        "en": "A long page has no headings",
        "zh-CN": "很长的一页没有标题",
    },
    messages={
        "default": {
            "en": "This page makes {chunks:chunk|chunks} and has no heading. No part says what it is about, so a "
            "question that names the topic does not find it. Add a title, and a heading for each topic.",
            "zh-CN": "这一页会被切成 {chunks} 块，却没有一个标题。每一块都没有说明讲的是什么，读者按主题提问时查不到。"
            "请加上标题，并为每个主题加小标题。",
        },
    },
    options={
        "min-chunks": Option(
            3, "From how many chunks of text on a page is reported.", summary_zh="页面的正文切成几块以上才报告。"
        ),
    },
    yields_to=("CL701", "CL702"),
)

# What holds no sentences for a reader.
_NO_TEXT = frozenset({"html", "expression", "esm", "comment", "definition", "front_matter", "break"})
_TEXT_KINDS = frozenset({"prose", "list", "mixed"})
_HTML_HEADING = re.compile(r"<h[1-6][\s>]", re.IGNORECASE)


def digest(document: Document, context: Context) -> object:
    """Only a page without headings is reported, and that has one passage."""
    return ()


def check(document: Document, context: Context) -> Iterator[Report]:
    """Report the page at its first line of text; tables and code alone count no chunks."""
    sections = document.sections
    if len(sections) != 1 or sections[0].heading is not None or document.format == "plain":
        return
    (section,) = sections
    least = int(context.options["min-chunks"])
    if context.in_one_chunk(section.start, section.own_end):
        return
    text = [block for block in section.blocks if block.kind not in _NO_TEXT]
    with_text = {chunk.index for block in text for chunk in context.chunks_of(block.start, block.end)}
    chunks = sum(chunk.kind in _TEXT_KINDS for chunk in context.chunks if chunk.index in with_text)
    # Headings of HTML and those in quotes or containers are headings to other tools.
    if chunks < least or _HTML_HEADING.search(document.text) or document.of_kind("heading"):
        return
    first = section.blocks[0]
    end = min(first.end, document.lines.end(first.line))
    yield Report(first.start, end, {"chunks": chunks}, anchor="no headings")
