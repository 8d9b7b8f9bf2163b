"""`can(…)`, spelled out: the phase, the actors, the guard and the picks of the move it asks about.

Afterwards only questions about moves of the set-up are left, which depend on the step that is being done.
Guards cannot ask in a circle, so this ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce

from interpreter.ir import nodes as ir
from interpreter.ir import rewrite
from interpreter.ir.ops import Binder, Op
from interpreter.ir.types import BOOL, SEAT, SEATS, EnumType, Type
from interpreter.ir.walk import rebuild
from interpreter.text.source import Span


def expand(game: ir.Game) -> ir.Game:
    """`game` with every `can(…)` replaced by what it asks."""
    return rewrite.game(game, _Expand(game).expr)


class _Expand:
    def __init__(self, game: ir.Game) -> None:
        self._moves: Mapping[str, ir.Move] = {m.name: m for m in game.moves}
        self._phases: Mapping[str, ir.Phase] = {p.name: p for p in game.phases}
        self._phase_type = EnumType("phase", (ir.SETUP, *(p.name for p in game.phases)))
        self._fresh = 0

    def expr(self, e: ir.Expr) -> ir.Expr:
        if isinstance(e, ir.Can) and self._moves[e.move].phase != ir.SETUP:
            return self._can(e)
        return rebuild(e, self.expr)

    def _can(self, e: ir.Can) -> ir.Expr:
        move = self._moves[e.move]
        me = ir.Apply(Op.ME, (), SEAT, e.span)
        now = ir.Literal(self._phase_type.members.index(move.phase), self._phase_type, e.span)
        phase = self._phases[move.phase]
        mover = ir.Apply(Op.MOVER, (), SEAT, e.span)
        actors = phase.actors or ir.Apply(Op.SET, (mover,), SEATS, e.span)
        tests = [
            ir.Apply(Op.NOT, (ir.Apply(Op.OVER, (), BOOL, e.span),), BOOL, e.span),
            ir.Apply(Op.EQ, (ir.Apply(Op.PHASE, (), self._phase_type, e.span), now), BOOL, e.span),
            ir.Apply(Op.IN, (me, ir.For(mover, self.expr(actors), actors.type, e.span)), BOOL, e.span),
            *(self.expr(c.that) for c in move.conditions),
        ]
        args = tuple(self.expr(a) for a in e.args)
        return _all([*tests, self._picks(move, args, {}, e.span)], e.span)

    def _picks(
        self, move: ir.Move, args: tuple[ir.Expr, ...], names: Mapping[str, ir.Local], span: Span
    ) -> ir.Expr:
        """Whether the picks after those in `names` fit: the next argument, or some member of the domain."""
        if len(names) == len(move.picks):
            return ir.Literal(True, BOOL, span)
        pick = move.picks[len(names)]
        domain = self.expr(_renamed(pick.domain, names))
        self._fresh += 1
        kind: Type = getattr(pick.domain.type, "of", SEAT)
        local = ir.Local(f"{pick.name}#can{self._fresh}", kind, span)
        inner = {**names, pick.name: local}
        tests = [] if pick.where is None else [self.expr(_renamed(pick.where, inner))]
        rest = _all([*tests, self._picks(move, args[1:], inner, span)], span)
        if not args:
            return ir.Bind(Binder.SOME, local.name, domain, rest, BOOL, span)
        within = ir.Apply(Op.IN, (local, domain), BOOL, span)
        return ir.Let(local.name, args[0], _all([within, rest], span), BOOL, span)


def _all(tests: list[ir.Expr], span: Span) -> ir.Expr:
    return reduce(lambda a, b: ir.Apply(Op.AND, (a, b), BOOL, span), tests)


def _renamed(e: ir.Expr, names: Mapping[str, ir.Local]) -> ir.Expr:
    if isinstance(e, ir.Local):
        return names.get(e.name, e)
    return rebuild(e, lambda child: _renamed(child, names))
