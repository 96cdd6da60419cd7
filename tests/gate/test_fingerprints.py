"""Which findings count as known: counts, moved lines, corrected headings, renamed files."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from chunklint.gate.fingerprints import KnownFindings, Mark


def one(path: str = "a.md", code: str = "CL202", place: str = "Guide > Setup", anchor: str = "Setup") -> Mark:
    return Mark(path, code, f"{code} {place} {anchor}", anchor)


def known(*marks: Mark) -> KnownFindings:
    return KnownFindings((mark, 1) for mark in marks)


def test_a_second_problem_of_the_same_kind_is_new() -> None:
    findings = known(one())
    assert findings.new_in_file("a.md", [one(), one()]) == [1]
    assert findings.new_in_file("a.md", [one()]) == [0]


def test_counts_are_used_up() -> None:
    assert KnownFindings([(one(), 2)]).new_in_file("a.md", [one(), one(), one()]) == [2]


def test_another_rule_or_file_or_place_is_new() -> None:
    others = [one(code="CL203"), one(anchor="Cleaning up", place="Guide > Cleaning up")]
    assert known(one()).new_in_file("a.md", others, lambda: "Setup Cleaning up") == [0, 1]
    assert known(one()).new_in_file("b.md", [one(path="b.md")]) == [0]


def test_under_a_corrected_heading_the_anchor_is_enough() -> None:
    table = one(code="CL101", place="Confguration", anchor="| Key | Text |")
    corrected = one(code="CL101", place="Configuration", anchor="| Key | Text |")
    assert known(table).new_in_file("a.md", [corrected]) == []


def test_the_same_place_goes_before_the_same_anchor() -> None:
    here = one(code="CL101", place="Server", anchor="| Key |")
    there = one(code="CL101", place="Client", anchor="| Key |")
    assert known(here).new_in_file("a.md", [there, here]) == [0]


def test_a_heading_that_is_itself_corrected_is_still_known() -> None:
    before = one(place="Instalation guide", anchor="Instalation guide")
    after = one(place="Installation guide", anchor="Installation guide")
    assert known(before).new_in_file("a.md", [after], lambda: "# Installation guide") == []


def test_a_chinese_heading_with_one_corrected_character_is_still_known() -> None:
    before, after = one(place="安装指难", anchor="安装指难"), one(place="安装指南", anchor="安装指南")
    assert known(before).new_in_file("a.md", [after], lambda: "# 安装指南") == []


def test_a_heading_like_one_that_was_mended_is_new() -> None:
    before, after = one(anchor="Install the server"), one(anchor="Install the servers")
    page = "# Install the server\n\nIt has text now.\n\n# Install the servers"
    assert known(before).new_in_file("a.md", [after], lambda: page) == [0]


def test_another_number_makes_another_heading() -> None:
    before, after = one(anchor="Steps for version 1"), one(anchor="Steps for version 2")
    assert known(before).new_in_file("a.md", [after], lambda: "# Steps for version 2") == [0]


def test_without_the_text_nothing_is_taken_for_a_correction() -> None:
    assert known(one(anchor="Instalation")).new_in_file("a.md", [one(anchor="Installation", place="x")]) == [0]


def test_a_renamed_file_keeps_its_findings_and_a_copy_does_not() -> None:
    renamed = [one(path="new.md")]
    assert known(one(path="old.md")).new_elsewhere(renamed, [0], lambda path: path == "old.md") == []
    assert known(one(path="old.md")).new_elsewhere(renamed, [0], lambda path: False) == [0]
    findings = known(one(path="old.md"))
    assert findings.new_elsewhere([*renamed, *renamed], [0, 1], lambda path: True) == [1]


def test_what_became_more_severe_is_new() -> None:
    info, warning = one()._replace(rank=1), one()._replace(rank=2)
    assert known(info).new_in_file("a.md", [warning]) == [0]
    assert known(warning).new_in_file("a.md", [info]) == []


def test_what_is_left_is_listed_with_counts() -> None:
    findings = KnownFindings([(one(), 3), (one(code="CL101"), 1)])
    findings.new_in_file("a.md", [one()])
    assert dict(findings.left()) == {one(): 2, one(code="CL101"): 1}


def test_thousands_of_changed_anchors_take_no_time() -> None:
    before = [one(place=f"old {n}", anchor=f"An old sentence about {n:x}") for n in range(3_000)]
    after = [one(place=f"new {n}", anchor=f"A new sentence about {n:x}") for n in range(3_000)]
    assert len(known(*before).new_in_file("a.md", after, lambda: "")) == 3_000


marks = st.builds(
    one,
    path=st.just("a.md"),
    code=st.sampled_from(["CL101", "CL202"]),
    place=st.sampled_from(["A", "B", "C"]),
    anchor=st.sampled_from(["Setup", "Set-up", "Clean", "安装", ""]),
)


@given(st.lists(marks, max_size=12), st.lists(marks, max_size=12))
def test_no_more_is_known_than_was_there(before: list[Mark], after: list[Mark]) -> None:
    findings = known(*before)
    new = findings.new_in_file("a.md", after, lambda: "")
    assert len(after) - len(new) == len(before) - sum(count for _, count in findings.left())
    for code in ("CL101", "CL202"):
        grown = sum(mark.code == code for mark in after) - sum(mark.code == code for mark in before)
        assert sum(after[index].code == code for index in new) >= grown


@given(st.lists(marks, max_size=12), st.randoms(use_true_random=False))
def test_the_order_of_findings_does_not_matter(before: list[Mark], random: object) -> None:
    after = list(before)
    random.shuffle(after)  # type: ignore[attr-defined]
    assert known(*before).new_in_file("a.md", after) == []
