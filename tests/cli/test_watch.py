"""``chunklint check --watch``: it checks again when something changes, and ends cleanly."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli.program import CLEAN_PAGE, WARNING_PAGE, chunklint
from tests.gate.repository import SETTLED, repository

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal to play with")

END = re.compile(r"\[\d\d:\d\d:\d\d\] Watching (\d+) files? for changes; Ctrl\+C ends\.\r?\n")
CLEARED = "\x1b[2J\x1b[1;1H"
PATIENCE = 60  # seconds; a look comes every third of one, but the machine may be busy


class Watched:
    """A check that goes on, at a terminal."""

    def __init__(self, folder: Path, *argv: str) -> None:
        self.terminal, inner = pty.openpty()
        inherited = {name: value for name, value in os.environ.items() if name not in ("LANG", "LC_MESSAGES")}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "chunklint", "check", "--watch", "--output-format", "concise", *argv],
            cwd=folder,
            env=inherited | SETTLED | {"LC_ALL": "C.UTF-8", "TERM": "xterm", "NO_COLOR": "1"},
            stdin=inner,
            stdout=inner,
            stderr=inner,
        )
        os.close(inner)
        self.text = ""

    def screen(self) -> str:
        """What is on the screen once the next check is over."""
        deadline = time.monotonic() + PATIENCE
        while (end := END.search(self.text)) is None:
            assert time.monotonic() < deadline, self.text
            if select.select([self.terminal], [], [], 0.1)[0]:
                self.text += os.read(self.terminal, 65_536).decode()
        shown, self.text = self.text[: end.end()], self.text[end.end() :]
        assert shown.startswith(CLEARED)
        assert shown.count(CLEARED) == 1
        return shown.removeprefix(CLEARED).replace("\r\n", "\n")

    def end(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.terminal)


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    (tmp_path / "page.md").write_text(WARNING_PAGE, "utf-8")
    watching = Watched(tmp_path)
    yield watching
    watching.close()


def test_every_change_is_checked_and_ctrl_c_ends_it(watched: Watched, tmp_path: Path) -> None:
    assert "page.md:3:1: CL202 [warning]" in watched.screen()
    (tmp_path / "page.md").write_text(CLEAN_PAGE, "utf-8")
    assert watched.screen().startswith("All clean: no problem in 1 file.\n")
    (tmp_path / "new 页.md").write_text(WARNING_PAGE, "utf-8")
    screen = watched.screen()
    assert "new 页.md:3:1: CL202" in screen
    assert "Watching 2 files" in screen
    (tmp_path / "new 页.md").rename(tmp_path / "other.md")
    assert "other.md:3:1: CL202" in watched.screen()
    (tmp_path / "other.md").unlink()
    assert watched.screen().startswith("All clean: no problem in 1 file.\n")
    assert watched.end() == 0
    assert "Traceback" not in watched.text


def test_settings_are_watched_and_may_be_broken_for_a_while(watched: Watched, tmp_path: Path) -> None:
    watched.screen()
    settings = tmp_path / "chunklint.toml"
    settings.write_text("ignore = [", "utf-8")
    assert watched.screen().startswith("chunklint: chunklint.toml:1: not valid TOML: ")
    settings.write_text('ignore = ["CL202"]\n', "utf-8")
    assert watched.screen().startswith("All clean: ")
    (tmp_path / "team.toml").write_text("", "utf-8")
    settings.write_text('extend = "team.toml"\n', "utf-8")
    assert "CL202" in watched.screen()
    (tmp_path / "team.toml").write_text('ignore = ["CL202"]\n', "utf-8")
    assert watched.screen().startswith("All clean: ")


def test_a_program_that_ends_the_watch_is_obeyed(watched: Watched) -> None:
    watched.screen()
    watched.process.terminate()
    assert watched.process.wait(PATIENCE) == -signal.SIGTERM


def test_a_baseline_and_a_commit_are_watched(tmp_path: Path) -> None:
    repo = repository(tmp_path / "repo", {"page.md": CLEAN_PAGE})
    (repo / "page.md").write_text(WARNING_PAGE, "utf-8")
    watching = Watched(repo, "--changed-since", "HEAD")
    try:
        assert "CL202" in watching.screen()
        subprocess.run(["git", "commit", "-qam", "x"], cwd=repo, env=os.environ | SETTLED, check=True)
        assert watching.screen().startswith("No files to check.\n")
        assert watching.end() == 0
    finally:
        watching.close()


def test_fixes_settle(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text("##A\n\nText.\n", "utf-8")
    watching = Watched(tmp_path, "--fix")
    try:
        assert "Fixed 1 problem" in watching.screen()
        assert watching.screen().startswith("All clean: ")
        time.sleep(1.5)
        assert select.select([watching.terminal], [], [], 0)[0] == []
    finally:
        watching.close()


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (("-",), "--watch cannot be used with -."),
        (
            ("--output-format", "json"),
            "--watch writes for people; with --output-format json it needs --output-file.",
        ),
        (("no.md",), "no.md: no such file or folder."),
        (("--select", "CL0"), "no rule has the code, family or name 'CL0'"),
    ],
)
def test_what_cannot_be_watched(tmp_path: Path, argv: tuple[str, ...], sentence: str) -> None:
    done = chunklint(tmp_path, "check", "--watch", *argv)
    assert done.returncode == 2
    assert sentence in done.stderr.decode()
    assert done.stdout == b""
