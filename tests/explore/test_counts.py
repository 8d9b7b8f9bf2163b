"""Exact numbers of small packs of Your Trumps, from counts and values known beforehand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from cli.explored import by_ending, by_phase
from interpreter.run.engine import Evaluator
from tests.cases.engines import Setting, evaluator_of
from tests.facts.test_tiny_packs import BASE, DECKS, NO_DRAWS
from verify.explore import Explored, explore, read_fixed

FIXED = ("trump=C,D", "dealer=1")
"""The first two suits are trumps, in that order, and the first seat leads."""


@dataclass(frozen=True)
class Row:
    """A pack: positions between turns, beginnings by what the leader gets (won, lost, undecided), and in how
    many some seat alone can go on for ever; None where nobody counted.
    """

    pack: str
    rules: str
    voluntary: bool
    positions: int | None
    values: tuple[int, int, int] | None
    stalled: int

    def __str__(self) -> str:
        end = "no draws" if self.rules == NO_DRAWS else "R16"
        return f"{self.pack}, {end}, {'voluntary take' if self.voluntary else 'must beat'}"


ROWS = (
    Row("2 x 3", BASE, False, 1094, None, 0),
    Row("3 x 2", BASE, False, 790, None, 0),
    Row("4 x 2", BASE, False, 17458, (44, 20, 6), 2),
    Row("4 x 2", BASE, True, None, (42, 20, 8), 0),
    Row("4 x 2", NO_DRAWS, False, None, (44, 26, 0), 2),
    Row("2 x 4", BASE, False, 37158, None, 0),
    Row("2 x 4", NO_DRAWS, False, None, (32, 36, 2), 0),
    Row("2 x 4", NO_DRAWS, True, None, (35, 35, 0), 0),
)


@cache
def engine(rules: str, deck: str, *options: tuple[str, str]) -> Evaluator:
    return evaluator_of(Setting(rules, options, deck))


def explored(rules: str, deck: str, *options: tuple[str, str], fixed: tuple[str, ...] = FIXED) -> Explored:
    one = engine(rules, deck, *options)
    return explore(one.game, one.options, read_fixed(one.game, fixed))


def rows() -> Iterator[Any]:
    for row in ROWS:
        yield pytest.param(row, id=str(row), marks=() if row.pack in ("2 x 3", "3 x 2") else pytest.mark.slow)


@pytest.mark.parametrize("row", list(rows()))
def test_exact_numbers(row: Row) -> None:
    options = (("may_decline", "yes"),) if row.voluntary else ()
    found = explored(row.rules, DECKS[row.pack], *options)
    graph = found.graph
    assert graph.complete
    if row.positions is not None:
        assert by_phase(graph)["play"] + sum(by_ending(graph).values()) == row.positions
    values = found.values
    assert values is not None
    leader, other = values.standings
    if row.values is not None:
        assert (leader.wins, leader.loses, leader.open) == row.values
    assert (other.wins, other.loses) == (leader.loses, leader.wins)
    inside = [found.arena.stalls(seat) for seat in (0, 1)]
    assert sum(any(flags[n] for flags in inside) for n in range(graph.starts)) == row.stalled
    assert [s.starts for s in found.stalls] == [sum(flags[: graph.starts]) for flags in inside]
    assert found.trapped == []
    assert found.sure
    assert (
        graph.starts
        == len(found.arena.graph.keys[: graph.starts])
        == leader.wins + leader.loses + leader.open
    )


@pytest.mark.slow
def test_undecided_deals_without_draws_are_endless() -> None:
    values = explored(NO_DRAWS, DECKS["2 x 4"]).values
    assert values is not None
    assert (values.undecided, values.drawn, values.endless) == (2, 0, 2)


def test_all_choices_of_the_set_up_are_gone_through() -> None:
    free = explored(BASE, DECKS["2 x 3"], fixed=())
    held = explored(BASE, DECKS["2 x 3"])
    assert free.graph.starts == 2 * 2 * 20  # who deals, who has which of two suits, and the deals
    assert held.graph.starts == 20
    assert set(by_phase(free.graph)) == {"play", "follow"}


@pytest.mark.parametrize(
    ("deck", "expected"),
    [
        ("suits=C,D ranks=A", False),
        ("suits=C,D,H,S ranks=A", False),
        ("suits=C,D ranks=K,A", False),
        (DECKS["3 x 2"], True),
        (DECKS["2 x 3"], True),
    ],
)
def test_six_cards_are_the_fewest_for_an_endless_match(deck: str, expected: bool) -> None:
    found = explored(BASE, deck, fixed=())
    assert (found.loop is not None) is expected
    assert bool(found.recurring) is expected


@pytest.mark.slow
def test_the_known_loop_is_found() -> None:
    hands = "hand=JC QC KD AD,KC AC JD QD"
    found = explored(BASE, DECKS["2 x 4"], fixed=(*FIXED, hands))
    assert found.graph.starts == 1
    loop = found.loop
    assert loop is not None
    moves = [(step.action.player, step.action.move) for step in loop.match.steps]
    assert len(moves) == loop.steps + 2 * loop.period
    round_ = moves[loop.steps : loop.steps + loop.period]
    assert moves[loop.steps + loop.period :] == round_
    turns = sum(a[0] != b[0] for a, b in zip(round_, [*round_[1:], round_[0]], strict=True))
    assert (loop.steps, turns) == (0, 6)


@pytest.mark.slow
def test_who_stalls_goes_on_for_ever() -> None:
    found = explored(BASE, DECKS["4 x 2"])
    for stall in found.stalls:
        assert stall.positions > 0
        loop = stall.loop
        assert loop is not None
        states = [step.before for step in loop.match.steps]
        assert states[loop.steps] == loop.match.state
        assert loop.match.outcome is None
