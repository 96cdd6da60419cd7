"""Reading questions and finding their gold: what is taken, and the one thing that is wrong with each bad line."""

from __future__ import annotations

import json
from hashlib import sha1
from pathlib import Path
from typing import Any

import pytest

from chunklint.api import read_document
from chunklint.evaluation.loading import by_document
from chunklint.evaluation.questions import Problem, Question, place, read_questions

PAGE = read_document(
    "# Keys\n\nA key is valid\nfor 90 days.\n\nA key is secret. A key is secret.\n\n密钥有效期为 90 天。\n", "keys.md"
)


def line(**fields: Any) -> str:
    return json.dumps({"query": "How long?", "doc": "keys.md", "gold": "90 days"} | fields, ensure_ascii=False)


def only(text: str) -> Question | Problem:
    """The one question of a text with its gold found, or the one thing that is wrong."""
    asked, problems = read_questions(text)
    (one,) = problems or [place(question, PAGE) for question in asked]
    return one


def golds(question: Question | Problem) -> list[list[str]]:
    assert isinstance(question, Question), question
    return [[PAGE.text[start:end] for start, end in answer] for answer in question.answers]


def test_gold_as_text_span_and_parts() -> None:
    start = PAGE.text.index("90 days")
    assert golds(only(line())) == [["90 days"]]
    assert golds(only(line(gold=[start, start + 7]))) == [["90 days"]]
    assert golds(only(line(gold=[[start, start + 7]]))) == [["90 days"]]
    assert golds(only(line(gold=[[start, start + 7], [2, 6]]))) == [["Keys", "90 days"]]
    assert golds(only(line(gold=["90 days", "Keys"]))) == [["Keys", "90 days"]]
    assert golds(only(line(gold=[[start, start + 5], [start + 3, start + 7]]))) == [["90 days"]]


def test_a_text_with_other_white_space_is_found() -> None:
    assert golds(only(line(gold="A key is valid for 90 days."))) == [["A key is valid\nfor 90 days."]]


def test_each_place_of_a_repeated_text_is_an_answer() -> None:
    assert golds(only(line(gold="A key is secret."))) == [["A key is secret."], ["A key is secret."]]


def test_language_is_seen_where_it_is_not_said() -> None:
    found = [only(line(query=query)) for query in ("How long?", "密钥多久过期？")]
    assert [one.language for one in found if isinstance(one, Question)] == ["en", "zh"]
    said = only(line(lang="de", kind="prose", origin="natural", doc_type="guide", draft=True))
    assert isinstance(said, Question)
    assert (said.language, said.kind, said.origin, said.doc_type, said.draft) == (
        "de",
        "prose",
        "natural",
        "guide",
        True,
    )


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("{", "not json"),
        ("[" * 100_000, "not json"),
        ("[]", "not an object"),
        ("3", "not an object"),
        (json.dumps({"doc": "keys.md", "gold": "x"}), "key missing"),
        (line(query="  "), "key missing"),
        (line(doc=None), "key missing"),
        (json.dumps({"query": "?", "doc": "keys.md"}), "no gold"),
        (line(gold=[]), "no gold"),
        (line(gold=""), "no gold"),
        (line(gold=[" "]), "gold malformed"),
        (line(gold=[[1, 2, 3]]), "gold malformed"),
        (line(gold=[[True, 2]]), "gold malformed"),
        (line(gold={"start": 1}), "gold malformed"),
        (line(gold=[[1.5, 2]]), "gold malformed"),
        (line(kind=["prose"]), "not a text"),
        (line(id=[1]), "not a text"),
        (line(gold="no such text"), "gold not found"),
        (line(gold=[[0, 10_000]]), "gold outside"),
        (line(gold=[[5, 5]]), "gold outside"),
        (line(gold=[[-3, 4]]), "gold outside"),
        (line(gold=[[6, 8]]), "gold outside"),  # only white space
        (line(gold_text_sha1="0123456789ab"), "gold changed"),
    ],
)
def test_what_is_wrong_with_a_line(text: str, name: str) -> None:
    found = only(text)
    assert isinstance(found, Problem)
    assert (found.line, found.name) == (1, name)


def test_a_hash_that_fits_or_its_beginning() -> None:
    digest = sha1(b"Keys\n90 days").hexdigest()
    for given in (digest, digest[:12], digest[:12].upper()):
        assert isinstance(only(line(gold=["Keys", "90 days"], gold_text_sha1=given)), Question)


def test_good_lines_around_bad_ones_are_kept_and_lines_are_counted() -> None:
    text = "\ufeff" + "\r\n".join([line(id="a"), "", "oops", line(id="a"), line(id="b")]) + "\n"
    asked, problems = read_questions(text)
    assert [(one.line, one.id) for one in asked] == [(1, "a"), (5, "b")]
    assert [(one.line, one.name) for one in problems] == [(3, "not json"), (4, "same id")]


def test_a_question_without_an_id_keeps_its_name_when_it_moves_or_its_gold_is_edited() -> None:
    first = read_questions("\n".join([line(), line(gold="Keys")]))[0]
    moved = read_questions("\n\n" + line(gold="valid"))[0]
    assert first[0].id == moved[0].id
    assert first[1].id == f"{first[0].id}-2"


def test_documents_are_found_by_folder_and_by_the_end_of_their_path() -> None:
    asked, _ = read_questions(
        "\n".join(line(id=doc, doc=doc) for doc in ("a.md", "./en/b.md", "zh/b.md", "b.md", "c.md", "md"))
    )
    paths = ["docs/a.md", "docs/en/b.md", "docs/zh/b.md"]
    found, problems = by_document(asked, paths, ["docs"])
    assert {path: [one.id for one in ones] for path, ones in found.items()} == {
        "docs/a.md": ["a.md"],
        "docs/en/b.md": ["./en/b.md"],
        "docs/zh/b.md": ["zh/b.md"],
    }
    assert [(one.line, one.name) for one in problems] == [(4, "doc unclear"), (5, "doc unknown"), (6, "doc unknown")]
    found, problems = by_document(asked[1:3], paths, ["elsewhere"])
    assert set(found) == {"docs/en/b.md", "docs/zh/b.md"}


def test_a_document_may_be_named_by_its_whole_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    asked, _ = read_questions(line(doc=str(tmp_path / "docs" / "a.md")))
    assert set(by_document(asked, ["docs/a.md"], ["docs"])[0]) == {"docs/a.md"}
