"""Exact values of tiny packs and the size of their graphs, on every engine.

All half-and-half deals, the first suit the first seat's trump, the second suit the other's; the first seat
leads.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import pytest

from interpreter.ir.types import Seat
from interpreter.run.protocol import Position
from tests.cases.engines import FACTORIES, Bench, Setting
from tests.facts.retrograde import Graph, can_stall, endless, explore, solve

LEADER, OTHER = Seat(0), Seat(1)
BASE, NO_DRAWS = "rules/yourtrumps.yaml", "rules/no_draws.yaml"
DECKS = {
    "2 x 3": "suits=C,D ranks=Q,K,A",
    "3 x 2": "suits=C,D,H ranks=K,A",
    "4 x 2": "suits=C,D,H,S ranks=K,A",
    "2 x 4": "suits=C,D ranks=J,Q,K,A",
}


@dataclass(frozen=True)
class Row:
    """A pack under a rule file, the deals by what the leader gets, and some sizes; None where nobody counted.

    `positions` are those between turns, ended ones included. `stalled` counts the deals in which one seat
    alone can go on for ever.
    """

    pack: str
    rules: str
    voluntary: bool
    deals: tuple[int, int, int] | None
    positions: int | None
    stalled: int | None

    @property
    def setting(self) -> Setting:
        options = (("may_decline", "yes"),) if self.voluntary else ()
        return Setting(self.rules, options, DECKS[self.pack])

    def __str__(self) -> str:
        end = "no draws" if self.rules == NO_DRAWS else "R16"
        return f"{self.pack}, {end}, {'voluntary take' if self.voluntary else 'must beat'}"


ROWS = (
    Row("2 x 3", BASE, False, None, 1094, 0),
    Row("3 x 2", BASE, False, None, 790, 0),
    Row("4 x 2", BASE, False, (44, 20, 6), 17458, 2),
    Row("4 x 2", BASE, True, (42, 20, 8), None, 0),
    Row("4 x 2", NO_DRAWS, False, (44, 26, 0), None, 2),
    Row("4 x 2", NO_DRAWS, True, (44, 26, 0), None, 0),
    Row("2 x 4", BASE, False, None, 37158, 0),
    Row("2 x 4", NO_DRAWS, False, (32, 36, 2), None, 0),
    Row("2 x 4", NO_DRAWS, True, (35, 35, 0), None, 0),
)
SMALL = ("2 x 3", "3 x 2")


def deals(bench: Bench) -> Iterator[Any]:
    """The state before the lead of every half-and-half deal."""
    cards = bench.engine.cards
    for mine in combinations(cards, len(cards) // 2):
        rest = tuple(card for card in cards if card not in mine)
        trumps = {"trump": (0, 1)}
        yield bench.engine.load(Position("play", LEADER, {"hand": (mine, rest), "pile": ()}, trumps))


def between_turns(bench: Bench, graph: Graph[Any]) -> int:
    """Positions in which no second card is pending."""
    names = (graph.outcome[at] or bench.engine.position(state).phase for at, state in enumerate(graph.states))
    return sum(name != "follow" for name in names)


def rows() -> Iterator[Any]:
    for row in ROWS:
        yield pytest.param(row, id=str(row), marks=() if row.pack in SMALL else (pytest.mark.slow,))


@pytest.mark.parametrize("factory", FACTORIES)
@pytest.mark.parametrize("row", list(rows()))
def test_exact_values(row: Row, factory: str) -> None:
    bench = FACTORIES[factory](row.setting)
    if bench is None:
        return
    starts = list(deals(bench))
    graph = explore(bench.engine, starts)
    numbers = {graph.number[start] for start in starts}
    assert len(numbers) == len(starts)
    if row.deals is not None:
        values = solve(graph, LEADER, OTHER)
        won, lost = len(numbers & values.won), len(numbers & values.lost)
        assert (won, lost, len(numbers) - won - lost) == row.deals
    if row.positions is not None:
        assert between_turns(bench, graph) == row.positions
    if row.stalled is not None:
        stalled = can_stall(graph, LEADER, OTHER) | can_stall(graph, OTHER, LEADER)
        assert len(numbers & stalled) == row.stalled


@pytest.mark.parametrize("factory", FACTORIES)
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
def test_six_cards_are_the_fewest_for_an_endless_match(deck: str, expected: bool, factory: str) -> None:
    bench = FACTORIES[factory](Setting(BASE, (), deck))
    if bench is not None:
        assert endless(explore(bench.engine, deals(bench))) is expected
