"""``chunklint eval`` as a user meets it: figures, formats, gates, and one sentence for each thing that goes wrong."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.program import chunklint
from tests.evaluation.pages import write_site
from tests.evaluation.program_here import chunklint_here
from tests.report.browser import dom, with_driver

SETTINGS = """
profile = ["docs", "windows"]
[profiles.docs]
max-tokens = 200
[profiles.windows]
splitter = "fixed"
max-tokens = 60
overlap = 0
"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    write_site(tmp_path)
    (tmp_path / "chunklint.toml").write_text(SETTINGS, "utf-8")
    return tmp_path


def measured(folder: Path, *argv: str, code: int = 0) -> dict[str, Any]:
    """What the program says as JSON."""
    done = chunklint_here(folder, "eval", "docs", "--questions", "questions.jsonl", "--output-format", "json", *argv)
    assert done.returncode == code, done.stderr
    said: dict[str, Any] = json.loads(done.stdout)
    return said


def said(folder: Path, *argv: str) -> tuple[int, list[str]]:
    """The exit code and the lines on standard error."""
    done = chunklint_here(folder, "eval", *argv)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stderr.splitlines()


def test_figures_of_each_profile_and_group(site: Path) -> None:
    run = measured(site)
    assert run["questions"] == 14
    assert run["documents"] == 9
    assert [one["profile"]["name"] for one in run["profiles"]] == ["docs", "windows"]
    every = run["groups"][0]
    assert (every["side"], every["questions"]) == ("", 14)
    value, low, high = every["profiles"]["docs"]["hit@5"]
    assert 0.5 < low <= value <= high <= 1
    sides = {(group["side"], group["value"]): group["questions"] for group in run["groups"]}
    assert sides["origin", "natural"] == 9
    assert sides["language", "zh"] == 4
    assert sides["kind", "code"] == 5
    assert sides["origin+language", "natural, en"] == 5
    assert next(group["value"] for group in run["groups"] if group["side"] == "origin") == "natural"
    (difference,) = every["differences"]
    assert (difference["profile"], difference["reference"]) == ("windows", "docs")
    whole = [every["profiles"][name]["whole@5"][0] for name in ("windows", "docs")]
    assert difference["metrics"]["whole@5"][0] == pytest.approx(whole[0] - whole[1], abs=0.0002)


def test_two_runs_say_the_same_to_the_byte(site: Path) -> None:
    runs = [
        chunklint(
            site, "eval", "docs", "--questions", "questions.jsonl", "--output-format", "json", PYTHONHASHSEED=seed
        )
        for seed in ("1", "2")
    ]
    assert runs[0].stdout == runs[1].stdout


def test_the_table_for_people_in_both_languages(site: Path) -> None:
    for language, words in (
        ("en", ["14 questions over 9 documents", "Natural questions"]),
        ("zh-CN", ["14 个问题", "自然问题"]),
    ):
        done = chunklint(site, "eval", "docs", "--questions", "questions.jsonl", "--language", language)
        text = done.stdout.decode()
        assert done.returncode == 0
        assert all(word in text for word in words), text
        assert re.search(r"^docs +(1\.000|\.\d{3}) ±", text, re.M)


def test_a_question_searches_pages_of_its_answers_language(site: Path) -> None:
    apart, together = measured(site), measured(site, "--one-index")
    assert apart["outcomes"] != together["outcomes"]


def test_limits_fail_the_run(site: Path) -> None:
    assert (
        said(site, "docs", "--questions", "questions.jsonl", "--profile", "docs", "--fail-under", "hit@5=0.5")[0] == 0
    )
    code, lines = said(
        site, "docs", "--questions", "questions.jsonl", "--fail-under", "whole@1=1", "--profile", "windows"
    )
    assert code == 1
    assert lines[0].startswith("chunklint: whole@1 under 'windows' is 0.")


def test_a_run_is_stored_and_compared_with(site: Path) -> None:
    measured(site, "--save", "before.json")
    same = measured(site, "--compare-with", "before.json")
    assert [(change["origin"], change["questions"]) for change in same["changes"]] == [("natural", 9), ("", 14)] * 2
    assert [change["dropped"] for change in same["changes"]] == [[]] * 4
    assert same["changes"][0]["metrics"]["hit@5"] == [0, 0, 0]
    # Somebody takes the answers' words out of their neighbourhood: every page gets the same text in many places.
    for page in (site / "docs").iterdir():
        words = "rule command belongs backup billing keys limits network 备份 账单 密钥 配额 规定\n\n" * 3
        page.write_text(
            page.read_text("utf-8").replace("\n\n", f"\n\n## {words}", 1) + "\n## Rules\n\n" + words * 8, "utf-8"
        )
    worse = measured(site, "--compare-with", "before.json", "--fail-under", "hit@5=0", code=1)
    assert any("hit@5" in change["dropped"] or "whole@5" in change["dropped"] for change in worse["changes"])
    code, lines = said(site, "docs", "--questions", "questions.jsonl", "--compare-with", "before.json")
    assert code == 1
    assert any("got worse beyond noise since before.json" in line for line in lines)


def test_a_fall_in_natural_questions_fails_the_run_though_the_others_gain(site: Path) -> None:
    lines = (site / "questions.jsonl").read_text("utf-8").splitlines()
    natural = [json.loads(line) for line in lines if "natural" in line]
    others = [one | {"id": f"{one['id']}-{at}", "origin": "template"} for at in range(9) for one in natural]
    written = [json.dumps(one, ensure_ascii=False) for one in (*natural, *others)]
    (site / "questions.jsonl").write_text("\n".join(written), "utf-8")
    stored = measured(site, "--save", "before.json", "--profile", "docs")
    for one in others:
        stored["outcomes"]["docs"][one["id"]] = [0, 0, 0, 0.0]
    (site / "before.json").write_text(json.dumps(stored), "utf-8")
    lost = [json.dumps(one | {"query": "zzz"}, ensure_ascii=False) for one in natural]
    (site / "questions.jsonl").write_text("\n".join([*lost, *written[len(natural) :]]), "utf-8")
    argv = ("docs", "--questions", "questions.jsonl", "--compare-with", "before.json", "--profile", "docs")
    code, sentences = said(site, *argv)
    assert code == 1
    assert sentences
    assert all("for natural questions since before.json" in sentence for sentence in sentences)
    assert "9 natural" in chunklint_here(site, "eval", *argv).stdout


def test_of_few_questions_nothing_can_be_told(site: Path) -> None:
    lines = [json.loads(line) for line in (site / "questions.jsonl").read_text("utf-8").splitlines()]
    (site / "few.jsonl").write_text("\n".join(json.dumps(one) for one in lines[:5]), "utf-8")
    argv = ("docs", "--questions", "few.jsonl", "--profile", "docs", "--output-format", "json")
    assert said(site, *argv, "--save", "few.json")[0] == 0
    one = json.loads(chunklint_here(site, "eval", *argv).stdout)["groups"][0]["profiles"]["docs"]
    assert one["hit@5"][1] < one["hit@5"][0] <= one["hit@5"][2]
    lost = [json.dumps(one | {"query": "zzz"}) for one in lines[:5]]
    (site / "few.jsonl").write_text("\n".join(lost), "utf-8")
    code, sentences = said(site, *argv, "--compare-with", "few.json")
    assert (code, len(sentences)) == (0, 1)
    assert "5 questions are in both runs: too few" in sentences[0]
    done = chunklint_here(site, "eval", "docs", "--questions", "few.jsonl", "--compare-with", "few.json")
    assert "These are the figures of 5 questions only" in done.stdout
    assert "*" not in done.stdout.partition("Since few.json")[2].partition("hit@k:")[0]


def test_bad_lines_are_said_and_the_rest_is_measured(site: Path) -> None:
    with (site / "questions.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"query": "?", "doc": "keys.md"}\nnot json\n{"query": "?", "doc": "x.md", "gold": "y"}\n')
        file.write('{"query": "?", "doc": "keys.md", "gold": "never said"}\n')
    run = measured(site, code=2)
    assert run["questions"] == 14
    assert [(one["line"], one["problem"]) for one in run["problems"]] == [
        (15, "no gold"),
        (16, "not json"),
        (17, "doc unknown"),
        (18, "gold not found"),
    ]
    code, lines = said(site, "docs", "--questions", "questions.jsonl")
    assert code == 2
    assert [re.sub(r"\D*(\d+):.*", r"\1", line) for line in lines] == ["15", "16", "17", "18"]


def test_a_file_in_the_wrong_format_does_not_fill_the_terminal(site: Path) -> None:
    (site / "bad.jsonl").write_text("no\n" * 500, "utf-8")
    code, lines = said(site, "docs", "--questions", "bad.jsonl")
    assert code == 2
    assert len(lines) == 22
    assert "480 more questions" in lines[20]


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        (["docs"], "--questions FILE is missing."),
        (["docs", "--questions", "none.jsonl"], "The questions none.jsonl cannot be read: No such file or directory."),
        (["docs", "--questions", "empty.jsonl"], "empty.jsonl: there is no question that can be measured."),
        (["nowhere", "--questions", "questions.jsonl"], "nowhere: no such file or folder."),
        (["docs", "--questions", "questions.jsonl", "--fail-under", "hit@5"], "'hit@5' is no limit"),
        (["docs", "--questions", "questions.jsonl", "--fail-under", "hit@5=nan"], "'hit@5=nan' is no limit"),
        (["docs", "--questions", "questions.jsonl", "--fail-under", "recall=1"], "'recall' is no metric"),
        (["docs", "--questions", "questions.jsonl", "--budget", "0"], "'0' is no value for --budget"),
        (["docs", "--questions", "questions.jsonl", "--budget", "１"], "'１' is no value for --budget"),
        (
            ["docs", "--questions", "questions.jsonl", "--compare-with", "none.json"],
            "The stored run none.json cannot be read",
        ),
        (["docs", "--questions", "questions.jsonl", "--compare-with", "questions.jsonl"], "questions.jsonl is no run"),
        (
            ["docs", "--questions", "questions.jsonl", "--save", "no/such/folder.json"],
            "Cannot write no/such/folder.json",
        ),
        (
            ["docs", "--questions", "questions.jsonl", "--embedding-model", "none"],
            "The embedding model none cannot be used",
        ),
        (
            ["docs", "--questions", "questions.jsonl", "--embedding-model", "os:nothing"],
            "The embedding model os:nothing",
        ),
        (["docs", "--questions", "questions.jsonl", "--profile", "nope"], "no profile has the name 'nope'"),
    ],
)
def test_one_sentence_for_each_mistake(site: Path, argv: list[str], sentence: str) -> None:
    (site / "empty.jsonl").write_text("\n", "utf-8")
    code, lines = said(site, *argv)
    assert code == 2
    assert sentence in lines[0]


def test_runs_that_were_measured_otherwise_are_not_compared(site: Path) -> None:
    measured(site, "--save", "before.json")
    common = ("docs", "--questions", "questions.jsonl", "--compare-with", "before.json")
    assert "only runs measured alike" in said(site, *common, "--budget", "99")[1][0]
    (site / "other.jsonl").write_text('{"query": "rule", "doc": "keys.md", "gold": "90 days"}\n', "utf-8")
    code, lines = said(site, "docs", "--questions", "other.jsonl", "--compare-with", "before.json")
    assert code == 2
    assert "nothing to compare" in lines[0]
    run = json.loads((site / "before.json").read_text("utf-8"))
    (site / "before.json").write_text(json.dumps(run | {"version": 0}), "utf-8")
    assert "another version" in said(site, *common)[1][0]
    (site / "before.json").write_text(json.dumps(run | {"outcomes": {"docs": {"0": ["x", 1, 2, 3]}}}), "utf-8")
    assert "is no run" in said(site, *common)[1][0]


def test_a_missing_extra_is_one_sentence_with_the_line_to_install_it(site: Path) -> None:
    (site / "bm25s.py").write_text("raise ImportError('no module', name='bm25s')\n", "utf-8")
    done = chunklint(site, "eval", "docs", "--questions", "questions.jsonl", PYTHONPATH=str(site))
    assert done.returncode == 2
    assert done.stderr.decode().splitlines() == [
        "chunklint: This needs the package bm25s; install chunklint with its 'eval' extra: "
        "pip install 'chunklint-lsp[eval]'."
    ]


def test_a_model_of_the_projects_own(site: Path) -> None:
    (site / "letters.py").write_text(
        "LETTERS = 'abcdefghijklmnopqrstuvwxyz备账密配'\n"
        "def embed(texts):\n    return [[t.lower().count(c) for c in LETTERS] for t in texts]\n"
        "def broken(texts):\n    raise RuntimeError('no\\nluck')\n"
        "def wrong(texts):\n    return [[1.0]]\n"
        "def nan(texts):\n    return [[float('nan')] for t in texts]\n",
        "utf-8",
    )
    run = measured(site, "--embedding-model", "letters:embed")
    assert run["retriever"] == "letters:embed"
    assert run["groups"][0]["profiles"]["docs"]["hit@5"][0] > 0.2
    for name, reason in (("broken", "RuntimeError: no"), ("wrong", "vectors"), ("nan", "finite"), ("gone", "gone")):
        code, lines = said(site, "docs", "--questions", "questions.jsonl", "--embedding-model", f"letters:{name}")
        assert (code, len(lines)) == (2, 1)
        assert reason in lines[0]


def test_drafts_are_pointed_out(site: Path) -> None:
    (site / "drafts.jsonl").write_text(
        '{"query": "rule for keys", "doc": "keys.md", "gold": "90 days", "draft": true}\n', "utf-8"
    )
    done = chunklint(site, "eval", "docs", "--questions", "drafts.jsonl", "--profile", "docs")
    assert "1 of them is a draft" in done.stdout.decode()


@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_definitions_are_shown(tmp_path: Path, language: str) -> None:
    done = chunklint(tmp_path, "eval", "--definitions", "--language", language)
    assert done.returncode == 0
    assert "`whole@k`" in done.stdout.decode()


def test_the_page_in_a_browser(site: Path) -> None:
    (site / "chunklint.toml").write_text(
        SETTINGS.replace('"windows"', '"<b>w"').replace("[profiles.windows]", '[profiles."<b>w"]'), "utf-8"
    )
    done = chunklint(
        site, "eval", "docs", "--questions", "questions.jsonl", "--output-format", "html", "--output-file", "e.html"
    )
    assert done.returncode == 0, done.stderr.decode()
    page = site / "e.html"
    html = page.read_text("utf-8")
    assert "<b>w" not in html
    assert "http://" not in html
    # Sort the first table by a metric and open the definitions, with the keyboard alone; see what takes the focus.
    script = """
      const scrolls = [...document.querySelectorAll('section.scroll')];
      const button = scrolls[0].querySelectorAll('th button')[2];
      button.focus(); button.click();
      const order = [...scrolls[0].querySelectorAll('tbody tr')].map((row) => row.cells[2].dataset.sort);
      const summary = document.querySelector('summary');
      summary.focus(); summary.click();
      document.body.dataset.seen = JSON.stringify({
        order, plots: document.querySelectorAll('svg.plot circle').length,
        named: [...document.querySelectorAll('svg.plot')].every((svg) => svg.getAttribute('aria-label')),
        reachable: scrolls.every((part) => part.tabIndex === 0), open: document.querySelector('details').open,
        wide: document.documentElement.scrollWidth <= document.documentElement.clientWidth,
      });
    """
    driven = site / "driven.html"
    driven.write_text(with_driver(html, script), "utf-8")
    match = re.search(r'data-seen="([^"]*)"', dom(driven))
    assert match
    seen = json.loads(match[1].replace("&quot;", '"'))
    assert seen["order"] == sorted(seen["order"], key=float)
    assert seen["plots"] == 2 * (3 + 1) * 2  # profiles, three metrics and the trade-off, all and natural questions
    assert (seen["named"], seen["reachable"], seen["open"], seen["wide"]) == (True, True, True, True)
    assert "data-seen" not in dom(page)


def test_a_page_on_which_a_splitter_fails_is_said_and_the_rest_is_measured(site: Path) -> None:
    (site / "cutter.py").write_text(
        "def cut(text):\n"
        "    if 'billing' in text:\n        raise RuntimeError('no luck')\n    return text.split('\\n\\n')\n",
        "utf-8",
    )
    (site / "chunklint.toml").write_text('splitter = "cutter:cut"\n', "utf-8")
    done = chunklint(site, "eval", "docs", "--questions", "questions.jsonl", "--output-format", "json")
    assert done.returncode == 2
    (sentence,) = done.stderr.decode().splitlines()
    assert "docs/billing.md: " in sentence
    assert "count as not found" in sentence
    outcomes = json.loads(done.stdout)["outcomes"]["default"]
    assert outcomes["2"] == outcomes["3"] == [0, 0, 0, 0]
    assert any(rank for rank, *_ in outcomes.values())
