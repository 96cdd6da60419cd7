"""``chunklint tune``: tries profiles, recommends one with numbers and settings, by questions or without."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.evaluation.pages import write_site
from tests.evaluation.program_here import chunklint_here
from tests.report.browser import dom


@pytest.fixture
def site(tmp_path: Path) -> Path:
    write_site(tmp_path)
    return tmp_path


def tuned(folder: Path, *argv: str, code: int = 0) -> dict[str, Any]:
    """What the program says as JSON."""
    done = chunklint_here(folder, "tune", "docs", "--output-format", "json", *argv)
    assert done.returncode == code, done.stderr
    said: dict[str, Any] = json.loads(done.stdout)
    return said


@pytest.fixture(scope="module")
def by_questions(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The advice for the site, by its questions."""
    folder = tmp_path_factory.mktemp("site")
    write_site(folder)
    return tuned(folder, "--questions", "questions.jsonl")


def test_with_questions_the_recommended_profile_has_as_good_as_the_largest_lead(by_questions: dict[str, Any]) -> None:
    tuning = by_questions
    assert tuning["questions"] == 14
    rows = tuning["tried"]
    assert rows[0]["profile"]["name"] == tuning["recommended"]
    assert {row["role"] for row in rows} == {"yours", "library", "service", "sweep"}
    ours = [row for row in rows if row["role"] in ("yours", "sweep")]
    assert rows[0] is ours[0]
    assert rows[0]["lead"] >= max(row["lead"] for row in ours) - 2 / 14  # what two questions could turn round
    assert {row["profile"]["splitter"] for row in ours} == {"structure", "parents", "recursive", "fixed"}
    assert tuning["check"] is None  # there are too few questions
    assert all(set(row["metrics"]) == set(row["metrics_natural"]) for row in rows)
    assert tomllib.loads(tuning["settings"])["profiles"]["tuned"]["max-tokens"] == rows[0]["profile"]["max_tokens"]


def test_the_recommended_settings_measure_what_was_promised(site: Path, by_questions: dict[str, Any]) -> None:
    tuning = by_questions
    (site / "chunklint.toml").write_text(tuning["settings"], "utf-8")
    done = chunklint_here(site, "eval", "docs", "--questions", "questions.jsonl", "--output-format", "json")
    (measured,) = json.loads(done.stdout)["groups"][0]["profiles"].values()
    assert {metric: values[0] for metric, values in measured.items()} == tuning["tried"][0]["metrics"]


def test_without_questions_it_goes_by_damage(site: Path) -> None:
    rows = "".join(f"| option_{at} | {at} | What the option with the number {at} does. |\n" for at in range(24))
    table = f"| Name | Default | Description |\n| --- | --- | --- |\n{rows}"
    (site / "docs" / "options.md").write_text(f"# Options\n\n{table}\n## Others\n\n{table}", "utf-8")
    tuning = tuned(site)
    assert tuning["questions"] == 0
    damage = {row["profile"]["name"]: row["damaged"] for row in tuning["tried"]}
    assert damage[tuning["recommended"]] < damage["fixed-256"]
    assert tuning["tried"][0]["profile"]["max_tokens"] <= 800


def test_it_stays_within_the_embedding_models_limit(site: Path) -> None:
    (site / "chunklint.toml").write_text("model-limit = 350\n", "utf-8")
    tuning = tuned(site, "--questions", "questions.jsonl")
    assert tuning["tried"][0]["profile"]["max_tokens"] <= 350
    assert all(row["profile"]["max_tokens"] <= 350 for row in tuning["tried"] if row["role"] == "sweep")


def test_the_time_limit_ends_the_sweep_with_advice(site: Path) -> None:
    for at in range(80):
        page = (site / "docs" / "keys.md").read_text("utf-8")
        (site / "docs" / f"copy-{at}.md").write_text(page.replace("90 days", f"{at} weeks") * 4, "utf-8")
    tuning = tuned(site, "--questions", "questions.jsonl", "--time-limit", "1")
    assert tuning["out_of_time"] is True
    assert 2 <= len(tuning["tried"]) < 40
    assert tuning["recommended"]


def test_the_advice_for_people_in_both_languages(site: Path) -> None:
    (site / "chunklint.toml").write_text('splitter = "fixed"\nmax-tokens = 40\noverlap = 0\n', "utf-8")
    done = chunklint_here(site, "tune", "docs", "--questions", "questions.jsonl")
    text = done.stdout
    assert "Recommended: " in text
    assert "max-tokens = " in text
    assert "Set embedding-model or model-limit" in text
    done = chunklint_here(site, "tune", "docs", "--language", "zh-CN")
    assert "推荐：" in done.stdout
    assert "请用 --questions 实测" in done.stdout


def test_where_no_profile_scores_nothing_is_recommended(site: Path) -> None:
    for page in (site / "docs").iterdir():
        page.unlink()
    (site / "docs" / "a.md").write_text("# A\n\nAlpha beta.\n", "utf-8")
    (site / "q.jsonl").write_text('{"query": "zzz", "doc": "a.md", "gold": "Alpha beta."}\n', "utf-8")
    for argv, words in (((), "no profile damages"), (("--questions", "q.jsonl"), "no profile finds a whole answer")):
        said = tuned(site, *argv, code=1)
        assert (said["recommended"], said["settings"]) == (None, "")
        assert len(said["tried"]) > 2
        done = chunklint_here(site, "tune", "docs", *argv)
        assert f"Nothing can be recommended: {words}" in done.stdout
        assert "Settings to paste" not in done.stdout
        done = chunklint_here(site, "tune", "docs", *argv, "--output-format", "html", "--language", "zh-CN")
        assert "无法推荐：" in done.stdout
        assert 'class="best"' not in done.stdout
        assert "可粘贴" not in done.stdout


def test_few_questions_get_a_caution(site: Path) -> None:
    words = "These are the figures of 14 questions only: a single one moves them by 7%"
    assert words in chunklint_here(site, "tune", "docs", "--questions", "questions.jsonl").stdout
    lines = (site / "questions.jsonl").read_text("utf-8").splitlines()
    more = [json.dumps(json.loads(line) | {"id": f"{at}-{line[:9]}"}) for at in range(3) for line in lines]
    (site / "questions.jsonl").write_text("\n".join(more), "utf-8")
    assert "questions only" not in chunklint_here(site, "tune", "docs", "--questions", "questions.jsonl").stdout


def test_bad_questions_are_said_once_and_set_the_exit_code(site: Path) -> None:
    with (site / "questions.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"query": "?", "doc": "keys.md", "gold": "never said"}\nno\n')
    done = chunklint_here(site, "tune", "docs", "--questions", "questions.jsonl", "--output-format", "json")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 2
    assert json.loads(done.stdout)["questions"] == 14


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["docs", "--questions", "none.jsonl"], "The questions none.jsonl cannot be read"),
        (["docs", "--time-limit", "soon"], "'soon' is no value for --time-limit"),
        (["empty"], "There is no document to search."),
        (["docs", "--questions", "bad.jsonl"], "bad.jsonl:1: this line is no JSON"),
    ],
)
def test_one_sentence_for_each_mistake(site: Path, argv: list[str], sentence: str) -> None:
    (site / "empty").mkdir()
    (site / "bad.jsonl").write_text("no\n", "utf-8")
    done = chunklint_here(site, "tune", *argv)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("argv", [(), ("--questions", "questions.jsonl")])
def test_the_page_in_a_browser(site: Path, argv: tuple[str, ...]) -> None:
    done = chunklint_here(site, "tune", "docs", *argv, "--output-format", "html", "--output-file", "t.html")
    assert done.returncode == 0, done.stderr
    seen = dom(site / "t.html")
    assert '<html lang="en" class="js">' in seen
    assert len(re.findall(r"<circle[^>]*>", seen)) >= 30
    assert len(re.findall(r'<circle class="best"', seen)) == 1
    assert seen.count("<tr data-order=") == len(re.findall(r"<circle", seen))
