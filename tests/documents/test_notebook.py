"""Notebooks are read as Markdown, with each place led back to its cell."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklint.documents.model import TextChange
from chunklint.documents.notebook import (
    NotebookError,
    cell_at,
    cell_text,
    edited_notebook,
    notebook_file,
    read_notebook,
)
from chunklint.documents.notebook_file import file_lines, source_places, with_sources
from tests.cli.program import chunklint

if TYPE_CHECKING:
    from pathlib import Path


def notebook(*cells: tuple[str, Any], **more: Any) -> str:
    made = [{"cell_type": kind, "metadata": {}, "source": source} for kind, source in cells]
    return json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5, **more}, indent=1)


GUIDE = notebook(
    ("markdown", ["# Pumps\n", "\n", "Text pass\u200bword."]),
    ("code", "# no heading\nprint('```')"),
    ("raw", "left out"),
    ("markdown", ""),
    ("markdown", "### Deep\n\n```\nleft open"),
    ("markdown", "## 标题 😀\n\nNot swallowed."),
)


def test_text_and_code_become_one_document() -> None:
    document = read_notebook(GUIDE, "guide.ipynb")
    assert document.text == (
        "# Pumps\n\nText pass\u200bword.\n\n````python\n# no heading\nprint('```')\n````\n\n"
        "### Deep\n\n```\nleft open\n\n## 标题 😀\n\nNot swallowed."
    )
    assert [block.kind for block in document.blocks] == [
        *("heading", "paragraph", "code", "heading", "code", "heading", "paragraph"),
    ]
    assert [cell.number for cell in document.cells] == [0, 1, 4, 5]
    assert [cell_text(document, cell) for cell in document.cells][1] == "# no heading\nprint('```')"


def test_every_place_belongs_to_a_cell() -> None:
    document = read_notebook(GUIDE, "guide.ipynb")
    places = {document.text.index(text): number for text, number in (("````py", 1), ("### Deep", 4), ("标题", 5))}
    for offset, number in places.items():
        cell = cell_at(document, offset)
        assert cell is not None
        assert cell.number == number
    assert document.cells[1].inside(document.text.index("````py")) == 0


def test_front_matter_of_a_first_raw_cell_is_read() -> None:
    document = read_notebook(notebook(("raw", "---\ntitle: Pumps\n---"), ("markdown", "Text.")), "a.ipynb")
    assert document.sections[0].path == ("Pumps",)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no JSON"),
        ("{", "no JSON"),
        ("[" * 100_000, "nested too deeply"),
        ("[]", "no list of cells"),
        ('{"cells": 5}', "no list of cells"),
        ('{"worksheets": [], "nbformat": 3}', "old format"),
    ],
)
def test_what_is_no_notebook_is_said_to_be_none(text: str, reason: str) -> None:
    with pytest.raises(NotebookError, match=reason):
        read_notebook(text, "a.ipynb")


@pytest.mark.parametrize("cell", [None, 5, {}, {"cell_type": "markdown"}, {"cell_type": "markdown", "source": [1, {}]}])
def test_cells_that_are_none_are_passed_over(cell: object) -> None:
    text = json.dumps({"cells": [cell, {"cell_type": "markdown", "source": "Text."}], "nbformat": 4})
    document = read_notebook(text, "a.ipynb")
    assert [one.number for one in document.cells] == [1]


def test_a_notebook_without_cells_is_empty() -> None:
    assert read_notebook(notebook(), "a.ipynb").text == ""


def test_only_the_sources_that_changed_are_written() -> None:
    document = read_notebook(GUIDE, "guide.ipynb")
    at = document.text.index("\u200b")
    changed = edited_notebook(document, [TextChange(at, at + 1, "")])
    written = notebook_file(changed)
    assert written == GUIDE.replace("\\u200b", "")
    with pytest.raises(ValueError, match="outside the source"):
        edited_notebook(document, [TextChange(at, document.text.index("````"), "")])


def test_a_line_that_stays_is_spelt_as_it_was() -> None:
    cell = '{"cell_type": "markdown", "source": ["http:\\/\\/a\\n", "pass\\u200bword \\u00e9\\n", "caf\u00e9 \\u00e9"]}'
    file = f'{{"nbformat": 4, "cells": [{cell}]}}'
    text = read_notebook(file, "a.ipynb").text
    assert with_sources(file, {0: text.replace("\u200b", "")}) == file.replace(
        "pass\\u200bword \\u00e9", "password \u00e9"
    )


def test_what_is_no_text_is_not_repeated() -> None:
    file = '{"nbformat": 4, "cells": [{"cell_type": "markdown", "source": ["a\\n", 5, "b\\n", "c"]}]}'
    assert json.loads(with_sources(file, {0: "A\nb\nc"}))["cells"][0]["source"] == ["A\n", "b\n", "c"]


TEXTS = st.text(st.sampled_from('ab \n\r"\\/\u200b标😀`#\t'))
SOURCES = TEXTS | st.lists(TEXTS, max_size=4)


@given(st.lists(SOURCES, max_size=5), st.sampled_from([None, 0, 1, 4]), st.booleans())
def test_any_notebook_is_written_as_it_was(sources: list[Any], indent: int | None, is_ascii: bool) -> None:
    cells = [{"source": source, "cell_type": "markdown", "x": [{}, "]"]} for source in sources]
    file = json.dumps({"nbformat": 4, "cells": cells, "y": "cells"}, indent=indent, ensure_ascii=is_ascii)
    places = source_places(file)
    texts = {number: "".join(text for _, _, text in place.strings) for number, place in places.items()}
    assert texts == {number: "".join(source) for number, source in enumerate(sources)}
    written = json.loads(with_sources(file, {number: text + "!" for number, text in texts.items()}))
    assert ["".join(cell["source"]) for cell in written["cells"]] == ["".join(source) + "!" for source in sources]
    assert {key: value for key, value in written.items() if key != "cells"} == {"nbformat": 4, "y": "cells"}


def test_a_place_has_a_line_of_the_file() -> None:
    place = source_places(GUIDE)[0]
    first, last = file_lines(GUIDE, place, 9, 13)
    assert GUIDE.splitlines()[first].strip().startswith('"Text pass')
    assert first == last


def test_the_command_line_reports_and_fixes_cells(tmp_path: Path) -> None:
    file = tmp_path / "guide.ipynb"
    file.write_text(GUIDE, "utf-8")
    found = json.loads(chunklint(tmp_path, "check", "--output-format", "json", ".").stdout)
    assert [(one["code"], one["cell"], one["line"], one["column"]) for one in found] == [
        ("CL703", 0, 3, 10),
        ("CL203", 4, 1, 1),
        ("CL501", 4, 3, 1),
    ]
    assert found[0]["fix"]["edits"] == [{"start": 18, "end": 19, "text": ""}]
    assert (found[1]["related"][0]["cell"], found[1]["related"][0]["line"]) == (0, 1)
    shown = chunklint(tmp_path, "check", "--output-format", "concise", ".").stdout
    assert "guide.ipynb:cell 1:3:10: CL703" in shown.decode()
    in_file = json.loads(chunklint(tmp_path, "check", "--output-format", "gitlab", ".").stdout)
    lines = GUIDE.splitlines()
    assert "Text pass" in lines[in_file[0]["location"]["lines"]["begin"] - 1]
    assert in_file[0]["description"].startswith("CL703 Cell 1, line 3: ")
    chunklint(tmp_path, "check", "--fix", ".")
    assert file.read_text("utf-8") == GUIDE.replace("\\u200b", "")


def test_a_file_that_is_no_notebook_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "a.ipynb").write_text('{"cells": [')
    done = chunklint(tmp_path, "check", "--output-format", "json", ".")
    (found,) = json.loads(done.stdout)
    assert (found["code"], found["cell"], found["line"]) == ("CL709", None, 1)
    assert done.returncode == 1
