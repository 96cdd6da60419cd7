"""Chunks that somebody else stored: reading exports, placing them, and comparing them with the preview."""

from __future__ import annotations

import json

import pytest

from chunklint.chunking.dump import DumpedChunk, DumpError, read_dump
from chunklint.chunking.given import given_chunks
from chunklint.chunking.parity import Difference, Parity, Placed, compare
from chunklint.documents.reader import read_document
from chunklint.tokens import get_counter


class TestReading:
    @pytest.mark.parametrize(
        "record",
        [
            {"page_content": "Text.", "metadata": {"source": "a.md", "Header 1": "Pump", "start_index": 4}, "id": "7"},
            {
                "lc": 1,
                "type": "constructor",
                "id": ["langchain", "schema", "document", "Document"],
                "kwargs": {
                    "page_content": "Text.",
                    "metadata": {"source": "a.md", "h1": "Pump", "start_index": 4, "id": 7},
                },
            },
            {
                "id_": "7",
                "text": "Text.",
                "metadata": {"file_path": "a.md", "header_path": "/Pump/"},
                "start_char_idx": 4,
                "class_name": "TextNode",
            },
            {
                "node": {
                    "id_": "7",
                    "text": "Text.",
                    "metadata": {"file_name": "a.md", "section": "Pump"},
                    "start_char_idx": 4,
                }
            },
            {
                "__data__": {
                    "id_": "7",
                    "text": "Text.",
                    "metadata": {"path": "a.md", "section": ["Pump"]},
                    "start_char_idx": 4,
                }
            },
            {"text": "Text.", "source": "a.md", "id": 7, "metadata": {"section": "Pump", "start": 4}},
            {
                "payload": {
                    "content": "Text.",
                    "metadata": {"url": "a.md", "title": "Pump", "chunk_id": "7", "start": 4},
                }
            },
        ],
    )
    def test_a_record_of_every_kind(self, record: dict[str, object]) -> None:
        for text in (json.dumps(record), json.dumps([record], indent=2), json.dumps({"chunks": [record]})):
            (chunk,) = read_dump(text)
            assert (chunk.text, chunk.source, chunk.section, chunk.id, chunk.start) == (
                "Text.",
                "a.md",
                ("Pump",),
                "7",
                4,
            )

    def test_columns_and_documents_of_a_store(self) -> None:
        columns = {"ids": ["1", "2"], "documents": ["A.", "B."], "metadatas": [{"source": "a.md"}, None]}
        assert [(chunk.text, chunk.id, chunk.source) for chunk in read_dump(json.dumps(columns))] == [
            ("A.", "1", "a.md"),
            ("B.", "2", None),
        ]
        store = {"docstore/data": {"1": {"__data__": {"id_": "1", "text": "A."}}}}
        assert read_dump(json.dumps(store))[0].text == "A."

    def test_a_preview_of_our_own_is_read(self) -> None:
        preview = {"path": "a.md", "chunks": [{"text": "A.", "spans": [[0, 2]]}, {"text": "B."}]}
        assert [chunk.source for chunk in read_dump(json.dumps(preview))] == ["a.md", "a.md"]

    def test_every_record_knows_its_place(self) -> None:
        lines = '{"text": "A."}\n\n{"text": "B."}\n'
        assert [lines[slice(*chunk.place)] for chunk in read_dump(lines)] == ['{"text": "A."}', '{"text": "B."}']
        array = '[\n {"text": "A."},\n {"text": "B."}\n]'
        assert [array[slice(*chunk.place)] for chunk in read_dump(array)] == ['{"text": "A."}', '{"text": "B."}']

    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            ("", "holds no chunks"),
            ("[]", "holds no chunks"),
            ("text", "line 1 is no JSON"),
            ('{"text": "A."}\n{"text": ', "line 2 is no JSON"),
            ('[{"text": "A."}', "ends inside a JSON array"),
            ('[{"text": "A."} 7', "line 1 holds a record without a text"),
            ("3\n4", "line 1 is no JSON object"),
            ('{"text": "A."}\n{"metadata": {}}', "line 2 holds a record without a text"),
            ('{"text": null}', "without a text"),
            ("[" * 100_000, "line 1 is no JSON"),
        ],
    )
    def test_what_is_no_dump_is_said_in_a_sentence(self, text: str, sentence: str) -> None:
        with pytest.raises(DumpError, match=sentence):
            read_dump(text)


class TestPlacing:
    SOURCE = "# A\n\nOne of them.\n\nTwo of them, which is a little longer than the first.\n\nThree of them.\n"

    def placed(self, *texts: str) -> list[str]:
        chunks = given_chunks(
            read_document(self.SOURCE, "a.md"),
            [DumpedChunk(text, {}) for text in texts],
            get_counter("characters"),
            "d",
        )
        return [chunk.text for chunk in chunks]

    def test_a_shuffled_dump_is_sorted(self) -> None:
        parts = ["# A\n\nOne of them.", "Two of them, which is a little longer than the first.", "Three of them."]
        assert self.placed(parts[1], parts[2], parts[0]) == parts
        assert self.placed(*parts[::-1]) == parts

    def test_blank_records_are_passed_over(self) -> None:
        assert self.placed("# A", " ", "Three of them.") == ["# A", "Three of them."]


class TestComparing:
    def parity(self, ours: list[str], theirs: list[str]) -> Parity:
        return compare([Placed(text, None) for text in ours], [Placed(text, None) for text in theirs])

    def test_equal_chunks_are_counted(self) -> None:
        assert self.parity(["a", "b"], ["a", "b"]) == Parity(2, 2, [])

    @pytest.mark.parametrize(
        ("ours", "theirs", "reason"),
        [
            ("one two", "one  two", "white space"),
            ("one two", "one\ntwo ", "white space"),
            ("**one** two", "one two.", "marks"),
            ("one two", "Pump > Start one two", "added before"),
            ("one two", "one two (page 7)", "added after"),
            ("one two", "one three", "text"),
        ],
    )
    def test_why_two_chunks_differ(self, ours: str, theirs: str, reason: str) -> None:
        assert self.parity(["x", ours, "y"], ["x", theirs, "y"]) == Parity(
            2,
            3,
            [Difference(1, 1, reason)],  # type: ignore[arg-type]
        )

    def test_what_one_of_them_lacks(self) -> None:
        assert self.parity(["a", "b", "c"], ["a", "c"]).differences == [Difference(1, None, "not stored")]
        assert self.parity(["a", "c"], ["a", "b", "c"]).differences == [Difference(None, 1, "not previewed")]

    def test_another_boundary_is_told_by_the_place(self) -> None:
        ours = [Placed("one two", (0, 7)), Placed("three four five", (8, 23))]
        theirs = [Placed("one two three", (0, 13)), Placed("four", (14, 18)), Placed("five", (19, 23))]
        found = compare(ours, theirs)
        assert found.differences == [
            Difference(0, 0, "added after"),
            Difference(1, 1, "boundary"),
            Difference(None, 2, "not previewed"),
        ]
