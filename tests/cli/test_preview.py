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
        {"path": "page.md", "profile": "default", "id": f"page.md#chunk-{at}", "role": "chunk"} | chunk
        for at, chunk in enumerate(whole["chunks"])
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


# Parents


def test_small_chunks_name_the_large_ones_that_are_there(folder: Path) -> None:
    (folder / "chunklint.toml").write_text('splitter = "parents"\nmax-tokens = 100\n', "utf-8")
    whole = json.loads(chunklint(folder, "preview", "page.md", "--output-format", "json").stdout)
    ids = [parent["id"] for parent in whole["parents"]]
    assert {chunk["metadata"]["parent_id"] for chunk in whole["chunks"]} == set(ids)
    lines = chunklint(folder, "preview", "page.md", "--output-format", "jsonl").stdout.decode().splitlines()
    roles = [json.loads(line)["role"] for line in lines]
    assert roles == ["parent"] * len(ids) + ["chunk"] * len(whole["chunks"])
    cards = chunklint(folder, "preview", "page.md").stdout.decode()
    assert "parents, cl100k_base, max-tokens = 100, " in cards
    assert "parent-max-tokens = 400" in cards
    assert "  parent-0" in cards


# Web pages


def test_a_web_page_shows_every_chunk_and_runs_nothing_of_the_document(folder: Path) -> None:
    evil = '# <script>alert(1)</script>\n\n<img src=x onerror="alert(2)">\n\n```html\n</pre><b>\n```\n'
    (folder / "page.md").write_text(evil + PAGE, "utf-8")
    shown = chunklint(folder, "preview", "page.md", "--output-format", "html").stdout.decode()
    chunks = json.loads(chunklint(folder, "preview", "page.md", "--output-format", "json").stdout)["chunks"]
    assert shown.count('<section class="card chunk">') == len(chunks)
    assert shown.startswith("<!DOCTYPE html>")
    assert "<script>alert" not in shown
    assert "<img" not in shown
    assert "&lt;/pre&gt;&lt;b&gt;" in shown
    chinese = chunklint(folder, "preview", "page.md", "--output-format", "html", "--language", "zh-CN").stdout.decode()
    assert "切块预览" in chinese


# Two profiles side by side


@pytest.fixture
def two(folder: Path) -> Path:
    (folder / "chunklint.toml").write_text(
        "[profiles.small]\nmax-tokens = 100\nmin-tokens = 0\n\n"
        '[profiles.windows]\nsplitter = "fixed"\nmax-tokens = 120\n',
        "utf-8",
    )
    return folder


def test_a_comparison_says_who_cuts_where(two: Path) -> None:
    argv = ["preview", "page.md", "--compare", "small", "windows"]
    found = json.loads(chunklint(two, *argv, "--output-format", "json").stdout)
    assert found["profiles"] == ["small", "windows"]
    starts = []
    for preview in found["previews"]:
        texts = [PAGE[start:] for (start, _), *_ in (chunk["spans"] for chunk in preview["chunks"][1:])]
        starts.append({len(PAGE) - len(text.lstrip()) for text in texts})
    assert [cut["offset"] for cut in found["cuts"]] == sorted(starts[0] | starts[1])
    for cut in found["cuts"]:
        names = [
            name for name, of_profile in zip(("small", "windows"), starts, strict=True) if cut["offset"] in of_profile
        ]
        assert cut["profiles"] == names
        assert cut["line"] == PAGE[: cut["offset"]].count("\n") + 1
        assert PAGE[cut["offset"] :].startswith(cut["text"].rstrip("…"))
    both = ["--profile", "small", "--profile", "windows", "--show-folded", "--output-format", "json"]
    findings = [one for one in json.loads(chunklint(two, "check", "page.md", *both).stdout) if one["path"] == "page.md"]
    for name in ("small", "windows"):
        codes = [one["code"] for one in findings if name in one["profiles"]]
        assert codes
        assert found["problems"][name] == {code: codes.count(code) for code in sorted(set(codes))}


def test_a_comparison_at_the_terminal(two: Path) -> None:
    out = chunklint(two, "preview", "page.md", "--compare", "small", "windows").stdout.decode()
    assert "the same under both" in out
    assert "\n< line" in out
    assert "\n> line" in out
    assert "= both cut before this line, < only small, > only windows." in out
    chinese = chunklint(two, "preview", "page.md", "--compare", "small", "windows", "--language", "zh-CN")
    assert "两边相同" in chinese.stdout.decode()


def test_a_comparison_as_a_web_page_has_what_belongs_together_in_a_row(two: Path) -> None:
    argv = ["preview", "page.md", "--compare", "small", "structure", "--output-format"]
    found = json.loads(chunklint(two, *argv, "json").stdout)
    shown = chunklint(two, *argv, "html").stdout.decode()
    common = [cut for cut in found["cuts"] if len(cut["profiles"]) == 2]
    assert common
    assert shown.count("<tr><td>") == len(common) + 1
    chunks = sum(len(preview["chunks"]) for preview in found["previews"])
    assert shown.count('<section class="card chunk">') == chunks


def test_presets_are_compared_like_profiles(folder: Path) -> None:
    done = chunklint(folder, "preview", "page.md", "--compare", "structure", "langchain-recursive")
    assert done.returncode == 0
    assert " tokens  " in done.stdout.decode()
    assert " characters" in done.stdout.decode()


def test_an_empty_page_can_be_compared(tmp_path: Path) -> None:
    (tmp_path / "empty.md").write_bytes(b"")
    for form in ("text", "json", "html"):
        done = chunklint(tmp_path, "preview", "empty.md", "--compare", "structure", "fixed", "--output-format", form)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["--compare", "small", "small"], "two different profiles, not small twice"),
        (["--compare", "small", "smal"], "no profile has the name 'smal'; did you mean 'small'?"),
        (["--compare", "small", "windows", "--profile", "small"], "--profile cannot be used with --compare"),
        (["--compare", "small", "windows", "--full"], "--full cannot be used with --compare"),
        (["--compare", "small", "windows", "--output-format", "jsonl"], "jsonl cannot be used with --compare"),
        (["--compare", "small"], "--compare"),
    ],
)
def test_what_cannot_be_compared_is_one_sentence(argv: list[str], said: str, two: Path) -> None:
    done = chunklint(two, "preview", "page.md", *argv)
    assert done.returncode == 2
    assert said in done.stderr.decode()
    assert done.stderr.decode().count("\n") == 1


# Settings


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('embedding = "lexicl"', "did you mean 'lexical'"),
        ("cut-percentile = 101", "cut-percentile must be at most 100, not 101"),
        ("cut-similarity = -1", "cut-similarity must be at least 0, not -1"),
        ("parent-max-tokens = 399", "parent-max-tokens, 399, must be at least max-tokens, 400"),
        ('code-parser = "grammar"', "code-parser must be one of 'lines', 'tree-sitter'"),
    ],
)
def test_settings_that_cannot_be_followed(line: str, said: str, folder: Path) -> None:
    (folder / "chunklint.toml").write_text(f"{line}\n", "utf-8")
    done = chunklint(folder, "preview", "page.md")
    assert done.returncode == 2
    assert done.stderr.decode().startswith("chunklint: chunklint.toml:1: ")
    assert said in done.stderr.decode()


def test_a_missing_extra_is_said_where_the_settings_ask_for_it(folder: Path) -> None:
    (folder / "chunklint.toml").write_text('code-parser = "tree-sitter"\n', "utf-8")
    hidden = folder / "hidden"
    hidden.mkdir()
    hook = "import importlib.util as u, sys\nreal = u.find_spec\n"
    hook += "u.find_spec = lambda name, *rest: None if name == 'tree_sitter_rust' else real(name, *rest)\n"
    (hidden / "sitecustomize.py").write_text(hook, "utf-8")
    done = chunklint(folder, "preview", "page.md", environ={"PYTHONPATH": str(hidden)})
    assert done.returncode == 2
    assert "not installed, tree-sitter-rust: pip install 'chunklint-lsp[code]'" in done.stderr.decode()
