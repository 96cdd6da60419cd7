"""``chunklint check`` with ``--fix``, ``--unsafe-fixes`` and ``--diff``: what is written, said, and left alone."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from chunklint.report.unified_diff import unified_diff
from tests.cli.program import chunklint
from tests.gate.repository import SETTLED, repository, write

BAD = "##Install\n\nText.\n"
GOOD = "## Install\n\nText.\n"
UNSAFE = "# A\n\n### B\n\nText.\n"
UNSAFE_FIXED = "# A\n\n## B\n\nText.\n"

needs_modes = pytest.mark.skipif(sys.platform == "win32", reason="modes mean something else there")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "bad.md").write_bytes(BAD.encode())
    (tmp_path / "good.md").write_bytes(GOOD.encode())
    return tmp_path


class TestFix:
    def test_files_are_fixed_and_the_rest_is_reported(self, folder: Path) -> None:
        (folder / "both.md").write_bytes(b"##Install\n\n## Empty\n\n## Next\n\nText.\n")
        done = chunklint(folder, "check", "--fix")
        assert done.returncode == 1
        assert (folder / "bad.md").read_bytes() == GOOD.encode()
        assert (folder / "both.md").read_bytes() == b"## Install\n\n## Empty\n\n## Next\n\nText.\n"
        out = done.stdout.decode()
        assert out.count("CL202") == 2
        assert "CL205" not in out
        assert out.endswith("Found 2 problems (2 warnings) in 3 files.\nFixed 2 problems in 2 files.\n")

    def test_once_everything_is_fixed_the_page_is_clean(self, folder: Path) -> None:
        done = chunklint(folder, "check", "--fix", "--language", "zh-CN", PYTHONUTF8="1")
        assert done.returncode == 0
        assert done.stdout.decode() == "全部通过：2 个文件，没有问题。\n已修复 1 个文件中的 1 个问题。\n"
        again = chunklint(folder, "check", "--fix")
        assert (again.returncode, again.stdout) == (0, b"All clean: no problem in 2 files.\n")

    def test_unsafe_fixes_are_applied_only_when_asked(self, folder: Path) -> None:
        page = folder / "unsafe.md"
        page.write_bytes(UNSAFE.encode())
        for argv in (["--fix"], ["--unsafe-fixes"]):
            chunklint(folder, "check", *argv)
            assert page.read_bytes() == UNSAFE.encode()
        chunklint(folder, "check", "--fix", "--unsafe-fixes")
        assert page.read_bytes() == UNSAFE_FIXED.encode()

    def test_only_rules_that_run_are_fixed(self, folder: Path) -> None:
        chunklint(folder, "check", "--fix", "--ignore", "CL205")
        assert (folder / "bad.md").read_bytes() == BAD.encode()

    def test_programs_get_what_is_left_and_the_summary_is_apart(self, folder: Path) -> None:
        done = chunklint(folder, "check", "--fix", "--output-format", "json")
        assert json.loads(done.stdout) == []
        assert done.stderr == b"chunklint: Fixed 1 problem in 1 file.\n"

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            (b"##A\r\n\r\nText.\r\n", b"## A\r\n\r\nText.\r\n"),
            (b"##A\r\rText.", b"## A\r\rText."),
            (b"\xef\xbb\xbf##A\n\nText.\n", b"\xef\xbb\xbf## A\n\nText.\n"),
            ("##标题\n\n正文。".encode("utf-16"), "## 标题\n\n正文。".encode("utf-16")),
            ("\ufeff##标题\n".encode("utf-16-be"), "\ufeff## 标题\n".encode("utf-16-be")),
            (
                b"##A\n\nNUL \x00, form feed \x0c, U+2028 \xe2\x80\xa8.",
                b"## A\n\nNUL \x00, form feed \x0c, U+2028 \xe2\x80\xa8.",
            ),
        ],
    )
    def test_bytes_that_are_not_mended_stay(self, tmp_path: Path, before: bytes, after: bytes) -> None:
        (tmp_path / "page.md").write_bytes(before)
        chunklint(tmp_path, "check", "--fix", "page.md")
        assert (tmp_path / "page.md").read_bytes() == after

    def test_a_file_that_needs_no_fix_is_not_touched(self, folder: Path) -> None:
        os.utime(folder / "good.md", (1, 1))
        chunklint(folder, "check", "--fix")
        assert (folder / "good.md").stat().st_mtime == 1
        assert sorted(path.name for path in folder.iterdir()) == ["bad.md", "good.md"]

    @needs_modes
    def test_mode_and_links_stay(self, folder: Path) -> None:
        (folder / "bad.md").chmod(0o640)
        (folder / "sub").mkdir()
        (folder / "sub" / "link.md").symlink_to("../bad.md")
        chunklint(folder, "check", "--fix", "sub/link.md")
        assert (folder / "sub" / "link.md").is_symlink()
        assert (folder / "bad.md").read_bytes() == GOOD.encode()
        assert stat.S_IMODE((folder / "bad.md").stat().st_mode) == 0o640
        assert [path.name for path in (folder / "sub").iterdir()] == ["link.md"]


def test_a_report_says_how_much_could_be_fixed(folder: Path) -> None:
    out = chunklint(folder, "check", "bad.md").stdout.decode()
    assert out.endswith("Found 1 problem (1 warning) in 1 file. 1 problem can be fixed with --fix.\n")
    (folder / "bad.md").write_text(UNSAFE, "utf-8")
    line = "1 problem can be fixed with --fix --unsafe-fixes.\n"
    assert chunklint(folder, "check", "bad.md").stdout.decode().endswith(line)
    assert chunklint(folder, "check", "bad.md", "--unsafe-fixes").stdout.decode().endswith(line)
    (folder / "good.md").write_text(BAD, "utf-8")
    out = chunklint(folder, "check").stdout.decode()
    assert out.endswith(" 1 problem can be fixed with --fix, 1 more with --fix --unsafe-fixes.\n")
    diff = chunklint(folder, "check", "--diff", "bad.md")
    assert diff.stderr.decode().endswith("nothing that could be fixed. --unsafe-fixes would fix 1 problem more.\n")
    zh = chunklint(folder, "check", "good.md", "--output-format", "concise", "--language", "zh-CN").stdout.decode()
    assert zh.endswith("（1 个警告）。其中 1 个问题可用 --fix 自动修复。\n")


class TestNotFixed:
    def test_bytes_that_are_no_text(self, folder: Path) -> None:
        data = b"##Install\n\nCaf\xe9.\n"
        (folder / "latin.md").write_bytes(data)
        done = chunklint(folder, "check", "--fix", "latin.md", "--output-format", "json")
        assert (folder / "latin.md").read_bytes() == data
        assert done.stderr.decode() == (
            "chunklint: latin.md: not fixed, because some of its bytes are no text; save it as UTF-8 first.\n"
        )
        assert {found["code"] for found in json.loads(done.stdout)} == {"CL205", "CL702"}
        assert done.returncode == 1

    @needs_modes
    def test_a_file_that_is_read_only(self, folder: Path) -> None:
        (folder / "bad.md").chmod(0o444)
        done = chunklint(folder, "check", "--fix", "--output-format", "concise")
        assert (folder / "bad.md").read_bytes() == BAD.encode()
        assert done.stderr.decode() == "chunklint: bad.md: not fixed, because the file is read-only.\n"
        assert done.stdout.startswith(b"bad.md:1:1: CL205 ")
        assert done.returncode == 2

    @needs_modes
    def test_a_folder_that_is_read_only(self, folder: Path) -> None:
        folder.chmod(0o555)
        try:
            if os.access(folder, os.W_OK):
                pytest.skip("this user may write everywhere")
            done = chunklint(folder, "check", "--fix")
        finally:
            folder.chmod(0o755)
        assert done.stderr.startswith(b"chunklint: bad.md: not fixed, because it cannot be written: ")
        assert (folder / "bad.md").read_bytes() == BAD.encode()
        assert done.returncode == 2

    def test_a_disk_that_is_full_loses_nothing(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        from chunklint.cli import fix
        from chunklint.cli.session import Source

        def full(descriptor: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        page = folder / "bad.md"
        with pytest.raises(
            fix.NotWrittenError, match=r"bad\.md: not fixed, because it cannot be written: No space left"
        ):
            fix.write_file(Source(str(page), "bad.md"), BAD.encode(), GOOD.encode(), "en")
        assert page.read_bytes() == BAD.encode()
        assert sorted(path.name for path in folder.iterdir()) == ["bad.md", "good.md"]

    def test_a_file_that_somebody_changed_in_the_meantime(self, folder: Path) -> None:
        from chunklint.cli import fix
        from chunklint.cli.session import Source

        page = folder / "bad.md"
        with pytest.raises(fix.NotWrittenError, match="changed in the meantime"):
            fix.write_file(Source(str(page), "bad.md"), b"older", GOOD.encode(), "en")
        assert page.read_bytes() == BAD.encode()


class TestStandardInput:
    def test_the_fixed_text_goes_to_standard_output_and_the_report_elsewhere(self, tmp_path: Path) -> None:
        data = b"##Install\r\n\r\n## Empty\r\n\r\n## Next\r\n\r\nText."
        done = chunklint(tmp_path, "check", "--fix", "--stdin-filename", "docs/x.md", "-", stdin=data)
        assert done.stdout == b"## Install\r\n\r\n## Empty\r\n\r\n## Next\r\n\r\nText."
        err = done.stderr.decode()
        assert err.startswith("docs/x.md:1:1: CL202 ")
        assert err.endswith("Fixed 1 problem in 1 file.\n")
        assert done.returncode == 1

    @pytest.mark.parametrize("data", [b"", GOOD.encode(), b"Caf\xe9\n##A\n", b"\xef\xbb\xbf", b"\xff\xfe\x00"])
    def test_what_needs_no_fix_comes_back_as_it_was(self, tmp_path: Path, data: bytes) -> None:
        assert chunklint(tmp_path, "check", "--fix", "-", stdin=data).stdout == data

    def test_an_excluded_file_comes_back_as_it_was(self, tmp_path: Path) -> None:
        (tmp_path / "chunklint.toml").write_text('exclude = ["docs/**"]\n', "utf-8")
        argv = ["check", "--fix", "--force-exclude", "--stdin-filename", "docs/x.md", "-"]
        assert chunklint(tmp_path, *argv, stdin=BAD.encode()).stdout == BAD.encode()


class TestDiff:
    def test_it_shows_what_would_change_and_writes_nothing(self, folder: Path) -> None:
        done = chunklint(folder, "check", "--diff")
        assert done.returncode == 1
        assert done.stdout.decode() == "--- bad.md\n+++ bad.md\n@@ -1,3 +1,3 @@\n-##Install\n+## Install\n \n Text.\n"
        assert done.stderr == b"chunklint: Would fix 1 problem in 1 file.\n"
        assert (folder / "bad.md").read_bytes() == BAD.encode()

    def test_nothing_to_change_is_no_failure(self, folder: Path) -> None:
        (folder / "empty.md").write_bytes(b"## Empty\n\n## Next\n\nText.\n")
        done = chunklint(folder, "check", "--diff", "good.md", "empty.md")
        assert (done.returncode, done.stdout) == (0, b"")
        assert done.stderr == b"chunklint: There is nothing that could be fixed.\n"

    def test_unsafe_fixes_and_standard_input(self, tmp_path: Path) -> None:
        argv = ["check", "--diff", "--unsafe-fixes", "--stdin-filename", "x.md", "-"]
        assert b"\n-### B\n+## B\n" in chunklint(tmp_path, *argv, stdin=UNSAFE.encode()).stdout
        assert chunklint(tmp_path, "check", "--diff", "-", stdin=UNSAFE.encode()).stdout == b""

    @pytest.mark.skipif(shutil.which("patch") is None, reason="needs patch")
    @pytest.mark.parametrize(
        "before",
        [
            "##A\n\nText.",
            "##A\r\n\r\nText.\r\n",
            "\ufeff##A\n\nText\n",
            "Text.\n\n" * 40 + "##A\n\n" + "Text.\n\n" * 40 + "##B",
            "Text.\n\n##标题\n\n正文。\n" * 30,
        ],
    )
    def test_patch_applies_it(self, tmp_path: Path, before: str) -> None:
        page = tmp_path / "page.md"
        page.write_bytes(before.encode())
        diff = chunklint(tmp_path, "check", "--diff", "page.md").stdout
        subprocess.run(
            ["patch", "--binary", "-p0"], input=diff, cwd=tmp_path, check=True, capture_output=True, timeout=60
        )
        patched = page.read_bytes()
        page.write_bytes(before.encode())
        chunklint(tmp_path, "check", "--fix", "page.md")
        assert page.read_bytes() == patched != before.encode()

    def test_a_huge_change_is_shown_without_comparing(self) -> None:
        old, new = "a\n" * 30_000, "b\n" * 30_000
        shown = "".join(unified_diff(f"first\n{old}", f"first\n{new}", "page.md"))
        assert shown.count("\n-a") == shown.count("\n+b") == 30_000
        assert "@@ -1,30001 +1,30001 @@" in shown


class TestOnlyWhatIsReported:
    """What a baseline knows, or was there before a change, is nobody's concern now: it is not fixed either."""

    OLD = "# Lamp\n\n##Care\n\nText.\n"
    NEW = OLD + "\n##Use\n\nText.\n"
    FIXED = OLD + "\n## Use\n\nText.\n"

    @pytest.fixture
    def repo(self, tmp_path: Path) -> Path:
        repo = repository(tmp_path / "repo", {"page.md": self.OLD, "other.md": self.OLD})
        assert chunklint(repo, "baseline", "--baseline", "known.jsonl").returncode == 0
        write(repo, {"page.md": self.NEW})
        return repo

    @pytest.mark.parametrize("argv", [("--baseline", "known.jsonl"), ("--changed-since", "HEAD")])
    def test_old_problems_stay(self, repo: Path, argv: tuple[str, ...]) -> None:
        shown = chunklint(repo, "check", "--diff", *argv, **SETTLED)
        assert (shown.returncode, shown.stdout.count(b"\n-"), shown.stdout.count(b"\n+## Use\n")) == (1, 1, 1)
        done = chunklint(repo, "check", "--fix", *argv, **SETTLED)
        assert (repo / "page.md").read_text("utf-8") == self.FIXED
        assert (repo / "other.md").read_text("utf-8") == self.OLD
        assert done.stdout.decode().endswith("Fixed 1 problem in 1 file.\n")
        assert done.returncode == 0
        again = chunklint(repo, "check", "--fix", *argv, **SETTLED)
        assert again.returncode == 0
        assert (repo / "page.md").read_text("utf-8") == self.FIXED

    def test_the_same_through_standard_input(self, repo: Path) -> None:
        argv = ["check", "--fix", "--baseline", "known.jsonl", "--stdin-filename", "page.md", "-"]
        assert chunklint(repo, *argv, stdin=self.NEW.encode()).stdout.decode() == self.FIXED
        assert chunklint(repo, *argv, stdin=self.OLD.encode()).stdout.decode() == self.OLD

    def test_what_a_fix_leaves_behind_is_held_against_the_baseline_too(self, repo: Path) -> None:
        write(repo, {"page.md": self.NEW + "\n## Empty\n\n## Last\n\nText.\n"})
        done = chunklint(repo, "check", "--fix", "--baseline", "known.jsonl", "--output-format", "json")
        assert [found["code"] for found in json.loads(done.stdout)] == ["CL202"]
        assert done.stderr.startswith(b"chunklint: Fixed 1 problem in 1 file.")
