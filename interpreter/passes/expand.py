"""`can(…)`, spelled out: the phase, the actors, the guard and the picks of the move it asks about.

Afterwards only questions about moves of the set-up are left, which depend on the step that is being done.
Guards cannot ask in a circle, so this ends.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import reduce

from interpreter.ir import nodes as ir
from interpreter.ir import rewrite
from interpreter.ir.ops import Binder, Op
from interpreter.ir.types import BOOL, SEAT, SEATS, EnumType, Type
from interpreter.ir.walk import all_effects, rebuild
from interpreter.text.source import Span


def expand(game: ir.Game) -> ir.Game:
    """`game` with every `can(…)` replaced by what it asks.

    A game whose set-up enters a phase before its end is left as it is: in the set-up nobody can make a move
    of that phase, and nothing but `can` tells the set-up from what comes after it.
    """
    return game if enters_early(game) else rewrite.game(game, _Expand(game).expr)


def enters_early(game: ir.Game) -> bool:
    """Whether the phase can be another than `setup` before the last step of the set-up."""
    blocks = [m.effects for m in game.moves if m.phase == ir.SETUP]
    blocks += [(step.effect,) for step in game.setup[:-1] if isinstance(step, ir.Do)]
    return any(isinstance(e, ir.GoTo) for block in blocks for e in all_effects(block))


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
            ir.Apply(Op.IN, (me, ir.For(mover, self._copy(actors, {}), actors.type, e.span)), BOOL, e.span),
            *(self._copy(c.that, {}) for c in move.conditions),
        ]
        given = tuple(
            ir.Local(self._name(p.name), a.type, a.span) for a, p in zip(e.args, move.picks, strict=False)
        )
        found = _all([*tests, self._picks(move, given, {}, e.span)], e.span)
        for local, arg in reversed(tuple(zip(given, e.args, strict=True))):
            found = ir.Let(local.name, self.expr(arg), found, BOOL, e.span)  # arguments come first
        return found

    def _picks(
        self, move: ir.Move, given: tuple[ir.Local, ...], names: Mapping[str, ir.Local], span: Span
    ) -> ir.Expr:
        """Whether the picks after those in `names` fit: the next one given, or some member of the domain."""
        if len(names) == len(move.picks):
            return ir.Literal(True, BOOL, span)
        pick = move.picks[len(names)]
        domain = self._copy(pick.domain, names)
        local = given[0] if given else self._local(pick.name, pick.domain, span)
        inner = {**names, pick.name: local}
        tests = [] if pick.where is None else [self._copy(pick.where, inner)]
        rest = _all([*tests, self._picks(move, given[1:], inner, span)], span)
        if not given:
            return ir.Bind(Binder.SOME, local.name, domain, rest, BOOL, span)
        return _all([ir.Apply(Op.IN, (local, domain), BOOL, span), rest], span)

    def _copy(self, e: ir.Expr, names: Mapping[str, ir.Local]) -> ir.Expr:
        """A part of a guard, spelled out, with its free names replaced and its own ones made fresh: what is
        bound where it comes to stand is not hidden.
        """
        return self.expr(self._renamed(e, names))

    def _renamed(self, e: ir.Expr, names: Mapping[str, ir.Local]) -> ir.Expr:
        match e:
            case ir.Local():
                return names.get(e.name, e)
            case ir.Bind():
                local = self._local(e.var, e.domain, e.span)
                body = self._renamed(e.body, {**names, e.var: local})
                return replace(e, var=local.name, domain=self._renamed(e.domain, names), body=body)
        return rebuild(e, lambda child: self._renamed(child, names))

    def _local(self, name: str, domain: ir.Expr, span: Span) -> ir.Local:
        """A local for the members of a set."""
        kind: Type = getattr(domain.type, "of", SEAT)
        return ir.Local(self._name(name), kind, span)

    def _name(self, name: str) -> str:
        """A name that no rule file can hold, used once."""
        self._fresh += 1
        return f"{name.partition('#')[0]}#can{self._fresh}"


def _all(tests: list[ir.Expr], span: Span) -> ir.Expr:
    return reduce(lambda a, b: ir.Apply(Op.AND, (a, b), BOOL, span), tests)
