"""The baseline's file: reading, writing, merging, and what is said of a broken one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklint.chunking.model import Profile
from chunklint.gate.baseline import Baseline, Entry, as_bytes, profiles_hash, read_baseline, write_baseline
from chunklint.gate.errors import GateError
from tests.gate.killing import kill_often

ENTRY = Entry("docs/页面 1.md", "CL101", "| 键 | Text |", "f" * 32)

texts = st.text(max_size=12)
baselines = st.builds(
    Baseline,
    profiles=st.text("0123456789abcdef", min_size=1, max_size=16),
    counts=st.dictionaries(st.builds(Entry, texts, texts, texts, texts), st.integers(1, 1000), max_size=8),
)


@given(baselines)
def test_what_is_written_is_read(tmp_path_factory: pytest.TempPathFactory, baseline: Baseline) -> None:
    path = str(tmp_path_factory.getbasetemp() / "round-trip.jsonl")
    write_baseline(path, baseline)
    assert read_baseline(path) == baseline
    assert not write_baseline(path, baseline)


@given(baselines)
def test_the_file_is_sorted_and_has_a_line_for_each_entry(baseline: Baseline) -> None:
    lines = as_bytes(baseline).splitlines(keepends=True)
    assert len(as_bytes(baseline).split(b"\n")) == len(baseline.counts) + 2
    reordered = Baseline(baseline.profiles, dict(reversed(baseline.counts.items())))
    assert b"".join(lines) == as_bytes(reordered)


def test_half_a_surrogate_pair_survives(tmp_path: Path) -> None:
    baseline = Baseline("0", {ENTRY._replace(anchor="\ud800"): 1})
    write_baseline(str(tmp_path / "b"), baseline)
    assert read_baseline(str(tmp_path / "b")) == baseline


def test_chinese_can_be_read_in_a_review() -> None:
    assert "docs/页面 1.md" in as_bytes(Baseline("0", {ENTRY: 2})).decode()


def test_of_two_merged_counts_the_smaller_holds(tmp_path: Path) -> None:
    one, other = as_bytes(Baseline("0", {ENTRY: 3})), as_bytes(Baseline("1", {ENTRY: 1}))
    (tmp_path / "merged").write_bytes(one + other)
    assert read_baseline(str(tmp_path / "merged")) == Baseline("1", {ENTRY: 1})


def test_of_two_merged_severities_the_lesser_holds(tmp_path: Path) -> None:
    one, other = (as_bytes(Baseline("0", {ENTRY: 1}, {ENTRY: severity})) for severity in ("warning", "info"))
    (tmp_path / "merged").write_bytes(one + other)
    assert read_baseline(str(tmp_path / "merged")).severities == {ENTRY: "info"}


def test_git_merges_two_branches_entries(tmp_path: Path) -> None:
    entries = {ENTRY._replace(path=f"docs/{n:02}.md"): 1 for n in range(20)}
    pages = list(entries)
    for name, counts in {
        "base": entries,
        "ours": entries | {ENTRY._replace(path="docs/03a.md"): 1},
        "theirs": {entry: count for entry, count in entries.items() if entry != pages[15]},
    }.items():
        (tmp_path / name).write_bytes(as_bytes(Baseline("0", counts)))
    subprocess.run(["git", "merge-file", "ours", "base", "theirs"], cwd=tmp_path, check=True)
    merged = read_baseline(str(tmp_path / "ours")).counts
    assert {entry.path for entry in merged} == {e.path for e in entries} - {pages[15].path} | {"docs/03a.md"}


@pytest.mark.parametrize(
    ("data", "name", "line"),
    [
        (b"<<<<<<< HEAD\n", "baseline conflict", 1),
        (as_bytes(Baseline("0", {ENTRY: 1})) + b"=======\n", "baseline conflict", 3),
        (b"nonsense\n", "baseline broken", 1),
        (b"[1]\n", "baseline broken", 1),
        (b"\xff\xfe\n", "baseline broken", 1),
        (b"[" * 100_000, "baseline broken", 1),
        (as_bytes(Baseline("0", {ENTRY: 1})).replace(b'"count": 1', b'"count": true'), "baseline broken", 2),
        (as_bytes(Baseline("0", {ENTRY: 1})).replace(b'"count": 1', b'"count": -1'), "baseline broken", 2),
        (as_bytes(Baseline("0", {ENTRY: 1})).replace(b'"code": "CL101"', b'"code": 7'), "baseline broken", 2),
        (
            as_bytes(Baseline("0", {ENTRY: 1})).replace(b'"count": 1', b'"count": 1, "severity": 2'),
            "baseline broken",
            2,
        ),
        (as_bytes(Baseline("0", {ENTRY: 1}))[:-20], "baseline broken", 2),
        (b'{"chunklint-baseline": 2}\n', "baseline too new", None),
    ],
)
def test_a_broken_file_is_named_with_the_line(tmp_path: Path, data: bytes, name: str, line: int | None) -> None:
    (tmp_path / "b").write_bytes(data)
    with pytest.raises(GateError) as raised:
        read_baseline(str(tmp_path / "b"))
    assert (raised.value.name, raised.value.values.get("line")) == (name, line)


def test_a_missing_file_and_a_folder_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(GateError) as raised:
        read_baseline(str(tmp_path / "missing"))
    assert raised.value.name == "baseline missing"
    with pytest.raises(GateError) as raised:
        read_baseline(str(tmp_path))
    assert raised.value.name == "baseline unreadable"


def test_windows_line_ends_and_a_byte_order_mark_do_no_harm(tmp_path: Path) -> None:
    baseline = Baseline("0", {ENTRY: 2})
    (tmp_path / "b").write_bytes(b"\xef\xbb\xbf" + as_bytes(baseline).replace(b"\n", b"\r\n"))
    assert read_baseline(str(tmp_path / "b")) == baseline


def test_the_profiles_hash_is_the_same_on_every_machine() -> None:
    here, there = (Profile(tokenizer=f"{home}/tokenizer.json") for home in ("/home/a", "/home/b"))
    assert profiles_hash([here]) == profiles_hash([there])
    assert profiles_hash([here]) != profiles_hash([Profile(max_tokens=401)])


def test_a_link_stays_a_link_and_the_mode_stays(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"")
    (tmp_path / "real").chmod(0o640)
    (tmp_path / "link").symlink_to("real")
    write_baseline(str(tmp_path / "link"), Baseline("0", {ENTRY: 1}))
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").stat().st_mode & 0o777 == 0o640
    assert read_baseline(str(tmp_path / "real")).problems == 1


@pytest.mark.skipif(sys.platform == "win32", reason="processes end differently there")
def test_a_killed_write_leaves_the_old_or_the_new_file(tmp_path: Path) -> None:
    path = tmp_path / "baseline.jsonl"
    script = (
        "import sys; from chunklint.gate.baseline import *\n"
        "n = 0\n"
        "while True:\n"
        "    n += 1\n"
        "    counts = {Entry(f'{k}.md', 'CL101', 'x' * 50, str(n)): n for k in range(300)}\n"
        "    write_baseline(sys.argv[1], Baseline(str(n), counts))\n"
    )
    for _ in kill_often([sys.executable, "-c", script, str(path)], written=path):
        baseline = read_baseline(str(path))
        assert len(baseline.counts) == 300
        assert set(baseline.counts.values()) == {int(baseline.profiles)}
