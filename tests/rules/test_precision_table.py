"""The table of judged findings: its form, the share that is right, and whether it is still what is found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.benchmarks.precision import PACKAGES, TABLE, Share, findings, line_of, read_table, sample, shares, summary
from tests.rules.linting import REGISTRY

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("table", [TABLE, PACKAGES], ids=["pages", "packages"])
def test_every_rule_judged_is_right_nine_times_in_ten(table: Path) -> None:
    known = {loaded.rule.code for loaded in REGISTRY.rules if loaded.rule.severity != "off"}
    found = shares(read_table(table))
    assert {share.code for share in found} <= known
    assert [share for share in found if share.right < 0.9 * share.judged] == []
    # Fewer findings than twenty cannot show more than this, all of them right.
    assert [share for share in found if share.judged >= 20 and share.lower < 0.8] == []


def test_the_table_in_the_text_is_the_one_that_is_printed() -> None:
    text = TABLE.with_suffix(".md").read_text("utf-8")
    for part, table in zip(text.split("\n## "), (TABLE, PACKAGES), strict=True):
        rows = [row.split(" | ") for row in part.splitlines() if row.startswith("| CL")]
        printed = [row.split(" | ") for row in summary(read_table(table), None).splitlines() if row.startswith("| CL")]
        assert [[row[0], *row[2:]] for row in rows] == [[row[0], *row[2:]] for row in printed]


def test_a_row_that_is_none_is_named(tmp_path: Path) -> None:
    table = tmp_path / "table.tsv"
    table.write_text("path\tline\tcode\tverdict\treason\na.md\t3\tCL101\tmaybe\tso\n")
    with pytest.raises(ValueError, match=r"table\.tsv:2"):
        read_table(table)


def test_wilsons_bound() -> None:
    assert [round(Share("CL1", *counts).lower, 3) for counts in ((30, 30), (30, 27), (5, 5))] == [0.917, 0.774, 0.649]


def test_most_of_the_sample_is_judged() -> None:
    judged = {(one.path, one.line, one.code) for one in read_table()}
    wanted = {(path, line_of(finding), finding.code) for path, finding in sample(findings())}
    # A rule that was sharpened since is judged anew before long, but not on the same day.
    assert len(wanted - judged) <= 0.2 * len(wanted), sorted(wanted - judged)
