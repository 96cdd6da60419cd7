"""Runs the program as other programs do: another process, with a settled language."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

WARNING_PAGE = "# Valves\n\n## Empty\n\n## Next\n\nText.\n"
INFO_PAGE = "# A\n\n### B\n\nText.\n"
CLEAN_PAGE = "# A\n\nText.\n"


def chunklint(
    folder: Path, *argv: str, stdin: bytes = b"", environ: Mapping[str, str] | None = None, **more: str
) -> subprocess.CompletedProcess[bytes]:
    """What the program wrote and its exit code, run in a folder."""
    inherited = {name: value for name, value in os.environ.items() if name not in _UNSETTLED}
    return subprocess.run(
        [sys.executable, "-m", "chunklint", *argv],
        cwd=folder,
        env=inherited | {"LC_ALL": "C.UTF-8"} | dict(environ or {}) | more,
        input=stdin,
        capture_output=True,
        timeout=60,
        check=False,
    )


_UNSETTLED = {"LANG", "LC_MESSAGES", "NO_COLOR", "FORCE_COLOR", "CHUNKLINT_DEBUG"}
