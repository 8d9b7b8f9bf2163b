"""What a search asks of an engine: states as small keys, and where the steps from a state lead.

The engine protocol says all that is needed. An adapter says how a state is kept small, for a search holds
many, and finds its steps in the quickest way that the engine has.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Protocol, TypeAlias

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.types import Seat
from interpreter.ir.walk import with_definitions
from interpreter.run.fault import Fault
from interpreter.run.protocol import Action, Engine, Outcome, Position
from interpreter.run.state import State
from interpreter.text.source import Span

Key: TypeAlias = Any
"""What a state is kept as: hashable, equal for equal states."""

CHANCE: Final = -1
MIXED: Final = -2
"""Who moves in a state, besides seats: chance, or more than one seat."""

Steps: TypeAlias = "tuple[int | tuple[int, ...], list[Key | Fault]]"
"""Who makes the steps from a state (one for all of them, or one for each), and where each leads: to a state,
or to a fault. They stand in the order of the legal actions."""

COUNTERS = frozenset((Op.PLIES, Op.TURNS, Op.REPEATS))


class Unexplorable(Exception):
    """The rules have something that an exhaustive search cannot take; `span` is where."""

    def __init__(self, span: Span, message: str) -> None:
        super().__init__(message)
        self.span = span
        self.message = message


class Adapter(Protocol):
    """An engine as a search uses it."""

    @property
    def engine(self) -> Engine[Any]: ...

    @property
    def name(self) -> str:
        """What the engine is called."""
        ...

    def first(self) -> Key:
        """Before the set-up. Raises `Fault`."""
        ...

    def preparing(self, key: Key) -> bool:
        """Whether the state is in the set-up or between two deals."""
        ...

    def phase(self, key: Key) -> str: ...

    def outcome(self, key: Key) -> Outcome | None:
        """How the match ended; None while it goes on."""
        ...

    def position(self, key: Key) -> Position: ...

    def legal(self, key: Key) -> tuple[Action, ...]: ...

    def steps(self, key: Key) -> Steps:
        """All steps from a state, none if the match is over. Raises `Fault` as the engine's `legal` does."""
        ...

    def evaluated(self, key: Key) -> State:
        """The state as the evaluator has it."""
        ...


def counted(game: ir.Game, roots: Iterable[ir.Expr]) -> dict[Op, Span]:
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


def seat_of(player: Seat | None) -> int:
    """The seat, or `CHANCE`."""
    return CHANCE if player is None else int(player)
