"""Draws the README's picture from real output: runs `chunklint check` on two samples and writes check.png beside them.

Needs Chromium and the font Noto Sans Mono CJK, in which Chinese characters are as wide as two Latin ones.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

HERE = Path(__file__).parent
COLUMNS = 120
COMMANDS = (
    ("check", "--select", "CL101,CL205,CL403", "backup-guide.md"),
    ("check", "--language", "zh-CN", "backup-guide.zh.md"),
)
PAGE = """<html><meta charset="utf-8"><style>
body {{ margin: 0; padding: 18px 24px; background: #16181d; color: #d9d9d9; }}
pre {{ margin: 0; font: 15px/21px "Noto Sans Mono CJK SC", monospace; }}
</style><pre>{code}</pre></html>"""


def main() -> None:
    """Run the tool as a person would, in colour, and draw what it prints."""
    environment = os.environ | {"COLUMNS": str(COLUMNS), "LANG": "C.UTF-8"}
    program = str(Path(sys.executable).with_name("chunklint"))
    with Path(os.devnull).open("w") as nowhere, tempfile.TemporaryDirectory() as folder:
        console = Console(record=True, width=COLUMNS, file=nowhere, force_terminal=True, color_system="truecolor")
        for command in COMMANDS:
            argv = [program, *command, "--color", "always", "--fail-on", "never"]
            done = subprocess.run(argv, cwd=HERE, env=environment, capture_output=True, text=True, check=True)
            console.print(Text.from_ansi(f"$ chunklint {' '.join(command)}\n\n{done.stdout}"))
        page = Path(folder) / "page.html"
        page.write_text(console.export_html(theme=MONOKAI, inline_styles=True, code_format=PAGE), "utf-8")
        draw(page, HERE / "check.png")


def draw(page: Path, picture: Path) -> None:
    """Take a picture of a page with headless Chromium."""
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-background-networking"]
    flags += ["--window-size=1160,1130", f"--user-data-dir={page.parent}", f"--screenshot={picture}"]
    subprocess.run(["chromium", *flags, page.as_uri()], check=True, capture_output=True)


if __name__ == "__main__":
    main()
