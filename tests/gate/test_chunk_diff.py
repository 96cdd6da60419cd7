"""Which chunks a change adds, removes, alters and moves, and ``chunklint diff`` as it is called."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklint.documents.reader import read_document
from chunklint.gate.chunk_diff import ChunkChange, Piece, Versions, compare, in_order
from tests.cli.program import chunklint
from tests.gate.repository import SETTLED, commit, git, repository, write

SETTINGS = "max-tokens = 60\nmin-tokens = 1\noverlap = 0\n"


def section(name: str, words: str = "checked") -> str:
    return f"## {name}\n\n" + " ".join(f"The {name} is {words} in room {n}." for n in range(4)) + "\n\n"


LAMP = "# Lamp\n\n" + "".join(map(section, ["shade", "cable", "socket"]))


def pieces(path: str, *texts: str) -> list[Piece]:
    return [Piece(path, n, n + 1, n + 1, len(text), (), text) for n, text in enumerate(texts)]


def told(changes: list[ChunkChange]) -> list[tuple[str, str | None, str | None]]:
    return [(c.kind, c.old and c.old.text, c.new and c.new.text) for c in in_order(changes)]


def test_what_is_the_same_is_no_change() -> None:
    assert compare([Versions(pieces("a", "x", "y"), pieces("a", "x", "y"))]) == []


def test_added_and_removed() -> None:
    assert told(compare([Versions(pieces("a", "x"), pieces("a", "x", "y y"))])) == [("added", None, "y y")]
    assert told(compare([Versions(pieces("a", "x", "y y"), pieces("a", "x"))])) == [("removed", "y y", None)]


def test_an_altered_chunk_shares_half_its_words() -> None:
    changes = compare([Versions(pieces("a", "one two three"), pieces("a", "one two four"))])
    assert told(changes) == [("altered", "one two three", "one two four")]
    changes = compare([Versions(pieces("a", "one two three"), pieces("a", "five six"))])
    assert {kind for kind, _, _ in told(changes)} == {"added", "removed"}


def test_chinese_is_compared_by_characters() -> None:
    assert told(compare([Versions(pieces("a", "灯每天早上检查"), pieces("a", "灯每天晚上检查"))])) == [
        ("altered", "灯每天早上检查", "灯每天晚上检查")
    ]


def test_order_file_and_name_only_move() -> None:
    swapped = compare([Versions(pieces("a", "x", "y"), pieces("a", "y", "x"))])
    assert [kind for kind, _, _ in told(swapped)] == ["moved"]
    renamed = compare([Versions(pieces("a", "x", "y"), pieces("b", "x", "y"))])
    assert [kind for kind, _, _ in told(renamed)] == ["moved", "moved"]
    to_another = compare([Versions(pieces("a", "x", "y"), pieces("a", "x")), Versions([], pieces("b", "y"))])
    assert told(to_another) == [("moved", "y", "y")]


def test_equal_texts_are_counted() -> None:
    assert told(compare([Versions(pieces("a", "x"), pieces("a", "x", "x"))])) == [("added", None, "x")]
    assert told(compare([Versions(pieces("a", "x", "x", "x"), pieces("a", "x"))])) == [("removed", "x", None)] * 2


texts = st.lists(st.sampled_from(["a b", "a c", "b c", "d", "灯光", ""]), max_size=6)


@given(st.lists(st.tuples(texts, texts), max_size=3))
def test_every_chunk_is_told_once(files: list[tuple[list[str], list[str]]]) -> None:
    versions = [Versions(pieces(str(n), *old), pieces(str(n), *new)) for n, (old, new) in enumerate(files)]
    changes = compare(versions)
    old, new = [c.old for c in changes if c.old], [c.new for c in changes if c.new]
    assert len({(p.path, p.chunk_index) for p in old}) == len(old)
    assert len({(p.path, p.chunk_index) for p in new}) == len(new)
    # What is not told of is the same on both sides.
    before = [p for v in versions for p in v.old if p not in old]
    after = [p for v in versions for p in v.new if p not in new]
    assert [p.text for p in before] == [p.text for p in after]
    assert len(before) - len(after) == 0
    assert all((c.kind == "moved") == (c.old.text == c.new.text) for c in changes if c.old and c.new)


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    return repository(tmp_path, {"chunklint.toml": SETTINGS, "docs/lamp.md": LAMP, "docs/oven.md": section("oven")})


def diff(folder: Path, *argv: str) -> dict[str, object]:
    done = chunklint(folder, "diff", "--output-format", "json", *argv, **SETTLED)
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    return found


def counts(found: dict[str, object]) -> tuple[object, ...]:
    return found["added"], found["altered"], found["removed"], found["moved"]


def test_a_sentence_alters_one_chunk(repo: Path) -> None:
    assert counts(diff(repo, "HEAD")) == (0, 0, 0, 0)
    write(repo, {"docs/lamp.md": LAMP.replace("The cable is checked in room 2.", "The cable is mended in room 2.")})
    found = diff(repo, "HEAD")
    assert counts(found) == (0, 1, 0, 0)
    (change,) = found["changes"]  # type: ignore[misc]
    assert change["new"]["heading_path"] == ["Lamp", "cable"]
    assert change["old"]["line"] == change["new"]["line"] == 7
    assert found["tokens_to_embed"] == change["new"]["tokens"]
    assert found["share"] == pytest.approx(found["tokens_to_embed"] / found["tokens"], abs=1e-6)  # type: ignore[operator]


def test_lines_that_only_moved_cost_nothing(repo: Path) -> None:
    write(repo, {"docs/lamp.md": "\n\n\n" + LAMP})
    assert counts(diff(repo, "HEAD")) == (0, 0, 0, 0)
    git(repo, "mv", "docs/lamp.md", "docs/灯 lamp.md")
    found = diff(repo, "HEAD")
    assert counts(found) == (0, 0, 0, found["chunks"] - 1)  # type: ignore[operator]
    assert found["tokens_to_embed"] == 0


def test_line_endings_of_a_checkout_cost_nothing(repo: Path) -> None:
    page = repo / "docs" / "lamp.md"
    git(repo, "config", "core.autocrlf", "true")
    page.unlink()
    git(repo, "checkout", "-q", "docs/lamp.md")
    assert b"\r\n" in page.read_bytes()
    page.write_bytes(page.read_bytes().replace(b"The cable is checked in room 2.", b"The cable is mended in room 2."))
    found = diff(repo, "HEAD")
    assert counts(found) == (0, 1, 0, 0)
    git(repo, "config", "core.autocrlf", "false")
    page.write_bytes(LAMP.replace("\n", "\r\n").encode())
    assert counts(diff(repo, "HEAD")) == (0, 0, 0, 0)
    page.write_bytes(LAMP.replace("\n", "\r\n", 3).encode())  # of both kinds: they differ where they differ
    assert counts(diff(repo, "HEAD")) != (0, 0, 0, 0)


def test_another_title_alters_every_chunk_of_a_page(repo: Path) -> None:
    write(repo, {"docs/lamp.md": LAMP.replace("# Lamp", "# The lamp", 1)})
    found = diff(repo, "HEAD", "docs/lamp.md")
    assert counts(found) == (0, found["chunks"], 0, 0)
    assert found["share"] == 1


def test_deleted_and_new_pages(repo: Path) -> None:
    (repo / "docs" / "oven.md").unlink()
    write(repo, {"docs/fan.md": section("fan", "cleaned")})
    found = diff(repo, "HEAD")
    assert counts(found) == (1, 0, 1, 0)
    assert found["files"] == 2
    write(repo, {"chunklint.toml": SETTINGS + 'exclude = ["docs/oven.md"]\n'})
    assert counts(diff(repo, "HEAD")) == (1, 0, 0, 0)


def test_the_base_is_where_the_branch_began(repo: Path) -> None:
    base = git(repo, "rev-parse", "HEAD").strip()
    git(repo, "checkout", "-q", "-b", "work")
    write(repo, {"docs/oven.md": section("oven", "cleaned")})
    commit(repo)
    git(repo, "checkout", "-q", "main")
    write(repo, {"docs/lamp.md": "# Lamp\n\nText.\n"})
    commit(repo)
    git(repo, "checkout", "-q", "work")
    found = diff(repo, "main")
    assert found["base"] == base
    assert counts(found) == (0, 1, 0, 0)


def test_staged_only(repo: Path) -> None:
    write(repo, {"docs/oven.md": section("oven", "cleaned")})
    git(repo, "add", "-A")
    write(repo, {"docs/lamp.md": "# Lamp\n\nText.\n"})
    assert counts(diff(repo, "--staged", "HEAD")) == (0, 1, 0, 0)


def test_text_says_what_it_comes_to(repo: Path) -> None:
    write(repo, {"docs/oven.md": section("oven", "cleaned")})
    out = chunklint(repo, "diff", "HEAD", **SETTLED).stdout.decode()
    assert re.fullmatch(
        r"docs/oven\.md\n"
        r"  ~ altered  lines 1–3, \d+ tokens  oven\n\n"
        r"Since HEAD, under profile 'default', in 1 file: 0 chunks added, 1 altered, 0 removed, 0 moved\.\n"
        r"To embed again: \d+ tokens, \d+\.\d % of the [\d,]+ in \d+ chunks\.\n",
        out,
    )
    chinese = chunklint(repo, "diff", "HEAD", "--language", "zh-CN", **SETTLED, PYTHONUTF8="1").stdout.decode()
    assert "需要重新嵌入" in chinese
    nothing = chunklint(repo, "diff", "HEAD", "docs/lamp.md", **SETTLED).stdout.decode()
    assert nothing == "No chunk differs since HEAD under profile 'default'.\n"


def test_markdown_is_a_comment_that_renders(repo: Path) -> None:
    name = "docs/a|b_<c>*.md"
    write(repo, {name: "# `x` | <b> *y*\n\n" + section("fan")})
    out = chunklint(repo, "diff", "HEAD", "--output-format", "markdown", **SETTLED).stdout.decode()
    (table,) = [block for block in read_document(out).walk() if block.kind == "table"]
    lines = out.splitlines()[table.line : table.end_line]
    from markdown_it import MarkdownIt

    html = MarkdownIt("gfm-like", {"linkify": False}).render("\n".join(lines))
    assert html.count("<td") == 5 * (len(lines) - 2)
    assert "docs/a|b_&lt;c&gt;*.md" in html


def test_several_profiles_give_several_answers(repo: Path) -> None:
    write(repo, {"docs/oven.md": section("oven", "cleaned")})
    settings = 'profile = ["a", "b"]\n[profiles.a]\nmax-tokens = 60\n[profiles.b]\ntokenizer = "characters"\n'
    write(repo, {"chunklint.toml": settings})
    both = json.loads(chunklint(repo, "diff", "HEAD", "--output-format", "json", **SETTLED).stdout)
    assert [(one["profile"], one["unit"]) for one in both] == [("a", "tokens"), ("b", "characters")]
    (one,) = [
        json.loads(chunklint(repo, "diff", "HEAD", "--profile", "b", "--output-format", "json", **SETTLED).stdout)
    ]
    assert one["profile"] == "b"


def test_what_cannot_be_answered(repo: Path) -> None:
    assert b"REV is missing" in chunklint(repo, "diff").stderr
    done = chunklint(repo, "diff", "nope", **SETTLED)
    assert done.returncode == 2
    assert done.stderr.startswith(b"chunklint: There is no revision 'nope'")
