"""CL803: a profile that damages much of what pages hold together; it stands for the single findings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from chunklint.api import Option, Report, Rule

if TYPE_CHECKING:
    from chunklint.api import Profile, ProfileContext, ProfileUse

_EN = (
    ' The splitter does it, not the pages: cut by structure (splitter = "structure"). --show-folded lists every place.'
)
_ZH = '原因在切分方式，不在页面：请改用按结构切分（splitter = "structure"）。加 --show-folded 可逐处查看。'

RULE = Rule(
    code="CL803",
    name="profile-breaks-structure",
    scope="profile",
    severity="info",
    summary={
        "en": "The splitter tears apart much of what the pages hold together",
        "zh-CN": "切分方式把页面中本应在一起的内容大量拆开",
    },
    messages={
        "headings": {
            "en": "{damaged} of {blocks} headings ({percent} %) end a chunk, their text is in the next one. It is then "
            "found without what it is about." + _EN,
            "zh-CN": "{blocks} 个标题中有 {damaged} 个（{percent}%）落在块尾，正文却在下一块。"
            "读者搜到那段话，却看不出在讲什么。" + _ZH,
        },
        "list-lead-ins": {
            "en": "{damaged} of {blocks} lists ({percent} %) are torn from the sentence that leads in. A list alone "
            "does not say what it lists." + _EN,
            "zh-CN": "{blocks} 个列表中有 {damaged} 个（{percent}%）与引导语被切开。单看列表，不知道列的是什么。" + _ZH,
        },
        "code-lead-ins": {
            "en": "{damaged} of {blocks} code blocks ({percent} %) are torn from the sentence that leads in. Code by "
            "itself does not say what it is for." + _EN,
            "zh-CN": "{blocks} 个代码块中有 {damaged} 个（{percent}%）与引导语被切开。单看代码，不知道用来做什么。"
            + _ZH,
        },
        "tables": {
            "en": "{damaged} of {blocks} tables ({percent} %) are cut though a chunk could hold them. Values are then "
            "found without the names of their columns." + _EN,
            "zh-CN": "{blocks} 张表中有 {damaged} 张（{percent}%）本可放进一块却被切开。"
            "读者查到数值，却不知是哪一列。" + _ZH,
        },
        "code": {
            "en": "{damaged} of {blocks} code blocks ({percent} %) are cut though a chunk could hold them. An answer "
            "then shows half an example." + _EN,
            "zh-CN": "{blocks} 个代码块中有 {damaged} 个（{percent}%）本可放进一块却被切开。读者只能看到半个示例。"
            + _ZH,
        },
        "cuts": {
            "en": "{damaged} of {blocks} cuts in running text ({percent} %) fall inside a sentence. Neither half of it "
            "answers a question." + _EN,
            "zh-CN": "正文的 {blocks} 个切点中有 {damaged} 个（{percent}%）落在句子中间。切成的两半都答不了问题。"
            + _ZH,
        },
    },
    options={
        "max-percent": Option(
            30,
            "The most blocks of one kind that may be damaged, in per cent.",
            summary_zh="某一类内容最多可以有百分之几被损坏。",
        ),
        "min-blocks": Option(
            10,
            "The fewest blocks of one kind that tell something of a profile.",
            summary_zh="某一类内容至少有几处，才足以评价一个方案。",
        ),
    },
)


def concerns(profile: Profile) -> bool:
    """Whether the profile cuts by something else than structure."""
    return not profile.cuts_at_structure


def check(use: ProfileUse, context: ProfileContext) -> Iterator[Report]:
    """Report the splitter once, with the kind of block that it damages most."""
    most, fewest = int(context.options["max-percent"]), int(context.options["min-blocks"])
    broken = [one for one in use.pages.damages if one.blocks >= fewest and 100 * one.damaged > most * one.blocks]
    if not broken:
        return
    worst = max(broken, key=lambda one: one.damaged / one.blocks)
    data = {
        "blocks": worst.blocks,
        "damaged": worst.damaged,
        "percent": 100 * worst.damaged // worst.blocks,
        # The findings that this one stands for.
        "folds": sorted(code for one in broken for code in one.codes),
        "kinds": {one.kind: {"blocks": one.blocks, "damaged": one.damaged} for one in broken},
    }
    yield Report(0, 0, data, variant=worst.kind, anchor=use.first_set("splitter", "preset"))
