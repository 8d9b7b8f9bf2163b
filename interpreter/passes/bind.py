"""Option values, put in place of the options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from interpreter.ir import nodes as ir
from interpreter.ir import rewrite
from interpreter.ir.types import Value
from interpreter.ir.walk import rebuild


def bind(game: ir.Game, options: Mapping[str, Value]) -> ir.Game:
    """`game` for these option values; it has those options no more."""

    def expr(e: ir.Expr) -> ir.Expr:
        if isinstance(e, ir.OptionRef) and e.name in options:
            return ir.Literal(options[e.name], e.type, e.span)
        return rebuild(e, expr)

    left = tuple(o for o in game.options if o.name not in options)
    return replace(rewrite.game(game, expr), options=left)
