"""Random matches of the evaluator, action by action, with what checks may ask of the past."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from interpreter.ir import nodes as ir
from interpreter.ir.types import Card, Seat
from interpreter.run.engine import Evaluator
from interpreter.run.env import History
from interpreter.run.fault import Fault
from interpreter.run.protocol import Action
from interpreter.run.state import State
from tests.fuzz.dice import Dice


@dataclass(frozen=True, slots=True)
class Moment:
    """A position before an action: what is legal, what is chosen, what it leads to; None where a rule faults.

    `seat` and `move` tell whose action it is by which move, outside of lots, deals and the set-up.
    """

    before: State
    history: History | None
    legal: tuple[Action, ...] | None
    action: Action | None
    after: State | None
    fault: Fault | None
    seat: Seat | None = None
    move: ir.Move | None = None


def walk(engine: Evaluator, dice: Dice, most: int) -> Iterator[Moment]:
    """A match of at most so many actions, until its end or the first fault."""
    try:
        state = engine.initial()
    except Fault:
        return
    history: History | None = None
    for _ in range(most):
        if engine.outcome(state) is not None:
            return
        moment = _moment(engine, state, history, dice)
        yield moment
        if moment.after is None:
            return
        history = remember(history, moment)
        state = moment.after


def _moment(engine: Evaluator, state: State, history: History | None, dice: Dice) -> Moment:
    try:
        legal = engine.legal(state)
    except Fault as fault:
        return Moment(state, history, None, None, None, fault)
    action = dice.one(legal)
    seat, move = _who(engine, state, action)
    try:
        return Moment(state, history, legal, action, engine.apply(state, action), None, seat, move)
    except Fault as fault:
        return Moment(state, history, legal, action, None, fault, seat, move)


def _who(engine: Evaluator, state: State, action: Action) -> tuple[Seat | None, ir.Move | None]:
    if engine.preparing(state):
        return None, None
    return engine.made_by(state, action)


def remember(history: History | None, moment: Moment) -> History | None:
    """What is known of the past after an action; each deal begins anew."""
    if moment.seat is None or moment.move is None or moment.after is None:
        return None
    laid = dict(history.laid) if history is not None else {}
    was, now = _places(moment.before), _places(moment.after)
    laid.update((card, moment.seat) for card in now if now[card] != was.get(card))
    earlier = replace(history, earlier=None) if history is not None else None
    return History(moment.before, earlier, moment.move.name, moment.seat, laid)


def _places(state: State) -> dict[Card, tuple[int, int]]:
    found: dict[Card, tuple[int, int]] = {}
    for zone, row in enumerate(state.zones):
        for index, cards in enumerate(row):
            assert isinstance(cards, tuple)
            found.update((card, (zone, index)) for card in cards)
    return found
