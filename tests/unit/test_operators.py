"""Every row of the operator tables, on literals and on a small position; faults with their places."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from interpreter.ir.nodes import Apply, Bind, Call, Can, Expr, For, Literal, Old
from interpreter.ir.ops import Binder, Op
from interpreter.ir.types import (
    BOOL,
    CARD,
    CARDS,
    RANK,
    SEAT,
    SEATS,
    STACK,
    SUIT,
    EnumType,
    Seat,
    SetType,
    Type,
    Value,
)
from interpreter.run.binders import BINDERS
from interpreter.run.engine import Evaluator
from interpreter.run.env import Env, History
from interpreter.run.fault import Fault
from interpreter.run.operators import OPS
from interpreter.run.protocol import Outcome, Position
from interpreter.run.state import Hidden, State
from interpreter.text.codes import Code
from tests.unit.handmade import HERE, ME, NUMBER, PILE, duel, lit, local, num, op, var, zone

ENGINE = Evaluator(duel("CH", "J Q K A"))
JC, QC, KC, AC, JH, QH, KH, AH = ENGINE.cards
STATE = ENGINE.load(
    Position("play", Seat(0), {"hand": ((JC, JH), (QC, QH)), "pile": (AH, KC, AC, KH)}, {"trump": (0, None)})
)
NUMBERS = SetType(NUMBER)
PHASES = EnumType("phase", ("setup", "play", "follow"))
MOVES = EnumType("move", ("name_trump", "lead", "beat", "follow", "take"))
ENDINGS = EnumType("ending", ("draw", "out"))


def numbers(*values: int) -> Expr:
    return lit(values, NUMBERS)


def cards(*values: int) -> Expr:
    return lit(values, CARDS)


def stack(*values: int) -> Expr:
    return lit(values, STACK)


def yes(value: bool = True) -> Expr:
    return lit(value, BOOL)


def seats(*members: int) -> Expr:
    return Literal(members, SEATS, HERE)


BOOM: Expr = Apply(Op.TOP, (stack(),), CARD, HERE)
"""What must not be looked at."""


def value_of(
    expr: Expr, state: State = STATE, me: int = 0, history: History | None = None, **names: Value
) -> Any:
    return ENGINE.context.meaning(expr)(Env(state, Seat(me), names, history))


def bind(which: Binder, domain: Expr, body: Expr, type_: Type = BOOL) -> Expr:
    return Bind(which, "x", domain, body, type_, HERE)


X = local("x", NUMBER)
OVER2 = op(Op.GT, X, num(2))

CASES: list[tuple[Op, Expr, Any]] = [
    (Op.NOT, op(Op.NOT, yes()), False),
    (Op.AND, op(Op.AND, yes(), yes(), yes(False)), False),
    (Op.AND, op(Op.AND, yes(False), op(Op.IN, BOOM, cards())), False),
    (Op.OR, op(Op.OR, yes(False), yes(False), yes()), True),
    (Op.OR, op(Op.OR, yes(), op(Op.IN, BOOM, cards())), True),
    (Op.IMPLIES, op(Op.IMPLIES, yes(False), op(Op.IN, BOOM, cards())), True),
    (Op.IMPLIES, op(Op.IMPLIES, yes(), yes(False)), False),
    (Op.IF, op(Op.IF, yes(), lit(QC, CARD), BOOM, type_=CARD), QC),
    (Op.IF, op(Op.IF, yes(False), BOOM, lit(QH, CARD), type_=CARD), QH),
    (Op.EQ, op(Op.EQ, cards(JC, QH), cards(JC, QH)), True),
    (Op.NE, op(Op.NE, num(3), num(4)), True),
    (Op.LT, op(Op.LT, lit(1, RANK), lit(1, RANK)), False),
    (Op.LE, op(Op.LE, lit(1, RANK), lit(1, RANK)), True),
    (Op.GT, op(Op.GT, num(-1), num(-2)), True),
    (Op.GE, op(Op.GE, num(-2), num(-1)), False),
    (Op.ADD, op(Op.ADD, num(2), num(-5), type_=NUMBER), -3),
    (Op.SUB, op(Op.SUB, num(2), num(5), type_=NUMBER), -3),
    (Op.MUL, op(Op.MUL, num(-2), num(5), type_=NUMBER), -10),
    (Op.NEG, op(Op.NEG, num(7), type_=NUMBER), -7),
    (Op.MIN, op(Op.MIN, num(4), num(2), num(9), type_=NUMBER), 2),
    (Op.MAX, op(Op.MAX, num(4), num(2), num(9), type_=NUMBER), 9),
    (Op.INDEX, op(Op.INDEX, lit(QH, CARD), type_=NUMBER), 5),
    (Op.SUIT, op(Op.SUIT, lit(QH, CARD), type_=SUIT), 1),
    (Op.RANK, op(Op.RANK, lit(QH, CARD), type_=RANK), 1),
    (Op.SIZE, op(Op.SIZE, PILE, type_=NUMBER), 4),
    (Op.SIZE, op(Op.SIZE, cards(QC), type_=NUMBER), 1),
    (Op.EMPTY, op(Op.EMPTY, zone("deck")), True),
    (Op.EMPTY, op(Op.EMPTY, PILE), False),
    (Op.IN, op(Op.IN, lit(KC, CARD), PILE), True),
    (Op.IN, op(Op.IN, lit(JC, CARD), PILE), False),
    (Op.TOP, op(Op.TOP, PILE, type_=CARD), KH),
    (Op.BOTTOM, op(Op.BOTTOM, PILE, type_=CARD), AH),
    (Op.AT, op(Op.AT, PILE, num(1), type_=CARD), KC),
    (Op.INDICES, op(Op.INDICES, PILE, type_=NUMBERS), (0, 1, 2, 3)),
    (Op.CARDS_OF, op(Op.CARDS_OF, PILE, type_=CARDS), (KC, AC, KH, AH)),
    (Op.SET, op(Op.SET, num(4), num(1), num(4), type_=NUMBERS), (1, 4)),
    (Op.SET, op(Op.SET, type_=NUMBERS), ()),
    (Op.UNION, op(Op.UNION, numbers(1, 3), numbers(2, 3), type_=NUMBERS), (1, 2, 3)),
    (Op.COMMON, op(Op.COMMON, numbers(1, 3), numbers(2, 3), type_=NUMBERS), (3,)),
    (Op.LESS, op(Op.LESS, numbers(1, 3), numbers(2, 3), type_=NUMBERS), (1,)),
    (Op.THE, op(Op.THE, numbers(8), type_=NUMBER), 8),
    (Op.RANGE, op(Op.RANGE, num(-1), num(2), type_=NUMBERS), (-1, 0, 1, 2)),
    (Op.RANGE, op(Op.RANGE, num(2), num(1), type_=NUMBERS), ()),
    (Op.SUITS, op(Op.SUITS, type_=SetType(SUIT)), (0, 1)),
    (Op.RANKS, op(Op.RANKS, type_=SetType(RANK)), (0, 1, 2, 3)),
    (Op.CARDS, op(Op.CARDS, type_=CARDS), (JC, QC, KC, AC, JH, QH, KH, AH)),
    (Op.SEATS, op(Op.SEATS, type_=SEATS), (0, 1)),
    (Op.ME, For(lit(1, SEAT), ME, SEAT), 1),
    (Op.MOVER, For(lit(1, SEAT), op(Op.MOVER, type_=SEAT), SEAT), 0),
    (Op.NEXT, op(Op.NEXT, lit(1, SEAT), type_=SEAT), 0),
    (Op.NEXT_AMONG, op(Op.NEXT_AMONG, lit(1, SEAT), seats(0, 1), type_=SEAT), 0),
    (Op.NEXT_AMONG, op(Op.NEXT_AMONG, lit(1, SEAT), seats(1), type_=SEAT), 1),
    (Op.PHASE, op(Op.PHASE, type_=PHASES), 1),
    (Op.IS_SET, op(Op.IS_SET, var("trump", SUIT, lit(0, SEAT))), True),
    (Op.IS_SET, op(Op.IS_SET, var("trump", SUIT, lit(1, SEAT))), False),
    (Op.OVER, op(Op.OVER), False),
    (Op.PLIES, op(Op.PLIES), 0),
    (Op.TURNS, op(Op.TURNS), 0),
    (Op.REPEATS, op(Op.REPEATS), 1),
    (Op.ENDED, op(Op.ENDED, lit(1, ENDINGS)), False),
    (Op.WINS, op(Op.WINS, lit(0, SEAT)), False),
    (Op.LOSES, op(Op.LOSES, lit(0, SEAT)), False),
]
HISTORY_ROWS = {Op.LAST_MOVE, Op.LAST_PLAYER, Op.LAID_BY}


@pytest.mark.parametrize(
    ("row", "expr", "expected"), CASES, ids=lambda x: x.name if isinstance(x, Op) else ""
)
def test_rows(row: Op, expr: Expr, expected: Any) -> None:
    found = value_of(expr)
    assert found == expected
    assert type(found) is type(expected)


def test_the_tables_are_complete() -> None:
    assert set(OPS) == set(Op)
    assert set(BINDERS) == set(Binder)
    assert {row for row, _, _ in CASES} | HISTORY_ROWS == set(Op)


@pytest.mark.parametrize(
    ("expr", "code", "words"),
    [
        (BOOM, Code.F801, "empty"),
        (op(Op.BOTTOM, stack(), type_=CARD), Code.F801, "bottom"),
        (op(Op.AT, PILE, num(4), type_=CARD), Code.F802, "`pile` holds 4 cards, there is no place 4"),
        (op(Op.AT, PILE, num(-1), type_=CARD), Code.F802, "no place -1"),
        (var("trump", SUIT, lit(1, SEAT)), Code.F803, "`trump` is not set"),
        (op(Op.THE, numbers(), type_=NUMBER), Code.F808, "there are 0"),
        (op(Op.THE, numbers(1, 2), type_=NUMBER), Code.F808, "there are 2"),
        (bind(Binder.LOWEST, numbers(), X, NUMBER), Code.F809, "`x`"),
        (bind(Binder.HIGHEST, numbers(), X, NUMBER), Code.F809, "`x`"),
        (op(Op.NEXT_AMONG, lit(1, SEAT), seats(), type_=SEAT), Code.F809, "among these"),
        (op(Op.LAST_MOVE, type_=MOVES), Code.F813, "nobody has moved"),
        (op(Op.LAST_PLAYER, type_=SEAT), Code.F813, "nobody has moved"),
        (op(Op.LAID_BY, lit(JC, CARD), type_=SEAT), Code.F813, "nobody has moved"),
        (Old(ME, SEAT, HERE), Code.F813, "no position before"),
    ],
)
def test_faults_have_their_code_and_place(expr: Expr, code: Code, words: str) -> None:
    with pytest.raises(Fault) as caught:
        value_of(expr)
    assert caught.value.code is code
    assert caught.value.span == HERE
    assert words in caught.value.message
    assert str(caught.value).startswith("handmade.yaml:1:5: F8")


def test_binders() -> None:
    some, every = bind(Binder.SOME, numbers(1, 2, 3), OVER2), bind(Binder.EVERY, numbers(1, 2, 3), OVER2)
    assert (value_of(some), value_of(every)) == (True, False)
    assert value_of(bind(Binder.EVERY, numbers(), OVER2)) is True
    assert value_of(bind(Binder.SOME, numbers(), OVER2)) is False
    assert value_of(bind(Binder.COUNT, numbers(1, 3, 4), OVER2, NUMBER)) == 2
    assert value_of(bind(Binder.THOSE, numbers(1, 3, 4), OVER2, NUMBERS)) == (3, 4)
    double = op(Op.MUL, X, num(2), type_=NUMBER)
    assert value_of(bind(Binder.LOWEST, numbers(4, 1), double, NUMBER)) == 2
    assert value_of(bind(Binder.HIGHEST, numbers(1, 4), double, NUMBER)) == 8
    assert value_of(bind(Binder.TOTAL, numbers(1, 4), double, NUMBER)) == 10
    assert value_of(bind(Binder.TOTAL, numbers(), double, NUMBER)) == 0


def test_binders_stop_early() -> None:
    late = op(Op.IF, op(Op.LT, X, num(2)), yes(), op(Op.IN, BOOM, cards()))
    assert value_of(bind(Binder.SOME, numbers(1, 2), late)) is True


def test_binders_run_through_a_stack_in_deck_order() -> None:
    whole = Bind(Binder.THOSE, "x", PILE, yes(), CARDS, HERE)
    assert value_of(whole) == (KC, AC, KH, AH)


def test_names_bound_inside_do_not_leak() -> None:
    inner = bind(Binder.COUNT, numbers(7, 8, 9), OVER2, NUMBER)
    assert value_of(op(Op.ADD, inner, X, type_=NUMBER), x=100) == 103
    shadowed = bind(Binder.TOTAL, numbers(1, 2), bind(Binder.TOTAL, numbers(10), X, NUMBER), NUMBER)
    assert value_of(shadowed) == 20


def test_definitions_see_their_arguments_only() -> None:
    assert value_of(Call("own", (lit(QC, CARD),), BOOL), c=AH) is True
    assert value_of(Call("own", (lit(QH, CARD),), BOOL), c=JC) is False
    with pytest.raises(Fault):
        value_of(For(lit(1, SEAT), Call("own", (lit(QH, CARD),), BOOL), BOOL))


def test_can_is_full_legality() -> None:
    assert value_of(Can("take", (), BOOL)) is False
    assert value_of(Can("beat", (), BOOL)) is True
    assert value_of(Can("beat", (lit(JC, CARD),), BOOL)) is True
    assert value_of(Can("beat", (lit(JH, CARD),), BOOL)) is False
    assert value_of(Can("beat", (lit(QC, CARD),), BOOL)) is False
    assert value_of(Can("follow", (), BOOL)) is False
    assert value_of(Can("name_trump", (), BOOL)) is False
    assert value_of(For(lit(1, SEAT), Can("lead", (), BOOL), BOOL)) is False
    over = STATE.with_outcome(Outcome("out", STATE.mover, (), ()))
    assert value_of(Can("beat", (), BOOL), over) is False


def test_can_is_false_for_who_is_not_to_move() -> None:
    both = STATE.with_value(1, 1, 0)
    other = For(lit(1, SEAT), Can("beat", (), BOOL), BOOL)
    assert value_of(other, both) is False
    assert value_of(other, both.with_mover(Seat(1))) is True


def test_results() -> None:
    over = STATE.with_outcome(Outcome("out", STATE.mover, (STATE.mover,), ()))
    assert value_of(op(Op.OVER), over) is True
    assert value_of(op(Op.ENDED, lit(1, ENDINGS)), over) is True
    assert value_of(op(Op.ENDED, lit(0, ENDINGS)), over) is False
    assert value_of(op(Op.WINS, lit(0, SEAT)), over) is True
    assert value_of(op(Op.LOSES, lit(0, SEAT)), over) is False
    for question in (Op.WINS, Op.LOSES):
        with pytest.raises(Fault):  # what a question is about is worked out before it is answered
            value_of(op(question, op(Op.LAST_PLAYER, type_=SEAT)))


def test_history() -> None:
    seat = STATE.mover
    earlier = History(STATE, None, "lead", seat, {})
    history = History(STATE, earlier, "take", seat, {AH: seat})
    assert value_of(op(Op.LAST_MOVE, type_=MOVES), history=history) == 4
    assert value_of(Old(op(Op.LAST_MOVE, type_=MOVES), MOVES), history=history) == 1
    assert value_of(op(Op.LAST_PLAYER, type_=SEAT), history=history) == 0
    assert value_of(op(Op.LAID_BY, lit(AH, CARD), type_=SEAT), history=history) == 0
    assert value_of(Old(ME, SEAT), me=1, history=history) == 0
    another = replace(history, player=Seat(1))
    assert value_of(Old(ME, SEAT), me=0, history=another) == 1
    with pytest.raises(Fault, match="nobody has moved JC yet"):
        value_of(op(Op.LAID_BY, lit(JC, CARD), type_=SEAT), history=history)


def test_hidden_things_are_not_read() -> None:
    masked = replace(STATE, variables=(STATE.variables[0], (Hidden(), None)))
    for expr in (var("trump", SUIT, lit(0, SEAT)), op(Op.IS_SET, var("trump", SUIT, lit(0, SEAT)))):
        with pytest.raises(Fault) as caught:
            value_of(expr, masked)
        assert caught.value.code is Code.F812


def test_the_number_of_hidden_cards_may_be_known() -> None:
    counted, uncounted = (replace(STATE, zones=(*STATE.zones[:2], (Hidden(n),))) for n in (4, None))
    assert value_of(op(Op.SIZE, PILE, type_=NUMBER), counted) == 4
    assert value_of(op(Op.EMPTY, PILE), counted) is False
    for expr, state in ((PILE, counted), (op(Op.SIZE, PILE, type_=NUMBER), uncounted)):
        with pytest.raises(Fault) as caught:
            value_of(expr, state)
        assert caught.value.code is Code.F812
