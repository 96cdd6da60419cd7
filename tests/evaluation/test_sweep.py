"""What a sweep tries, and which profile is recommended from made-up outcomes."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from chunklint.api import Profile
from chunklint.cli.init import settings_text
from chunklint.cli.site_builders import Found, Left
from chunklint.engine.registry import load_rules
from chunklint.evaluation.advice import Tried, best_by_damage, best_by_lead, leads
from chunklint.evaluation.evaluate import ChunkSizes
from chunklint.evaluation.metrics import Outcome
from chunklint.evaluation.questions import Question
from chunklint.evaluation.sweep import Candidate, defaults, distinct, first_stage, second_stage, size_cap
from chunklint.report.tuning import settings_to_paste
from chunklint.settings.load import load_settings


def question(origin: str = "") -> Question:
    return Question("", "?", "a.md", (((0, 1),),), "", "en", origin, "markdown")


def tried(name: str, role: str, whole: list[int], context: list[int], size: int = 100) -> Tried:
    """A profile that finds whole answers at these ranks and half of them after so many tokens."""
    outcomes = [Outcome(1, rank, tokens, 0.0) for rank, tokens in zip(whole, context, strict=True)]
    return Tried(Candidate(Profile(name), role), ChunkSizes(10, size, size, size), tuple(outcomes))  # type: ignore[arg-type]


def test_the_sweep_stays_within_the_models_limit() -> None:
    capped = Profile(embedding_model="bge-large-zh-v1.5")
    cap = size_cap(capped)
    assert cap is not None
    assert 350 <= cap <= 512
    sizes = {one.profile.max_tokens for one in first_stage(cap, capped)}
    assert max(sizes) == cap
    assert {one.profile.embedding_model for one in first_stage(cap, capped) if one.profile.splitter == "structure"} == {
        "bge-large-zh-v1.5"
    }
    assert size_cap(Profile(model_limit=333)) == 330
    assert size_cap(Profile()) is None
    assert {one.profile.max_tokens for one in first_stage(128, Profile())} == {128}


def test_defaults_are_those_of_others() -> None:
    names = [one.profile.name for one in defaults()]
    assert "langchain-recursive" in names
    assert "structure" not in names
    assert len(names) == len(set(names))


def test_what_cuts_alike_is_tried_once_and_names_are_told_apart() -> None:
    one = Profile("one", max_tokens=300)
    same = Candidate(replace(one, name="same"), "sweep")
    other = Candidate(Profile("one", max_tokens=500), "sweep")
    kept = distinct([Candidate(one, "yours"), same, other])
    assert [(c.profile.name, c.profile.max_tokens) for c in kept] == [("one", 300), ("one-2", 500)]
    assert distinct([same], [one]) == []


def test_the_second_stage_changes_one_thing_at_a_time() -> None:
    base = Profile("base", max_tokens=400)
    for one in second_stage([base], by_retrieval=True):
        changed = [
            field
            for field in ("max_tokens", "min_tokens", "overlap", "heading_path", "repeat_table_header")
            if getattr(one.profile, field) != getattr(base, field)
        ]
        assert len(changed) == 1
    assert all(one.profile.heading_path for one in second_stage([base], by_retrieval=False))


def test_the_lead_is_over_the_best_default_in_each_aim() -> None:
    questions = [question() for _ in range(100)]
    big = tried("big", "default", [1] * 90 + [0] * 10, [900] * 50 + [9000] * 50)
    small = tried("small", "default", [1] * 50 + [0] * 50, [900] * 90 + [9000] * 10)
    good = tried("good", "sweep", [1] * 95 + [0] * 5, [900] * 95 + [9000] * 5)
    lopsided = tried("lopsided", "sweep", [1] * 100, [900] * 80 + [9000] * 20)
    every = [big, small, lopsided, good]
    found = leads(every, questions, 1500)
    assert found[3].value == pytest.approx(0.05, abs=0.01)
    assert found[2].value == pytest.approx(-0.10, abs=0.01)
    assert found[3].certainty > 0.95
    assert found[2].certainty < 0.05
    assert all(one.value <= 0 for one in found[:2])
    assert every[best_by_lead(every, found)].candidate.profile.name == "good"


def test_natural_questions_weigh_twice() -> None:
    questions = [question("natural"), question("template"), question("template")]
    default = tried("default", "default", [0, 0, 0], [0, 0, 0])
    natural = tried("natural", "sweep", [1, 0, 0], [900, 0, 0])
    others = tried("others", "sweep", [0, 1, 0], [0, 900, 0])
    found = leads([default, natural, others], questions, 1500)
    assert found[1].value > found[2].value


def test_of_equal_leads_the_one_with_fewest_tokens_is_taken() -> None:
    questions = [question() for _ in range(20)]
    default = tried("default", "default", [0] * 20, [0] * 20)
    dear, cheap = (tried(name, "sweep", [1] * 20, [9] * 20, size) for name, size in (("dear", 300), ("cheap", 200)))
    every = [default, dear, cheap]
    assert best_by_lead(every, leads(every, questions, 1500)) == 2


def test_by_damage_the_smallest_size_that_hardly_damages_more() -> None:
    def damaged(size: int, places: int) -> Tried:
        profile = Profile(f"s{size}", max_tokens=size)
        return Tried(Candidate(profile, "sweep"), ChunkSizes(10, size, size, size), damage={"CL101": places})

    every = [damaged(256, 90), damaged(400, 21), damaged(640, 20), damaged(1500, 2)]
    assert every[best_by_damage(every)].candidate.profile.name == "s400"


@pytest.mark.parametrize(
    "profile",
    [
        Profile(),
        Profile(max_tokens=1200, min_tokens=600, overlap=0, heading_path=False, repeat_table_header=True),
        Profile(splitter="recursive", tokenizer="characters", separators=("\n\n", '"', "。"), keep_separator="start"),
        Profile(embedding_model="bge-m3", model_limit=512),
    ],
)
def test_the_settings_to_paste_give_the_very_profile(profile: Profile, tmp_path: object) -> None:
    from pathlib import Path

    assert isinstance(tmp_path, Path)
    file = tmp_path / "chunklint.toml"
    file.write_text(settings_to_paste(profile), "utf-8")
    assert tomllib.loads(file.read_text("utf-8"))["profiles"]["tuned"]["max-tokens"] == profile.max_tokens
    (read,) = load_settings(file, {}).profiles
    assert read == replace(profile, name="tuned")


def test_the_settings_to_paste_go_before_those_that_are_there_and_inherit_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "chunklint.toml"
    found = Found("MkDocs", "mkdocs.yml", ())
    there = settings_text([found], [Left("CHANGELOG.md", ("a", "b"))], 800, "en", baseline=True)
    library = 'splitter = "langchain:recursive"\nsplitter-options = { add_start_index = true }\n'
    keys = 'overlap = 7\nmin-tokens = 9\nheading-path = false\nclean = ["spaces"]\n'
    recommended = Profile("structure-1200-300", max_tokens=1200)
    names = load_rules().known
    for more in ("", keys, library, "[profiles.other]\nmax-tokens = 90\n"):
        text = there + more if more.startswith("[") else more + there
        file.write_text(text, "utf-8")
        own = load_settings(file, names).profiles
        file.write_text(settings_to_paste(recommended, own) + text, "utf-8")
        assert load_settings(file, names).profiles == (replace(recommended, name="tuned"),)
