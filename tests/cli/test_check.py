"""``chunklint check`` as it is called: exit codes, streams, formats, languages."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.program import CLEAN_PAGE, INFO_PAGE, WARNING_PAGE, chunklint


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "warning.md").write_text(WARNING_PAGE, "utf-8")
    (tmp_path / "info.md").write_text(INFO_PAGE, "utf-8")
    (tmp_path / "clean.md").write_text(CLEAN_PAGE, "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("argv", "code"),
    [
        (["."], 1),
        ([], 1),
        (["clean.md"], 0),
        (["info.md"], 0),
        (["info.md", "--fail-on", "info"], 1),
        (["docs", "--fail-on", "error"], 0),
        (["docs", "--fail-on=never"], 0),
        (["docs", "--ignore", "CL202"], 0),
        (["docs", "--select", "CL203,CL205"], 0),
        (["docs", "--select", "CL203", "--extend-select", "empty-section"], 1),
        (["--fail-on", "often"], 2),
        (["--select", "CL999"], 2),
        (["--config", "missing.toml"], 2),
        (["--profile", "missing"], 2),
        (["--output-format", "yaml"], 2),
        (["--output-file", "no/such/folder/out.txt"], 2),
        (["--selekt", "CL1"], 2),
        (["missing.md"], 2),
    ],
)
def test_exit_codes(folder: Path, argv: list[str], code: int) -> None:
    done = chunklint(folder, "check", *argv)
    assert done.returncode == code
    assert b"Traceback" not in done.stderr
    if code == 2:
        assert done.stderr.startswith(b"chunklint: ")
        assert done.stderr.count(b"\n") == 1


def test_the_threshold_never_changes_the_output(folder: Path) -> None:
    outputs = {chunklint(folder, "check", "--fail-on", word).stdout for word in ("info", "warning", "error", "never")}
    assert len(outputs) == 1


def test_text_shows_place_source_and_counts(folder: Path) -> None:
    out = chunklint(folder, "check").stdout.decode()
    assert out.startswith("docs/warning.md:3:1: CL202 [warning] ")
    assert "\n3 | ## Empty\n  | ^^^^^^^^\n" in out
    assert out.endswith(
        "Found 2 problems (1 warning, 1 info) in 3 files. 1 problem can be fixed with --fix --unsafe-fixes.\n"
    )
    assert "\x1b" not in out


def test_a_missing_path_is_said_and_the_others_are_linted(folder: Path) -> None:
    done = chunklint(folder, "check", "gone.md", "docs", "--output-format", "json")
    assert done.returncode == 2
    assert done.stderr.decode() == "chunklint: gone.md: no such file or folder.\n"
    assert [found["path"] for found in json.loads(done.stdout)] == ["docs/warning.md"]


def test_json_stays_english_unless_a_language_is_asked_for(folder: Path) -> None:
    english = json.loads(chunklint(folder, "check", "--output-format", "json").stdout)
    assert json.loads(chunklint(folder, "check", "--output-format", "json", LC_ALL="zh_CN.UTF-8").stdout) == english
    asked = json.loads(chunklint(folder, "check", "--output-format", "json", "--language", "zh-CN").stdout)
    assert [found.pop("message") for found in asked] != [found.pop("message") for found in english]
    for found in (*asked, *english):
        for place in found["related"]:
            place.pop("message")
    assert asked == english


def test_people_are_spoken_to_in_the_language_of_the_terminal(folder: Path) -> None:
    done = chunklint(folder, "check", LC_ALL="", LANG="zh_CN.UTF-8", PYTHONUTF8="1")
    assert "在 3 个文件中发现 2 个问题（1 个警告，1 条提示）。" in done.stdout.decode()
    done = chunklint(folder, "check", "--language", "en", "gone.md", LANG="zh_CN.UTF-8", LC_ALL="", PYTHONUTF8="1")
    assert done.stderr.decode() == "chunklint: gone.md: no such file or folder.\n"


def test_the_settings_language_holds_for_programs_too(folder: Path) -> None:
    (folder / "chunklint.toml").write_text('language = "zh-CN"\n', "utf-8")
    (found,) = json.loads(chunklint(folder, "check", "info.md", "--output-format", "json").stdout)
    assert not found["message"].isascii()


def test_standard_input_gives_what_the_file_gives(folder: Path) -> None:
    data = (folder / "docs" / "warning.md").read_bytes()
    file = chunklint(folder, "check", "--output-format", "json", "docs/warning.md")
    stdin = chunklint(folder, "check", "--output-format=json", "--stdin-filename", "docs/warning.md", "-", stdin=data)
    assert stdin.stdout == file.stdout
    assert (stdin.returncode, stdin.stderr) == (file.returncode, file.stderr)


def test_standard_input_and_files_together(folder: Path) -> None:
    done = chunklint(folder, "check", "--output-format", "json", "-", "info.md", stdin=WARNING_PAGE.encode())
    assert [found["path"] for found in json.loads(done.stdout)] == ["-", "info.md"]


def test_standard_input_of_an_excluded_name_is_left_out_when_forced(folder: Path) -> None:
    (folder / "chunklint.toml").write_text('exclude = ["docs/**"]\n', "utf-8")
    argv = ["check", "--stdin-filename", "docs/warning.md", "-"]
    assert chunklint(folder, *argv, stdin=WARNING_PAGE.encode()).returncode == 1
    assert chunklint(folder, *argv, "--force-exclude", stdin=WARNING_PAGE.encode()).returncode == 0
    assert chunklint(folder, "check", "docs/warning.md").returncode == 1
    assert chunklint(folder, "check", "docs/warning.md", "--force-exclude").returncode == 0


def test_bad_bytes_in_one_file_do_not_end_the_run(folder: Path) -> None:
    (folder / "bad.md").write_bytes(b"# Caf\xe9\n\nText\x00.\n")
    done = chunklint(folder, "check", "--output-format", "json", ".")
    assert done.returncode == 1
    assert {found["path"] for found in json.loads(done.stdout)} >= {"docs/warning.md", "info.md"}


@pytest.mark.parametrize("data", [b"", b"\n", b" \n\t\n", b"\xef\xbb\xbf", b"---\ntitle: x\n---\n", b"#", b"-"])
def test_pages_without_content_are_clean(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "page.md").write_bytes(data)
    done = chunklint(tmp_path, "check", "page.md")
    assert b"Traceback" not in done.stderr
    assert done.returncode == 0 or data == b"#"


def test_statistics_count_instead_of_listing(folder: Path) -> None:
    done = chunklint(folder, "check", "--statistics")
    assert done.stdout.decode().splitlines()[0] == "1  CL202  [warning] empty-section"
    assert done.returncode == 1


def test_an_output_file_gets_the_report_and_standard_output_nothing(folder: Path) -> None:
    done = chunklint(folder, "check", "--output-file", "报告.txt", "--language", "zh-CN", FORCE_COLOR="1")
    assert done.stdout == b""
    written = (folder / "报告.txt").read_text("utf-8")
    assert "发现 2 个问题" in written
    assert "\x1b" not in written


@pytest.mark.parametrize(
    ("argv", "environ", "colored"),
    [
        (["--color", "always"], {}, True),
        ([], {"FORCE_COLOR": "1"}, True),
        ([], {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (["--color", "never"], {"FORCE_COLOR": "1"}, False),
        (["--color", "always"], {"NO_COLOR": "1"}, True),
    ],
)
def test_colours(folder: Path, argv: list[str], environ: dict[str, str], colored: bool) -> None:
    assert (b"\x1b[" in chunklint(folder, "check", *argv, environ=environ).stdout) == colored


def test_a_terminal_without_chinese_gets_replacements(folder: Path) -> None:
    done = chunklint(folder, "check", "--language", "zh-CN", PYTHONIOENCODING="ascii")
    assert done.returncode == 1
    assert b"?" in done.stdout
    assert done.stdout.isascii()
    assert b"Traceback" not in done.stderr


def test_programs_get_utf8_whatever_the_terminal_speaks(folder: Path) -> None:
    argv = ["check", "--language", "zh-CN", "--output-format", "json"]
    assert chunklint(folder, *argv, PYTHONIOENCODING="ascii").stdout == chunklint(folder, *argv).stdout


@pytest.mark.skipif(sys.platform == "win32", reason="pipes end differently there")
def test_a_reader_that_goes_away_is_no_error(folder: Path) -> None:
    (folder / "long.md").write_text(WARNING_PAGE * 3000, "utf-8")
    command = (
        f"{sys.executable} -m chunklint check --output-format concise long.md | head -n 1; echo ${{PIPESTATUS[0]}}"
    )
    done = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, timeout=60, check=False)
    assert done.stdout.splitlines()[-1] == b"141"
    assert done.stderr == b""


def test_a_file_that_cannot_be_read_is_a_finding(folder: Path) -> None:
    import os

    locked = folder / "locked.md"
    locked.write_text("text", "utf-8")
    locked.chmod(0)
    if os.access(locked, os.R_OK):
        pytest.skip("this user may read everything")
    done = chunklint(folder, "check", "--output-format", "json")
    assert "CL709" in {found["code"] for found in json.loads(done.stdout)}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_said_in_one_sentence(folder: Path) -> None:
    for command in ("check", "check --output-format json", "rules", "check --output-file /dev/full"):
        done = subprocess.run(
            ["bash", "-c", f"LC_ALL=C.UTF-8 {sys.executable} -m chunklint {command} >/dev/full"],
            cwd=folder,
            capture_output=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 2
        assert done.stderr.startswith(b"chunklint: Cannot write ")
        assert done.stderr.count(b"\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="shells differ there")
def test_closed_streams_do_no_harm(folder: Path) -> None:
    for closed, code in ((">&-", 1), ("2>&-", 1), ("<&-", 1)):
        done = subprocess.run(
            ["bash", "-c", f"{sys.executable} -m chunklint check docs/warning.md {closed}"],
            cwd=folder,
            capture_output=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == code
        assert b"Traceback" not in done.stderr


class TestFilesThatAreNoText:
    """UTF-16 that does not say so, and an image with the wrong name: the same through every door."""

    UTF16 = "# 标题\n\nA page that was saved wrongly.\n".encode("utf-16-le")

    @pytest.mark.parametrize("argv", [("page.md",), ("-", "--stdin-filename", "page.md")])
    def test_one_that_is_named_is_an_error(self, tmp_path: Path, argv: tuple[str, ...]) -> None:
        (tmp_path / "page.md").write_bytes(self.UTF16)
        done = chunklint(tmp_path, "check", "--output-format", "json", *argv, stdin=self.UTF16)
        (finding,) = json.loads(done.stdout)
        assert (done.returncode, finding["code"], finding["path"]) == (1, "CL709", "page.md")
        assert "binary data, not text" in finding["message"]

    def test_a_preview_says_the_same(self, tmp_path: Path) -> None:
        (tmp_path / "page.md").write_bytes(self.UTF16)
        for argv in (("page.md",), ("-",)):
            done = chunklint(tmp_path, "preview", *argv, stdin=self.UTF16)
            assert (done.returncode, done.stdout) == (2, b"")
            assert done.stderr.decode() == (
                f"chunklint: {argv[0]} is not a file that can be read: binary data, not text.\n"
            )

    @pytest.mark.parametrize("argv", [(".",), ("page.md", "--force-exclude")])
    def test_a_walk_and_a_hook_skip_it_with_a_note(self, tmp_path: Path, argv: tuple[str, ...]) -> None:
        (tmp_path / "page.md").write_bytes(self.UTF16)
        done = chunklint(tmp_path, "check", *argv)
        assert done.returncode == 0
        assert b"page.md is skipped: it is not text but binary data" in done.stderr

    def test_an_editor_gets_its_bytes_back(self, tmp_path: Path) -> None:
        assert chunklint(tmp_path, "check", "--fix", "-", stdin=self.UTF16).stdout == self.UTF16


class TestWhatIsAskedForIsUsed:
    @pytest.mark.parametrize("given", ["", ",", " , "])
    def test_no_rules_at_all_are_no_choice(self, tmp_path: Path, given: str) -> None:
        done = chunklint(tmp_path, "check", f"--select={given}")
        assert done.returncode == 2
        assert done.stderr == b"chunklint: --select needs at least one rule: a code, a prefix, a name or ALL.\n"

    @pytest.mark.parametrize("jobs", ["0", "-1", "many"])
    def test_a_number_of_processes_is_read_even_where_none_is_needed(self, tmp_path: Path, jobs: str) -> None:
        (tmp_path / "page.md").write_text("# A\n\nText.\n", "utf-8")
        done = chunklint(tmp_path, "check", f"--jobs={jobs}")
        assert (done.returncode, done.stdout) == (2, b"")

    def test_a_profile_that_nothing_uses_is_said(self, tmp_path: Path) -> None:
        (tmp_path / "page.md").write_text("# A\n\nText.\n", "utf-8")
        settings = tmp_path / "chunklint.toml"
        settings.write_text("[profiles.docs]\nmax-tokens = 300\n", "utf-8")
        done = chunklint(tmp_path, "check")
        assert done.stderr.decode() == (
            "chunklint: The profile 'docs' is described in chunklint.toml, but nothing uses it; "
            'write profile = "docs" above the first table, or pass --profile docs.\n'
        )
        assert chunklint(tmp_path, "check", "--profile", "docs").stderr == b""
        chosen = 'profile = "docs"\n', '[[overrides]]\nfiles = ["a.md"]\nprofile = "docs"\n'
        settings.write_text(chosen[0] + "[profiles.docs]\nmax-tokens = 300\n[profiles.other]\noverlap = 1\n", "utf-8")
        assert chunklint(tmp_path, "check").stderr == b""
        settings.write_text("[profiles.docs]\nmax-tokens = 300\n" + chosen[1], "utf-8")
        assert chunklint(tmp_path, "check").stderr == b""


def test_severities_are_in_the_language_of_the_messages(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text(WARNING_PAGE, "utf-8")
    for form in ("text", "concise"):
        done = chunklint(tmp_path, "check", "--output-format", form, "--language", "zh-CN", PYTHONUTF8="1")
        assert done.stdout.decode().startswith("page.md:3:1: CL202 [警告] ")


@pytest.mark.parametrize("argv", [["--output-format", "concise"], ["--diff", "--unsafe-fixes"]])
def test_a_reader_that_goes_away_while_processes_work_ends_the_run_quietly(tmp_path: Path, argv: list[str]) -> None:
    sections = "".join(f"# Part {n}\n\n### Deep {n}\n\n{'Some words. ' * 36}\n\n## Empty\n\n" for n in range(40))
    for number in range(60):  # 1.2 MB, which two processes share
        (tmp_path / f"{number}.md").write_text(sections, "utf-8")
    command = [sys.executable, "-m", "chunklint", "check", "--jobs", "2", "--no-cache", *argv]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 141
