"""Rules that choose the blocks they look at leave out none that they would report."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklint.api import Profile, Settings, read_document
from chunklint.engine.context import Context
from chunklint.engine.registry import load_rules
from chunklint.engine.run import analyses_of, chosen_rules
from tests.documents.nasty_markdown import EXTENDED, PLAIN, markdown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chunklint.engine.analysis import Analysis
    from chunklint.engine.model import LoadedRule

REGISTRY = load_rules()
CHOOSING = [loaded for loaded in REGISTRY.rules if loaded.candidates is not None]
# What only long lines and long paragraphs have, in several kinds of blocks.
BASE64 = "kZ3vQ9xB7mTnLp0WcYdEfGhIjKlMoPqRsTuVwXyAzCaD1e2F4g5H6i8JbUrNtSOk" * 3
LONG = [
    "A sentence " + "that goes on and on, with word after word, " * 8 + "and ends.",
    "这句话" + "一直往下写，没有停下来的意思，" * 10 + "到此为止。",
    f"![picture](data:image/png;base64,{BASE64 * 8})",
    f"See [it](https://example.org/{BASE64}{BASE64}).",
    f"> a quoted `{'x' * 150}` and <img src=\"data:image/svg+xml,<svg a='{'b c ' * 400}'/>\">",
    "```\n" + "\n".join([BASE64[:64]] * 30) + "\n```",
    f"<img src='https://example.org/{BASE64}{BASE64}'>",
    f"| a | b |\n|---|---|\n| {BASE64 * 7} | data:text/plain, |",
]
pages = st.lists(st.one_of(markdown(*PLAIN, *EXTENDED), st.sampled_from(LONG)), max_size=8).map("\n\n".join)


def _analysis(text: str, limit: int = 400) -> Analysis:
    settings = Settings(profiles=(Profile(max_tokens=limit),))
    (analysis,) = analyses_of(read_document(text, "page.md"), settings)
    return analysis


def _reported(loaded: LoadedRule, analysis: Analysis, *, all_units: bool) -> set[tuple[int, int]]:
    chosen = chosen_rules(Settings(select=(loaded.rule.code,)), REGISTRY, analysis.document)
    context = chosen[0].context(analysis)
    assert loaded.candidates is not None
    units = _all_units(loaded, analysis) if all_units else loaded.candidates(analysis.document, context)
    return {(report.start, report.end) for unit in units for report in loaded.check(unit, context)}


def _all_units(loaded: LoadedRule, analysis: Analysis) -> Iterator[object]:
    document = analysis.document
    if loaded.rule.scope == "section":
        yield from (section for section in document.sections if section.blocks)
    for kind in loaded.rule.kinds:
        yield from document.of_kind(kind)


def test_some_rules_choose() -> None:
    assert {"CL101", "CL301", "CL304", "CL704"} <= {loaded.rule.code for loaded in CHOOSING}


@pytest.mark.parametrize("loaded", CHOOSING, ids=lambda loaded: loaded.rule.code)
@given(text=pages)
@settings(max_examples=40, deadline=None)
def test_a_rule_reports_the_same_of_all_blocks(loaded: LoadedRule, text: str) -> None:
    for limit in (60, 400):
        analysis = _analysis(text, limit)
        # What is in one chunk is not cut: rules about cuts are never asked of it, and need not answer.
        wanted = {
            span
            for span in _reported(loaded, analysis, all_units=True)
            if loaded.rule.code not in ("CL101", "CL403") or not Context(analysis, {}).in_one_chunk(*span)
        }
        assert _reported(loaded, analysis, all_units=False) == wanted


@pytest.mark.parametrize("text", LONG[2:], ids=range(len(LONG[2:])))
def test_data_and_addresses_are_found_wherever_they_begin(text: str) -> None:
    loaded = REGISTRY.find("CL704")
    assert loaded is not None
    for before in range(70):
        analysis = _analysis(f"{'x' * before}\n\n{text}")
        found = _reported(loaded, analysis, all_units=False)
        assert found == _reported(loaded, analysis, all_units=True)
        assert found


@given(text=pages)
@settings(max_examples=60, deadline=None)
def test_parted_blocks_are_those_of_several_chunks(text: str) -> None:
    analysis = _analysis(text, 60)
    context = Context(analysis, {})
    for kind in ("paragraph", "table", "code", "item", "list"):
        blocks = analysis.document.of_kind(kind)
        parted = [block for block in blocks if len(context.chunks_of(block.start, block.end)) > 1]
        assert context.parted_blocks(kind) == parted
    sections = [section for section in analysis.document.sections if section.blocks]
    assert context.parted_sections() == [
        section for section in sections if not context.in_one_chunk(section.start, section.own_end)
    ]


@given(text=pages)
@settings(max_examples=30, deadline=None)
def test_blocks_come_behind_the_ones_right_before_them(text: str) -> None:
    document = read_document(text, "page.md")
    for kind in ("paragraph", "table", "code", "list"):
        assert list(document.preceded(kind)) == [pair for pair in document.neighbours() if pair[1].kind == kind]
