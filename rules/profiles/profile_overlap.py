"""CL801: a profile whose chunks repeat too much of each other, or nothing where cuts fall anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from chunklint.api import Option, Report, Rule

if TYPE_CHECKING:
    from chunklint.api import Profile, ProfileContext, ProfileUse

RULE = Rule(
    code="CL801",
    name="profile-overlap",
    scope="profile",
    severity="warning",
    summary={
        "en": "Chunks repeat too much of each other, or nothing where the splitter cuts anywhere",
        "zh-CN": "相邻两块重复过多，或在任意处切分却毫无重复",
    },
    messages={
        "default": {
            "en": "Each chunk repeats {percent} % of the one before ({overlap} of {limit}). A search then returns the "
            "same passage several times in place of other answers. Set overlap to {right} or less.",
            "zh-CN": "每一块都重复前一块的 {percent}%（{overlap}/{limit}）。检索时会反复返回同一段内容，"
            "挤掉其他答案。请把 overlap 设为不超过 {right}。",
        },
        "none": {
            "en": "Windows of fixed size without overlap cut sentences in two. Neither half answers a question about "
            'them. Set overlap to about {right}, or cut by structure (splitter = "structure").',
            "zh-CN": "按固定长度切分又没有重叠，句子会被切成两半。两半都答不了相关的问题。"
            '请把 overlap 设为 {right} 左右，或改为按结构切分（splitter = "structure"）。',
        },
    },
    options={
        "max-percent": Option(
            30,
            "The most that a chunk may repeat, in per cent of max-tokens.",
            minimum=13,
            summary_zh="重叠最多占 max-tokens 的百分之几。",
        )
    },
)

# An eighth of a chunk: what overlap is by default.
_USUAL_SHARE = 8


def concerns(profile: Profile) -> bool:
    """Whether the overlap is more than usual, or missing with windows."""
    return profile.overlap > profile.max_tokens // _USUAL_SHARE or (profile.splitter == "fixed" and not profile.overlap)


def check(use: ProfileUse, context: ProfileContext) -> Iterator[Report]:
    """Report the overlap of a profile."""
    profile = use.profile
    limit, most = profile.max_tokens, int(context.options["max-percent"])
    if 100 * profile.overlap > most * limit:
        data = {
            "percent": round(100 * profile.overlap / limit),
            "overlap": profile.overlap,
            "limit": limit,
            "right": most * limit // 100,
        }
        yield Report(0, 0, data, anchor=use.first_set("overlap", "max-tokens"))
    elif profile.splitter == "fixed" and profile.overlap == 0 and use.pages.cuts:
        yield Report(0, 0, {"right": limit // _USUAL_SHARE}, "none", anchor=use.first_set("overlap", "splitter"))
