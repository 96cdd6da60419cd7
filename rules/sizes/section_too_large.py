"""CL301: a section whose own text no chunk can hold; it says where subheadings could go, not what they should say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from chunklint.api import Block, Context, Document, Lines, Option, Related, Report, Rule, Section, is_most_of

RULE = Rule(
    code="CL301",
    name="section-too-large",
    scope="section",
    severity="warning",
    summary={
        "en": "A section's own text is larger than a chunk",
        "zh-CN": "一节的正文超过了一块的上限",
    },
    messages={
        "default": {
            "en": "This section needs {chunks:chunk|chunks} ({tokens:token|tokens}, limit {limit}). A question about "
            "it may get only one part of the answer. Divide it with subheadings, for example before lines {lines}.",
            "zh-CN": "这一节会被切成 {chunks} 块（{tokens} token，上限 {limit}）。读者提问时可能只得到其中一部分。"
            "请用小标题把它分开，例如在以下各行之前：{lines}。",
        },
        "one-place": {
            "en": "This section needs {chunks:chunk|chunks} ({tokens:token|tokens}, limit {limit}). A question about "
            "it may get only one part of the answer. Divide it with a subheading, for example before line {lines}.",
            "zh-CN": "这一节会被切成 {chunks} 块（{tokens} token，上限 {limit}）。读者提问时可能只得到其中一部分。"
            "请用小标题把它分开，例如在第 {lines} 行之前。",
        },
        "one-block": {
            "en": "This section needs {chunks:chunk|chunks} ({tokens:token|tokens}, limit {limit}). A question about "
            "it may get only one part of the answer. No line stands out as the start of a new part: give "
            "its parts subheadings, or shorten it.",
            "zh-CN": "这一节会被切成 {chunks} 块（{tokens} token，上限 {limit}）。读者提问时可能只得到其中一部分。"
            "没有哪一行明显适合作为新的起点，请按内容加上小标题，或精简文字。",
        },
    },
    yields_to=("CL211", "CL503"),
    options={
        "min-chunks": Option(
            3,
            "From how many chunks on the finding is a warning; below it is an info.",
            summary_zh="至少要切成几块才算警告，不足则为提示。",
        ),
        "slack": Option(
            15,
            "How many percent over the limit a section may be before it is reported.",
            0,
            summary_zh="小节超出上限百分之几以内不报告。",
        ),
    },
)

# How far from an even division a place may be, as a share of a part: further off, parts come out lopsided.
_OFF_CENTRE = 0.4
_MOST_PLACES = 5
# Both are compiled when they are first asked for, which most runs never do. What begins like this goes on with what is
# before it: a heading would cut the thread.
_GOES_ON = (
    r"(?i)[\s*_>]*(?:(?:this|that|these|those|it|they|however|therefore|thus|so|but|and|then|otherwise|instead|here|note|"
    r"in (?:the|this) (?:above|previous|example)|as (?:shown|mentioned|described|you can see)|"
    r"e\.?g|i\.?e|for (?:example|instance)|also|or|similarly|finally|"
    r"(?:listing|figure|fig\.|table) \d)\b|/{3}|:{3}|[图表] ?\d|这|那|它|其|该|此|据此|上面|上述|以上|如上|在上|"
    r"例如|比如|此外|最后|可以看到|可见|由于|因此|所以|于是|然后|接着|但|不过|而|同样|另外|注意|也就是)"
)
_CHANGES = (
    r"(?i)\W*(?:change ?logs?|change history|release (?:notes|history)|(?:version|revision) history|"
    r"(?:更新|变更|修订|修改|发布|版本)(?:日志|记录|历史|说明))\W*"
)
_SOURCES = (
    r"(?i)(?:references|bibliography|works cited|sources|literature|further reading|see also|"
    r"contributors|authors|sponsors|thanks|acknowledge?ments)|"
    r"(?:参考文献|参考资料|参考链接|参考|引用|延伸阅读|扩展阅读|相关阅读|相关链接|贡献者|致谢|鸣谢|赞助者)"
)


def candidates(_: Document, context: Context) -> Iterable[Section]:
    """The sections with text that are in several chunks; changelogs are silent."""
    return () if context.is_changelog else context.parted_sections()


def check(section: Section, context: Context) -> Iterator[Report]:
    """Report the section at its heading, with the lines at which it could be divided."""
    wider = context.section_limit - context.limit
    room = context.room(section, own_heading=section.heading is None) + wider
    most = room + room * int(context.options["slack"]) // 100
    if context.at_most(section.start, section.own_end, most) or _is_of_changes(section):
        return
    context.measure_blocks(section.blocks)
    own = context.counted_apart(section, room)
    rest = [block for block in section.blocks if block not in own]
    if not rest:
        return
    apart = sum(context.size(block.start, block.end) for block in own)
    tokens = context.size(section.start, section.own_end) - apart
    if tokens <= most:
        return
    # However well it is packed, so many chunks it takes at least.
    needed = -(-tokens // max(1, room))
    chunks = max(2, needed if apart or wider else len(context.chunks_of(section.start, section.own_end)))
    places = _places(section, rest, context, tokens, chunks)
    paragraph = next((b for b in rest if b.kind == "paragraph" and is_most_of(section, b)), None)
    if _is_reading_list(section, rest) or (not places and paragraph is None and tokens * 2 <= room * 3):
        return
    heading = section.heading
    start, end = (heading.start, heading.end) if heading else _first_line(section, context)
    mild = tokens <= most * (int(context.options["min-chunks"]) - 1)
    yield Report(
        start,
        end,
        {
            "chunks": chunks,
            "tokens": tokens + context.section_limit - room,
            "limit": context.section_limit,
            "lines": Lines.of(map(context.line, places)),
        },
        variant="one-block" if not places else "one-place" if len(places) == 1 else "default",
        severity="info" if mild else None,
        related=tuple(
            Related(place, place, {"en": "could be divided here", "zh-CN": "可以在这里分开"}) for place in places
        ),
        anchor=section.title,
        cause=(paragraph.start, paragraph.end) if paragraph else None,
    )


def _is_of_changes(section: Section) -> bool:
    """Whether a section, or one that it belongs to, is a page's changelog."""
    return any(re.fullmatch(_CHANGES, title) for title in section.path)


def _is_reading_list(section: Section, blocks: Sequence[Block]) -> bool:
    """Whether a section is a list of sources or of links, which nobody reads from one end to the other."""
    if re.fullmatch(_SOURCES, section.title):
        return True
    if any(block.kind == "code" for block in blocks):
        return False
    entries = [item.children[0] for block in blocks if block.kind == "list" for item in block.children if item.children]
    links = sum(entry.content.startswith(("[", "<http", "http")) for entry in entries)
    return len(entries) > len(blocks) and links * 10 >= len(entries) * 9


def _first_line(section: Section, context: Context) -> tuple[int, int]:
    start = section.blocks[0].start
    return start, min(context.line_end(start), section.blocks[0].end)


def _places(section: Section, blocks: Sequence[Block], context: Context, tokens: int, chunks: int) -> list[int]:
    """Starts of paragraphs at which the section falls into parts of about equal size; at most five."""
    parts = min(chunks, _MOST_PLACES + 1)
    step = tokens / parts
    before = [0, *accumulate(context.size(block.start, block.end) for block in blocks[:-1])]
    places: list[int] = []
    least = 0.0
    for wanted in range(1, parts):
        near = [(abs(size - wanted * step), size, at) for at, size in enumerate(before) if size and size >= least]
        # The nearest one that is fit; whether one is takes a look at its sentences, so that only those near are asked.
        for off, size, at in sorted(near):
            if off > _OFF_CENTRE * step:
                break
            following = blocks[at + 1] if at + 1 < len(blocks) else None
            if _can_follow_a_heading(section, blocks[at], following, context):
                places.append(blocks[at].start)
                least = size + step / 2
                break
    return places


def _can_follow_a_heading(section: Section, block: Block, following: Block | None, context: Context) -> bool:
    """Whether a part of the section could start with this block: running text that begins something.

    A sentence that only announces what follows ("The response is:") belongs to what is before it, as does one that
    goes on with it ("However, …"); a heading in one panel of tabs would be missed in the others.
    """
    if block.kind != "paragraph" or not context.is_prose(block) or not context.same_tab(section.start, block.start):
        return False
    if re.match(_GOES_ON, block.content):
        return False
    announces = following is not None and context.lead_in(block, following)
    announces = announces or block.content.rstrip().endswith((":", "："))
    return not announces or len(context.sentences(block)) > 1
