"""Nobody who is out is asked to move: those are asked whom a phase of players' moves lets act."""

from __future__ import annotations

import pytest

from interpreter.check.load import load
from interpreter.check.settings import defaults
from interpreter.ir import questions
from interpreter.text.source import Source
from verify.run import prove
from verify.settings import Settings
from verify.verdict import Verdict

RULES = """\
language: 1
game: Some are out
players: 3
turn:
  among: phase == setup or hand[seat] is not empty
deck: {{suits: [clubs, hearts], ranks: [low, high]}}
zones:
  hand: {{of: player, kind: set, seen by: everyone}}
  heap: {{of: table, kind: set, seen by: everyone}}
  stock: {{of: table, kind: set, seen by: nobody}}
phases:
  play: play
  open: {{actors: "{actors}", text: everybody}}
  fill: fill up
setup:
  - deal 1 each from deck to hand
  - move all from deck to stock
  - mover becomes 0
  - phase play
moves:
  lay:
    phase: play
    pick: card from hand[me]
    do: [move card to heap, phase {then}]
  go: {{phase: open, do: [phase open]}}
  draw:
    phase: fill
    by: chance
    pick: card from stock
    do: ["move card to hand[me]", phase play]
endings:
  e: {{when: "stock is empty and phase == play"}}
"""
IN = "those(s in seats where hand[s] is not empty)"


@pytest.mark.parametrize(
    ("actors", "then", "verdict"),
    [
        (IN, "fill", Verdict.PROVED),  # chance draws for one who has nothing left
        (IN, "open", Verdict.PROVED),  # the mover has nothing left, and is not among those who act
        ("seats", "open", Verdict.VIOLATED),
        (IN, "play", Verdict.VIOLATED),
    ],
)
def test_who_is_asked(actors: str, then: str, verdict: Verdict) -> None:
    found = load(Source("out.yaml", RULES.format(actors=actors, then=then)))
    assert found.game is not None, [f"{d.span} {d.message}" for d in found.report]
    (result,) = prove(found.game, Settings(defaults(found.game)), {questions.TURN_ORDER})
    assert result.verdict is verdict, result.how
