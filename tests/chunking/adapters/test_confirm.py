"""The comparison of an adapter with its library over a folder of pages: what it says, and that it can say no."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from chunklint.chunking.model import Chunk
from chunklint.documents.reader import read_document
from chunklint.tokens import get_counter
from tests.chunking.adapters import confirm
from tests.chunking.adapters.comparison import losses, profile_of, unsound

if TYPE_CHECKING:
    from pathlib import Path

NAME = "semantic-text-splitter"
TEXT = "# Pump\n\n" + "The pump runs day and night and is checked by hand. " * 30 + "\n\n## Stop\n\n先关闭阀门。\n"


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    pytest.importorskip("semantic_text_splitter")
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "pump.md").write_text(TEXT, "utf-8")
    (tmp_path / "empty.md").write_text("", "utf-8")
    (tmp_path / "broken.ipynb").write_text("{", "utf-8")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    return tmp_path


def test_every_page_below_a_folder_is_compared(pages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert confirm.main([NAME, "--pages", str(pages), "--size", "60", "--overlap", "0"]) == 0
    said = capsys.readouterr().out
    assert "pump.md" in said
    assert f"{NAME}: 3 pages, 2 equal, 1 not compared;" in said


def test_another_cut_is_said_and_fails(
    pages: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(confirm, "profile_of", lambda *given: replace(profile_of(*given), max_tokens=40))
    assert confirm.main([NAME, "--pages", str(pages), "--size", "60", "--overlap", "0"]) == 1
    assert "1 differs" in capsys.readouterr().out


def chunks(text: str, *parts: tuple[str, int, int]) -> list[Chunk]:
    document, counter = read_document(text), get_counter("characters")
    return [
        Chunk(index, document, counter, ((start, end),), text=said) for index, (said, start, end) in enumerate(parts)
    ]


def test_places_that_go_back_or_hold_something_else_are_unsound() -> None:
    assert unsound(NAME, "one two", chunks("one two", ("one", 0, 3), ("two", 4, 7))) is None
    assert "lies at" in str(unsound(NAME, "one two", chunks("one two", ("two", 4, 7), ("one", 0, 3))))
    assert "is not what stands" in str(unsound(NAME, "one two", chunks("one two", ("one", 0, 7))))


def test_a_lost_word_that_a_chunk_beside_says_is_counted() -> None:
    text = "one two three four"
    assert losses(text, chunks(text, ("one", 0, 3), ("four", 14, 18))) == (9, 0)
    assert losses(text, chunks(text, ("one two", 0, 3), ("four", 14, 18))) == (9, 1)
