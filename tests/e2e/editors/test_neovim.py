"""A page in a real Neovim: an old one, which is pushed its findings, and a current one, which asks for them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.editors import install
from tests.e2e.editors.pages import CODES, FIXED, PAGE, needs

SCRIPT = Path(__file__).with_name("neovim.lua")


def run(nvim: str, tmp_path: Path, **environment: str) -> dict[str, Any]:
    page, result = tmp_path / "页 one.md", tmp_path / "result.json"
    page.write_text(PAGE, "utf-8")
    variables = {
        **os.environ,
        "PAGE": str(page),
        "SERVER": json.dumps([sys.executable, "-m", "chunklint", "server"]),
        "RESULT": str(result),
        "XDG_STATE_HOME": str(tmp_path / "state"),
        "LC_ALL": "C.UTF-8",
        **environment,
    }
    command = [nvim, "--headless", "--clean", "-c", f"luafile {SCRIPT}"]
    done = subprocess.run(command, env=variables, capture_output=True, text=True, timeout=90)
    assert result.is_file(), done.stdout + done.stderr
    told: dict[str, Any] = json.loads(result.read_text("utf-8"))
    return told


def check(told: dict[str, Any]) -> None:
    assert [one["code"] for one in told["found"]] == CODES
    # Neovim counts in bytes, whatever was agreed on: an emoji has four, a Han character three.
    assert (told["found"][0]["line"], told["found"][0]["column"]) == (2, 16)
    assert told["found"][0]["end_column"] - told["found"][0]["column"] == 3
    assert "Why it hurts retrieval" in told["hover"]
    assert any("Disable CL703" in title for title in told["actions"])
    assert (told["fixed"], told["undone"]) == (True, True)
    assert told["fixed_text"] == FIXED.splitlines()
    assert told["at_end"] == told["found"]


@pytest.mark.parametrize("is_pushed", [False, True])
def test_a_current_neovim_asks_for_findings_unless_it_cannot(tmp_path: Path, is_pushed: bool) -> None:
    told = run(str(needs(install.neovim)), tmp_path, **({"PUSH": "1"} if is_pushed else {}))
    assert told["pulls"] is not is_pushed
    assert told["encoding"] == "utf-8"
    check(told)


def test_an_old_neovim_is_pushed_its_findings(tmp_path: Path) -> None:
    told = run(needs(lambda: install.command("nvim")), tmp_path)
    assert told["pulls"] is False
    check(told)
