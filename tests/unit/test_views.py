"""Views: what the declarations let a seat or a spectator see, the advice, the words of the file."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter.ir.types import Card, Seat
from interpreter.run.engine import Evaluator
from interpreter.run.fault import Fault
from interpreter.run.protocol import Action, Position, Sentence, ZoneView
from interpreter.run.values import Spelling
from interpreter.text.codes import Code
from tests.unit.written import FRAME, line_of, written

GAME = """\
options:
  open: {{default: no}}
  size: {{range: 1..9, default: 4}}
variables:
  secret: {{of: player, type: suit, seen by: owner}}
  fixed: {{of: table, type: suit, seen by: if open then everyone else nobody}}
phases:
  go: ""
  twice:
    actors: those(s in seats where own[s] is not empty)
setup:
  - deal 1 each from deck to own
  - phase go
moves:
  lay:
    phase: go
    when:
      - that: size(heap) < size
        else: "the heap holds {{size(heap)}} already"
      - that: size(heap) != 3
    pick:
      - choose: card from own[me] where card.suit == secret[me]
        else: "{{card}} is not of {{secret[me]}}"
    do: [move card to heap, fixed becomes card.suit, pass]
    advice: {advice}
    text: "lay {{card}}"
    said: "{{me}} lays {{card}}"
  call:
    phase: go
    pick: n from numbers(1, 2)
    do: [if size > n then pass else phase twice]
  show:
    phase: twice
    do: pass
table:
  mine: own
  mark: card.suit == secret[me]
rules:
  heap: {{say: "the heap holds {{size}} cards"}}
  openness: {{if: open, say: all is open}}
"""


def engine(advice: str = "index(card)", **options: Any) -> Evaluator:
    return written(GAME.format(advice=advice), options)


def state(made: Evaluator, phase: str = "go", heap: Any = (3,), secret: Any = (0, 1, None)) -> Any:
    rest = tuple(c for c in (1, 4, 5) if c not in heap)
    cards: Any = {"own": ((0,), (2,), ()), "heap": heap, "deck": rest}
    return made.load(Position(phase, Seat(0), cards, {"secret": secret, "fixed": 1}))


def words(made: Evaluator, sentence: Sentence | None) -> str:
    spelling = Spelling(made.game.deck, made.game.seats)
    assert sentence is not None
    return "".join(p if isinstance(p, str) else spelling.text(*p) for p in sentence)


LAY = Action(Seat(0), "lay", (("card", 0),))


def test_an_owner_sees_what_is_his() -> None:
    view = engine().view(state(engine()), Seat(0))
    assert view.zones["own"] == (ZoneView((Card(0),), 1), ZoneView(None, 1), ZoneView(None, 0))
    assert view.zones["heap"] == (ZoneView((Card(3),), 1),)
    assert view.variables == {"secret": (0, None, None), "fixed": (None,)}
    assert view.zones["deck"][0].cards is None


def test_a_spectator_sees_what_everyone_sees() -> None:
    made = engine()
    view = made.view(state(made), None)
    assert [z.cards for z in view.zones["own"]] == [None] * 3
    assert [z.count for z in view.zones["own"]] == [1, 1, 0]
    assert view.variables == {"secret": (None, None, None), "fixed": (None,)}
    assert view.legal == () and view.marked == frozenset()


def test_cards_may_be_neither_seen_nor_counted() -> None:
    pit = "  pit: {of: table, kind: set, seen by: nobody, counted by: if open then everyone else nobody}\n"
    for options, count in (({}, None), ({"open": True}, 0)):
        made = written(GAME.format(advice="0"), options, FRAME.replace("endings:", pit + "endings:"))
        assert made.view(made.initial(), Seat(0)).zones["pit"] == (ZoneView(None, count),)


def test_options_change_what_is_seen() -> None:
    made = engine(open=True)
    assert made.view(state(made), None).variables["fixed"] == (1,)


def test_marks_are_the_viewers_own() -> None:
    made = engine()
    assert made.view(state(made), Seat(0)).marked == {0, 1, 2}
    assert made.view(state(made), Seat(1)).marked == {3, 4, 5}
    assert made.view(state(made), Seat(2)).marked == frozenset()


def test_only_who_may_act_has_legal_actions_and_advice() -> None:
    made = engine()
    view = made.view(state(made), Seat(0))
    assert view.actors == (0,)
    assert view.legal == (LAY, *(Action(Seat(0), "call", (("n", n),)) for n in (1, 2)))
    assert view.advice == (0, None, None)
    assert made.view(state(made), Seat(1)).legal == ()


def test_several_may_act() -> None:
    made = engine()
    now = state(made, "twice")
    assert made.actors(now) == (0, 1)
    assert [a.player for a in made.legal(now)] == [0, 1]
    assert made.view(now, Seat(1)).legal == (Action(Seat(1), "show"),)


def test_advice_may_not_read_what_is_hidden() -> None:
    for advice in ("index(lowest(index(c) over c in own[1]))", "index(secret[1])", "index(fixed)"):
        made = engine(advice.replace("index(lowest", "(lowest"))
        with pytest.raises(Fault) as caught:
            made.view(state(made), Seat(0))
        assert caught.value.code is Code.F812
        assert caught.value.span.line == line_of(made, "advice:")
    made = engine("size(own[1])")
    assert made.view(state(made), Seat(0)).advice[0] == 1


def test_the_file_says_why_not() -> None:
    made = engine()
    full = state(made, heap=(1, 3, 4, 5))
    assert words(made, made.refusal(full, LAY)) == "the heap holds 4 already"
    wrong = state(made, secret=(1, 1, 1))
    assert words(made, made.refusal(wrong, LAY)) == "1C is not of hearts"
    assert made.refusal(state(made, heap=(3, 4, 5)), LAY) is None
    assert made.refusal(state(made), LAY) is None
    assert made.refusal(state(made), Action(Seat(1), "lay", (("card", 2),))) is None
    assert made.refusal(state(made), Action(Seat(0), "lay", (("card", 5),))) is None


def test_what_is_chosen_and_what_happens_is_told() -> None:
    made = engine()
    now = state(made)
    assert words(made, made.title(now, LAY)) == "lay 1C"
    assert words(made, made.narrate(now, LAY)) == "seat 0 lays 1C"
    call = Action(Seat(0), "call", (("n", 1),))
    assert words(made, made.title(now, call)) == "call"
    assert words(made, made.narrate(now, call)) == "seat 0: call"
    opening = made.initial()
    assert words(made, made.narrate(opening, made.legal(opening)[0])) == "a card for seat 0"


def test_the_rules_are_printed_with_the_options_in_force() -> None:
    assert [words(engine(), s) for s in engine().printed()] == ["the heap holds 4 cards"]
    made = engine(open=True, size=7)
    assert [words(made, s) for s in made.printed()] == ["the heap holds 7 cards", "all is open"]


@pytest.mark.parametrize("options", [{"colour": 1}, {"size": 10}, {"open": 2}])
def test_options_that_are_none(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="option"):
        engine(**options)
