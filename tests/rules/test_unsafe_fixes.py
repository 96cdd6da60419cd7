"""Unsafe fixes that change a page's structure: dividing a table, closing a fence."""

from __future__ import annotations

import pytest

from chunklint.api import Profile, Settings, read_document
from chunklint.engine.fixes import Fixed, fix
from tests.documents.nasty_markdown import real_pages
from tests.rules.linting import LANGCHAIN_TOKENS, REGISTRY, SMALL, crlf

TABLE = "| Name | Value |\n| --- | --- |\n" + "".join(f"| number {n} | value of {n} |\n" for n in range(1, 13))


def fixed(page: str, code: str, profile: Profile = SMALL, path: str = "page.md") -> Fixed:
    settings = Settings(profiles=(profile,), select=(code,))
    return fix(read_document(page, path), settings, REGISTRY, unsafe=True)


def tables(done: Fixed) -> list[list[str]]:
    """The lines of each table."""
    document = done.document
    return [document.slice(b.start, b.end).splitlines() for b in document.walk() if b.kind == "table"]


class TestDividingTables:
    def test_parts_are_about_equal_and_each_has_the_header(self) -> None:
        done = fixed(f"# A\n\n{TABLE}", "CL101")
        assert done.findings == []
        parts = tables(done)
        assert [part[:2] for part in parts] == [["| Name | Value |", "| --- | --- |"]] * len(parts)
        sizes = [len(part) - 2 for part in parts]
        assert (sum(sizes), max(sizes) - min(sizes) <= 1) == (12, True)
        assert [row for part in parts for row in part[2:]] == TABLE.splitlines()[2:]

    def test_nothing_is_invented_but_a_place_for_the_writers_words(self) -> None:
        text = fixed(f"# A\n\n{TABLE}", "CL101").document.text
        assert "\n\n<!-- TODO(writer): name this part -->\nPart 2 of 4:\n\n| Name | Value |\n" in text
        zh = (
            TABLE.replace("number", "第几号").replace("value of", "数值").replace("Name", "名称").replace("Value", "值")
        )
        assert "\n\n<!-- TODO(writer): name this part -->\n续表（2/" in fixed(f"# A\n\n{zh}", "CL101").document.text
        assert (
            "\n\n{/* TODO(writer): name this part */}\nPart 2"
            in fixed(f"# A\n\n{TABLE}", "CL101", path="a.mdx").document.text
        )

    def test_the_section_is_not_reported_instead(self) -> None:
        assert fixed(f"# A\n\nText.\n\n{TABLE}\nMore text.\n", "CL").findings == []

    def test_a_lead_in_stays_with_the_first_part(self) -> None:
        page = (
            f"# A\n\nThe following table lists all the numbers that there are, and their values:\n\n{TABLE}\nAfter.\n"
        )
        settings = Settings(profiles=(SMALL,), select=("CL101", "CL105"))
        done = fix(read_document(page), settings, REGISTRY, unsafe=True)
        assert done.findings == []
        assert done.document.text.endswith(" |\n\nAfter.\n")

    @pytest.mark.parametrize("prefix", ["> ", "  ", "> > "])
    def test_a_table_in_a_quote_or_list(self, prefix: str) -> None:
        inside = "\n".join(f"{prefix}{line}" for line in TABLE.splitlines())
        page = f"# A\n\n- item\n\n{inside}\n" if prefix == "  " else f"# A\n\n{inside}\n"
        done = fixed(page, "CL101")
        assert done.findings == []
        assert len(tables(done)) > 2
        before = [block.kind for block in read_document(page).blocks]
        assert [block.kind for block in done.document.blocks] == before

    def test_line_endings_are_kept(self) -> None:
        assert fixed(crlf(f"# A\n\n{TABLE}"), "CL101").document.text == crlf(
            fixed(f"# A\n\n{TABLE}", "CL101").document.text
        )

    def test_no_fix_where_a_row_is_too_large_or_the_splitter_does_as_it_likes(self) -> None:
        wide = TABLE + "| wide | " + "many words in one cell " * 20 + "|\n"
        assert fixed(f"# A\n\n{wide}", "CL101").problems == 0
        assert fixed(f"# A\n\n{TABLE}" + TABLE * 20, "CL101", LANGCHAIN_TOKENS).problems == 0

    def test_no_table_of_real_pages_is_cut_afterwards(self) -> None:
        for name, text in real_pages("wild"):
            settings = Settings(select=("CL101",))
            done = fix(read_document(text, name), settings, REGISTRY, unsafe=True)
            assert [f for f in done.findings if f.fix] == [], name
            rows = [row.rstrip() for table in tables(done) for row in table[2:]]
            before = Fixed(read_document(text, name), [])
            assert rows == [row.rstrip() for table in tables(before) for row in table[2:]], name


class TestClosingFences:
    @pytest.mark.parametrize(
        ("inside", "after"),
        [
            ("x = 1\n\n## Limits\n\nText.\n", "\n## Limits"),
            ("x = 1\n\nThe program reads this file when it starts.\n\n## Limits\n", "\nThe program"),
            ("x = 1\n\n程序启动时会读取这个文件，请不要改名。\n\n更多。\n", "\n程序启动"),
            ("x = 1\n\ny = 2\n", ""),
            ("x = 1\n\n# A comment on what comes next, in a sentence.\ny = 2\n", ""),
            ("x = 1\n\n    This sentence is part of an indented string.\ny = 2\n", ""),
            ("x = 1\n\nreturn the_value(of_it) if it else None.\n", ""),
        ],
    )
    def test_where_the_code_ends(self, inside: str, after: str) -> None:
        page = f"# A\n\n```python\n{inside}"
        text = fixed(page, "CL501").document.text
        end = page.index(after) if after else len(page.rstrip("\n"))
        expected = f"{page[:end]}```\n{page[end:]}" if after else f"{page[:end]}\n```{page[end:]}"
        assert text == expected
        assert fixed(text, "CL501").findings == []

    def test_running_text_may_be_the_code(self) -> None:
        page = "```text\nFirst.\n\nThe program reads this file when it starts.\n"
        assert (
            fixed(page, "CL501").document.text == page + "```" or fixed(page, "CL501").document.text == f"{page}```\n"
        )
