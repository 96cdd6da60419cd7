"""Tells what a library's cuts depend on besides text and settings, for caches: its version; nothing is imported."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

from chunklint.chunking.adapters.catalogue import ADAPTERS, is_own

if TYPE_CHECKING:
    from chunklint.chunking.model import Profile


def stamp(profile: Profile) -> str:
    """What changes when a profile may cut the same text in another way; empty for splitters of our own.

    A function of the project's own may depend on anything: its stamp is always another.
    """
    if is_own(profile.splitter) or is_own(profile.embedding):
        return str(time.time_ns())
    if profile.splitter == "semantic" and profile.embedding != "lexical":
        files = [file for file in sorted(Path(profile.embedding).rglob("*")) if file.is_file()]
        return " ".join(f"{file.name}:{file.stat().st_mtime_ns}" for file in files)
    adapter = ADAPTERS.get(profile.splitter)
    if adapter is None:
        return ""
    if profile.python is not None:
        # Installing anything there changes the folder that packages are installed in.
        folders = sorted(Path(profile.python).parent.parent.glob("lib*/**/site-packages"))
        return " ".join(f"{folder}:{folder.stat().st_mtime_ns}" for folder in folders)
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"{adapter.distribution} {version(adapter.distribution)}"
    except PackageNotFoundError:
        return ""
