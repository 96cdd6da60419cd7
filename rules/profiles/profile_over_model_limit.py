"""CL802: a profile that allows chunks longer than the embedding model reads."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from chunklint.api import Report, Rule

if TYPE_CHECKING:
    from chunklint.api import Profile, ProfileContext, ProfileUse

RULE = Rule(
    code="CL802",
    name="profile-over-model-limit",
    scope="profile",
    severity="error",
    summary={
        "en": "The profile allows chunks that the model cannot read to their end",
        "zh-CN": "切分方案允许的块超过了模型的输入上限",
    },
    messages={
        "default": {
            "en": "max-tokens = {limit} allows chunks of {tokens} model tokens, and the model reads {most}. The end "
            "of a full chunk is silently dropped and cannot be found. Set max-tokens to {right} or less.",
            "zh-CN": "max-tokens = {limit} 约合模型的 {tokens} token，而模型只读 {most}。"
            "装满的块会被悄悄截掉结尾，后面的内容查不到。请把 max-tokens 设为不超过 {right}。",
        },
    },
)

# An estimate has to be over the limit by this much: a factor is a mean, and no chunk is quite full.
_MARGIN = 1.05


def concerns(profile: Profile) -> bool:
    """Whether anything is known of the profile's model."""
    return profile.model_limit is not None or profile.embedding_model is not None


def check(use: ProfileUse, context: ProfileContext) -> Iterator[Report]:
    """Report ``max-tokens`` if a full chunk of the pages' language is over the limit."""
    limit = use.model_limit
    if limit is None:
        return
    size = use.profile.max_tokens
    if limit.model is not None:
        tokens = limit.model.tokens(use.plain_tokens(), use.pages.chinese_share)
        is_over = tokens > limit.limit * (1.0 if limit.model.factor_is_exact else _MARGIN)
    else:
        tokens = round(use.plain_tokens()) if use.profile.tokenizer == "characters" else size
        is_over = tokens > limit.limit
    if is_over:
        data = {"limit": size, "tokens": tokens, "most": limit.limit, "right": _rounded(size * limit.limit // tokens)}
        yield Report(0, 0, data, anchor=use.first_set("max-tokens", "embedding-model", "model-limit"))


def _rounded(size: int) -> int:
    """A size that a person would set: down to full tens."""
    return size - size % 10 if size > 100 else size
