"""What an expression is evaluated in, and what every meaning may ask of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, assert_never

from interpreter.ir.nodes import MOST_OLD, Expr, Family, Game, Owner, Per, VariableRef, ZoneRef
from interpreter.ir.types import CARD, Card, IntType, RankType, Seat, SuitType, Value
from interpreter.run.fault import Fault
from interpreter.run.state import State
from interpreter.run.values import Spelling
from interpreter.text.codes import Code


@dataclass(frozen=True, slots=True)
class History:
    """What checks may ask about the past and rules may not.

    `before` is the position before the last step, with what was known of the past then; `laid` tells for each
    card the seat that last moved it.
    """

    before: State
    earlier: History | None
    move: str
    player: Seat
    laid: Mapping[Card, Seat]


def remembered(history: History | None, steps: int = MOST_OLD) -> History | None:
    """The past as far back as checks may ask for it, seen from a step later."""
    if history is None or steps == 0:
        return None
    return replace(history, earlier=remembered(history.earlier, steps - 1))


class Env:
    """A state, the seat that `me` is, and the values of the names in scope.

    Effects replace `state` as they go; nothing else is changed after an environment is made, except that the
    operators which run through a set give their own name one member after another.
    """

    __slots__ = ("history", "locals", "me", "state")

    def __init__(
        self, state: State, me: Seat, locals_: dict[str, Value], history: History | None = None
    ) -> None:
        self.state = state
        self.me = me
        self.locals = locals_
        self.history = history

    def copy(self) -> Env:
        """The same, with names of its own."""
        return Env(self.state, self.me, dict(self.locals), self.history)

    def fresh(self, locals_: dict[str, Value]) -> Env:
        """The same moment with these names and no others."""
        return Env(self.state, self.me, locals_, self.history)


Meaning: TypeAlias = Callable[[Env], Any]
"""Of type `Value`; the IR's types, checked before, tell which of its members."""

MakeMeaning: TypeAlias = Callable[[Expr, "Context"], Meaning]
Notice: TypeAlias = Callable[[Expr, bool], None]
"""Is told of an `if` that is evaluated, and whether its condition holds."""
CanMake: TypeAlias = Callable[[str, Env, tuple[int, ...]], bool]


def _not_yet(move: str, env: Env, picks: tuple[int, ...]) -> bool:
    raise AssertionError("moves are not known yet")


class Context:
    """A game with its option values: the numbers of its names and the meanings made so far."""

    def __init__(self, game: Game, options: Mapping[str, Value], meaning: MakeMeaning) -> None:
        self._meaning = meaning
        self.game = game
        self.options = options
        self.seats = game.seats
        self.rank_count = len(game.deck.ranks)
        self.card_type = CARD
        self.spelling = Spelling(game.deck, game.seats)
        self.cards: tuple[Card, ...] = ()
        self.definitions: dict[str, tuple[tuple[str, ...], Meaning]] = {}
        self.among: Meaning | None = None
        self.can: CanMake = _not_yet
        self.notice: Notice | None = None  # hears of each choice between two values
        self.counts = False  # whether an ending or check asks for a counter
        self._zones = {zone.name: i for i, zone in enumerate(game.zones)}
        self._variables = {v.name: i for i, v in enumerate(game.variables)}

    def meaning(self, expr: Expr) -> Meaning:
        return self._meaning(expr, self)

    def index(self, ref: ZoneRef | VariableRef) -> Meaning:
        """Which one of a zone or variable it is: a seat, 0 for the table's, the place in a family."""
        if ref.index is None:
            return lambda env: 0
        per = self._owner(ref)
        value = self.meaning(ref.index)
        if not isinstance(per, Family) or not isinstance(per.of, IntType):
            return value
        return _within(value, per.of, ref)

    def _owner(self, ref: ZoneRef | VariableRef) -> Owner:
        if isinstance(ref, ZoneRef):
            return self.game.zones[self.zone(ref)].per
        return self.game.variables[self.variable(ref)].per

    def zone(self, ref: ZoneRef) -> int:
        """The zone's place in a state."""
        return self._zones[ref.name]

    def zone_named(self, name: str) -> int:
        return self._zones[name]

    def variable(self, ref: VariableRef) -> int:
        """The variable's place in a state."""
        return self._variables[ref.name]

    def copies(self, per: Owner) -> int:
        """How many there are of something that the table, each player or each value of a type has."""
        if isinstance(per, Family):
            return self._values(per.of)
        return self.seats if per is Per.PLAYER else 1

    def _values(self, of: IntType | SuitType | RankType) -> int:
        match of:
            case IntType(lo, hi):
                return hi - lo + 1
            case SuitType():
                return len(self.game.deck.suits)
            case RankType():
                return self.rank_count
        assert_never(of)

    def next_among(self, env: Env, seat: Seat) -> Seat | None:
        """The first seat clockwise after `seat` that takes part, itself the last; None if nobody does."""
        for distance in range(1, self.seats + 1):
            candidate = Seat((seat + distance) % self.seats)
            if self.among is None or self.among(env.fresh({"seat": candidate})):
                return candidate
        return None

    def has_part(self, env: Env, seat: Seat) -> bool:
        return self.among is None or bool(self.among(env.fresh({"seat": seat})))

    def from_seat(self, start: Seat) -> tuple[Seat, ...]:
        """All seats clockwise from `start`."""
        return tuple(Seat((start + k) % self.seats) for k in range(self.seats))


def _within(value: Meaning, kind: IntType, ref: ZoneRef | VariableRef) -> Meaning:
    """The place in a family over a range of numbers."""

    def place(env: Env) -> int:
        number = int(value(env))
        if not kind.lo <= number <= kind.hi:
            message = f"there is no `{ref.name}[{number}]`, only those from {kind.lo} to {kind.hi}"
            raise Fault(Code.F814, ref.span, message)
        return number - kind.lo

    return place
