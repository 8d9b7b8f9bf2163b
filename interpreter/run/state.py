"""States of a match: immutable, hashable, canonical. A step of the rules makes a new one.

What a state hides from a seat is replaced by `Hidden` in the copy that advice is computed from, so that a
rule which looks at it is caught instead of served.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from interpreter.ir.types import Card, Seat, Value
from interpreter.run.protocol import Cards, Outcome


@dataclass(frozen=True, slots=True)
class Hidden:
    """Content that the seat at hand does not see; `count` is the number of cards if that is known to it."""

    count: int | None = None


Content: TypeAlias = "Cards | Hidden"
Held: TypeAlias = "Value | Hidden | None"
Zones: TypeAlias = tuple[tuple[Content, ...], ...]
Variables: TypeAlias = tuple[tuple[Held, ...], ...]


def put(row: tuple[Content, ...], index: int, cards: Content) -> tuple[Content, ...]:
    return (*row[:index], cards, *row[index + 1 :])


@dataclass(frozen=True, slots=True)
class Past:
    """What the counters of endings and checks need: nothing that a position is made of.

    `before` is the past of the state before this one, `stood` this state itself, without its past, `code` its
    hash, which is worked out once only because a long match is gone through for every position of it.
    """

    plies: int
    turns: int
    stood: State
    before: Past | None
    code: int

    @staticmethod
    def of(state: State, plies: int = 0, turns: int = 0, before: Past | None = None) -> Past:
        stood = state.with_past(None)
        return Past(plies, turns, stood, before, hash(stood))

    def repeats(self) -> int:
        """How often this position has stood, this time included."""
        times = 0
        past: Past | None = self
        while past is not None:
            times += past.code == self.code and past.stood == self.stood
            past = past.before
        return times


@dataclass(frozen=True, slots=True)
class State:
    """`zones` and `variables` in the order of the game, each a tuple by seat (by value for a
    family, of one for the table's).

    `step` is the set-up step to be done next, their number once all are done; `done` is how far it has come:
    cards dealt or seats asked. `past` is kept only where rules count with it, and is no part of the state.
    """

    zones: Zones
    variables: Variables
    phase: str
    mover: Seat
    step: int
    done: int
    outcome: Outcome | None = None
    past: Past | None = field(default=None, compare=False, repr=False)

    def with_cards(self, zone: int, index: int, cards: tuple[Card, ...]) -> State:
        zones = (*self.zones[:zone], put(self.zones[zone], index, cards), *self.zones[zone + 1 :])
        return State(
            zones, self.variables, self.phase, self.mover, self.step, self.done, self.outcome, self.past
        )

    def with_value(self, variable: int, index: int, value: Value | None) -> State:
        row = self.variables[variable]
        row = (*row[:index], value, *row[index + 1 :])
        variables = (*self.variables[:variable], row, *self.variables[variable + 1 :])
        return State(
            self.zones, variables, self.phase, self.mover, self.step, self.done, self.outcome, self.past
        )

    def with_mover(self, mover: Seat) -> State:
        return State(
            self.zones, self.variables, self.phase, mover, self.step, self.done, self.outcome, self.past
        )

    def with_phase(self, phase: str) -> State:
        return State(
            self.zones, self.variables, phase, self.mover, self.step, self.done, self.outcome, self.past
        )

    def with_step(self, step: int, done: int) -> State:
        return State(self.zones, self.variables, self.phase, self.mover, step, done, self.outcome, self.past)

    def with_outcome(self, outcome: Outcome) -> State:
        return State(
            self.zones, self.variables, self.phase, self.mover, self.step, self.done, outcome, self.past
        )

    def with_past(self, past: Past | None) -> State:
        return State(
            self.zones, self.variables, self.phase, self.mover, self.step, self.done, self.outcome, past
        )
