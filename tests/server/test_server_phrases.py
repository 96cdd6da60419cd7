"""What the server says is there in both languages, about the same things."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

import chunklint.server
from chunklint.server.phrases import PHRASES


@pytest.mark.parametrize("name", PHRASES)
def test_both_languages_say_the_same_things(name: str) -> None:
    english, chinese = ({field for _, field, _, _ in Formatter().parse(text) if field} for text in PHRASES[name])
    assert english == chinese


def test_every_phrase_is_used() -> None:
    (folder,) = chunklint.server.__path__
    source = "".join(path.read_text("utf-8") for path in Path(folder).glob("*.py") if path.name != "phrases.py")
    used = set(re.findall(r'"([a-z ]+)"', source)) | {f"suppress {what}" for what in ("line", "file")}
    assert set(PHRASES) <= used
