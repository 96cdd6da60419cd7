"""CL901: a comment that switches rules off where they have nothing to report."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from chunklint.api import Context, Report, Rule

if TYPE_CHECKING:
    from chunklint.api import Suppression

RULE = Rule(
    code="CL901",
    name="unused-suppression",
    scope="suppression",
    severity="warning",
    summary={
        "en": "A comment switches off a rule that has nothing to report there",
        "zh-CN": "屏蔽注释所屏蔽的规则在此处没有问题可报",
    },
    messages={
        "default": {
            "en": "Nothing is left here for this comment to hide: {names}. If the problem comes back, it is hidden "
            "too, and readers miss the answer before anybody notices. Remove the comment.",
            "zh-CN": "这条屏蔽注释已经没有作用：{names}。同样的问题以后再出现也会被它盖住，等到读者查不到才会发现。"
            "请删去这条注释。",
        },
        "all": {
            "en": "This comment switches all rules off, but there is nothing to hide here. If a problem comes up, "
            "nobody will see it until readers miss the answer. Remove the comment.",
            "zh-CN": "这条注释屏蔽了所有规则，但这里没有问题。以后出现的问题都会被它盖住，等到读者查不到才会发现。"
            "请删去这条注释。",
        },
        "some": {
            "en": "Part of this comment has nothing left to hide here: {names}. If the problem comes back, it is "
            "hidden too, and readers miss the answer before anybody notices. Remove {names} from it.",
            "zh-CN": "这条屏蔽注释有一部分已经没有作用：{names}。同样的问题以后再出现也会被它盖住，"
            "等到读者查不到才会发现。请从注释中删去 {names}。",
        },
        "enable": {
            "en": "This comment switches rules on again that are not switched off. Whoever edits the page later "
            "believes that the text above is not checked, though it is. Remove the comment.",
            "zh-CN": "这条注释要恢复的规则并没有被屏蔽。以后修改的人会以为上面的内容没有检查，其实检查过。"
            "请删去这条注释。",
        },
    },
    fixable="safe",
)


def check(suppression: Suppression, context: Context) -> Iterator[Report]:
    """Report the comment, or those of its names that have nothing to do; only rules that run can tell."""
    if suppression.is_unused:
        variant = "enable" if suppression.command == "enable" else "default" if suppression.names else "all"
        yield Report(
            suppression.start,
            suppression.end,
            {"names": ", ".join(name.text for name in suppression.names)},
            variant,
            fix=suppression.removal(),
        )
        return
    unused = suppression.unused
    if unused:
        yield Report(
            unused[0].start,
            unused[-1].end,
            {"names": ", ".join(name.text for name in unused)},
            "some",
            fix=suppression.removal(unused),
            anchor=context.document.slice(suppression.start, suppression.end),
        )
