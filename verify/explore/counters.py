"""Checks that count, where a search does not: what they say where play begins, and what afterwards.

Where play begins no move was made. Afterwards one was, and nobody knows how many; a check that asks no more
than whether there was one is decided there, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from interpreter.ir import nodes as ir
from interpreter.ir.ops import Op
from interpreter.ir.types import BOOL
from interpreter.ir.walk import claim_body, rebuild
from verify.explore.space import counted, counted_by_rules


def uncounted(game: ir.Game, body: ir.Expr | None) -> list[Op]:
    """The counters that it asks for and that are no part of a position."""
    asked = counted(game, () if body is None else (body,))
    return sorted(set(asked) - set(counted_by_rules(game)), key=lambda op: op.value)


def after_moves(game: ir.Game, claim: ir.Claim) -> ir.Expr | None:
    """The claim where some player has moved, without counters; None where it still asks for one.

    Chance and further deals may come before any move, so in games with these nothing is known.
    """
    body = claim_body(claim)
    by_chance = any(m.by_chance and m.phase != ir.SETUP for m in game.moves)
    if body is None or by_chance or any(e.again is not None for e in game.endings):
        return None
    later = _later(body)
    return None if uncounted(game, later) else later


def _later(e: ir.Expr) -> ir.Expr:
    """Decided where it only asks whether there was a move; what `old` asks is about another moment."""
    match e:
        case ir.Apply(op, (ir.Apply(Op.PLIES), ir.Literal(value=int(n)))):
            return _known(e, _LEFT.get(op, {}).get(_sign(n)))
        case ir.Apply(op, (ir.Literal(value=int(n)), ir.Apply(Op.PLIES))):
            return _known(e, _RIGHT.get(op, {}).get(_sign(n)))
        case ir.Old():
            return e
    return rebuild(e, _later)


def _sign(n: int) -> int:
    """0 for no move and below, 1 for one, 2 for more."""
    return max(0, min(n, 2))


_LEFT: Mapping[Op, Mapping[int, bool]] = MappingProxyType(
    {
        Op.EQ: {0: False},
        Op.NE: {0: True},
        Op.LT: {0: False, 1: False},
        Op.LE: {0: False},
        Op.GT: {0: True},
        Op.GE: {0: True, 1: True},
    }
)
"""What comparing a number of moves, at least one, with a number comes to."""
_RIGHT: Mapping[Op, Mapping[int, bool]] = MappingProxyType(
    {
        Op.EQ: {0: False},
        Op.NE: {0: True},
        Op.LT: {0: True},
        Op.LE: {0: True, 1: True},
        Op.GT: {0: False, 1: False},
        Op.GE: {0: False},
    }
)


def _known(e: ir.Expr, value: bool | None) -> ir.Expr:
    return e if value is None else ir.Literal(value, BOOL, e.span)
