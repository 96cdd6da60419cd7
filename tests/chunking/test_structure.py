"""The rules of the `structure` splitter, one by one; sizes are characters, so that they can be seen."""

from __future__ import annotations

from typing import Any

import pytest

from chunklint.chunking.model import Chunk, Profile
from chunklint.chunking.splitters import chunk_document
from chunklint.documents.reader import read_document


def chunks_of(text: str, path: str = "page.md", **keys: Any) -> list[Chunk]:
    settings: dict[str, Any] = {"tokenizer": "characters", "max_tokens": 100, "min_tokens": 0, "overlap": 0} | keys
    return chunk_document(read_document(text, path), Profile(**settings))


def bodies(text: str, **keys: Any) -> list[str]:
    return ["\n\n".join(text[start:end] for start, end in chunk.spans) for chunk in chunks_of(text, **keys)]


def texts(text: str, **keys: Any) -> list[str]:
    return [chunk.text for chunk in chunks_of(text, **keys)]


# Sections


def test_each_section_is_a_chunk_with_the_headings_above_it() -> None:
    text = "# 缓存\n\n保存结果。\n\n## 安装\n\n先下载。\n\n## Use\n\nCall it.\n"
    assert texts(text) == ["# 缓存\n\n保存结果。", "缓存\n\n## 安装\n\n先下载。", "缓存\n\n## Use\n\nCall it."]
    assert [chunk.heading_path for chunk in chunks_of(text)] == [("缓存",), ("缓存", "安装"), ("缓存", "Use")]


def test_text_before_the_first_heading_is_a_section_of_its_own() -> None:
    assert bodies("Intro.\n\n# A\n\nText.") == ["Intro.", "# A\n\nText."]


def test_front_matter_comments_and_definitions_are_in_no_chunk() -> None:
    text = "---\nid: 1\n---\n# A\n\none\n\n<!-- c -->\n\n[d]: e\n\ntwo\n"
    (chunk,) = chunks_of(text)
    assert chunk.text == "# A\n\none\n\ntwo"
    assert len(chunk.spans) == 2


def test_the_front_matter_title_leads_the_path_unless_the_first_heading_says_it() -> None:
    assert texts("---\ntitle: 手册\n---\n# 缓存\n\n文。") == ["手册\n\n# 缓存\n\n文。"]
    assert texts("---\ntitle: 缓存\n---\n# 缓存\n\n## 安装\n\n文。")[-1] == "# 缓存\n\n## 安装\n\n文。"


def test_the_path_leaves_out_ids_emoji_and_link_targets() -> None:
    text = "# 🚀 [Guide](https://a.b) {#guide}\n\nText.\n\n## Next\n\nMore."
    assert texts(text)[1] == "Guide\n\n## Next\n\nMore."


def test_without_heading_path_nothing_is_added() -> None:
    assert texts("# A\n\none\n\n## B\n\ntwo", heading_path=False) == ["# A\n\none", "## B\n\ntwo"]


def test_a_path_that_would_take_over_half_of_a_chunk_loses_its_outer_headings() -> None:
    text = f"# {'A' * 40}\n\none\n\n## {'B' * 30}\n\ntwo\n\n### C\n\nthree"
    assert texts(text)[-1].startswith("B" * 30 + "\n\n### C")


# Small sections


def test_a_small_section_joins_the_next_one_at_its_level_or_deeper() -> None:
    text = "# A\n\none\n\n## B\n\ntwo\n\n# C\n\n" + "three " * 8
    assert bodies(text, min_tokens=12) == ["# A\n\none\n\n## B\n\ntwo", text[text.index("# C") :].strip()]


def test_a_small_section_does_not_join_one_of_a_higher_level() -> None:
    text = "# A\n\n" + "one " * 10 + "\n\n## B\n\ntwo\n\n# C\n\n" + "three " * 8
    assert bodies(text, min_tokens=20)[1:] == ["## B\n\ntwo", "# C\n\n" + ("three " * 8).strip()]


def test_it_joins_the_one_before_then_if_that_has_the_same_parent() -> None:
    first = "# A\n\n## B\n\n" + "one " * 10 + "\n\n## C\n\ntwo"
    second = "# D\n\n" + "three " * 8 + "\n\n# E\n\nfour"
    assert bodies(f"{first}\n\n{second}", min_tokens=12) == [first, second]
    assert bodies(f"# X\n\n{'zero ' * 10}\n\n# A\n\n## C\n\ntwo", min_tokens=30)[1:] == []


def test_joined_sections_carry_their_longest_common_path() -> None:
    text = "# 手册\n\n正文正文正文正文正文正文。\n\n## 一\n\n甲\n\n## 二\n\n乙\n"
    joined = chunks_of(text, min_tokens=15)[-1]
    assert joined.text == "手册\n\n## 一\n\n甲\n\n## 二\n\n乙"
    assert joined.heading_path == ("手册",)


def test_sections_join_only_while_they_fit() -> None:
    text = "## A\n\n" + "a" * 45 + "\n\n## B\n\n" + "b" * 45 + "\n\n## C\n\n" + "c" * 45
    assert len(bodies(text, min_tokens=60)) == 3
    assert len(bodies(text, min_tokens=60, max_tokens=120)) == 2


# Headings


def test_a_heading_without_text_goes_with_its_first_child() -> None:
    text = "# A\n\n## B\n\n### C\n\ntext\n\n## D\n\nmore"
    assert bodies(text) == ["# A\n\n## B\n\n### C\n\ntext", "## D\n\nmore"]


def test_an_empty_section_before_a_higher_level_stays_as_it_is() -> None:
    assert bodies("# A\n\ntext\n\n## B\n\n# C\n\nmore") == ["# A\n\ntext", "## B", "# C\n\nmore"]


def test_a_heading_is_never_a_chunks_end() -> None:
    paragraphs = "\n\n".join("word " * 12 for _ in range(8))
    text = f"# 标题一\n\n{paragraphs}\n\n## Two\n\n{paragraphs}\n\n### 三\n\n{'字' * 300}\n"
    for size in range(64, 200, 7):
        for chunk in chunks_of(text, max_tokens=size):
            assert not chunk.text.rstrip().rsplit("\n", 1)[-1].startswith("#"), chunk.text


def test_pieces_after_the_first_name_their_own_heading() -> None:
    text = "# A\n\n## B\n\n" + "\n\n".join(letter * 60 for letter in "pqr")
    assert texts(text) == [
        "# A\n\n## B\n\n" + "p" * 60,
        "A > B\n\n" + "q" * 60,
        "A > B\n\n" + "r" * 60,
    ]


# Packing a section that does not fit


def test_blocks_are_packed_whole_while_they_fit() -> None:
    text = "# A\n\n" + "\n\n".join(letter * 30 for letter in "pqrst")
    assert bodies(text) == [
        "# A\n\n" + "\n\n".join(letter * 30 for letter in "pqr"),
        "\n\n".join(letter * 30 for letter in "st"),
    ]


LEAD_INS = ["Do this:", "步骤如下：", "操作步骤如下。", "The steps are as follows.", "**Steps**:"]


@pytest.mark.parametrize("lead_in", LEAD_INS)
@pytest.mark.parametrize("block", ["- one\n- two", "| a | b |\n|---|---|\n| 1 | 2 |", "```\ncode\n```"])
def test_a_lead_in_stays_with_what_it_announces(lead_in: str, block: str) -> None:
    text = "# A\n\n" + "p" * 85 + f"\n\n{lead_in}\n\n{block}"
    assert bodies(text)[-1] == f"{lead_in}\n\n{block}"


@pytest.mark.parametrize("tag", ['<div class="options-api">', "<details>\n<summary>", "</div>\n<div>", "<Tabs>"])
def test_an_opening_tag_stays_with_what_it_holds_and_with_the_lead_in(tag: str) -> None:
    opened = f"{tag}\n\n```\ncode\n```"
    before = "# A\n\n" + "p" * 80
    assert bodies(f"{before}\n\n{opened}") == [before, opened]
    assert bodies(f"{before}\n\n步骤如下：\n\n{opened}") == [before, f"步骤如下：\n\n{opened}"]


@pytest.mark.parametrize("tag", ['<img src="a.png">', "<div></div>", "<br>", "<div>text</div>", "<Button />"])
def test_a_tag_that_opens_nothing_is_a_block_like_others(tag: str) -> None:
    text = "# A\n\n" + "p" * 70 + f"\n\n{tag}\n\n" + "q" * 90
    assert bodies(text)[0].endswith(tag)


def test_a_paragraph_that_announces_nothing_does_not() -> None:
    text = "# A\n\n" + "p" * 60 + "\n\nJust text.\n\n- one is a longer item\n- two is a longer item"
    assert bodies(text)[-1].startswith("- one")


def test_a_block_that_fits_stays_whole_though_its_lead_in_does_not_fit_with_it() -> None:
    items = "\n".join(f"- item number {at}" for at in range(6))
    lead_in = "The following is what has to be done before and after each of the steps:"
    assert bodies(f"# A\n\n{lead_in}\n\n{items}") == [f"# A\n\n{lead_in}", items]


@pytest.mark.parametrize("title", ["Table 3. Rates", "表 3-1 费率", "（单位：万元）", "Unit: EUR", "**Rates by year**"])
def test_a_title_or_units_line_stays_with_its_table(title: str) -> None:
    table = "| a | b |\n|---|---|\n| 1 | 2 |"
    text = "# A\n\n" + "p" * 70 + f"\n\n{title}\n\n{table}"
    assert bodies(text)[-1] == f"{title}\n\n{table}"


# Cutting a block


ROWS = [f"| 键 {at} | value {at} |" for at in range(12)]
TABLE = "\n".join(["| 名称 | value |", "|------|-------|", *ROWS])


def test_a_table_is_cut_between_rows() -> None:
    text = f"# 表\n\n表 1：费率\n\n{TABLE}\n"
    found = bodies(text, max_tokens=120)
    assert found[0].startswith("# 表\n\n表 1：费率\n\n| 名称")
    assert all(line in (*TABLE.split("\n"), "") for body in found[1:] for line in body.split("\n"))
    assert "\n".join(found).endswith(TABLE)
    assert [chunk.kind for chunk in chunks_of(text, max_tokens=120)] == ["table"] * len(found)


def test_a_tables_header_title_and_units_are_repeated_if_the_profile_says_so() -> None:
    text = f"# 表\n\n表 1：费率\n\n{TABLE}\n"
    first, *others = texts(text, max_tokens=120, repeat_table_header=True)
    header = "表 1：费率\n\n| 名称 | value |\n|------|-------|\n"
    assert header in first
    assert len(others) > 1
    for other in others:
        assert other.startswith(f"表\n\n{header}| 键")
        assert len(other) <= 120


def test_a_header_that_takes_half_of_a_chunk_is_not_repeated() -> None:
    table = "\n".join([f"| {'n' * 60} | b |", "|---|---|", *ROWS])
    assert all("nnn" not in text for text in texts(f"# T\n\n{table}", repeat_table_header=True)[1:])


def test_code_is_cut_at_functions_and_its_fence_opened_again() -> None:
    functions = [f"def f{at}():\n    a = {at}\n\n    return a\n" for at in range(4)]
    text = "# A\n\n```py\n" + "\n".join(functions) + "```\n"
    found = chunks_of(text)
    assert found[0].text == "# A\n\n```py\n" + functions[0] + "\n" + functions[1].rstrip() + "\n```"
    for chunk in found:
        assert chunk.text.count("```") == 2
        assert chunk.text.endswith("\n```")
        assert chunk.kind == "code"
    assert all(chunk.prefix.endswith("```py\n") for chunk in found[1:])
    assert [chunk.suffix for chunk in found] == ["\n```"] * (len(found) - 1) + [""]


def test_code_without_functions_is_cut_at_blank_lines_then_lines() -> None:
    groups = [f"a{at} = 1\nb{at} = 2\n" for at in range(8)]
    text = "```\n" + "\n".join(groups) + "```"
    for chunk in chunks_of(text, max_tokens=64):
        assert chunk.text.removesuffix("\n```").split("\n")[-1].startswith("b")
    lines = "```\n" + "".join(f"line {at}\n" for at in range(40)) + "```"
    for chunk in chunks_of(lines, max_tokens=64):
        assert all(line.startswith(("line ", "```")) for line in chunk.text.split("\n"))


def test_a_fence_that_never_ends_is_cut_too() -> None:
    found = texts("~~~\n" + "x = 1\n" * 40)
    assert len(found) > 1
    assert all(text.startswith("~~~\n") for text in found)
    assert [text.endswith("\n~~~") for text in found] == [True] * (len(found) - 1) + [False]


def test_a_list_is_cut_between_items() -> None:
    items = [f"- 第 {at} 项 is an item\n  with a second line" for at in range(8)]
    found = bodies("# L\n\n" + "\n".join(items))
    assert len(found) > 1
    assert all(body.removeprefix("# L\n\n").startswith("- 第") for body in found)
    assert "\n".join(found) == "# L\n\n" + "\n".join(items)


def test_an_item_too_large_is_cut_between_its_own_items() -> None:
    nested = [f"  - nested item {at}" for at in range(12)]
    found = bodies("- outer\n" + "\n".join(nested), min_tokens=10)
    assert found[0].startswith("- outer\n  - nested item 0\n")
    assert all(body.startswith("- nested item") for body in found[1:])
    assert [body.rsplit("\n", 1)[-1].strip() in [item.strip() for item in nested] for body in found] == [True] * len(
        found
    )


def test_code_in_a_list_with_a_single_item_is_cut_at_functions_too() -> None:
    functions = "".join(f"  def f{at}():\n      return {at}\n\n" for at in range(8))
    found = texts(f"- 步骤\n\n  ```py\n{functions}  ```\n", min_tokens=10)
    assert len(found) > 2
    assert all(text.startswith("```py\n  def f") for text in found[1:])


def test_a_paragraph_in_an_item_or_quote_is_cut_between_sentences() -> None:
    sentences = "".join(f"第 {at} 句话说明缓存如何保存最近的结果。" for at in range(12))
    for mark in ("- ", "> ", "1. "):
        assert all(body.endswith("。") for body in bodies(mark + sentences))


def test_a_paragraph_is_cut_between_sentences() -> None:
    sentences = [f"Sentence number {at} is short." for at in range(6)] + [f"第 {at} 句话也不长。" for at in range(6)]
    text = " ".join(sentences[:6]) + "".join(sentences[6:])
    found = bodies(text)
    assert len(found) > 2
    for body in found:
        assert body.strip()[-1] in ".。"


def test_a_sentence_too_large_is_cut_between_words_and_never_inside_a_character() -> None:
    family = "👩‍👩‍👧‍👦"
    found = bodies(family * 40, max_tokens=64)
    assert all(len(body) % len(family) == 0 for body in found)
    found = bodies("word " * 100, max_tokens=64)
    assert all(body.strip().split(" ")[-1] == "word" for body in found)
    accents = "e\u0301" * 200
    assert all(not body.startswith("\u0301") for body in bodies(accents, max_tokens=65))


def test_the_heading_and_lead_in_go_into_the_first_piece() -> None:
    items = "\n".join(f"- item number {at} of the list" for at in range(10))
    first = bodies(f"# A\n\nThe steps:\n\n{items}")[0]
    assert first.startswith("# A\n\nThe steps:\n\n- item number 0")


def test_quotes_and_admonitions_are_cut_between_their_blocks() -> None:
    quote = "\n>\n".join(f"> Paragraph number {at} of the quote." for at in range(6))
    found = bodies(quote)
    assert len(found) > 1
    assert all(body.startswith("> ") and body.removesuffix("\n>").endswith("quote.") for body in found)


def test_formulas_are_not_cut_if_they_fit() -> None:
    formula = "$$\n" + "x_1 + x_2\n" * 6 + "$$"
    text = "# A\n\n" + "p" * 60 + f"\n\n{formula}\n\n" + "q" * 60
    assert formula in bodies(text)
    assert any(formula in body for body in bodies("# A\n\n" + "p" * 80 + f"\n\n其中\n{formula}\n为"))


# Overlap


def test_overlap_repeats_whole_sentences() -> None:
    sentences = [f"Sentence number {at} is short. " for at in range(10)]
    first, second, *_ = chunks_of("# A\n\n" + "".join(sentences), overlap=30)
    assert second.overlap is not None
    repeated = second.document.text[slice(*second.overlap)]
    assert repeated.strip() in [sentence.strip() for sentence in sentences]
    assert first.text.endswith(repeated.rstrip())
    assert second.text.startswith(f"A\n\n{repeated.rstrip()}")


def test_overlap_of_chinese_sentences() -> None:
    text = "# 缓存\n\n" + "".join(f"第{at}句话说明缓存如何保存结果。" for at in range(20))
    chunks = chunks_of(text, overlap=20)
    assert all(chunk.overlap for chunk in chunks[1:])
    for chunk in chunks[1:]:
        assert text[slice(*chunk.overlap or (0, 0))].endswith("。")


def test_no_overlap_between_sections_nor_with_tables_and_code() -> None:
    sections = "".join(f"# {letter}\n\n{'word. ' * 12}\n\n" for letter in "ABC")
    assert all(chunk.overlap is None for chunk in chunks_of(sections, overlap=30))
    text = f"# A\n\nOne. Two. Three.\n\n{TABLE}\n\n```\n" + "x = 1\n" * 30 + "```"
    assert all(chunk.overlap is None for chunk in chunks_of(text, overlap=30))


# Kinds and metadata


@pytest.mark.parametrize(
    ("block", "kind"),
    [
        ("text", "prose"),
        ("> 引用", "prose"),
        ("- a", "list"),
        ("a|b\n-|-\n1|2", "table"),
        ("```\nx\n```", "code"),
        ("text\n\n- a", "mixed"),
    ],
)
def test_kind(block: str, kind: str) -> None:
    (chunk,) = chunks_of(f"# A\n\n{block}")
    assert chunk.kind == kind


def test_metadata_says_where_a_chunk_is_from() -> None:
    chunk = chunks_of("# A\n\none\n\n## B\n\ntwo\nthree", path="docs/page.md")[1]
    assert chunk.metadata == {
        "doc_type": "markdown",
        "document_id": "docs/page.md",
        "section": "A > B",
        "source_locator": "docs/page.md#L5-L8",
    }


def test_metadata_of_code_names_language_and_function() -> None:
    text = "# A\n\n```py\n" + "".join(f"def f{at}():\n    return {'1' * 40}\n\n" for at in range(3)) + "```\n"
    chunks = chunks_of(text)
    assert [chunk.metadata["language"] for chunk in chunks] == ["py"] * 3
    assert [chunk.metadata["symbol"] for chunk in chunks] == ["f0", "f1", "f2"]


def test_metadata_of_a_table_names_it_and_its_columns() -> None:
    for chunk in chunks_of(f"# 表\n\n{TABLE}"):
        assert chunk.metadata["table_id"] == "page.md#L3"
        assert chunk.metadata["columns"] == ["名称", "value"]


# Profiles


def test_overlap_and_least_size_follow_the_limit() -> None:
    assert (Profile().max_tokens, Profile().overlap, Profile().min_tokens) == (400, 50, 100)
    assert (Profile(max_tokens=800).overlap, Profile(max_tokens=800).min_tokens) == (100, 200)
    assert Profile(max_tokens=800, overlap=0, min_tokens=5).overlap == 0


def test_tokens_are_those_of_the_text_as_embedded() -> None:
    text = "# 缓存\n\n" + "缓存保存最近的结果。A cache keeps results. " * 60
    for chunk in chunks_of(text, tokenizer="cl100k_base", max_tokens=90, overlap=20):
        assert chunk.tokens == chunk.counter.count(chunk.text) <= 90


def test_an_unknown_splitter_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown splitter 'x': known are structure"):
        chunks_of("a", splitter="x")


def test_nothing_makes_no_chunk() -> None:
    assert chunks_of("") == []
    assert chunks_of("---\ntitle: a\n---\n\n<!-- c -->\n") == []
