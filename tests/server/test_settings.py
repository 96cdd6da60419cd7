"""The server finds the settings that the command line finds, and goes on with the last good ones."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from chunklint.chunking.model import Profile
from chunklint.server import settings as server_settings
from chunklint.server.client import Options
from chunklint.server.settings import ServerSettings
from chunklint.settings.errors import SettingsError

if TYPE_CHECKING:
    from pathlib import Path


def limit(found: ServerSettings, path: Path | None) -> int:
    return found.effective(None if path is None else str(path)).settings.profiles[0].max_tokens


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def test_the_nearest_settings_hold_wherever_the_workspace_is(tmp_path: Path) -> None:
    write(tmp_path / "pyproject.toml", "[tool.chunklint]\nmax-tokens = 4000\n")
    write(tmp_path / "docs/strict/chunklint.toml", "max-tokens = 200\n")
    for root in (tmp_path, tmp_path / "docs", tmp_path / "docs/strict"):
        found = ServerSettings(Options(), str(root))
        assert limit(found, tmp_path / "docs/page.md") == 4000
        assert limit(found, tmp_path / "docs/strict/page.md") == 200
    assert limit(ServerSettings(Options(), str(tmp_path / "docs/strict")), None) == 200


def test_settings_that_break_leave_the_last_good_ones_and_a_problem(tmp_path: Path) -> None:
    file = write(tmp_path / "chunklint.toml", "max-tokens = 200\n")
    found = ServerSettings(Options(), str(tmp_path))
    page, other = tmp_path / "page.md", tmp_path / "sub/other.md"
    assert limit(found, page) == 200
    write(file, "max-tokens = 300\nmax-tokenz = 5\n")
    found.reload(Options(), str(tmp_path))
    assert limit(found, page) == 200
    assert limit(found, other) == 200
    (problem,) = found.problems
    assert (problem.path, problem.line) == (str(file), 2)
    assert "max-tokens" in problem.sentence
    write(file, "max-tokens = 300\n")
    found.reload(Options(), str(tmp_path))
    assert limit(found, page) == 300
    assert found.problems == []


def test_settings_that_never_worked_leave_the_defaults(tmp_path: Path) -> None:
    write(tmp_path / "chunklint.toml", "max-tokens = [\n")
    found = ServerSettings(Options(), str(tmp_path))
    assert limit(found, tmp_path / "page.md") == 400
    assert len(found.problems) == 1


@pytest.mark.parametrize("change", ["write", "make", "remove"])
def test_a_client_that_watches_no_files_is_served_all_the_same(
    tmp_path: Path, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_settings, "_LOOK_AFTER", 0.0)
    file = tmp_path / "docs/chunklint.toml"
    if change != "make":
        write(file, "max-tokens = 200\n")
    found = ServerSettings(Options(), str(tmp_path))
    limit(found, tmp_path / "docs/page.md")
    assert not found.have_changed()
    if change == "remove":
        file.unlink()
    else:
        write(file, "max-tokens = 300\n# more\n")
    assert found.have_changed()


def test_what_is_extended_is_watched_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_settings, "_LOOK_AFTER", 0.0)
    base = write(tmp_path / "shared/base.toml", "max-tokens = 200\n")
    write(tmp_path / "docs/chunklint.toml", 'extend = "../shared/base.toml"\n')
    found = ServerSettings(Options(), str(tmp_path))
    assert limit(found, tmp_path / "docs/page.md") == 200
    write(base, "max-tokens = 3000\n")
    assert found.have_changed()


def test_rule_packs_are_code_and_need_trust(tmp_path: Path) -> None:
    file = write(tmp_path / "chunklint.toml", 'plugins = ["no-such-pack"]\nselect = ["XY1", "CL2"]\n')
    page = str(tmp_path / "page.md")
    careful = ServerSettings(Options(), str(tmp_path))
    effective = careful.effective(page)
    assert effective.settings.select == ("XY1", "CL2")
    assert dict(careful.untrusted) == {str(file): ("no-such-pack",)}
    assert careful.problems == []
    trusting = ServerSettings(Options(trusted=True), str(tmp_path))
    trusting.effective(page)
    (problem,) = trusting.problems
    assert problem.path == str(file)
    assert "no-such-pack" in problem.sentence


@pytest.mark.parametrize(
    "profile", ['splitter = "cutting:cut"', 'preset = "docling-hybrid"\npython = "bin/python"', 'embedding = "a:b"']
)
def test_profiles_that_run_code_need_trust(tmp_path: Path, profile: str) -> None:
    named = f'profile = ["plain", "code"]\n[profiles.plain]\nmax-tokens = 90\n[profiles.code]\n{profile}\n'
    file = write(tmp_path / "chunklint.toml", named)
    page = str(tmp_path / "page.md")
    careful = ServerSettings(Options(), str(tmp_path))
    assert [one.name for one in careful.effective(page).settings.profiles] == ["plain"]
    assert dict(careful.untrusted_profiles) == {str(file): ("code",)}
    with pytest.raises(SettingsError, match="not trusted"):
        careful.with_profile(page, "code")
    trusting = ServerSettings(Options(trusted=True), str(tmp_path))
    assert [one.name for one in trusting.effective(page).settings.profiles] == ["plain", "code"]
    write(file, f"{profile}\n")
    alone = ServerSettings(Options(), str(tmp_path))
    assert alone.effective(page).settings.profiles == (Profile(),)


def test_excluded_files_are_excluded_in_the_editor_too(tmp_path: Path) -> None:
    write(tmp_path / "chunklint.toml", 'exclude = ["archive/**"]\n')
    found = ServerSettings(Options(), str(tmp_path))
    for name, is_excluded in (
        ("archive/old.md", True),
        ("archive/old.qmd", True),
        ("page.md", False),
        ("page.qmd", False),
        ("node_modules/a/README.md", True),
    ):
        assert found.effective(str(tmp_path / name)).excluded == is_excluded, name
    assert not found.effective(None).excluded


def test_options_of_the_editor_choose_the_file_and_the_profiles(tmp_path: Path) -> None:
    config = write(tmp_path / "other.toml", "[profiles.small]\nmax-tokens = 111\n")
    found = ServerSettings(Options(config=str(config), profiles=("small",)), str(tmp_path))
    assert limit(found, tmp_path / "page.md") == 111
    assert found.with_profile(None, "fixed").profiles[0].splitter == "fixed"
    with pytest.raises(SettingsError):
        found.with_profile(None, "none")
    wrong = ServerSettings(Options(profiles=("none",)), str(tmp_path))
    assert limit(wrong, tmp_path / "page.md") == 400
    assert "none" in wrong.problems[0].sentence


@pytest.mark.skipif(os.name == "nt", reason="no such files there")
def test_a_settings_file_that_cannot_be_read_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / "chunklint.toml").write_bytes(b"\xff\xfe\x00")
    found = ServerSettings(Options(), str(tmp_path))
    assert limit(found, tmp_path / "page.md") == 400
    assert "UTF-8" in found.problems[0].sentence
