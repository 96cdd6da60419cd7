"""A page that is followed through its edits has the findings and chunks of one that is checked anew, word for word."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklint.chunking.model import Profile
from chunklint.chunking.splitters import chunk_document
from chunklint.documents.model import TextChange
from chunklint.documents.reader import read_document
from chunklint.engine import passages
from chunklint.engine.live import LivePage
from chunklint.engine.registry import load_rules
from chunklint.engine.run import lint
from chunklint.settings.model import CustomRule, Settings
from tests.server.pages import PAGE, PIECES, random_edit
from tests.shared_material import shared

if TYPE_CHECKING:
    from chunklint.chunking.model import Chunk
    from chunklint.engine.model import Finding
    from chunklint.engine.registry import Registry

CUSTOM = (
    CustomRule(
        code="TEAM1",
        name="no-functions",
        scope="chunk",
        severity="warning",
        messages=(("en", "{match}"), ("zh-CN", "{match}")),
        pattern="def function",
        limits=(),
    ),
)
SMALL = Settings(profiles=(Profile(max_tokens=60),), extend_select=("ALL",), custom=CUSTOM)
SEVERAL = Settings(
    profiles=(
        Profile("first", max_tokens=120),
        Profile("repeated", max_tokens=200, repeat_table_header=True, heading_path=False),
    ),
    extend_select=("ALL",),
)
ALL_SETTINGS = {"all rules": SMALL, "several profiles": SEVERAL, "defaults": Settings()}
REGISTRIES = {name: load_rules((), one.custom) for name, one in ALL_SETTINGS.items()}


@pytest.fixture(autouse=True)
def _small_passages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many passages on pages that a test has time for."""
    monkeypatch.setattr(passages, "SIZE", 400)
    monkeypatch.setattr(passages, "LARGEST", 1_200)


def all_of(finding: Finding) -> tuple[object, ...]:
    """Everything that a finding says."""
    return (
        finding.code,
        finding.severity,
        finding.start,
        finding.end,
        dict(finding.data),
        finding.message("en"),
        finding.message("zh-CN"),
        finding.profiles,
        finding.related,
        finding.fix,
        finding.anchor,
        finding.cause,
    )


def all_of_chunk(chunk: Chunk) -> tuple[object, ...]:
    return (chunk.index, chunk.spans, chunk.overlap, chunk.text, chunk.heading_path, chunk.kind)


def assert_like_a_fresh_check(page: LivePage, chosen: Settings, registry: Registry) -> int:
    """Compare a version with its text read and checked anew; how many findings there were."""
    anew = read_document(page.document.text, page.document.path)
    assert page.document.blocks == anew.blocks
    assert page.document.lines.starts == anew.lines.starts
    fresh = lint(anew, chosen, registry)
    assert list(map(all_of, page.findings)) == list(map(all_of, fresh))
    for analysis in page.analyses:
        chunks = chunk_document(anew, analysis.profile)
        assert list(map(all_of_chunk, analysis.chunks)) == list(map(all_of_chunk, chunks))
    return len(fresh)


def follow(text: str, name: str, edits: int, seed: int) -> tuple[int, int]:
    """Compare after each of some random edits; how many findings there were, and how often the page was read anew."""
    chosen, registry, rng = ALL_SETTINGS[name], REGISTRIES[name], random.Random(seed)
    page = LivePage.of(read_document(text, "page.md"), chosen, registry)
    compared = anew = 0
    for number in range(1, edits + 1):
        assert page is not None
        compared += assert_like_a_fresh_check(page, chosen, registry)
        change = TextChange(*random_edit(page.document.text, number, rng, text))
        changed = page.document.text[: change.start] + change.text + page.document.text[change.end :]
        page = page.edited(change)
        if page is None:
            anew += 1
            page = LivePage.of(read_document(changed, "page.md"), chosen, registry)
        assert page is None or page.document.text == changed
        if page is None:
            break
    return compared, anew


@pytest.mark.parametrize("name", list(ALL_SETTINGS))
@pytest.mark.parametrize("seed", range(2))
def test_nasty_text(name: str, seed: int) -> None:
    compared, anew = follow(PAGE * 2, name, edits=40, seed=seed)
    assert compared > 40
    assert anew < 20


@pytest.mark.parametrize("folder", ["wild", "torture", "retrieval/docs"])
@pytest.mark.parametrize("name", list(ALL_SETTINGS))
def test_real_pages(folder: str, name: str) -> None:
    pages = 0
    for number, path in enumerate(sorted(shared(*folder.split("/")).rglob("*.md"))[::7]):
        text = path.read_bytes().decode("utf-8", "replace").removeprefix("\ufeff")
        if len(text) < 15_000:
            follow(text, name, edits=4, seed=number)
            pages += 1
    assert pages


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 40), st.lists(st.sampled_from(PIECES), max_size=2)), max_size=5)
)
def test_any_edits(edits: list[tuple[float, int, list[str]]]) -> None:
    chosen, registry = ALL_SETTINGS["all rules"], REGISTRIES["all rules"]
    page = LivePage.of(read_document(PAGE, "page.md"), chosen, registry)
    for share, length, pieces in edits:
        assert page is not None
        start = round(share * len(page.document.text))
        page = page.edited(TextChange(start, min(len(page.document.text), start + length), "".join(pieces)))
        if page is None:
            return
        assert_like_a_fresh_check(page, chosen, registry)


def test_an_edit_costs_the_passages_around_it() -> None:
    page = LivePage.of(read_document(PAGE * 4, "page.md"), SEVERAL, REGISTRIES["several profiles"])
    assert page is not None
    assert len(page.passages) > 5
    at = page.document.text.index("Some words") + 4
    after = page.edited(TextChange(at, at, "x"))
    assert after is not None
    assert sum(one not in page.passages for one in after.passages) == 1


def test_a_change_outside_the_text_is_refused() -> None:
    page = LivePage.of(read_document(PAGE, "page.md"), SMALL, REGISTRIES["all rules"])
    assert page is not None
    with pytest.raises(ValueError, match="outside a text"):
        page.edited(TextChange(3, len(PAGE) + 1, ""))


def test_a_page_that_becomes_a_generated_one_is_checked_anew() -> None:
    page = LivePage.of(read_document(PAGE, "page.md"), SMALL, REGISTRIES["all rules"])
    assert page is not None
    assert page.edited(TextChange(0, 0, "<!-- Generated by a program -->\n")) is None


def test_other_splitters_are_checked_as_a_whole() -> None:
    chosen = Settings(profiles=(Profile("fixed", splitter="fixed"),))
    assert LivePage.of(read_document(PAGE, "page.md"), chosen, load_rules()) is None


def test_no_rule_that_is_on_runs_again_after_every_key() -> None:
    rules = passages.Rules.of(Settings(), REGISTRIES["defaults"], read_document(PAGE, "page.md"))
    without = [chosen.loaded.rule.code for chosen in rules.by_page if chosen.loaded.digest is None]
    assert without == [], "say by_passage=True, or write a digest beside check"
    page = LivePage.of(read_document(PAGE, "page.md"), Settings(), REGISTRIES["defaults"])
    assert page is not None
    assert all(digest is not None for passage in page.passages for digest in passage.digests(rules))
