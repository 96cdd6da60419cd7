"""The sentences of eval, tune and questions: both languages say the same things with the same placeholders."""

from __future__ import annotations

from pathlib import Path
from string import Formatter

import pytest

import chunklint
from chunklint.evaluation.intervals import Estimate
from chunklint.report.evaluation import figure, signed, spread
from chunklint.report.evaluation_charts import Axis, Point, intervals, scatter
from chunklint.report.evaluation_words import WORDS
from chunklint.report.formats import Style


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("name", sorted(WORDS))
def test_both_languages_have_the_same_placeholders(name: str) -> None:
    english, chinese = WORDS[name]
    assert placeholders(english) == placeholders(chinese)
    assert english
    assert chinese


def test_figures() -> None:
    assert [figure(value) for value in (0, 0.5, 0.9996, 1)] == [".000", ".500", "1.000", "1.000"]
    assert [signed(value) for value in (0.1, -0.1, 0.004, -0.004, 1)] == ["+.10", "-.10", ".00", ".00", "+1.00"]
    assert spread(Estimate(0.5, 0.4, 0.6), Style()) == "±.10"
    assert spread(Estimate(0.5, 0.4, 0.6), Style(unicode=False)) == "+-.10"


def test_charts_of_one_profile_of_equal_ones_and_of_strange_names() -> None:
    same = Estimate(1.0, 1.0, 1.0)
    for rows in ([("<a>", same)], [("名称" * 40, Estimate(0.0, 0.0, 0.0)), ("b", same)]):
        svg = intervals(rows, "label")
        assert svg.count("<circle") == len(rows)
        assert "<a>" not in svg
        assert "nan" not in svg
    points = [Point(f"p{at}", 0.5, 0.5, "best" if at == 3 else "") for at in range(30)]
    svg = scatter(points, Axis("x"), Axis("y", is_share=False), "better", "label")
    assert svg.count("<circle") == 30
    assert svg.count(">p") == 31  # a title each, and one name


def test_every_sentence_is_said_somewhere() -> None:
    folder = Path(chunklint.__file__).parent
    source = "".join(
        path.read_text("utf-8").replace("'", '"')
        for name in ("cli", "evaluation", "report")
        for path in (folder / name).glob("*.py")
    )
    for name in WORDS:
        family = name.partition(" ")[0]
        # The definition itself is one mention; a family of sentences is named with its last word filled in.
        assert source.count(f'"{name}"') > 1 or f'f"{family} {{' in source, name
