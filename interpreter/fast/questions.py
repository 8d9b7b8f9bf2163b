"""Questions about expressions and types that the making of source asks again and again."""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.types import (
    Card,
    CardType,
    IntType,
    RankType,
    SeatType,
    SequenceType,
    SetType,
    SuitType,
    Type,
)
from interpreter.ir.walk import children

SMALL = 60
"""Nodes of a loop over seats or suits that is written out, all rounds together."""
_ALL = (Op.SUITS, Op.RANKS, Op.CARDS, Op.SEATS)


@dataclass
class Questions:
    """Answers that are kept; `cards` are those in play."""

    game: ir.Game
    cards: tuple[Card, ...]
    _free: dict[int, tuple[ir.Expr, frozenset[str]]] = field(default_factory=dict)
    _size: dict[int, tuple[ir.Expr, int]] = field(default_factory=dict)

    def free(self, e: ir.Expr) -> frozenset[str]:
        """The names that an expression reads and does not bind."""
        if id(e) not in self._free:
            found = frozenset[str]().union(*map(self.free, children(e)))
            match e:
                case ir.Local(name):
                    found |= {name}
                case ir.Bind(_, var, domain, body):
                    found = self.free(domain) | (self.free(body) - {var})
                case ir.Let(name, value, body):
                    found = self.free(value) | (self.free(body) - {name})
            self._free[id(e)] = (e, found)
        return self._free[id(e)][1]

    def size(self, e: ir.Expr) -> int:
        """The nodes of an expression."""
        if id(e) not in self._size:
            self._size[id(e)] = (e, 1 + sum(map(self.size, children(e))))
        return self._size[id(e)][1]

    def every(self, kind: Type) -> int | None:
        """The mask of all members of a type, where there are as many as there are suits, seats or cards."""
        return None if isinstance(kind, IntType) else self._everything.get(type(kind))

    @property
    def _everything(self) -> dict[type, int]:
        deck = self.game.deck
        return {
            CardType: sum(1 << c for c in self.cards),
            SuitType: (1 << len(deck.suits)) - 1,
            RankType: (1 << len(deck.ranks)) - 1,
            SeatType: (1 << self.game.seats) - 1,
        }

    def rounds(self, e: ir.Bind) -> range | None:
        """The members of a loop that is short enough to be written out."""
        if not (
            isinstance(e.domain, ir.Apply) and e.domain.op in _ALL and isinstance(e.domain.type, SetType)
        ):
            return None
        every = self.every(e.domain.type.of)
        if every is None or every & (every + 1) or every.bit_length() * self.size(e.body) > SMALL:
            return None
        return range(every.bit_length())

    def owner(self, ref: ir.ZoneRef | ir.VariableRef) -> ir.Owner:
        declared = self.game.zones if isinstance(ref, ir.ZoneRef) else self.game.variables
        return next(d.per for d in declared if d.name == ref.name)


def is_stack(e: ir.Expr) -> bool:
    return isinstance(e.type, SequenceType)
