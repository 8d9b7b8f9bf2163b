"""Nobody who is out is asked to move: those are asked whom a phase of players' moves lets act."""

from __future__ import annotations

import pytest

from interpreter.check.load import load
from interpreter.check.settings import defaults
from interpreter.ir import questions
from interpreter.text.source import Source
from verify.depends import Keys
from verify.plan import plan
from verify.run import prove
from verify.settings import Settings
from verify.tasks import Ask, Task
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


AT_ONCE = """\
language: 1
game: Some are out at once
players: 3
turn:
  among: phase == setup or hand[seat] is not empty
deck: {suits: [clubs, hearts], ranks: [low, high]}
zones:
  hand: {of: player, kind: set, seen by: everyone}
  heap: {of: table, kind: set, seen by: everyone}
variables:
  deals: {of: table, type: 0..9, starts: 0, lasts: match, seen by: everyone}
phases: {play: play}
setup:
  - deal 1 each from deck to hand
  - move all from deck to heap
  - "if deals >= FIRST then move all from hand[0] to heap"
  - if deals >= FIRST then mover becomes 0 else mover becomes 1
  - phase play
moves:
  go: {phase: play, do: [mover becomes 1]}
endings:
  e: {when: turns >= 0, again: deals < 3, do: ["deals becomes deals + 1"]}
checks:
  few: {always: deals <= 4}
  the second seat holds a card: {always: "hand[1] is not empty"}
"""


@pytest.mark.parametrize(("first", "verdict"), [(0, Verdict.VIOLATED), (2, Verdict.NOT_INDUCTIVE)])
def test_nobody_is_asked_who_is_out_from_the_start(first: int, verdict: Verdict) -> None:
    found = load(Source("at_once.yaml", AT_ONCE.replace("FIRST", str(first))))
    assert found.game is not None, [f"{d.span} {d.message}" for d in found.report]
    (result,) = prove(found.game, Settings(defaults(found.game)), {questions.TURN_ORDER})
    assert result.verdict is verdict, result.how


def test_what_is_kept_of_steps_depends_on_how_a_further_deal_begins() -> None:
    keys = set()
    for first in (2, 3):
        game = load(Source("at_once.yaml", AT_ONCE.replace("FIRST", str(first)))).game
        assert game is not None
        asked = plan(game)
        place = next(i for i, q in enumerate(asked) if q.name == "few")
        keys.add(Keys(game, Settings(defaults(game)), asked).proof(Task(Ask.STEPS, place, ("few",))))
    assert len(keys) == 2
