"""What is kept from one version of a page to the next changes no finding and no chunk."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from chunklint.chunking.model import Profile
from chunklint.chunking.splitters import chunk_document
from chunklint.documents.model import TextChange
from chunklint.documents.reader import read_document
from chunklint.engine.run import lint
from chunklint.settings.model import Settings
from tests.server.checking import RULES, key
from tests.server.pages import PAGE, random_edit
from tests.shared_material import shared

if TYPE_CHECKING:
    from chunklint.engine.analysis import Analysis

SMALL = Settings(profiles=(Profile(max_tokens=60),), extend_select=("ALL",))
SEVERAL = Settings(
    profiles=(
        Profile("cl100k", max_tokens=120),
        Profile("o200k", tokenizer="o200k_base", max_tokens=120),
        Profile("fixed", splitter="fixed", max_tokens=100),
        Profile("characters", splitter="recursive", tokenizer="characters", max_tokens=300),
    )
)


def assert_reuse_changes_nothing(text: str, settings: Settings, edits: int, seed: int) -> int:
    """Compare both ways of checking after each of some edits; how many findings were compared."""
    compared = 0
    chosen = random.Random(seed)
    document = read_document(text, "page.md")
    before: list[Analysis] = []
    for number in range(1, edits + 1):
        analyses: list[Analysis] = []
        reused = lint(document, settings, RULES, analyses.append, before)
        fresh = lint(read_document(document.text, "page.md"), settings, RULES)
        assert list(map(key, reused)) == list(map(key, fresh))
        for analysis in analyses:
            chunks = chunk_document(document, analysis.profile)
            assert [(one.spans, one.text, one.tokens) for one in analysis.chunks] == [
                (one.spans, one.text, one.tokens) for one in chunks
            ]
        compared += len(fresh)
        before = analyses
        document = document.edited(TextChange(*random_edit(document.text, number, chosen, text)))
    return compared


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("settings", [SMALL, SEVERAL], ids=["all rules", "several profiles"])
def test_over_nasty_text(settings: Settings, seed: int) -> None:
    assert assert_reuse_changes_nothing(PAGE, settings, edits=100, seed=seed) > 500


@pytest.mark.parametrize("folder", ["wild", "torture"])
def test_over_real_pages(folder: str) -> None:
    compared = 0
    for number, path in enumerate(sorted(shared(folder).rglob("*.md"))[::3]):
        text = path.read_bytes().decode("utf-8", "replace").removeprefix("\ufeff")
        if len(text) < 20_000:
            compared += assert_reuse_changes_nothing(text, SMALL, edits=6, seed=number)
    assert compared > 50
