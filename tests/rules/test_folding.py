"""CL803 stands for single findings: in every door the same ones are left out, and any of them can be had."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from chunklint.api import Profile, read_document
from chunklint.engine.analysis import Analysis
from chunklint.engine.damage import KINDS, Damage
from chunklint.engine.facts import Facts
from chunklint.engine.folding import folded_page, folds_of, is_folded
from chunklint.engine.profiles import PageCounts, page_counts
from chunklint.engine.run import lint
from chunklint.settings.model import Settings
from tests.cli.program import chunklint
from tests.rules.linting import REGISTRY

if TYPE_CHECKING:
    from pathlib import Path

    from chunklint.api import Finding

WINDOWS = Profile("windows", "fixed", max_tokens=40, overlap=0, min_tokens=0)
LINES = Profile("lines", "recursive", max_tokens=40, overlap=0, min_tokens=0)
SENTENCES = (
    "The scheduler writes a checkpoint to disk before the next election starts, and keeps it for a day.\n\n" * 30
)
PAGE = f"# Guide\n\n{SENTENCES}\n\n## Empty\n\n## Next\n\nText.\n"
TOML = """
profile = ["windows"]
[profiles.windows]
splitter = "fixed"
max-tokens = 40
overlap = 0
"""


def counts(text: str, profile: Profile) -> dict[str, Damage]:
    document = read_document(text, "page.md")
    found = page_counts(Analysis(document, profile, Facts(document)))
    return {one.kind: one for one in found.damages}


@pytest.mark.parametrize(
    ("text", "kind", "blocks", "damaged"),
    [
        # "# A heading here\n\n" is 18 characters long, and the window ends with it.
        ("# A heading here\n\nText.", "headings", 1, 1),
        ("# A heading here", "headings", 0, 0),
        ("Do what we said:\n\n- one\n- two", "list-lead-ins", 1, 1),
        ("Note:\n\n- one\n- two", "list-lead-ins", 0, 0),
        ("Do what we said:\n\n```\nx = 1\n```", "code-lead-ins", 1, 1),
        ("|a|\n|-|\n|1|", "tables", 1, 0),
        ("Before.\n\n|a|\n|-|\n|1|", "tables", 1, 1),
        ("|a|\n|-|\n|a far longer cell|", "tables", 0, 0),
        ("Before it.\n\n```\nx\n```", "code", 1, 1),
        ("One. Two. Three. Four. Five.", "cuts", 1, 1),
        ("One. Two. Three. 4 Four. 5.", "cuts", 1, 1),
        ("One. Two. Three ..Four. Five.", "cuts", 1, 1),
    ],
)
def test_what_is_counted(text: str, kind: str, blocks: int, damaged: int) -> None:
    profile = Profile("windows", "fixed", "characters", max_tokens=18, overlap=0, min_tokens=0)
    assert counts(text, profile)[kind][1:3] == (blocks, damaged)


def test_nothing_is_counted_where_structure_decides() -> None:
    document = read_document(PAGE)
    found = page_counts(Analysis(document, Profile(max_tokens=40), Facts(document)))
    assert all(one.blocks == one.damaged == 0 for one in found.damages)
    assert found.cuts > 10


def test_every_kind_has_its_two_fields_in_order() -> None:
    fields = PageCounts._fields[PageCounts._fields.index("headings_with_text") :]
    assert len(fields) == 2 * len(KINDS)
    filled = PageCounts(**{name: at for at, name in enumerate(fields)})
    assert [(one.blocks, one.damaged) for one in filled.damages] == [(at, at + 1) for at in range(0, len(fields), 2)]


# Folding


def test_a_finding_is_folded_only_if_it_is_stood_for_under_all_its_profiles() -> None:
    folds = {"a": frozenset({"CL404", "CL101"})}
    assert is_folded("CL404", ("a",), {}, folds)
    assert not is_folded("CL404", ("a", "b"), {}, folds)
    assert not is_folded("CL404", (), {}, folds)
    assert not is_folded("CL401", ("a",), {}, folds)
    # A table that no chunk holds is the page's doing.
    assert is_folded("CL101", ("a",), {"tokens": 40, "limit": 40}, folds)
    assert not is_folded("CL101", ("a",), {"tokens": 41, "limit": 40}, folds)


def page_alone(*profiles: Profile) -> list[Finding]:
    settings = Settings(profiles=profiles)
    document = read_document(PAGE, "page.md")
    analyses: list[Analysis] = []
    found = lint(document, settings, REGISTRY, analyses.append)
    return folded_page(found, analyses, settings, REGISTRY)


def test_in_an_editor_the_page_is_the_run() -> None:
    codes = [(finding.code, finding.document.path, finding.start) for finding in page_alone(WINDOWS)]
    assert ("CL803", "page.md", 0) in codes
    assert "CL404" not in {code for code, _, _ in codes}
    assert "CL202" in {code for code, _, _ in codes}


def test_findings_that_hold_for_another_profile_too_stay() -> None:
    other = Profile("other", "fixed", max_tokens=40, overlap=0, min_tokens=0)
    both = page_alone(WINDOWS, other)
    assert [finding.profiles for finding in both if finding.code == "CL803"] == [("windows",), ("other",)]
    assert not any(finding.code == "CL404" for finding in both)
    kept = folds_of([finding for finding in both if finding.profiles == ("windows",)])
    assert kept == {"windows": frozenset({"CL404"})}


# The command line


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "chunklint.toml").write_text(TOML, "utf-8")
    for number in range(3):
        (tmp_path / f"{number}.md").write_text(PAGE, "utf-8")
    return tmp_path


def check(folder: Path, *argv: str) -> list[dict[str, Any]]:
    done = chunklint(folder, "check", *argv, "--output-format", "json")
    assert done.returncode in (0, 1), done.stderr
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found


def test_one_finding_on_the_settings_file_stands_for_many(folder: Path) -> None:
    found = check(folder)
    (about,) = [one for one in found if one["code"] == "CL803"]
    assert (about["path"], about["line"]) == ("chunklint.toml", 4)
    assert about["data"]["folds"] == ["CL404"]
    assert about["data"]["percent"] > 30
    assert not any(one["code"] == "CL404" for one in found)
    assert any(one["code"] == "CL202" for one in found)


def test_show_folded_lists_the_single_findings_too(folder: Path) -> None:
    shown = check(folder, "--show-folded")
    single = [one for one in shown if one["code"] == "CL404"]
    assert {one["path"] for one in single} == {"0.md", "1.md", "2.md"}
    assert [one for one in shown if one["code"] != "CL404"] == check(folder)
    done = chunklint(folder, "check")
    assert f"{len(single)} findings are folded under CL803" in done.stderr.decode()


def test_folded_findings_do_not_fail_a_run(folder: Path) -> None:
    argv = ["check", "--select", "CL404,CL803", "--output-format", "concise"]
    assert chunklint(folder, *argv).returncode == 0
    assert chunklint(folder, *argv, "--fail-on", "info").returncode == 1  # CL803 itself
    (folder / "chunklint.toml").write_text(TOML + '[rules.sentence-split]\nseverity = "error"\n', "utf-8")
    assert chunklint(folder, *argv).returncode == 0
    assert chunklint(folder, *argv, "--show-folded").returncode == 1


def test_without_the_rule_nothing_is_folded(folder: Path) -> None:
    assert any(one["code"] == "CL404" for one in check(folder, "--ignore", "CL803"))
    (folder / "chunklint.toml").write_text(TOML + "[rules.profile-breaks-structure]\nmin-blocks = 9999\n", "utf-8")
    found = check(folder)
    assert any(one["code"] == "CL404" for one in found)
    assert not any(one["code"] == "CL803" for one in found)


def test_cache_and_processes_change_nothing(folder: Path) -> None:
    big = PAGE * 40
    for number in range(12):
        (folder / f"big{number}.md").write_text(big, "utf-8")
    alone = check(folder, "--jobs", "1", "--no-cache")
    assert any(one["code"] == "CL803" for one in alone)
    assert check(folder, "--jobs", "2") == alone
    assert (folder / ".chunklint_cache").exists()
    assert check(folder) == alone
    assert check(folder, "--jobs", "2", "--no-cache") == alone


def test_a_baseline_knows_folded_findings_too(folder: Path) -> None:
    assert chunklint(folder, "baseline").returncode == 0
    (baseline,) = folder.glob(".chunklint-baseline*")
    assert "CL404" in baseline.read_text("utf-8")
    done = chunklint(folder, "check", "--baseline", baseline.name, "--fail-on", "info")
    assert (done.returncode, b"stale" in done.stderr) == (0, False), done.stderr
    shown = chunklint(folder, "check", "--baseline", baseline.name, "--fail-on", "info", "--show-folded")
    assert shown.returncode == 0
