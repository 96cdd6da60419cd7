"""What ``tune`` says of its advice, from made-up figures: against what is in use, libraries and services, by halves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from chunklint.chunking.model import Profile
from chunklint.evaluation.advice import Check, Tried, leads
from chunklint.evaluation.evaluate import ChunkSizes
from chunklint.evaluation.metrics import Outcome
from chunklint.evaluation.questions import Question
from chunklint.evaluation.sweep import Candidate
from chunklint.report.formats import Style
from chunklint.report.tuning import Tuning, tuning_as_json, tuning_as_text
from chunklint.report.tuning_sentences import cautions, reasons

if TYPE_CHECKING:
    from chunklint.evaluation.sweep import Role

QUESTIONS = [Question(str(at), "?", "a.md", (((0, 1),),), "", "en", "", "markdown") for at in range(40)]


def tried(profile: Profile, role: Role, whole: int, budget: int) -> Tried:
    """A profile under which so many of the 40 questions find a whole answer, and so many theirs in the context."""
    outcomes = [Outcome(1, int(at < whole), 900 if at < budget else 9000, 0.0) for at in range(40)]
    return Tried(Candidate(profile, role), ChunkSizes(10, 500, 500, 900), tuple(outcomes))


def tuning(*more: Tried, check: Check | None = None) -> Tuning:
    every = [
        tried(Profile("parents-640-1280", "parents", max_tokens=640, parent_max_tokens=1280), "sweep", 36, 36),
        tried(Profile("structure-800-400", max_tokens=800), "sweep", 34, 36),
        tried(Profile("mine"), "yours", 30, 35),
        tried(Profile("great"), "library", 35, 30),
        tried(Profile("thrifty"), "library", 20, 36),
        *more,
    ]
    return Tuning(every, [], 0, leads(every, QUESTIONS, 1500), QUESTIONS, "bm25", 1500, 1, 1, 9, 9, check=check)


def said(what: Tuning) -> list[str]:
    return list(reasons(what, Style()))


def test_what_a_change_would_bring_is_said_with_intervals() -> None:
    (sentence,) = (one for one in said(tuning()) if "'mine'" in one)
    assert sentence.startswith("Against 'mine', which is in use: +.15 [+.05, +.2")
    assert sentence.endswith("and +.03 [.00, +.07] in budget.")


def test_libraries_are_counted_and_the_best_of_each_figure_named() -> None:
    text = "\n".join(said(tuning()))
    assert "ahead of 1 of 2 libraries left as they come" in text
    assert "The best library in whole@5: great with .875 (budget .750)." in text
    assert "The best library in budget: thrifty with .900 (whole@5 .500)." in text


def test_a_service_is_named_where_it_has_more() -> None:
    behind = tried(Profile("behind"), "service", 36, 36)
    before = tried(Profile("before"), "service", 10, 39)
    assert not any("service" in one for one in said(tuning(behind)))
    (sentence,) = (one for one in said(tuning(behind, before)) if "service" in one)
    assert "before with .975 (whole@5 .250)" in sentence


def test_halves_are_told_where_there_were_some() -> None:
    assert not any("half" in one for one in said(tuning()))
    found = tuning(check=Check(10, {"whole@5": -0.012, "budget": 0.03}))
    (sentence,) = (one for one in said(found) if "half" in one)
    assert "10 times: on average -0.012 in whole@5 and +0.030 in budget" in sentence
    assert tuning_as_json(found)["check"] == {"choices": 10, "ahead": {"whole@5": -0.012, "budget": 0.03}}


def test_whoever_reads_what_is_found_gets_another_profile() -> None:
    (sentence,) = (one for one in said(tuning()) if "searches chunks" in one)
    assert "up to 640 tokens and reads the chunk of up to 1280" in sentence.replace(",", "")
    assert "structure-800-400: .850 and .900" in sentence
    assert tuning_as_json(tuning())["recommended_of_one_size"] == "structure-800-400"
    plain = tuning()._replace(recommended=1)
    assert not any("searches chunks" in one for one in said(plain))
    assert tuning_as_json(plain)["recommended_of_one_size"] is None


def test_what_is_in_use_is_kept_without_settings_to_paste() -> None:
    for recommended, words, is_pasted in ((1, "Recommended: structure-800-400", True), (2, "keep mine", False)):
        text = "\n".join(tuning_as_text(tuning()._replace(recommended=recommended), Style()))
        assert words in text
        assert ("Settings to paste" in text) is is_pasted
        assert ("Against 'mine'" in text) is is_pasted


@pytest.mark.parametrize(("recommended", "tokens"), [(0, 640), (1, 900)])
def test_a_model_has_to_read_what_is_searched(recommended: int, tokens: int) -> None:
    (sentence,) = cautions(tuning()._replace(recommended=recommended), Style())
    assert f"(P90: {tokens} tokens)" in sentence
