"""A page in a real Emacs with eglot, which is pushed its findings."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.e2e.editors import install
from tests.e2e.editors.pages import FIXED, PAGE, needs

SCRIPT = Path(__file__).with_name("eglot.el")


def test_findings_are_shown_and_fixed(tmp_path: Path) -> None:
    emacs = needs(lambda: install.command("emacs"))
    page, result = tmp_path / "页 one.md", tmp_path / "result.json"
    page.write_text(PAGE, "utf-8")
    variables = {
        **os.environ,
        "PAGE": str(page),
        "SERVER": json.dumps([sys.executable, "-m", "chunklint", "server"]),
        "RESULT": str(result),
        "HOME": str(tmp_path),
        "LC_ALL": "C.UTF-8",
    }
    command = [emacs, "-Q", "--batch", "-l", str(SCRIPT)]
    done = subprocess.run(command, env=variables, capture_output=True, text=True, timeout=120)
    assert result.is_file(), done.stdout + done.stderr
    told = json.loads(result.read_text("utf-8"))
    assert [one["line"] for one in told["found"]] == [2, 4]
    assert "U+200B" in told["found"][0]["message"]
    assert any("Disable CL703" in title for title in told["actions"])
    assert (told["fixed"], told["undone"]) == (True, True)
    assert told["fixed_text"] == FIXED
