"""CL201: a heading at the end of a chunk whose text is in the next one."""

from __future__ import annotations

from collections.abc import Iterator

from chunklint.api import Context, Related, Report, Rule, Section

RULE = Rule(
    code="CL201",
    name="orphaned-heading",
    scope="section",
    severity="warning",
    summary={
        "en": "A heading ends one chunk and its text starts the next",
        "zh-CN": "标题在一块的末尾，正文却在下一块",
    },
    messages={
        "default": {
            "en": "This heading ends a chunk, and its text is in the next one. The text is found without the words of "
            "its heading, or not at all. Shorten the heading, or the text after it (line {line}), so that both fit.",
            "zh-CN": "这个标题在一块的末尾，正文却在下一块。正文少了标题里的词，读者可能查不到。"
            "请缩短标题，或精简后面的正文（第 {line} 行），让两者放进同一块。",
        },
        "splitter": {
            "en": "This heading ends a chunk, and its text is in the next one. The text is found without the words of "
            "its heading. This splitter does not look at headings; one that cuts at them avoids it.",
            "zh-CN": "这个标题在一块的末尾，正文却在下一块。正文少了标题里的词。"
            "这种切分方式不看标题，换用按标题切分的方式即可避免。",
        },
    },
    yields_to=("CL202",),
)


def check(section: Section, context: Context) -> Iterator[Report]:
    """Report the heading of a section whose first block starts the chunk after the heading's."""
    heading = section.heading
    if heading is None or not section.blocks:
        return
    text = section.blocks[0]
    parted = context.parted(heading.start, text.start)
    if parted is None or context.document.text[heading.end : parted[0].end].strip():
        return
    yield Report(
        heading.start,
        heading.end,
        {"title": section.title, "line": context.line(text.start)},
        variant="default" if context.cut_severity is None else "splitter",
        severity=context.cut_severity,
        related=(Related(text.start, text.end, {"en": "the heading's text", "zh-CN": "标题的正文在这里"}),),
        anchor=section.title,
    )
