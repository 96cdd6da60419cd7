"""The program's own sentences."""

from __future__ import annotations

from pathlib import Path
from string import Formatter

import pytest

import chunklint
from chunklint.report.phrases import PHRASES, phrase, suggestion


@pytest.mark.parametrize("name", PHRASES)
def test_both_languages_say_the_same_things(name: str) -> None:
    english, chinese = PHRASES[name]
    fields = [{field for _, field, _, _ in Formatter().parse(text) if field} for text in (english, chinese)]
    assert fields[0] == fields[1]
    assert english
    assert chinese


def test_every_sentence_is_said_somewhere() -> None:
    folder = Path(chunklint.__file__).parent
    source = "".join(
        path.read_text("utf-8") for name in ("cli", "gate", "report") for path in (folder / name).glob("*.py")
    )
    for name in PHRASES:
        family = name.partition(" ")[0]
        # The definition itself is one mention; a family of sentences is named with its last word filled in.
        assert source.count(f'"{name}"') > 1 or f'f"{family} {{' in source, name


def test_numbers_have_their_noun() -> None:
    assert phrase("all clean", "en", files=1) == "All clean: no problem in 1 file."
    assert phrase("all clean", "en", files=1200) == "All clean: no problem in 1,200 files."


def test_suggestions() -> None:
    assert suggestion([], "en") == "."
    assert suggestion(["a", "b"], "en") == "; did you mean a or b?"
    assert suggestion(["a", "b"], "zh-CN") == "，是不是 a 或 b？"
