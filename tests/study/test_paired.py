"""Comparisons: differences match by match, deals that are the same, stopping, goals, branches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from interpreter.check.load import load_file
from interpreter.fast.totals import Totals
from study.batches import growing
from study.branches import sampled
from study.counted import Counted, batch
from study.goals import GOALS, unfairness
from study.paired import Compared, contest, differences, narrow, same_deals, settled_rho
from study.simulate import Plan
from study.sweep import Axis, Setting, Sweep

ROOT = Path(__file__).parents[2]
DECK = "suits=C,D ranks=10,J,Q,K,A"


def plan(**changes: Any) -> Plan:
    found = load_file(ROOT / "rules" / "yourtrumps.yaml", DECK).game
    assert found is not None
    return replace(Plan(found, {}, ("random", "random"), seed=2, matches=60), **changes)


@pytest.fixture(scope="module")
def compared() -> Compared:
    """One take is another one: most matches are the same under both."""
    return contest((plan(), plan(options={"plain_take": 1}), plan()))(range(60))


def test_rules_do_not_differ_from_themselves(compared: Compared) -> None:
    for found in differences(compared, 2):
        assert found.interval is not None
        assert found.interval.value == 0 and found.values is not None and found.values[0] == found.values[1]


def test_a_difference_is_that_of_the_values(compared: Compared) -> None:
    found = {d.measure.name: d for d in differences(compared, 1)}
    assert set(found) == {"seat 1 wins", "seat 2 wins", "who begins wins", "draws", "moves", "turns"}
    alone = [sum(n * times for n, times in of.totals.plies.items()) for of in compared.each]
    moves = found["moves"]
    assert moves.pairs.n == 60 and [moves.pairs.x, moves.pairs.y] == alone[:2]
    assert moves.interval is not None and moves.interval.value == pytest.approx((alone[1] - alone[0]) / 60)
    assert moves.saved is not None and moves.saved > 2  # the same deals make the matches alike


def test_batches_of_a_comparison_add_up(compared: Compared) -> None:
    answer = contest((plan(), plan(options={"plain_take": 1}), plan()))
    halves = [answer(range(30)), answer(range(30, 60))]
    both = halves[0].add(halves[1])
    assert both.pairs == compared.pairs
    assert [of.totals for of in both.each] == [of.totals for of in compared.each]


def test_unfinished_matches_are_in_no_pair() -> None:
    found = contest((plan(), plan(cap=12)))(range(20))
    stopped = found.each[1].unfinished
    assert 0 < stopped < 20 and found.each[0].unfinished == 0
    assert {pairs.n for pairs in found.pairs[0].values()} == {20 - stopped}


def test_deals_are_compared_card_by_card() -> None:
    assert same_deals(plan(), plan(options={"plain_take": 1})) == (16, 16)
    assert same_deals(plan(), plan(seed=3))[0] <= 2  # ten cards may fall alike by chance


def test_a_comparison_stops_when_it_knows_enough() -> None:
    """Of rules that hardly differ little is needed, and never less than there must be."""
    answer, rho = contest((plan(), plan())), settled_rho(0.05)
    looks: list[bool] = []

    def known() -> Iterator[Compared]:
        found: Compared | None = None
        for indices in growing(1000):
            found = answer(indices) if found is None else found.add(answer(indices))
            yield found

    for found in known():
        looks.append(narrow(found, 0.05, rho))
        if looks[-1]:
            break
    assert looks == [False, False, False, True]


# goals ----------------------------------------------------------------------------------------------------


def of_results(results: dict[tuple[int, str, tuple[int, ...], tuple[int, ...]], int]) -> Counted:
    matches = sum(results.values())
    return batch(range(matches), Totals(matches, results, plies={10: matches}, choices={1: 3, 2: 1}), ["go"])


def test_fairness_looks_at_seats_and_at_who_begins() -> None:
    even = of_results({(0, "out", (0,), (1,)): 50, (1, "out", (1,), (0,)): 50})
    found = unfairness(even)  # seats win as often, but whoever begins always does
    assert found is not None and found.value == 1
    seat = of_results({(0, "out", (0,), (1,)): 60, (1, "out", (0,), (1,)): 20, (1, "out", (1,), (0,)): 20})
    found = unfairness(seat)
    assert found is not None and found.value == pytest.approx(0.6)
    assert unfairness(of_results({})) is None


def test_a_sweep_knows_its_best_setting_and_what_cannot_be_told_from_it() -> None:
    found = tuple(
        batch(range(50), Totals(50, {(0, "out", (0,), (1,)): 50}, plies=plies), ["go"])
        for plies in ({10: 25, 12: 25}, {40: 25, 42: 25}, {11: 25, 12: 25})
    )
    axis = Axis("size", (1, 2, 3), ("1", "2", "3"))
    settings = tuple(Setting((n,), {"size": n + 1}) for n in range(3))
    sweep = Sweep("a game", (axis,), settings, (*found[:2], None), (GOALS["short"], GOALS["long"]))
    assert [sweep.best(goal) for goal in sweep.goals] == [0, 1]
    assert sweep.level(GOALS["short"]) == [True, False, False]
    assert sweep.parts(GOALS["short"]) == [1.0, 0.0, None]
    assert sweep.name(settings[2]) == "size=3"
    near = Sweep("a game", (axis,), settings, found, (GOALS["short"],))
    assert near.level(GOALS["short"]) == [True, False, False]  # half a move is more than chance here


# branches -------------------------------------------------------------------------------------------------


def test_branches_that_options_rule_out_are_never_asked_for() -> None:
    found = {branch.text: branch.times for branch in sampled(plan()).branches}
    assert found["ace_take"] == 0 and found["plain_take"] > 0
    other = {b.text: b.times for b in sampled(plan(options={"ace_takes_all": 0})).branches}
    assert other["ace_take"] > 0 and other["size(pile)"] == 0
