"""The results cache, and several processes: the findings are the same, whatever is kept and whoever lints."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chunklint.cli import batch, linting
from chunklint.cli.linting import Linter
from chunklint.cli.session import Session, Source, open_session
from chunklint.gate.cache import FILE, FOLDER, ResultCache, content_hash
from chunklint.gate.stored import Stored
from tests.benchmarks.corpus import page
from tests.cli.program import chunklint
from tests.gate.killing import kill_often

RESULTS = Path(FOLDER) / FILE
ONE = Stored(b"one", b"and the rest")


def check(folder: Path, *argv: str) -> bytes:
    done = chunklint(folder, "check", "--output-format", "json", *argv)
    assert done.returncode in (0, 1), done.stderr
    assert done.stderr == b""
    return done.stdout


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """27 pages, large enough together for the cache and for two processes."""
    folder = tmp_path_factory.mktemp("corpus")
    for number in range(27):
        path = folder / f"部分 {number % 3}" / f"page {number}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(page("zh" if number % 2 else "en", number, 20_000), "utf-8")
    return folder


@pytest.fixture
def pages(corpus: Path, tmp_path: Path) -> Path:
    """A copy whose files are old enough for their times to prove something."""
    subprocess.run(["cp", "-r", f"{corpus}/.", str(tmp_path)], check=True)
    for path in tmp_path.rglob("*.md"):
        os.utime(path, (1_600_000_000, 1_600_000_000))
    return tmp_path


def test_cold_and_warm_runs_and_any_number_of_processes_say_the_same(pages: Path) -> None:
    plain = check(pages, "--no-cache", "--jobs", "1")
    assert not (pages / FOLDER).exists()
    assert len(json.loads(plain)) > 27
    assert check(pages, "--no-cache", "--jobs", "2") == plain
    assert check(pages) == plain
    assert (pages / RESULTS).exists()
    assert check(pages) == plain
    assert check(pages, "--jobs", "1") == plain


@pytest.mark.parametrize("form", ["text", "concise", "json", "sarif", "gitlab", "junit", "rdjson", "github", "jsonl"])
def test_every_report_is_the_same_from_the_cache(pages: Path, form: str) -> None:
    def run(*more: str) -> bytes:
        done = chunklint(pages, "check", "--output-format", form, "--select", "ALL", *more)
        # GitHub's stop-commands wants a token that nobody can guess.
        return re.sub(rb"\b[0-9a-f]{32}\b", b"", done.stdout) if form == "github" else done.stdout

    cold = run("--no-cache")
    assert run() == cold
    assert run() == cold
    assert cold


def test_paths_are_printed_for_the_working_directory(pages: Path) -> None:
    (pages / "chunklint.toml").write_text("", "utf-8")
    check(pages)
    inside = pages / "部分 1"
    assert check(inside, "..") == check(inside, "..", "--no-cache")
    assert check(inside) == check(inside, "--no-cache")
    assert not (inside / FOLDER).exists()


def test_changes_of_files_settings_and_options_are_seen(pages: Path) -> None:
    def both(*argv: str) -> None:
        assert check(pages, *argv) == check(pages, "--no-cache", *argv)

    both()
    changed = pages / "部分 0" / "page 3.md"
    changed.write_text("# Lamp\n\n## Care\n\n## Use\n\nText.\n", "utf-8")
    both()
    (pages / "部分 0" / "page 6.md").unlink()
    both()
    (pages / "部分 1" / "new.md").write_text("# A\n\n### B\n\nText.\n", "utf-8")
    both()
    both("--select", "CL2")
    both("--language", "zh-CN")
    (pages / "chunklint.toml").write_text("max-tokens = 200\n", "utf-8")
    both()
    (pages / "chunklint.toml").write_text('[[overrides]]\nfiles = ["部分 1/**"]\nignore = ["ALL"]\n', "utf-8")
    both()
    (pages / "chunklint.toml").write_text(
        '[[custom]]\ncode = "DOC1"\nname = "my-rule"\nscope = "heading"\npattern = "a"\nmessage = "No a."\n', "utf-8"
    )
    both()
    both("--select", "DOC1")


def test_a_change_that_keeps_size_and_time_is_seen(pages: Path) -> None:
    path = pages / "部分 0" / "page 3.md"
    path.write_text("# Lamp\n\n## Care\n\n## Use\n\nText.\n", "utf-8")
    os.utime(path, (1_600_000_000, 1_600_000_000))
    before = check(pages, "--select", "CL202")
    path.write_text("# Lamp\n\n  Care.\n\n## Use\n\nText.\n"[: path.stat().st_size].ljust(path.stat().st_size), "utf-8")
    os.utime(path, (1_600_000_000, 1_600_000_000))
    after = check(pages, "--select", "CL202")
    assert after == check(pages, "--select", "CL202", "--no-cache")
    assert after != before


def test_a_file_written_a_moment_ago_proves_nothing_by_its_times(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_bytes(b"one")
    cache = ResultCache(str(tmp_path))
    looked = cache.look_up(str(path), "key")
    cache.put(str(path), "key", ONE, looked.status, content_hash(b"one"))
    cache.save()
    again = ResultCache(str(tmp_path)).look_up(str(path), "key")
    assert (again.stored, again.data) == (ONE, b"one")


def test_an_old_file_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "page.md"
    path.write_bytes(b"one")
    cache = ResultCache(str(tmp_path))
    monkeypatch.setattr("time.time_ns", lambda: path.stat().st_ctime_ns + 10**10)
    cache.put(str(path), "key", ONE, cache.look_up(str(path), "key").status, content_hash(b"one"))
    cache.save()
    again = ResultCache(str(tmp_path)).look_up(str(path), "key")
    assert (again.stored, again.data) == (ONE, None)


def test_only_a_file_that_is_as_it_was_when_it_was_linted_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "page.md"
    path.write_bytes(b"one")
    cache = ResultCache(str(tmp_path))
    assert not cache.knows(str(path), path.stat())
    cache.put(str(path), "key", ONE, cache.look_up(str(path), "key").status, content_hash(b"one"))
    assert not cache.knows(str(path), path.stat())  # it was written a moment ago
    monkeypatch.setattr("time.time_ns", lambda: path.stat().st_ctime_ns + 10**10)
    cache.put(str(path), "key", ONE, cache.look_up(str(path), "key").status, content_hash(b"one"))
    assert cache.knows(str(path), path.stat())
    assert cache.look_up(str(path), "key").stored == ONE
    path.write_bytes(b"\0\1\2\3")
    assert not cache.knows(str(path), path.stat())
    assert cache.look_up(str(path), "key").stored is None


def test_a_page_that_becomes_binary_is_skipped_by_a_warm_run_too(pages: Path) -> None:
    check(pages)
    check(pages)
    victim = sorted(pages.rglob("*.md"))[-1]
    victim.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)) * 80)
    os.utime(victim, (1_600_000_000, 1_600_000_000))
    warm, cold = (chunklint(pages, "check", "--output-format", "json", *options) for options in ((), ("--no-cache",)))
    assert (warm.stdout, warm.stderr) == (cold.stdout, cold.stderr)
    assert "binary data" in warm.stderr.decode()


def test_a_touched_file_is_read_but_not_linted_again(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_bytes(b"one")
    cache = ResultCache(str(tmp_path))
    cache.put(str(path), "key", ONE, cache.look_up(str(path), "key").status, content_hash(b"one"))
    os.utime(path, (1, 1))
    assert cache.look_up(str(path), "key").stored == ONE
    path.write_bytes(b"two")
    assert cache.look_up(str(path), "key").stored is None


def test_results_of_files_that_are_gone_are_dropped_and_others_kept(tmp_path: Path) -> None:
    for name in ("a.md", "b.md", "c.md"):
        (tmp_path / name).write_bytes(b"text")
    cache = ResultCache(str(tmp_path))
    for name in ("a.md", "b.md"):
        status = cache.look_up(str(tmp_path / name), "key").status
        cache.put(str(tmp_path / name), "key", Stored(name.encode(), b""), status, content_hash(b"text"))
    cache.save()
    (tmp_path / "a.md").unlink()
    later = ResultCache(str(tmp_path))
    later.put(str(tmp_path / "c.md"), "key", Stored(b"c.md", b"more"), [0, 0, 4, 0], content_hash(b"text"))
    later.save()
    assert b"a.md" not in (tmp_path / RESULTS).read_bytes()
    assert ResultCache(str(tmp_path)).look_up(str(tmp_path / "b.md"), "key").stored == Stored(b"b.md", b"")


def test_a_cache_by_other_code_counts_for_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.md").write_bytes(b"text")
    cache = ResultCache(str(tmp_path))
    cache.put(
        str(tmp_path / "a.md"), "key", ONE, cache.look_up(str(tmp_path / "a.md"), "key").status, content_hash(b"text")
    )
    cache.save()
    monkeypatch.setattr("chunklint.gate.cache.code_stamp", lambda: "other")
    assert ResultCache(str(tmp_path)).look_up(str(tmp_path / "a.md"), "key").stored is None


def test_the_folder_keeps_itself_out_of_git(pages: Path) -> None:
    check(pages)
    assert (pages / FOLDER / ".gitignore").read_text("utf-8") == "*\n"


def test_a_single_small_page_leaves_no_cache(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text("# A\n\nText.\n", "utf-8")
    check(tmp_path)
    assert not (tmp_path / FOLDER).exists()


def test_a_project_that_we_may_not_write_to_is_linted_all_the_same(pages: Path) -> None:
    plain = check(pages, "--no-cache")
    (pages / FOLDER).write_text("in the way", "utf-8")
    assert check(pages) == plain
    assert check(pages) == plain


@pytest.mark.parametrize("seed", range(12))
def test_a_damaged_cache_changes_no_finding(pages: Path, seed: int) -> None:
    plain = check(pages)
    results = pages / RESULTS
    data = bytearray(results.read_bytes())
    damage = random.Random(seed)
    match seed % 4:
        case 0:
            del data[damage.randrange(len(data)) :]
        case 1:
            for _ in range(3):
                data[damage.randrange(len(data))] ^= 1 << damage.randrange(8)
        case 2:
            at = damage.randrange(len(data))
            data[at : at + 20] = b"\0" * 20
        case _:
            data = bytearray([b"", b"null\n{}", b'{"chunklint-cache": 1}\n'][seed // 4])
    results.write_bytes(data)
    assert check(pages) == plain
    assert check(pages) == plain


def test_two_runs_at_once_are_safe(pages: Path) -> None:
    plain = check(pages, "--no-cache")
    halves = ["部分 0", "部分 1", "部分 2", "."]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(2):
            outputs = list(pool.map(lambda half: check(pages, half), halves))
            assert outputs[3] == plain
    assert check(pages) == plain


@pytest.mark.skipif(sys.platform == "win32", reason="processes end differently there")
def test_a_killed_write_leaves_a_whole_cache(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_bytes(b"text")
    script = (
        "import sys; from chunklint.gate.cache import *; from chunklint.gate.stored import Stored\n"
        "n = 0\n"
        "while True:\n"
        "    n += 1\n"
        "    cache = ResultCache(sys.argv[1])\n"
        "    for k in range(200):\n"
        "        stored = Stored(b'x' * 200, str(n).encode())\n"
        "        cache.put(sys.argv[1] + '/page.md', str(k % 3), stored, [n, n, n, n], str(n))\n"
        "    cache.save()\n"
    )
    command = [sys.executable, "-c", script, str(tmp_path)]
    for _ in kill_often(command, written=tmp_path / RESULTS):
        head, body = (tmp_path / RESULTS).read_bytes().split(b"\n", 1)
        assert json.loads(head)["crc32"] == zlib.crc32(body)
        index, results = body.split(b"\n", 1)
        ((_, digest, places),) = json.loads(index).values()
        found = {results[at : at + shown + rest] for at, shown, rest in places.values()}
        assert found == {b"x" * 200 + digest.encode()}


@pytest.mark.skipif(sys.platform == "win32", reason="processes end differently there")
def test_killed_runs_never_spoil_the_next(pages: Path) -> None:
    plain = check(pages, "--no-cache")
    command = [sys.executable, "-m", "chunklint", "check", "--output-format", "json", "--jobs", "1"]
    moments = random.Random(3)
    for _ in range(8):
        process = subprocess.Popen(command, cwd=pages, stdout=subprocess.DEVNULL)
        try:
            process.wait(moments.uniform(0.1, 1.5))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    assert check(pages) == plain


class TestProcesses:
    @pytest.fixture
    def session(self, pages: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
        monkeypatch.chdir(pages)
        return open_session({})

    def sources(self, session: Session) -> list[Source]:
        return session.find(["."], None, "en")

    def test_the_work_of_a_process_that_is_killed_is_done(
        self, session: Session, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sources = self.sources(session)
        plain = [batch.lint_alone(session, source, "en") for source in sources]
        monkeypatch.setattr(batch, "_lint_some", _die_on_the_third)
        found = list(batch._in_processes(session, sources, "en", {}, 2))
        assert [result.stored for result in found] == [result.stored for result in plain]

    def test_a_small_run_starts_no_process(self, session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(batch, "_in_processes", lambda *_: pytest.fail("a process was started"))
        few = self.sources(session)[:5]
        values = {"no_cache": True, "jobs": "8"}
        assert len(list(batch.Batch(session, "en", values, full=False).each(few))) == 5

    def test_findings_about_profiles_come_from_all_processes(self, pages: Path) -> None:
        (pages / "chunklint.toml").write_text(
            'splitter = "recursive"\ntokenizer = "characters"\nmax-tokens = 800\n', "utf-8"
        )
        plain = check(pages, "--no-cache", "--jobs", "1")
        assert "CL805" in {finding["code"] for finding in json.loads(plain)}
        assert check(pages, "--no-cache", "--jobs", "2") == plain
        assert check(pages) == plain
        assert check(pages) == plain

    @pytest.mark.parametrize("value", ["0", "-1", "x", "1e3", "9999"])
    def test_what_is_no_number_of_processes(self, pages: Path, value: str) -> None:
        done = chunklint(pages, "check", f"--jobs={value}")
        assert done.returncode == 2
        assert done.stderr.decode() == f"chunklint: --jobs needs a number of processes from 1 to 1000, not '{value}'.\n"


def _die_on_the_third(sources: list[Source]) -> object:
    if any("page 22" in source.path for source in sources):
        os.kill(os.getpid(), 9)
    assert batch._worker is not None
    session, language = batch._worker
    return [batch.lint_alone(session, source, language) for source in sources], []


blocks = (
    "# A",
    "## B",
    "### C 表",
    "Text.",
    "| a | b |\n| - | - |\n| 1 | 2 |",
    "```py\nx\n```",
    "**bold**",
    "见上表。",
)
texts = st.lists(st.sampled_from(blocks), max_size=12).map("\n\n".join)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(before=st.lists(texts, min_size=1, max_size=4), after=st.lists(texts, max_size=4), full=st.booleans())
def test_whatever_the_pages_a_warm_run_says_what_a_cold_one_does(
    before: list[str],
    after: list[str],
    full: bool,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = tmp_path_factory.mktemp("warm")
    monkeypatch.chdir(folder)
    monkeypatch.setattr(linting, "_MUCH", 1)
    for version in (before, after, before):
        for number, text in enumerate(version):
            (folder / f"{number}.md").write_text(text, "utf-8")
        kept = [_lint(folder, no_cache=no_cache, full=full) for no_cache in (False, False, True)]
        assert kept[0] == kept[1] == kept[2]


def _lint(folder: Path, *, no_cache: bool, full: bool) -> list[object]:
    session = open_session({"select": ("ALL",)})
    linter = Linter(session, "en", {"no_cache": no_cache, "jobs": "1"}, fingerprints=full)
    # What JSON cannot tell apart is the same to every report.
    return [
        json.dumps([record._replace(data=dict(record.data)) for record in one.records], default=list)
        for one in linter.each(session.find([str(folder)], None, "en"))
    ]


def test_the_cache_command(pages: Path) -> None:
    where = pages / FOLDER
    assert chunklint(pages, "cache", "path").stdout.decode() == f"{where}\n"
    assert chunklint(pages, "cache", "clean").stdout.decode() == f"There is no cache in {where}.\n"
    check(pages)
    assert chunklint(pages / "部分 0", "cache", "clean").returncode == 0
    assert where.exists()
    assert chunklint(pages, "cache", "clean").stdout.decode() == f"Removed {where}.\n"
    assert not where.exists()
    assert chunklint(pages, "cache", "empty").returncode == 2
    assert chunklint(pages, "cache").returncode == 2
