"""What stays equal when a page changes, and what does not."""

from __future__ import annotations

from dataclasses import replace

from chunklint.report.fingerprint import anchor, fingerprint, heading_path
from tests.report.findings import RULE, finding

PAGE = "# Guide\n\n## Setup\n\nA sentence that is far too long.\n"
SENTENCE = "A sentence that is far too long."


def test_moved_lines_and_renamed_files_keep_it() -> None:
    before = fingerprint(finding(PAGE, SENTENCE))
    moved = PAGE.replace("## Setup\n", "## Before\n\nMore.\n\n## Setup\n\nNew text.\n")
    assert fingerprint(finding(moved, SENTENCE, path="other/name.md")) == before


def test_line_endings_and_wrapping_keep_it() -> None:
    before = fingerprint(finding(PAGE, SENTENCE))
    assert fingerprint(finding(PAGE.replace("\n", "\r\n"), SENTENCE)) == before
    wrapped = SENTENCE.replace(" far", "\nfar")
    assert fingerprint(finding(PAGE.replace(SENTENCE, wrapped), wrapped)) == before


def test_another_rule_section_or_place_changes_it() -> None:
    before = fingerprint(finding(PAGE, SENTENCE))
    assert fingerprint(finding(PAGE, SENTENCE, rule=replace(RULE, code="CL301"))) != before
    assert fingerprint(finding(PAGE.replace("Setup", "Removal"), SENTENCE)) != before
    assert fingerprint(finding(PAGE, "sentence that")) != before


def test_the_anchor_of_the_rule_wins_over_the_source() -> None:
    assert anchor(finding(PAGE, SENTENCE, anchor="Setup")) == "Setup"
    assert anchor(finding("x" * 500, "x" * 500)) == "x" * 80


def test_a_place_without_extent_is_anchored_to_its_line() -> None:
    found = finding(PAGE, SENTENCE)
    assert anchor(replace(found, end=found.start)) == SENTENCE


def test_heading_path_of_a_place() -> None:
    document = finding("Before.\n\n# A\n\n## B\n\nText.\n\n# C\n", "Before.").document
    assert heading_path(document, 0) == ()
    assert heading_path(document, document.text.index("Text.")) == ("A", "B")
    assert heading_path(document, document.text.index("# C")) == ("C",)


def test_an_empty_file_has_a_fingerprint() -> None:
    assert len(fingerprint(finding("", ""))) == 32
