"""``chunklint stats``: sizes a profile as text, JSON and a page, and a gate where limits are given."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.program import chunklint
from tests.report.browser import dom

SETTINGS = """
profile = ["docs", "fixed"]
[profiles.docs]
[profiles.fixed]
splitter = "fixed"
tokenizer = "characters"
max-tokens = 500
overlap = 0
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    english = "# Guide\n\n" + "".join(f"## Part {at}\n\n{'Some words here. ' * 40}\n\n" for at in range(4))
    chinese = "# 指南\n\n" + "".join(f"## 第 {at} 节\n\n{'这里有一些文字。' * 30}\n\n" for at in range(4))
    (tmp_path / "en.md").write_text(english, "utf-8")
    (tmp_path / "中文 页.md").write_bytes(chinese.replace("\n", "\r\n").encode())
    (tmp_path / "empty.md").write_bytes(b"")
    return tmp_path


def stats(folder: Path, *argv: str) -> dict[str, object]:
    """What the program says as JSON."""
    done = chunklint(folder, "stats", "--output-format", "json", *argv)
    assert done.returncode in (0, 1), done.stderr
    said: dict[str, object] = json.loads(done.stdout)
    return said


def test_json_agrees_with_the_chunks_of_a_preview(folder: Path) -> None:
    (one,) = stats(folder)["profiles"]  # type: ignore[misc, attr-defined]
    sizes = []
    for name in ("en.md", "中文 页.md", "empty.md"):
        preview = json.loads(chunklint(folder, "preview", name, "--output-format", "json").stdout)
        sizes += [chunk["tokens"] for chunk in preview["chunks"]]
    sizes.sort()
    assert one["documents"] == 3
    assert one["chunks"] == len(sizes) > 4
    assert one["total"] == sum(sizes)
    assert one["p50"] == sizes[(len(sizes) + 1) // 2 - 1]
    assert one["p90"] == sizes[-(-9 * len(sizes) // 10) - 1]
    assert one["max"] == sizes[-1]
    assert one["over_budget"] == 0
    assert sum(one["histogram"]["counts"]) == len(sizes)
    assert one["largest"][0]["tokens"] == sizes[-1]
    assert one["profile"]["max_tokens"] == 400


def test_profiles_side_by_side(folder: Path) -> None:
    (folder / "chunklint.toml").write_text(SETTINGS, "utf-8")
    first, second = stats(folder)["profiles"]  # type: ignore[misc, attr-defined]
    assert [first["profile"]["name"], second["profile"]["name"]] == ["docs", "fixed"]
    assert [first["unit"], second["unit"]] == ["tokens", "characters"]
    assert second["max"] == 500
    (only,) = stats(folder, "--profile", "fixed")["profiles"]  # type: ignore[misc, attr-defined]
    assert only == second
    lines = chunklint(folder, "stats").stdout.decode().splitlines()
    assert lines[0].split()[:4] == ["profile", "documents", "chunks", "mean"]
    assert [line.split()[0] for line in lines[1:3]] == ["docs", "fixed"]
    assert len({line.index("│") for line in lines[1:3]}) == 1
    assert "500 characters" in lines[2]


def test_one_name_with_two_meanings_is_two_profiles(folder: Path) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "chunklint.toml").write_text("max-tokens = 150\n", "utf-8")
    (folder / "sub" / "page.md").write_text("# A\n\n" + "Some words here. " * 60, "utf-8")
    budgets = [one["profile"]["max_tokens"] for one in stats(folder)["profiles"]]  # type: ignore[attr-defined]
    assert sorted(budgets) == [150, 400]


@pytest.mark.parametrize(
    ("argv", "code", "names"),
    [
        ([], 0, []),
        (["--max-p90", "400"], 0, []),
        (["--max-p90", "50"], 1, ["p90"]),
        (["--max-over-budget", "0"], 0, []),
        (["--profile", "langchain-recursive", "--max-p90", "100"], 1, ["p90"]),
    ],
)
def test_limits(folder: Path, argv: list[str], code: int, names: list[str]) -> None:
    done = chunklint(folder, "stats", *argv, "--output-format", "json")
    assert done.returncode == code
    assert [one["name"] for one in json.loads(done.stdout)["exceeded"]] == names
    assert chunklint(folder, "stats", *argv).returncode == code


def test_chunks_over_the_limit_are_named_and_fail(folder: Path) -> None:
    # A separator that never comes leaves the page whole.
    settings = 'profile = "one"\n[profiles.one]\nsplitter = "recursive"\nseparators = ["~~~~"]\nmax-tokens = 100\n'
    (folder / "chunklint.toml").write_text(settings, "utf-8")
    done = chunklint(folder, "stats", "--max-over-budget", "50%")
    out = done.stdout.decode()
    assert done.returncode == 1
    at = out.index("Largest chunks over the limit under 'one':\n")
    places = [line.split("  ")[1] for line in out[at:].splitlines()[1:3]]
    assert places == ["中文 页.md:1", "en.md:1"]
    assert "100 % of the chunks under 'one' are over the limit, more than the 50 % allowed." in out
    assert chunklint(folder, "stats", "--max-over-budget", "100").returncode == 0


@pytest.mark.parametrize("given", ["many", "-1", "nan", "inf"])
def test_a_limit_that_is_no_number_is_misuse(folder: Path, given: str) -> None:
    done = chunklint(folder, "stats", f"--max-p90={given}")
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.decode() == f"chunklint: '{given}' is no value for --max-p90: give a number of zero or more.\n"


def test_files_that_cannot_be_had(folder: Path) -> None:
    done = chunklint(folder, "stats", "gone.md", "en.md", "--output-format", "json")
    assert done.returncode == 2
    assert json.loads(done.stdout)["profiles"][0]["documents"] == 1
    (folder / "dangling.md").symlink_to("nowhere.md")
    done = chunklint(folder, "stats", "dangling.md", "--output-format", "json")
    assert b"Traceback" not in done.stderr
    assert done.stderr.startswith(b"chunklint: dangling.md")


def test_a_folder_without_documents(tmp_path: Path) -> None:
    assert chunklint(tmp_path, "stats").stdout == b"No files to check.\n"
    assert stats(tmp_path) == {"profiles": [], "unreadable": 0, "exceeded": []}
    assert chunklint(tmp_path, "stats", "--output-format", "html").stdout.startswith(b"<!DOCTYPE html>")


def test_standard_input(folder: Path) -> None:
    done = chunklint(folder, "stats", "-", "--output-format", "json", stdin=(folder / "en.md").read_bytes())
    assert json.loads(done.stdout)["profiles"][0]["chunks"] == stats(folder, "en.md")["profiles"][0]["chunks"]  # type: ignore[index]


def test_chinese(folder: Path) -> None:
    out = chunklint(folder, "stats", "--language", "zh-CN", "--max-p90", "10").stdout.decode()
    assert out.startswith("切分方案")
    assert "的 P90 为" in out
    page = chunklint(folder, "stats", "--output-format", "html", LC_ALL="zh_CN.UTF-8").stdout.decode()
    assert '<html lang="zh-CN">' in page
    assert "块大小：default" in page


def test_the_page_compares_profiles_and_sorts(folder: Path) -> None:
    (folder / "chunklint.toml").write_text(SETTINGS, "utf-8")
    done = chunklint(folder, "stats", "--output-format", "html", "--output-file", "s.html", "--max-p90", "400")
    assert done.returncode == 1
    html = (folder / "s.html").read_text("utf-8")
    assert html.count('<svg class="histogram"') == 2
    assert "P90 under &#39;fixed&#39; is 500, more than the 400 allowed." in html
    assert "中文 页.md" in html
    assert '<html lang="en" class="js">' in dom(folder / "s.html")


MEMORY = """
import resource, sys
sys.argv = ["chunklint", "stats", sys.argv[1], "--output-format", "json", "--output-file", sys.argv[2]]
from chunklint.__main__ import main
main(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs the resource module")
def test_memory_does_not_grow_with_the_number_of_files(tmp_path: Path) -> None:
    """Twenty times the files may cost a tenth more at most: their names."""
    peaks = []
    for count in (50, 1_000):
        docs = tmp_path / str(count)
        docs.mkdir()
        for at in range(count):
            (docs / f"{at}.md").write_text(
                f"# Page {at}\n\n" + "".join(f"## P {at} {n}\n\nSome.\n\n" for n in range(60))
            )
        out = tmp_path / "out.json"
        done = subprocess.run([sys.executable, "-c", MEMORY, docs, out], capture_output=True, check=True, timeout=120)
        peaks.append(int(done.stdout))
        assert json.loads(out.read_text())["profiles"][0]["documents"] == count
    assert peaks[1] < 1.1 * peaks[0]
