"""CL401: a list in another chunk than the sentence that announces it."""

from __future__ import annotations

from collections.abc import Iterator

from chunklint.api import Context, Document, Report, Rule

from ._lead_ins import parted_from

RULE = Rule(
    code="CL401",
    name="list-split-from-lead-in",
    scope="document",
    by_passage=True,
    severity="warning",
    summary={
        "en": "A list is in another chunk than the sentence that announces it",
        "zh-CN": "列表与引出它的那句话被切到了不同的块里",
    },
    messages={
        "default": {
            "en": "This sentence announces the list on line {line}, but the two are stored apart. The list is found "
            "without knowing what it lists. Shorten the list so that both fit ({tokens:token|tokens}, limit {limit}), "
            "or give it a heading that says what it lists.",
            "zh-CN": "这句话引出第 {line} 行的列表，两者却分在两块里。读者查到列表时，不知道它列的是什么。"
            "请精简列表，让两者放进同一块（共 {tokens} token，上限 {limit}），或给列表加一个说明内容的小标题。",
        },
        "splitter": {
            "en": "This sentence announces the list on line {line}, but the splitter stores the two apart. The list is "
            "found without knowing what it lists. A splitter that keeps lead-ins with their lists avoids it.",
            "zh-CN": "这句话引出第 {line} 行的列表，切块时却把两者分开了。读者查到列表时，不知道它列的是什么。"
            "换用能让引导语和列表留在一起的切分方式即可避免。",
        },
    },
    yields_to=("CL503",),
)


def check(document: Document, context: Context) -> Iterator[Report]:
    """Report each such sentence."""
    return parted_from("list", context, {"en": "the list", "zh-CN": "列表在这里"})
