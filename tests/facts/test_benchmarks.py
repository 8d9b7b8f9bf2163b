"""The benchmarks run and measure what they say; how fast anything is, no test asks."""

from __future__ import annotations

import pytest

from benchmarks import evaluator, loading, startup
from benchmarks.__main__ import main
from benchmarks.handwritten import Handwritten, Rules
from benchmarks.measure import Result, in_turn, middle_ratio
from interpreter.front.parser import STARTS


def test_the_ratio_is_the_median_of_the_rounds() -> None:
    assert middle_ratio([(1.0, 2.0), (3.0, 1.0), (4.0, 4.0)]) == 1.0


def test_each_goes_first_in_every_other_round() -> None:
    order: list[str] = []
    times = in_turn(lambda: order.append("a"), lambda: order.append("b"), 3)
    assert len(times) == 3
    assert "".join(order) == "abbaabba"


@pytest.mark.parametrize(("at_least", "reached"), [(True, False), (False, True)])
def test_a_goal_is_reached_from_above_or_below(at_least: bool, reached: bool) -> None:
    result = Result("name", "one", "other", 1.0, 2.0, at_least)
    assert result.reached is reached


def test_the_evaluator_is_measured_on_matches_that_both_play() -> None:
    chosen = [evaluator.draws(match) for match in range(2)]
    played = evaluator.play_all(Handwritten(Rules()), chosen)
    assert all(match.outcome is not None and match.moves > 39 for match in played)
    result = evaluator.measure(rounds=1, matches=1)
    assert result.ratio > 0
    assert result.at_least


def test_loading_is_measured_on_the_expressions_of_the_file() -> None:
    with loading.listening() as heard:
        loading.load()
    assert ("c.suit == trump[me]", "expression") in heard
    assert len(heard) > 100
    assert {start for _, start in heard} <= set(STARTS)
    assert loading.measure(rounds=1, number_of_starts=1).ratio > 0


def test_startup_is_measured_on_two_help_pages(capfd: pytest.CaptureFixture[str]) -> None:
    assert startup.measure(rounds=1).ratio > 0
    assert capfd.readouterr().err == ""


def test_an_unknown_name_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["memory"]) == 2
    assert "`memory` is none of" in capsys.readouterr().err
