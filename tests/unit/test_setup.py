"""The set-up: lots, deals and questions, where they stop, and what they refuse."""

from __future__ import annotations

import pytest

from interpreter.ir.nodes import SETUP
from interpreter.ir.types import Seat
from interpreter.run.engine import Evaluator
from interpreter.run.fault import BadPosition, Fault
from interpreter.run.protocol import CHANCE, Action, Position
from interpreter.run.state import State
from interpreter.text.codes import Code
from tests.unit.written import line_of, written

ASKED = """\
  choose:
    phase: setup
    pick: suit from suits
    do:
      - colour[me] becomes suit
"""
TAIL = """\
define:
  lowest_card: the(those(c in cards where index(c) == 0))
phases:
  go: ""
variables:
  colour: {of: player, type: suit, seen by: owner}
  first: {of: table, type: seat, seen by: everyone}
moves:
  idle:
    phase: go
    do: pass
"""


def made(*steps: str, turn: str = "") -> Evaluator:
    asked = ASKED if any("choose" in s for s in steps) else ""
    return written(turn + TAIL + asked + "setup:\n" + "".join(f"  - {s}\n" for s in (*steps, "phase go")))


def first_choices(engine: Evaluator, state: State) -> list[Action]:
    """The first legal action, again and again, until the set-up is done."""
    found = []
    while engine.position(state).phase == SETUP:
        found.append(engine.legal(state)[0])
        state = engine.apply(state, found[-1])
    return found


def through(engine: Evaluator) -> Position:
    state = engine.initial()
    for action in first_choices(engine, state):
        state = engine.apply(state, action)
    return engine.position(state)


def test_a_lot_gives_one_of_its_set() -> None:
    engine = made("lot for first from seats", "mover becomes first")
    state = engine.initial()
    assert engine.chance(state) and engine.actors(state) == ()
    assert engine.legal(state) == tuple(Action(None, CHANCE, (("first", s),)) for s in range(3))
    after = engine.position(engine.apply(state, engine.legal(state)[2]))
    assert (after.phase, after.mover, after.variables["first"]) == ("go", 2, 2)


def test_each_seat_is_asked_in_turn() -> None:
    engine = made("each seat starting with 1 does choose")
    state = engine.initial()
    asked = []
    for _ in range(3):
        assert not engine.chance(state)
        asked.append(engine.actors(state))
        assert engine.position(state).mover == asked[-1][0]
        state = engine.apply(state, engine.legal(state)[-1])
    assert asked == [(1,), (2,), (0,)]
    assert engine.position(state).variables["colour"] == (1, 1, 1)


def test_asking_may_start_with_the_mover() -> None:
    engine = made("mover becomes 2", "each seat starting with mover does choose")
    assert [a.player for a in first_choices(engine, engine.initial())] == [2, 0, 1]


def test_a_deal_goes_round() -> None:
    position = through(made("deal all from deck to own starting with 2"))
    assert position.zones["own"] == ((1, 4), (2, 5), (0, 3))
    assert (position.step, position.done) == (0, 0)


def test_a_deal_of_some_leaves_the_rest() -> None:
    position = through(made("deal 1 each from deck to own"))
    assert position.zones["own"] == ((0,), (1,), (2,))
    assert position.zones["deck"] == (3, 4, 5)


def test_every_card_left_is_equally_likely() -> None:
    engine = made("deal all from deck to own")
    state = engine.initial()
    for left in range(6, 0, -1):
        legal = engine.legal(state)
        assert len(legal) == left
        state = engine.apply(state, legal[-1])


def test_a_set_up_position_loads() -> None:
    engine = made("each seat does choose", "deal all from deck to own")
    state = engine.initial()
    while engine.position(state).phase == SETUP:
        assert engine.load(engine.position(state)) == state
        state = engine.apply(state, engine.legal(state)[0])


def test_seats_outside_the_turn_order_get_no_cards() -> None:
    position = through(made("deal all from deck to own", turn="turn: {among: seat != 1}\n"))
    assert position.zones["own"] == ((0, 2, 4), (), (1, 3, 5))


@pytest.mark.parametrize(
    ("steps", "turn", "code"),
    [
        (("move lowest_card from deck to heap", "deal all from deck to own"), "", Code.F811),
        (("deal 3 each from deck to own",), "", Code.F806),
        (("deal all from deck to own",), "turn:\n  among: own[seat] is not empty\n", Code.F807),
        (("lot for first from those(s in seats where own[s] is not empty)",), "", Code.F809),
    ],
)  # fmt: skip
def test_what_cannot_be_dealt_is_a_fault(steps: tuple[str, ...], turn: str, code: Code) -> None:
    engine = made(*steps, turn=turn)
    with pytest.raises(Fault) as caught:
        engine.initial()
    assert caught.value.code is code
    assert caught.value.span.line == line_of(engine, steps[-1])


@pytest.mark.parametrize(
    "position",
    [
        Position(SETUP, Seat(0), {}, {}, step=9),
        Position(SETUP, Seat(0), {}, {}, step=0, done=-1),
        Position("nowhere", Seat(0), {}, {}),
        Position("go", Seat(3), {}, {}),
        Position("go", Seat(0), {}, {"first": 3}),
        Position("go", Seat(0), {}, {"last": 3}),
        Position("go", Seat(0), {}, {"colour": (0, 1)}),
        Position("go", Seat(0), {"own": ((), ())}, {}),
        Position("go", Seat(0), {"own": ((), (), ())}, {}),
    ],
)
def test_positions_that_are_none(position: Position) -> None:
    with pytest.raises(BadPosition) as caught:
        made("deal all from deck to own").load(position)
    assert caught.value.code is Code.R906
