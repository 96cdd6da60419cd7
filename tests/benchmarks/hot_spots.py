"""The functions that take most of a check's time over a folder; to look for what to tune, not to compare."""

from __future__ import annotations

import cProfile
import gc
import io
import pstats
from pathlib import Path

SHOWN = 25


def hot_spots(folder: str) -> str:
    """The first functions by the time that they take themselves, over all Markdown files of a folder."""
    from chunklint.engine.registry import load_rules
    from chunklint.engine.run import lint, read_bytes
    from chunklint.settings.model import Settings

    pages = [(file.as_posix(), file.read_bytes()) for file in sorted(Path(folder).rglob("*.md")) if file.is_file()]
    registry, settings = load_rules(), Settings()
    for name, data in pages[:20]:
        lint(read_bytes(data, name), settings, registry)
    profile = cProfile.Profile()
    gc.disable()
    profile.enable()
    for name, data in pages:
        lint(read_bytes(data, name), settings, registry)
    profile.disable()
    gc.enable()
    out = io.StringIO()
    pstats.Stats(profile, stream=out).strip_dirs().sort_stats("tottime").print_stats(SHOWN)
    return f"{len(pages)} pages, {sum(len(data) for _, data in pages) / 1e6:.1f} MB\n{out.getvalue()}"
