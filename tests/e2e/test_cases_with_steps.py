"""The cases that are more than a document: folders, settings files, thresholds, followed step by step."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.program import chunklint
from tests.gate.repository import SETTLED, git

CASES = Path(__file__).parent.parent / "cases"


@pytest.fixture
def case(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    work = tmp_path / "work"
    shutil.copytree(CASES / request.param, work)
    return work


def found(folder: Path, *argv: str, stdin: bytes = b"") -> set[tuple[str, str]]:
    done = chunklint(folder, "check", "--output-format", "json", *argv, stdin=stdin, **SETTLED)
    assert done.returncode in (0, 1), done.stderr
    return {(finding["path"], finding["code"]) for finding in json.loads(done.stdout)}


@pytest.mark.parametrize("case", ["74-ignored-folders"], indirect=True)
def test_74_folders_of_tools_and_ignored_ones_are_left_out_of_a_walk(case: Path) -> None:
    git(case, "init", "-q")
    (case / "sub" / "build").mkdir(parents=True)
    shutil.copy(case / "docs" / "a.md", case / "sub" / "build" / "z.md")
    assert found(case, ".") == {("docs/a.md", "CL203")}
    assert found(case / "sub", "..") == {("../docs/a.md", "CL203")}
    for named in ("ui/node_modules/x/readme.md", "sub/build/z.md", ".venv/lib/y.md"):
        assert found(case, named) == {(named, "CL203")}
        assert found(case, "--force-exclude", named) == set()
    git(case, "add", "-A", "-f")
    assert found(case, "--staged") == {("docs/a.md", "CL203")}


@pytest.mark.parametrize("case", ["76-config-discovery"], indirect=True)
def test_76_the_nearest_settings_hold_from_wherever_they_are_asked_for(case: Path) -> None:
    strict = case / "docs" / "strict" / "page.md"
    for folder, path in ((case, "docs/strict/page.md"), (case / "docs", "strict/page.md"), (strict.parent, "page.md")):
        assert {code for _, code in found(folder, path)} == {"CL301"}
        assert {code for _, code in found(folder, str(strict))} == {"CL301"}
        argv = ("--stdin-filename", path, "-")
        assert {code for _, code in found(folder, *argv, stdin=strict.read_bytes())} == {"CL301"}
        shown = json.loads(chunklint(folder, "config", "--output-format", "json", path).stdout)["settings"]
        assert shown["profiles"]["default"]["max-tokens"]["value"] == 30
        assert shown["profiles"]["default"]["max-tokens"]["origin"].endswith("chunklint.toml:1")
    assert "docs/page.md" not in {path for path, _ in found(case)}
    assert {path for path, _ in found(case)} == {"docs/strict/page.md"}


@pytest.mark.parametrize("case", ["82-severity-threshold-and-exit-code"], indirect=True)
def test_82_information_fails_nothing_by_default(case: Path) -> None:
    outputs = set()
    for threshold, code in (("", 0), ("warning", 0), ("info", 1), ("error", 0), ("never", 0)):
        done = chunklint(case, "check", "a.md", *(["--fail-on", threshold] if threshold else []))
        assert done.returncode == code
        outputs.add(done.stdout)
    assert len(outputs) == 1
    assert chunklint(case, "check", "--fail-on", "sometimes").returncode == 2
    (case / "chunklint.toml").write_text("max-tokens = 0\n", "utf-8")
    assert chunklint(case, "check").returncode == 2
    (case / "chunklint.toml").unlink()
    for form, path in (("json", (0, "severity")), ("sarif", ("runs", 0, "results", 0, "level"))):
        value = json.loads(chunklint(case, "check", "--output-format", form, "a.md").stdout)
        for step in path:
            value = value[step]
        assert value in ("info", "note")
    assert b"::notice " in chunklint(case, "check", "--output-format", "github", "a.md").stdout
