"""Tables are cut between rows, with their header where the profile repeats it, and their columns have names."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklint.chunking.model import Chunk, Profile
from chunklint.chunking.splitters import chunk_document
from chunklint.documents.html_tables import html_tables
from chunklint.documents.model import Block, Document
from chunklint.documents.reader import read_document
from chunklint.documents.tables import column_paths, header_rows, row_groups
from tests.chunking.test_coverage import assert_each_character_once
from tests.shared_material import shared


def table_of(text: str) -> tuple[Document, Block]:
    document = read_document(text)
    return document, document.of_kind("table")[0]


def chunks_of(text: str, limit: int = 120, *, repeat: bool = True) -> list[Chunk]:
    document = read_document(text, "page.md")
    chunks = chunk_document(document, Profile(max_tokens=limit, min_tokens=0, repeat_table_header=repeat))
    assert_each_character_once(document, chunks)
    assert all(chunk.tokens <= limit for chunk in chunks)
    return chunks


ROWS = "".join(f"| service-{n:02} | {n} | {2 * n} | {n + 1} | {3 * n} |\n" for n in range(30))


@pytest.mark.parametrize(
    ("header", "rows", "paths"),
    [
        # One row, as Markdown has it.
        ("| Key | Value |\n|---|---|\n| a | 1 |\n| b | 2 |", 0, ["Key", "Value"]),
        ("| Key | **Value** <br> (ms) |\n|---|---|\n| a | 1 |\n| b | 2 |", 0, ["Key", "Value  (ms)"]),
        # The corner is empty.
        ("| | Left | Right |\n|---|---|---|\n| Row | Seat | Seat |\n| a | 1 | 2 |", 0, ["", "Left", "Right"]),
        # Cells over two columns: empty ones, or repeated ones.
        (
            "| Service | Read | | Write | |\n|---|---|---|---|---|\n| | p50 | p99 | p50 | p99 |\n" + ROWS,
            1,
            ["Service", "Read > p50", "Read > p99", "Write > p50", "Write > p99"],
        ),
        (
            "| 服务 | 读延迟 | 读延迟 |\n|---|---|---|\n| | 中位数 | 最大值 |\n| a | 1 | 2 |\n| b | 3 | 4 |",
            1,
            ["服务", "读延迟 > 中位数", "读延迟 > 最大值"],
        ),
        # A row that names every column, over numbers and over words.
        (
            "| | Read | | Cost |\n|---|---|---|---|\n| region | p50 | p99 | usd |\n| a | 1 | 2 | 3 |",
            1,
            ["region", "Read > p50", "Read > p99", "Cost > usd"],
        ),
        (
            "| | Read | | Note |\n|---|---|---|---|\n| us1 | p50 | p99 | fast |\n| eu1 | 1 | 2 | slow |",
            0,
            ["", "Read", "", "Note"],
        ),
        # Three levels.
        (
            "| S | R | R | R | R |\n|---|---|---|---|---|\n| | in | in | out | out |\n| | a | b | c | d |\n" + ROWS,
            2,
            ["S", "R > in > a", "R > in > b", "R > out > c", "R > out > d"],
        ),
        # Values below a repeated header are no header.
        ("| Day | Rate | Rate |\n|---|---|---|\n| Mo | 1 | 2 |\n| Tu | 3 | 4 |", 0, ["Day", "Rate", "Rate"]),
        ("| Term | Meaning | |\n|---|---|---|\n| a | to see | to look |\n| b | to go | |", 0, ["Term", "Meaning", ""]),
    ],
)
def test_header_rows_become_paths_of_columns(header: str, rows: int, paths: list[str]) -> None:
    document, table = table_of(header)
    assert header_rows(document, table) == rows
    assert column_paths(document, table) == paths


def test_rows_that_go_on_with_the_one_above_are_a_group() -> None:
    document, table = table_of(
        "| Plan | Limit |\n|---|---|\n| a | 1 |\n| | 2 |\n| **Large** | |\n| b | 3 |\n| c | 4 |\n"
    )
    assert row_groups(document, table) == [2, 4, 6]


def test_every_header_row_is_repeated_with_the_title() -> None:
    page = (
        "# T\n\n**Table 1. Latency in ms**\n\n"
        "| Service | Read | | Write | |\n|---|---|---|---|---|\n| | p50 | p99 | p50 | p99 |\n" + ROWS
    )
    chunks = chunks_of(page, 200)
    assert len(chunks) > 2
    for chunk in chunks[1:]:
        assert "**Table 1. Latency in ms**" in chunk.prefix
        assert chunk.prefix.endswith("|---|---|---|---|---|\n| | p50 | p99 | p50 | p99 |\n")
        assert chunk.metadata["columns"] == ["Service", "Read > p50", "Read > p99", "Write > p50", "Write > p99"]
        assert chunk.metadata["table_id"] == "page.md#L5"
        assert chunk.metadata["table_title"] == "Table 1. Latency in ms"


def test_a_group_of_rows_stays_together_while_it_fits() -> None:
    rows = "".join(f"| plan-{n} | monthly | {n} |\n| | yearly | {n * 10} |\n| | never | 0 |\n" for n in range(20))
    chunks = chunks_of("# T\n\n| Plan | Term | Price |\n|---|---|---|\n" + rows, 120)
    assert len(chunks) > 2
    assert all(chunk.text[len(chunk.prefix) :].startswith("| plan-") for chunk in chunks[1:])


def test_a_group_larger_than_a_chunk_is_cut_at_rows() -> None:
    rows = "| plan | x |\n" + "".join(f"| | a value of some length {n} |\n" for n in range(40))
    chunks = chunks_of("# T\n\n| Plan | Term |\n|---|---|\n" + rows, 120)
    assert all(chunk.text[len(chunk.prefix) :].startswith("| | a value") for chunk in chunks[1:])


# HTML

HEAD = (
    '<thead>\n<tr><th rowspan="2">Plan</th><th colspan="2">Limits</th></tr>\n'
    "<tr><th>soft</th><th>hard</th></tr>\n</thead>"
)


def html_page(rows: str, head: str = HEAD) -> str:
    return f"# T\n\n<table>\n<caption>Table 2. Limits</caption>\n{head}\n<tbody>\n{rows}</tbody>\n</table>\n\nAfter.\n"


HTML_ROWS = "".join(f"<tr><td>plan-{n}</td><td>{n}</td><td>{n * 2}</td></tr>\n" for n in range(30))


def test_an_html_table_is_cut_at_rows_and_its_header_repeated() -> None:
    chunks = chunks_of(html_page(HTML_ROWS), 220)
    assert len(chunks) > 2
    for chunk in chunks[1:-1]:
        assert chunk.kind == "table"
        assert chunk.prefix.startswith("T\n\n<table>\n<caption>Table 2. Limits</caption>\n<thead>")
        assert chunk.text[len(chunk.prefix) :].startswith("<tr><td>plan-")
        assert chunk.suffix == "\n</table>"
        assert html_tables(chunk.text)[0].columns == ("Plan", "Limits > soft", "Limits > hard")
        assert chunk.metadata["columns"] == ["Plan", "Limits > soft", "Limits > hard"]
        assert chunk.metadata["table_title"] == "Table 2. Limits"
        assert chunk.metadata["table_id"] == "page.md#L3"


def test_without_repeating_nothing_is_added_to_html_rows() -> None:
    chunks = chunks_of(html_page(HTML_ROWS), 220, repeat=False)
    assert all(chunk.prefix in ("", "T\n\n") and not chunk.suffix for chunk in chunks)
    assert chunks[1].text.startswith("T\n\n<tr><td>plan-")


def test_rows_under_one_cell_stay_together_while_they_fit() -> None:
    rows = "".join(
        f'<tr><td rowspan="2">plan-{n}</td><td>soft</td><td>{n}</td></tr>\n<tr><td>hard</td><td>{n}</td></tr>\n'
        for n in range(20)
    )
    chunks = chunks_of(html_page(rows), 240)
    assert all(chunk.text[len(chunk.prefix) :].startswith("<tr><td rowspan") for chunk in chunks[1:-1])


@pytest.mark.parametrize(
    ("html", "columns", "rows"),
    [
        ("<table><tr><td>1</td></tr></table>", (), 1),
        ("<TABLE><TR><TH>A<TH>B<TR><TD>1<TD>2", ("A", "B"), 1),
        ("<table><tr><th colSpan={2}>A &amp; B</th></tr><tr><td>1</td></tr></table>", ("A & B", "A & B"), 1),
        ("<table><tr><th>A<table><tr><th>in</th></tr></table></th></tr><tr><td>1</table>", ("A in",), 1),
        ('<table><tr><th colspan="0">A</th><th rowspan="x">B</th></tr></table>', ("A", "B"), 0),
        ('<table><tr><th colspan="99999999">A</th></tr><tr><td>1</td></tr></table>', ("A",) * 1000, 1),
        ("<table><tr><th>a</th></tr>" * 1 + "<tr><th>x</th></tr>" * 9 + "</table>", ("a",), 9),
        ("<table></table>", (), 0),
        ("</table><tr><td>", None, 0),
    ],
)
def test_tables_as_people_write_them(html: str, columns: tuple[str, ...] | None, rows: int) -> None:
    tables = html_tables(html)
    if columns is None:
        assert not tables
        return
    assert (tables[0].columns, len(tables[0].rows)) == (columns, rows)
    assert (tables[0].start, tables[0].end) == (0, len(html))


@pytest.mark.parametrize("flood", ["<", "<a ", "<!--", "<td a='", "<![CDATA[", "</", "&#", "<table><tr><td>", "<th>"])
def test_a_flood_of_tags_takes_no_longer_than_other_text(flood: str) -> None:
    """Python's own HTML parser takes minutes for some of these."""
    assert len(html_tables("<table>" + flood * 30_000)) == 1


TAG = st.sampled_from(
    [
        *("<table>", "</table>", "<tr>", "</tr>", "<td>", "<th rowspan=3>", "<td colspan='2'>", "</td>", "<thead>"),
        *("</thead>", "text 字 ", "<caption>", "</caption>", "\n", "&lt;", "<", ">", "<!-- <tr> -->", "<pre>"),
        *("<td rowspan=9", "words " * 9),
    ]
)


@settings(max_examples=200, deadline=None)
@given(st.lists(TAG, max_size=60), st.booleans())
def test_any_tags_are_cut_without_loss(tags: list[str], repeat: bool) -> None:
    document = read_document("<table>" + "".join(tags))
    profile = Profile(max_tokens=64, min_tokens=0, repeat_table_header=repeat)
    chunks = chunk_document(document, profile)
    assert_each_character_once(document, chunks)
    assert all(chunk.tokens <= 64 and isinstance(chunk.metadata, dict) for chunk in chunks)
    for table in html_tables(document.text):
        assert list(table.rows) == sorted(set(table.rows))
        assert set(table.groups) <= set(table.rows)
        assert table.start <= min(table.rows, default=table.start) < table.end


def test_the_torture_page_keeps_every_row_with_its_columns() -> None:
    text = shared("torture", "18_html_table.md").read_text(encoding="utf-8")
    chunks = chunks_of(text, 400)
    assert all("LimitValues" in chunk.text for chunk in chunks if "<td>plan-" in chunk.text)
