"""Cuts as Dify makes them: sections, cleaning, separators, and habits that a preview must have too."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from chunklint.chunking.dify import DifyPiece, dify_pieces


def pieces(text: str, **options: object) -> list[DifyPiece]:
    defaults: dict[str, object] = {"delimiter": "\n\n", "size": 60, "overlap": 10, "clean_steps": ["blank-lines"]}
    return dify_pieces(text, **(defaults | options))  # type: ignore[arg-type]


def texts(text: str, **options: object) -> list[str]:
    return [piece.text for piece in pieces(text, **options)]


def test_a_section_is_cut_by_itself() -> None:
    assert texts("Before.\n# A\nOne.\n## B\nTwo.") == ["Before.", "A\nOne.", "B\nTwo."]
    assert texts("# A\nOne.\n## B\nTwo.", delimiter=None) == ["A\nOne.", "B\nTwo."]


def test_headings_are_lines_with_any_number_of_marks_outside_of_fences() -> None:
    assert texts("####### Seven\ntext\n#no\n") == ["Seven\ntext\n#no"]
    assert texts("a\n```\n# code\n```\n# B") == ["a\n```\n# code\n```", "B"]
    assert texts("a\n~~~\n# taken for one\n~~~") == ["a\n~~~", "taken for one\n~~~"]


def test_marks_go_from_headings_and_from_the_start_of_chunks() -> None:
    assert texts("# C# and F#") == ["C and F"]
    assert texts("> quoted\n\n**bold**\n\n- item\n\n【注】\n\n...") == ["quoted", "bold**", "- item", "【注】"]
    assert texts("[a](https://example.org) b\n\n`[c](https://example.org)`") == [
        "[a](https://example.org) b",
        "[c](https://example.org)`",
    ]


def test_what_stands_in_angle_brackets_goes() -> None:
    assert texts("a <b>c</b> and 1 < 2, 3 > 2 d") == ["a c and 1  2 d"]
    assert texts("a < b\nc > d") == ["a < b\nc > d"]


def test_signs_that_models_use_and_control_characters_go() -> None:
    assert texts("a |> b\x00\x0c\ufffe c <|") == ["a > b c <"]


def test_spaces_shrink_where_the_settings_say_so() -> None:
    assert texts("a  b\n\n\n\n\tc") == ["a  b", "c"]
    assert texts("a  \u3000b\tc", clean_steps=["spaces"]) == ["a b\tc"]


def test_what_is_too_large_is_cut_at_separators_and_merged() -> None:
    sentence = "Thirty characters stand here."
    assert texts(f"{sentence} {sentence} {sentence}", overlap=0) == [f"{sentence} {sentence}", sentence]
    assert texts("泵昼夜运转，每周人工检查一次。" * 6, overlap=0) == [
        "泵昼夜运转，每周人工检查一次。" * 4,
        "泵昼夜运转，每周人工检查一次。" * 2,
    ]


def test_words_of_a_long_text_without_sentences_are_set_together() -> None:
    assert texts("nine_mark " * 10, overlap=0) == ["nine_mark" * 6, "nine_mark" * 4]
    # In automatic mode they are not.
    assert texts("nine_mark " * 10, overlap=0, delimiter=None) == [
        ("nine_mark " * 6).strip(),
        ("nine_mark " * 4).strip(),
    ]


def test_a_long_word_is_cut_into_windows() -> None:
    found = pieces("x" * 150)
    assert [len(piece.text) for piece in found] == [60, 60, 50]
    assert [(piece.start, piece.end) for piece in found] == [(0, 60), (50, 110), (100, 150)]


def test_a_byte_order_mark_hides_the_first_heading() -> None:
    assert texts("# A\nOne.\n# B", has_bom=True) == ["\ufeff# A\nOne.", "B"]
    assert pieces("", has_bom=True) == [DifyPiece("\ufeff", 0, 0)]


def test_places_are_those_of_the_source() -> None:
    source = "# Pump ##\r\n\r\n<b>Open</b> it.\r\n\r\n> Close it.\r\n"
    found = pieces(source)
    assert [(piece.text, source[piece.start : piece.end]) for piece in found] == [
        ("Pump\nOpen it.", "Pump ##\r\n\r\n<b>Open</b> it."),
        ("Close it.", "Close it."),
    ]


def test_a_line_full_of_opening_brackets_comes_to_an_end() -> None:
    assert texts("<" * 300_000 + "a", size=10**6) == ["a"]


SIGNS = st.sampled_from(
    ["a", "word ", "。", ". ", "\n", "\n\n", "# ", "```", "<b>", "<", ">", "【", "\r\n", "\u3000", "\x00"]
)


@settings(deadline=None)
@given(st.lists(SIGNS, max_size=60).map("".join), st.sampled_from(["\n\n", None]), st.booleans())
def test_chunks_are_not_empty_and_go_forward(text: str, delimiter: str | None, has_bom: bool) -> None:
    end = 0
    for piece in pieces(text, delimiter=delimiter, size=20, overlap=5, has_bom=has_bom):
        assert piece.text == piece.text.strip() != ""
        assert len(piece.text) <= 20
        assert 0 <= piece.start <= piece.end <= len(text)
        assert piece.end >= end
        end = piece.end
