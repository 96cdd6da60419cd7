"""CL805: sizes in characters over pages of which some are Chinese and some are not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from chunklint.api import Report, Rule

if TYPE_CHECKING:
    from chunklint.api import Profile, ProfileContext, ProfileUse

RULE = Rule(
    code="CL805",
    name="profile-size-unit",
    scope="profile",
    severity="info",
    summary={
        "en": "Sizes are in characters, which are worth far more in Chinese than in English",
        "zh-CN": "长度按字符计，而一个汉字的信息量远大于一个字母",
    },
    messages={
        "default": {
            "en": "{limit:character is|characters are} about {other} tokens of English, but {chinese} of Chinese. With "
            "{chinese_pages:Chinese page|Chinese pages} and {other_pages:other one|other ones}, one kind is cut too "
            "small or too large. Count in tokens instead (cl100k_base).",
            "zh-CN": "{limit} 个字符约合 {other} token 英文，换成中文却约合 {chinese} token。"
            "这里有 {chinese_pages} 个中文页面和 {other_pages} 个其他页面，总有一边的块过大或过小。"
            "请改用 token 计长（cl100k_base）。",
        },
    },
)

# Of ten pages, one: a single page in the other language does not ask for another unit.
_LEAST_SHARE = 10


def concerns(profile: Profile) -> bool:
    """Whether the profile counts characters."""
    return profile.tokenizer == "characters"


def check(use: ProfileUse, context: ProfileContext) -> Iterator[Report]:
    """Report the unit where at least a tenth of the pages is Chinese and at least a tenth is not."""
    pages = use.pages
    if _LEAST_SHARE * min(pages.chinese_pages, pages.other_pages) < max(1, pages.pages):
        return
    data = {
        "limit": use.profile.max_tokens,
        "other": _rounded(use.plain_tokens(0.0)),
        "chinese": _rounded(use.plain_tokens(1.0)),
        "chinese_pages": pages.chinese_pages,
        "other_pages": pages.other_pages,
    }
    yield Report(0, 0, data, anchor=use.first_set("tokenizer", "preset", "max-tokens"))


def _rounded(tokens: float) -> int:
    """An estimate as a person would say it: full tens."""
    return max(1, round(tokens / 10) * 10 if tokens > 100 else round(tokens))
