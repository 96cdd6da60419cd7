"""Splitters that are missing, slow, broken or talk nonsense: one sentence each, and nothing else suffers."""

from __future__ import annotations

import time
import venv
from pathlib import Path

import pytest

from chunklint.chunking.adapters import process
from chunklint.chunking.adapters.errors import PageError, SplitterError
from chunklint.chunking.model import Profile
from chunklint.chunking.splitters import chunk_document
from chunklint.documents.reader import read_document
from chunklint.engine.registry import load_rules
from chunklint.engine.run import lint
from chunklint.settings.model import Settings
from tests.cli.program import chunklint

PAGE = "# Pump\n\nThe pump runs day and night.\n\n## Start\n\nOpen the valve, then press the green button twice.\n"
FUNCTIONS = """
import os, time

def paragraphs(text, joint="\\n\\n"):
    return [part for part in text.split(joint) if part.strip()]

def described(text):
    return [{"text": part, "headings": ["Pump"]} for part in paragraphs(text)]

def printing(text):
    print("noise" * 10_000)
    os.write(1, b"noise on the pipe\\n")
    return paragraphs(text)

def sleeping(text):
    time.sleep(600)

def spinning(text):
    while True:
        pass

def dying(text):
    os._exit(7)

def failing(text):
    raise KeyError("no such pump")

def empty(text):
    return []

def backwards(text):
    return paragraphs(text)[::-1]

def foreign(text):
    return ["A fox jumped over nine lazy dogs while nobody was looking at them."]

def one_text(text):
    return text

def numbers(text):
    return [1, 2]

def fetching(text):
    import urllib.request
    urllib.request.urlopen("http://example.org/")

def connecting(text):
    import socket
    socket.create_connection(("192.0.2.1", 80), timeout=1)

not_callable = 3
"""
REASONS = {
    "sleeping": "timeout",
    "spinning": "timeout",
    "dying": "failed",
    "failing": "failed",
    "empty": "empty",
    "backwards": "reordered",
    "foreign": "foreign",
    "one_text": "format",
    "numbers": "format",
    "fetching": "failed",
    "connecting": "failed",
}


@pytest.fixture
def folder(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """A project with a module of splitters, whose name is another in each test: a process loads a module once."""
    name = f"cutting_{abs(hash(request.node.name)) % 10**9}"
    (tmp_path / f"{name}.py").write_text(FUNCTIONS, "utf-8")
    (tmp_path / "page.md").write_text(PAGE, "utf-8")
    return tmp_path


def profile(folder: Path, function: str, **more: object) -> Profile:
    (module,) = folder.glob("cutting_*.py")
    return Profile(splitter=f"{module.stem}:{function}", **{"timeout": 1, **more})  # type: ignore[arg-type]


def cut(folder: Path, function: str, **more: object) -> list[str]:
    chunks = chunk_document(read_document(PAGE, "page.md"), profile(folder, function, **more), folder)
    return [chunk.text for chunk in chunks]


@pytest.mark.parametrize("function", ["paragraphs", "described", "printing"])
def test_a_function_of_the_projects_own_cuts(folder: Path, function: str) -> None:
    assert cut(folder, function) == [
        "# Pump",
        "The pump runs day and night.",
        "## Start",
        "Open the valve, then press the green button twice.\n",
    ]


def test_options_are_keywords(folder: Path) -> None:
    assert cut(folder, "paragraphs", splitter_options=(("joint", "\n\n## "),)) == PAGE.split("\n\n## ")


@pytest.mark.parametrize(("function", "reason"), REASONS.items())
def test_what_goes_wrong_on_a_page_is_one_finding_on_its_first_line(folder: Path, function: str, reason: str) -> None:
    document = read_document(PAGE, "page.md")
    settings = Settings(profiles=(profile(folder, function),), select=("CL407", "CL202"), root=folder)
    began = time.monotonic()
    (finding,) = lint(document, settings, load_rules())
    assert time.monotonic() - began < 30
    assert (finding.code, finding.severity, finding.variant, finding.start) == ("CL407", "error", reason, 0)
    for language in ("en", "zh-CN"):
        assert "Traceback" not in finding.message(language)  # type: ignore[arg-type]
        assert "\n" not in finding.message(language)  # type: ignore[arg-type]


def test_the_other_rules_still_report(folder: Path) -> None:
    document = read_document("# Pump\n\n## Empty\n\n## Start\n\nPress it.\n", "page.md")
    found = lint(document, Settings(profiles=(profile(folder, "failing"),), root=folder), load_rules())
    assert {finding.code for finding in found} >= {"CL407", "CL202"}


def test_after_a_failure_the_next_page_is_cut(folder: Path) -> None:
    with pytest.raises(PageError, match="longer than 1 second"):
        cut(folder, "sleeping")
    with pytest.raises(PageError, match="process ended"):
        cut(folder, "dying")
    assert len(cut(folder, "paragraphs")) == 4


def test_a_changed_function_is_loaded_anew(folder: Path) -> None:
    assert len(cut(folder, "paragraphs")) == 4
    (module,) = folder.glob("cutting_*.py")
    module.write_text("def paragraphs(text):\n    return [text]\n", "utf-8")
    assert len(cut(folder, "paragraphs")) == 1


def test_projects_with_modules_of_one_name_do_not_get_each_others(tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "cutting.py").write_text(f"def cut(text):\n    return ['{name} ' + text]\n", "utf-8")
    cut_by = Profile(splitter="cutting:cut")
    texts = [chunk_document(read_document(PAGE, "a.md"), cut_by, tmp_path / name)[0].text for name in ("one", "other")]
    assert [text.split()[0] for text in texts] == ["one", "other"]


def test_of_many_projects_few_keep_a_process(tmp_path: Path) -> None:
    for number in [*range(7), 0]:
        project = tmp_path / str(number)
        project.mkdir(exist_ok=True)
        (project / "cutting.py").write_text(f"def cut(text):\n    return ['{number} ' + text]\n", "utf-8")
        chunks = chunk_document(read_document(PAGE, "a.md"), Profile(splitter="cutting:cut"), project)
        assert chunks[0].text.startswith(f"{number} ")
        assert 1 <= sum(one.is_running for one in process._processes.values()) <= process._MOST_KEPT


@pytest.mark.parametrize("function", ["missing", "not_callable"])
def test_a_function_that_is_not_there_is_said_at_once(folder: Path, function: str) -> None:
    with pytest.raises(SplitterError, match="cannot be loaded") as caught:
        cut(folder, function)
    assert not isinstance(caught.value, PageError)


def test_a_missing_library_names_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    # A folder without packages stands for an environment that lacks it.
    monkeypatch.setenv("PYTHONNOUSERSITE", "1")
    monkeypatch.delenv("PYTHONPATH", raising=False)
    bare = tmp_path / "bare"
    venv.create(bare, with_pip=False)
    python = str(bare / "bin" / "python")
    for name, package in (("langchain-recursive", "langchain-text-splitters"), ("docling-hybrid", "docling")):
        with pytest.raises(SplitterError) as caught:
            chunk_document(read_document(PAGE, "page.md"), Profile(splitter=name, python=python))
        assert f"{python} -m pip install {package}" in str(caught.value)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("python", ["/no/such/python", "/dev/null"])
def test_a_python_that_is_none_is_said(python: str) -> None:
    with pytest.raises(SplitterError, match="cannot be run"):
        chunk_document(read_document(PAGE, "page.md"), Profile(splitter="docling-hybrid", python=python))


class TestProgram:
    def test_a_missing_function_is_misuse(self, folder: Path) -> None:
        (folder / "chunklint.toml").write_text('splitter = "nowhere:cut"\n', "utf-8")
        for command in ("check", "preview"):
            done = chunklint(folder, command, "page.md")
            assert done.returncode == 2
            assert done.stderr.decode().count("\n") == 1
            assert b"cannot be loaded" in done.stderr

    def test_a_page_that_fails_is_a_finding_for_check_and_misuse_for_preview(self, folder: Path) -> None:
        name = profile(folder, "failing").splitter
        (folder / "chunklint.toml").write_text(f'splitter = "{name}"\n', "utf-8")
        check = chunklint(folder, "check", "page.md", "--output-format", "concise")
        assert check.returncode == 1
        assert b"CL407 [error]" in check.stdout
        preview = chunklint(folder, "preview", "page.md")
        assert preview.returncode == 2
        assert b"no such pump" in preview.stderr

    def test_a_splitter_that_hangs_is_not_waited_for_on_every_page(self, folder: Path) -> None:
        name = profile(folder, "sleeping").splitter
        (folder / "chunklint.toml").write_text(f'splitter = "{name}"\ntimeout = 1\nselect = ["CL407"]\n', "utf-8")
        for number in range(8):
            (folder / f"page-{number}.md").write_text(PAGE, "utf-8")
        began = time.monotonic()
        done = chunklint(folder, "check", "--output-format", "concise")
        assert done.stdout.count(b"CL407") == 9
        assert done.stdout.count(b"took longer than 1 second") == 2
        # Two of nine pages are waited for; the rest of the time is for starting twice.
        assert time.monotonic() - began < 8

    @pytest.mark.parametrize(
        ("line", "sentence"),
        [
            ('splitter = "langchain-recursiv"', "did you mean 'langchain-recursive'"),
            ('splitter = "a:b:c"', "splitter must be one of"),
            ('splitter = "langchain-markdown-header"\nsplitter-options = {header = ["#"]}', "did you mean 'headers'"),
            ('splitter = "langchain-markdown-header"\nsplitter-options = {headers = "#"}', "must be a list of strings"),
            ('splitter-options = {headers = ["#"]}', "'structure' has no option 'headers'"),
            ('clean = ["tag"]', "did you mean 'tags'"),
            ("timeout = 0", "at least 1"),
        ],
    )
    def test_settings_that_no_splitter_understands_are_misuse(self, folder: Path, line: str, sentence: str) -> None:
        (folder / "chunklint.toml").write_text(line + "\n", "utf-8")
        done = chunklint(folder, "check", "page.md")
        assert done.returncode == 2
        assert sentence in done.stderr.decode()
