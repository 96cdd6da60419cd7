"""CL902: a comment that switches off a rule that there is not, or with a command that there is not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from chunklint.api import Context, Edit, Fix, Report, Rule

if TYPE_CHECKING:
    from chunklint.api import Suppression

RULE = Rule(
    code="CL902",
    name="unknown-rule",
    scope="suppression",
    severity="warning",
    summary={
        "en": "A comment names a rule or a command that does not exist",
        "zh-CN": "屏蔽注释里写了不存在的规则或指令",
    },
    messages={
        "default": {
            "en": "There is no rule {name}, so nothing is switched off by that name. What the comment was to hide is "
            "reported all the same. 'chunklint rules' lists all names.",
            "zh-CN": "没有名为 {name} 的规则，这个名称不会屏蔽任何内容。想屏蔽的问题照样会报告。"
            "用“chunklint rules”可查看所有规则。",
        },
        "near": {
            "en": "There is no rule {name}; did you mean {near}? Nothing is switched off by that name, so what the "
            "comment was to hide is reported all the same. Correct the name.",
            "zh-CN": "没有名为 {name} 的规则，是不是 {near}？这个名称不会屏蔽任何内容，想屏蔽的问题照样会报告。"
            "请改正名称。",
        },
        "command": {
            "en": "chunklint-{name} is no command; did you mean chunklint-{near}? The comment has no effect. "
            "Correct the word.",
            "zh-CN": "没有 chunklint-{name} 这个指令，是不是 chunklint-{near}？这条注释不起作用。请改正指令。",
        },
    },
    fixable="unsafe",
)


def check(suppression: Suppression, context: Context) -> Iterator[Report]:
    """Report each unknown name at its place; a wrong command once, since its names then mean nothing."""
    near_command = suppression.near_command
    if near_command is not None:
        start = context.document.text.index(suppression.command, suppression.start)
        end = start + len(suppression.command)
        data = {"name": suppression.command, "near": near_command}
        yield Report(start, end, data, "command", fix=Fix(False, (Edit(start, end, near_command),)))
        return
    for name in suppression.unknown:
        near = suppression.near(name)
        if near is None:
            yield Report(name.start, name.end, {"name": name.text, "near": ""}, anchor=name.text)
        else:
            fix = Fix(False, (Edit(name.start, name.end, near),))
            yield Report(name.start, name.end, {"name": name.text, "near": near}, "near", fix=fix, anchor=name.text)
