"""A document that cannot be read is one sentence of ``eval``, ``tune`` and ``questions``; the others are measured."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.evaluation.program_here import chunklint_here

PAGE = "# Pump\n\n## How long does it run?\n\nA pump runs for nine hours.\n"
QUESTION = {"query": "how long does a pump run", "doc": "page.md", "gold": "A pump runs for nine hours."}
BROKEN = {"broken.ipynb": b'{"cells": oops', "binary.md": bytes(range(256)) * 8}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "page.md").write_text(PAGE, "utf-8")
    (tmp_path / "questions.jsonl").write_text(json.dumps(QUESTION) + "\n", "utf-8")
    for name, data in BROKEN.items():
        (tmp_path / name).write_bytes(data)
    return tmp_path


@pytest.mark.parametrize(
    ("command", "written"),
    [
        (("eval", "--questions", "questions.jsonl"), "hit@5"),
        (("tune", "--questions", "questions.jsonl", "--time-limit", "1"), "keep default, which is in use"),
        (("questions",), "How long does it run?"),
    ],
    ids=["eval", "tune", "questions"],
)
def test_it_is_said_and_the_others_are_measured(folder: Path, command: tuple[str, ...], written: str) -> None:
    done = chunklint_here(folder, *command, "page.md", *BROKEN)
    assert done.returncode == 2
    assert written in done.stdout
    for name in BROKEN:
        assert f"chunklint: {name} is not a file that can be read: " in done.stderr
