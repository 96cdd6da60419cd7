"""A year of a docs repository in ten steps: from 200 old pages to a gate that lets nothing worse in."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.cli.program import chunklint
from tests.e2e.docs_repository import BASELINE, FETCH_MERGE_BASE, Answer, check, table, turned_on
from tests.gate.repository import SETTLED, commit, git, write


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The repository with its old pages and a baseline, as the team turned chunklint on."""
    return turned_on(tmp_path_factory.mktemp("story") / "docs repo")


@pytest.fixture
def repo(origin: Path, tmp_path: Path) -> Path:
    """A clone to work in, on a branch of its own."""
    git(tmp_path, "clone", "-q", str(origin), "work")
    git(tmp_path / "work", "checkout", "-q", "-b", "branch")
    return tmp_path / "work"


def test_the_old_problems_block_nobody(origin: Path) -> None:
    assert check(origin) == Answer(0, [], "")
    assert check(origin, "docs/zh") == Answer(0, [], "")
    assert check(origin, "--no-baseline").code == 1


def test_an_edit_that_moves_a_boundary_is_told_where_it_does_damage(repo: Path) -> None:
    keys = repo / "docs" / "en" / "keys.md"
    assert check(repo, "--no-baseline", "docs/en/keys.md").found == []
    # Six rows more and the table fits in no chunk: the damage is at its head, far above the new lines.
    keys.write_text(
        keys.read_text("utf-8").replace("\n## After", table(30).split("\n", 20)[20] + "\n## After"), "utf-8"
    )
    git(repo, "add", "-A")
    expected = [("docs/en/keys.md", "CL101")]
    for argv in ((), ("--staged",), ("--changed-since", "origin/main"), ("docs/en/keys.md",)):
        answer = check(repo, *argv)
        assert (answer.code, answer.found) == (1, expected), argv


def test_work_on_old_pages_goes_through(repo: Path) -> None:
    # Lines move, a heading is corrected, and a page with an old problem gets another name.
    old = repo / "docs" / "en" / "page 00.md"
    text = old.read_text("utf-8")
    old.write_text(
        text.replace("\n## ", "\nOne more sentence.\n\n## ", 1).replace("Last words 0", "Last word 0"), "utf-8"
    )
    git(repo, "mv", "docs/zh/page 05.md", "docs/zh/改名 05.md")
    git(repo, "add", "-A")
    assert check(repo, "--staged") == Answer(0, [], "")
    commit(repo, "Work on old pages")
    assert check(repo, "--changed-since", "origin/main") == Answer(0, [], "")
    assert check(repo) == Answer(0, [], "")
    # The baseline follows, so that the next rename is followed too.
    assert "0 added, 0 removed" in chunklint(repo, "baseline").stdout.decode()
    entries = [json.loads(line) for line in (repo / BASELINE).read_text("utf-8").splitlines()[1:]]
    assert "docs/zh/改名 05.md" in {entry["path"] for entry in entries}


def test_a_new_problem_in_an_old_page_is_the_only_one_reported(repo: Path) -> None:
    page_with_old_problem = repo / "docs" / "en" / "page 10.md"
    with page_with_old_problem.open("a", encoding="utf-8") as file:
        file.write("\n## Empty again\n\n## End\n\nText.\n")
    write(repo, {"docs/en/new page.md": "# A new page\n\n## Nothing here\n\n## Something\n\nText.\n"})
    expected = [("docs/en/new page.md", "CL202"), ("docs/en/page 10.md", "CL202")]
    for argv in ((), ("--changed-since", "origin/main"), ("--changed-since", "origin/main", "--no-baseline")):
        answer = check(repo, *argv)
        assert (answer.code, sorted(answer.found)) == (1, expected), argv
    git(repo, "add", "docs/en/new page.md")
    assert check(repo, "--staged").found == expected[:1]


def test_a_mended_problem_leaves_the_baseline_and_may_not_come_back(repo: Path) -> None:
    path = repo / "docs" / "en" / "page 20.md"
    broken = path.read_text("utf-8")
    path.write_text(broken.replace("## Left empty 20\n", "## Left empty 20\n\nNo more.\n"), "utf-8")
    answer = check(repo)
    assert (answer.code, answer.found) == (0, [])
    assert "has 1 entry for problems that are gone (docs/en/page 20.md CL202" in answer.notes
    assert "0 added, 1 removed" in chunklint(repo, "baseline", "--prune").stdout.decode()
    assert check(repo) == Answer(0, [], "")
    path.write_text(broken, "utf-8")
    assert check(repo).found == [("docs/en/page 20.md", "CL202")]


def test_ci_has_a_shallow_clone(origin: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", str(origin), "writer")
    writer = tmp_path / "writer"
    git(writer, "checkout", "-q", "-b", "topic")
    for number in range(4):
        write(writer, {"docs/en/topic.md": f"# A topic\n\n## Nothing {number}\n\n## Something\n\nText.\n"})
        commit(writer, f"Step {number}")
    bare = tmp_path / "bare.git"
    git(tmp_path, "clone", "-q", "--bare", str(writer), str(bare))
    git(tmp_path, "clone", "-q", "--depth=1", "--branch", "topic", bare.as_uri(), "ci")
    ci = tmp_path / "ci"
    assert check(ci, "--changed-since", "origin/main").code == 2
    done = subprocess.run(
        [str(FETCH_MERGE_BASE), "main", "refs/heads/topic"], cwd=ci, capture_output=True, check=True, text=True
    )
    assert done.stdout == "origin/main\n"
    answer = check(ci, "--changed-since", done.stdout.strip())
    assert (answer.code, answer.found) == (1, [("docs/en/topic.md", "CL202")])


def test_two_branches_are_merged(repo: Path) -> None:
    # Both take a problem into the baseline, on lines next to each other, and one mends an old one.
    aside = "# An aside\n\n## Nothing\n\n## Something\n\nText.\n"
    write(repo, {"docs/en/aside 1.md": aside})
    chunklint(repo, "baseline", "docs/en")
    commit(repo, "Live with it")
    git(repo, "checkout", "-q", "-b", "other", "main")
    path = repo / "docs" / "zh" / "page 55.md"
    path.write_text(path.read_text("utf-8").replace("## Left empty 55\n", "## Left empty 55\n\nText.\n"), "utf-8")
    chunklint(repo, "baseline", "--prune")
    write(repo, {"docs/en/aside 2.md": aside})
    chunklint(repo, "baseline", "docs/en")
    commit(repo, "Mend it")
    git(repo, "checkout", "-q", "main")
    for branch in ("branch", "other"):
        git(repo, "merge", "-q", "--no-edit", branch)
    assert check(repo) == Answer(0, [], "")
    assert check(repo, "--changed-since", "HEAD~1").code == 0


def test_a_review_sees_what_is_embedded_again(repo: Path) -> None:
    git(repo, "mv", "docs/en/page 30.md", "docs/en/page 30 moved.md")
    write(repo, {"docs/en/afterthought.md": "# An afterthought\n\n" + "It is short enough. " * 40 + "\n"})
    commit(repo, "Move and add")
    done = chunklint(repo, "diff", "origin/main", "--output-format", "json", **SETTLED)
    diff = json.loads(done.stdout)
    assert done.returncode == 0
    assert (diff["added"], diff["altered"], diff["removed"], diff["files"]) == (1, 0, 0, 2)
    assert diff["moved"] > 0
    assert 0 < diff["share"] < 0.05
