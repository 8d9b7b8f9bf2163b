"""Which variables surely have a value once play has begun."""

from __future__ import annotations

import pytest

from interpreter.check.load import load
from interpreter.ir.settled import settled
from interpreter.text.source import Source

RULES = """\
language: 1
game: Set
players: 3
deck: {{suits: [clubs, hearts], ranks: [low, mid, high]}}
zones:
  hand: {{of: player, kind: set, seen by: everyone}}
variables:
  x: {{of: table, type: seat, seen by: everyone}}
  y: {{of: player, type: seat, seen by: everyone}}
phases: {{play: play}}
setup:
  - deal 2 each from deck to hand
{steps}
  - phase play
moves:
  go: {{phase: play, do: ["{effect}"]}}
endings:
  e: {{when: turns >= 2}}
"""
SURE = [
    "lot for x from seats",
    "x becomes 1",
    "if hand[0] is empty then x becomes 1 else x becomes 2",
    "if x is unset then x becomes 1",
    "if x is set then pass else x becomes 1",
    "if not (x is set) then x becomes 1",
]
UNSURE = [
    "if hand[0] is empty then x becomes 1",
    "if x is set then x becomes 1",
    "for each s in seats do if hand[s] is empty then x becomes s",
    "for each c in hand[0] do x becomes 1",
    "y[1] becomes 1",
]


@pytest.mark.parametrize("step", SURE)
def test_one_that_the_set_up_sets_on_every_way(step: str) -> None:
    assert _settled(step) == {"x"}


@pytest.mark.parametrize("step", UNSURE)
def test_one_that_it_may_leave_out(step: str) -> None:
    assert _settled(step) == set()


def test_all_of_the_players() -> None:
    assert _settled("for each s in seats do y[s] becomes s") == {"y"}
    assert _settled("for each s in seats do y[next(s)] becomes s") == set()
    assert _settled("for each s in seats starting with 1 do y[s] becomes s") == set()


def test_one_that_is_forgotten_anywhere() -> None:
    assert _settled("x becomes 1", "forget x") == set()
    assert _settled("x becomes 1", "if hand[me] is empty then forget x else pass") == set()
    assert _settled("forget x\n  - x becomes 1") == set()


def _settled(steps: str, effect: str = "pass") -> set[str]:
    text = RULES.format(steps=f"  - {steps}", effect=effect)
    found = load(Source("set.yaml", text))
    assert found.game is not None, [f"{d.span} {d.message}" for d in found.report]
    return set(settled(found.game))
