"""Independence checks: does what a mover may do, or where it leads, change with a variable of the others?

One position after another is compared with those that differ from it in that variable of one other seat. A
variable that is unset stays so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from interpreter.ir.nodes import Game, Independence
from interpreter.ir.ops import Independent
from interpreter.ir.types import (
    BoolType,
    Card,
    CardType,
    EnumType,
    IntType,
    RankType,
    SeatType,
    SequenceType,
    SetType,
    SuitType,
    Type,
    Value,
)
from interpreter.run.engine import Evaluator
from interpreter.run.fault import Fault
from interpreter.run.protocol import Action
from interpreter.run.state import State

Seen: TypeAlias = "tuple[Action, ...] | str"


def values_of(type_: Type, game: Game, cards: tuple[Card, ...]) -> tuple[Value, ...]:
    """All values of a type, ascending; of sets and stacks none, they are too many. `cards` are in play."""
    match type_:
        case BoolType():
            return (False, True)
        case IntType(lo, hi):
            return tuple(range(lo, hi + 1))
        case SuitType():
            return tuple(range(len(game.deck.suits)))
        case RankType():
            return tuple(range(len(game.deck.ranks)))
        case CardType():
            return cards
        case SeatType():
            return tuple(range(game.seats))
        case EnumType(_, members):
            return tuple(range(len(members)))
        case SetType() | SequenceType():
            return ()


@dataclass(frozen=True, slots=True)
class Difference:
    """Another position, with the value that a seat's variable has there, and the action that leads elsewhere;
    None where the legal moves differ.
    """

    other: State
    seat: int
    value: str
    action: Action | None


class Comparison:
    """One independence check of a game."""

    def __init__(self, engine: Evaluator, claim: Independence) -> None:
        names = [v.name for v in engine.game.variables]
        self._engine = engine
        self._what = claim.what
        self._name = claim.variable
        self._number = names.index(claim.variable)
        self._values = values_of(engine.game.variables[self._number].type, engine.game, engine.cards)

    def difference(self, state: State) -> str | None:
        """How the mover's prospects in the position depend on the others' variable, None if they do not."""
        found = self.find(state)
        if found is None:
            return None
        told = f"`{self._name}` of seat {found.seat} is {found.value}"
        if found.action is None:
            return f"the legal moves differ if {told}"
        return f"`{found.action.move}` ends elsewhere if {told}"

    def find(self, state: State) -> Difference | None:
        """A position that differs only in the variable and has other prospects, None if there is none."""
        if state.outcome is not None or self._engine.chance(state):
            return None
        legal = self._legal(state)
        compared = () if isinstance(legal, str) or Independent.AFTER not in self._what else legal
        places = [(action, self._after(state, action)) for action in compared]
        for other, seat, value in self._others(state):
            if self._legal(other) != legal:
                return Difference(other, seat, value, None)
            for action, place in places:
                if self._after(other, action) != place:
                    return Difference(other, seat, value, action)
        return None

    def _others(self, state: State) -> Iterator[tuple[State, int, str]]:
        """The positions to compare with, and in which seat's value they differ."""
        context = self._engine.context
        type_ = self._engine.game.variables[self._number].type
        for seat, held in enumerate(state.variables[self._number]):
            if seat == state.mover or held is None:
                continue
            for value in self._values:
                if value != held:
                    changed = state.with_value(self._number, seat, value)
                    yield changed, seat, context.spelling.text(value, type_)

    def _legal(self, state: State) -> Seen:
        """The mover's legal actions, or the fault that their search meets."""
        try:
            return tuple(a for a in self._engine.legal(state) if a.player == state.mover)
        except Fault as fault:
            return fault.message

    def _after(self, state: State, action: Action) -> object:
        try:
            after = self._engine.apply(state, action)
        except Fault as fault:
            return fault.message
        return after.zones, after.phase, after.mover
