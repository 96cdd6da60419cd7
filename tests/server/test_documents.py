"""Open documents stay in step with the client, whatever the unit of its columns and however it sends its changes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lsprotocol.types import (
    Position,
    Range,
    TextDocumentContentChangePartial,
    TextDocumentContentChangeWholeDocument,
)

from chunklint.documents.reader import read_document
from chunklint.server.analysis import parsed
from chunklint.server.documents import Documents, OpenDocument, carried
from chunklint.server.ranges import Ranges
from chunklint.text.positions import LineIndex
from tests.documents.nasty_markdown import EXTENDED, PLAIN, markdown

ENCODINGS = ("utf-8", "utf-16", "utf-32")
# All that makes columns of one unit differ from those of another, and lines end where one might not think.
CHARACTERS = st.sampled_from([*"ab #-|`>\t", "é", "e\u0301", "中", "𠮷", "😀", "\r", "\n", "\r\n", "\u2028", "\x0c"])
TEXTS = st.lists(CHARACTERS, max_size=30).map("".join)


def partial(start: tuple[int, int], end: tuple[int, int], text: str) -> TextDocumentContentChangePartial:
    return TextDocumentContentChangePartial(range=Range(Position(*start), Position(*end)), text=text)


def whole(text: str) -> TextDocumentContentChangeWholeDocument:
    return TextDocumentContentChangeWholeDocument(text=text)


def opened(text: str, uri: str = "file:///a.md", encoding: str = "utf-16") -> OpenDocument:
    return OpenDocument(uri, "markdown", 1, text, encoding)  # type: ignore[arg-type]


@given(st.data(), st.sampled_from(ENCODINGS))
@settings(max_examples=300, deadline=None)
def test_changes_by_position_give_the_text_that_the_client_has(data: st.DataObject, encoding: str) -> None:
    text = data.draw(TEXTS)
    document = opened(text, encoding=encoding)
    for version in range(2, data.draw(st.integers(2, 5))):
        changes = []
        for _ in range(data.draw(st.integers(1, 3))):
            start = data.draw(st.integers(0, len(text)))
            end = data.draw(st.integers(start, len(text)))
            inserted = data.draw(TEXTS)
            # Between \r and \n there is no position.
            if any(text[at - 1 : at + 1] == "\r\n" for at in (start, end) if at):
                continue
            place = Ranges(LineIndex(text), encoding).range(start, end)  # type: ignore[arg-type]
            changes.append(TextDocumentContentChangePartial(range=place, text=inserted))
            text = text[:start] + inserted + text[end:]
        document.apply(version, changes)
        assert document.text == text
        assert document.lines.starts == LineIndex(text).starts
        assert document.version == version


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_parsing_what_changed_gives_what_reading_all_gives(data: st.DataObject) -> None:
    pieces = markdown(*PLAIN, *EXTENDED)
    document = opened(data.draw(pieces))
    before = None
    for version in range(2, 6):
        before = parsed(before, document.take(), "a.md")
        assert before.blocks == read_document(document.text, "a.md").blocks
        for _ in range(data.draw(st.integers(0, 3))):
            start = data.draw(st.integers(0, len(document.text)))
            end = min(len(document.text), start + data.draw(st.integers(0, 20)))
            text = document.text[:start] + data.draw(pieces) + document.text[end:]
            place = document.ranges.range(start, end)
            document.apply(
                version,
                [data.draw(st.sampled_from([whole(text), TextDocumentContentChangePartial(range=place, text="x")]))],
            )
    assert parsed(before, document.take(), "a.md").text == document.text


def test_what_is_taken_is_as_small_as_what_changed() -> None:
    document = opened("one\n\ntwo\n\nthree\n")
    document.take()
    document.apply(2, [partial((2, 3), (2, 3), "!"), partial((2, 0), (2, 0), ">")])
    change = document.take().change
    assert change is not None
    assert (change.start, change.end, change.text) == (5, 8, ">two!")
    document.apply(3, [whole(document.text.replace("three", "there"))])
    change = document.take().change
    assert change is not None
    assert change.end - change.start < 5
    assert document.take().change == (0, 0, "")


def test_a_byte_order_mark_counts_in_the_client_and_not_here() -> None:
    document = opened("\ufeff# A\n", encoding="utf-8")
    assert document.text == "# A\n"
    assert document.ranges.position(2) == Position(0, 5)
    document.apply(2, [partial((0, 5), (0, 6), "B")])
    assert (document.text, document.has_bom) == ("# B\n", True)
    document.apply(3, [partial((0, 0), (0, 3), "")])
    assert (document.text, document.has_bom) == ("# B\n", False)
    document.apply(4, [partial((0, 2), (0, 3), "C")])
    assert document.text == "# C\n"


def test_a_byte_order_mark_that_comes_by_an_edit_is_one_too() -> None:
    document = opened("x# A\n")
    document.apply(2, [partial((0, 1), (0, 1), "\ufeff"), partial((0, 0), (0, 1), "")])
    assert (document.text, document.has_bom) == ("# A\n", True)
    assert document.take().change is None
    document.apply(3, [partial((0, 3), (0, 4), "B")])
    assert document.text == "# B\n"


def test_places_past_the_end_are_the_end() -> None:
    document = opened("a\nb")
    document.apply(2, [partial((7, 9), (8, 0), "!")])
    assert document.text == "a\nb!"
    document.apply(3, [partial((0, 99), (0, 99), "?")])
    assert document.text == "a?\nb!"


def test_a_change_of_thousands_of_places_is_one_change() -> None:
    document = opened("a\n" * 3000)
    document.take()
    document.apply(2, [partial((line, 0), (line, 1), "bb") for line in reversed(range(3000))])
    assert document.text == "bb\n" * 3000
    assert document.take().change is not None


@pytest.mark.parametrize(
    ("uri", "language", "is_read"),
    [
        ("file:///a.md", "markdown", True),
        ("file:///a.md", "plaintext", True),
        ("file:///a.qmd", "quarto", True),
        ("untitled:Untitled-1", "markdown", True),
        ("file:///chunklint.toml", "toml", False),
        ("untitled:Untitled-2", "python", False),
        ("nofile://", "markdown", True),
        ("", "markdown", True),
        ("file://[bad", "markdown", True),
    ],
)
def test_only_documents_are_taken(uri: str, language: str, is_read: bool) -> None:
    documents = Documents("utf-16")
    assert (documents.open(uri, language, 1, "text") is not None) == is_read
    assert (documents.close(uri) is not None) == is_read


def test_an_mdx_buffer_is_read_as_mdx_by_its_language_or_its_name() -> None:
    for uri, language in (("untitled:Untitled-1", "mdx"), ("file:///a.mdx", "markdown")):
        document = OpenDocument(uri, language, 1, "import A from 'a'\n\n# A\n", "utf-16")
        assert [block.kind for block in parsed(None, document.take(), document.name).blocks] == ["esm", "heading"]


def test_a_document_is_found_by_another_spelling_of_its_uri() -> None:
    documents = Documents("utf-16")
    documents.open("file:///c%3A/docs/my%20notes/%E6%96%87.md", "markdown", 1, "")
    found = documents.get("file:///C:/docs/my notes/文.md")
    assert found is not None
    assert found.uri == "file:///c%3A/docs/my%20notes/%E6%96%87.md"
    assert [one.uri for one in documents.inside("c:/docs")] == [found.uri]
    assert documents.inside("c:/doc") == []


@given(TEXTS, TEXTS)
def test_a_place_is_carried_to_where_the_same_text_is_before_or_behind_it(before: str, after: str) -> None:
    for offset in range(len(before) + 1):
        there = carried(offset, before, after)
        if there is not None:
            assert before[:offset] == after[:there] or before[offset:] == after[there:]
