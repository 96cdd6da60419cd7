"""`python -m tests.benchmarks.precision`: how often the default rules are right on real pages; a person judged them.

Without arguments it sums up `precision.tsv`: path, line, code, verdict (``right`` or ``wrong``) and reason, each row a
finding at default settings that somebody judged as the page's writer would. ``--sample`` prints the findings that are
still to be judged: thirty of each rule that is on by default, or all where there are fewer, always the same ones.

`precision_packages.tsv` is a second set of the same form, summed up apart: pages that came with packages, named by
project and page. They are not at hand here, so it is not compared with what is found.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections import Counter
from hashlib import blake2b
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from chunklint.api import Settings
from chunklint.engine.registry import load_rules
from chunklint.engine.run import lint, read_file
from tests.shared_material import shared

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from chunklint.api import Finding

TABLE = Path(__file__).with_suffix(".tsv")
PACKAGES = TABLE.with_name("precision_packages.tsv")
FOLDERS = ("wild", "retrieval/docs")
_WANTED = 30
# The quantile of the normal distribution that leaves 5 % on either side: a two-sided interval of 90 %.
_Z = 1.6449


class Judged(NamedTuple):
    """A finding that a person judged; ``path`` is "project, page" in the second set."""

    path: str
    line: int
    code: str
    is_right: bool
    reason: str


class Share(NamedTuple):
    """How many of a rule's judged findings are right."""

    code: str
    judged: int
    right: int

    @property
    def lower(self) -> float:
        """The lower end of Wilson's 90 % interval.

        >>> round(Share("CL101", 30, 30).lower, 2)
        0.92
        """
        n, p = self.judged, self.right / self.judged
        centre = p + _Z**2 / (2 * n)
        return (centre - _Z * sqrt(p * (1 - p) / n + _Z**2 / (4 * n * n))) / (1 + _Z**2 / n)


def read_table(path: Path = TABLE) -> list[Judged]:
    """The findings judged so far. Raises ValueError for a row that is none."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    judged = []
    for number, row in enumerate(rows[1:], 2):
        if len(row) != 5 or row[3] not in ("right", "wrong"):
            raise ValueError(f"{path.name}:{number}: not path, line, code, right or wrong, reason")
        judged.append(Judged(row[0], int(row[1]), row[2], row[3] == "right", row[4]))
    return judged


def shares(judged: Iterable[Judged]) -> list[Share]:
    """How often each rule is right, by code."""
    all_of: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for one in judged:
        all_of[one.code] += 1
        right[one.code] += one.is_right
    return [Share(code, all_of[code], right[code]) for code in sorted(all_of)]


def findings() -> Iterator[tuple[str, Finding]]:
    """Every finding at default settings over the real pages, with the page's path as the table names it."""
    registry, settings = load_rules(), Settings()
    for folder in FOLDERS:
        for path in sorted(shared(*folder.split("/")).iterdir()):
            if path.suffix in (".md", ".mdx"):
                for finding in lint(read_file(path, path.name), settings, registry):
                    yield f"{folder}/{path.name}", finding


def sample(found: Iterable[tuple[str, Finding]]) -> list[tuple[str, Finding]]:
    """Thirty findings of each rule; which ones depends on path, rule and place alone, not on what else is found."""
    by_code: dict[str, list[tuple[bytes, str, Finding]]] = {}
    for path, finding in found:
        key = f"{path}:{line_of(finding)}:{finding.code}:{finding.start}".encode()
        order = blake2b(key, digest_size=8).digest()
        by_code.setdefault(finding.code, []).append((order, path, finding))
    return [(path, f) for code in sorted(by_code) for _, path, f in sorted(by_code[code], key=lambda k: k[0])[:_WANTED]]


def line_of(finding: Finding) -> int:
    """The 1-based line at which a finding starts."""
    return finding.document.lines.line_of(finding.start) + 1


def summary(judged: Sequence[Judged], reported: Counter[str] | None) -> str:
    """A table in Markdown; ``reported`` are all findings by rule, where the pages are at hand."""
    lines = ["| rule | found | judged | right | share | lower 90 % bound |", "| --- | --- | --- | --- | --- | --- |"]
    for share in shares(judged):
        count = reported[share.code] if reported else "–"
        percent = f"{share.right / share.judged:.0%} | {share.lower:.0%}"
        lines.append(f"| {share.code} | {count} | {share.judged} | {share.right} | {percent} |")
    return "\n".join(lines)


def _show(path: str, finding: Finding) -> Iterator[str]:
    lines, line = finding.document.lines, line_of(finding)
    yield f"=== {path}\t{line}\t{finding.code}\t{finding.severity}: {finding.message()}"
    for at in range(max(1, line - 2), min(len(lines), line + 4) + 1):
        yield f"    {at:5} {'>' if at == line else ' '} {lines.line_text(at - 1)[:160]}"


def main(argv: Sequence[str] | None = None) -> int:
    """Print the summary or the sample; 1 where a finding of the sample is not judged, or a judged one is gone."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.precision", description=__doc__)
    parser.add_argument("--sample", action="store_true", help="print the findings that are still to be judged")
    parser.add_argument("--only", default="", help="of these rules only (CL1,CL301)")
    options = parser.parse_args(argv)
    judged = read_table() if TABLE.exists() else []
    everything = list(findings())
    places = Counter((path, line_of(finding), finding.code) for path, finding in everything)
    known = {(one.path, one.line, one.code) for one in judged}
    wanted = [(p, f) for p, f in sample(everything) if (p, line_of(f), f.code) not in known]
    wanted = [(p, f) for p, f in wanted if f.code.startswith(tuple(options.only.split(",")))]
    gone = [one for one in judged if (one.path, one.line, one.code) not in places]
    write = sys.stdout.write
    if options.sample:
        write("".join(f"{line}\n" for path, finding in wanted for line in _show(path, finding)))
    else:
        write(summary(judged, Counter(finding.code for _, finding in everything)) + "\n\n")
        write(summary(read_table(PACKAGES), None) + "\n")
    for one in gone:
        write(f"no longer found: {one.path}:{one.line} {one.code}\n")
    write(f"{len(wanted)} findings of the sample are not judged, {len(gone)} that were judged are gone\n")
    return 1 if wanted or gone else 0


if __name__ == "__main__":
    raise SystemExit(main())
