"""A small documentation site with questions, written for tests: English and Chinese, tables, code, an FAQ."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_TOPICS = {
    "backup": ("Backups run every night at 02:00 and are kept for 30 days.", "restore --from snapshot"),
    "billing": ("Invoices are sent on the first day of each month by e-mail.", "invoice list --open"),
    "keys": ("An access key is valid for 90 days and is then rotated.", "key rotate --now"),
    "limits": ("A project may hold at most 200 collections.", "quota show"),
    "network": ("Only port 8443 has to be open for replication.", "ping replica"),
}
_CHINESE = {
    "beifen": ("备份", "备份每天凌晨两点执行，保留三十天。"),
    "zhangdan": ("账单", "账单在每月一号通过邮件发送。"),
    "miyao": ("密钥", "访问密钥的有效期为九十天，到期后自动轮换。"),
    "peie": ("配额", "每个项目最多可以有两百个集合。"),
}


def write_site(folder: Path) -> Path:
    """Write the pages under ``docs`` and the questions beside them; gives the path of the questions."""
    docs = folder / "docs"
    docs.mkdir()
    questions = []
    for name, (fact, command) in _TOPICS.items():
        (docs / f"{name}.md").write_text(_english(name, fact, command), "utf-8")
        query = f"what is the rule for {name}"
        questions.append({"query": query, "doc": f"docs/{name}.md", "gold": fact, "kind": "prose", "origin": "natural"})
        query = f"Which command belongs to {name}?"
        questions.append({"query": query, "doc": f"{name}.md", "gold": command, "kind": "code", "origin": "template"})
    for name, (title, fact) in _CHINESE.items():
        (docs / f"{name}.md").write_text(_chinese(title, fact), "utf-8")
        query = f"{title}有什么规定"
        questions.append({"query": query, "doc": f"{name}.md", "gold": fact, "kind": "prose", "origin": "natural"})
    path = folder / "questions.jsonl"
    lines = (json.dumps({"id": str(at)} | one, ensure_ascii=False) for at, one in enumerate(questions))
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


def _english(name: str, fact: str, command: str) -> str:
    filler = " ".join(f"This part of the guide tells operators more about subject {at}." for at in range(30))
    return (
        f"# {name.title()}\n\n{filler}\n\n## Rules\n\n{fact}\n\n{filler}\n\n## Commands\n\nRun this:\n\n"
        f"```sh\n{command}\n```\n\n## Settings\n\n| Name | Default | Description |\n| --- | --- | --- |\n"
        f"| {name}_size | 10 | The largest size. |\n| {name}_time | 60 | Seconds to wait. |\n\n"
        f"## How do I switch {name} off?\n\nSet `{name}_enabled` to false and restart the service.\n"
    )


def _chinese(title: str, fact: str) -> str:
    filler = "".join(f"这一部分向运维人员介绍第 {at} 个方面的内容。" for at in range(30))
    return (
        f"# {title}\n\n{filler}\n\n## 规定\n\n{fact}\n\n{filler}\n\n## 参数\n\n| 名称 | 默认值 | 说明 |\n"
        f"| --- | --- | --- |\n| 上限 | 10 | 最大的数量 |\n| 等待时间 | 60 | 等待的秒数 |\n\n"
        f"## 如何关闭{title}？\n\n把对应的开关设为 false，然后重启服务。\n"
    )
