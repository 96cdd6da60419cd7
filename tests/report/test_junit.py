"""JUnit XML: valid, a suite a file, and infos that fail nothing."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from xmlschema import XMLSchema, XMLSchemaValidationError

from chunklint.report.formats import Style
from chunklint.report.junit import escape
from tests.report.findings import recorded, written
from tests.report.kinds import every_kind

SCHEMA = XMLSchema(str(Path(__file__).parent / "schemas" / "junit-10.xsd"))


def suites(text: str) -> list[ElementTree.Element]:
    """The suites of a valid report."""
    root = ElementTree.fromstring(text.encode())
    SCHEMA.validate(text)
    return list(root)


def test_the_schema_finds_what_is_wrong() -> None:
    with pytest.raises(XMLSchemaValidationError):
        suites(written("junit", every_kind()).replace("failures=", "failed="))


def test_a_suite_a_file_and_a_case_a_finding() -> None:
    page, hostile = suites(written("junit", every_kind()))
    assert page.attrib == {"name": "docs/page.md", "tests": "4", "failures": "3", "errors": "0", "skipped": "1"}
    assert [next(iter(case)).tag for case in page] == ["failure", "failure", "skipped", "failure"]
    first = page[0]
    assert first.attrib["name"] == "CL101 table-split-from-header (5:1)"
    assert first[0].attrib == {"type": "warning", "message": "This table needs 4 chunks (1,701 tokens)."}
    assert (first[0].text or "").endswith("\n| 𠮷 b |")
    assert hostile.attrib["tests"] == "2"
    message = hostile[0][0].attrib["message"]
    assert message.startswith('<img src=x onerror="alert(1)">]]>&%0A')
    assert message.endswith("␛[31m<U+202E>␀")


def test_files_that_come_one_by_one_are_suites_of_one_report() -> None:
    one, other = recorded("x", "x"), recorded("x", "x", path="other.md")
    assert [suite.attrib["name"] for suite in suites(written("junit", [one], [], [other]))] == [
        "docs/page.md",
        "other.md",
    ]


@pytest.mark.parametrize(("language", "said"), [("en", "All clean: no problem in 2 files."), ("zh-CN", "全部通过")])
def test_a_run_without_findings_has_one_test_that_passed(language: str, said: str) -> None:
    (suite,) = suites(written("junit", [], [], style=Style("zh-CN" if language == "zh-CN" else "en")))
    (case,) = suite
    assert case.attrib["name"].startswith(said)
    assert list(case) == []


def test_every_character_can_be_written() -> None:
    text = "".join(map(chr, [*range(0x100), 0xD800, 0xDFFF, 0xFFFD, 0xFFFE, 0xFFFF, 0x1FFFF, 0x10FFFF]))
    ElementTree.fromstring(f'<a b="{escape(text)}">{escape(text)}</a>'.encode())
