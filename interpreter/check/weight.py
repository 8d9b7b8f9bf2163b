"""How much work an expression can be, at most: the nodes that are looked at when every loop runs to its end.

Definitions cannot call themselves, so this is finite; it can still be astronomic, which no player
would wait for.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.types import CARD, RANK, SEAT, SUIT, EnumType, IntType, SequenceType, SetType, Type
from interpreter.ir.walk import children, expressions_of, guard_expressions

LIMIT = 3_000_000
"""Nodes per expression, with every loop at its longest."""
_FAR = 10**18


@dataclass
class Weights:
    """The weights of one game's expressions, definitions and moves remembered."""

    game: ir.Game
    _definitions: dict[str, int] = field(default_factory=dict)
    _moves: dict[str, int] = field(default_factory=dict)

    def of(self, e: ir.Expr) -> int:
        match e:
            case ir.Bind():
                return min(_FAR, 1 + self.of(e.domain) + self.size(e.domain.type) * self.of(e.body))
            case ir.Call():
                return min(_FAR, 1 + sum(map(self.of, e.args)) + self._definition(e.name))
            case ir.Can():
                return min(_FAR, 1 + sum(map(self.of, e.args)) + self._move(e.move))
            case ir.Apply(op=Op.NEXT) if self.game.turn.among is not None:
                return min(_FAR, self.of(e.args[0]) + self.game.seats * self.of(self.game.turn.among))
        return min(_FAR, 1 + sum(map(self.of, children(e))))

    def effect(self, e: ir.Effect) -> int:
        own = sum(map(self.of, expressions_of(e))) + 1
        if isinstance(e, ir.ForEach):
            return min(_FAR, own + self.size(e.domain.type) * sum(map(self.effect, e.body)))
        if isinstance(e, ir.Branch):
            return min(_FAR, own + sum(map(self.effect, (*e.then, *e.otherwise))))
        return own

    def size(self, kind: Type) -> int:
        """The most members that a set or stack can have."""
        of = kind.of if isinstance(kind, SetType | SequenceType) else kind
        if of == CARD:
            return len(self.game.deck.suits) * len(self.game.deck.ranks)
        if of == SEAT:
            return self.game.seats
        if of in (SUIT, RANK):
            return len(self.game.deck.suits if of == SUIT else self.game.deck.ranks)
        if isinstance(of, IntType):
            return of.hi - of.lo + 1
        return len(of.members) if isinstance(of, EnumType) else 2

    def _definition(self, name: str) -> int:
        if name not in self._definitions:
            body = next(d.body for d in self.game.definitions if d.name == name)
            self._definitions[name] = self.of(body)
        return self._definitions[name]

    def _move(self, name: str) -> int:
        """The weight of finding out whether a move is legal: all its picks, tried in turn."""
        if name not in self._moves:
            self._moves[name] = _FAR  # a move that asks for itself
            move = next(m for m in self.game.moves if m.name == name)
            total = sum(self.of(c.that) for c in move.conditions)
            combinations = 1
            for pick in move.picks:
                total += combinations * self.of(pick.domain)
                combinations = min(_FAR, combinations * self.size(pick.domain.type))
                total += combinations * (1 if pick.where is None else self.of(pick.where))
            self._moves[name] = min(_FAR, total)
        return self._moves[name]

    def move(self, move: ir.Move) -> int:
        return self._move(move.name)


def circular(game: ir.Game) -> list[ir.Can]:
    """The questions `can(…)` by which a guard would depend on itself."""
    moves = {m.name: m for m in game.moves}
    bodies = {d.name: d.body for d in game.definitions}

    def asked(e: ir.Expr) -> list[ir.Can]:
        found = [e] if isinstance(e, ir.Can) else []
        below = [bodies[e.name]] if isinstance(e, ir.Call) else []
        return found + [c for child in (*children(e), *below) for c in asked(child)]

    edges = {m: [c for e in guard_expressions(moves[m]) for c in asked(e)] for m in moves}
    found: list[ir.Can] = []
    for name in moves:
        seen: set[str] = set()
        todo = list(edges[name])
        while todo:
            question = todo.pop()
            if question.move == name:
                found.append(question)
            elif question.move not in seen:
                seen.add(question.move)
                todo.extend(edges[question.move])
    return found
