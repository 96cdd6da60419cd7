"""Every expectation of `tests/cases` is a test; what has steps in an editor, a gate or a folder is tested elsewhere."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest

from chunklint.api import Profile, Settings, lint_file, lint_text
from chunklint.documents.reader import FORMATS
from chunklint.engine.registry import load_rules
from chunklint.report.record import FindingRecord, record
from chunklint.settings.model import RuleSettings

CASES = Path(__file__).parent / "cases"
DOCUMENTS = {".md", ".mdx", ".markdown", ".rst", ".adoc", ".html", ".ipynb", ".txt"}
CODES = {
    "table split from its header": ("CL101",),
    "table row larger than a chunk": ("CL102",),
    "table row has wrong number of cells": ("CL103",),
    "text glued to a table": ("CL103", "CL106"),
    "HTML table with merged cells": ("CL104",),
    "table cell text continues in the next row": ("CL107",),
    "heading split from its text": ("CL201",),
    "heading without content": ("CL202",),
    "heading level skipped": ("CL203",),
    "heading number disagrees with its level": ("CL204",),
    "line looks like a heading but is not": ("CL205",),
    "bold line used as a heading": ("CL206",),
    "numbered line used as a heading": ("CL207",),
    "duplicate heading among siblings": ("CL208",),
    "heading repeated across tabs": ("CL209",),
    "section larger than a chunk": ("CL301",),
    "section too small": ("CL302",),
    "over-long paragraph": ("CL303",),
    "over-long sentence": ("CL304",),
    "list split from its lead-in": ("CL401",),
    "code block split from its lead-in": ("CL402",),
    "code block larger than a chunk": ("CL403",),
    "code fence never closed": ("CL501",),
    "points to text outside the chunk": ("CL601",),
    "section starts with a pronoun": ("CL602",),
    "section holds only an image": ("CL603",),
    "unresolved include": ("CL605",),
    "merge conflict marker": ("CL701",),
    "file is not valid UTF-8": ("CL702",),
    "invisible character": ("CL703",),
    "embedded base64 data": ("CL704",),
    "page-number contents left over from conversion": ("CL705",),
    "llms.txt entry is malformed": ("CL707",),
    "unknown rule in suppression comment": ("CL902",),
}
# Met by linting at all, and by the time that it takes.
ROBUSTNESS = {"crash", "hang"}
# Slower machines than the one that a limit was written for.
LENIENCE = 3.0
# One block, one finding; a few more are forgiven where a line holds several problems.
MOST_ON_A_LINE = 3


class Run(NamedTuple):
    """What linting a case's documents gave: findings with paths inside the case's folder, and the seconds it took."""

    findings: tuple[FindingRecord, ...]
    seconds: float


def read(case: str) -> dict[str, Any]:
    """What a case's file says."""
    return tomllib.loads((CASES / case / "case.toml").read_text("utf-8"))


def names() -> list[str]:
    return sorted(path.parent.name for path in CASES.glob("*/case.toml"))


def expectations(kind: str) -> list[Any]:
    """Every expectation of one kind (``expect``, ``must_not``) as a parameter set: case and expectation."""
    found = []
    for case in names():
        for number, want in enumerate(read(case).get(kind, []), 1):
            if want["rule-kind"] not in ROBUSTNESS:
                where = f"line {want['line']}" if "line" in want else "anywhere"
                name = f"{case}: {want['rule-kind']}, {where} ({number})"
                found.append(pytest.param(case, want, id=name))
    return found


@cache
def known_codes() -> frozenset[str]:
    return frozenset(load_rules().known)


def skip_unless_it_can_run(case: str) -> None:
    """Skip the test where a case is more than a document, or its format cannot be read yet."""
    facts = read(case)
    suffix = Path(facts.get("input", "input.md")).suffix
    if "steps" in facts:
        pytest.skip("has steps, which are tested where they belong")
    if suffix not in FORMATS:
        pytest.skip(f"no reader for {suffix} yet")
    if "setup" in facts and shutil.which("bash") is None:
        pytest.skip("its input is made by a shell script, and there is no bash")


def codes_of(want: dict[str, Any]) -> tuple[str, ...]:
    """The codes of an expectation; the test is skipped where none of those rules exists yet."""
    codes = CODES[want["rule-kind"]]
    if not known_codes().intersection(codes):
        pytest.skip(f"no rule for {want['rule-kind']!r} ({' or '.join(codes)}) yet")
    return codes


def settings_of(facts: dict[str, Any]) -> Settings | None:
    """The settings that a case's sizes ask for, with every rule on; None where its folder holds settings."""
    if facts.get("own_settings"):
        return None
    sizes = facts.get("profile", {})
    most, least = sizes.get("max_tokens", 256), sizes.get("min_tokens", 20)
    profile = Profile("case", max_tokens=most, min_tokens=least, overlap=0)
    longest = {
        "max-words": sizes.get("max_sentence_words", 40),
        "max-han": sizes.get("max_sentence_cjk_chars", 100),
    }
    return Settings(profiles=(profile,), select=("ALL",), rules={"sentence-too-long": RuleSettings(options=longest)})


@cache
def run(case: str) -> Run:
    """Lint a copy of a case's folder, made complete by its setup script."""
    facts = read(case)
    with TemporaryDirectory() as scratch:
        work = Path(scratch, case)
        shutil.copytree(CASES / case, work)
        if "setup" in facts:
            subprocess.run(["bash", facts["setup"]], cwd=work, check=True, capture_output=True)
        if facts.get("own_settings"):
            files = [work / facts["input"]]
        else:
            files = sorted(path for path in work.rglob("*") if path.suffix in FORMATS)
        findings: list[FindingRecord] = []
        slowest = 0.0
        for file in files:
            start = time.monotonic()
            found = lint_file(file, settings_of(facts))
            slowest = max(slowest, time.monotonic() - start)
            path = file.relative_to(work).as_posix()
            findings += [record(finding, "en")._replace(path=path) for finding in found]
    return Run(tuple(findings), slowest)


def matches(finding: FindingRecord, want: dict[str, Any], codes: tuple[str, ...], case: str) -> bool:
    """Whether a finding is the one that an expectation speaks of."""
    facts = read(case)
    if finding.code not in codes or finding.path != want.get("file", facts.get("input", finding.path)):
        return False
    if "cell" in want and finding.cell != want["cell"]:
        return False
    if "line" in want and not want["line"] <= finding.line <= want.get("end_line", want["line"]):
        return False
    columns = (("utf16_start", finding.utf16_column), ("utf16_end", finding.utf16_end_column))
    return all(key not in want or column == want[key] + 1 for key, column in columns)


def shown(findings: list[FindingRecord]) -> str:
    """Findings for the message of a failing test."""
    places = (f"{f.code} at {f.path}:{f.line}, UTF-16 columns {f.utf16_column}–{f.utf16_end_column}" for f in findings)
    return "; ".join(places) or "none"


@pytest.mark.parametrize(("case", "want"), expectations("expect"))
def test_what_must_be_reported(case: str, want: dict[str, Any]) -> None:
    skip_unless_it_can_run(case)
    codes = codes_of(want)
    found = [finding for finding in run(case).findings if finding.code in codes]
    assert any(matches(finding, want, codes, case) for finding in found), f"{want}; found: {shown(found)}"


@pytest.mark.parametrize(("case", "want"), expectations("must_not"))
def test_what_must_not_be_reported(case: str, want: dict[str, Any]) -> None:
    skip_unless_it_can_run(case)
    codes = codes_of(want)
    wanted = [other for other in read(case).get("expect", []) if other["rule-kind"] == want["rule-kind"]]
    wrong = [
        finding
        for finding in run(case).findings
        if matches(finding, want, codes, case) and not any(matches(finding, other, codes, case) for other in wanted)
    ]
    assert not wrong, f"{want.get('why', '')}; found: {shown(wrong)}"


@pytest.mark.parametrize("case", names())
def test_every_case_is_linted_in_time_and_without_a_flood(case: str) -> None:
    skip_unless_it_can_run(case)
    findings, seconds = run(case)
    assert seconds <= read(case).get("limit_s", 1) + LENIENCE
    # Each invisible character of a line can be a finding of its own.
    on_a_line = Counter((f.code, f.path, f.line) for f in findings if f.code != "CL703")
    assert {place: count for place, count in on_a_line.items() if count > MOST_ON_A_LINE} == {}


@pytest.mark.parametrize("case", [case for case in names() if "input" in read(case)])
def test_a_case_linted_as_text_gives_what_its_file_gives(case: str) -> None:
    skip_unless_it_can_run(case)
    facts = read(case)
    data = (CASES / case / facts["input"]).read_bytes() if "setup" not in facts else b""
    if facts.get("own_settings") or not data:
        pytest.skip("its settings or its input are made elsewhere")
    try:
        text = data.decode()
    except UnicodeDecodeError:
        pytest.skip("is no text")
    of_text = [record(finding, "en") for finding in lint_text(text, facts["input"], settings_of(facts))]
    of_file = [finding for finding in run(case).findings if finding.path == facts["input"]]
    assert [(f.code, f.start, f.end, f.message) for f in of_text] == [
        (f.code, f.start, f.end, f.message) for f in of_file
    ]


def test_every_kind_of_a_case_has_a_code() -> None:
    kinds = {w["rule-kind"] for case in names() for key in ("expect", "must_not") for w in read(case).get(key, [])}
    assert kinds - ROBUSTNESS <= CODES.keys()


def test_cases_of_every_format_are_there() -> None:
    suffixes = {Path(read(case).get("input", "input.md")).suffix for case in names()}
    assert {".md", ".mdx", ".adoc", ".ipynb", ".txt"} <= suffixes <= DOCUMENTS


@pytest.mark.skipif(sys.platform == "win32", reason="a process for each case is slow there")
@pytest.mark.parametrize("case", ["25-bom-and-crlf", "46-utf16-columns", "54-invalid-utf8-and-nul"])
def test_the_command_gives_the_same_through_a_file_and_through_standard_input(case: str, tmp_path: Path) -> None:
    import json

    facts = read(case)
    name = facts["input"]
    shutil.copy(CASES / case / name, tmp_path)
    (tmp_path / "chunklint.toml").write_text('select = ["ALL"]\nmax-tokens = 256\nmin-tokens = 1\n', "utf-8")
    command = [sys.executable, "-m", "chunklint", "check", "--output-format", "json"]
    by_file = subprocess.run([*command, name], cwd=tmp_path, capture_output=True, check=False)
    by_input = subprocess.run(
        [*command, "--stdin-filename", name, "-"],
        cwd=tmp_path,
        input=(CASES / case / name).read_bytes(),
        capture_output=True,
        check=False,
    )
    assert json.loads(by_file.stdout)
    assert (by_file.returncode, by_file.stdout, by_file.stderr) == (by_input.returncode, by_input.stdout, b"")
