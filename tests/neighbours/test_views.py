"""What players see: their own cards and what lies open, never the stock or somebody else's cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from interpreter.ir.types import CARD, Seat
from interpreter.run.engine import Evaluator
from interpreter.run.match import Match, Step
from players.registry import make_player
from tests.neighbours.campaigns import GAMES, engine

HIDDEN: Mapping[str, tuple[str, ...]] = {"crazyeights": ("stock",), "durak": ("stock", "discards")}
OPEN: Mapping[str, tuple[str, ...]] = {"crazyeights": ("pile",), "durak": ("pair", "trump_card")}


def positions(made: Evaluator) -> Iterator[Step[Any]]:
    match = Match(made, [make_player("random")] * made.game.seats, 2, 0, 60)
    match.play()
    yield from match.steps[::4]


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("name", GAMES)
def test_who_sees_what(name: str, seats: int) -> None:
    made = engine(name, seats)
    for step in positions(made):
        held: Any = made.position(step.before).zones
        for viewer in (*map(Seat, range(seats)), None):
            zones = made.view(step.before, viewer).zones
            for seat, shown in enumerate(zones["hand"]):
                assert shown.cards == (held["hand"][seat] if seat == viewer else None)
                assert shown.count == len(held["hand"][seat])
            assert all(zones[zone][0].cards is None for zone in HIDDEN[name])
            assert all(zones[zone][0].count == len(held[zone]) for zone in HIDDEN[name])
            assert all(shown.cards is not None for zone in OPEN[name] for shown in zones[zone])


@pytest.mark.parametrize("name", GAMES)
def test_open_hands_are_seen_by_all(name: str) -> None:
    made = engine(name, 3, {"open_hands": "yes"})
    for step in positions(made):
        for viewer in (Seat(1), None):
            assert all(z.cards is not None for z in made.view(step.before, viewer).zones["hand"])


@pytest.mark.parametrize("name", GAMES)
def test_a_card_that_is_drawn_is_not_named(name: str) -> None:
    made = engine(name, 3)
    match = Match(made, [make_player("random")] * 3, 2, 0, 60)
    match.play()
    drawn = [s for s in match.steps if s.action.player is None]
    assert drawn
    for step in drawn:
        card = step.action.picks[0][1]
        assert (card, CARD) not in made.narrate(step.before, step.action)
