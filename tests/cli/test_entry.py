"""What is said and which code is given when something goes wrong inside."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from chunklint.__main__ import main
from chunklint.cli import session
from tests.cli.program import CLEAN_PAGE, WARNING_PAGE, chunklint


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "CHUNKLINT_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    file = tmp_path / "page.md"
    file.write_text(WARNING_PAGE, "utf-8")
    return file


def failing(error: BaseException, name: str = "page.md") -> Any:
    read = session.read_source

    def fail(source: session.Source) -> bytes:
        if source.printed == name:
            raise error
        return read(source)

    return fail


def test_an_error_of_ours_is_one_sentence_and_costs_one_file(
    page: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page.with_name("other.md").write_text(WARNING_PAGE, "utf-8")
    monkeypatch.setattr(session, "read_source", failing(ZeroDivisionError("secret")))
    assert main(["check", "--output-format", "json"]) == 3
    out, err = capsys.readouterr()
    assert [found["path"] for found in json.loads(out)] == ["other.md"]
    assert err.startswith("chunklint: page.md: an internal error (ZeroDivisionError) stopped the check of this file.")
    assert err.count("\n") == 1


def test_an_error_outside_of_files_is_one_sentence_too(
    page: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(values: object) -> None:
        raise AssertionError

    monkeypatch.setattr(session, "command_line", fail)
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert main(["check"]) == 3
    err = capsys.readouterr().err
    assert err.startswith("chunklint：内部错误（AssertionError），运行中止。")
    assert err.count("\n") == 1


def test_the_traceback_shows_when_asked_for(
    page: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(session, "read_source", failing(ZeroDivisionError("secret")))
    monkeypatch.setenv("CHUNKLINT_DEBUG", "1")
    assert main(["check", "page.md"]) == 3
    assert "Traceback" in capsys.readouterr().err


def test_ctrl_c_is_quiet(page: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(session, "read_source", failing(KeyboardInterrupt()))
    assert main(["check", "page.md"]) == 130
    assert capsys.readouterr().err == ""


def test_a_file_that_vanishes_is_a_finding(
    page: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(session, "read_source", failing(PermissionError(13, "Permission denied")))
    assert main(["check", "page.md", "--output-format", "json"]) == 1
    (found,) = json.loads(capsys.readouterr().out)
    assert (found["code"], found["path"], found["line"], found["severity"]) == ("CL709", "page.md", 1, "error")


@pytest.mark.parametrize(
    ("argv", "code", "sentence"),
    [
        (["chek"], 2, "chunklint: There is no command 'chek'; did you mean check?\n"),
        (["page.md"], 2, "chunklint: There is no command 'page.md'; did you mean check page.md?\n"),
        (["check", "--selekt", "x"], 2, "--extend-select or --select? Try 'chunklint check --help'.\n"),
        (["check", "--select"], 2, "chunklint: Option --select needs a value. Try 'chunklint check --help'.\n"),
        (["check", "--no-cache=1"], 2, "Option --no-cache takes no value. Try 'chunklint check --help'.\n"),
        (["check", "--fail-on", "x"], 2, "'x' is no value for --fail-on; choose from info, warning, error, never.\n"),
        (["preview"], 2, "chunklint: PATHS is missing.\n"),
        (["rule", "CL101", "CL102"], 2, "chunklint: Unexpected argument: CL102.\n"),
        (["preview", "gone.md"], 2, "chunklint: gone.md: no such file or folder.\n"),
        (["rule", "CL110"], 2, "There is no rule 'CL110'; did you mean CL"),
        (["rule", "empty-sektion"], 2, "; did you mean empty-section?\n"),
    ],
)
def test_mistakes_are_one_sentence_with_a_hint(
    page: Path, capsys: pytest.CaptureFixture[str], argv: list[str], code: int, sentence: str
) -> None:
    assert main(argv) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert sentence in err
    assert err.count("\n") == 1


def test_a_mistake_in_the_settings_names_its_line(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page.with_name("chunklint.toml").write_text('language = "en"\nfail-onn = "error"\n', "utf-8")
    assert main(["check", "page.md"]) == 2
    err = capsys.readouterr().err
    assert "chunklint.toml:2: " in err
    assert "did you mean" in err
    assert err.count("\n") == 1


def test_help_is_in_the_language_of_the_terminal(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("check", "preview", "rule", "rules", "config"):
        assert main([command, "--help"]) == 0
        english = capsys.readouterr().out
        assert english.startswith(f"Usage: chunklint {command} ")
        assert main([command, "--language", "zh-CN", "--help"]) == 0
        chinese = capsys.readouterr().out
        assert chinese.startswith(f"用法：chunklint {command} ")
        assert chinese.count("\n  --") == english.count("\n  --")


def test_without_a_command_help_is_shown_as_a_mistake(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "check" in err
    assert main(["--help"]) == 0
    assert "preview" in capsys.readouterr().out


def test_version(tmp_path: Path) -> None:
    done = chunklint(tmp_path, "--version")
    assert done.stdout.startswith(b"chunklint ")
    assert done.returncode == 0


def test_a_small_check_imports_nothing_that_it_can_do_without(page: Path) -> None:
    page.write_text(CLEAN_PAGE, "utf-8")
    done = chunklint(page.parent, "check", "page.md", PYTHONPROFILEIMPORTTIME="1")
    assert done.returncode == 0
    imported = {line.rsplit(b"|", 1)[-1].strip().decode() for line in done.stderr.splitlines()}
    assert "chunklint.cli.check" in imported
    assert not imported & {"click", "rich", "json", "hashlib", "shutil", "subprocess", "tomllib", "pygls", "tiktoken"}


@pytest.mark.parametrize("option", ["--baseline", "--changed-since", "--chunks", "--config", "--jobs", "--output-file"])
@pytest.mark.parametrize("form", ["{}=", "{} "])
def test_an_empty_value_is_not_taken_for_an_option_that_was_left_out(tmp_path: Path, option: str, form: str) -> None:
    (tmp_path / "page.md").write_text("# A\n\nText.\n", "utf-8")
    done = chunklint(tmp_path, "check", *form.format(option).split(" "), "page.md")
    assert done.returncode == 2
    assert done.stderr.decode() in (
        f"chunklint: Option {option} needs a value.\n",
        "chunklint: --jobs needs a number of processes from 1 to 1000, not ''.\n",
    )


def test_lists_and_the_name_of_standard_input_may_be_empty(tmp_path: Path) -> None:
    argv = ["check", "-", "--stdin-filename", "", "--ignore", "", "--extend-select", ""]
    assert chunklint(tmp_path, *argv, stdin=b"# A\n\nText.\n").returncode == 0


def test_chinese_has_a_short_name(tmp_path: Path) -> None:
    assert "没有可检查的文件" in chunklint(tmp_path, "check", "--language", "zh").stdout.decode()
    assert "没有 --nope 这个选项" in chunklint(tmp_path, "--language", "zh", "check", "--nope").stderr.decode()


def test_an_interruption_outside_of_any_command_ends_quietly(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(argv: list[str] | None) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("chunklint.cli.entry.guarded", interrupted)
    assert main(["check", "page.md"]) == 130


@pytest.mark.skipif(sys.platform == "win32", reason="a folder in use cannot be deleted there")
@pytest.mark.parametrize(
    "argv", [["check"], ["preview", "x.md"], ["config"], ["baseline"], ["diff", "HEAD"], ["rules"]]
)
def test_a_working_directory_that_was_deleted_is_one_sentence(tmp_path: Path, argv: list[str]) -> None:
    (tmp_path / "gone").mkdir()
    script = f"cd gone && rmdir ../gone && exec {shlex.quote(sys.executable)} -m chunklint {shlex.join(argv)}"
    environ = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "LC_ALL": "C.UTF-8"}
    done = subprocess.run(["sh", "-c", script], cwd=tmp_path, env=environ, capture_output=True, timeout=60, check=False)
    assert done.returncode in (0, 2)
    assert done.stderr in (b"", b"chunklint: The working directory does not exist any more.\n")
    assert done.returncode == 2 or argv == ["rules"]
