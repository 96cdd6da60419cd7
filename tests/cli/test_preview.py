"""``chunklint preview``: cards for people, JSON for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.program import chunklint

PAGE = "# 指南\n\n" + "".join(f"## Part {number}\n\n{'Some words here. ' * 60}\n\n" for number in range(3))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "page.md").write_text(PAGE, "utf-8")
    return tmp_path


def test_json_has_every_chunk_with_its_place(folder: Path) -> None:
    preview = json.loads(chunklint(folder, "preview", "page.md", "--output-format", "json").stdout)
    assert preview["path"] == "page.md"
    assert preview["profile"]["name"] == "default"
    assert preview["profile"]["max_tokens"] == 400
    assert [chunk["index"] for chunk in preview["chunks"]] == list(range(len(preview["chunks"])))
    assert len(preview["chunks"]) == 3
    for chunk in preview["chunks"]:
        (start, end), *_ = chunk["spans"]
        assert PAGE[start:end] in chunk["text"]
        assert PAGE[:start].count("\n") + 1 == chunk["line"]
        assert 0 < chunk["tokens"] <= 400


def test_json_lines_have_a_chunk_each(folder: Path) -> None:
    lines = chunklint(folder, "preview", "page.md", "--output-format", "jsonl").stdout.decode().splitlines()
    whole = json.loads(chunklint(folder, "preview", "page.md", "--output-format", "json").stdout)
    assert [json.loads(line) for line in lines] == [
        {"path": "page.md", "profile": "default"} | chunk for chunk in whole["chunks"]
    ]


def test_standard_input_gives_what_the_file_gives(folder: Path) -> None:
    argv = ["preview", "--output-format", "json"]
    stdin = chunklint(folder, *argv, "-", "--stdin-filename", "page.md", stdin=PAGE.encode())
    assert stdin.stdout == chunklint(folder, *argv, "page.md").stdout


def test_cards(folder: Path) -> None:
    out = chunklint(folder, "preview", "page.md").stdout.decode()
    assert out.startswith("page.md: 3 chunks with ")
    assert "#2  lines 7–9  " in out or "#2  line" in out
    assert "指南 > Part 1" in out
    chinese = chunklint(folder, "preview", "page.md", "--language", "zh-CN").stdout.decode()
    assert "切成 3 块" in chinese


def test_several_profiles_are_shown_one_after_the_other(folder: Path) -> None:
    (folder / "chunklint.toml").write_text("[profiles.small]\nmax-tokens = 100\n[profiles.large]\n", "utf-8")
    argv = ["preview", "page.md", "--profile", "small", "--profile", "large"]
    assert chunklint(folder, *argv).stdout.decode().count("page.md: ") == 2
    previews = json.loads(chunklint(folder, *argv, "--output-format", "json").stdout)
    assert [preview["profile"]["name"] for preview in previews] == ["small", "large"]
    assert len(previews[0]["chunks"]) > len(previews[1]["chunks"])


def test_a_page_without_content_has_no_chunks(tmp_path: Path) -> None:
    (tmp_path / "empty.md").write_bytes(b"")
    assert json.loads(chunklint(tmp_path, "preview", "empty.md", "--output-format", "json").stdout)["chunks"] == []
    assert "0 chunks" in chunklint(tmp_path, "preview", "empty.md").stdout.decode()
