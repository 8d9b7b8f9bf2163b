"""How much work the rules can be, at most: as if every loop ran to its end and every set were full.

Definitions cannot need themselves, so this is finite; it can still be astronomic, which no player would wait
for. The unit is about a tenth of a microsecond of the evaluator.
"""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.check.depend import TURN, Part
from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.types import CARD, RANK, SEAT, SUIT, EnumType, IntType, SequenceType, SetType, Type
from interpreter.ir.walk import children, expressions_of

LIMIT = 1_000_000
"""The most work of one step of a match, or of its whole set-up."""
CHECK_LIMIT = 10_000_000
"""The most work of one check, which nobody waits for at a table."""
DEEPEST = 160
"""The most nodes inside each other, definitions and guards entered; an engine may call itself that often."""
_FAR = 10**18
_CHOICE = 10
_CHANGE = 40


def _sum(numbers: Iterable[int]) -> int:
    return min(_FAR, sum(numbers))


class Weights:
    """The weights and depths of one game's expressions. `order` names its parts, each after all it needs."""

    def __init__(self, game: ir.Game, order: Iterable[Part]) -> None:
        self.game = game
        self._work: dict[Part, int] = {}
        self._depth: dict[Part, int] = {}
        bodies = {d.name: d.body for d in game.definitions}
        moves = {m.name: m for m in game.moves}
        self._actors = {p.name: p.actors for p in game.phases}
        for part in order:
            kind, name = part
            if kind == "move":
                self._work[part], self._depth[part] = self._guard(moves[name])
            else:
                body = bodies[name] if kind == "define" else game.turn.among
                self._work[part] = 0 if body is None else self.of(body)
                self._depth[part] = 0 if body is None else self.depth(body)

    def of(self, e: ir.Expr) -> int:
        """The work of an expression."""
        own = 1 + self._handled(e)
        match e:
            case ir.Bind():
                return _sum((own, self.of(e.domain), self.size(e.domain.type) * (2 + self.of(e.body))))
            case ir.Call():
                own += self._work[("define", e.name)]
            case ir.Can():
                own += self._work[("move", e.move)]
            case ir.Apply(op=Op.NEXT):
                own += self.game.seats * self._work[TURN]
        return _sum((own, *map(self.of, children(e))))

    def _handled(self, e: ir.Expr) -> int:
        """The members of sets and stacks that a node goes through."""
        if not isinstance(e, ir.Apply):
            return 0
        sizes = (
            self.size(t) for t in (e.type, *(a.type for a in e.args)) if isinstance(t, SetType | SequenceType)
        )
        return sum(sizes) // 2

    def depth(self, e: ir.Expr) -> int:
        """How many nodes stand inside each other."""
        below = max(map(self.depth, children(e)), default=0)
        if isinstance(e, ir.Call):
            below = max(below, 1 + self._depth[("define", e.name)])
        elif isinstance(e, ir.Can):
            below = max(below, 3 + self._depth[("move", e.move)])
        elif isinstance(e, ir.Apply) and e.op is Op.NEXT:
            below = max(below, 1 + self._depth[TURN])
        return 1 + below

    def effect(self, e: ir.Effect) -> int:
        """The work of an effect with those inside it."""
        own = _sum((_CHANGE, *map(self.of, expressions_of(e))))
        if isinstance(e, ir.ForEach):
            return _sum((own, self.size(e.domain.type) * self.effects(e.body)))
        if isinstance(e, ir.Branch):
            return _sum((own, self.effects((*e.then, *e.otherwise))))
        return own

    def effects(self, block: Iterable[ir.Effect]) -> int:
        return _sum(map(self.effect, block))

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

    def copies(self, per: ir.Owner) -> int:
        """How many there are of a zone or variable."""
        if isinstance(per, ir.Family):
            return self.size(per.of)
        return self.game.seats if per is ir.Per.PLAYER else 1

    def _guard(self, move: ir.Move) -> tuple[int, int]:
        """The work and depth of finding out whether a move is legal: all its picks, tried in turn."""
        actors = self._actors.get(move.phase)
        asked = [*(() if actors is None else (actors,)), *(c.that for c in move.conditions)]
        total, combinations = _sum(map(self.of, asked)), 1
        for pick in move.picks:
            asked += [pick.domain] if pick.where is None else [pick.domain, pick.where]
            total += combinations * self.of(pick.domain)
            combinations = min(_FAR, combinations * self.size(pick.domain.type))
            total += combinations * (_CHOICE if pick.where is None else _CHOICE + self.of(pick.where))
        return min(_FAR, total), max(map(self.depth, asked), default=0)

    def move(self, move: ir.Move) -> int:
        """The work of finding all that a player may do with a move, and of scoring it."""
        advice = 0 if move.advice is None else self.choices(move) * self.of(move.advice)
        return _sum((self._work[("move", move.name)], advice))

    def choices(self, move: ir.Move) -> int:
        """How many ways there are to make a move, at most."""
        found = 1
        for pick in move.picks:
            found = min(_FAR, found * self.size(pick.domain.type))
        return found
