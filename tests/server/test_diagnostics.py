"""Findings as diagnostics: places in the client's unit, severities, links, tags, related places, fixes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from lsprotocol.types import DiagnosticSeverity, DiagnosticTag, Position, Range

from chunklint.chunking.model import Profile
from chunklint.engine.model import Related
from chunklint.server.client import Client
from chunklint.server.diagnostics import diagnostics
from chunklint.server.uris import path_of
from chunklint.settings.model import Settings
from tests.server.checking import EVERYTHING, URI, checked

COLUMNS = "# Offsets\n\n😀 𠮷野家 cafe\u0301 pass\u200bword end\n\n\ttab then pass\u200bword\n"
LONG_TABLE = "# T\n\n| a | b |\n| - | - |\n" + "| some words here | and some more there |\n" * 80


@pytest.mark.parametrize(
    ("encoding", "columns"),
    [("utf-8", ((27, 30), (14, 17))), ("utf-16", ((18, 19), (14, 15))), ("utf-32", ((16, 17), (14, 15)))],
)
def test_columns_are_in_the_unit_of_the_client(encoding: Any, columns: Any) -> None:
    found = diagnostics(checked(COLUMNS, encoding=encoding), Client())
    assert [one.code for one in found] == ["CL703", "CL703"]
    for line, (start, end), one in zip((2, 4), columns, found, strict=True):
        assert (one.range.start, one.range.end) == (Position(line, start), Position(line, end))


def test_an_info_is_an_information_and_never_a_hint() -> None:
    (info,) = diagnostics(checked("# A\n\n### B\n\nText.\n"), Client())
    assert (info.code, info.severity) == ("CL203", DiagnosticSeverity.Information)
    (warning,) = diagnostics(checked("# A\n\n## B\n\n## C\n\nText.\n"), Client())
    assert (warning.code, warning.severity) == ("CL202", DiagnosticSeverity.Warning)
    error = diagnostics(checked("# A\n\n```\ncode\n\n# B\n"), Client())[0]
    assert (error.code, error.severity) == ("CL501", DiagnosticSeverity.Error)


def test_a_client_gets_no_more_than_it_understands() -> None:
    (plain,) = diagnostics(checked("# A\n\n### B\n\nText.\n"), Client())
    assert (plain.code_description, plain.tags, plain.related_information, plain.data) == (None, None, None, None)
    (full,) = diagnostics(checked("# A\n\n### B\n\nText.\n"), EVERYTHING)
    assert full.code_description is not None
    path = path_of(full.code_description.href)
    assert path is not None
    with open(path, encoding="utf-8") as page:  # noqa: PTH123
        assert page.readline() == "# CL203 heading-level-skipped\n"


def test_data_has_the_numbers_and_the_edits_of_a_fix() -> None:
    (found,) = diagnostics(checked("# A\n\n### B\n\nText.\n"), EVERYTHING)
    assert found.data["name"] == "heading-level-skipped"
    assert found.data["numbers"]["level"] == 3
    (edit,) = found.data["fix"]["edits"]
    assert edit["range"]["start"] == {"line": 2, "character": 0}
    assert found.data["fix"]["safe"] is False


def test_a_suppression_that_does_nothing_is_shown_as_unnecessary() -> None:
    (found,) = diagnostics(checked("<!-- chunklint-disable-next-line CL203 -->\n# A\n\nText.\n"), EVERYTHING)
    assert (found.code, found.tags) == ("CL901", [DiagnosticTag.Unnecessary])


def test_other_places_are_related_with_the_clients_uri() -> None:
    found = checked("# A\n\n### 😀 B\n\nText.\n")
    place = Related(5, 12, {"en": "the heading", "zh-CN": "标题"})
    found = found._replace(listed=(replace(found.findings[0], related=(place,)),), page=None)
    (one,) = diagnostics(found, EVERYTHING)
    assert one.related_information is not None
    (other,) = one.related_information
    assert (other.location.uri, other.message) == (URI, "the heading")
    assert other.location.range == Range(Position(2, 0), Position(2, 8))


def test_messages_are_in_the_language_of_the_client() -> None:
    (found,) = diagnostics(checked("# A\n\n### B\n\nText.\n", language="zh-CN"), Client())
    assert "标题" in found.message


def test_with_several_profiles_a_message_names_those_it_holds_for() -> None:
    settings = Settings(profiles=(Profile("small", max_tokens=120), Profile("large", max_tokens=9000)))
    found = diagnostics(checked(LONG_TABLE, settings=settings), EVERYTHING)
    (table,) = [one for one in found if one.code == "CL101"]
    assert table.message.endswith("\nProfiles: small")
    assert table.data["profiles"] == ["small"]


def test_an_excluded_page_has_no_findings_and_chunks_all_the_same() -> None:
    found = checked("# A\n\n### B\n\nText.\n", excluded=True)
    assert diagnostics(found, EVERYTHING) == []
    assert len(found.chunks) == 1


def test_a_large_finding_is_marked_where_it_begins_if_the_client_wants_it_so() -> None:
    row = "| " + " and some more of it" * 4 + " | and what it means |\n"
    text = "# T\n\n| name | value |\n| - | - |\n" + row * 60 + "\n```text\n" + "line of output\n" * 300 + "```\n"
    found = checked(text)
    whole, short = (diagnostics(found, Client(underlines_starts=wish)) for wish in (False, True))
    assert [one.code for one in whole] == ["CL101", "CL403"]
    assert [(one.start.line, one.end.line) for one in (each.range for each in whole)] == [(2, 63), (65, 366)]
    assert [one.range for one in short] == [
        Range(Position(2, 0), Position(2, len("| name | value |"))),
        Range(Position(65, 0), Position(65, len("```text"))),
    ]
    assert [one.message for one in short] == [one.message for one in whole]


def test_what_is_small_is_marked_as_a_whole_and_a_long_line_by_its_start() -> None:
    sentence = " ".join(["Words"] + ["that go on"] * 20) + "."
    for text, code, end in (
        (f"# T\n\n{sentence}\n", "CL304", len(sentence)),
        ("# T\n\n" + "x" * 9000 + "\n", "CL307", 80),
    ):
        (one,) = (one for one in diagnostics(checked(text), Client(underlines_starts=True)) if one.code == code)
        assert one.range == Range(Position(2, 0), Position(2, end))
