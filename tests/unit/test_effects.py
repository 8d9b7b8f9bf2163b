"""What effects do to a state, and the faults of those that are impossible, each at its line."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter.ir.types import Seat
from interpreter.run.engine import Evaluator
from interpreter.run.fault import Fault
from interpreter.run.protocol import Action, Position
from interpreter.text.codes import Code
from tests.unit.written import line_of, written

GAME = """\
variables:
  mark: {{of: player, type: 0..3, seen by: everyone}}
phases:
  go: ""
  rest: ""
setup:
  - deal all from deck to own
  - phase go
moves:
  act:
    phase: go
    do:
      - {effect}
      - {second}
  idle:
    phase: rest
    do:
      - pass
"""


HEAP = (5, 3, 4)


def engine(effect: str, second: str = "pass") -> Evaluator:
    return written(GAME.format(effect=effect, second=second))


def done(effect: str, second: str = "pass", own: Any = ((0, 1), (2,), ()), heap: Any = HEAP) -> Position:
    """The position after seat 1 has done the effects."""
    made = engine(effect, second)
    cards: Any = {"own": own, "heap": heap}
    state = made.load(Position("go", Seat(1), cards, {"mark": (None, 2, 0)}))
    return made.position(made.apply(state, Action(Seat(1), "act")))


@pytest.mark.parametrize(
    ("effect", "own", "heap"),
    [
        ("move top(heap) from heap to own[me]", ((0, 1), (2, 4), ()), (5, 3)),
        ("move top(heap) from heap to own[0]", ((0, 1, 4), (2,), ()), (5, 3)),
        ("move 2 from top of heap to own[2]", ((0, 1), (2,), (3, 4)), (5,)),
        ("move 2 from bottom of heap to own[2]", ((0, 1), (2,), (3, 5)), (4,)),
        ("move 0 from top of heap to own[2]", ((0, 1), (2,), ()), (5, 3, 4)),
        ("move all from own[0] to heap", ((), (2,), ()), (5, 3, 4, 0, 1)),
        ("move all from own[0] to bottom of heap", ((), (2,), ()), (0, 1, 5, 3, 4)),
        ("move all from own[0] to own[me]", ((), (0, 1, 2), ()), (5, 3, 4)),
        ("move all from heap to own[2]", ((0, 1), (2,), (3, 4, 5)), ()),
        ("move index(the(own[1])) from bottom of heap to own[2]", ((0, 1), (2,), (3, 5)), (4,)),
        ("for each c in own[0] do move c from own[0] to bottom of heap", ((), (2,), ()), (1, 0, 5, 3, 4)),
        (
            "for each s in seats do if own[s] is empty then move all from own[0] to own[s]",
            ((), (2,), (0, 1)),
            HEAP,
        ),
    ],
)
def test_cards_move(effect: str, own: Any, heap: Any) -> None:
    position = done(effect)
    assert position.zones["own"] == own
    assert position.zones["heap"] == heap
    assert position.mover == 2


def test_seats_are_served_in_turn_order_from_the_start() -> None:
    served = done("for each s in seats starting with me do move 1 from top of heap to own[s]")
    assert served.zones["own"] == ((0, 1, 5), (2, 4), (3,))


def test_variables_change() -> None:
    assert done("mark[me] becomes 3").variables["mark"] == (None, 3, 0)
    assert done("forget mark[me]").variables["mark"] == (None, None, 0)
    assert done("mark[0] becomes 1", "mark[me] becomes mark[0] + 1").variables["mark"] == (1, 2, 0)


def test_phase_and_mover_change() -> None:
    position = done("phase rest", "mover becomes 0")
    assert (position.phase, position.mover) == ("rest", 0)


def test_a_set_that_is_run_through_is_fixed_beforehand() -> None:
    text = "for each s in those(s in seats where own[s] is empty) do move 1 from top of heap to own[s]"
    assert done(text, own=((), (), (0, 1, 2))).zones["own"] == ((4,), (3,), (0, 1, 2))


@pytest.mark.parametrize(
    ("effect", "code", "words"),
    [
        ("move top(heap) from heap to own[me]", Code.F801, "`heap` is empty"),
        ("move lowest(index(c) over c in own[2]) from top of heap to own[me]", Code.F809, "empty"),
        ("move the(own[0]) from own[0] to heap", Code.F808, "there are 2"),
        ("move 1 from top of heap to own[me]", Code.F806, "`heap` holds 0 of the 1 cards"),
        ("mark[me] becomes mark[0]", Code.F803, "`mark` is not set"),
        ("move the(own[1]) from own[0] to heap", Code.F805, "3C is not in `own`"),
    ],
)
def test_faults(effect: str, code: Code, words: str) -> None:
    made = engine(effect)
    cards: Any = {"own": ((0, 1), (2,), ()), "heap": (), "deck": (3, 4, 5)}
    state = made.load(Position("go", Seat(1), cards, {"mark": (None, 2, 0)}))
    before = hash(state)
    with pytest.raises(Fault) as caught:
        made.apply(state, Action(Seat(1), "act"))
    assert caught.value.code is code
    assert words in caught.value.message
    assert caught.value.span.line == line_of(made, effect)
    assert hash(state) == before


def test_a_phase_without_a_legal_move_is_a_fault_at_the_phase() -> None:
    made = written(
        """\
phases:
  go: ""
setup:
  - deal all from deck to own
  - phase go
moves:
  lay:
    phase: go
    pick: card from own[me] where index(card) > 3
    do: [move card to heap, pass]
"""
    )
    cards: Any = {"own": ((0, 1), (), ()), "heap": (2, 3, 4, 5)}
    state = made.load(Position("go", Seat(0), cards, {}))
    with pytest.raises(Fault) as caught:
        made.legal(state)
    assert caught.value.code is Code.F810
    assert caught.value.span.line == line_of(made, "go:")
