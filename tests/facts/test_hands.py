"""Who sees what (Q11): hands are closed unless the option opens them; all else lies open."""

from __future__ import annotations

import pytest

from interpreter.ir.types import Card, Seat
from interpreter.run.engine import Evaluator
from interpreter.run.protocol import Position
from interpreter.run.state import State
from tests.cases.engines import Setting, evaluator_of

RULES = "rules/yourtrumps.yaml"
DECK = "suits=S,H ranks=Q,K,A"
HANDS = ((Card(0), Card(3)), (Card(1), Card(4), Card(5)))
PILE = (Card(2),)


def table(options: tuple[tuple[str, str], ...]) -> tuple[Evaluator, State]:
    engine = evaluator_of(Setting(RULES, options, DECK))
    position = Position("play", Seat(0), {"hand": HANDS, "pile": PILE}, {"trump": (0, 1)})
    return engine, engine.load(position)


@pytest.mark.parametrize("viewer", [Seat(0), Seat(1)])
def test_a_player_sees_his_own_hand_and_counts_the_others(viewer: Seat) -> None:
    engine, state = table(())
    hands = engine.view(state, viewer).zones["hand"]
    other = Seat(1 - viewer)
    assert hands[viewer].cards == HANDS[viewer]
    assert hands[other].cards is None
    assert hands[other].count == len(HANDS[other])


def test_a_spectator_sees_no_hand() -> None:
    engine, state = table(())
    assert [hand.cards for hand in engine.view(state, None).zones["hand"]] == [None, None]


@pytest.mark.parametrize("viewer", [Seat(0), Seat(1), None])
def test_everyone_sees_the_pile_and_the_trump_suits(viewer: Seat | None) -> None:
    engine, state = table(())
    view = engine.view(state, viewer)
    assert [zone.cards for zone in view.zones["pile"]] == [PILE]
    assert view.variables["trump"] == (0, 1)


@pytest.mark.parametrize("viewer", [Seat(0), Seat(1), None])
def test_open_hands_are_seen_by_everyone(viewer: Seat | None) -> None:
    engine, state = table((("open_hands", "yes"),))
    assert [hand.cards for hand in engine.view(state, viewer).zones["hand"]] == list(HANDS)
