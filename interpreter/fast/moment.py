"""Expressions in a moment of which something is known: the phase, or that match or deal is over.

What is known is put in place and calculated, so that a check that speaks of one phase costs nothing in the
others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Binder, Op
from interpreter.ir.types import BOOL, EnumType
from interpreter.ir.walk import rebuild
from interpreter.passes.fold import folded

_EASY = (ir.Local, ir.Literal)
_ALWAYS_THERE = (Op.SUITS, Op.RANKS, Op.CARDS, Op.SEATS)


@dataclass(frozen=True)
class Moment:
    """`phase` is the name of the phase, None where match or deal is over; `moves` names the moves' phases.

    `mine`: `me` is the mover.
    """

    phase: str | None
    moves: Mapping[str, str]
    mine: bool = False

    def known(self, e: ir.Expr) -> ir.Expr:
        """`e` with all put in place that the moment decides. What stands in `old` is about another moment."""
        return _bare(folded(self._put(e)))

    def _put(self, e: ir.Expr) -> ir.Expr:
        match e:
            case ir.Old():
                return e
            case ir.Apply(op=Op.MOVER) if self.mine:
                return ir.Apply(Op.ME, (), e.type, e.span)
            case ir.For(seat, body):
                who = self._put(seat)
                if isinstance(who, ir.Apply) and who.op is Op.ME:
                    return self._put(body)
                return replace(e, seat=who, body=replace(self, mine=False)._put(body))
            case ir.Apply(op=Op.OVER):
                return ir.Literal(self.phase is None, BOOL, e.span)
            case ir.Apply(op=Op.PHASE, type=EnumType(_, members)) if self.phase is not None:
                return ir.Literal(members.index(self.phase), e.type, e.span)
            case ir.Apply(op=Op.ENDED | Op.WINS | Op.LOSES) if self.phase is not None:
                if all(isinstance(a, _EASY) for a in e.args):
                    return ir.Literal(False, BOOL, e.span)
            case ir.Can(move, args):
                if self.moves[move] != self.phase and all(isinstance(a, _EASY) for a in args):
                    return ir.Literal(False, BOOL, e.span)
        return rebuild(e, self._put)


def _bare(e: ir.Expr) -> ir.Expr:
    """`e` without loops whose answer is known, and with those calculated that stood around them."""
    e = folded(rebuild(e, _bare)) if not isinstance(e, ir.Old) else e
    if isinstance(e, ir.Bind) and isinstance(e.body, ir.Literal):
        easy = isinstance(e.domain, ir.Apply) and e.domain.op in _ALWAYS_THERE
        if easy and e.op is Binder.EVERY and e.body.value is True:
            return ir.Literal(True, BOOL, e.span)
        if easy and e.op is Binder.SOME and e.body.value is False:
            return ir.Literal(False, BOOL, e.span)
    return e
