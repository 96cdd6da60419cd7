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


# Several documents


@pytest.fixture
def tree(folder: Path) -> Path:
    (folder / "docs" / "guide").mkdir(parents=True)
    (folder / "docs" / "guide" / "page.md").write_text(PAGE, "utf-8")
    (folder / "docs" / "short.md").write_text("# Short\n\nOne line.\n", "utf-8")
    (folder / "docs" / "left out.txt").write_text("Not Markdown.\n", "utf-8")
    return folder


def test_a_folder_becomes_an_index_in_which_every_chunk_has_its_own_id(tree: Path) -> None:
    done = chunklint(tree, "preview", "docs", "page.md", "--output-format", "jsonl")
    assert (done.returncode, done.stderr) == (0, b"")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert len({line["id"] for line in lines}) == len(lines) == 7
    assert [*dict.fromkeys(line["metadata"]["document_id"] for line in lines)] == [
        *("docs/guide/page.md", "docs/short.md", "page.md")
    ]
    alone = [
        json.loads(line)
        for line in chunklint(tree, "preview", "page.md", "--output-format", "jsonl").stdout.splitlines()
    ]
    assert [line for line in lines if line["path"] == "page.md"] == alone


def test_ids_of_several_profiles_differ_and_parents_are_found_by_them(tree: Path) -> None:
    (tree / "chunklint.toml").write_text(
        '[profiles.small]\nsplitter = "parents"\nmax-tokens = 100\n[profiles.large]\nsplitter = "parents"\n', "utf-8"
    )
    argv = ["preview", "docs", "--profile", "small", "--profile", "large", "--output-format", "jsonl"]
    lines = [json.loads(line) for line in chunklint(tree, *argv).stdout.splitlines()]
    by_id = {line["id"]: line for line in lines}
    assert len(by_id) == len(lines)
    small = [line for line in lines if line["role"] == "chunk"]
    assert {by_id[line["metadata"]["parent_id"]]["profile"] for line in small} == {"small", "large"}
    for line in small:
        parent = by_id[line["metadata"]["parent_id"]]
        assert (parent["profile"], parent["path"], parent["role"]) == (line["profile"], line["path"], "parent")


def test_json_of_a_folder_is_an_array_with_an_object_a_document(tree: Path) -> None:
    previews = json.loads(chunklint(tree, "preview", "docs", "--output-format", "json").stdout)
    assert [preview["path"] for preview in previews] == ["docs/guide/page.md", "docs/short.md"]
    alone = json.loads(chunklint(tree, "preview", "docs/short.md", "--output-format", "json").stdout)
    assert previews[1] == alone
    (tree / "empty").mkdir()
    done = chunklint(tree, "preview", "empty", "--output-format", "json")
    assert (done.returncode, json.loads(done.stdout)) == (0, [])


def test_cards_and_a_web_page_of_several_documents(tree: Path) -> None:
    cards = chunklint(tree, "preview", "docs").stdout.decode()
    assert "docs/guide/page.md: 3 chunks with " in cards
    assert "\n\ndocs/short.md: 1 chunk with " in cards
    done = chunklint(tree, "preview", "docs", "--output-format", "html", "--output-file", "chunks.html")
    assert (done.returncode, done.stdout) == (0, b"")
    shown = (tree / "chunks.html").read_text("utf-8")
    assert "<h1>Chunks: docs</h1>" in shown
    assert shown.count("<details>") == shown.count("</details>") == 2
    assert shown.count('<section class="card chunk">') == 4


def test_what_cannot_be_read_fails_the_run_and_keeps_nothing_else_out(tree: Path) -> None:
    (tree / "docs" / "broken.ipynb").write_text('{"cells": [', "utf-8")
    done = chunklint(tree, "preview", "docs", "gone.md", "--output-format", "jsonl")
    assert done.returncode == 2
    assert {json.loads(line)["path"] for line in done.stdout.splitlines()} == {"docs/guide/page.md", "docs/short.md"}
    said = done.stderr.decode().splitlines()
    assert said[0] == "chunklint: gone.md: no such file or folder."
    assert said[1].startswith("chunklint: docs/broken.ipynb is not a file that can be read: not a notebook")
    assert len(said) == 2


def test_a_page_that_a_splitter_fails_on_is_left_out_with_a_sentence(tree: Path) -> None:
    (tree / "cutting.py").write_text(
        "def cut(text):\n    if text.startswith('# Short'):\n        raise ValueError('short')\n    return [text]\n",
        "utf-8",
    )
    (tree / "chunklint.toml").write_text('splitter = "cutting:cut"\n', "utf-8")
    done = chunklint(tree, "preview", "docs", "--output-format", "jsonl")
    assert done.returncode == 2
    assert [json.loads(line)["path"] for line in done.stdout.splitlines()] == ["docs/guide/page.md"]
    assert done.stderr.decode().startswith("chunklint: docs/short.md is left out: ")
    assert ": short" in done.stderr.decode()
    sizes = chunklint(tree, "stats", "docs", "--output-format", "json")
    assert (sizes.returncode, json.loads(sizes.stdout)["unreadable"]) == (2, 1)


def test_one_file_is_compared_at_a_time(tree: Path) -> None:
    done = chunklint(tree, "preview", "docs", "--compare", "structure", "fixed")
    assert (done.returncode, done.stderr) == (2, b"chunklint: --compare shows one file at a time.\n")


# Notebooks


def test_chunks_of_a_notebook_lie_in_its_cells(tmp_path: Path) -> None:
    long = "".join(f"    total += {number}  # step {number} of many\n" for number in range(60))
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": "# Pumps\n\nText."},
        {
            "cell_type": "code",
            "metadata": {},
            "outputs": [],
            "source": f"def first():\n{long}\n\ndef second():\n{long}",
        },
        {"cell_type": "markdown", "metadata": {}, "source": "## End\n\n" + "Last words of it. " * 60},
    ]
    (tmp_path / "guide.ipynb").write_text(
        json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}), "utf-8"
    )
    preview = json.loads(chunklint(tmp_path, "preview", "guide.ipynb", "--output-format", "json").stdout)
    sources = [str(cell["source"]) for cell in cells]
    places = [(one["cell"], one["line"], one["end_cell"], one["end_line"]) for one in preview["chunks"]]
    assert places[0][:2] == (0, 1)
    assert places[-1] == (2, 1, 2, 3)
    assert all(end_line <= 124 for *_, end_line in places)
    for (cell, line, end_cell, end_line), chunk in zip(places, preview["chunks"], strict=True):
        assert sources[cell].split("\n")[line - 1] in chunk["text"]
        assert sources[end_cell].split("\n")[end_line - 1].rstrip() in chunk["text"]
        assert chunk["metadata"]["source_locator"] == f"guide.ipynb#cell{cell + 1}L{line}-cell{end_cell + 1}L{end_line}"
    cards = chunklint(tmp_path, "preview", "guide.ipynb").stdout.decode()
    assert "  cells 1–2  " in cards
    assert "  cell 3, lines 1–3  " in cards
    assert (
        "第 3 个单元格第 1～3 行"
        in chunklint(tmp_path, "preview", "guide.ipynb", "--language", "zh-CN").stdout.decode()
    )
    compared = chunklint(tmp_path, "preview", "guide.ipynb", "--compare", "structure", "fixed").stdout.decode()
    assert "= both cut" in compared
    assert " cell 3, line 1  ## End" in compared


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
    assert "分块预览" in chinese


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
