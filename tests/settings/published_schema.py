"""The settings' schema that the wheel holds; `python -m tests.settings.published_schema` writes it anew."""

from __future__ import annotations

import json
from pathlib import Path

from chunklint.engine.registry import load_rules
from chunklint.settings.schema import settings_schema

FILE = Path(__file__).parents[2] / "chunklint" / "settings" / "schema.json"


def published() -> str:
    """What the file has to hold: the schema with the built-in rules, in English."""
    rules = [loaded.rule for loaded in load_rules().rules]
    return json.dumps(settings_schema(rules), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(published(), "utf-8")
