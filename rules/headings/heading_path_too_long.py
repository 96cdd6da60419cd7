"""CL210: a heading path that takes up much of what a chunk may hold."""

from __future__ import annotations

from collections.abc import Iterator

from chunklint.api import Context, Document, Option, Report, Rule, Section

RULE = Rule(
    code="CL210",
    name="heading-path-too-long",
    scope="document",
    severity="info",
    summary={
        "en": "The heading path takes up much of a chunk",
        "zh-CN": "标题路径在一块里占得太多",
    },
    messages={
        "default": {
            "en": "The headings down to this one take {tokens:token|tokens} of every chunk here (limit {limit}). That "
            "leaves little room for the text, which is cut into more pieces. Shorten the longest: {longest}.",
            "zh-CN": "到这个标题为止的标题路径，在每一块里都要占 {tokens} token（上限 {limit}）。"
            "留给正文的地方很少，正文会被切得更碎。请缩短其中最长的标题：{longest}。",
        },
    },
    options={
        "max-percent": Option(
            25,
            "The most of a chunk that the heading path may take, in percent.",
            summary_zh="标题路径最多占一块的百分之几。",
        ),
    },
    yields_to=("CL701",),
)

_LONGEST_SHOWN = 40


def digest(document: Document, context: Context) -> object:
    """The headings and their chunks."""
    return context.outline


def check(document: Document, context: Context) -> Iterator[Report]:
    """Report the first section with text whose path is too long, once for each heading that makes it so."""
    if not context.profile.heading_path:
        return
    most = context.limit * int(context.options["max-percent"]) // 100
    blamed: set[int] = set()
    for section in document.sections:
        # A text has no more tokens than bytes, and no character more than four.
        if not section.blocks or sum(map(len, section.path)) * 4 + 3 * len(section.path) <= most:
            continue
        above = list(_with_parents(section))
        tokens = context.size_of_text(" > ".join(section.path))
        if section.heading is None or tokens <= most or any(over.index in blamed for over in above):
            continue
        longest = max(above, key=lambda over: context.size_of_text(over.title))
        blamed.update((longest.index, section.index))
        title = longest.title
        shown = title if len(title) <= _LONGEST_SHOWN else f"{title[:_LONGEST_SHOWN]}…"
        data = {"tokens": tokens, "limit": context.limit, "longest": shown}
        yield Report(section.heading.start, section.heading.end, data, anchor=section.title)


def _with_parents(section: Section) -> Iterator[Section]:
    above: Section | None = section
    while above is not None:
        yield above
        above = above.parent
