"""Between an engine and a search: states as small keys, and the few questions that a search asks of a state.

The engine protocol says all that is needed; an adapter says how a state is kept small, for a search holds
many.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Any, Protocol, TypeAlias, TypeVar

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.types import Seat, Value
from interpreter.ir.walk import with_definitions
from interpreter.run.engine import Evaluator
from interpreter.run.match import in_setup
from interpreter.run.protocol import Engine
from interpreter.run.state import Past, State
from interpreter.text.source import Span

S = TypeVar("S", bound=Hashable)

Key: TypeAlias = Any
"""What a state is kept as: hashable, equal for equal states."""

COUNTERS = frozenset((Op.PLIES, Op.TURNS, Op.REPEATS))


class Unexplorable(Exception):
    """The rules have something that an exhaustive search cannot take; `span` is where."""

    def __init__(self, span: Span, message: str) -> None:
        super().__init__(message)
        self.span = span
        self.message = message


class Adapter(Protocol[S]):
    """An engine as a search uses it. Keys and states are one to one."""

    @property
    def engine(self) -> Engine[S]: ...

    def pack(self, state: S) -> Key: ...

    def unpack(self, key: Key) -> S: ...

    def preparing(self, state: S) -> bool:
        """Whether the state is in the set-up or between two deals."""
        ...

    def phase(self, state: S) -> str: ...

    def evaluated(self, state: S) -> State:
        """The same state as the evaluator has it."""
        ...


def counted(game: ir.Game, roots: Iterator[ir.Expr]) -> dict[Op, Span]:
    """The counters that expressions ask for, with the first place of each."""
    found: dict[Op, Span] = {}
    for e in with_definitions(game, roots):
        if isinstance(e, ir.Apply) and e.op in COUNTERS:
            found.setdefault(e.op, e.span)
    return found


def counted_by_rules(game: ir.Game) -> dict[Op, Span]:
    """The counters that decide how a match ends, and so are part of what a search must tell apart.

    Raises `Unexplorable` for one that depends on all that went before.
    """
    parts = ((e.when, e.winners, e.losers, *(() if e.again is None else (e.again,))) for e in game.endings)
    found = counted(game, (e for part in parts for e in part))
    if Op.REPEATS in found:
        message = "an ending counts how often a position has stood, which depends on all that was before"
        raise Unexplorable(found[Op.REPEATS], message)
    return found


class EvaluatorAdapter:
    """Keys are bytes: the number of all that is no card, then by zone the number of cards and the cards."""

    def __init__(self, engine: Evaluator) -> None:
        self._engine = engine
        self._counters = counted_by_rules(engine.game)
        self._rest: list[tuple[Any, ...]] = []
        self._number: dict[tuple[Any, ...], int] = {}
        self._wide = max(engine.cards, default=0) > 255 or len(engine.cards) > 255

    @property
    def engine(self) -> Evaluator:
        return self._engine

    def pack(self, state: State) -> Key:
        past = state.past
        counts = (
            past.plies if past is not None and Op.PLIES in self._counters else 0,
            past.turns if past is not None and Op.TURNS in self._counters else 0,
        )
        rest = (state.variables, state.phase, state.mover, state.step, state.done, state.outcome, counts)
        number = self._number.get(rest)
        if number is None:
            number = self._number[rest] = len(self._rest)
            self._rest.append(rest)
        return number.to_bytes(4, "little") + self._cards(state)

    def _cards(self, state: State) -> bytes:
        flat: list[int] = []
        for row in state.zones:
            for cards in row:
                assert isinstance(cards, tuple)
                flat.append(len(cards))
                flat.extend(cards)
        return b"".join(n.to_bytes(2, "little") for n in flat) if self._wide else bytes(flat)

    def unpack(self, key: Key) -> State:
        variables, phase, mover, step, done, outcome, counts = self._rest[int.from_bytes(key[:4], "little")]
        flat = key[4:]
        if self._wide:
            flat = [int.from_bytes(flat[i : i + 2], "little") for i in range(0, len(flat), 2)]
        state = State(self._zones(flat), variables, phase, mover, step, done, outcome)
        if not any(counts):
            return state
        return state.with_past(Past(counts[0], counts[1], state, None, hash(state)))

    def _zones(self, flat: Any) -> Any:
        at, zones = 0, []
        for zone in self._engine.game.zones:
            row = []
            for _ in range(self._engine.context.copies(zone.per)):
                end = at + 1 + flat[at]
                row.append(tuple(flat[at + 1 : end]))
                at = end
            zones.append(tuple(row))
        return tuple(zones)

    def preparing(self, state: State) -> bool:
        return self._engine.preparing(state)

    def phase(self, state: State) -> str:
        return state.phase

    def evaluated(self, state: State) -> State:
        return state


class EngineAdapter:
    """Any engine by its protocol alone: its states are their own keys."""

    def __init__(self, engine: Engine[Any]) -> None:
        if counted_by_rules(engine.game):
            raise ValueError("counters are no part of the states of this engine")
        self._engine = engine
        self._evaluator = Evaluator(engine.game, engine.options)

    @property
    def engine(self) -> Engine[Any]:
        return self._engine

    def pack(self, state: Any) -> Key:
        return state

    def unpack(self, key: Key) -> Any:
        return key

    def preparing(self, state: Any) -> bool:
        if self._engine.outcome(state) is not None:
            return False
        position = self._engine.position(state)
        return position.ended is not None or in_setup(self._engine, state)

    def phase(self, state: Any) -> str:
        return self._engine.position(state).phase

    def evaluated(self, state: Any) -> State:
        return self._evaluator.load(self._engine.position(state))


def choose(game: ir.Game, options: Mapping[str, Value]) -> Adapter[Any]:
    """The quickest engine that takes the game. Raises `Unexplorable`."""
    return EvaluatorAdapter(Evaluator(game, options))


def seat_of(player: Seat | None) -> int:
    """The seat, or `CHANCE`."""
    return CHANCE if player is None else int(player)


CHANCE = -1
MIXED = -2
"""Who moves in a state of a search, besides seats: chance, or more than one seat."""
