"""``check --changed-since`` and ``--staged`` over real Git repositories."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path

import pytest

from tests.cli.program import chunklint
from tests.gate.repository import SETTLED, commit, git, repository, write

CASE = Path(__file__).parent.parent / "cases" / "80-changed-lines-only"
# Whatever else other rules find in these pages is not what this is about.
SETTINGS = 'select = ["CL101", "CL202", "CL203", "CL301", "CL709"]\nmax-tokens = 120\nmin-tokens = 1\noverlap = 0\n'
OLD = "# Lamp\n\n## Care\n\n## Use\n\nText.\n"  # CL202 on line 3
CLEAN = "# Oven\n\nText.\n"
SENTENCE = "The lamp is checked every morning. "


def found(folder: Path, *argv: str, stdin: bytes = b"", **environ: str) -> list[tuple[str, str, int]]:
    done = chunklint(folder, "check", "--output-format", "json", *argv, stdin=stdin, **SETTLED, **environ)
    assert done.returncode in (0, 1), done.stderr
    return [(finding["path"], finding["code"], finding["line"]) for finding in json.loads(done.stdout)]


def failure(folder: Path, *argv: str, **environ: str) -> str:
    done = chunklint(folder, "check", *argv, **SETTLED, **environ)
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.count(b"\n") == 1
    return done.stderr.decode().removeprefix("chunklint: ").strip()


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    return repository(tmp_path / "repo", {"chunklint.toml": SETTINGS, "docs/old.md": OLD, "docs/clean.md": CLEAN})


def test_the_case_of_a_touched_table(tmp_path: Path) -> None:
    repo = repository(tmp_path, {"page.md": (CASE / "before.md").read_text("utf-8")})
    shutil.copy(CASE / "after.md", repo / "page.md")
    argv = ("--select", "CL101,CL203")
    assert found(repo, *argv, "page.md") == [("page.md", "CL101", 5), ("page.md", "CL203", 53)]
    assert found(repo, *argv, "--changed-since", "HEAD", "page.md") == [("page.md", "CL203", 53)]


def test_nothing_changed(repo: Path) -> None:
    assert found(repo, "--changed-since", "main") == []
    done = chunklint(repo, "check", "--changed-since", "main", **SETTLED)
    assert (done.returncode, done.stdout) == (0, b"No files to check.\n")


def test_an_old_finding_in_a_touched_line_is_old_and_moved_lines_too(repo: Path) -> None:
    write(repo, {"docs/old.md": "# Lamp\n\nNew.\n\n## Care  \n\n## Use\n\nOther text.\n"})
    assert found(repo, "--changed-since", "HEAD") == []


def test_an_effect_far_below_the_edit_is_new(repo: Path) -> None:
    rows = [f"| k{n} | the text of key {n} |\n" for n in range(20)]
    page = "# Keys\n\n| Key | Text |\n| --- | --- |\n{}\nText.\n"
    write(repo, {"docs/table.md": page.format("".join(rows[:5]))})
    commit(repo)
    assert found(repo, "docs/table.md") == []
    write(repo, {"docs/table.md": page.format("".join(rows))})
    # The row was added at the end; what is damaged is the table, reported at its head.
    assert found(repo, "--changed-since", "HEAD") == [("docs/table.md", "CL101", 3)]


def test_what_became_more_severe_is_new(repo: Path) -> None:
    paragraph = SENTENCE * 4 + "\n\n"
    write(repo, {"docs/long.md": "# Lamp\n\n" + paragraph * 5})
    commit(repo)
    (two,) = json.loads(chunklint(repo, "check", "--output-format", "json", "docs/long.md").stdout)
    write(repo, {"docs/long.md": "# Lamp\n\n" + paragraph * 12})
    (many,) = json.loads(chunklint(repo, "check", "--output-format", "json", "docs/long.md").stdout)
    assert (two["severity"], many["severity"]) == ("info", "warning")
    assert found(repo, "--changed-since", "HEAD") == [("docs/long.md", "CL301", 1)]
    commit(repo)
    write(repo, {"docs/long.md": "# Lamp\n\n" + paragraph * 20})
    assert found(repo, "--changed-since", "HEAD") == []


def test_a_second_problem_of_the_same_kind_is_new(repo: Path) -> None:
    write(repo, {"docs/old.md": OLD + "\n## Care\n\n## Last\n\nText.\n"})
    assert len(found(repo, "--changed-since", "HEAD", "--select", "CL202")) == 1


def test_new_untracked_and_uncommitted_files_count(repo: Path) -> None:
    git(repo, "checkout", "-q", "-b", "work")
    write(repo, {"docs/committed.md": OLD})
    commit(repo)
    write(repo, {"docs/untracked.md": OLD, "docs/clean.md": OLD, "docs/ignored.md": OLD, ".gitignore": "ignored.md\n"})
    assert [path for path, _, _ in found(repo, "--changed-since", "main")] == [
        "docs/clean.md",
        "docs/committed.md",
        "docs/untracked.md",
    ]


def test_renamed_and_edited_files_keep_their_findings(repo: Path) -> None:
    git(repo, "mv", "docs/old.md", "docs/new name.md")
    write(repo, {"docs/new name.md": OLD + "\n#### Deep\n\nText.\n"})
    assert found(repo, "--changed-since", "HEAD") == [("docs/new name.md", "CL203", 9)]
    commit(repo)
    assert found(repo, "--changed-since", "HEAD~1") == [("docs/new name.md", "CL203", 9)]


def test_what_moved_to_another_page_is_old(repo: Path) -> None:
    part = "# Lamp\n\n## Care\n\n## Use\n\nText.\n"
    write(repo, {"docs/old.md": "# Something else\n\nText.\n", "docs/part.md": "Here it is.\n\n" + part})
    assert found(repo, "--changed-since", "HEAD") == []
    (repo / "docs" / "old.md").unlink()
    assert found(repo, "--changed-since", "HEAD") == []
    write(repo, {"docs/again.md": "Here it is again.\n\n" + part})
    assert len(found(repo, "--changed-since", "HEAD")) == 1


def test_deleted_files_are_no_misuse(repo: Path) -> None:
    (repo / "docs" / "old.md").unlink()
    assert found(repo, "--changed-since", "HEAD") == []
    assert found(repo, "--changed-since", "HEAD", "docs/old.md", "docs/clean.md") == []
    done = chunklint(repo, "check", "--changed-since", "HEAD", "docs/never.md", **SETTLED)
    assert (done.returncode, done.stderr) == (2, b"chunklint: docs/never.md: no such file or folder.\n")


def test_binary_files_and_links_are_left_out(repo: Path) -> None:
    (repo / "docs" / "data.md").write_bytes(b"\x00\x01\x02" * 100)
    if sys.platform != "win32":
        (repo / "docs" / "link.md").symlink_to("old.md")
    assert found(repo, "--changed-since", "HEAD") == []
    git(repo, "add", "-A")
    assert found(repo, "--staged") == []


def test_a_file_that_was_binary_is_all_new(repo: Path) -> None:
    (repo / "docs" / "page.md").write_bytes(b"\x00\x01\x02" * 100)
    commit(repo)
    write(repo, {"docs/page.md": OLD})
    assert found(repo, "--changed-since", "HEAD") == [("docs/page.md", "CL202", 3)]


def test_names_with_spaces_quotes_and_chinese(repo: Path) -> None:
    names = ["docs/灯 的 保养.md", 'docs/a "b" c.md', "docs/-n.md", "docs/tab\there.md", "docs/line\nend.md"]
    write(repo, dict.fromkeys(names, OLD))
    assert {path for path, _, _ in found(repo, "--changed-since", "HEAD")} == set(names)
    commit(repo)
    write(repo, dict.fromkeys(names, OLD + "\n#### Deep\n\nText.\n"))
    new = found(repo, "--changed-since", "HEAD")
    assert {path for path, _, _ in new} == set(names)
    assert {code for _, code, _ in new} == {"CL203"}


def test_the_base_is_where_the_branch_began(repo: Path) -> None:
    git(repo, "checkout", "-q", "-b", "work")
    write(repo, {"docs/clean.md": CLEAN + "\nMore.\n"})
    commit(repo)
    git(repo, "checkout", "-q", "main")
    # Mended on main only: on the branch it is old, whatever main did since.
    write(repo, {"docs/old.md": CLEAN})
    commit(repo)
    git(repo, "checkout", "-q", "work")
    assert found(repo, "--changed-since", "main") == []


def test_settings_decide_what_is_looked_at(repo: Path) -> None:
    settings = SETTINGS + 'exclude = ["docs/archive/**"]\n'
    write(repo, {"chunklint.toml": settings, "docs/archive/page.md": OLD, "node_modules/a/page.md": OLD})
    assert found(repo, "--changed-since", "HEAD") == []
    assert len(found(repo, "--changed-since", "HEAD", "docs/archive/page.md")) == 1
    assert found(repo, "--changed-since", "HEAD", "--force-exclude", "docs/archive/page.md") == []


def test_only_the_paths_named(repo: Path) -> None:
    write(repo, {"docs/new.md": OLD, "docs/sub/new.md": OLD, "other/new.md": OLD})
    assert [path for path, _, _ in found(repo, "--changed-since", "HEAD", "docs/sub", "other")] == [
        "docs/sub/new.md",
        "other/new.md",
    ]
    assert [path for path, _, _ in found(repo / "docs", "--changed-since", "HEAD")] == ["new.md", "sub/new.md"]
    assert [path for path, _, _ in found(repo / "docs", "--changed-since", "HEAD", "../other")] == ["../other/new.md"]
    absolute = found(repo.parent, "--changed-since", "HEAD", str(repo / "other"))
    assert [path for path, _, _ in absolute] == ["repo/other/new.md"]
    assert "lies outside of the Git repository" in failure(repo, "--changed-since", "HEAD", "docs", str(repo.parent))


def test_standard_input_is_compared_with_its_file(repo: Path) -> None:
    argv = ("--changed-since", "HEAD", "--stdin-filename", "docs/old.md", "-")
    assert found(repo, *argv, stdin=OLD.encode()) == []
    assert found(repo, *argv, stdin=(OLD + "\n#### Deep\n\nText.\n").encode()) == [("docs/old.md", "CL203", 9)]
    argv = ("--changed-since", "HEAD", "--stdin-filename", "docs/untitled.md", "-")
    assert len(found(repo, *argv, stdin=OLD.encode())) == 1


def test_staged_is_what_will_be_committed(repo: Path) -> None:
    write(repo, {"docs/clean.md": OLD, "docs/staged.md": OLD})
    git(repo, "add", "-A")
    write(repo, {"docs/clean.md": CLEAN, "docs/untracked.md": OLD})
    (repo / "docs" / "staged.md").unlink()
    new = [("docs/clean.md", "CL202", 3), ("docs/staged.md", "CL202", 3)]
    assert found(repo, "--staged") == new
    assert found(repo, "--staged", "docs/clean.md", "docs/staged.md") == new
    assert [path for path, _, _ in found(repo, "--changed-since", "HEAD")] == ["docs/untracked.md"]
    assert "cannot be used with" in failure(repo, "--staged", "--fix")


def test_staged_since_another_revision(repo: Path) -> None:
    git(repo, "checkout", "-q", "-b", "work")
    write(repo, {"docs/one.md": OLD})
    commit(repo)
    write(repo, {"docs/two.md": OLD})
    git(repo, "add", "-A")
    assert [path for path, _, _ in found(repo, "--staged")] == ["docs/two.md"]
    assert [path for path, _, _ in found(repo, "--staged", "--changed-since", "main")] == ["docs/one.md", "docs/two.md"]


def test_before_the_first_commit_everything_staged_is_new(tmp_path: Path) -> None:
    git(tmp_path, "init", "-q")
    write(tmp_path, {"page.md": OLD, "chunklint.toml": SETTINGS})
    git(tmp_path, "add", "page.md")
    assert found(tmp_path, "--staged") == [("page.md", "CL202", 3)]
    assert "This repository has no commit yet" in failure(tmp_path, "--changed-since", "HEAD")


def test_files_in_conflict_are_linted_as_they_are(repo: Path) -> None:
    git(repo, "checkout", "-q", "-b", "work")
    write(repo, {"docs/old.md": OLD.replace("Text", "Our text")})
    commit(repo)
    git(repo, "checkout", "-q", "main")
    write(repo, {"docs/old.md": OLD.replace("Text", "Their text")})
    commit(repo)
    with pytest.raises(AssertionError):
        git(repo, "merge", "work")
    # The marker under their text makes it a heading, which leaves the section above it empty.
    assert found(repo, "--changed-since", "HEAD") == [("docs/old.md", "CL202", 5)]
    assert found(repo, "--staged") == []


def test_a_worktree_is_a_repository(repo: Path) -> None:
    git(repo, "worktree", "add", "-q", "-b", "work", "../tree")
    tree = repo.parent / "tree"
    write(tree, {"docs/new.md": OLD})
    assert found(tree, "--changed-since", "main") == [("docs/new.md", "CL202", 3)]
    assert found(repo, "--changed-since", "main") == []


def test_a_hooks_environment_is_followed(repo: Path) -> None:
    write(repo, {"docs/one.md": OLD, "docs/two.md": OLD})
    git(repo, "add", "docs/one.md")
    # Git gives a hook the index of a partial commit.
    shutil.copy(repo / ".git" / "index", repo / ".git" / "next-index")
    git(repo, "add", "docs/two.md")
    environ = {"GIT_INDEX_FILE": str(repo / ".git" / "next-index"), "GIT_DIR": str(repo / ".git")}
    assert [path for path, _, _ in found(repo, "--staged", **environ)] == ["docs/one.md"]
    assert len(found(repo, "--staged")) == 2


class TestSubmodules:
    @pytest.fixture
    def outer(self, repo: Path, tmp_path: Path) -> Path:
        outer = repository(tmp_path / "outer", {"chunklint.toml": SETTINGS, "page.md": CLEAN})
        git(outer, "submodule", "add", "-q", str(repo), "part")
        commit(outer)
        return outer

    def test_a_submodules_own_change_counts(self, outer: Path) -> None:
        assert found(outer, "--changed-since", "HEAD") == []
        write(outer / "part", {"docs/clean.md": OLD, "docs/new.md": OLD})
        expected = ["part/docs/clean.md", "part/docs/new.md"]
        assert [path for path, _, _ in found(outer, "--changed-since", "HEAD")] == expected
        commit(outer / "part")
        assert [path for path, _, _ in found(outer, "--changed-since", "HEAD")] == expected
        assert found(outer, "--staged") == []
        git(outer, "add", "part")
        assert [path for path, _, _ in found(outer, "--staged")] == expected
        git(outer, "commit", "-q", "-m", "Newer part")
        assert [path for path, _, _ in found(outer, "--changed-since", "HEAD~1")] == expected
        assert [path for path, _, _ in found(outer / "part", "--changed-since", "HEAD~1")] == [
            "docs/clean.md",
            "docs/new.md",
        ]

    def test_one_that_is_not_checked_out_has_no_files(self, outer: Path, tmp_path: Path) -> None:
        git(tmp_path, "clone", "-q", str(outer), "bare-bones")
        clone = tmp_path / "bare-bones"
        write(clone, {"page.md": OLD})
        assert found(clone, "--changed-since", "HEAD") == [("page.md", "CL202", 3)]

    def test_one_without_its_old_commit_is_skipped_with_a_note(self, outer: Path, tmp_path: Path) -> None:
        write(outer / "part", {"docs/new.md": OLD})
        commit(outer / "part")
        commit(outer)
        git(outer / "part", "update-ref", "-d", "refs/remotes/origin/main")
        shutil.rmtree(outer / ".git" / "modules" / "part" / "objects")
        shutil.copytree(outer.parent / "repo" / ".git" / "objects", outer / ".git" / "modules" / "part" / "objects")
        fresh = repository(tmp_path / "fresh", {"docs/new.md": OLD})
        shutil.rmtree(outer / "part")
        git(tmp_path, "clone", "-q", str(fresh), str(outer / "part"))
        done = chunklint(outer, "check", "--changed-since", "HEAD", **SETTLED)
        assert done.returncode == 0
        assert done.stderr.decode().startswith("chunklint: part is skipped: ")


class TestShallowClones:
    @pytest.fixture
    def origin(self, repo: Path) -> Path:
        commit(repo, "Second")
        git(repo, "checkout", "-q", "-b", "work")
        write(repo, {"docs/new.md": OLD})
        commit(repo, "Third")
        git(repo, "checkout", "-q", "main")
        write(repo, {"docs/main.md": OLD})
        commit(repo, "Fourth")
        return repo

    def clone(self, origin: Path, depth: int) -> Path:
        url = origin.as_uri()
        git(origin.parent, "clone", "-q", f"--depth={depth}", "--branch", "work", url, "clone")
        return origin.parent / "clone"

    def test_without_the_revision(self, origin: Path) -> None:
        clone = self.clone(origin, 1)
        sentence = failure(clone, "--changed-since", "origin/main")
        assert sentence.startswith("There is no revision 'origin/main' in this shallow clone; fetch it first")

    def test_without_the_merge_base_and_with_it(self, origin: Path) -> None:
        clone = self.clone(origin, 1)
        git(clone, "fetch", "-q", "--depth=1", "origin", "main:refs/remotes/origin/main")
        sentence = failure(clone, "--changed-since", "origin/main")
        assert sentence.startswith("This shallow clone ends before 'origin/main' and HEAD parted; fetch more")
        git(clone, "fetch", "-q", "--deepen=1", "origin", "main", "work")
        assert found(clone, "--changed-since", "origin/main") == [("docs/new.md", "CL202", 3)]


def test_histories_without_a_common_beginning(repo: Path) -> None:
    git(repo, "checkout", "-q", "--orphan", "other")
    commit(repo)
    assert failure(repo, "--changed-since", "main") == (
        "'main' and HEAD have no common history, so it cannot be told what changed between them."
    )


@pytest.mark.parametrize("revision", ["nope", "-x", "--output=x", "main..HEAD", ":/nothing", "main:docs/old.md"])
def test_what_is_no_revision(repo: Path, revision: str) -> None:
    assert f"There is no revision '{revision}'" in failure(repo, f"--changed-since={revision}")
    assert not (repo / "x").exists()


def test_outside_of_a_repository_and_without_git(tmp_path: Path, repo: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    ceiling = {"GIT_CEILING_DIRECTORIES": str(tmp_path)}
    assert "is in no Git repository" in failure(outside, "--changed-since", "main", **ceiling)
    assert failure(repo, "--changed-since", "main", PATH=str(outside)).startswith("Git is not installed here")
    chinese = failure(repo, "--staged", "--language", "zh-CN", PATH=str(outside), PYTHONUTF8="1")
    assert "请先安装 Git" in chinese


def test_with_a_baseline_both_hold(repo: Path) -> None:
    write(repo, {"docs/new.md": OLD, "docs/other.md": OLD.replace("Care", "Cleaning")})
    chunklint(repo, "baseline", "docs/new.md", "--baseline", "base.jsonl")
    new = found(repo, "--changed-since", "HEAD", "--baseline", "base.jsonl")
    assert new == [("docs/other.md", "CL202", 3)]


def test_findings_about_settings_come_only_with_a_change_of_the_settings(repo: Path) -> None:
    settings = SETTINGS.replace("overlap = 0", "overlap = 60").replace('"CL101"', '"CL801"')
    write(repo, {"chunklint.toml": settings})
    commit(repo)
    write(repo, {"docs/clean.md": CLEAN + "\nMore.\n"})
    assert found(repo, "--changed-since", "HEAD") == []
    assert found(repo, "--changed-since", "HEAD~1") == [("chunklint.toml", "CL801", 4)]


def test_git_is_left_as_it_was(repo: Path) -> None:
    write(repo, {"docs/clean.md": OLD})
    # A file with new times and old content: Git would note that in its index.
    old = (repo / "docs" / "old.md").read_bytes()
    (repo / "docs" / "old.md").write_bytes(old)
    before = (repo / ".git" / "index").read_bytes()
    found(repo, "--changed-since", "HEAD")
    found(repo, "--staged")
    assert (repo / ".git" / "index").read_bytes() == before


def test_users_configuration_changes_nothing(repo: Path) -> None:
    (repo / ".git" / "config").open("a").write(
        "[diff]\n\trelative = true\n\texternal = false\n\tnoprefix = true\n\trenames = false\n"
        "\tignoreSubmodules = all\n[core]\n\tquotePath = true\n[color]\n\tui = always\n"
    )
    git(repo, "mv", "docs/old.md", "docs/renamed.md")
    write(repo, {"docs/new.md": OLD.replace("Care", "Cleaning")})
    assert found(repo / "docs", "--changed-since", "HEAD") == [("new.md", "CL202", 3)]


def test_a_small_change_of_a_large_repository_is_quick(tmp_path: Path) -> None:
    pages = {f"docs/{n // 100:02}/{n:04}.md": OLD.replace("Lamp", f"Lamp {n}") for n in range(2_000)}
    repo = repository(tmp_path, {**pages, "chunklint.toml": SETTINGS})
    for n in range(5):
        write(repo, {f"docs/0{n}/0{n}00.md": OLD.replace("Care", "Cleaning")})
    before = os.times()
    assert len(found(repo, "--changed-since", "HEAD")) == 5
    # Processor time, which other work on the machine leaves as it is; about 0.3 seconds are taken.
    after = os.times()
    assert sum(after[:4]) - sum(before[:4]) < 3
