"""The metrics of one question, by hand and against a slow reading of their definitions."""

from __future__ import annotations

import json

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklint.api import Profile, read_document
from chunklint.evaluation.corpus import HALF, Answer, Corpus, Cover, Measures, document_language
from chunklint.evaluation.errors import EvaluationError
from chunklint.evaluation.evaluate import evaluate
from chunklint.evaluation.metrics import Outcome, outcome, values
from chunklint.evaluation.questions import read_questions
from chunklint.evaluation.retrieval import Bm25


def measured(scores: list[float], sizes: list[int], *answers: Answer) -> Outcome:
    return outcome(numpy.array(scores, dtype=numpy.float32), numpy.array(sizes), answers)


def answer(*covers: tuple[int, float]) -> Answer:
    """An answer of 100 code points and 20 tokens; a cover holds its first part, half of it after 10 tokens."""
    held = [Cover(chunk, share, ((0, round(100 * share)),), 10 if share >= HALF else 0) for chunk, share in covers]
    return Answer(tuple(held), 20, 100)


def test_ranks_of_half_and_whole() -> None:
    found = measured([3, 9, 5, 0], [100, 200, 300, 400], answer((0, 1.0), (2, 0.5)))
    assert (found.rank, found.whole_rank) == (2, 3)
    assert found.context == 200 + 10


def test_of_equal_scores_the_first_chunk_ranks_higher() -> None:
    assert measured([5, 5, 5], [10, 10, 10], answer((1, 1.0))).rank == 2


def test_a_chunk_without_a_score_is_no_result() -> None:
    assert measured([0, 4], [10, 10], answer((0, 1.0))) == Outcome(0, 0, 0, 0.0)
    assert measured([-0.5, 4], [10, 10], answer((0, 1.0))).rank == 0


def test_less_than_half_is_no_hit_but_counts_for_iou() -> None:
    found = measured([5, 4], [30, 10], answer((0, 0.4)))
    assert (found.rank, found.whole_rank, found.context) == (0, 0, 0)
    assert found.iou == pytest.approx(8 / (20 + 40 - 8))


def test_iou_counts_what_chunks_share_once_and_their_tokens_each() -> None:
    found = measured([5, 4], [40, 40], answer((0, 1.0), (1, 0.6)))
    assert found.iou == pytest.approx(20 / (20 + 80 - 20))


def test_the_best_of_several_answers_counts() -> None:
    found = measured([5, 4, 3], [10, 10, 10], answer((2, 1.0)), answer((1, 0.7)))
    assert (found.rank, found.whole_rank) == (2, 3)


def test_values_of_many_questions() -> None:
    found = [Outcome(1, 0, 1500, 0.2), Outcome(6, 6, 1501, 0.0), Outcome(0, 0, 0, 0.0)]
    assert values("hit@5", found) == [1, 0, 0]
    assert values("hit@6", found) == [1, 1, 0]
    assert values("whole@6", found) == [0, 1, 0]
    assert values("mrr", found) == [1, 1 / 6, 0]
    assert values("budget", found) == [1, 0, 0]
    assert values("budget", found, 2000) == [1, 1, 0]
    assert values("iou", found) == [0.2, 0, 0]


@pytest.mark.parametrize("metric", ["hit", "hit@0", "hit@x", "recall", "", "whole@10000", "hit@５"])
def test_a_name_that_is_no_metric(metric: str) -> None:
    with pytest.raises(EvaluationError):
        values(metric, [])


@given(st.data())
def test_outcomes_equal_a_slow_reading_of_the_definitions(data: st.DataObject) -> None:
    chunks = data.draw(st.integers(1, 12))
    scores = data.draw(st.lists(st.integers(0, 4), min_size=chunks, max_size=chunks))
    sizes = data.draw(st.lists(st.integers(1, 50), min_size=chunks, max_size=chunks))
    shares = data.draw(st.lists(st.sampled_from([0, 0.3, 0.5, 1.0]), min_size=chunks, max_size=chunks))
    found = measured([float(score) for score in scores], sizes, answer(*((at, s) for at, s in enumerate(shares) if s)))
    ranking = sorted((at for at in range(chunks) if scores[at] > 0), key=lambda at: (-scores[at], at))
    half = [place for place, at in enumerate(ranking, 1) if shares[at] >= 0.5]
    whole = [place for place, at in enumerate(ranking, 1) if shares[at] >= 1]
    assert found.rank == (half[0] if half else 0)
    assert found.whole_rank == (whole[0] if whole else 0)
    assert found.context == (sum(sizes[at] for at in ranking[: half[0] - 1]) + 10 if half else 0)
    top = ranking[:5]
    shared = 20 * max((shares[at] for at in top), default=0)
    assert found.iou == pytest.approx(shared / (20 + sum(sizes[at] for at in top) - shared))


# What a chunk holds


def covers(text: str, gold: str, profile: Profile) -> list[tuple[float, int]]:
    """Which part of the gold each chunk that has any holds, and after how many tokens half of it is there."""
    asked, _ = read_questions(json.dumps({"query": "?", "doc": "a.md", "gold": gold}))
    corpus = Corpus([profile], Bm25(), {"a.md": asked})
    document = read_document(text, "a.md")
    corpus.add(document, Measures(document.text))
    (part,) = corpus.pools[0].parts.values()
    ((found,),) = part.answers
    return [(round(cover.share, 3), cover.reach) for cover in found.covers]


WINDOWS = Profile(splitter="fixed", tokenizer="characters", max_tokens=10, overlap=0)


def test_a_cut_answer_is_shared_among_chunks() -> None:
    assert [share for share, _ in covers("aaaaaaaabbbbbbbbcc", "aabbbbbbbbcc", WINDOWS)] == [0.333, 0.667]


def test_white_space_counts_for_nothing() -> None:
    assert [share for share, _ in covers("aaaa bbb\n\n\n\n\nccc", "bbb ccc", WINDOWS)] == [0.5, 0.5]


def test_overlap_is_held_and_what_the_splitter_adds_is_not() -> None:
    overlapping = Profile(splitter="fixed", tokenizer="characters", max_tokens=10, overlap=5)
    assert [share for share, _ in covers("0123456789abcde", "56789", overlapping)] == [1.0, 1.0]
    page = "# Keys\n\n## Validity\n\nA key is valid for 90 days.\n\n## Storage\n\nKeep it in a safe.\n"
    with_path = Profile(max_tokens=40, min_tokens=0)
    assert [share for share, _ in covers(page, "Validity", with_path)] == [1.0]


def test_the_reach_counts_from_the_beginning_of_the_chunk() -> None:
    text = "# T\n\n" + "one two three four five. " * 4 + "The answer is here and it is forty two."
    ((share, reach),) = covers(text, "The answer is here and it is forty two.", Profile(heading_path=False))
    assert share == 1
    assert 26 <= reach <= 32  # 4 * 6 tokens and the heading stand before half of nine words


def test_the_language_of_a_document() -> None:
    assert document_language("Plain English.") == "en"
    assert document_language("English with one 字 among very many words, all of which are English.") == "en"
    assert document_language("`max_tokens` 设置上限") == "zh"
    assert document_language("") == "en"


def test_small_chunks_are_found_and_large_ones_are_read() -> None:
    filler = "Words about something else. " * 30
    text = f"# Keys\n\n## Validity\n\nA key is valid for 90 days.\n\n{filler}\n\n## Storage\n\nIn a safe. {filler}\n"
    asked, _ = read_questions(json.dumps({"query": "valid days", "doc": "a.md", "gold": "A key is valid for 90 days."}))
    profile = Profile(splitter="parents", max_tokens=60, parent_max_tokens=400)
    corpus = Corpus([profile], Bm25(), {"a.md": asked})
    corpus.add(read_document(text, "a.md"), Measures(text))
    (part,) = corpus.pools[0].parts.values()
    assert len(part.owners) > len(part.sizes) >= 1
    assert max(part.sizes) > 60
    ((found,),) = part.answers
    assert [cover.share for cover in found.covers] == [1.0]
    assert evaluate(corpus).results[0].outcomes[0].rank == 1
