"""Finds the material that some tests read besides their own cases; it holds none itself."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def shared(*parts: str) -> Path:
    """The path of something under the folder of shared material; the test is skipped where it is missing.

    The folder is the one that `CHUNKLINT_SHARED` names, or else `shared` beside the checkout.
    """
    folder = os.environ.get("CHUNKLINT_SHARED") or Path(__file__).resolve().parents[2] / "shared"
    path = Path(folder, *parts)
    if not path.exists():
        pytest.skip(f"no shared material {'/'.join(parts)}")
    return path
