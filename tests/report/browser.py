"""Opens a page in headless Chromium, as a reader would, and gives what it became; skips where there is no Chromium."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

_FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--virtual-time-budget=3000")


def dom(page: Path, fragment: str = "", *flags: str) -> str:
    """The page's document after its script ran; ``fragment`` is what follows ``#`` in its address."""
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("needs chromium")
    address = page.as_uri() + (f"#{fragment}" if fragment else "")
    profile = f"--user-data-dir={page.parent / 'profile'}"
    done = subprocess.run(
        [chromium, *_FLAGS, profile, *flags, "--dump-dom", address],
        capture_output=True,
        timeout=60,
        check=True,
        cwd=page.parent,
    )
    return done.stdout.decode()


def with_driver(html: str, script: str) -> str:
    """A page that also runs a test's script at its end, which its policy would forbid."""
    start = html.index('<meta http-equiv="Content-Security-Policy"')
    end = html.index(">", start) + 1
    return html[:start] + html[end:].replace("</body>", f"<script>{script}</script></body>")
