"""``chunklint baseline``, and ``check`` with a baseline, as they are called."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.program import INFO_PAGE, WARNING_PAGE, chunklint

BASELINE = ".chunklint-baseline.jsonl"
# Whatever else other rules find in these pages is not what this is about.
RULES = 'select = ["CL202", "CL203", "CL801"]\n'
SETTINGS = f'baseline = "{BASELINE}"\n{RULES}'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "warning.md").write_text(WARNING_PAGE, "utf-8")
    (tmp_path / "info.md").write_text(INFO_PAGE, "utf-8")
    (tmp_path / "chunklint.toml").write_text(SETTINGS, "utf-8")
    return tmp_path


def entries(folder: Path) -> list[tuple[str, str, int]]:
    lines = (folder / BASELINE).read_text("utf-8").splitlines()[1:]
    return [(entry["path"], entry["code"], entry["count"]) for entry in map(json.loads, lines)]


def found(folder: Path, *argv: str) -> list[tuple[str, str, int]]:
    done = chunklint(folder, "check", "--output-format", "json", *argv)
    assert done.returncode in (0, 1), done.stderr
    return [(finding["path"], finding["code"], finding["line"]) for finding in json.loads(done.stdout)]


def test_old_problems_are_not_reported_and_new_ones_are(folder: Path) -> None:
    done = chunklint(folder, "baseline")
    assert done.stdout.decode() == f"{BASELINE} holds 2 problems in 2 files: 2 added, 0 removed.\n"
    assert entries(folder) == [("docs/warning.md", "CL202", 1), ("info.md", "CL203", 1)]
    assert chunklint(folder, "check").stdout.decode() == "All clean: no problem in 2 files.\n"
    (folder / "docs" / "new.md").write_text(WARNING_PAGE, "utf-8")
    assert found(folder) == [("docs/new.md", "CL202", 3)]
    assert chunklint(folder, "check").returncode == 1


def test_moved_lines_a_renamed_file_and_a_corrected_heading_keep_matching(folder: Path) -> None:
    chunklint(folder, "baseline")
    page = folder / "docs" / "warning.md"
    page.write_text(WARNING_PAGE.replace("# Guide\n", "# Guide\n\nA new first paragraph.\n\nAnother.\n", 1), "utf-8")
    assert found(folder) == []
    page.write_text(page.read_text("utf-8").replace("# Guide", "# The guide", 1), "utf-8")
    assert found(folder) == []
    page.write_text(WARNING_PAGE, "utf-8")
    page.rename(folder / "docs" / "新 名称.md")
    assert found(folder) == []
    (folder / "docs" / "copy.md").write_text(WARNING_PAGE, "utf-8")
    assert len(found(folder)) == 1


def test_a_second_problem_of_the_same_kind_is_reported(folder: Path) -> None:
    (folder / "docs" / "warning.md").write_text(WARNING_PAGE, "utf-8")
    chunklint(folder, "baseline")
    with (folder / "docs" / "warning.md").open("a", encoding="utf-8") as page:
        page.write("\n## Empty\n\n## Last\n\nText.\n")
    assert [(path, code) for path, code, _ in found(folder, "--select", "CL202")] == [("docs/warning.md", "CL202")]


def test_stale_entries_are_said_and_pruned(folder: Path) -> None:
    chunklint(folder, "baseline")
    (folder / "docs" / "warning.md").write_text("# Guide\n\nText.\n", "utf-8")
    done = chunklint(folder, "check")
    assert done.returncode == 0
    assert done.stderr.decode() == (
        f"chunklint: {BASELINE} has 1 entry for problems that are gone (docs/warning.md CL202 “Empty”); "
        "'chunklint baseline --prune' removes what is gone.\n"
    )
    kept = chunklint(folder, "baseline").stdout.decode()
    assert kept.startswith("gone: docs/warning.md CL202 “Empty”\n")
    assert len(entries(folder)) == 2
    pruned = chunklint(folder, "baseline", "--prune").stdout.decode()
    assert pruned.startswith("removed: docs/warning.md CL202 “Empty”\n")
    assert entries(folder) == [("info.md", "CL203", 1)]


def test_pruning_takes_nothing_in(folder: Path) -> None:
    chunklint(folder, "baseline")
    (folder / "docs" / "new.md").write_text(WARNING_PAGE, "utf-8")
    before = (folder / BASELINE).read_bytes()
    done = chunklint(folder, "baseline", "--prune")
    assert done.stdout.decode() == f"{BASELINE} is up to date: 2 problems in 2 files.\n"
    assert (folder / BASELINE).read_bytes() == before
    assert len(found(folder)) == 1


def test_only_what_was_looked_for_is_stale(folder: Path) -> None:
    chunklint(folder, "baseline")
    (folder / "docs" / "warning.md").write_text("# Guide\n\nText.\n", "utf-8")
    assert chunklint(folder, "check", "info.md").stderr == b""
    assert chunklint(folder, "check", "--select", "CL203").stderr == b""
    assert b"1 entry" in chunklint(folder, "check", "docs").stderr
    chunklint(folder, "baseline", "--prune", "info.md")
    assert len(entries(folder)) == 2


def test_a_part_of_the_project_leaves_the_rest_alone(folder: Path) -> None:
    chunklint(folder, "baseline")
    (folder / "docs" / "warning.md").write_text(WARNING_PAGE + "\n## Last\n\n# End\n\nText.\n", "utf-8")
    (folder / "info.md").write_text(INFO_PAGE + "\n#### C\n", "utf-8")
    chunklint(folder, "baseline", "docs")
    assert ("info.md", "CL203", 1) in entries(folder)
    assert sum(path == "docs/warning.md" for path, _, _ in entries(folder)) == 2
    assert len(found(folder)) == 1 or found(folder, "info.md") == found(folder)


def test_the_working_directory_does_not_matter(folder: Path) -> None:
    chunklint(folder, "baseline")
    assert found(folder / "docs") == []
    assert found(folder / "docs", "..") == []
    assert found(folder, str(folder / "docs" / "warning.md")) == []
    chunklint(folder / "docs", "baseline", "..")
    assert entries(folder) == [("docs/warning.md", "CL202", 1), ("info.md", "CL203", 1)]


def test_an_option_goes_before_the_settings(folder: Path) -> None:
    chunklint(folder, "baseline", "docs", "--baseline", "other.jsonl")
    assert found(folder, "--baseline", "other.jsonl") == [("info.md", "CL203", 3)]
    assert len(found(folder, "--no-baseline", "--baseline", "other.jsonl")) == 2


def test_standard_input_is_held_against_the_baseline(folder: Path) -> None:
    chunklint(folder, "baseline")
    argv = ["check", "--output-format", "json", "--stdin-filename", "docs/warning.md", "-"]
    assert json.loads(chunklint(folder, *argv, stdin=WARNING_PAGE.encode()).stdout) == []
    longer = (WARNING_PAGE + "\n## Last\n\n# End\n\nText.\n").encode()
    assert [one["line"] for one in json.loads(chunklint(folder, *argv, stdin=longer).stdout)] == [9]


def test_a_missing_baseline_is_said(folder: Path) -> None:
    done = chunklint(folder, "check", "--fail-on", "never")
    assert (
        done.stderr.decode() == f"chunklint: {BASELINE}: there is no such baseline; 'chunklint baseline' writes it.\n"
    )
    assert done.returncode == 0
    assert chunklint(folder, "check", "--baseline", "no.jsonl").returncode == 2


def test_a_broken_baseline_is_one_sentence(folder: Path) -> None:
    (folder / BASELINE).write_text("<<<<<<< HEAD\n", "utf-8")
    for command in ("check", "baseline"):
        done = chunklint(folder, command)
        assert done.returncode == 2
        assert done.stderr.decode().startswith(f"chunklint: {BASELINE}:1: a merge left its conflict")
        assert done.stderr.count(b"\n") == 1


def test_other_profiles_are_said_in_one_sentence(folder: Path) -> None:
    chunklint(folder, "baseline")
    (folder / "chunklint.toml").write_text(SETTINGS + "max-tokens = 300\n", "utf-8")
    done = chunklint(folder, "check")
    assert done.stderr.decode().startswith(f"chunklint: {BASELINE} was written under other profiles than today's")
    assert done.stderr.count(b"\n") == 1
    chunklint(folder, "baseline")
    assert chunklint(folder, "check").stderr == b""


def test_the_message_language_does_not_matter(folder: Path) -> None:
    chunklint(folder, "baseline", "--language", "zh-CN", PYTHONUTF8="1")
    assert found(folder, "--language", "en") == []


def test_without_a_setting_it_says_how_to_use_the_file(folder: Path) -> None:
    (folder / "chunklint.toml").write_text(RULES, "utf-8")
    out = chunklint(folder, "baseline").stdout.decode()
    assert out.endswith(f'write baseline = "{BASELINE}" into chunklint.toml.\n')
    assert len(found(folder)) == 2


def test_config_shows_the_baseline_as_it_can_be_written(folder: Path) -> None:
    out = chunklint(folder / "docs", "config").stdout.decode()
    assert f'baseline = "{BASELINE}"' in out


def test_findings_about_the_settings_are_taken_in(folder: Path) -> None:
    (folder / "chunklint.toml").write_text(SETTINGS + "max-tokens = 100\noverlap = 60\n", "utf-8")
    assert ("chunklint.toml", "CL801") in {(path, code) for path, code, _ in found(folder)}
    chunklint(folder, "baseline")
    assert found(folder) == []
    assert chunklint(folder, "check", "info.md").stderr == b""


# What became worse


def section(sentences: int) -> str:
    """A page whose section needs two chunks (worth knowing) or three (a warning)."""
    paragraph = "Close the valve before you open the pump. " * 6
    return "# Pumps\n\n## Valves\n\n" + f"{paragraph}\n\n" * sentences


@pytest.fixture
def growing(folder: Path) -> Path:
    (folder / "chunklint.toml").write_text(f'baseline = "{BASELINE}"\nselect = ["CL301"]\n', "utf-8")
    (folder / "page.md").write_text(section(10), "utf-8")
    return folder


def severities(folder: Path, *argv: str) -> list[str]:
    done = chunklint(folder, "check", "--output-format", "json", *argv)
    return [finding["severity"] for finding in json.loads(done.stdout)]


def test_a_problem_that_became_more_severe_is_reported_and_its_entry_is_not_stale(growing: Path) -> None:
    chunklint(growing, "baseline")
    assert severities(growing, "--no-baseline") == ["info"]
    assert severities(growing) == []
    (growing / "page.md").write_text(section(20), "utf-8")
    done = chunklint(growing, "check", "--output-format", "json")
    assert [finding["severity"] for finding in json.loads(done.stdout)] == ["warning"]
    assert done.stderr == b""
    pruned = chunklint(growing, "baseline", "--prune").stdout.decode()
    assert pruned == f"{BASELINE} is up to date: 1 problem in 1 file.\n"
    assert severities(growing) == ["warning"]
    chunklint(growing, "baseline")
    assert entries(growing) == [("page.md", "CL301", 1)]
    assert severities(growing) == []
    (growing / "page.md").write_text(section(10), "utf-8")
    assert severities(growing) == []


def test_a_severity_that_the_settings_change_makes_nothing_new(growing: Path) -> None:
    settings = (growing / "chunklint.toml").read_text("utf-8")
    stricter = settings + '[rules.section-too-large]\nseverity = "error"\n'
    chunklint(growing, "baseline")
    (growing / "chunklint.toml").write_text(stricter, "utf-8")
    assert severities(growing) == []
    (growing / BASELINE).unlink()
    (growing / "chunklint.toml").write_text(stricter.replace("error", "info"), "utf-8")
    chunklint(growing, "baseline")
    (growing / "chunklint.toml").write_text(settings, "utf-8")
    (growing / "page.md").write_text(section(20), "utf-8")
    assert severities(growing, "--no-baseline") == ["warning"]
    assert severities(growing) == []


def test_pruning_says_that_entries_followed_a_renamed_file(folder: Path) -> None:
    chunklint(folder, "baseline")
    (folder / "docs" / "warning.md").rename(folder / "docs" / "renamed.md")
    out = chunklint(folder, "baseline", "--prune").stdout.decode().splitlines()
    assert out == [
        f"{BASELINE} holds 2 problems in 2 files: 0 added, 0 removed.",
        "1 problem was found again in a renamed file or with corrected text; the entries follow.",
    ]
    assert entries(folder) == [("docs/renamed.md", "CL202", 1), ("info.md", "CL203", 1)]
