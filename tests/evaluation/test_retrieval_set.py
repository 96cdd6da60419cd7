"""The measurements that the design rests on, made again: the order of the splitters and how far they are apart.

The figures expected are those of a prototype with chunkers of its own, over the same questions; ours need not equal
them, but have to lie within the noise of so many questions.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.cli.program import chunklint
from tests.shared_material import shared

SETTINGS = """
profile = ["path", "fixed", "recursive", "structure"]
[profiles.path]
max-tokens = 512
[profiles.structure]
max-tokens = 512
heading-path = false
[profiles.fixed]
splitter = "fixed"
tokenizer = "characters"
max-tokens = 512
overlap = 64
[profiles.recursive]
splitter = "recursive"
tokenizer = "characters"
max-tokens = 800
overlap = 80
"""

# hit@5, whole@5, budget
NATURAL = {
    "en": {
        "fixed": (0.597, 0.420, 0.748),
        "recursive": (0.681, 0.630, 0.739),
        "structure": (0.807, 0.798, 0.798),
        "path": (0.832, 0.824, 0.807),
    },
    "zh": {
        "fixed": (0.727, 0.594, 0.742),
        "recursive": (0.781, 0.750, 0.781),
        "structure": (0.719, 0.711, 0.758),
        "path": (0.758, 0.750, 0.781),
    },
}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("measured")
    (folder / "profiles.toml").write_text(SETTINGS, "utf-8")
    docs, questions = shared("retrieval", "docs"), shared("retrieval", "questions.jsonl")
    argv = ("eval", str(docs), "--questions", str(questions), "--config", "profiles.toml", "--output-format", "json")
    done = chunklint(folder, *argv)
    assert done.returncode == 0, done.stderr.decode()
    measured: dict[str, Any] = json.loads(done.stdout)
    return measured


def group(run: dict[str, Any], side: str, value: str) -> dict[str, Any]:
    (found,) = (one for one in run["groups"] if (one["side"], one["value"]) == (side, value))
    return dict(found)


def test_every_question_of_the_set_is_measured(run: dict[str, Any]) -> None:
    assert (run["questions"], run["documents"]) == (543, 77)
    assert group(run, "origin", "natural")["questions"] == 247


@pytest.mark.parametrize("language", ["en", "zh"])
def test_natural_questions_find_what_they_found_before(run: dict[str, Any], language: str) -> None:
    measured = group(run, "origin+language", f"natural, {language}")["profiles"]
    for profile, expected in NATURAL[language].items():
        for metric, value in zip(("hit@5", "whole@5", "budget"), expected, strict=True):
            _, low, high = measured[profile][metric]
            assert low <= value <= high, (language, profile, metric)


def test_the_order_of_the_splitters(run: dict[str, Any]) -> None:
    for metric in ("hit@5", "whole@5"):
        values = [run["groups"][0]["profiles"][name][metric][0] for name in ("fixed", "recursive", "structure", "path")]
        assert values == sorted(values)
    english = group(run, "origin+language", "natural, en")["profiles"]
    values = [english[name]["hit@5"][0] for name in ("fixed", "recursive", "structure", "path")]
    assert values == sorted(values)


@pytest.mark.parametrize(
    ("reference", "hit", "whole"), [("fixed", 0.13, 0.33), ("recursive", 0.10, 0.13), ("structure", 0.05, 0.05)]
)
def test_structure_with_the_path_is_ahead(run: dict[str, Any], reference: str, hit: float, whole: float) -> None:
    """The differences of the tables, over all 543 questions: structure and path against each other splitter."""
    (one,) = (d for d in run["groups"][0]["differences"] if {d["profile"], d["reference"]} == {"path", reference})
    sign = 1 if one["profile"] == "path" else -1
    for metric, expected in (("hit@5", hit), ("whole@5", whole)):
        low, high = sorted(sign * end for end in one["metrics"][metric][1:])
        assert low > 0
        assert low <= expected <= high, (metric, low, high)
