"""CL806: a profile that cuts by size through pages that have headings to cut at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from chunklint.api import Option, Report, Rule

if TYPE_CHECKING:
    from chunklint.api import Profile, ProfileContext, ProfileUse

RULE = Rule(
    code="CL806",
    name="profile-ignores-structure",
    scope="profile",
    severity="info",
    summary={
        "en": "Pages with headings are cut by size, in the middle of their sections",
        "zh-CN": "页面有标题，却按长度从小节中间切开",
    },
    messages={
        "default": {
            "en": "{percent} % of the cuts fall inside a section, though the pages have {headings:heading|headings}. "
            'Answers are torn apart and mixed with the next topic. Cut by structure: splitter = "structure".',
            "zh-CN": "{percent}% 的切点落在小节中间，而这些页面有 {headings} 个标题可供切分。"
            '答案会被拆开，还会混进下一个话题。请按结构切分（splitter = "structure"）。',
        },
    },
    options={
        "max-percent": Option(
            50,
            "The most cuts that may fall inside sections, in per cent.",
            summary_zh="落在小节中间的切点最多占百分之几。",
        )
    },
)

# Fewer cuts tell more of the pages than of the profile.
_LEAST_CUTS = 10


def concerns(profile: Profile) -> bool:
    """Whether the profile cuts by something else than structure."""
    return not profile.cuts_at_structure


def check(use: ProfileUse, context: ProfileContext) -> Iterator[Report]:
    """Report the splitter where most cuts fall inside sections that are, on the whole, no larger than a chunk."""
    pages = use.pages
    inside = 100 * pages.cuts_in_sections
    # Sections far larger than chunks must be cut inside by any splitter.
    is_too_large = 2 * pages.headings < pages.cuts_in_sections
    if pages.cuts >= _LEAST_CUTS and inside > int(context.options["max-percent"]) * pages.cuts and not is_too_large:
        data = {"percent": inside // pages.cuts, "headings": pages.headings}
        yield Report(0, 0, data, anchor=use.first_set("splitter", "preset"))
