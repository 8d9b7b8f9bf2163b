"""Where everything of a state stands: one flat tuple of whole numbers, in which stacks are tuples of cards.

A set is a mask: the bit of a card, seat, suit, rank or name is its number, that of a number is its distance
from `low`, the smallest number in any set of the game. What is unset has a number that no value has. A
result is one number, 0 while there is none: from its lowest bit on whether another deal follows, the
losers, the winners, and above them ending and seat.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from interpreter.fast.runtime import gather, members
from interpreter.ir import nodes as ir
from interpreter.ir.types import (
    BOOL,
    Card,
    IntType,
    RankType,
    Seat,
    SequenceType,
    SetType,
    SuitType,
    Type,
    Value,
)
from interpreter.run.protocol import Outcome
from interpreter.run.state import State


@dataclass(frozen=True, slots=True)
class Row:
    """The slots of a zone or variable: `copies` of them from `start`, every `stride` slots one.

    `unset` is no value of it.
    """

    start: int
    copies: int
    ordered: bool = False
    unset: int = -1
    stride: int = 1


@dataclass(frozen=True)
class Layout:
    """The slots of a game's states; `low` as in the module."""

    game: ir.Game
    low: int
    zones: dict[str, Row]
    variables: dict[str, Row]
    phase: int

    @cached_property
    def mover(self) -> int:
        return self.phase + 1

    @cached_property
    def step(self) -> int:
        """Of the set-up step to be done next; the number of steps once all are done."""
        return self.phase + 2

    @cached_property
    def done(self) -> int:
        return self.phase + 3

    @cached_property
    def result(self) -> int:
        return self.phase + 4

    @cached_property
    def phases(self) -> tuple[str, ...]:
        """By number."""
        return (ir.SETUP, *(p.name for p in self.game.phases))

    # values

    def bit(self, member: Type) -> int:
        """What is taken from a member of a set to get the number of its bit."""
        return self.low if isinstance(member, IntType) else 0

    def encode(self, value: Value, kind: Type) -> int | tuple[int, ...]:
        if isinstance(value, tuple):
            if isinstance(kind, SetType):
                return gather(v - self.bit(kind.of) for v in value)
            return value
        return value

    def decode(self, value: int | tuple[int, ...], kind: Type) -> Value:
        if isinstance(kind, SetType):
            assert isinstance(value, int)
            return tuple(v + self.bit(kind.of) for v in members(value))
        if isinstance(value, tuple) or isinstance(kind, IntType):
            return value
        return bool(value) if kind == BOOL else value

    # states

    def pack(self, outcome: Outcome | None) -> int:
        if outcome is None:
            return 0
        seats = self.game.seats
        number = [e.name for e in self.game.endings].index(outcome.ending) * seats + outcome.by
        for side in (outcome.winners, outcome.losers):
            number = number << seats | gather(side)
        return (number << 1 | outcome.again) + 1

    def unpack(self, result: int) -> Outcome | None:
        if not result:
            return None
        seats, number = self.game.seats, result - 1
        every = (1 << seats) - 1
        ending, by = divmod(number >> 2 * seats + 1, seats)
        winners, losers = (tuple(map(Seat, members(number >> k & every))) for k in (seats + 1, 1))
        return Outcome(self.game.endings[ending].name, Seat(by), winners, losers, bool(number & 1))

    def flat(self, state: State) -> tuple[int | tuple[int, ...], ...]:
        """The slots of a whole state of the evaluator."""
        slots: list[int | tuple[int, ...]] = []
        for zone, contents in zip(self.game.zones, state.zones, strict=True):
            for cards in contents:
                assert isinstance(cards, tuple)
                slots.append(cards if zone.ordered else gather(cards))
        for variable, held in zip(self.game.variables, state.variables, strict=True):
            slots += [self._slot(value, variable) for value in held]
        phase = self.phases.index(state.phase)
        return (*slots, phase, state.mover, state.step, state.done, self.pack(state.outcome))

    def _slot(self, value: object, variable: ir.Variable) -> int | tuple[int, ...]:
        if value is None:
            return self.variables[variable.name].unset
        assert isinstance(value, int | tuple)
        return self.encode(value, variable.type)

    def state(self, flat: tuple[int | tuple[int, ...], ...]) -> State:
        """The evaluator's state of these slots, without a past."""
        zones = tuple(
            tuple(_cards(flat[row.start + i]) for i in range(row.copies)) for row in self.zones.values()
        )
        variables = tuple(
            tuple(self._held(flat[row.start + i], row, v.type) for i in range(row.copies))
            for v, row in zip(self.game.variables, self.variables.values(), strict=True)
        )
        phase, mover, step, done, result = (_number(n) for n in flat[self.phase :])
        outcome = self.unpack(result)
        return State(zones, variables, self.phases[phase], Seat(mover), step, done, outcome)

    def _held(self, value: int | tuple[int, ...], row: Row, kind: Type) -> Value | None:
        return None if value == row.unset else self.decode(value, kind)


def _cards(content: int | tuple[int, ...]) -> tuple[Card, ...]:
    return tuple(map(Card, content if isinstance(content, tuple) else members(content)))


def _number(value: int | tuple[int, ...]) -> int:
    assert isinstance(value, int)
    return value


def lay_out(game: ir.Game, numbers: Iterable[int], room: int = 0) -> Layout:
    """The layout of a game; `numbers` are the smallest numbers of its sets of numbers.

    With `room` a stack has that many slots after its first one.
    """
    at = 0
    zones: dict[str, Row] = {}
    variables: dict[str, Row] = {}
    for zone in game.zones:
        stride = 1 + room if zone.ordered else 1
        zones[zone.name] = Row(at, _copies(zone.per, game), zone.ordered, stride=stride)
        at += zones[zone.name].copies * stride
    for v in game.variables:
        unset = min(-1, v.type.lo - 1) if isinstance(v.type, IntType) else -1
        variables[v.name] = Row(at, _copies(v.per, game), isinstance(v.type, SequenceType), unset)
        at += variables[v.name].copies
    return Layout(game, min((0, *numbers)), zones, variables, at)


def _copies(per: ir.Owner, game: ir.Game) -> int:
    if not isinstance(per, ir.Family):
        return game.seats if per is ir.Per.PLAYER else 1
    match per.of:
        case IntType(lo, hi):
            return hi - lo + 1
        case SuitType():
            return len(game.deck.suits)
        case RankType():
            return len(game.deck.ranks)
