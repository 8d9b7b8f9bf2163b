"""Matches of two to six players end, and all checks of the files hold on the way."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from interpreter.ir.nodes import Witness
from interpreter.run.record import UNFINISHED
from study.simulate import Plan, Played, simulate
from tests.neighbours.campaigns import CAP, GAMES, NUMBERS, OTHERWISE, engine, game


def played(name: str, seats: int, player: str, matches: int, settings: Mapping[str, str]) -> list[Played]:
    made = engine(name, seats, settings)
    plan = Plan(made.game, made.options, (player,) * seats, 1, matches, cap=CAP, check=True)
    found = list(simulate(plan))
    assert [p.fault for p in found if p.fault is not None] == []
    assert [v.check for p in found for v in p.violations] == []
    return found


@pytest.mark.parametrize("player", ["random", "greedy"])
@pytest.mark.parametrize("seats", NUMBERS)
@pytest.mark.parametrize("name", GAMES)
def test_matches_end_and_the_checks_hold(name: str, seats: int, player: str) -> None:
    found = played(name, seats, player, 2, {})
    assert all(p.result.outcome != UNFINISHED for p in found)


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("name", GAMES)
def test_so_they_do_with_other_options(name: str, number: int) -> None:
    for seats in (3, 5):
        found = played(name, seats, "greedy", 2, OTHERWISE[name][number])
        assert all(p.result.outcome != UNFINISHED for p in found)


@pytest.mark.parametrize("name", GAMES)
def test_what_can_happen_does(name: str) -> None:
    found = [*played(name, 3, "random", 5, {}), *played(name, 3, "greedy", 6, {})]
    seen = frozenset().union(*(p.witnessed for p in found))
    wanted = {c.name for c in game(name, 3).checks if isinstance(c.claim, Witness)}
    assert wanted - seen <= {"an eight can end the match"}  # one match in a dozen


@pytest.mark.parametrize("name", GAMES)
def test_greedy_players_beat_random_ones(name: str) -> None:
    made = engine(name, 2)
    plan = Plan(made.game, made.options, ("greedy", "random"), 4, 14, cap=CAP)
    wins = [list(p.result.winners) for p in simulate(plan)]
    assert wins.count([0]) > wins.count([1])
