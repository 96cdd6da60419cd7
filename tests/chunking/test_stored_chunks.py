"""Chunks that somebody else stored: reading exports, placing them, and comparing them with the preview."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from chunklint.chunking.dump import DumpedChunk, DumpError, read_dump
from chunklint.chunking.given import GivenChunk, given_chunks
from chunklint.chunking.parity import Difference, Parity, Placed, compare
from chunklint.documents.reader import read_document
from chunklint.tokens import get_counter

if TYPE_CHECKING:
    from collections.abc import Callable


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

    @pytest.mark.parametrize(
        "change", [str.lower, lambda text: " ".join(text.split()), lambda text: f"passage: {text}"]
    )
    def test_a_shuffled_dump_of_changed_texts_is_sorted_by_their_words(self, change: Callable[[str], str]) -> None:
        parts = [f"## Part {name}\n\nThe {name} is\nchecked by hand each week." for name in ("Valve", "Seal", "Tank")]
        document = read_document("\n\n".join(parts), "page.md")
        dumped = [DumpedChunk(change(parts[at]), {}) for at in (2, 0, 1)]
        found = given_chunks(document, dumped, get_counter("characters"), "dump")
        assert [chunk.text for chunk in found] == [change(part) for part in parts]

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
            ("先关闭，再打开！", "先关闭,再打开!", "form"),
            ("caf\u00e9 open", "cafe\u0301  open", "form"),
            ("The API key", "the api key", "case"),
            ("don't stop: it-self", "dont stop itself", "marks"),
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

    def test_the_order_of_the_stored_chunks_is_no_matter(self) -> None:
        assert self.parity(["a", "b", "c"], ["c", "a", "b"]) == Parity(3, 3, [])
        assert self.parity(["One a.", "Two b.", "Three c."], ["three c.", "One a.", "Two b."]).differences == [
            Difference(2, 0, "case")
        ]

    def test_a_text_that_was_stored_once_for_several_places_is_told(self) -> None:
        found = self.parity(["Note.", "A.", "Note.", "B."], ["Note.", "A.", "B."])
        assert found == Parity(3, 4, [Difference(2, None, "only once")])

    def test_another_boundary_is_told_by_the_place(self) -> None:
        ours = [Placed("one two", (0, 7)), Placed("three four five", (8, 23))]
        theirs = [Placed("one two three", (0, 13)), Placed("four", (14, 18)), Placed("five", (19, 23))]
        found = compare(ours, theirs)
        assert found.differences == [
            Difference(0, 0, "added after"),
            Difference(1, 1, "boundary"),
            Difference(None, 2, "not previewed"),
        ]

    @pytest.mark.parametrize("changed", [0, 4, 9])
    def test_a_changed_word_is_no_other_boundary(self, changed: int) -> None:
        words = ["Seal", "nine", "runs", "day", "and", "night", "and", "is", "checked", "weekly"]
        other = [*words[:changed], "anyhow", *words[changed + 1 :]]
        ours = Placed("Pump\n\n" + " ".join(words), (10, 60))
        # The words that were not found are not in the span either.
        theirs = Placed("Pump\n\n" + " ".join(other), (10 + 5 * (changed == 0), 60 - 7 * (changed == 9)))
        assert compare([ours], [theirs]).differences == [Difference(0, 0, "text")]

    def test_a_boundary_behind_a_heading_path_is_one(self) -> None:
        ours = Placed("# Pump\n\nIt runs. Seal nine is checked by hand each week.", (0, 55))
        theirs = Placed("Pump\n\nSeal nine is checked by hand each week.", (17, 55))
        assert compare([ours], [theirs]).differences == [Difference(0, 0, "boundary")]


class TestTextPutAroundChunks:
    """Chunks with a heading path before them, as splitters of our own store them, in a dump that says only texts."""

    PAGE = "# Pump\n\nWhat it is for.\n\n" + "\n\n".join(
        f"## Seal {part}\n\nSeal {part} runs day and night in hall {part}.\n\n```sh\nls {part}\n```"
        for part in range(6)
    )

    def test_each_chunk_ends_before_the_next_heading_path(self) -> None:
        bodies = ["# Pump\n\nWhat it is for.", *("## Seal" + part for part in self.PAGE.split("\n\n## Seal")[1:])]
        texts = [bodies[0], *("Pump\n\n" + body for body in bodies[1:])]
        chunks = self.given(texts)
        assert [self.PAGE[chunk.start : chunk.end] for chunk in chunks] == bodies
        assert all(len(chunk.spans) == 1 for chunk in chunks)

    def test_a_path_of_several_headings_and_a_fence_opened_and_closed_again(self) -> None:
        code = "\n".join(f"run {step}" for step in range(20))
        page = f"# Pump\n\n## Start {{#start}}\n\nDo this now:\n\n```sh\n{code}\n```\n\nAll is done."
        at = page.index("run 10")
        texts = [page[: at - 1] + "\n```", "Pump > Start\n\n```sh\n" + page[at:]]
        chunks = given_chunks(
            read_document(page), [DumpedChunk(text, {}) for text in texts], get_counter("characters"), "d"
        )
        assert [chunk.spans for chunk in chunks] == [((0, at - 1),), ((at, len(page)),)]

    def test_lines_with_other_white_space_are_no_addition(self) -> None:
        page = "# Pump\n\nIt runs by day.\n\n\n\nIt rests by night, as all of them do.\n\n# Seal\n\nNothing more."
        texts = ["# Pump\n\nIt runs by day.\n\nIt rests by night, as all of them do.", "# Seal\n\nNothing more."]
        chunks = given_chunks(
            read_document(page), [DumpedChunk(text, {}) for text in texts], get_counter("characters"), "d"
        )
        assert [(chunk.start, chunk.end) for chunk in chunks] == [
            (0, page.index("\n\n# Seal")),
            (page.index("# Seal"), len(page)),
        ]

    def given(self, texts: list[str]) -> list[GivenChunk]:
        dumped = [DumpedChunk(text, {}) for text in texts]
        return given_chunks(read_document(self.PAGE), dumped, get_counter("characters"), "d")
