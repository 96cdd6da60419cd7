"""``chunklint check``: lints files, folders and standard input one by one, and writes what it finds."""

from __future__ import annotations

import gc
import os
import sys
from typing import TYPE_CHECKING, Any

from chunklint.cli.errors import CLEAN, FINDINGS, INTERNAL_ERROR, MISUSE, MisuseError
from chunklint.cli.options import COLOR, CONFIG, LANGUAGE, PROFILE, STDIN_FILENAME, Command, Option, output_format
from chunklint.engine.model import SEVERITIES
from chunklint.report.formats import FORMATS

if TYPE_CHECKING:
    from collections.abc import Mapping

COMMAND = Command(
    "check",
    (
        "Report what chunking would damage in PATHS (default: the working directory); - is standard input.",
        "检查 PATHS（默认为当前目录）在切块后会损坏的内容；- 表示标准输入。",
    ),
    (
        output_format(*FORMATS),
        Option("--output-file", ("Write to FILE instead of standard output.", "写入 FILE，而非标准输出。"), "FILE"),
        CONFIG,
        PROFILE,
        Option(
            "--select",
            (
                "Rules to run: codes, prefixes, names or ALL, separated by commas.",
                "要运行的规则：代码、前缀、名称或 ALL，以逗号分隔。",
            ),
            "RULES",
            repeat=True,
        ),
        Option("--ignore", ("Rules to leave out.", "不运行的规则。"), "RULES", repeat=True),
        Option(
            "--extend-select",
            ("Rules to run besides those selected.", "在所选规则之外另外运行的规则。"),
            "RULES",
            repeat=True,
        ),
        Option(
            "--fail-on",
            (
                "Exit with 1 if a finding is at least this severe (default: warning).",
                "出现不低于此级别的问题时，退出码为 1（默认 warning）。",
            ),
            "SEVERITY",
            ("info", "warning", "error", "never"),
        ),
        Option(
            "--statistics",
            ("Print how often each rule was broken instead.", "只输出各规则的问题数。"),
        ),
        STDIN_FILENAME,
        Option(
            "--force-exclude",
            ("Leave excluded files out even if they are named.", "即使指明了文件，也按排除设置跳过。"),
        ),
        Option("--no-cache", ("Neither read nor write cached results.", "不读写结果缓存。")),
        LANGUAGE,
        COLOR,
    ),
    argument="PATHS",
    many=True,
)
def run(values: Mapping[str, Any]) -> int:
    return 0
