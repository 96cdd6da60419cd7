"""With several profiles, every format says under which of them a problem holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from chunklint.report.formats import FORMATS
from tests.cli.program import chunklint

SENTENCE = "The scheduler writes a checkpoint to disk before the next election starts.\n\n"
PAGE = "# A\n\n" + SENTENCE * 12 + "## Empty\n\n## B\n\nText.\n"
TOML = (
    'profile = ["tiny-one", "large-one"]\n[profiles.tiny-one]\nmax-tokens = 60\nmin-tokens = 0\n[profiles.large-one]\n'
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "page.md").write_text(PAGE, "utf-8")
    (tmp_path / "chunklint.toml").write_text(TOML, "utf-8")
    return tmp_path


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_names_the_profile_that_a_problem_holds_for(form: str, folder: Path) -> None:
    done = chunklint(folder, "check", "page.md", "--select", "CL301", "--output-format", form)
    out = done.stdout.decode()
    assert done.returncode == 1
    if form == "html":  # where the sizes are charted too
        out = out[out.index('id="findings"') :]
    assert "tiny-one" in out
    assert "large-one" not in out


@pytest.mark.parametrize("form", ["text", "concise", "github"])
def test_what_holds_for_all_of_them_names_none(form: str, folder: Path) -> None:
    done = chunklint(folder, "check", "page.md", "--select", "CL202", "--output-format", form)
    assert done.returncode == 1
    assert b"-one" not in done.stdout


def test_in_chinese(folder: Path) -> None:
    done = chunklint(folder, "check", "page.md", "--select", "CL301", "--language", "zh-CN")
    assert "（切分方案：tiny-one）" in done.stdout.decode()


def test_with_one_profile_nothing_is_added(folder: Path) -> None:
    done = chunklint(folder, "check", "page.md", "--profile", "tiny-one", "--select", "CL301")
    assert done.returncode == 1
    assert b"Profile:" not in done.stdout


def test_what_is_wrong_with_a_profile_names_it(folder: Path) -> None:
    (folder / "chunklint.toml").write_text('profile = ["structure", "fixed", "tiny"]\n[profiles.tiny]\noverlap = 190\n')
    done = chunklint(folder, "check", "page.md", "--select", "CL801", "--output-format", "concise")
    assert done.stdout.decode().count("(Profile: tiny)") == 1
    done = chunklint(folder, "check", "page.md", "--select", "CL801", "--profile", "tiny")
    assert b"CL801" in done.stdout
    assert b"Profile:" not in done.stdout
