"""CL402: a code block in another chunk than the sentence that announces it."""

from __future__ import annotations

from collections.abc import Iterator

from chunklint.api import Context, Document, Report, Rule

from ._lead_ins import parted_from

RULE = Rule(
    code="CL402",
    name="code-split-from-lead-in",
    scope="document",
    by_passage=True,
    severity="warning",
    summary={
        "en": "A code block is in another chunk than the sentence that announces it",
        "zh-CN": "代码与引出它的那句话被切到了不同的块里",
    },
    messages={
        "default": {
            "en": "This sentence announces the code on line {line}, but the two are stored apart. A question in words "
            "finds the sentence without the code. Shorten the code so that both fit ({tokens:token|tokens}, limit "
            "{limit}), or say in a comment at its top what it does.",
            "zh-CN": "这句话引出第 {line} 行的代码，两者却分在两块里。读者用文字提问时，只能查到这句话，查不到代码。"
            "请精简代码，让两者放进同一块（共 {tokens} token，上限 {limit}），或在代码开头用注释说明用途。",
        },
        "splitter": {
            "en": "This sentence announces the code on line {line}, but the splitter stores the two apart. A question "
            "in words finds the sentence without the code. A splitter that keeps lead-ins with their code avoids it.",
            "zh-CN": "这句话引出第 {line} 行的代码，切块时却把两者分开了。读者用文字提问时，只能查到这句话，"
            "查不到代码。换用能让引导语和代码留在一起的切分方式即可避免。",
        },
    },
    yields_to=("CL503",),
)


def check(document: Document, context: Context) -> Iterator[Report]:
    """Report each such sentence."""
    return parted_from("code", context, {"en": "the code", "zh-CN": "代码在这里"})
