"""Pipelines as presets: what they clean, how they cut and merge, and that their numbers are told with their source."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklint.chunking.adapters.catalogue import ADAPTERS
from chunklint.chunking.cleaning import STEPS, clean
from chunklint.chunking.delimiter import delimiter_pieces
from chunklint.chunking.model import Chunk, Profile
from chunklint.chunking.presets import PRESETS
from chunklint.chunking.splitters import SPLITTERS, chunk_document
from chunklint.documents.reader import read_document

PAGE = (
    "# Pump <a id='pump'></a>\n\nThe  pump runs day and night.\n\n\n\nIt is checked once a week.\n\n## Start ##\n\n"
    "<b>Open</b> the valve.\n\n```bash\n# then start it\npumpctl start\n```\n\n## 停机\n\n先关闭阀门。\n"
)


def cut(page: str = PAGE, **values: object) -> list[Chunk]:
    return chunk_document(read_document(page, "page.md"), Profile(**values))  # type: ignore[arg-type]


def by_preset(name: str, page: str = PAGE) -> list[Chunk]:
    values = {key.replace("-", "_"): value for key, value in PRESETS[name].values.items()}
    return cut(page, name=name, **values)


def in_characters(texts: object) -> list[int]:
    return [len(text) for text in texts]  # type: ignore[attr-defined]


class TestCleaning:
    @pytest.mark.parametrize(
        ("step", "text", "cleaned"),
        [
            ("heading-marks", "# A\n\n## B ##\n\n#no\n", "A\n\nB\n\n#no\n"),
            ("tags", "a <b>c</b> 1 < 2 <!-- x --> d", "a c 1 < 2  d"),
            ("control-characters", "a\x00b\x0cc", "abc"),
            ("line-ends", "a\r\nb\rc\n", "a\nb\nc\n"),
            ("blank-lines", "a\n\n\n\nb\n\nc", "a\n\nb\n\nc"),
            ("spaces", "a  b\t \u3000c d", "a b c d"),
            ("line-breaks", "a\n\n\nb\nc", "a\nb\nc"),
            ("emphasis", "**a** __b__ ~~c~~", "a b c"),
            ("link-targets", "see [the manual](https://example.org/m)", "see [the manual]"),
        ],
    )
    def test_a_step(self, step: str, text: str, cleaned: str) -> None:
        assert clean(text, [step]).text == cleaned

    @settings(deadline=None)
    @given(st.text(st.sampled_from("ab# \n\t<>/[]()*_泵\r\x00"), max_size=80), st.permutations(STEPS))
    def test_every_character_left_knows_where_it_stands(self, text: str, steps: list[str]) -> None:
        found = clean(text, steps)
        assert len(found.sources) == len(found.text) + 1
        assert list(found.sources) == sorted(found.sources)
        for at, sign in enumerate(found.text):
            # A space or line end may stand for several characters.
            assert text[found.sources[at]] == sign or sign in " \n"


class TestDelimiter:
    def pieces(self, text: str, **more: object) -> list[str]:
        options: dict[str, object] = {
            "delimiters": ["\n\n"],
            "size": 12,
            "overlap": 0,
            "merge": "fill",
            "separators": None,
            "count": in_characters,
        }
        found = delimiter_pieces(text, **(options | more))  # type: ignore[arg-type]
        return [piece.text_in(text) for piece in found]

    def test_what_is_small_stays_as_it_is_joins_or_overfills(self) -> None:
        text = "one\n\ntwo\n\nthree\n\nfour\n\nfive"
        assert self.pieces(text, merge="none") == ["one", "two", "three", "four", "five"]
        assert self.pieces(text, merge="fill") == ["one\n\ntwo", "three", "four\n\nfive"]
        assert self.pieces(text, merge="overfill") == ["one\n\ntwo\n\nthree", "four\n\nfive"]

    def test_what_is_too_large_is_cut_at_separators(self) -> None:
        assert self.pieces("one two three four", separators=(" ", "")) == ["one two", "three four"]
        assert self.pieces("a\n\n一二三四五六七八。九十一二三四五六。") == [
            "a",
            "一二三四五六七八。",
            "九十一二三四五六。",
        ]

    def test_sentences_keep_their_marks(self) -> None:
        assert self.pieces("停机。启动。", delimiters=["。"], merge="none") == ["停机。", "启动。"]

    @settings(deadline=None)
    @given(st.text(st.sampled_from("ab \n。"), max_size=60), st.sampled_from(["none", "fill", "overfill"]))
    def test_nothing_but_white_space_is_left_out(self, text: str, merge: str) -> None:
        pieces = delimiter_pieces(
            text,
            delimiters=["\n", "。"],
            size=5,
            overlap=0,
            merge=merge,  # type: ignore[arg-type]
            separators=None,
            count=in_characters,
        )
        assert "".join("".join(text[piece.start : piece.end].split()) for piece in pieces) == "".join(text.split())
        assert all(one.end <= other.start for one, other in pairwise(pieces))


class TestCutAtHeadings:
    def test_no_chunk_crosses_a_heading_of_the_depth(self) -> None:
        assert len(cut(splitter="recursive", max_tokens=400)) == 1
        chunks = cut(splitter="recursive", max_tokens=400, heading_depth=6)
        assert [chunk.text.split("\n")[0] for chunk in chunks] == ["# Pump <a id='pump'></a>", "## Start ##", "## 停机"]
        assert [chunk.heading_path for chunk in chunks] == [("Pump",), ("Pump", "Start"), ("Pump", "停机")]
        assert len(cut(splitter="recursive", max_tokens=400, heading_depth=1)) == 1

    def test_code_holds_no_heading(self) -> None:
        assert not any(chunk.text.startswith("# then") for chunk in cut(splitter="fixed", heading_depth=6))


class TestPresets:
    def test_dify_drops_marks_and_tags_and_merges_nothing(self) -> None:
        chunks = by_preset("dify-general")
        assert [chunk.text for chunk in chunks] == [
            # A heading keeps its tags, and the first paragraph.
            "Pump <a id='pump'></a>\nThe pump runs day and night.",
            "It is checked once a week.",
            "Start\nOpen the valve.",
            # The fence's opening marks are taken off like any marks at a chunk's start.
            "bash\n# then start it\npumpctl start\n```",
            "停机\n先关闭阀门。",
        ]
        assert [chunk.heading_path for chunk in chunks][-1] == ("Pump", "停机")

    def test_dify_merges_in_automatic_mode(self) -> None:
        assert [chunk.text.split("\n")[0] for chunk in by_preset("dify-automatic")] == [
            "Pump <a id='pump'></a>",
            "Start",
            "停机",
        ]

    def test_ragflow_adds_lines_until_the_size_is_reached(self) -> None:
        page = "# A\n\n" + "A line of words that says a little.\n" * 400
        chunks = by_preset("ragflow-naive", page)
        assert all(512 <= chunk.tokens <= 530 for chunk in chunks[:-1])

    def test_open_webui_keeps_sections_apart(self) -> None:
        pytest.importorskip("ftfy")
        assert len(by_preset("open-webui")) == 3

    def test_bedrock_keeps_sentences_whole(self) -> None:
        page = "The pump is checked once a week by hand. 每周检查一次阀门。" * 60
        for chunk in by_preset("bedrock-default", page):
            assert chunk.text[-1] in ".。"
            assert chunk.tokens <= 300

    @pytest.mark.parametrize("name", PRESETS)
    def test_a_preset_says_what_it_is_and_on_whose_word(self, name: str) -> None:
        preset = PRESETS[name]
        assert set(preset.source) == {"en", "zh-CN"}
        assert set(preset.summary) == {"en", "zh-CN"}
        assert preset.values["splitter"] in (*SPLITTERS, *ADAPTERS)
        if preset.values["splitter"] in ADAPTERS:
            assert preset.exact
        assert set(preset.differences) == (set() if preset.exact else {"en", "zh-CN"})

    @pytest.mark.parametrize("name", [name for name in PRESETS if PRESETS[name].values["splitter"] in SPLITTERS])
    def test_nothing_that_a_reader_sees_is_lost(self, name: str) -> None:
        chunks = by_preset(name)
        held = "".join(PAGE[start:end] for chunk in chunks for start, end in chunk.spans)
        for word in ("pump runs", "checked once", "Start", "pumpctl", "停机", "先关闭阀门"):
            assert word in held
