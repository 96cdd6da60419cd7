"""CL804: separators without Chinese punctuation, used on Chinese text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from chunklint.api import Report, Rule

if TYPE_CHECKING:
    from chunklint.api import Profile, ProfileContext, ProfileUse

RULE = Rule(
    code="CL804",
    name="profile-separators",
    scope="profile",
    severity="warning",
    summary={
        "en": "Chinese text is cut with separators that have no Chinese punctuation",
        "zh-CN": "切分中文却没有设置中文标点作分隔符",
    },
    messages={
        "default": {
            "en": "Chinese text is cut between any two characters: no separator is Chinese punctuation. {cuts} of "
            "{all:cut|cuts} fall inside a clause, and an answer loses its beginning or end. Add “。”, “！”, “？”, “；” "
            "and “，” to separators.",
            "zh-CN": "分隔符里没有中文标点，中文会在任意两个字之间被切开。{all} 个切点中有 {cuts} 个落在句子中间，"
            "答案会缺头少尾。请在 separators 里加上“。”“！”“？”“；”“，”。",
        },
    },
)

_CHINESE_STOPS = "。！？；"
# So many cuts inside a clause are no accident, nor is one in ten: Markdown has line breaks to cut at. With chunks of
# 1,000 characters none of 1,600 cuts of Chinese documentation fell inside a clause, with 300 characters 42 of 5,500.
_LEAST_CUTS = 5
_ONE_IN = 10


def concerns(profile: Profile) -> bool:
    """Whether the profile cuts at a list of its own; the list that holds without one has Chinese punctuation."""
    return profile.splitter == "recursive" and not _has_chinese(profile)


def check(use: ProfileUse, context: ProfileContext) -> Iterator[Report]:
    """Report the separators where they did cut Chinese text between two characters."""
    pages = use.pages
    damage = pages.cuts_in_clauses
    if (damage >= _LEAST_CUTS or _ONE_IN * damage >= pages.cuts > 0) and not _has_chinese(use.profile):
        data = {"cuts": pages.cuts_in_clauses, "all": pages.cuts}
        yield Report(0, 0, data, anchor=use.first_set("separators", "preset", "splitter"))


def _has_chinese(profile: Profile) -> bool:
    separators = profile.separators
    return separators is None or any(stop in separator for separator in separators for stop in _CHINESE_STOPS)
