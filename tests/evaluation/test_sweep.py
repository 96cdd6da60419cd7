"""What a sweep tries, and which profile is recommended from made-up outcomes."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from chunklint.api import Profile
from chunklint.cli.init import settings_text
from chunklint.cli.site_builders import Found, Left
from chunklint.engine.registry import load_rules
from chunklint.evaluation.advice import AIMS, Tried, best_by_damage, best_by_lead, check, leads
from chunklint.evaluation.evaluate import ChunkSizes
from chunklint.evaluation.metrics import Outcome
from chunklint.evaluation.questions import Question
from chunklint.evaluation.sweep import Candidate, defaults, distinct, first_stage, second_stage, size_cap
from chunklint.report.tuning import settings_to_paste
from chunklint.settings.load import load_settings


def question(origin: str = "", doc: str = "a.md") -> Question:
    return Question("", "?", doc, (((0, 1),),), "", "en", origin, "markdown")


def tried(name: str, role: str, whole: list[int], context: list[int], size: int = 100) -> Tried:
    """A profile that finds whole answers at these ranks and half of them after so many tokens."""
    outcomes = [Outcome(1, rank, tokens, 0.0) for rank, tokens in zip(whole, context, strict=True)]
    return Tried(Candidate(Profile(name), role), ChunkSizes(10, size, size, size), tuple(outcomes))  # type: ignore[arg-type]


def test_the_sweep_stays_within_the_models_limit() -> None:
    capped = Profile(embedding_model="bge-large-zh-v1.5")
    cap = size_cap(capped)
    assert cap is not None
    assert 350 <= cap <= 512
    stage = [one.profile for one in first_stage(cap, capped, by_retrieval=True)]
    assert max(profile.max_tokens for profile in stage) == cap
    ours = [profile for profile in stage if profile.splitter in ("structure", "parents")]
    assert {profile.embedding_model for profile in ours} == {"bge-large-zh-v1.5"}
    assert size_cap(Profile(model_limit=333)) == 330
    assert size_cap(Profile()) is None
    assert {one.profile.max_tokens for one in first_stage(128, Profile(), by_retrieval=False)} == {128}


def test_small_chunks_in_large_ones_are_tried_only_where_a_search_can_judge_them() -> None:
    found = [
        one.profile for one in first_stage(None, Profile(), by_retrieval=True) if one.profile.splitter == "parents"
    ]
    assert all(profile.parent_max_tokens > profile.max_tokens > profile.min_tokens for profile in found)
    assert len({profile.name for profile in found}) == len(found) > 6
    assert not any(one.profile.splitter == "parents" for one in first_stage(None, Profile(), by_retrieval=False))


def test_defaults_are_those_of_others() -> None:
    found = defaults()
    roles = {one.profile.name: one.role for one in found}
    assert len(roles) == len(found)
    assert {roles[name] for name in ("langchain-recursive", "docling-hybrid", "langchain-recursive-4000")} == {
        "library"
    }
    assert {roles[name] for name in ("openai-file-search", "fastgpt-auto", "ragflow-naive")} == {"service"}
    assert not {"structure", "fixed", "parents", "recursive", "semantic"} & set(roles)


def test_a_library_runs_under_the_python_that_the_settings_name_for_it() -> None:
    own = [Profile("mine", "docling-hybrid", python="/opt/docling/bin/python", timeout=99), Profile("other")]
    found = {one.profile.name: one.profile for one in defaults(own)}
    assert (found["docling-hybrid"].python, found["docling-hybrid"].timeout) == ("/opt/docling/bin/python", 99)
    assert found["docling-hybrid"].max_tokens == 512
    assert found["unstructured-by-title"].python is None


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
    big = tried("big", "library", [1] * 90 + [0] * 10, [900] * 50 + [9000] * 50)
    small = tried("small", "library", [1] * 50 + [0] * 50, [900] * 90 + [9000] * 10)
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


def test_a_service_is_shown_and_counts_for_no_lead() -> None:
    questions = [question() for _ in range(20)]
    library = tried("library", "library", [0] * 20, [0] * 20)
    service = tried("service", "service", [1] * 20, [9] * 20)
    ours = tried("ours", "sweep", [1] * 10 + [0] * 10, [9] * 10 + [0] * 10)
    every = [library, service, ours]
    found = leads(every, questions, 1500)
    assert found[2].value > 0.2
    assert best_by_lead(every, found) == 2


def test_the_choice_is_checked_on_documents_that_it_was_not_made_on() -> None:
    documents = [f"{at}.md" for at in range(40) for _ in range(3)]
    questions = [question(doc=doc) for doc in documents]
    # Each of many profiles answers the questions of some documents by chance; the library answers half of all.
    lucky = [
        tried(
            f"lucky-{at}",
            "sweep",
            [hash_of(at, doc) for doc in documents],
            [900 * hash_of(at, doc) for doc in documents],
        )
        for at in range(30)
    ]
    half = [number % 2 for number in range(len(documents))]
    library = tried("library", "library", half, [900 * one for one in half])
    every = [library, *lucky]
    found = leads(every, questions, 1500)
    promised = found[best_by_lead(every, found)].value
    checked = check(every, questions, 1500)
    assert checked is not None
    assert checked.choices == 10
    assert set(checked.ahead) == set(AIMS)
    assert promised > 0.02
    assert checked.ahead["whole@5"] < promised
    assert checked == check(every, questions, 1500)
    steady = tried("steady", "sweep", [1] * len(documents), [900] * len(documents))
    (value,) = {round(number, 6) for number in check([*every, steady], questions, 1500).ahead.values()}  # type: ignore[union-attr]
    assert value == pytest.approx(0.5, abs=0.06)


def test_few_questions_or_documents_cannot_be_halved() -> None:
    every = [tried("library", "library", [1] * 59, [9] * 59), tried("ours", "sweep", [1] * 59, [9] * 59)]
    assert check(every, [question(doc=f"{at}.md") for at in range(59)], 1500) is None
    every = [tried("library", "library", [1] * 99, [9] * 99), tried("ours", "sweep", [1] * 99, [9] * 99)]
    assert check(every, [question() for _ in range(99)], 1500) is None


def test_what_is_embedded_are_the_small_chunks_that_are_searched() -> None:
    one = tried("one", "sweep", [1], [1], size=200)
    assert one.tokens == 2000
    assert one._replace(searched=2300).tokens == 2300


def hash_of(at: int, doc: str) -> int:
    """0 or 1, by no pattern."""
    return sha256(f"{at} {doc}".encode()).digest()[0] % 2


def test_natural_questions_weigh_twice() -> None:
    questions = [question("natural"), question("template"), question("template")]
    default = tried("default", "library", [0, 0, 0], [0, 0, 0])
    natural = tried("natural", "sweep", [1, 0, 0], [900, 0, 0])
    others = tried("others", "sweep", [0, 1, 0], [0, 900, 0])
    found = leads([default, natural, others], questions, 1500)
    assert found[1].value > found[2].value


def test_of_leads_that_two_questions_could_turn_round_the_one_with_most_in_budget_is_taken() -> None:
    def best(behind: int) -> str:
        questions = [question() for _ in range(100)]
        library = tried("library", "library", [1] * 50 + [0] * 50, [9] * 50 + [0] * 50)
        longest = tried("longest", "sweep", [1] * 90 + [0] * 10, [9] * 90 + [0] * 10)
        thrifty = tried("thrifty", "sweep", [1] * (90 - behind) + [0] * (10 + behind), [9] * 95 + [0] * 5)
        every = [library, longest, thrifty]
        return every[best_by_lead(every, leads(every, questions, 1500))].candidate.profile.name

    assert [best(behind) for behind in (0, 1, 4, 9)] == ["thrifty", "thrifty", "longest", "longest"]


def test_of_equal_leads_the_one_with_fewest_tokens_is_taken() -> None:
    questions = [question() for _ in range(20)]
    default = tried("default", "library", [0] * 20, [0] * 20)
    dear, cheap = (tried(name, "sweep", [1] * 20, [9] * 20, size) for name, size in (("dear", 300), ("cheap", 200)))
    every = [default, dear, cheap]
    assert best_by_lead(every, leads(every, questions, 1500)) == 2


def test_what_is_in_use_is_kept_where_nothing_is_better() -> None:
    questions = [question() for _ in range(20)]
    library = tried("library", "library", [0] * 20, [0] * 20)
    used, other = tried("used", "yours", [1] * 20, [9] * 20, 210), tried("other", "sweep", [1] * 20, [9] * 20, 200)
    every = [used, library, other]
    assert best_by_lead(every, leads(every, questions, 1500)) == 0


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
        Profile(splitter="parents", max_tokens=640, min_tokens=320, parent_max_tokens=1280),
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
