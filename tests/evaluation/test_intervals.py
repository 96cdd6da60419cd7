"""Bootstrap intervals: always the same, and as wide as statistics say they should be."""

from __future__ import annotations

from math import sqrt

import numpy
import pytest

from chunklint.evaluation.intervals import DRAWS, draws, estimates


def test_the_interval_of_a_share_is_as_wide_as_the_normal_one() -> None:
    column = numpy.array([1.0] * 140 + [0.0] * 60)
    (found,) = estimates(column[:, None])
    width = 1.96 * sqrt(0.7 * 0.3 / 200)
    assert found.value == pytest.approx(0.7)
    assert found.low == pytest.approx(0.7 - width, abs=0.01)
    assert found.high == pytest.approx(0.7 + width, abs=0.01)


def test_the_same_numbers_every_time_and_for_every_column() -> None:
    table = numpy.random.RandomState(1).random_sample((50, 2))
    assert estimates(table) == estimates(table)
    assert estimates(table)[1] == estimates(table[:, 1:])[0]


def test_a_pinned_draw() -> None:
    # Runs that were stored are compared with intervals of today: the draws must be those of any other day and machine.
    first = next(iter(draws(6)))[0]
    assert first.tolist() == [0.0, 1.0, 1.0, 2.0, 0.0, 2.0]
    assert sum(len(part) for part in draws(3)) == DRAWS


def test_paired_differences_are_narrower() -> None:
    generator = numpy.random.RandomState(2)
    one = (generator.random_sample(300) < 0.7).astype(float)
    other = one.copy()
    other[:12] = 1 - other[:12]
    (difference,) = estimates((other - one)[:, None], differences=1)
    (alone,) = estimates(one[:, None])
    assert difference.high - difference.low < (alone.high - alone.low) / 2


def test_no_questions() -> None:
    assert estimates(numpy.zeros((0, 2))) == [(0.0, 0.0, 0.0)] * 2


@pytest.mark.parametrize(("questions", "low"), [(6, 0.5), (30, 0.9)])
def test_where_all_questions_agree_the_interval_is_that_of_the_rule_of_three(questions: int, low: float) -> None:
    table = numpy.array([[1.0, 0.0]] * questions)
    assert estimates(table) == [(1.0, low, 1.0), (0.0, 0.0, pytest.approx(1 - low))]


@pytest.mark.parametrize(
    ("questions", "lost", "is_clear"), [(1, 1, False), (5, 5, False), (6, 6, True), (500, 6, True)]
)
def test_a_difference_is_clear_only_where_enough_questions_moved(questions: int, lost: int, is_clear: bool) -> None:
    column = numpy.array([-1.0] * lost + [0.0] * (questions - lost))
    (found,) = estimates(column[:, None], differences=1)
    assert found.value == pytest.approx(-lost / questions)
    assert (found.high < 0) is is_clear
    assert estimates(numpy.zeros((questions, 1)), differences=1) == [(0.0, 0.0, 0.0)]


def test_shares_and_differences_side_by_side() -> None:
    table = numpy.array([[1.0, 1.0]] * 4)
    assert estimates(table, differences=1) == [(1.0, 0.0, 1.0), (1.0, 0.0, 1.0)]
